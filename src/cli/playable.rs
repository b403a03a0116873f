//! Searches for runs: `seamwalker solve` and `seamwalker check --playable`.

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::Vec2;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::Observer;
use seamwalker_lab::solve::{Bounds, Grid, Missed, Reach, Run, SearchEnd, Target, solve};
use seamwalker_level::pack::Pack;
use seamwalker_level::{Level, Object, ObjectKind, Problem, Severity, export};
use seamwalker_sim::{InputTimeline, World};

use super::progress::ProgressLine;
use super::{Failure, ResolvedMap, find_and_read, packs};
use crate::output::write_file;

/// How many ids the error for an unknown id suggests.
const NEAREST_IDS: usize = 5;

#[derive(clap::Args)]
pub struct SolveArgs {
    /// Map or world file, name of a shipped map, or a pack: a folder or a zip archive, whose maps are searched one after another
    map: PathBuf,
    /// The solver
    #[arg(long, value_parser = super::solver(), default_value_t)]
    solver: SolverKind,
    /// Target of the run: exit, an object's id, or a position in pixels such as 120,64. Repeat it to visit several targets in
    /// this order
    #[arg(long = "to", default_value = "exit", allow_hyphen_values = true)]
    targets: Vec<Target>,
    /// Write the inputs to this file
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Write an SVG picture of every position that the search reached
    #[arg(long, value_name = "FILE")]
    reach: Option<PathBuf>,
    /// Maximum number of states in each of the three passes
    #[arg(long, default_value_t = Bounds::default().states)]
    states: usize,
    /// Time limit; afterwards the search reports how near it came
    #[arg(long, value_name = "SECONDS", value_parser = super::seconds, default_value = super::TIMEOUT)]
    timeout: Duration,
    #[command(flatten)]
    read: super::ReadArgs,
}

