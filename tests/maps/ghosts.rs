//! Other solvers beside a game: who does the same is at the same place to the bit, who does not is seen, and looking changes
//! nothing.

use std::sync::Arc;

use seamwalker::collide::{SolverKind, SolverOptions, SolverSetup};
use seamwalker::lab::{
    GhostMode, GhostSetup, GhostState, GhostTable, Ghosts, Heat, Judge, Recorded, ascii, one_ways, seams,
};
use seamwalker::level::{Level, shipped};
use seamwalker::sim::{Buttons, Input, InputTimeline, World};

/// Plays inputs with ghosts beside; `each` sees every tick.
fn beside(
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

fn everybody() -> impl Iterator<Item = GhostSetup> {
    SolverKind::ALL.into_iter().map(GhostSetup::from)
}

/// A recorded run: its level and what is pressed.
fn recorded(map: &str) -> (Arc<Level>, InputTimeline) {
    let files = shipped();
    let runs = Recorded::list(&files).unwrap();
    let run = runs.iter().find(|run| run.map == map && run.solver == SolverKind::ThickSat).unwrap();
    (run.level(&files).unwrap(), run.inputs(&files).unwrap())
}

fn row(table: &GhostTable, kind: SolverKind) -> &seamwalker::lab::GhostRow {
    table.rows.iter().skip(1).find(|row| row.kind == kind).unwrap()
}

#[test]
fn the_same_solver_lives_the_same_life() {
    for map in ["first_stitch", "spool_works"] {
        let (level, inputs) = recorded(map);
        let mut ghosts = of(GhostMode::FreeRun, everybody());
        let mut same = 0;
        beside(&level, inputs.iter().take(600), &mut ghosts, |world, ghosts| {
            let ghost = ghosts.each()[0].world.as_ref().unwrap();
            assert_eq!(ghost.hash(), world.hash(), "{map}, tick {}", world.state.ticks);
            same += 1;
        });
        let table = ghosts.table();
        assert_eq!((same, table.rows[1].farthest, table.rows[1].snags), (600, 0.0, Some(0)), "{map}");
        let others = table.rows.iter().skip(2).filter(|row| row.farthest > 0.0).count();
        assert!(others >= 3, "{map}: ways part: {table:?}");
    }
}

#[test]
fn the_same_step_has_the_same_end() {
    let (level, inputs) = recorded("spool_works");
    let setups = [GhostSetup::from(SolverKind::ThickSat), SolverKind::PerAxis.into(), SolverKind::Disk.into()];
    let mut ghosts = of(GhostMode::SameStart, setups);
    beside(&level, inputs.iter().take(600), &mut ghosts, |world, ghosts| {
        assert_eq!(ghosts.each()[0].world.as_ref().unwrap().hash(), world.hash());
    });
    let table = ghosts.table();
    assert_eq!(table.rows[1].farthest, 0.0);
    // What differs begins anew in every tick: it stays as near as one tick can lead away.
    for row in &table.rows[2..] {
        assert!(row.farthest > 0.0 && row.farthest < 16.0, "{row:?}");
    }
}

#[test]
fn looking_changes_nothing() {
    let (level, inputs) = recorded("spool_works");
    let alone = beside(&level, &inputs, &mut Ghosts::default(), |_, _| {});
    for mode in [GhostMode::FreeRun, GhostMode::SameStart] {
        let mut ghosts = of(mode, everybody());
        let mut heat = Heat::new(level.tile_size.as_vec2());
        let watched = beside(&level, &inputs, &mut ghosts, |world, ghosts| {
            ghosts.ticks().for_each(|tick| heat.add(&tick));
            assert!(one_ways(world, 24.0).len() < 64);
        });
        assert!(alone.state.finished && watched.hash() == alone.hash(), "{mode:?}");
        assert_eq!(ghosts.table().rows[0].state, GhostState::Finished, "{mode:?}: you, too, are at the exit");
        assert!(heat.tiles().count() > 20);
    }
    assert!(!seams(level.terrain.pieces()).is_empty());
}

/// Boxes know a slope by its height under the foot: on a way of seams and slopes they part from the outline's solvers.
#[test]
fn boxes_part_from_outlines_on_slopes() {
    let level = Arc::new(ascii::level(
        "
         ................
         ......../##\\....
         .P...../####\\...
         #####_##########",
    ));
    let right = [Input { buttons: Buttons::RIGHT }; 90];
    for mode in [GhostMode::FreeRun, GhostMode::SameStart] {
        let mut ghosts = of(mode, everybody());
        beside(&level, right, &mut ghosts, |_, _| {});
        let table = ghosts.table();
        assert_eq!(row(&table, SolverKind::ThickSat).farthest, 0.0);
        assert!(row(&table, SolverKind::PerAxis).farthest > 0.01, "{mode:?} {table:?}");
    }
}

/// Slopes up and down under bare slides: the place where solvers snag.
fn hills() -> Arc<Level> {
    Arc::new(ascii::level(
        "
         ...........................................
         ...........................................
         .........../\\......./##\\.....ab..cd.........
         .P......../##\\...../####\\...ab####cd...e\\...
         ########################################f####",
    ))
}

#[test]
fn the_heat_counts_what_the_judges_count() {
    let level = hills();
    let mut ghosts = of(GhostMode::FreeRun, everybody());
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
    assert_eq!(heat.snags(), counted);
    assert_eq!(heat.tiles().map(|warm| u64::from(warm.snags)).sum::<u64>(), counted);
    let ticks: u32 = heat.tiles().map(|warm| warm.ticks).sum();
    assert_eq!(ticks as usize, 600 * table.rows.len(), "everybody, in every tick");
    assert_eq!(table.rows[0].snags, row(&table, SolverKind::ThinSat).snags, "the player and its like");
}

#[test]
fn who_died_waits_until_all_begin_together() {
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
    // The player is put back, so that the ghost is the first to come to the pins, and alone.
    world.state.player.aabb.center.x -= 110.0;
    let hashes: Vec<u64> = (0..40).map(|_| tick(&mut world, &mut ghosts, Buttons::RIGHT)).collect();
    assert_eq!((ghosts.each()[0].state(), world.state.player.is_dead()), (GhostState::Died, false));
    assert_eq!(ghosts.ticks().count(), 1, "who waits does nothing");
    assert_eq!(hashes[38], hashes[39]);
    ghosts.start_together();
    assert_eq!(tick(&mut world, &mut ghosts, 0), world.hash());

    // Both die now. When the player is back, so is the ghost.
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
fn sixteen_fit_and_rewinding_brings_them_along() {
    let (level, inputs) = recorded("first_stitch");
    let mut ghosts = of(GhostMode::FreeRun, everybody());
    for rounds in (1..).take(Ghosts::MAX - SolverKind::ALL.len()) {
        let options = SolverOptions { rounds, ..SolverOptions::default() };
        assert!(ghosts.add(GhostSetup { solver: SolverSetup { options, ..SolverSetup::default() }, skin: 2.0 }));
    }
    assert!(!ghosts.add(SolverKind::Disk.into()));
    let mut early = None;
    beside(&level, inputs.iter().take(200), &mut ghosts, |world, _| {
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
    assert_eq!(
        (names[1].as_str(), names[9].as_str(), names[13].as_str()),
        ("thick-sat", "thick-sat 2.0px 1r", "thick-sat 2.0px")
    );
}
