//! The feel of the player: every number that design.md promises, measured on small levels.

#[path = "sim_ascii.rs"]
mod ascii;

use std::sync::Arc;

use glam::Vec2;
use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::sim::{Buttons, Event, Input, Pose, World};

const LEFT: u8 = Buttons::LEFT;
const RIGHT: u8 = Buttons::RIGHT;
const DOWN: u8 = Buttons::DOWN;
const JUMP: u8 = Buttons::JUMP;

/// Solvers that resolve slopes. A new one enters here.
const WORKING: [SolverKind; 2] = [SolverKind::ThickSat, SolverKind::ThinSat];

fn world_with(kind: SolverKind, picture: &str) -> World {
    World::new(Arc::new(ascii::level(picture)), SolverSetup::new(kind))
}

fn world(picture: &str) -> World {
    world_with(SolverKind::ThickSat, picture)
}

/// Holds the same buttons for a number of ticks.
fn hold(world: &mut World, buttons: u8, ticks: u32) -> Vec<Event> {
    (0..ticks).flat_map(|_| world.step(Input { buttons })).collect()
}

/// Until it stands, at most two seconds.
fn settle(world: &mut World) {
    for _ in 0..120 {
        hold(world, 0, 1);
        if world.player.grounded && world.player.velocity == Vec2::ZERO {
            return;
        }
    }
    panic!("it never came to rest: {:?}", world.player);
}

/// How high the feet get above where they are now while `buttons` says what is held in each tick.
fn height(world: &mut World, buttons: impl Fn(u32) -> u8) -> f32 {
    let start = world.player.feet().y;
    (0..120).fold(0.0, |best: f32, tick| {
        hold(world, buttons(tick), 1);
        best.max(start - world.player.feet().y)
    })
}

const ROOM: &str = "
    ....................
    ....................
    ....................
    ....................
    ....................
    ....................
    .P..................
    ####################
";

#[test]
fn it_falls_lands_and_stands() {
    let mut world = world(ROOM);
    world.start_at_point(Vec2::new(40.0, 80.0), false);
    let events = hold(&mut world, 0, 60);
    assert_eq!(world.player.feet(), Vec2::new(40.0, 112.0));
    assert!(matches!(events[..], [Event::Landed { speed }] if speed > 100.0), "{events:?}");
    assert_eq!((world.player.pose, world.player.grounded), (Pose::Idle, true));
}

#[test]
fn it_runs_at_180_px_per_second() {
    let mut world = world(ROOM);
    settle(&mut world);
    hold(&mut world, RIGHT, 30);
    let x = world.player.feet().x;
    hold(&mut world, RIGHT, 20);
    assert!((world.player.feet().x - x - 60.0).abs() < 1e-3, "{}", world.player.feet().x - x);
    assert_eq!(world.player.velocity, Vec2::new(180.0, 0.0));
    assert_eq!(world.player.pose, Pose::Run);
}

#[test]
fn a_tap_jumps_14_px_and_a_held_jump_57() {
    // Celeste's own figures, scaled from 8 px tiles to 16: 7.0 px for a tap and 28.5 px for a held jump.
    let mut tapped = world(ROOM);
    settle(&mut tapped);
    let tap = height(&mut tapped, |tick| if tick == 0 { JUMP } else { 0 });
    assert!((tap - 14.0).abs() < 0.1, "{tap}");
    let mut held = world(ROOM);
    settle(&mut held);
    let full = height(&mut held, |_| JUMP);
    assert!((full - 57.0).abs() < 0.1, "{full}");
}
