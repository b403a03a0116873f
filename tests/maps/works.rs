//! Spool Works: its machines do what their signs say.

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_sim::{Buttons, Death, Event, Input, World};

use crate::world;

/// The name of the map.
const MAP: &str = "spool_works";

/// A world whose player stands at a point, in tiles, feet first.
fn world_at(x: f32, y: f32) -> World {
    let mut world = world(MAP, SolverSetup::new(SolverKind::ThickSat));
    world.start_at_point(Vec2::new(x, y) * 16.0, false);
    world
}

/// Holds buttons for some ticks and returns all events.
fn hold(world: &mut World, buttons: u8, ticks: u32) -> Vec<Event> {
    (0..ticks).flat_map(|_| world.step(Input { buttons })).collect()
}

fn squished(events: &[Event]) -> bool {
    events.iter().any(|e| matches!(e, Event::Died { cause: Death::Squished, .. }))
}

/// Without the speed of the fast spool, the gap behind it is too wide to jump.
#[test]
fn a_jump_from_the_fast_spool_keeps_its_speed() {
    let jump = |from_spool: bool| {
        let mut world = world_at(46.75, 14.0);
        let index = (0..world.state.platforms.len()).find(|&i| world.platform(i).speed == 240.0).unwrap();
        let mut jumped = false;
        let mut landed = world.state.player.feet();
        for _ in 0..240 {
            let spool = &world.state.platforms[index];
            let moving = spool.velocity.x > 0.0 && spool.previous_center.x > 51.0 * 16.0;
            jumped |= moving || (!from_spool && world.state.player.is_grounded());
            world.step(Input { buttons: if jumped { Buttons::RIGHT | Buttons::JUMP } else { 0 } });
            if world.state.deaths > 0 {
                break;
            }
            landed = world.state.player.feet();
            if jumped && world.state.player.is_grounded() && landed.x > 54.0 * 16.0 {
                break;
            }
        }
        landed.x / 16.0
    };
    assert!(jump(true) >= 60.0, "{}", jump(true));
    assert!(jump(false) < 60.0, "{}", jump(false));
}

#[test]
fn the_big_spool_pushes_the_player_out_of_the_corridor() {
    let mut world = world_at(67.0, 20.0);
    let events = hold(&mut world, 0, 60 * 6);
    assert!(!squished(&events));
    assert!(world.state.player.feet().x > 77.0 * 16.0, "{}", world.state.player.feet());
}

#[test]
fn ducking_helps_under_the_first_press_and_not_under_the_second() {
    let mut world = world_at(104.5, 15.0);
    assert!(!squished(&hold(&mut world, Buttons::DOWN, 600)));
    let mut world = world_at(109.5, 15.0);
    assert!(squished(&hold(&mut world, Buttons::DOWN, 600)));
}

#[test]
fn only_a_jump_from_the_cushion_reaches_the_ledge_at_the_start() {
    let jump = |from: f32| {
        let mut world = world_at(13.2, from);
        if from < 24.0 {
            // Put the cushion beside the ledge.
            let body = world.state.crates[0].body;
            let rest = Vec2::new(13.5, 23.5) * 16.0;
            world.state.space.bodies.change(body, |body| body.aabb.center = rest);
        }
        // Straight up, then over: beside the ledge's wall, pressing jump again would be a wall jump.
        hold(&mut world, Buttons::JUMP, 14);
        hold(&mut world, Buttons::JUMP | Buttons::RIGHT, 30);
        world.state.player.feet().y
    };
    assert!(jump(23.0) <= 20.0 * 16.0);
    assert!(jump(24.0) > 20.0 * 16.0);
}
