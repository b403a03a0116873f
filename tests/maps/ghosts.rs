//! Ghosts, which run other solvers beside a game: a ghost under the same solver stays at the same place to the bit, others
//! diverge, and ghosts never change the game.

use std::sync::Arc;

use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{GhostState, Ghosts, Heat, Hold, Judge, Recorded, ascii};
use seamwalker_level::Level;
use seamwalker_sim::{Buttons, Input, InputTimeline, World};

/// Plays inputs with ghosts; calls `each` after every tick.
fn play_with(
    level: &Arc<Level>,
    inputs: impl IntoIterator<Item = Input>,
    ghosts: &mut Ghosts,
    mut each: impl FnMut(&World, &Ghosts),
) -> World {
    let (judge, mut hold) = (Judge::new(level), Hold::default());
    let mut world = World::new(Arc::clone(level), SolverSetup::default());
    for input in inputs {
        ghosts.before(&world, input, Some(&judge), &|| 0.0);
        let events = world.step(input);
        ghosts.after(&world, &events, judge.snagged(&world, &mut hold), 0.0);
        each(&world, ghosts);
    }
    world
}

/// The level and the inputs of a recorded run.
fn recorded(map: &str) -> (Arc<Level>, InputTimeline) {
    let files = shipped();
    let runs = Recorded::list(&files).unwrap();
    let run = runs.iter().find(|run| run.map == map && run.solver == SolverKind::ThickSat).unwrap();
    (run.level(&files).unwrap(), run.inputs(&files).unwrap())
}

#[test]
fn ghosts_change_nothing_and_only_that_of_the_same_solver_stays_with_the_player() {
    let (level, inputs) = recorded("spool_works");
    let alone = play_with(&level, &inputs, &mut Ghosts::default(), |_, _| {});
    let mut ghosts = Ghosts::of_all_solvers();
    let watched = play_with(&level, &inputs, &mut ghosts, |world, ghosts| {
        let ghost = ghosts.each()[0].world.as_ref().unwrap();
        assert_eq!(ghost.hash(), world.hash(), "tick {}", world.state.ticks);
    });
    assert!(alone.state.finished && watched.hash() == alone.hash());
    let table = ghosts.table();
    assert_eq!(table.rows[0].state, GhostState::Finished, "the player is at the exit");
    assert_eq!((table.rows[1].farthest, table.rows[1].snags), (0.0, Some(0)));
    assert!(table.rows[2..].iter().filter(|row| row.farthest > 0.0).count() >= 3, "{table:?}");
}

/// Slopes up and down: without ground assist, solvers snag here.
#[test]
fn the_heat_map_and_the_table_count_the_same_snags() {
    let level = Arc::new(ascii::level(
        "
         ...........................................
         ...........................................
         .........../\\......./##\\.....ab..cd.........
         .P......../##\\...../####\\...ab####cd...e\\...
         ########################################f####",
    ));
    let mut ghosts = Ghosts::of_all_solvers();
    let mut heat = Heat::new(level.tile_size.as_vec2());
    let mut world = World::new(level, SolverSetup::new(SolverKind::PerAxis));
    world.rules.ground_assist = false;
    let (judge, mut hold) = (Judge::new(&world.level), Hold::default());
    for tick in 0..600 {
        let input = Input { buttons: if tick % 300 < 250 { Buttons::RIGHT } else { Buttons::LEFT } };
        ghosts.before(&world, input, Some(&judge), &|| 0.0);
        let events = world.step(input);
        ghosts.after(&world, &events, judge.snagged(&world, &mut hold), 0.0);
        ghosts.ticks().for_each(|tick| heat.add(&tick));
    }
    let table = ghosts.table();
    let counted: u64 = table.rows.iter().filter_map(|row| row.snags).sum();
    assert!(counted > 5, "{table:?}");
    assert_eq!(heat.tiles().map(|(_, snags)| u64::from(snags)).sum::<u64>(), counted);
    let same = table.rows[1..].iter().find(|row| row.kind == SolverKind::PerAxis).unwrap();
    assert_eq!(table.rows[0].snags, same.snags, "the player and the ghost under the same solver");
}

#[test]
fn a_ghost_that_died_waits_for_the_next_start() {
    let level = Arc::new(ascii::level(
        "
         ................
         ........P.......
         ############^^##",
    ));
    let mut ghosts = Ghosts::default();
    ghosts.toggle(SolverKind::ThickSat);
    let mut world = World::new(level, SolverSetup::default());
    let tick = |world: &mut World, ghosts: &mut Ghosts, buttons| {
        ghosts.before(world, Input { buttons }, None, &|| 0.0);
        let events = world.step(Input { buttons });
        ghosts.after(world, &events, false, 0.0);
        ghosts.each()[0].world.as_ref().unwrap().hash()
    };
    tick(&mut world, &mut ghosts, 0);
    // Move the player back, so that only the ghost reaches the pins.
    world.state.player.aabb.center.x -= 110.0;
    let hashes: Vec<u64> = (0..40).map(|_| tick(&mut world, &mut ghosts, Buttons::RIGHT)).collect();
    assert_eq!((ghosts.each()[0].state(), world.state.player.is_dead()), (GhostState::Died, false));
    assert_eq!(ghosts.ticks().count(), 1, "a waiting ghost makes no tick");
    assert_eq!(hashes[38], hashes[39]);
    ghosts.start_together();
    assert_eq!(tick(&mut world, &mut ghosts, 0), world.hash());

    // Both die now, and respawn together.
    let mut died = false;
    for _ in 0..120 {
        let buttons = if died { 0 } else { Buttons::RIGHT };
        tick(&mut world, &mut ghosts, buttons);
        died |= world.state.player.is_dead();
    }
    assert!(died && !world.state.player.is_dead());
    assert_eq!(tick(&mut world, &mut ghosts, Buttons::LEFT), world.hash());
}

#[test]
fn ghosts_follow_a_rewind() {
    let (level, inputs) = recorded("first_stitch");
    let mut ghosts = Ghosts::of_all_solvers();
    let mut early = None;
    play_with(&level, inputs.iter().take(200), &mut ghosts, |world, _| {
        if world.state.ticks == 50 {
            early = Some(world.clone());
        }
    });
    let mut early = early.unwrap();
    ghosts.before(&early, inputs.at(50), None, &|| 0.0);
    let events = early.step(inputs.at(50));
    ghosts.after(&early, &events, false, 0.0);
    let ghost = ghosts.each()[0].world.as_ref().unwrap();
    assert_eq!(ghost.hash(), early.hash());
}
