//! The page `docs/LEVELS.md` about the levels and their recorded runs.

use std::fmt::Write;
use std::sync::Arc;

use glam::Vec2;

use super::recorded::text;
use super::{Observer, Recorded};
use seamwalker_collide::{SolverKind, SolverOptions, SolverSetup};
use seamwalker_level::pack::{CampaignWorld, Manifest};
use seamwalker_level::{Files, Level, Object, ObjectKind, Value};
use seamwalker_sim::{Ending, RunResult, TICK_RATE, World, run, stopwatch};

/// The worlds of a campaign with the numbers and names of their levels; the last level is a world of its own.
fn numbered(manifest: &Manifest) -> Vec<(String, Vec<(String, String)>)> {
    let world = |(i, world): (usize, &CampaignWorld)| {
        let levels = world.levels.iter().enumerate();
        (world.name.clone(), levels.map(|(k, name)| (format!("{}-{}", i + 1, k + 1), name.clone())).collect())
    };
    let worlds = manifest.worlds.iter().enumerate().map(world);
    let number = format!("{}-1", manifest.worlds.len() + 1);
    let last = manifest.last.as_ref().map(|last| ("The end".to_owned(), vec![(number, last.level.clone())]));
    worlds.chain(last).collect()
}

/// A level, its recorded runs, and the world at the end of each.
struct LevelRuns {
    level: Arc<Level>,
    runs: Vec<(Recorded, World)>,
}

/// The page about all levels, with the results of every solver in the recorded runs. `files` are those of the game; `end` gives the
/// world at the end of a run, see [`Recorded::end`].
///
/// # Errors
/// Which file cannot be read.
pub fn levels_page(
    files: &dyn Files,
    end: &dyn Fn(&Recorded) -> Result<World, String>,
    observer: &dyn Observer,
) -> Result<String, String> {
    let path = format!("maps/{}", Manifest::FILE);
    let worlds = numbered(&Manifest::parse(&text(files, &path)?).map_err(|problem| problem.to_string())?);
    let recorded = Recorded::list(files)?;
    let (mut done, total) = (0, worlds.iter().map(|(_, levels)| levels.len()).sum());
    let mut page = String::from(LEVELS_HEAD);
    for (world, levels) in worlds {
        // Writing to a String cannot fail.
        let _ = writeln!(page, "\n## {world}");
        for (number, name) in levels {
            observer.progress(done, total, format_args!("{name}"));
            done += 1;
            let runs = recorded.iter().filter(|run| run.map == name).map(|run| Ok((run.clone(), end(run)?)));
            let runs = runs.collect::<Result<Vec<_>, String>>()?;
            let Some((_, first)) = runs.first() else { return Err(format!("{name} has no recorded run")) };
            let runs = LevelRuns { level: Arc::clone(&first.level), runs };
            runs.write(&number, &name, files, &mut page)?;
        }
    }
    Ok(page)
}

/// The beginning of the page.
const LEVELS_HEAD: &str = "\
# The levels

Written by `seamwalker compare --document docs`; a test keeps it up to date. Times are those of the recorded runs in `maps/runs`.
Most of them were found by `seamwalker solve`, a search that knows every level and makes no mistakes. A player who sees a level for
the first time takes three to nine times as long, not counting the moments spent looking around.

The table below each picture shows what every solver makes of thick-sat's run. Where a solver fails with it and has a recorded run
of its own, the time of that run is given. All but thick-sat have the settings *as written* ([SOLVERS.md](SOLVERS.md)).
";

impl LevelRuns {
    fn write(&self, number: &str, name: &str, files: &dyn Files, page: &mut String) -> Result<(), String> {
        let meta = &self.level.meta;
        let idea = if let Some(Value::Text(idea)) = meta.properties.get("idea") { idea } else { "" };
        let count = |wanted: fn(&ObjectKind) -> bool| self.level.objects.iter().filter(|o| wanted(&o.kind)).count();
        let beads = count(|kind| matches!(kind, ObjectKind::Bead { golden: false }));
        let checkpoints = count(|kind| matches!(kind, ObjectKind::Checkpoint));
        let size = self.level.bounds.size() / self.level.tile_size.as_vec2();
        let _ = writeln!(page, "\n### {number} {}\n\n{idea}\n", meta.title);
        let _ = writeln!(page, "![{}](pictures/levels/{name}.png)\n", meta.title);
        let (Vec2 { x, y }, par) = (size, stopwatch((meta.par_time * TICK_RATE as f32) as u64));
        let _ = writeln!(page, "{x} x {y} tiles, {beads} beads, {checkpoints} checkpoints; par {par}.\n");
        let _ = writeln!(page, "| | |\n|---|---|");
        for kind in SolverKind::ALL {
            let _ = writeln!(page, "| {} | {} |", kind.name(), self.result(kind, files)?);
        }
        for object in self.level.objects.iter().filter(|o| matches!(o.kind, ObjectKind::Bead { golden: true })) {
            let Vec2 { x, y } = (object.aabb.center / 16.0).floor();
            let _ = writeln!(page, "| golden button at ({x}, {y}) | {} |", self.fastest_with(object));
        }
        Ok(())
    }

    /// The result of a solver with the run of the default solver, and with its own.
    fn result(&self, kind: SolverKind, files: &dyn Files) -> Result<String, String> {
        let own = self.runs.iter().find(|(run, end)| run.solver == kind && end.state.finished);
        let Some((main, _)) = self.runs.iter().find(|(run, _)| run.solver == SolverKind::ThickSat) else {
            return Ok(String::new());
        };
        let setup = SolverSetup { kind, options: SolverOptions::as_written() };
        let result = run(Arc::clone(&self.level), setup, &main.inputs(files)?);
        Ok(match (result.outcome, own) {
            (Ending::Finished, _) if result.deaths == 0 => format!("{}, same run", stopwatch(result.ticks)),
            (_, Some((_, own))) => {
                format!("{} with its own run; thick-sat's run {}", stopwatch(own.state.ticks), ends(&result))
            }
            _ => ends(&result),
        })
    }

    /// The fastest recorded run that collects an object and finishes.
    fn fastest_with(&self, object: &Object) -> String {
        let index = self.level.objects.iter().position(|other| other.id == object.id);
        let collected = |end: &&World| end.state.finished && index.is_some_and(|index| end.state.done[index]);
        let default = self.runs.iter().filter(|(run, _)| run.solver == SolverKind::ThickSat);
        let best = default.map(|(_, end)| end).filter(collected).map(|end| end.state.ticks).min();
        best.map_or("no run collects it".to_owned(), |ticks| format!("{} with this button", stopwatch(ticks)))
    }
}

/// The end of a run that fails.
fn ends(result: &RunResult) -> String {
    let Vec2 { x, y } = (result.position / 16.0).floor();
    match (result.outcome, result.deaths) {
        (Ending::Finished, _) => format!("dies and finishes in {}", stopwatch(result.ticks)),
        (_, 0) => format!("misses the exit, ends at tile ({x}, {y})"),
        (_, 1) => format!("dies once, ends at tile ({x}, {y})"),
        (_, deaths) => format!("dies {deaths} times, ends at tile ({x}, {y})"),
    }
}
