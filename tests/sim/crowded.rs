//! Many bodies: a far crowd changes nothing, and crates that start overlapping appear one by one.

use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::{Aabb, Piece, SolverKind, SolverSetup};
use seamwalker_lab::Recorded;
use seamwalker_lab::ascii::{crate_at, level_with, placed, platform};
use seamwalker_level::{Folder, Level, ObjectKind};
use seamwalker_sim::{Crate, Event, Input, PlatformState, World};

use crate::mangle::settings::is_long;
use crate::play::{deepest, measured};

/// Adds crates in a row far above a level, so many that the world uses its broad phase.
fn with_a_crowd_far_away(level: &Level) -> Level {
    let mut level = level.clone();
    let (size, kind) = crate_at(0.0, 0.0);
    let first = level.objects.len() as u32;
    let mut like = level.objects[0].clone();
    like.kind = kind;
    for i in 0..100_u16 {
        let middle = level.bounds.min() + Vec2::new(f32::from(i) * 40.0, -60_000.0);
        let aabb = Aabb::new(middle, size.half);
        level.objects.push(seamwalker_level::Object { id: 1_000_000 + first + u32::from(i), aabb, ..like.clone() });
    }
    level
}

#[test]
fn a_crowd_far_away_changes_no_recorded_run() {
    let files = Folder::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let (step, least) = if is_long() { (1, 40) } else { (8, 6) };
    let mut seen = 0;
    for run in Recorded::list(&files).unwrap().into_iter().step_by(step) {
        let level = run.level(&files).unwrap();
        if level.objects.iter().all(|o| !matches!(o.kind, ObjectKind::Crate { .. } | ObjectKind::Platform(_))) {
            continue;
        }
        seen += 1;
        let mut crowded = World::new(Arc::new(with_a_crowd_far_away(&level)), run.setup());
        let mut plain = World::new(level, run.setup());
        for input in &run.inputs(&files).unwrap() {
            plain.step(input);
            crowded.step(input);
            assert_eq!(
                plain.state.player.aabb(),
                crowded.state.player.aabb(),
                "{} under {}, tick {}",
                run.map,
                run.solver.name(),
                plain.state.ticks
            );
        }
        let crates = |world: &World| -> Vec<(Aabb, Vec2, u32)> {
            let known = |c: &Crate| (world.state.space.bodies[c.body].aabb, c.velocity, c.away);
            world.state.crates.iter().take(plain.state.crates.len()).map(known).collect()
        };
        assert_eq!(crates(&plain), crates(&crowded));
        assert_eq!(plain.state.player.motion.velocity, crowded.state.player.motion.velocity);
    }
    assert!(seen >= least, "only {seen} runs meet crates or platforms");
}

const PIT: &str = "
    #......#
    #......#
    #......#
    #.P....#
    ########
";

#[test]
fn crates_at_the_same_point_appear_one_by_one() {
    for kind in SolverKind::ALL {
        let level = level_with(PIT, vec![crate_at(88.0, 8.0); 5]);
        let mut world = measured(World::new(Arc::new(level), SolverSetup::new(kind)));
        let away = |world: &World| world.state.crates.iter().filter(|c| c.is_away()).count();
        assert_eq!(away(&world), 4, "only the first is there");
        let mut returned = 0;
        for _ in 0..240 {
            returned +=
                world.step(Input::default()).iter().filter(|e| matches!(e, Event::CrateReturned { .. })).count();
            assert!(deepest(&world) < 0.1, "{}: {}", kind.name(), deepest(&world));
        }
        // The pit is four crates high: the fifth waits for room.
        assert_eq!((returned, away(&world)), (3, 1), "{}", kind.name());
        let tops =
            world.state.crates.iter().filter(|c| !c.is_away()).map(|c| world.state.space.bodies[c.body].aabb.min().y);
        let mut tops: Vec<f32> = tops.map(f32::round).collect();
        tops.sort_by(f32::total_cmp);
        assert_eq!(tops, [0.0, 16.0, 32.0, 48.0], "{}: a stack", kind.name());
    }
}

/// A tick pushes only a bounded number of bodies; here far more overlap.
#[test]
fn later_ticks_push_out_the_bodies_that_one_tick_has_no_time_for() {
    let floor = format!("{}\n#P{}#\n{}", ".\n".repeat(40), ".".repeat(96), "#".repeat(99));
    let objects = (0..1000_u16).map(|i| {
        let (column, row) = (f32::from(i / 2 % 80), f32::from(i / 160));
        if i % 2 == 0 {
            return crate_at(100.0 + column * 16.0, 640.0 - row * 16.0);
        }
        let (x, y) = (104.0 + column * 16.0, 500.0 + row * 24.0);
        placed(platform((20.0, 20.0), &[(x, y), (x + 40.0, y + 10.0)]))
    });
    let mut world = measured(World::new(Arc::new(level_with(&floor, objects.collect())), SolverSetup::default()));
    let deepest = |world: &World| {
        let bodies = &world.state.space.bodies;
        let there = world.state.crates.iter().filter(|c| !c.is_away()).map(|c| bodies[c.body].aabb);
        let in_platforms = |one: Aabb| {
            let of = |platform: &PlatformState| Piece::solid_box(bodies[platform.body].aabb).solid().depth(&one);
            world.state.platforms.iter().map(of).fold(0.0, f32::max)
        };
        there.map(in_platforms).fold(0.0, f32::max)
    };
    assert!(deepest(&world) > 4.0);
    for _ in 0..60 {
        world.step(Input::default());
    }
    assert!(deepest(&world) < 0.01, "{}", deepest(&world));
}

#[test]
fn crates_that_overlap_a_little_all_appear() {
    let crates = vec![crate_at(56.0, 56.0), crate_at(70.5, 56.0), crate_at(85.0, 56.0)];
    let world = World::new(Arc::new(level_with(PIT, crates)), SolverSetup::default());
    assert!(world.state.crates.iter().all(|c| !c.is_away()));
}
