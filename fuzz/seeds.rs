//! Writes the seeds of every fuzz target to `fuzz/seeds`: fixtures, and small files that are created here.

#[path = "fuzz_targets/play.rs"]
mod play;
#[path = "fuzz_targets/saved.rs"]
mod saved;
#[path = "../tests/level_kit/tmj.rs"]
mod tmj;
#[path = "../tests/level_kit/zip.rs"]
mod zip;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use saved::progress::CollectedCount;
use saved::replay_file::{ReplayFile, Split};
use saved::save_slot::SaveSlot;
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::{SessionPlace, SharedSession, Take};
use seamwalker_level::{Level, Limits};
use seamwalker_sim::{Assist, Feel, InputTimeline, Replay, Rules, World};

type Done = Result<(), Box<dyn Error>>;

/// The inputs of the seeds.
const INPUTS: [&str; 4] = [
    "60 right",
    "# a hop\n20 right\n12 right+jump\n8 none\n20 left+down\n",
    "10 right+jump+dash\n30 up\n5 down\n15 -",
    "1 none",
];

fn main() -> Done {
    copies()?;
    worlds()?;
    archives()?;
    recordings()?;
    sessions()
}

/// A path from the root of the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn put(target: &str, name: &str, bytes: impl AsRef<[u8]>) -> Done {
    let folder = repository("fuzz/seeds").join(target);
    fs::create_dir_all(&folder)?;
    Ok(fs::write(folder.join(name), bytes)?)
}

/// The files of a folder by name, without subfolders.
fn files(folder: &str) -> Result<BTreeMap<String, Vec<u8>>, Box<dyn Error>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(repository(folder))? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            files.insert(entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// Fixtures, and the same files as JSON. The shipped maps are too large: small ones run a hundred times as often.
fn copies() -> Done {
    let folders = [
        ("map", "tests/fixtures/sink", ".tmx"),
        ("map", "tests/fixtures/things", ".tmx"),
        ("map", "tests/fixtures/odd", ".tmx"),
        ("map", "tests/fixtures/world", ".tmx"),
        ("tileset", "maps/tilesets", ".tsx"),
        ("json", "tests/fixtures/world", ".world"),
        ("picture", "tests/fixtures/pictures", ""),
    ];
    for (target, folder, ending) in folders {
        for (name, bytes) in files(folder)?.iter().filter(|(name, _)| name.ends_with(ending)) {
            put(target, name, bytes)?;
            if target != "json" && target != "picture" {
                put("json", &format!("{name}.json"), tmj::to_json(&String::from_utf8_lossy(bytes)))?;
            }
        }
    }
    for (name, path) in [("game.ron", "maps/pack.ron"), ("example.ron", "examples/pack/pack.ron")] {
        put("pack", name, fs::read(repository(path))?)?;
    }
    Ok(())
}

fn worlds() -> Done {
    put("world", "rooms.world", fs::read(repository("tests/fixtures/world/rooms.world"))?)?;
    let listed = r#"{"maps":[{"fileName":"hall.tmx","x":0,"y":0,"width":640,"height":352},
        {"fileName":"stairs.tmx","x":640,"y":-16},{"fileName":"room-2-0.tmx","x":1280,"y":0}],"onlyShowAdjacentMaps":true,"type":"world"}"#;
    put("world", "listed.world", listed)?;
    let pattern = r#"{"patterns":[{"regexp":"room-(\\d+)-(\\d+)\\.tmx","multiplierX":640,"multiplierY":352,"offsetX":-240,"offsetY":0}],"type":"world"}"#;
    put("world", "pattern.world", pattern)
}

fn archives() -> Done {
    let sink = files("tests/fixtures/sink")?;
    let tiles = fs::read(repository("tests/fixtures/tiles.tsx"))?;
    let world = files("tests/fixtures/world")?;
    let world: Vec<(&str, &[u8])> = world.iter().map(|(name, bytes)| (name.as_str(), &bytes[..])).collect();
    let things = [("pack/deep/things.tmx", play::THINGS), ("readme.txt", &b"hello"[..])];
    let sink =
        [("m.tmx", &sink["m.tmx"][..]), ("tiles.tsx", &tiles[..]), ("p.tiled-project", &sink["p.tiled-project"])];
    for (name, list) in [("world", &world[..]), ("things", &things[..]), ("sink", &sink[..])] {
        put("zip", &format!("{name}-packed.zip"), zip::archive(list.iter().copied(), true)?)?;
        put("zip", &format!("{name}-stored.zip"), zip::archive(list.iter().copied(), false)?)?;
    }
    Ok(())
}

fn replay(level: &Arc<Level>, index: usize) -> Result<Replay, Box<dyn Error>> {
    let mut world = World::new(Arc::clone(level), SolverSetup::new(SolverKind::ALL[index % SolverKind::ALL.len()]));
    if index % 2 == 1 {
        world.rules.feel = Feel { run: 170.0, ..Feel::default() };
        world.rules.assist = Assist { no_hazards: true, ..Assist::default() };
    }
    Ok(Replay::record(world, &INPUTS[index].parse::<InputTimeline>()?))
}

/// Inputs, replays, and slots with such replays.
fn recordings() -> Done {
    for (name, bytes) in files("tests/runs")?.into_iter().chain(files("maps/runs")?) {
        if name.starts_with("first_stitch") || name.starts_with("zoo") {
            put("inputs", &name, bytes)?;
        }
    }
    let mut slot = SaveSlot::default();
    slot.played = 1234;
    put("save", "new.json", slot.text())?;
    for (index, inputs) in INPUTS.iter().enumerate() {
        put("inputs", &format!("{index}.txt"), inputs)?;
        let splits = vec![Split { checkpoint: 7, ticks: 90 }];
        let file = ReplayFile::new("things".into(), splits, replay(&play::LEVEL, index)?);
        put("replay", &format!("{index}.replay.json"), file.text())?;
        let map = if index == 0 { "things".to_owned() } else { format!("things-{index}") };
        slot.progress.finish(&map, Some(100), CollectedCount { beads: 3, golden: 1 });
        slot.keep_run(&map, &play::LEVEL, file);
        put("save", &format!("{index}.json"), slot.text())?;
    }
    Ok(())
}

/// `.lab` files of a custom map, of a scene, and of shipped maps, from the start and from a later tick.
fn sessions() -> Done {
    let own = BTreeMap::from([("maps/things.tmx".to_owned(), String::from_utf8(play::THINGS.to_vec())?)]);
    let places = [
        SessionPlace::Files { map: "maps/things.tmx".into(), files: own },
        SessionPlace::Scene(seamwalker_lab::scenes()[0].name.clone()),
        SessionPlace::Map("first_stitch".into()),
        SessionPlace::Map("loose_ends".into()),
    ];
    for (index, place) in places.into_iter().enumerate() {
        for later in [0, 40] {
            let mut world = World::new(place.level(&Limits::DEFAULT)?, SolverSetup::default());
            world.set_rules(Rules { skin: 2.0, ..world.rules })?;
            for input in INPUTS[0].parse::<InputTimeline>()?.iter().take(later) {
                world.step(input);
            }
            let mut take = Take::new(world, INPUTS[1].parse()?);
            (take.from, take.to) = (10, 40);
            let session = SharedSession::new(place.clone(), &take);
            put("lab", &format!("{index}-{later}.lab"), session.text())?;
        }
    }
    Ok(())
}
