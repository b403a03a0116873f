//! Spool Works: one run takes everything, and every machine in it does what its sign says.

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverOptions, SolverSetup};
use seamwalker_lab::Judge;
use seamwalker_level::{ObjectKind, Platform, Start};
use seamwalker_sim::{Buttons, Death, Event, Input, World};

use crate::{inputs, level, world};

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

#[test]
fn one_run_takes_all_three_golden_buttons_without_a_death_or_a_snag() {
    let mut world = world(MAP, SolverSetup { kind: SolverKind::ThickSat, options: SolverOptions::as_written() });
    let mut judge = Judge::new(&world.level);
    for input in &inputs("spool_works_buttons.txt") {
        world.step(input);
        judge.tick(&world);
    }
    let is_golden = |kind: &ObjectKind| matches!(kind, ObjectKind::Bead { golden: true });
    let golden = world.level.objects.iter().zip(&world.state.done).filter(|(o, done)| is_golden(&o.kind) && **done);
    assert_eq!((golden.count(), world.state.deaths, judge.snags()), (3, 0, 0));
    assert!(world.state.finished && world.stats.worst_depth <= 0.01, "{}", world.stats.worst_depth);
}

#[test]
fn there_is_a_machine_of_every_kind() {
    let level = level(MAP);
    let has = |wanted: &dyn Fn(&Platform) -> bool| {
        level.objects.iter().any(|o| matches!(&o.kind, ObjectKind::Platform(p) if wanted(p)))
    };
    let straight = |p: &Platform, along: fn(Vec2) -> f32| p.track.len() == 2 && along(p.track[1] - p.track[0]) == 0.0;
    assert!(has(&|p| straight(p, |way| way.y)) && has(&|p| straight(p, |way| way.x)), "sideways and up");
    assert!(has(&|p| !p.closed && p.track.len() > 2), "a track with corners");
    assert!(has(&|p| p.closed && (4..8).contains(&p.track.len())) && has(&|p| p.closed && p.track.len() > 8), "loops");
    assert!(has(&|p| p.start == Start::Ridden) && has(&|p| p.phase > 0.0) && has(&|p| p.one_way));
}

#[test]
fn the_first_spool_waits_for_a_rider() {
    let mut world = world_at(3.0, 24.0);
    let index = (0..world.state.platforms.len()).find(|&i| world.platform(i).start == Start::Ridden).unwrap();
    let center = |world: &World| world.state.space.bodies[world.state.platforms[index].body.0 as usize].aabb.center;
    let before = center(&world);
    hold(&mut world, 0, 120);
    assert_eq!(center(&world), before);
    world.start_at_point(before - Vec2::new(0.0, 8.0), false);
    hold(&mut world, 0, 120);
    assert!(center(&world).x > before.x + 32.0 && world.state.player.grounded);
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
            jumped |= moving || (!from_spool && world.state.player.grounded);
            world.step(Input { buttons: if jumped { Buttons::RIGHT | Buttons::JUMP } else { 0 } });
            if world.state.deaths > 0 {
                break;
            }
            landed = world.state.player.feet();
            if jumped && world.state.player.grounded && landed.x > 54.0 * 16.0 {
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
fn the_cushion_lift_takes_its_cushion_and_a_rider_up() {
    let mut world = world_at(88.6, 20.0);
    let crates = |world: &World| -> Vec<f32> {
        world.state.crates.iter().map(|c| world.state.space.bodies[c.body.0 as usize].aabb.max().y).collect()
    };
    let before = crates(&world);
    hold(&mut world, 0, 120);
    let risen = before.iter().zip(crates(&world)).filter(|(before, now)| **before - now > 70.0).count();
    assert_eq!(risen, 1);
    assert!(world.state.player.feet().y < 15.5 * 16.0, "{}", world.state.player.feet());
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
