//! Ghosts, which run other solvers beside a game: a ghost under the same solver stays at the same place to the bit, others
//! diverge, and ghosts never change the game.

use std::sync::Arc;

use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{Ghosts, Recorded, ascii};
use seamwalker_level::Level;
use seamwalker_sim::{Buttons, Input, InputTimeline, World};

/// Makes a tick of a world and of the ghosts beside it.
fn tick(world: &mut World, ghosts: &mut Ghosts, input: Input) {
    ghosts.before(world, input);
    let events = world.step(input);
    ghosts.after(world, &events);
}

/// The level and the inputs of a recorded run.
fn recorded(map: &str) -> (Arc<Level>, InputTimeline) {
    let files = shipped();
    let runs = Recorded::list(&files).unwrap();
    let run = runs.iter().find(|run| run.map == map && run.solver == SolverKind::ThickSat).unwrap();
    (run.level(&files).unwrap(), run.inputs(&files).unwrap())
}

/// The world of the ghost under this solver.
fn ghost(ghosts: &Ghosts, kind: SolverKind) -> &World {
    ghosts.list[kind as usize].world.as_ref().unwrap()
}

#[test]
fn ghosts_change_nothing_and_only_that_of_the_same_solver_stays_with_the_player() {
    let (level, inputs) = recorded("spool_works");
    let [mut alone, mut watched] = [(); 2].map(|()| World::new(Arc::clone(&level), SolverSetup::default()));
    let (mut ghosts, mut apart) = (Ghosts::of_all_solvers(), [false; SolverKind::ALL.len()]);
    for input in &inputs {
        alone.step(input);
        tick(&mut watched, &mut ghosts, input);
        assert_eq!(ghost(&ghosts, SolverKind::ThickSat).hash(), watched.hash(), "tick {}", watched.state.ticks);
        for kind in SolverKind::ALL {
            apart[kind as usize] |= ghost(&ghosts, kind).state.player.aabb() != watched.state.player.aabb();
        }
    }
    assert!(alone.state.finished && watched.hash() == alone.hash());
    assert!(ghosts.list[0].waits(), "at the exit");
    assert!(apart.iter().filter(|apart| **apart).count() >= 3, "{apart:?}");
}

#[test]
fn a_ghost_that_died_waits_for_the_next_start() {
    let level = Arc::new(ascii::level(
        "
         ................
         ........P.......
         ############^^##",
    ));
    let (mut world, mut ghosts) = (World::new(level, SolverSetup::default()), Ghosts::of_all_solvers());
    let mut tick = |world: &mut World, buttons| {
        tick(world, &mut ghosts, Input { buttons });
        (ghosts.list[0].waits(), ghost(&ghosts, SolverKind::ThickSat).hash())
    };
    tick(&mut world, 0);
    // Move the player back, so that only the ghost reaches the pins.
    world.state.player.motion.mover.aabb.center.x -= 110.0;
    let after: Vec<_> = (0..40).map(|_| tick(&mut world, Buttons::RIGHT)).collect();
    assert!(after[39].0 && !world.state.player.is_dead());
    assert_eq!(after[38].1, after[39].1, "a waiting ghost makes no tick");

    // Both die now, and respawn together.
    let mut died = false;
    for _ in 0..240 {
        let buttons = if died { 0 } else { Buttons::RIGHT };
        tick(&mut world, buttons);
        died |= world.state.player.is_dead();
    }
    assert!(died && !world.state.player.is_dead());
    assert_eq!(tick(&mut world, Buttons::LEFT).1, world.hash());
}

#[test]
fn ghosts_follow_a_rewind() {
    let (level, inputs) = recorded("first_stitch");
    let (mut world, mut ghosts) = (World::new(level, SolverSetup::default()), Ghosts::of_all_solvers());
    let mut early = None;
    for input in inputs.iter().take(200) {
        if world.state.ticks == 50 {
            early = Some(world.clone());
        }
        tick(&mut world, &mut ghosts, input);
    }
    let mut early = early.unwrap();
    tick(&mut early, &mut ghosts, inputs.at(50));
    assert_eq!(ghost(&ghosts, SolverKind::ThickSat).hash(), early.hash());
}
