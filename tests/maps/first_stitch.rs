//! First Stitch, the tutorial: the recorded run finishes it under every solver but thin-sat, no object is inside a wall, and
//! every checkpoint is a safe place to respawn.

use std::sync::Arc;

use seamwalker_collide::{Aabb, CollisionView, Mover, SolverKind, SolverSetup, Space};
use seamwalker_level::ObjectKind;
use seamwalker_sim::{Event, Input, TICK_RATE, World};

use crate::{inputs, level, world};

/// The name of the map.
const MAP: &str = "first_stitch";

/// The solvers under which the same run has to reach the exit. Under thin-sat, snags are a matter of luck.
const SOLVERS: [SolverKind; 7] = [
    SolverKind::ThickSat,
    SolverKind::PerAxis,
    SolverKind::MandatoryFirst,
    SolverKind::Swept,
    SolverKind::VertexDiscard,
    SolverKind::EdgeFlags,
    SolverKind::Disk,
];

/// The most ticks from one checkpoint to the next in the run: a careful player needs about twice as long, 25 s.
const BETWEEN_CHECKPOINTS: u64 = 12 * TICK_RATE as u64;

/// The number of objects of a kind in the level, and how many of them the player has taken or reached.
fn taken(world: &World, wanted: impl Fn(&ObjectKind) -> bool) -> (usize, usize) {
    let objects = world.level.objects.iter().zip(&world.state.done).filter(|(o, _)| wanted(&o.kind));
    objects.fold((0, 0), |(all, done), (_, &is_done)| (all + 1, done + usize::from(is_done)))
}

#[test]
fn the_run_reaches_the_exit_alive_under_every_solver() {
    for kind in SOLVERS {
        let mut world = world(MAP, SolverSetup::new(kind));
        let mut last_checkpoint = 0;
        for input in &inputs("first_stitch.txt") {
            for event in world.step(input) {
                if matches!(event, Event::Checkpoint { .. } | Event::Finished) {
                    let gap = world.state.ticks - last_checkpoint;
                    assert!(gap <= BETWEEN_CHECKPOINTS, "{}: {gap} ticks without a checkpoint", kind.name());
                    last_checkpoint = world.state.ticks;
                }
            }
            if world.state.finished {
                break;
            }
        }
        let name = kind.name();
        assert!(
            world.state.finished,
            "{name}: at {} after {} ticks",
            world.state.player.feet() / 16.0,
            world.state.ticks
        );
        assert_eq!(world.state.deaths, 0, "{name}");
        assert_eq!(taken(&world, |k| matches!(k, ObjectKind::Checkpoint)), (5, 5), "{name}");
        assert_eq!(taken(&world, |k| matches!(k, ObjectKind::Bead { golden: true })), (3, 3), "{name}");
        let (_, beads) = taken(&world, |k| matches!(k, ObjectKind::Bead { golden: false }));
        assert!(beads >= 40, "{name}: only {beads} beads");
    }
}

#[test]
fn no_object_is_inside_a_wall() {
    let level = level(MAP);
    let space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };
    for object in &level.objects {
        let placed = matches!(
            object.kind,
            ObjectKind::Player { .. }
                | ObjectKind::Bead { .. }
                | ObjectKind::Checkpoint
                | ObjectKind::Exit { .. }
                | ObjectKind::Sign { .. }
                | ObjectKind::Crate { .. }
        );
        if !placed {
            continue;
        }
        // A little smaller, because objects on the ground touch it.
        let mover = Mover::new(object.aabb.grown(-0.25));
        for view in [CollisionView::Thick, CollisionView::Pieces] {
            let depth = space.overlap(view, &mover);
            assert!(depth <= 0.01, "object {} at {}: {depth} px inside a wall", object.id, object.aabb.center);
        }
        let hurts = |aabb: &Aabb| level.hazards.iter().any(|area| area.aabb.overlaps(aabb));
        assert!(!hurts(&object.aabb), "object {} at {} touches pins", object.id, object.aabb.center);
    }
}

#[test]
fn every_checkpoint_is_a_safe_place_to_respawn() {
    let level = level(MAP);
    let checkpoints = level.objects.iter().filter(|o| o.kind == ObjectKind::Checkpoint);
    for (checkpoint, kind) in checkpoints.flat_map(|c| SOLVERS.map(|kind| (c, kind))) {
        let mut world = world(MAP, SolverSetup::new(kind));
        assert!(world.start_at(checkpoint.id));
        let feet = world.state.player.feet();
        for _ in 0..5 * TICK_RATE {
            world.step(Input::default());
        }
        let (name, at) = (kind.name(), feet / 16.0);
        assert_eq!(world.state.deaths, 0, "{name}: checkpoint {} at {at}", checkpoint.id);
        assert!(world.state.player.grounded, "{name}: checkpoint {} at {at} hangs in the air", checkpoint.id);
        assert!(
            world.state.player.feet().distance(feet) < 0.1,
            "{name}: checkpoint {} at {at} is not on the ground",
            checkpoint.id
        );
    }
}
