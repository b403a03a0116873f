//! The shipped maps: read without a complaint, walked on a million times, and played to their ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use glam::Vec2;
use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::lab::Walk;
use seamwalker::level::{self, Folder, Level};
use seamwalker::sim::{self, Ending, InputRun, World};

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

fn inputs(name: &str) -> Vec<InputRun> {
    let path = root().join("maps/runs").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    sim::parse_inputs(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The recorded run of every map, its solver, and the hash of the world at its end. When a change of the simulation is
/// meant, the failure prints the line to put here.
const RUNS: &[(&str, &str, SolverKind, u64)] = &[
    ("first_stitch", "first_stitch.txt", SolverKind::ThickSat, 0xe36e_6811_acc5_3c6c),
    ("first_stitch", "first_stitch.txt", SolverKind::PerAxis, 0x682f_1003_b4a9_b8da),
    ("first_stitch", "first_stitch.txt", SolverKind::MandatoryFirst, 0xc988_8a24_a72b_409f),
    ("first_stitch", "first_stitch.txt", SolverKind::Swept, 0x5753_19e3_67ff_d4d3),
    ("first_stitch", "first_stitch.txt", SolverKind::VertexDiscard, 0x1139_8784_6e5a_953a),
    ("first_stitch", "first_stitch.txt", SolverKind::EdgeFlags, 0x1139_8784_6e5a_953a),
    ("first_stitch", "first_stitch.txt", SolverKind::Disk, 0x7d91_8ef0_3146_e4a7),
    ("seam_gallery", "seam_gallery.txt", SolverKind::ThickSat, 0xa8ad_5b11_5009_5959),
    ("spool_works", "spool_works.txt", SolverKind::ThickSat, 0xdff9_9d2b_b22b_c79e),
    ("spool_works", "spool_works_per_axis.txt", SolverKind::PerAxis, 0xc93d_8add_5708_7fd5),
    ("spool_works", "spool_works_mandatory_first.txt", SolverKind::MandatoryFirst, 0x2d50_bd11_1dd4_0db5),
    ("spool_works", "spool_works_buttons.txt", SolverKind::ThickSat, 0x22dd_c703_946d_e56e),
];

#[test]
fn the_recorded_runs_end_as_recorded() {
    let maps = maps();
    let mut wrong = Vec::new();
    for &(map, file, kind, hash) in RUNS {
        let (_, level) = maps.iter().find(|(name, _)| name == map).unwrap();
        let result = sim::run(Arc::clone(level), SolverSetup::new(kind), &inputs(file));
        assert_eq!(result.outcome, Ending::Finished, "{map} under {}: {result:?}", kind.name());
        if result.hash != hash {
            wrong.push(format!("    (\"{map}\", \"{file}\", SolverKind::{kind:?}, 0x{:016x}),", result.hash));
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
    for &(map, file, kind, hash) in RUNS {
        let level = read(&root().join("maps").join(format!("{map}.tmx")));
        let mut world = World::new(level, SolverSetup::new(kind));
        let inputs: Vec<_> = sim::unfold_inputs(&inputs(file)).collect();
        for (tick, input) in inputs.iter().enumerate() {
            if tick == inputs.len() / 2 {
                world = world.clone();
            }
            world.step(*input);
            if world.finished {
                break;
            }
        }
        assert_eq!(world.hash(), hash, "{map} under {}", kind.name());
    }
}
