//! Ghosts, which run other solvers beside a game: a ghost under the same solver stays at the same place to the bit, others
//! diverge, and ghosts never change the game.

use std::sync::Arc;

use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverOptions, SolverSetup};
use seamwalker_lab::{GhostMode, GhostSetup, GhostState, Ghosts, Heat, Judge, Recorded, ascii};
use seamwalker_level::Level;
use seamwalker_sim::{Buttons, Input, InputTimeline, World};

/// Plays inputs with ghosts; calls `each` after every tick.
fn play_with(
    level: &Arc<Level>,
    inputs: impl IntoIterator<Item = Input>,
    ghosts: &mut Ghosts,
    mut each: impl FnMut(&World, &Ghosts),
) -> World {
    let judge = Judge::new(level);
    let mut world = World::new(Arc::clone(level), SolverSetup::default());
    for input in inputs {
        ghosts.before(&world, input, Some(&judge), &|| 0.0);
        let events = world.step(input);
        ghosts.after(&world, &events, judge.snagged(&world), 0.0);
        each(&world, ghosts);
    }
    world
}

fn of(mode: GhostMode, setups: impl IntoIterator<Item = GhostSetup>) -> Ghosts {
    let mut ghosts = Ghosts::default();
    ghosts.mode = mode;
    setups.into_iter().for_each(|setup| assert!(ghosts.add(setup)));
    ghosts
}

fn one_per_solver() -> impl Iterator<Item = GhostSetup> {
    // As written, the other solvers snag often enough to be counted.
    let options = SolverOptions::as_written();
    SolverKind::ALL.into_iter().map(move |kind| GhostSetup { solver: SolverSetup { kind, options }, ..kind.into() })
}

/// The level and the inputs of a recorded run.
fn recorded(map: &str) -> (Arc<Level>, InputTimeline) {
    let files = shipped();
    let runs = Recorded::list(&files).unwrap();
    let run = runs.iter().find(|run| run.map == map && run.solver == SolverKind::ThickSat).unwrap();
    (run.level(&files).unwrap(), run.inputs(&files).unwrap())
}

/// Ghosts that run on diverge; those that start at the player in every tick are one tick away at most.
#[test]
fn a_ghost_under_the_same_solver_never_diverges_and_others_do() {
    for (map, mode) in [("first_stitch", GhostMode::FreeRun), ("spool_works", GhostMode::SameStart)] {
        let (level, inputs) = recorded(map);
        let mut ghosts = of(mode, one_per_solver());
        play_with(&level, inputs.iter().take(600), &mut ghosts, |world, ghosts| {
            let ghost = ghosts.each()[0].world.as_ref().unwrap();
            assert_eq!(ghost.hash(), world.hash(), "{map}, tick {}", world.state.ticks);
        });
        let table = ghosts.table();
        assert_eq!((table.rows[1].farthest, table.rows[1].snags), (0.0, Some(0)), "{map}");
        let others = &table.rows[2..];
        assert!(others.iter().filter(|row| row.farthest > 0.0).count() >= 3, "{map}: {table:?}");
        assert!(mode == GhostMode::FreeRun || others.iter().all(|row| row.farthest < 16.0), "{map}: {table:?}");
    }
}

#[test]
fn ghosts_do_not_change_the_game() {
    let (level, inputs) = recorded("spool_works");
    let alone = play_with(&level, &inputs, &mut Ghosts::default(), |_, _| {});
    for mode in [GhostMode::FreeRun, GhostMode::SameStart] {
        let mut ghosts = of(mode, one_per_solver());
        let watched = play_with(&level, &inputs, &mut ghosts, |_, _| {});
        assert!(alone.state.finished && watched.hash() == alone.hash(), "{mode:?}");
        assert_eq!(ghosts.table().rows[0].state, GhostState::Finished, "{mode:?}: the player is at the exit");
    }
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
    let mut ghosts = of(GhostMode::FreeRun, one_per_solver());
    let mut heat = Heat::new(level.tile_size.as_vec2());
    let mut world = World::new(level, SolverSetup::new(SolverKind::ThinSat));
    world.rules.ground_assist = false;
    let judge = Judge::new(&world.level);
    for tick in 0..600 {
        let input = Input { buttons: if tick % 300 < 250 { Buttons::RIGHT } else { Buttons::LEFT } };
        ghosts.before(&world, input, Some(&judge), &|| 0.0);
        let events = world.step(input);
        ghosts.after(&world, &events, judge.snagged(&world), 0.0);
        ghosts.ticks().for_each(|tick| heat.add(&tick));
    }
    let table = ghosts.table();
    let counted: u64 = table.rows.iter().filter_map(|row| row.snags).sum();
    assert!(counted > 10, "{table:?}");
    assert_eq!(heat.tiles().map(|(_, snags)| u64::from(snags)).sum::<u64>(), counted);
    let thin_sat = table.rows[1..].iter().find(|row| row.kind == SolverKind::ThinSat).unwrap();
    assert_eq!(table.rows[0].snags, thin_sat.snags, "the player and the ghost under the same solver");
}

#[test]
fn a_ghost_that_died_waits_for_the_next_start() {
    let level = Arc::new(ascii::level(
        "
         ................
         ........P.......
         ############^^##",
    ));
    let mut ghosts = of(GhostMode::FreeRun, [SolverKind::ThickSat.into()]);
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
fn there_can_be_sixteen_ghosts_and_they_follow_a_rewind() {
    let (level, inputs) = recorded("first_stitch");
    let mut ghosts = of(GhostMode::FreeRun, one_per_solver());
    for rounds in (1..).take(Ghosts::MAX - SolverKind::ALL.len()) {
        let options = SolverOptions { rounds, ..SolverOptions::default() };
        assert!(ghosts.add(GhostSetup { solver: SolverSetup { options, ..SolverSetup::default() }, skin: 2.0 }));
    }
    assert!(!ghosts.add(SolverKind::Disk.into()));
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
    let names: Vec<String> = ghosts.table().rows.iter().map(|row| row.name.clone()).collect();
    let added = &names[1 + SolverKind::ALL.len()..];
    assert_eq!([&names[1], &added[0], &added[4]], ["thick-sat", "thick-sat 2.0px 1r", "thick-sat 2.0px"]);
}
