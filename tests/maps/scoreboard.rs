//! The scoreboard: what all solvers would have done in the player's place.

use std::sync::Arc;
use std::time::Instant;

use seamwalker_assets::shipped;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{Judge, Recorded, Scoreboard, ascii, played_snags, scenes};
use seamwalker_sim::{Buttons, Input, World};

use crate::world;

/// Plays inputs, and asks all solvers in every tick. `clock` returns seconds. Returns the board, and how many ticks the judge counted.
fn play(world: &mut World, inputs: impl IntoIterator<Item = Input>, clock: &dyn Fn() -> f64) -> (Scoreboard, u64) {
    let (mut board, mut judge) = (Scoreboard::default(), Judge::new(&world.level));
    let mut counted = 0;
    for input in inputs {
        world.step(input);
        let snagged = judge.tick(world);
        counted += u64::from(snagged);
        board.tick(world, &judge, snagged, clock);
    }
    (board, counted)
}

fn right(ticks: usize) -> impl Iterator<Item = Input> {
    std::iter::repeat_n(Input { buttons: Buttons::RIGHT }, ticks)
}

/// The snags of every solver, with ground assist and without.
fn snags(board: &Scoreboard) -> [[u64; 2]; SolverKind::ALL.len()] {
    board.scores.map(|score| score.tallies.map(|tally| tally.snags))
}

#[test]
fn nobody_is_caught_on_a_flat_floor_or_at_a_wall() {
    let floor = Arc::new(ascii::level(
        "
         ....................#
         .P..................#
         #####################",
    ));
    for kind in SolverKind::ALL {
        for assist in [true, false] {
            let mut world = World::new(Arc::clone(&floor), SolverSetup::new(kind));
            world.rules.ground_assist = assist;
            let (board, counted) = play(&mut world, right(300), &|| 0.0);
            assert!(world.state.player.feet().x > 300.0, "{kind} reaches the wall");
            assert_eq!((snags(&board), counted), ([[0; 2]; 8], 0), "{kind}, {assist}: {:?}", board.pins);
        }
    }
}

/// Gravity alone presses who stands on a slope: some solvers slide down, the others hold it there. Neither loses what the player wants.
#[test]
fn nobody_is_caught_who_only_stands() {
    let slope = Arc::new(ascii::level(
        "
         ...P......./####
         ........../#####
         ........./######
         ######a#########",
    ));
    for kind in SolverKind::ALL {
        let mut world = World::new(Arc::clone(&slope), SolverSetup::new(kind));
        world.rules.ground_assist = false;
        world.start_at_point(glam::Vec2::new(158.0, 30.0), false);
        let (board, _) = play(&mut world, std::iter::repeat_n(Input::default(), 120), &|| 0.0);
        let asked = SolverKind::ALL.into_iter().filter(|asked| *asked != kind);
        let caught: Vec<SolverKind> = asked.filter(|asked| snags(&board)[*asked as usize] != [0; 2]).collect();
        assert_eq!(caught, [], "beside {kind}: {:?}", board.pins);
    }
}

/// The count of the solver in use includes the ticks in which it holds the player, which no single slide shows.
#[test]
fn the_solver_in_use_has_the_count_of_the_judge() {
    for assist in [true, false] {
        let mut world = world("seam_gallery", SolverSetup::new(SolverKind::ThinSat));
        world.rules.ground_assist = assist;
        world.start_at_point(glam::Vec2::new(280.0, 288.0), false);
        let (board, counted) = play(&mut world, right(200), &|| 0.0);
        let tally = board.scores[SolverKind::ThinSat as usize].tallies[usize::from(!assist)];
        assert_eq!((tally.snags, counted > 100), (counted, !assist));
        assert_eq!(u64::from(tally.longest_stop) > 100, !assist);
        assert!(
            board
                .pins
                .iter()
                .all(|pin| pin.is_real == (pin.setup.kind == SolverKind::ThinSat && pin.unassisted != assist))
        );
    }
}

