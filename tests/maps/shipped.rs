//! The shipped maps: read without a complaint, walked on a million times, and played to their ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::Vec2;
use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::lab::{Recorded, Walk};
use seamwalker::level::{self, Folder, Level};
use seamwalker::sim::{self, Ending, World};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The shipped maps by name, in alphabetical order.
fn maps() -> Vec<(String, Arc<Level>)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join("maps")).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "tmx"));
    paths.sort();
    paths.iter().map(|p| (p.file_stem().unwrap().to_string_lossy().into_owned(), read(p))).collect()
}

fn read(path: &Path) -> Arc<Level> {
    let (folder, name) = Folder::for_map(path).unwrap();
    let level = level::read(&folder, &name).unwrap_or_else(|problems| panic!("{}: {problems:#?}", path.display()));
    assert!(level.warnings.is_empty(), "{}: {:#?}", path.display(), level.warnings);
    assert!(level::check(&folder, &name).is_empty(), "{}: {:#?}", path.display(), level::check(&folder, &name));
    Arc::new(level)
}

#[test]
fn every_map_is_read_without_a_complaint() {
    let names: Vec<String> = maps().into_iter().map(|(name, _)| name).collect();
    for name in ["first_stitch", "seam_gallery", "spool_works"] {
        assert!(names.iter().any(|n| n == name), "{name} is not shipped: {names:?}");
    }
}

/// A million random steps on each map: the default solver never snags, never leaves an overlap, never gets into a wall.
#[test]
fn a_million_steps_on_every_map_show_nothing_wrong() {
    let setup = SolverSetup::new(SolverKind::ThickSat);
    for (name, level) in maps() {
        let walk = Walk::in_level(&level, Vec2::new(6.0, 11.0));
        assert!(walk.starts.len() > 100, "{name}: only {} free places", walk.starts.len());
        let report = walk.run(&setup, 1_000_000, 1);
        println!("{name}: {report:?}");
        assert_eq!(report.steps, 1_000_000, "{name}");
        assert_eq!((report.snags, report.not_finite, report.escapes), (0, 0, 0), "{name}: {report:?}");
        assert!(report.worst_depth <= 0.01, "{name}: {report:?}");
    }
}

/// The files of the game, as they lie here.
fn files() -> Folder {
    Folder::new(root())
}

/// The recorded runs: maps/runs/recorded.txt.
fn recorded() -> Vec<(Recorded, Arc<Level>)> {
    let runs = Recorded::list(&files()).unwrap();
    let read = |run: &Recorded| run.level(&files()).unwrap_or_else(|error| panic!("{run}: {error}"));
    runs.into_iter().map(|run| (run.clone(), read(&run))).collect()
}

/// Every map has a run that reaches its exit. When a change of the simulation is meant, the failure prints the lines to put
/// into maps/runs/recorded.txt.
#[test]
fn the_recorded_runs_end_as_recorded() {
    let runs = recorded();
    for (name, _) in maps() {
        let proven = |run: &Recorded| run.map == name && run.solver == SolverKind::ThickSat;
        assert!(runs.iter().any(|(run, _)| proven(run)), "{name} has no recorded run");
    }
    let mut wrong = Vec::new();
    for (run, level) in runs {
        let inputs = run.inputs(&files()).unwrap_or_else(|error| panic!("{run}: {error}"));
        let result = sim::run(level, SolverSetup::new(run.solver), &inputs);
        assert_eq!(result.outcome, Ending::Finished, "{run}: {result:?}");
        if result.hash != run.hash {
            wrong.push(Recorded { hash: result.hash, ..run }.to_string());
        }
    }
    assert!(
        wrong.is_empty(),
        "other hashes than recorded; if that is meant, these are the new lines:\n{}",
        wrong.join("\n")
    );
}

/// A world cloned half way ends with the same hash as the original.
#[test]
fn a_clone_goes_on_to_the_same_end() {
    for (run, level) in recorded() {
        let mut world = World::new(level, SolverSetup::new(run.solver));
        let inputs: Vec<_> = sim::unfold_inputs(&run.inputs(&files()).unwrap()).collect();
        for (tick, input) in inputs.iter().enumerate() {
            if tick == inputs.len() / 2 {
                world = world.clone();
            }
            world.step(*input);
            if world.finished {
                break;
            }
        }
        assert_eq!(world.hash(), run.hash, "{run}");
    }
}
