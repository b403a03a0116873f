//! First Stitch, the tutorial: the recorded run finishes it under every solver but thin-sat, and every checkpoint is a safe
//! place to respawn.

use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_level::ObjectKind;
use seamwalker_sim::{Input, TICK_RATE};

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

#[test]
fn the_run_reaches_the_exit_alive_under_every_solver() {
    for kind in SOLVERS {
        let mut world = world(MAP, SolverSetup::new(kind));
        for input in &inputs("first_stitch.txt") {
            world.step(input);
            if world.state.finished {
                break;
            }
        }
        let (name, ticks) = (kind.name(), world.state.ticks);
        assert!(world.state.finished, "{name}: at {} after {ticks} ticks", world.state.player.feet() / 16.0);
        assert_eq!(world.state.deaths, 0, "{name}");
        let taken = world.level.objects.iter().zip(&world.state.done).filter(|(_, done)| **done).map(|(o, _)| &o.kind);
        let golden = taken.clone().filter(|kind| matches!(kind, ObjectKind::Bead { golden: true })).count();
        let checkpoints = taken.filter(|kind| matches!(kind, ObjectKind::Checkpoint)).count();
        assert_eq!((golden, checkpoints), (3, 4), "{name}");
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
        let player = &world.state.player;
        let is_safe = world.state.deaths == 0 && player.is_grounded() && player.feet().distance(feet) < 0.1;
        assert!(is_safe, "{kind}: checkpoint {} at {}: {player:?}", checkpoint.id, feet / 16.0);
    }
}