/// Searches for a run in a map, or in each map of a pack.
pub fn search(arguments: &SolveArgs) -> Result<(), Failure> {
    let access = &arguments.read.access();
    if !Pack::is_one(&arguments.map) {
        let (found, level) = find_and_read(&arguments.map, access)?;
        return search_in(arguments, &found, &level);
    }
    if arguments.write.is_some() || arguments.reach.is_some() {
        let what = "--write and --reach are for one map; name a map of the pack";
        return Err(Failure::Usage(what.to_owned()));
    }
    let pack = packs::open(&arguments.map, access)?;
    let mut failed = false;
    for map in packs::maps(&pack, &arguments.map) {
        say_part!("{}: ", map.relative(&map.path));
        let done = super::read_map(&map, access).and_then(|level| search_in(arguments, &map, &level));
        failed |= done.is_err();
        if let Err(Failure::Failed(why) | Failure::Usage(why)) = done {
            say!("{why}");
        }
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// Searches for a run, and writes the requested files: its inputs, and a picture of the reached positions.
fn search_in(arguments: &SolveArgs, found: &ResolvedMap, level: &Arc<Level>) -> Result<(), Failure> {
    let SolveArgs { solver, targets, write, reach, states, timeout, .. } = arguments;
    let (solver, states, timeout) = (SolverSetup::new(*solver), *states, *timeout);
    if let Some(why) = targets.iter().find_map(|&target| missing(level, target)) {
        return Err(format!("{}: {why}", found.relative(&found.path)).into());
    }
    let began = Instant::now();
    let bounds = Bounds { states, ..Bounds::default() };
    let progress = ProgressLine::searching(&level.name, timeout);
    let (result, seen) = through(level, solver, targets, &bounds, &progress);
    drop(progress);
    match &result {
        Ok(run) => {
            let (ticks, seconds) = (run.inputs.len(), began.elapsed().as_secs_f32());
            let played = ticks as f32 / 60.0;
            say!("found a run of {ticks} ticks ({played:.2} s), {} states, {seconds:.1} s", run.states);
        }
        Err(missed) => {
            let goals = Goals { level, file: &found.path };
            let seconds = began.elapsed().as_secs_f32();
            let what = format!("found no run: {}, after {seconds:.1} s", goals.reason(missed));
            let problem = goals.problem(Severity::Error, missed, what);
            say!("{}", Problem { file: found.relative(&problem.file), ..problem });
        }
    }
    let what = targets.iter().map(|target| format!("{target:?}")).collect::<Vec<_>>().join(", then ");
    let inputs = write.as_ref().zip(result.as_ref().ok().map(|run| file(run, level, solver, &what)));
    let picture = reach.as_ref().map(|path| (path, picture(level, &seen)));
    for (path, text) in inputs.into_iter().chain(picture) {
        write_file(path, text)?;
    }
    result.map_or(Err(Failure::Reported), |_| Ok(()))
}

/// Why the level has no such target.
fn missing(level: &Level, target: Target) -> Option<String> {
    match target {
        target if target.objects(level).next().is_some() => None,
        Target::Exit => Some("the map has no exit; insert the template templates/exit.tx".to_owned()),
        Target::Object(id) => {
            let mut others: Vec<&Object> = level.objects.iter().collect();
            others.sort_by_key(|object| object.id.abs_diff(id));
            others.truncate(NEAREST_IDS);
            let others: Vec<String> = others.into_iter().map(title).collect();
            let help = match others.as_slice() {
                [] => "the map has no objects that the game uses".to_owned(),
                others => format!("the closest ids are {}", others.join(", ")),
            };
            Some(format!("the map has no object {id} that the game uses; {help}"))
        }
        _ => None,
    }
}

/// The name of an object in messages: `object 12 (Bead 'in the attic')`.
fn title(object: &Object) -> String {
    let kind = format!("{:?}", object.kind);
    let kind = kind.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let name = if object.name.is_empty() { String::new() } else { format!(" '{}'", object.name) };
    format!("object {} ({kind}{name})", object.id)
}

/// A run to several targets, one after the other.
fn through(
    level: &Arc<Level>,
    solver: SolverSetup,
    targets: &[Target],
    bounds: &Bounds,
    observer: &dyn Observer,
) -> (Result<Run, Missed>, Reach) {
    let mut reach = Reach::default();
    let start = Run { inputs: InputTimeline::default(), world: World::new(Arc::clone(level), solver), states: 0 };
    let result = targets.iter().try_fold(start, |run, &target| {
        let mut seen = Reach::default();
        let found = solve(&run.world, target, bounds, &mut seen, observer);
        reach.add(seen);
        run.then(found)
    });
    (result, reach)
}

/// The goals of a level.
struct Goals<'a> {
    level: &'a Level,
    /// The map.
    file: &'a str,
}

impl Goals<'_> {
    /// The object that was not reached; the nearest of several exits.
    fn object(&self, missed: &Missed) -> Option<&Object> {
        let far = |object: &Object| object.aabb.closest_point(missed.nearest).distance(missed.nearest);
        missed.target.objects(self.level).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    fn problem(&self, severity: Severity, missed: &Missed, what: String) -> Problem {
        let help = match missed.end {
            SearchEnd::Bounds => "raise the limit: seamwalker solve MAP --to ID --states NUMBER",
            SearchEnd::Cancelled => "allow more time: --timeout SECONDS",
            SearchEnd::TooLarge => "split the map into the maps of a world",
            _ => "see how far it got: seamwalker solve MAP --to ID --reach FILE.svg",
        };
        let place = match missed.target {
            Target::Point(Vec2 { x, y }) => format!("position {x},{y}"),
            _ => String::new(),
        };
        let about = self.object(missed).ok_or(place);
        self.about(severity, about, what, help)
    }

    /// Why a search found nothing, and how near it came.
    fn reason(&self, missed: &Missed) -> String {
        let Missed { nearest, left, states, end, .. } = missed;
        let Vec2 { x, y } = nearest;
        let why = match end {
            SearchEnd::Exhausted => "the search tried everything",
            SearchEnd::Bounds => "the search reached its limit",
            SearchEnd::Cancelled => "time is up",
            SearchEnd::WalledOff => {
                let from = "no free space leads there; the nearest reachable position";
                return format!("{from} is {x:.0},{y:.0}, {left:.0} px from it");
            }
            SearchEnd::TooLarge => return "the map is too large to search".to_owned(),
            _ => "the search ended",
        };
        let far = match (left.is_finite(), missed.target, self.object(missed)) {
            (true, ..) => format!("{left:.0} px short of the target along the way"),
            (_, Target::Point(goal), _) => format!("{:.0} px from it", goal.distance(*nearest)),
            (_, _, Some(goal)) => format!("{:.0} px from it", goal.aabb.closest_point(*nearest).distance(*nearest)),
            _ => "no closer".to_owned(),
        };
        format!("{why} after {states} states; it got to {x:.0},{y:.0}, {far}")
    }

    /// A problem with an object or another place.
    fn about(&self, severity: Severity, about: Result<&Object, String>, what: String, help: &str) -> Problem {
        let known = about.as_ref().ok().and_then(|object| self.level.line_of(object.id));
        let (file, line) = known.unwrap_or((self.file, 0));
        let place = about.map_or_else(|place| place, title);
        Problem { severity, file: file.to_owned(), line, place, what, help: help.to_owned() }
    }
}

/// Warnings about everything that no search reached: the exit, golden buttons on the way to it, beads.
pub fn problems(found: &ResolvedMap, level: &Arc<Level>, timeout: Duration, max_problems: usize) -> Vec<Problem> {
    if missing(level, Target::Exit).is_some() {
        // The check of the map reports a missing exit.
        return Vec::new();
    }
    let (solver, bounds) = (SolverSetup::default(), Bounds::default());
    let goals = Goals { level, file: &found.path };
    let mut problems = Vec::new();
    let golden = |object: &&Object| matches!(object.kind, ObjectKind::Bead { golden: true });
    let buttons: Vec<&Object> = level.objects.iter().filter(golden).collect();
    let progress = ProgressLine::searching(&level.name, timeout);
    let mut reach = Reach::default();
    for (done, button) in std::iter::once(None).chain(buttons.iter().map(Some)).enumerate() {
        let targets = button.map(|button| Target::Object(button.id)).into_iter().chain([Target::Exit]);
        let (result, seen) = through(level, solver, &targets.collect::<Vec<_>>(), &bounds, &progress);
        reach.add(seen);
        let Err(missed) = result else { continue };
        let over = match button {
            Some(button) if missed.target == Target::Exit => format!("over {} ", title(button)),
            _ => String::new(),
        };
        let what = format!("no run {over}was found: {}", goals.reason(&missed));
        problems.push(goals.problem(Severity::Warning, &missed, what));
        if missed.end == SearchEnd::Cancelled {
            let left = buttons.len() - done;
            if left > 0 {
                let what = format!("time is up: {left} of {} golden buttons were not tried", buttons.len());
                let help = "allow more time: --timeout SECONDS";
                problems.push(goals.about(Severity::Warning, Err(String::new()), what, help));
            }
            break;
        }
    }
    drop(progress);
    let beads = level.objects.iter().filter(|object| matches!(object.kind, ObjectKind::Bead { golden: false }));
    // The limit also bounds the time: each bead is compared with every reached cell.
    for bead in beads.filter(|bead| !reach.is_near(&bead.aabb)).take(max_problems) {
        let near = reach.nearest(&bead.aabb);
        let near = near.map_or_else(String::new, |(place, far)| {
            format!("; the nearest position reached is {:.0},{:.0}, {far:.0} px away", place.x, place.y)
        });
        let help = format!("search for it alone: seamwalker solve MAP --to {}", bead.id);
        problems.push(goals.about(Severity::Warning, Ok(bead), format!("no search came near this bead{near}"), &help));
    }
    problems
}

/// A run as an input file.
fn file(run: &Run, level: &Level, solver: SolverSetup, what: &str) -> String {
    let (name, kind) = (&level.name, solver.kind.name());
    format!("# {name}: to {what}, with {kind}; found by `seamwalker solve`.\n{}", run.inputs)
}

/// A picture of the outline over the reached cells.
fn picture(level: &Level, reach: &Reach) -> String {
    let mut cells = String::from("<g fill=\"#98b260\" fill-opacity=\"0.5\">\n");
    for (i, _) in reach.cells.iter().enumerate().filter(|(_, seen)| **seen) {
        let Vec2 { x, y } = reach.grid.middle(i) - Grid::CELL * 0.5;
        let _ = writeln!(cells, "<rect x=\"{x}\" y=\"{y}\" width=\"{0}\" height=\"{0}\"/>", Grid::CELL);
    }
    cells.push_str("</g>\n</svg>\n");
    export::svg(level).replace("</svg>\n", &cells)
}
