//! Randomly damaged maps, in XML and JSON, and archives of them. Reading each must end in bounded time, in a level or in problems that
//! name file and line. Failures found this way become named cases in `tests/level/hostile.rs`.
//!
//! `STEPS=1000000 cargo test --release --test level random -- --nocapture` sets the number of steps, `SEED` the damages, and `FROM` the
//! first step: every step can be repeated alone.

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use crate::level_kit::tmj::renamed;
use crate::level_kit::zip::archive;
use crate::level_kit::{Memory, SOON, listed, sink};
use crate::mangle::settings::{is_long, number};
use crate::mangle::{each_damaged, mangled, rng};
use seamwalker_assets::shipped;
use seamwalker_collide::SolverSetup;
use seamwalker_level::{
    Level, Limits, MemoryFiles, Overlay, Problem, Severity, check, decode_picture, picture_size, read,
};
use seamwalker_sim::{Input, World};

/// Damaged maps without `STEPS`, and with `LONG=1`.
const STEPS: u64 = 300;
const LONG_STEPS: u64 = 30_000;

/// Archives without `STEPS`.
const ARCHIVES: u64 = 300;

/// Pictures without `STEPS`.
const PICTURES: u64 = 1500;

/// One step in so many takes a shipped map; the others take the small one that has everything.
const SHIPPED: u64 = 16;

/// Ticks that are played on a map that can be read.
const TICKS: u32 = 3;

/// A set of files that belong together: the map, and what may be damaged.
struct Case {
    files: Arc<Memory>,
    map: String,
    parts: Vec<String>,
}

impl Case {
    fn new(files: &Arc<Memory>, map: &str) -> Self {
        let is_part = |path: &&String| {
            [".tmx", ".tsx", ".tx", ".tmj", ".tsj", ".tj", ".tiled-project", ".world"]
                .iter()
                .any(|ending| path.ends_with(ending))
        };
        let parts = files.0.keys().filter(is_part).cloned().collect();
        Self { files: Arc::clone(files), map: map.to_owned(), parts }
    }
}

/// These maps of the files, and the same with JSON for XML.
fn both<'a>(files: Memory, maps: impl Iterator<Item = &'a str> + Clone) -> Vec<Case> {
    let (json, xml) = (Arc::new(files.as_json()), Arc::new(files));
    let as_json = maps.clone().map(|map| Case::new(&json, &renamed(map)));
    maps.map(|map| Case::new(&xml, map)).chain(as_json).collect()
}

/// The small map that has everything, a world of three maps, and the shipped ones; maps in both forms.
fn cases() -> (Vec<Case>, Vec<Case>) {
    let mut files = Memory::default();
    for (path, bytes) in shipped().0.iter().filter(|(path, _)| path.starts_with("maps/")) {
        files = files.and(path, bytes);
    }
    let mut small = both(sink(), ["m.tmx"].into_iter());
    small.push(Case::new(&Arc::new(world()), "rooms.world"));
    let shipped: Vec<&str> = shipped().maps().collect();
    (small, both(files, shipped.into_iter()))
}

/// The world of the fixtures.
fn world() -> Memory {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/world");
    let names = ["rooms.world", "hall.tmx", "stairs.tmx", "room-2-0.tmx", "cloth.tsx", "cloth.png"];
    names.iter().fold(Memory::default(), |files, name| files.and(name, std::fs::read(folder.join(name)).unwrap()))
}

#[test]
fn damaged_maps_give_a_level_or_problems_with_lines() {
    let steps = number("STEPS").unwrap_or(if is_long() { LONG_STEPS } else { STEPS });
    let (seed, from) = (number("SEED").unwrap_or(1), number("FROM").unwrap_or(0));
    let cases = cases();
    let (next, played) = (AtomicU64::new(from), AtomicU64::new(0));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let step = next.fetch_add(1, Ordering::Relaxed);
                    if step >= from + steps {
                        return;
                    }
                    played.fetch_add(u64::from(damage(&cases, seed, step)), Ordering::Relaxed);
                }
            });
        }
    });
    println!("{steps} steps, {played:?} maps could be played");
}