/// Story: at the foot of a slope, thin-sat makes nearly the whole move, but reports a wall. The game takes the player's speed then, in every
/// tick. On the scoreboard thin-sat had no snag, and who switched to it stood still.
#[test]
fn a_solver_is_caught_where_it_takes_the_speed_at_a_wall_that_is_none() {
    let scenes = scenes();
    let scene = scenes.iter().find(|scene| scene.name == "stairs-22-16x16").unwrap();
    let (board, counted) = play(&mut scene.world(SolverSetup::default()), &scene.inputs(), &|| 0.0);
    let caught = snags(&board).map(|[_, without]| without > 0);
    assert_eq!(
        (counted, caught[SolverKind::ThickSat as usize], caught[SolverKind::ThinSat as usize]),
        (0, false, true)
    );
}

#[test]
fn pins_are_where_solvers_fail_and_say_how() {
    let files = shipped();
    let runs = Recorded::list(&files).unwrap();
    let run = runs.iter().find(|run| run.map == "seam_gallery" && run.solver == SolverKind::ThickSat).unwrap();
    let mut world = world("seam_gallery", SolverSetup::default());
    let (board, counted) = play(&mut world, &run.inputs(&files).unwrap(), &|| 0.0);
    let snags = snags(&board);
    for (kind, snags) in SolverKind::ALL.into_iter().zip(snags) {
        let with = matches!(kind, SolverKind::PerAxis | SolverKind::MandatoryFirst);
        let without = with || matches!(kind, SolverKind::ThinSat | SolverKind::EdgeFlags);
        assert_eq!(snags.map(|snags| snags > 0), [with, without], "{kind}: {snags:?}");
    }
    let pinned: u64 = board.pins.iter().map(|pin| u64::from(pin.count)).sum();
    assert_eq!((pinned, counted), (snags.iter().flatten().sum(), 0));
    let pin = board.pins.iter().find(|pin| pin.setup.kind == SolverKind::PerAxis).unwrap();
    let sentence = pin.sentence(&world.level.terrain);
    assert!(
        sentence.starts_with("per-axis would have been caught here: the slope of a tile pushes up and to the "),
        "{sentence}"
    );
    let film = pin.film(&world);
    assert!(film.slides[0].same && film.tick + 1 == pin.tick, "it shows the slide that was counted");
}

#[test]
fn a_visitor_sees_what_the_list_of_scenes_counts() {
    let scenes = scenes();
    let played = |name: &str| {
        let scene = scenes.iter().find(|scene| scene.name == name).unwrap();
        SolverKind::ALL.map(|kind| played_snags(scene, kind) > 0)
    };
    assert_eq!(played("flat-seams"), [false; 8]);
    assert_eq!(played("stairs-45-12x24"), [false, true, false, true, false, true, false, false]);
}

/// Prints the scoreboard of every recorded run, and what a tick of it costs: build it with `--release`.
#[test]
#[ignore = "it only prints"]
fn print_the_scoreboards() {
    let files = shipped();
    for run in Recorded::list(&files).unwrap().iter().filter(|run| run.solver == SolverKind::ThickSat) {
        let inputs = run.inputs(&files).unwrap();
        let mut world = World::new(run.level(&files).unwrap(), SolverSetup::default());
        let (mut board, mut judge) = (Scoreboard::default(), Judge::new(&world.level));
        let start = Instant::now();
        let clock = || start.elapsed().as_secs_f64();
        let mut costs = Vec::new();
        for input in &inputs {
            world.step(input);
            let before = clock();
            let snagged = judge.tick(&world);
            board.tick(&world, &judge, snagged, &clock);
            costs.push((clock() - before) * 1e6);
        }
        costs.sort_by(f64::total_cmp);
        let at = |share: f64| costs[((costs.len() - 1) as f64 * share) as usize];
        let mean = costs.iter().sum::<f64>() / costs.len() as f64;
        println!("{}: mean {mean:.1} us, median {:.1}, 90 % {:.1}, 99 % {:.1}", run.map, at(0.5), at(0.9), at(0.99));
        for (kind, score) in SolverKind::ALL.into_iter().zip(&board.scores) {
            let [with, without] =
                score.tallies.map(|tally| (tally.snags, tally.longest_stop, tally.lurches, tally.deepest));
            println!("  {kind:16} {with:?} {without:?} {:.0} ns", score.nanoseconds());
        }
        board.pins.iter().for_each(|pin| println!("    {:?} {}", pin.at(), pin.sentence(&world.level.terrain)));
    }
}
