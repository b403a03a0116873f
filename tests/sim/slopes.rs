//! Slopes: a walking player keeps its speed and stays on the ground, a resting player does not slide, and steep slopes are walls.

#![allow(clippy::disallowed_methods, reason = "a test's own random worlds; their bits are stored nowhere")]

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup, TerrainBuilder};
use seamwalker_lab::ascii;
use seamwalker_sim::World;

use crate::mangle::settings::is_long;
use crate::play::{JUMP, LEFT, RIGHT, deepest, highest, hold, settle, world_with};

/// A hill of 45 degrees between two plains.
const HILL: &str = "
    ......................................
    ......................................
    .............../####\\\\.................
    ............../######\\\\................
    ............./########\\\\...............
    ............/##########\\\\..............
    .........../############\\\\.............
    ........../##############\\\\............
    .P......./################\\\\...........
    ######################################
";

/// The same at 26.6 degrees.
const GENTLE: &str = "
    ......................................
    ......................................
    ......................................
    ..............ab##cd..................
    ............ab######cd................
    ..........ab##########cd..............
    .P......ab##############cd............
    ######################################
";

fn hills() -> [String; 2] {
    [HILL, GENTLE].map(|picture| picture.replace("\\\\", "\\"))
}

#[test]
fn walking_over_a_hill_never_leaves_the_ground() {
    // Without ground snap, a player hops down slopes and flies off at the top.
    for kind in SolverKind::ALL {
        for picture in hills() {
            let mut world = world_with(kind, &picture);
            settle(&mut world);
            for tick in 0..300 {
                hold(&mut world, RIGHT, 1);
                assert!(world.state.player.is_grounded(), "{} tick {tick}: {:?}", kind.name(), world.state.player);
            }
            assert!(world.state.player.feet().x > 36.0 * 16.0, "{}", world.state.player.feet().x);
            assert_eq!(world.state.player.feet().y, world.level.bounds.max().y - 16.0);
        }
    }
}

#[test]
fn a_resting_player_does_not_slide() {
    // Ten seconds on every walkable slope, without the change of a bit under any solver.
    let [hill, gentle] = hills();
    for kind in SolverKind::ALL {
        for (picture, xs) in [(&hill, [170.0, 231.0, 340.0, 391.5]), (&gentle, [150.0, 213.0, 300.0, 351.5])] {
            for x in xs {
                let mut world = world_with(kind, picture);
                world.start_at_point(Vec2::new(x, 30.0), false);
                settle(&mut world);
                let before = world.state.player.aabb().center;
                hold(&mut world, 0, 600);
                assert_eq!(world.state.player.aabb().center, before, "{} at {x}", kind.name());
                assert!(world.state.player.is_grounded());
            }
        }
    }
}

#[test]
fn a_player_that_falls_onto_a_slope_stays_where_it_lands() {
    // A slide alone would turn a fall of 5 px into 2.5 px downhill.
    for kind in SolverKind::ALL {
        let mut world = world_with(kind, &hills()[0]);
        world.start_at_point(Vec2::new(340.0, 30.0), false);
        settle(&mut world);
        let moved = (world.state.player.feet().x - 340.0).abs();
        // Swept stops 0.016 px off the slope, which is 0.011 px sideways.
        assert!(moved < 0.012, "{}: {moved}", kind.name());
    }
}

#[test]
fn a_player_in_a_wedge_of_slope_and_ceiling_stops_and_can_leave() {
    let wedge = "
        ################
        ................
        ............/###
        .P........./####
        ################
    ";
    let mut world = world_with(SolverKind::ThickSat, wedge);
    settle(&mut world);
    hold(&mut world, RIGHT, 120);
    let stopped = world.state.player.feet();
    hold(&mut world, RIGHT, 60);
    assert!(world.state.player.feet().distance(stopped) < 0.05, "{stopped} {}", world.state.player.feet());
    hold(&mut world, LEFT, 30);
    assert!(world.state.player.feet().x < stopped.x - 40.0);
    assert!(deepest(&world) <= 0.01, "{}", deepest(&world));
}

/// Story: a jump against a face of 47 degrees, with both keys held, went up it without end. From standing, running and falling, on
/// both sides, no player gets higher than a jump on flat ground or than it began, and all end at the foot.
#[test]
fn faces_too_steep_to_walk_on_are_never_climbed() {
    let level = ascii::level(&format!("P{}\n{}", ".".repeat(59), ".\n".repeat(59)));
    let mut worlds: Vec<(u32, f32, World)> = Vec::new();
    for (degrees, side) in (47..90).step_by(if is_long() { 1 } else { 3 }).flat_map(|face| [(face, 1.0), (face, -1.0)])
    {
        let along = (degrees as f32).to_radians();
        let hill =
            [(-480.0, 0.0), (0.0, 0.0), (along.cos() * 900.0, along.sin() * -900.0), (1500.0, 99.0), (-480.0, 99.0)];
        let (mut ground, mut level) = (TerrainBuilder::default(), level.clone());
        ground.solid(&[hill.map(|(x, y)| Vec2::new(480.0 + x * side, 800.0 + y))]).unwrap();
        level.terrain = Arc::new(ground.build());
        worlds.push((degrees, side, World::new(Arc::new(level), SolverSetup::default())));
    }
    for ((degrees, side, world), kind) in
        worlds.iter().flat_map(|at| [SolverKind::ThickSat, SolverKind::Disk].map(|kind| (at, kind)))
    {
        let (into, away) = if *side > 0.0 { (RIGHT, LEFT) } else { (LEFT, RIGHT) };
        let above = 300.0 / (*degrees as f32).to_radians().tan() - 90.0;
        for (x, y, run) in [(-7.0, 0.0, 0), (-7.0, 0.0, 20), (-100.0, 0.0, 20), (-100.0, 0.0, 25), (above, -300.0, 0)] {
            let mut world = world.clone();
            world.switch_solver(SolverSetup::new(kind));
            world.start_at_point(Vec2::new(480.0 + x * side, 800.0 + y), false);
            if y < 0.0 {
                // The press is over when it comes to the face: a wall jump is another matter.
                hold(&mut world, JUMP, 10);
            } else {
                settle(&mut world);
                hold(&mut world, into, run);
            }
            // A jump on flat ground goes to 743.
            let limit = world.state.player.feet().y.min(743.0);
            let all = [(into | JUMP, 120), (JUMP, 20), (away | JUMP, 3), (into | JUMP, 300)];
            let top = all.map(|(buttons, ticks)| highest(&mut world, buttons, ticks)).into_iter().fold(800.0, f32::min);
            let about = format!("{kind}, {degrees} degrees to {side}, from {x}, {y}, {run} ticks of run");
            assert!(top > limit - 0.5, "{about}: up to {top}, not {limit}");
            assert!(world.state.player.feet().y > 799.9, "{about}: it ends at {}", world.state.player.feet());
        }
    }
}
