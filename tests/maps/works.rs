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

/// Its speed is worth more than its height: the tower is too high for a jump from the lift while it waits.
#[test]
fn only_a_jump_from_the_moving_thrower_reaches_the_tower() {
    let highest = |moving: bool| {
        let mut world = world_at(219.5, 15.0);
        let is_thrower =
            |&i: &usize| world.platform(i).speed == 240.0 && world.state.platforms[i].previous_center.x > 200.0 * 16.0;
        let index = (0..world.state.platforms.len()).find(is_thrower).unwrap();
        let (mut jumped, mut highest, mut rested) = (false, f32::MAX, 0);
        for _ in 0..150 {
            let lift = &world.state.platforms[index];
            rested = if lift.velocity.y == 0.0 { rested + 1 } else { 0 };
            let is_high = lift.previous_center.y < 11.0 * 16.0;
            // Its speed is kept for a moment after it stopped.
            jumped |= is_high && if moving { lift.velocity.y < 0.0 } else { rested > 12 };
            world.step(Input { buttons: if jumped { Buttons::JUMP } else { 0 } });
            highest = highest.min(world.state.player.feet().y);
        }
        assert!(jumped);
        highest / 16.0
    };
    assert!(highest(true) < 3.0, "{}", highest(true));
    assert!(highest(false) > 3.0, "{}", highest(false));
}

#[test]
fn the_drawbridge_lies_for_those_who_pressed_its_button() {
    let mut world = world_at(245.0, 20.0);
    hold(&mut world, 0, 60);
    hold(&mut world, Buttons::RIGHT, 120);
    assert!(world.state.deaths == 0 && world.state.player.feet().x > 265.0 * 16.0, "{}", world.state.player.feet());
    let mut world = world_at(247.0, 20.0);
    hold(&mut world, Buttons::RIGHT, 120);
    assert_eq!(world.state.deaths, 1);
}
