//! The time of one edited tile: the outline anew, then the edges, the grid and the compiled cells where they differ, compared with
//! building all of that anew.
//! And of a slide among 10 and among 2,000 bodies. `cargo bench --no-default-features --bench terrain`; words after `--` select.
//! The ratios at the end are of one run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use glam::Vec2;
use seamwalker_collide::{Aabb, Body, Edge, Mover, Side, Solver, SolverSetup, Space, Terrain};
use seamwalker_lab::Rng;
use seamwalker_level::geometry::{Point, UNIT};
use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid, add_run};
use seamwalker_level::{LiveGround, Surface};

/// The sizes in tiles.
const SIZES: [(i32, i32); 3] = [(200, 60), (800, 100), (1400, 1400)];

/// Tiles that are edited for a ratio.
const EDITS: u32 = 400;

fn hero() -> Mover {
    Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)))
}

/// Where tiles are.
type Fill = fn((i32, i32), &mut Rng, i32, i32) -> bool;

/// Rolling ground with holes in it.
fn hills((_, high): (i32, i32), rng: &mut Rng, x: i32, y: i32) -> bool {
    let waves = ((x / 7) * (x / 7) % 5 + (x / 23) % 7) % (high / 4);
    y > high / 3 + waves && !rng.bits().is_multiple_of(40)
}

/// A third of all tiles at random: the busiest terrain.
fn noise(_: (i32, i32), rng: &mut Rng, _: i32, _: i32) -> bool {
    rng.bits().is_multiple_of(3)
}

/// A floor along the whole map: the longest edges.
fn floor((_, high): (i32, i32), _: &mut Rng, _: i32, y: i32) -> bool {
    y > high / 2
}

const FILLS: [(&str, Fill); 3] = [("hills", hills), ("noise", noise), ("floor", floor)];

fn ground(size: (i32, i32), fill: Fill) -> LiveGround {
    let side = Point::new(16 * UNIT, 16 * UNIT);
    let (mut rng, mut runs) = (Rng(7), Vec::new());
    for (row, column) in (0..size.1).flat_map(|row| (0..size.0).map(move |column| (row, column))) {
        if fill(size, &mut rng, column, row) {
            add_run(&mut runs, CellRun { row, column, length: 1, shape: 0 });
        }
    }
    let cells = ShapeGrid::new(side, Point::default(), vec![CellShape::full(side)], runs, &mut Effort(0));
    let ground = LiveGround::new(&cells.expect("one layer"), Surface::Solid.into()).expect("a sound grid");
    ground.without_pieces()
}

/// A place for the next edit: anywhere, or where the ground begins.
fn place(rng: &mut Rng, (wide, high): (i32, i32), fill: &str) -> (i32, i32) {
    let mut below = |limit: i32| (rng.bits() % limit as u64) as i32;
    let column = below(wide);
    (column, if fill == "floor" { high / 2 + below(2) } else { below(high) })
}

