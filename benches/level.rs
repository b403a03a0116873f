//! The time of a map: extracting its outline, and reading it from text, compared with the `tiled` parser alone on
//! the same bytes. `cargo bench --no-default-features --bench level`; words after `--` select, as in `-- 1000`. A cellular
//! automaton creates caves from a fixed seed, so that every run measures the same maps.

use std::hint::black_box;
use std::io::{self, Cursor, Write};
use std::path::Path;

use base64::Engine;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use seamwalker_lab::Rng;
use seamwalker_level::geometry::{Point, UNIT, tidy};
use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid, add_run, outline};
use seamwalker_level::{Files, Limits, MemoryFiles, read_with};

/// The sizes in cells: a long level, a large one, and one that is too large to be drawn by hand.
const SIZES: [(i32, i32); 3] = [(200, 60), (1000, 1000), (4000, 4000)];

/// How a map is filled.
const FILLS: [(&str, Fill); 3] = [("noise", noise), ("caves", caves), ("smooth caves", smooth_caves)];

/// Makes cells: 0 empty, 1 full, 2 and 3 slopes.
type Fill = fn(i32, i32) -> Vec<u32>;

/// Random cells, of which `share` percent are full.
fn scattered(width: i32, height: i32, share: u64) -> Vec<u32> {
    let mut rng = Rng(7);
    (0..width * height).map(|_| u32::from(rng.bits() % 100 < share)).collect()
}

fn noise(width: i32, height: i32) -> Vec<u32> {
    scattered(width, height, 40)
}

/// 1 for a cell that is not empty, or outside of the map.
fn solid(cells: &[u32], (width, height): (i32, i32), x: i32, y: i32) -> u32 {
    let inside = (0..width).contains(&x) && (0..height).contains(&y);
    if inside { cells[(y * width + x) as usize].min(1) } else { 1 }
}

fn caves(width: i32, height: i32) -> Vec<u32> {
    let mut cells = scattered(width, height, 46);
    for _ in 0..4 {
        let old = cells.clone();
        for y in 0..height {
            for x in 0..width {
                let near = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
                let walls: u32 = near.map(|(x, y)| solid(&old, (width, height), x, y)).sum();
                cells[(y * width + x) as usize] = u32::from(walls > 4);
            }
        }
    }
    cells
}

/// Caves with slopes on their floors.
fn smooth_caves(width: i32, height: i32) -> Vec<u32> {
    let mut cells = caves(width, height);
    let old = cells.clone();
    for y in 0..height {
        for x in 0..width {
            let at = |dx: i32, dy: i32| solid(&old, (width, height), x + dx, y + dy);
            let open = at(0, 0) == 0 && at(0, -1) == 0 && at(0, 1) == 1;
            match (open, at(-1, 0), at(1, 0)) {
                (true, 0, 1) => cells[(y * width + x) as usize] = 2,
                (true, 1, 0) => cells[(y * width + x) as usize] = 3,
                _ => {}
            }
        }
    }
    cells
}

fn grid(width: i32, cells: &[u32]) -> ShapeGrid {
    let side = 16 * UNIT;
    let size = Point::new(side, side);
    let (top_left, top_right) = (Point::new(0, 0), Point::new(side, 0));
    let (bottom_left, bottom_right) = (Point::new(0, side), size);
    let up = tidy(vec![bottom_left, top_right, bottom_right]);
    let down = tidy(vec![top_left, bottom_right, bottom_left]);
    let shapes = vec![CellShape::full(size), CellShape::new(size, &[up]), CellShape::new(size, &[down])];
    let mut runs = Vec::new();
    for (i, cell) in (0..).zip(cells).filter(|(_, c)| **c > 0) {
        add_run(&mut runs, CellRun { row: i / width, column: i % width, length: 1, shape: cell - 1 });
    }
    ShapeGrid::new(size, Point::default(), shapes, runs, &mut Effort(0)).expect("a single layer needs no unions")
}

const TILESET: &str = r#"<tileset name="t" tilewidth="16" tileheight="16" tilecount="4" columns="4"><image source="t.png" width="64" height="16"/>
<tile id="0" type="Solid"/>
<tile id="1" type="Solid"><objectgroup><object x="0" y="16"><polygon points="0,0 16,-16 16,0"/></object></objectgroup></tile>
<tile id="2" type="Solid"><objectgroup><object x="0" y="0"><polygon points="0,0 16,16 0,16"/></object></objectgroup></tile></tileset>"#;

/// A map of one layer in memory.
fn one_map((width, height): (i32, i32), cells: &[u32], packed: bool, limits: &Limits) -> MemoryFiles {
    let data = if packed {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
        cells.iter().for_each(|cell| encoder.write_all(&cell.to_le_bytes()).expect("memory takes everything"));
        let bytes = encoder.finish().expect("memory takes everything");
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        format!("<data encoding=\"base64\" compression=\"zlib\">{text}</data>")
    } else {
        let rows: Vec<String> = cells
            .chunks(width as usize)
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            .collect();
        format!("<data encoding=\"csv\">\n{}\n</data>", rows.join(",\n"))
    };
    let map = format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"{width}\" height=\"{height}\" tilewidth=\"16\" \
             tileheight=\"16\"><tileset firstgid=\"1\" source=\"t.tsx\"/><layer id=\"1\" width=\"{width}\" \
             height=\"{height}\">{data}</layer></map>"
    );
    let files = [("m.tmx", map), ("t.tsx", TILESET.to_owned())];
    let files = files.map(|(name, text)| (name.to_owned(), text.into_bytes()));
    MemoryFiles::new(files, limits).expect("the map fits")
}

/// The result of the parser alone.
fn bare(files: &MemoryFiles) -> tiled::Map {
    let open = |path: &Path| -> io::Result<_> {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        Ok(Cursor::new(files.read(name)?))
    };
    tiled::Loader::with_reader(open).load_tmx_map("m.tmx").expect("the map is sound")
}

fn benchmarks(c: &mut Criterion) {
    let limits = Limits {
        cells: 1 << 26,
        edges: 1 << 28,
        pieces: 1 << 28,
        file_bytes: 1 << 30,
        memory: 1 << 40,
        ..Limits::DEFAULT
    };
    for (width, height) in SIZES {
        for (fill, make) in FILLS {
            let name = format!("{width}x{height} {fill}");
            let cells = make(width, height);
            let mut group = c.benchmark_group(&name);
            group.sample_size(10).throughput(Throughput::Elements(cells.len() as u64));
            let placed = grid(width, &cells);
            let grids = std::slice::from_ref(&placed);
            group.bench_function("outline", |b| b.iter(|| outline(black_box(grids), &[], usize::MAX)));
            for (form, packed) in [("csv", false), ("zlib", true)] {
                let map = one_map((width, height), &cells, packed, &limits);
                group.bench_function(BenchmarkId::new("bare", form), |b| b.iter(|| bare(black_box(&map))));
                group.bench_function(BenchmarkId::new("read", form), |b| {
                    b.iter(|| read_with(black_box(&map), "m.tmx", &limits.into()).expect("the map is sound"));
                });
            }
            group.finish();
        }
    }
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
