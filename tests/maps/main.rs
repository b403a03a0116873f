//! The shipped maps: read without a complaint, and played to their ends.

#[path = "../common/settings.rs"]
mod settings;
#[path = "../common/walk.rs"]
mod walk;

mod dressing;
mod first_stitch;
mod gallery;
mod ghosts;
mod holds;
mod places;
mod scoreboard;
mod shipped;

mod waits;
mod works;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};

use seamwalker_collide::SolverSetup;
use seamwalker_level::{Folder, Level};
use seamwalker_sim::{InputTimeline, Rules, World};

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// The files of the game.
fn files() -> Folder {
    Folder::new(root())
}

/// The shipped maps by name. Each must be read without a warning.
fn maps() -> &'static BTreeMap<String, Arc<Level>> {
    static MAPS: LazyLock<BTreeMap<String, Arc<Level>>> = LazyLock::new(|| {
        let paths = fs::read_dir(root().join("maps")).unwrap().map(|entry| entry.unwrap().path());
        let maps = paths.filter(|path| path.extension().is_some_and(|e| e == "tmx"));
        let names = maps.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
        let read = |name: String| {
            let level = seamwalker_level::read(&files(), &format!("maps/{name}.tmx")).unwrap();
            assert!(level.warnings.is_empty(), "{name}: {:#?}", level.warnings);
            (name, Arc::new(level))
        };
        names.map(read).collect()
    });
    &MAPS
}

fn level(map: &str) -> Arc<Level> {
    Arc::clone(&maps()[map])
}

/// A new world on a shipped map. The terrain of a map is compiled once for all tests, because that takes longer than most runs.
fn world(map: &str, solver: SolverSetup) -> World {
    static NEW: Mutex<BTreeMap<String, World>> = Mutex::new(BTreeMap::new());
    let mut known = NEW.lock().unwrap();
    let new = known.entry(map.to_owned()).or_insert_with(|| World::new(level(map), solver));
    let mut world = new.clone();
    world.rules = Rules::new(solver);
    world
}

/// The inputs of a recorded run.
fn inputs(file: &str) -> InputTimeline {
    let text = fs::read_to_string(root().join("maps/runs").join(file)).unwrap_or_else(|e| panic!("{file}: {e}"));
    text.parse().unwrap_or_else(|e| panic!("{file}: {e}"))
}