/// Damages a map and reads it. Returns whether it could be played.
fn damage((small, shipped): &(Vec<Case>, Vec<Case>), seed: u64, step: u64) -> bool {
    let mut rng = rng(seed, step);
    let among = if rng.bits().is_multiple_of(SHIPPED) { shipped } else { small };
    let case = rng.pick(among).unwrap();
    // The map itself as often as all other files.
    let part = if rng.bits().is_multiple_of(2) { &case.map } else { rng.pick(&case.parts).unwrap() };
    let other = rng.pick(&case.parts).unwrap();
    let bytes = mangled(&mut rng, &case.files.0[part], &case.files.0[other]);
    let files = Overlay(Memory::default().and(part, &bytes), &*case.files);
    let began = Instant::now();
    let read = catch_unwind(AssertUnwindSafe(|| judge(read(&files, &case.map), &check(&files, &case.map))));
    let verdict = match read {
        Ok(Ok(could_be_played)) if began.elapsed() < SOON => return could_be_played,
        Ok(Ok(_)) => format!("took {:?}", began.elapsed()),
        Ok(Err(why)) => why,
        Err(_) => "panicked".to_owned(),
    };
    let path = env::temp_dir().join(format!("seamwalker-find-{seed}-{step}"));
    std::fs::write(&path, &bytes).unwrap();
    panic!("SEED={seed} FROM={step}: {} with {part} damaged (see {}): {verdict}", case.map, path.display());
}

#[test]
fn damaged_archives_give_a_level_or_an_error() {
    let archives = [sink(), world()]
        .map(|files| {
            let list = || files.0.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
            [true, false].map(|compressed| archive(list(), compressed).unwrap())
        })
        .concat();
    let (could, refused) = each_damaged("archive", &archives, ARCHIVES, |bytes| {
        let files = match MemoryFiles::new([("a.zip".to_owned(), bytes.to_vec())], &Limits::DEFAULT) {
            Ok(files) => files,
            Err(why) => {
                assert!(why.starts_with("'a.zip': "), "{why}");
                return false;
            }
        };
        files.map().is_some_and(|map| judge(read(&files, map), &check(&files, map)).unwrap())
    });
    assert!(could > 0 && refused > 0);
}

#[test]
fn damaged_pictures_are_decoded_or_refused() {
    let bytes = |ending: &str| std::fs::read(format!("fixtures/pictures/fabric.{ending}")).unwrap();
    let pictures = ["bmp", "gif", "jpg", "png", "tga", "webp"].map(bytes);
    let limits = Limits { picture_pixels: 1 << 20, ..Limits::DEFAULT };
    let (could, refused) = each_damaged("picture", &pictures, PICTURES, |bytes| match decode_picture(bytes, &limits) {
        Ok((size, pixels)) => {
            assert_eq!((Some(size), pixels.len()), (picture_size(bytes), (size.x * size.y * 4) as usize));
            true
        }
        Err(why) => {
            assert!(!why.is_empty());
            false
        }
    });
    assert!(could > 0 && refused > 0);
}

/// What must be true of anything that was read: whether it could be played, or what is wrong.
fn judge(read: Result<Level, Vec<Problem>>, checked: &[Problem]) -> Result<bool, String> {
    let failed = read.is_err();
    let problems = match &read {
        Ok(level) => level.warnings.clone(),
        Err(problems) => problems.clone(),
    };
    let is_error = |p: &&Problem| p.severity == Severity::Error;
    if problems.iter().any(|p| is_error(&p)) != failed {
        return Err(format!("refused without an error, or taken with one: {}", listed(&problems)));
    }
    // A file that cannot be read has no lines, and a limit on the whole map may belong to no line.
    let placed = |p: &Problem| p.line > 0 || p.what.starts_with("and ") || p.what.contains("map needs more than");
    if let Some(lost) = problems.iter().chain(checked).filter(is_error).find(|p| !placed(p) || p.file.is_empty()) {
        return Err(format!("an error without a line: {lost}"));
    }
    let Ok(level) = read else { return Ok(false) };
    let finite = level.terrain.edges().iter().all(|e| e.segment.a.is_finite() && e.segment.b.is_finite())
        && level.objects.iter().all(|o| o.aabb.center.is_finite() && o.aabb.half.is_finite())
        && level.layers.iter().all(|l| l.offset.is_finite() && l.parallax.is_finite() && l.opacity.is_finite());
    if !finite {
        return Err("something is not finite".to_owned());
    }
    let mut world = World::new(Arc::new(level), SolverSetup::default());
    (0..TICKS).for_each(|_| drop(world.step(Input::default())));
    Ok(true)
}
