//! The shipped maps: read without a complaint, walked on a million times, and played to their ends.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::Vec2;
use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::lab::{Campaign, Recorded, Walk, levels_page};
use seamwalker::level::{self, Folder, Level, Object, ObjectKind};
use seamwalker::sim::{self, Ending, Event, World};

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

/// Two million random steps on all maps: the default solver never snags, never leaves an overlap, never gets into a wall.
#[test]
fn two_million_steps_on_all_maps_show_nothing_wrong() {
    const EACH: u64 = 100_000;
    let setup = SolverSetup::new(SolverKind::ThickSat);
    for (name, level) in maps() {
        let walk = Walk::in_level(&level, Vec2::new(6.0, 11.0));
        assert!(walk.starts.len() > 100, "{name}: only {} free places", walk.starts.len());
        let report = walk.run(&setup, EACH, 1);
        println!("{name}: {report:?}");
        assert_eq!(report.steps, EACH, "{name}");
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

/// Every level of the quilt is finished under three solvers, and with each of its golden buttons.
#[test]
fn every_level_is_proven() {
    let quilt = Campaign::parse(&fs::read_to_string(root().join("maps").join(Campaign::FILE)).unwrap()).unwrap();
    let names = quilt.worlds.iter().flat_map(|world| &world.levels).chain(quilt.last.iter().map(|last| &last.level));
    let (runs, names): (_, Vec<&String>) = (recorded(), names.collect());
    for name in names {
        let own: Vec<_> = runs.iter().filter(|(run, _)| run.map == *name).collect();
        for kind in [SolverKind::ThickSat, SolverKind::PerAxis, SolverKind::MandatoryFirst] {
            assert!(own.iter().any(|(run, _)| run.solver == kind), "{name} has no run with {kind}");
        }
        let level = &own[0].1;
        let golden = |object: &Object| matches!(object.kind, ObjectKind::Bead { golden: true });
        let ends: Vec<World> = own.iter().map(|(run, level)| end(run, level)).collect();
        let buttons = level.objects.iter().enumerate().filter(|(_, object)| golden(object));
        for (index, object) in buttons.clone() {
            assert!(
                ends.iter().any(|end| end.state.finished && end.state.done[index]),
                "{name}: no run takes object {}",
                object.id
            );
        }
        assert_eq!(buttons.count(), 3, "{name}");
        let beads = level.objects.iter().filter(|o| matches!(o.kind, ObjectKind::Bead { golden: false })).count();
        assert!((40..=80).contains(&beads), "{name} has {beads} beads");
        assert!(level.meta.par_time > 0.0 && !level.meta.title.is_empty(), "{name}");
    }
}

/// How long the run of a level that lingers least may take from one checkpoint to the next, in ticks. People take two to three
/// times as long; from checkpoint to checkpoint they should take no more than 25 s.
const FAR: u64 = 500;

#[test]
fn checkpoints_are_near_each_other() {
    let mut longest = BTreeMap::<String, u64>::new();
    for (run, level) in recorded().iter().filter(|(run, _)| run.solver == SolverKind::ThickSat) {
        let mut world = World::new(Arc::clone(level), SolverSetup::new(run.solver));
        let (mut last, mut most) = (0, 0);
        for input in &run.inputs(&files()).unwrap() {
            let events = world.step(input);
            if world.state.finished || events.iter().any(|event| matches!(event, Event::Checkpoint { .. })) {
                most = most.max(world.state.ticks - last);
                last = world.state.ticks;
            }
        }
        // A run over a golden button goes a long way round, or past a checkpoint.
        let known = longest.entry(run.map.clone()).or_insert(most);
        *known = most.min(*known);
    }
    assert!(longest.values().all(|ticks| *ticks <= FAR), "{longest:?}");
}

/// The game at the end of a run.
fn end(run: &Recorded, level: &Arc<Level>) -> World {
    let mut world = World::new(Arc::clone(level), SolverSetup::new(run.solver));
    for input in &run.inputs(&files()).unwrap() {
        world.step(input);
    }
    world
}

/// When it fails: `cargo run --release -- levels --document docs`.
#[test]
fn the_page_of_the_levels_is_what_the_runs_say() {
    let page = levels_page(&files(), &()).unwrap();
    let known = fs::read_to_string(root().join("docs/LEVELS.md")).unwrap();
    let differs = page.lines().zip(known.lines()).find(|(now, known)| now != known);
    assert!(page == known, "docs/LEVELS.md is of yesterday: {differs:?}");
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
        let inputs = run.inputs(&files()).unwrap();
        for (tick, input) in (0..).zip(&inputs) {
            if tick == inputs.len() / 2 {
                world = world.clone();
            }
            world.step(input);
            if world.state.finished {
                break;
            }
        }
        assert_eq!(world.hash(), run.hash, "{run}");
    }
}
