//! Whether maps can be finished: what `seamwalker solve` and `seamwalker check --playable` say.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use seamwalker::collide::SolverSetup;
use seamwalker::lab::solve::{Bounds, Field, Missed, Reach, Run, Target, solve};
use seamwalker::level::{Level, Object, ObjectKind, Problem, Severity, export};
use seamwalker::sim::{InputRun, World, write_inputs};

use super::refuse;

/// Looks for a run and writes what was asked for: the inputs, and a picture of what was reached.
pub fn search(
    level: &Arc<Level>,
    solver: SolverSetup,
    targets: &[Target],
    states: usize,
    (write, reach): (Option<PathBuf>, Option<PathBuf>),
) -> ExitCode {
    let began = Instant::now();
    let bounds = Bounds { states, ..Bounds::default() };
    let (result, seen) = through(level, solver, targets, &bounds);
    println!("{}", told(&result, began));
    let what = targets.iter().map(|target| format!("{target:?}")).collect::<Vec<_>>().join(", then ");
    let inputs = write.zip(result.as_ref().ok().map(|run| file(run, level, solver, &what)));
    let picture = reach.map(|path| (path, picture(level, &seen)));
    for (path, text) in inputs.into_iter().chain(picture) {
        if let Err(error) = std::fs::write(&path, text) {
            return refuse(&format!("{}: {error}", path.display()));
        }
    }
    if result.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A run through some places to the exit or another end, each found after the one before.
pub fn through(
    level: &Arc<Level>,
    solver: SolverSetup,
    targets: &[Target],
    bounds: &Bounds,
) -> (Result<Run, Missed>, Reach) {
    let mut reach = Reach::default();
    let mut run = Run { inputs: Vec::new(), world: World::new(Arc::clone(level), solver), states: 0 };
    for &target in targets {
        let mut seen = Reach::default();
        let found = solve(&run.world, target, bounds, &mut seen);
        reach.add(seen);
        match found {
            Ok(next) => {
                let states = run.states + next.states;
                let inputs = [run.inputs, next.inputs].concat();
                run = Run { inputs, states, world: next.world };
            }
            Err(missed) => return (Err(Missed { states: missed.states + run.states, ..missed }), reach),
        }
    }
    (Ok(run), reach)
}

/// What cannot be reached, as far as searches tell: the exit, golden buttons on the way to it, beads.
pub fn problems(level: &Arc<Level>, file: &str) -> Vec<Problem> {
    let (solver, bounds) = (SolverSetup::default(), Bounds::default());
    let mut problems = Vec::new();
    let mut warn = |place: String, what: String, help: &str| {
        let help = help.to_owned();
        problems.push(Problem { severity: Severity::Warning, file: file.to_owned(), line: 0, place, what, help });
    };
    let named = |object: &Object| format!("object {} '{}'", object.id, object.name);
    let golden = |object: &&Object| matches!(object.kind, ObjectKind::Bead { golden: true });
    let ways = level
        .objects
        .iter()
        .filter(golden)
        .map(|button| (named(button), vec![Target::Object(button.id), Target::Exit]));
    let mut reach = Reach::default();
    for (place, targets) in std::iter::once((String::new(), vec![Target::Exit])).chain(ways) {
        let (result, seen) = through(level, solver, &targets, &bounds);
        reach.add(seen);
        if let Err(Missed { nearest, left, .. }) = result {
            let over = if place.is_empty() { "" } else { "over this golden button " };
            let what = format!(
                "no run {over}to the exit was found: the search came to {nearest}, {left:.0} px before its end"
            );
            warn(place, what, "see what it reached: seamwalker solve MAP --to ID --reach FILE.svg");
        }
    }
    for bead in level.objects.iter().filter(|object| matches!(object.kind, ObjectKind::Bead { golden: false })) {
        if !reach.is_near(&bead.aabb) {
            warn(
                named(bead),
                "no search came near this bead".to_owned(),
                "ask for it alone: seamwalker solve MAP --to ID",
            );
        }
    }
    problems
}

/// What came of a search, for people.
pub fn told(result: &Result<Run, Missed>, began: Instant) -> String {
    let seconds = began.elapsed().as_secs_f32();
    match result {
        Ok(run) => {
            let ticks = ticks(&run.inputs);
            format!(
                "found a run of {ticks} ticks ({:.2} s), {} states, {seconds:.1} s",
                ticks as f32 / 60.0,
                run.states
            )
        }
        Err(Missed { nearest, left, states, exhausted }) => {
            let why = if *exhausted { "tried everything that it knows" } else { "came to its bounds" };
            format!(
                "found no run: {why} after {states} states, {seconds:.1} s; the nearest was {nearest}, {left:.0} px to go"
            )
        }
    }
}

/// A run as a file of inputs.
pub fn file(run: &Run, level: &Level, solver: SolverSetup, what: &str) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(text, "# {}: to {what}, with {}; found by `seamwalker solve`.", level.name, solver.kind.name());
    text + &write_inputs(&run.inputs)
}

/// How long a run is.
pub fn ticks(inputs: &[InputRun]) -> u64 {
    inputs.iter().map(|run| u64::from(run.ticks)).sum()
}

/// The outline as a picture, with the cells that were reached below it.
pub fn picture(level: &Level, reach: &Reach) -> String {
    let mut cells = String::from("<g fill=\"#98b260\" fill-opacity=\"0.5\">\n");
    for (i, _) in reach.cells.iter().enumerate().filter(|(_, seen)| **seen) {
        let (x, y) = ((i % reach.size.0) as f32, (i / reach.size.0) as f32);
        let (x, y) = (reach.corner.x + x * Field::CELL, reach.corner.y + y * Field::CELL);
        let _ = writeln!(cells, "<rect x=\"{x}\" y=\"{y}\" width=\"{0}\" height=\"{0}\"/>", Field::CELL);
    }
    cells.push_str("</g>\n</svg>\n");
    export::svg(level).replace("</svg>\n", &cells)
}