fn toggle(live: &mut LiveGround, terrain: &mut Terrain, (column, row): (i32, i32)) {
    let new = live.get(column, row).xor(Some(0));
    live.set(terrain, [((column, row), new)]).expect("it is this terrain's ground");
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

/// The time of slides at random places, of a mover that the terrain is not compiled for.
fn walk_time(space: &Space, (wide, high): (i32, i32)) -> Duration {
    let mut rng = Rng(11);
    let start = Instant::now();
    for _ in 0..2000 {
        let at = Vec2::new(rng.range(0.0, wide as f32), rng.range(0.0, high as f32)) * 16.0;
        let mut mover = Mover::new(Aabb::new(at, Vec2::new(5.0, 7.0)));
        for _ in 0..10 {
            let delta = Vec2::new(rng.range(-4.0, 4.0), rng.range(-2.0, 4.0));
            mover = mover.moved(SolverSetup::default().slide(space, &mover, delta).moved);
        }
        black_box(mover);
    }
    start.elapsed()
}

fn edits(c: &mut Criterion) {
    let mut lines = Vec::new();
    for (wide, high) in SIZES {
        for (name, fill) in FILLS {
            let size = (wide, high);
            let mut live = ground(size, fill);
            let start = Instant::now();
            let mut terrain = live.terrain();
            let built = start.elapsed();
            // Also tiles in the sky are edited.
            terrain.reserve(&Aabb::from_corners(Vec2::ZERO, Vec2::new(wide as f32, high as f32) * 16.0));
            let start = Instant::now();
            let is_compiled = terrain.compile(&hero());
            let compiled = start.elapsed();
            let mut rng = Rng(3);
            let mut slowest = Duration::ZERO;
            let start = Instant::now();
            for _ in 0..EDITS {
                let at = place(&mut rng, size, name);
                let start = Instant::now();
                toggle(&mut live, &mut terrain, at);
                slowest = slowest.max(start.elapsed());
            }
            let edit = start.elapsed() / EDITS;
            lines.push(format!(
                "{wide} x {high} {name}: a tile {edit:.1?} (slowest {slowest:.0?}), building takes {:.0} times as long, {} {:.0}",
                seconds(built) / seconds(edit),
                if is_compiled { "compiling" } else { "finding that it is too large to compile" },
                seconds(compiled) / seconds(edit),
            ));
            if high <= 100 {
                let [edited, fresh] = [terrain.clone(), live.terrain()].map(Space::new);
                let fastest = |space: &Space| (0..9).map(|_| walk_time(space, size)).min().unwrap_or_default();
                let ratio = seconds(fastest(&edited)) / seconds(fastest(&fresh));
                lines.push(format!(
                    "{wide} x {high} {name}: a slide takes {ratio:.2} times as long as in a new terrain"
                ));
            }
            let mut group = c.benchmark_group(format!("{wide}x{high} {name}"));
            group.sample_size(20).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
            group.bench_function("one tile", |b| {
                b.iter(|| toggle(&mut live, &mut terrain, place(&mut rng, size, name)));
            });
            group.finish();
        }
    }
    lines.iter().for_each(|line| println!("{line}"));
}

/// A walk over a floor past `count` bodies: as many near the mover for any number.
fn crowded(count: u16, body: fn(u16) -> Aabb) -> Space {
    let floor = Edge::new(Vec2::new(-100.0, 100.0), Vec2::new(100_000.0, 100.0), Side::Outer);
    let mut terrain = Terrain::new(vec![floor], Vec::new());
    terrain.compile(&hero());
    let mut space = Space::new(terrain);
    space.bodies.extend((0..count).map(|i| Body::new(body(i))));
    space
}

/// Bodies in a row above the mover.
fn row(i: u16) -> Aabb {
    Aabb::new(Vec2::new(f32::from(i) * 48.0, 60.0), Vec2::splat(8.0))
}

/// Bodies of all sizes, the larger ones higher up.
fn mixed(i: u16) -> Aabb {
    let size = 4.0 * f32::from(1_u16 << (i % 7));
    Aabb::new(Vec2::new(f32::from(i) * 48.0, 70.0 - size), Vec2::splat(size))
}

/// Ten layers of bodies above the mover, the lowest ten first.
fn field(i: u16) -> Aabb {
    let (column, layer) = (i % 200, i / 200);
    Aabb::new(Vec2::new(f32::from(column) * 24.0, 64.0 - f32::from(layer) * 24.0), Vec2::splat(8.0))
}

/// Bodies side by side that the mover walks on.
fn floor_of_bodies(i: u16) -> Aabb {
    Aabb::new(Vec2::new(f32::from(i) * 16.0, 107.0), Vec2::splat(8.0))
}

type Arrangement = fn(u16) -> Aabb;

const ARRANGEMENTS: [(&str, Arrangement); 4] =
    [("in a row", row), ("of all sizes", mixed), ("in a field", field), ("that it walks on", floor_of_bodies)];

/// The time of a slide.
fn slide_time(space: &Space, moves: u32) -> Duration {
    let mut mover = hero().moved(Vec2::new(0.0, 87.9));
    let start = Instant::now();
    for i in 0..moves {
        let delta = Vec2::new(if i / 55 % 2 == 0 { 2.5 } else { -2.5 }, 1.0);
        mover = mover.moved(SolverSetup::default().slide(space, &mover, delta).moved);
    }
    black_box(mover);
    start.elapsed() / moves
}

fn bodies(c: &mut Criterion) {
    let mut lines = Vec::new();
    for (name, body) in ARRANGEMENTS {
        let [few, many] = [10, 2000].map(|count| crowded(count, body));
        let mut group = c.benchmark_group(format!("a slide among bodies {name}"));
        group.sample_size(20).measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(300));
        for (name, space) in [("10", &few), ("2000", &many)] {
            group
                .bench_function(name, |b| b.iter_custom(|moves| slide_time(space, moves.max(1) as u32) * moves as u32));
        }
        group.finish();
        let fastest = |space: &Space| (0..9).map(|_| slide_time(space, 20_000)).min().unwrap_or_default();
        let (few, many) = (fastest(&few), fastest(&many));
        let ratio = seconds(many) / seconds(few);
        lines.push(format!("a slide among 2,000 bodies {name}: {ratio:.2} times one among 10 ({many:?}, {few:?})"));
    }
    lines.iter().for_each(|line| println!("{line}"));
}

criterion_group!(benches, bodies, edits);
criterion_main!(benches);
