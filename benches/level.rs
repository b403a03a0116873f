//! How long a map takes: outline extraction alone, and reading from text. `cargo bench --no-default-features --bench level`.
//! The caves are made by a cellular automaton from a fixed seed, so that every run measures the same.

use std::borrow::Cow;
use std::hint::black_box;
use std::io;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use seamwalker::level::geometry::{Point, UNIT, tidy};
use seamwalker::level::outline::{CellShape, Cells, Effort, Placed, link, outline, steps};
use seamwalker::level::{Files, read};

/// The sizes in cells: a long level, and the largest that anyone draws.
const SIZES: [(i32, i32); 2] = [(200, 60), (1000, 1000)];

/// 0 empty, 1 full, 2 and 3 slopes: a cave with smoothed walls.
fn cave(width: i32, height: i32) -> Vec<u32> {
    let mut noise = 7_u64;
    let mut random = || {
        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        noise >> 33
    };
    let mut cells: Vec<u32> = (0..width * height).map(|_| u32::from(random() % 100 < 46)).collect();
    let at = |cells: &[u32], x: i32, y: i32| {
        let inside = (0..width).contains(&x) && (0..height).contains(&y);
        if inside { cells[(y * width + x) as usize].min(1) } else { 1 }
    };
    for _ in 0..4 {
        let old = cells.clone();
        for y in 0..height {
            for x in 0..width {
                let around: u32 = (-1..=1)
                    .flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)))
                    .map(|(dx, dy)| at(&old, x + dx, y + dy))
                    .sum();
                cells[(y * width + x) as usize] = u32::from(around > 4);
            }
        }
    }
    let old = cells.clone();
    for y in 0..height {
        for x in 0..width {
            let floor = at(&old, x, y) == 0 && at(&old, x, y + 1) == 1;
            match (floor, at(&old, x - 1, y), at(&old, x + 1, y)) {
                (true, 0, 1) => cells[(y * width + x) as usize] = 2,
                (true, 1, 0) => cells[(y * width + x) as usize] = 3,
                _ => {}
            }
        }
    }
    cells
}

fn grid(width: i32, cells: &[u32]) -> Cells {
    let side = 16 * UNIT;
    let size = Point::new(side, side);
    let (top_left, top_right) = (Point::new(0, 0), Point::new(side, 0));
    let (bottom_left, bottom_right) = (Point::new(0, side), size);
    let up = tidy(vec![bottom_left, top_right, bottom_right]);
    let down = tidy(vec![top_left, bottom_right, bottom_left]);
    let shapes = vec![CellShape::full(size), CellShape::new(size, &[up]), CellShape::new(size, &[down])];
    let placed = (0..).zip(cells).filter(|(_, c)| **c > 0);
    let placed = placed.map(|(i, c)| Placed { row: i / width, column: i % width, shape: c - 1 }).collect();
    Cells::new(size, Point::default(), shapes, placed, &mut Effort(0)).expect("a single layer needs no unions")
}

/// A map of one layer in memory.
struct OneMap(String);

impl Files for OneMap {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let tileset = r#"<tileset name="t" tilewidth="16" tileheight="16" tilecount="4" columns="4"><image source="t.png" width="64" height="16"/>
            <tile id="0" type="Solid"/>
            <tile id="1" type="Solid"><objectgroup><object x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object></objectgroup></tile>
            <tile id="2" type="Solid"><objectgroup><object x="0" y="0"><polygon points="0,0 16,16 0,16"/></object></objectgroup></tile></tileset>"#;
        match path {
            "m.tmx" => Ok(Cow::Borrowed(self.0.as_bytes())),
            "t.tsx" => Ok(Cow::Borrowed(tileset.as_bytes())),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }
}

fn map(width: i32, height: i32, cells: &[u32]) -> OneMap {
    let csv: Vec<String> = cells.iter().map(ToString::to_string).collect();
    OneMap(format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"{width}\" height=\"{height}\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" source=\"t.tsx\"/><layer id=\"1\" width=\"{width}\" height=\"{height}\"><data encoding=\"csv\">{}</data></layer></map>",
        csv.join(",")
    ))
}

fn benchmarks(c: &mut Criterion) {
    for (width, height) in SIZES {
        let name = format!("{width}x{height}");
        let cells = cave(width, height);
        let placed = grid(width, &cells);
        let mut group = c.benchmark_group("outline");
        group.sample_size(10).throughput(Throughput::Elements(cells.len() as u64));
        group.bench_function(BenchmarkId::new("steps", &name), |b| b.iter(|| steps(black_box(&placed))));
        group.bench_function(BenchmarkId::new("linked", &name), |b| b.iter(|| link(steps(black_box(&placed)))));
        group.bench_function(BenchmarkId::new("outline", &name), |b| {
            b.iter(|| outline(black_box(std::slice::from_ref(&placed)), &[]));
        });
        let files = map(width, height, &cells);
        group.bench_function(BenchmarkId::new("read", &name), |b| b.iter(|| read(black_box(&files), "m.tmx")));
        group.finish();
    }
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
