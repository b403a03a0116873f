//! The longest tick of levels with as many bodies as the limits allow: `cargo bench --bench limits [-- NAME]`.
//!
//! Each row is one arrangement. For each solver it has the milliseconds of the first tick and of the longest later one, each the
//! minimum of several rounds, because other programs can only add time. A frame has 16 ms.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::Vec2;
use seamwalker_collide::{Aabb, SolverKind, SolverSetup};
use seamwalker_lab::ascii::{crate_at, level_with};
use seamwalker_level::{Flight, GivesWay, Level, Limits, ObjectKind, Platform, Start};
use seamwalker_sim::{Input, World};

/// How often each arrangement is played.
const ROUNDS: usize = 5;

/// Ticks per round.
const TICKS: usize = 240;

type Placed = (Aabb, ObjectKind);

/// The first `count` positions of a grid with `columns` columns and cells of `cell` pixels.
fn grid(count: usize, columns: usize, cell: Vec2) -> impl Iterator<Item = Vec2> {
    (0..count).map(move |i| Vec2::new((i % columns) as f32, (i / columns) as f32) * cell)
}

fn crate_on(at: Vec2) -> Placed {
    crate_at(at.x, at.y)
}

/// A platform that moves back and forth by `way`.
fn platform_at(at: Vec2, half: Vec2, way: Vec2) -> Placed {
    let platform = Platform { track: vec![at, at + way], speed: 100.0, ..Platform::default() };
    (Aabb::new(at, half), ObjectKind::Platform(platform))
}

fn spool_at(at: Vec2) -> Placed {
    (Aabb::new(at, Vec2::splat(8.0)), ObjectKind::RollingSpool { speed: 90.0, back: 1.0 })
}

/// Platforms that overlap crates, `cell` apart from each other, and further crates between them.
fn heap(cell: Vec2, way: Vec2) -> Vec<Placed> {
    let from = Vec2::new(200.0, 200.0);
    let limits = Limits::DEFAULT;
    let platforms = grid(limits.platforms, 25, cell).map(|at| platform_at(from + at, Vec2::new(16.0, 8.0), way));
    let half = limits.crates / 2;
    let inside = grid(half, 25, cell).map(|at| crate_on(from + at + Vec2::new(3.0, -5.0)));
    let between = grid(limits.crates - half, 25, cell).map(|at| crate_on(from + at + cell * 0.5));
    platforms.chain(inside).chain(between).collect()
}

/// A heap with every other kind of moving thing.
fn everything(cell: Vec2) -> Vec<Placed> {
    let limits = Limits::DEFAULT;
    let from = Vec2::new(200.0, 200.0);
    let spools = grid(limits.rolling_spools, 10, cell * 2.0).map(|at| spool_at(from + at));
    let patch = |at: Vec2| {
        let gives_way = Some(GivesWay { falls: true, after: 0.1, back: 0.5 });
        let platform = Platform { track: vec![at], gives_way, ..Platform::default() };
        (Aabb::new(at, Vec2::splat(8.0)), ObjectKind::Platform(platform))
    };
    let patches = grid(limits.patches, 50, cell).map(|at| patch(from + at));
    let door = |at: Vec2| {
        let track = vec![at, at - Vec2::new(0.0, 32.0)];
        let platform = Platform { track, start: Start::Opened, ..Platform::default() };
        (Aabb::new(at, Vec2::splat(8.0)), ObjectKind::Platform(platform))
    };
    let doors = grid(limits.doors, 40, cell).map(|at| door(from + at + Vec2::new(1200.0, 0.0)));
    let bug = |at: Vec2| (Aabb::new(at, Vec2::splat(6.0)), ObjectKind::PinBug { speed: 40.0, faces_left: false });
    let bugs = grid(limits.pin_bugs, 50, cell).map(|at| bug(from + at));
    let moth = |at: Vec2| {
        let flight = Flight { track: vec![at, at + Vec2::new(60.0, 10.0)], speed: 60.0, ..Flight::default() };
        (Aabb::new(at, Vec2::splat(6.0)), ObjectKind::Moth(flight))
    };
    let moths = grid(limits.things, 80, cell * 0.5).map(|at| moth(from + at));
    let mut all = heap(cell, Vec2::new(40.0, 0.0));
    all.extend(spools.chain(patches).chain(doors).chain(bugs).chain(moths));
    all
}

/// A room of 4,096 x 1,024 pixels with a floor, walls and the player.
fn level(objects: Vec<Placed>) -> Level {
    let (wall, air) = ("#".repeat(256), format!("#{}#\n", ".".repeat(254)));
    let start = format!("#..P{}#\n", ".".repeat(251));
    level_with(&format!("{wall}\n{}{start}{wall}\n", air.repeat(61)), objects)
}

fn arrangements() -> Vec<(&'static str, Vec<Placed>)> {
    let limits = Limits::DEFAULT;
    let spot = Vec2::new(600.0, 500.0);
    let on_spot = |count: usize| std::iter::repeat_n(spot, count);
    let mut stacked: Vec<_> = on_spot(limits.crates).map(crate_on).collect();
    stacked.extend(on_spot(limits.crossing_platforms).map(|at| platform_at(at, Vec2::new(16.0, 8.0), Vec2::X)));
    let row = (0..limits.crates).map(|i| crate_on(Vec2::new(40.0 + 4.0 * i as f32, 980.0)));
    let mut pushed: Vec<_> = (0..200).map(|i| crate_on(Vec2::new(100.0 + 16.02 * i as f32, 991.9))).collect();
    pushed.push(platform_at(Vec2::new(60.0, 984.0), Vec2::new(16.0, 24.0), Vec2::new(400.0, 0.0)));
    let ridden = grid(limits.platforms, 25, Vec2::new(80.0, 40.0)).map(|at| at + Vec2::new(200.0, 200.0));
    let ridden = ridden.flat_map(|at| {
        let carrier = platform_at(at, Vec2::new(32.0, 4.0), Vec2::new(30.0, 6.0));
        [carrier, crate_on(at + Vec2::new(-12.0, -12.0)), crate_on(at + Vec2::new(12.0, -12.0))]
    });
    let spools = (0..limits.rolling_spools).map(|i| spool_at(Vec2::new(100.0 + 30.0 * i as f32, 980.0)));
    let close = Vec2::new(20.0, 12.0);
    vec![
        ("crates and platforms at one point", stacked),
        ("a row of crates that overlap", row.collect()),
        ("a row of crates that is pushed", pushed),
        ("platforms with riders", ridden.collect()),
        ("spools on a floor", spools.collect()),
        ("a wide heap", heap(Vec2::new(40.0, 24.0), Vec2::new(40.0, 0.0))),
        ("a wide heap, up and down", heap(Vec2::new(40.0, 24.0), Vec2::new(0.0, 40.0))),
        ("a close heap", heap(close, Vec2::new(40.0, 0.0))),
        ("a close heap, up and down", heap(close, Vec2::new(0.0, 30.0))),
        ("a heap with a crate's room", heap(Vec2::new(36.0, 33.0), Vec2::new(10.0, 4.0))),
        ("everything", everything(Vec2::new(24.0, 20.0))),
        ("everything, wide", everything(Vec2::new(48.0, 24.0))),
    ]
}

/// The time of the first tick and of the longest after it.
fn times(level: &Arc<Level>, kind: SolverKind) -> [Duration; 2] {
    let fresh = World::new(Arc::clone(level), SolverSetup::new(kind));
    let mut least = vec![Duration::MAX; TICKS];
    for _ in 0..ROUNDS {
        let mut world = fresh.clone();
        for tick in &mut least {
            let start = Instant::now();
            black_box(world.step(Input::default()));
            *tick = start.elapsed().min(*tick);
        }
    }
    [least[0], least[1..].iter().copied().max().unwrap_or_default()]
}

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-')).unwrap_or_default();
    let kinds = [SolverKind::ThickSat, SolverKind::VertexDiscard];
    for (name, objects) in arrangements().into_iter().filter(|(name, _)| name.contains(&wanted)) {
        let level = Arc::new(level(objects));
        print!("{name:34}");
        for kind in kinds {
            let [first, later] = times(&level, kind).map(|time| time.as_secs_f64() * 1000.0);
            print!("  {} {first:.1}, {later:.1}", kind.name());
        }
        println!();
    }
}
