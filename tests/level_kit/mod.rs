//! Shared by tests of levels: files in memory, and maps drawn with letters.
#![allow(dead_code, reason = "every test program uses a part of it")]

pub mod cloth;
pub mod tmj;
pub mod zip;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

use seamwalker_level::{Files, Level, Problem, Severity, normal_path, read};

/// Longer than any single map takes, even in a slow debug build on a busy machine.
pub const SOON: Duration = Duration::from_secs(60);

/// The tileset of the tests: see the letters in [`gid`].
pub const TILES: &str = include_str!("../fixtures/tiles.tsx");

/// Files in memory.
#[derive(Clone, Default)]
pub struct Memory(pub BTreeMap<String, Vec<u8>>);

impl Memory {
    /// The tests' tileset, and a map.
    pub fn with_map(map: &str) -> Self {
        Self::default().and("tiles.tsx", TILES).and("m.tmx", map)
    }

    pub fn and(mut self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.0.insert(path.to_owned(), text.as_ref().to_vec());
        self
    }

    /// The same files, with Tiled's JSON for its XML.
    pub fn as_json(&self) -> Self {
        let convert = |(path, bytes): (&String, &Vec<u8>)| match tmj::renamed(path) {
            new if new == *path => (new, bytes.clone()),
            new => (new, tmj::to_json(&String::from_utf8_lossy(bytes)).into_bytes()),
        };
        Self(self.0.iter().map(convert).collect())
    }
}

impl Files for Memory {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let found = self.0.get(&normal_path(path)?);
        found.map(|bytes| Cow::Borrowed(bytes.as_slice())).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let inside = |path: &String| {
            let (around, name) = path.rsplit_once('/').unwrap_or(("", path));
            (around == folder).then(|| name.to_owned())
        };
        Ok(self.0.keys().filter_map(inside).collect())
    }

    fn project(&self, _: &str) -> Option<String> {
        self.0.keys().find(|name| name.ends_with(".tiled-project")).cloned()
    }
}

/// The tile of a letter: `#` full, `-` one-way, `^` hazard, `/ \` floor slopes, `7 F` the same hanging from the
/// ceiling (full at the top right and top left), `_` lower half, `=` upper half, `r` an angle iron, `n` a snapped block,
/// `1 2 3` thirds of a slope, `B` a tile that reaches into the cell above, `~` a thin ribbon with a pin below.
pub fn gid(letter: char) -> u32 {
    let (h, v) = (1 << 31, 1 << 30);
    match letter {
        '#' => 1,
        '-' => 2,
        '^' => 3,
        '/' => 4,
        '\\' => 4 | h,
        '7' => 4 | v,
        'F' => 4 | h | v,
        '_' => 5,
        '=' => 5 | v,
        'r' => 6,
        '~' => 7,
        'n' => 8,
        '1' => 12,
        '2' => 13,
        '3' => 14,
        'B' => 16,
        _ => 0,
    }
}

fn width(rows: &[impl AsRef<str>]) -> usize {
    rows.iter().map(|row| row.as_ref().chars().count()).max().unwrap_or(0)
}

/// A layer drawn with letters.
pub fn layer(id: u32, rows: &[impl AsRef<str>], attributes: &str) -> String {
    layer_of(id, rows, attributes, gid)
}

/// A layer whose letters stand for the tiles that `gid` returns.
pub fn layer_of(id: u32, rows: &[impl AsRef<str>], attributes: &str, gid: fn(char) -> u32) -> String {
    let width = width(rows);
    let csv: Vec<String> = rows
        .iter()
        .flat_map(|row| row.as_ref().chars().chain(std::iter::repeat(' ')).take(width))
        .map(|letter| gid(letter).to_string())
        .collect();
    format!(
        "<layer id=\"{id}\" name=\"l{id}\" width=\"{width}\" height=\"{}\" {attributes}><data encoding=\"csv\">{}</data></layer>\n",
        rows.len(),
        csv.join(",")
    )
}

/// A map around layers and objects; its size is that of the rows.
pub fn map(rows: &[impl AsRef<str>], inside: &str) -> String {
    let width = width(rows);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" width=\"{width}\" height=\"{}\" tilewidth=\"16\" tileheight=\"16\" infinite=\"0\">\n<tileset firstgid=\"1\" source=\"tiles.tsx\"/>\n{inside}</map>\n",
        rows.len()
    )
}

/// A map of as many cells as there may be. `cell` returns a tile's number, below 10.
pub fn largest_map(cell: impl Fn(u32, u32) -> u8) -> String {
    const SIDE: u32 = 4096;
    let size = format!("width=\"{SIDE}\" height=\"{SIDE}\"");
    let mut csv = String::with_capacity(2 * (SIDE * SIDE) as usize);
    for (x, y) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))) {
        csv.push(char::from(b'0' + cell(x, y)));
        csv.push(',');
    }
    csv.pop();
    format!(
        "<map version=\"1.10\" orientation=\"orthogonal\" tilewidth=\"16\" tileheight=\"16\" {size}>\n<tileset firstgid=\"1\" source=\"tiles.tsx\"/><layer id=\"1\" {size}><data encoding=\"csv\">{csv}</data></layer></map>"
    )
}

/// A map of 2 x 2 cells; `inside` begins in line 3.
pub fn small_map(inside: &str) -> String {
    let head =
        "<map version=\"1.10\" orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"16\" tileheight=\"16\">";
    format!("{head}\n<tileset firstgid=\"1\" source=\"tiles.tsx\"/>\n{inside}\n</map>\n")
}

/// A small map with one layer; its data element begins in line 4.
pub fn small_layer(data: &str) -> String {
    small_map(&format!("<layer id=\"1\" name=\"ground\" width=\"2\" height=\"2\">\n{data}\n</layer>"))
}

/// A small map with one object layer; its objects begin in line 4.
pub fn small_objects(inside: &str) -> String {
    small_map(&format!("<objectgroup id=\"2\" name=\"things\">\n{inside}\n</objectgroup>"))
}

/// A small map in JSON; its layers begin in line 4.
pub fn small_json(layers: &str) -> String {
    format!(
        "{{\"type\":\"map\",\"orientation\":\"orthogonal\",\"width\":2,\"height\":2,\"tilewidth\":16,\"tileheight\":16,\n\"tilesets\":[{{\"firstgid\":1,\"source\":\"tiles.tsx\"}}],\n\"layers\":[\n{layers}]}}"
    )
}

/// An object layer.
pub fn objects(inside: &str) -> String {
    format!("<objectgroup id=\"9\" name=\"things\">\n{inside}\n</objectgroup>\n")
}

/// A level of one layer.
pub fn level(rows: &[impl AsRef<str>]) -> Level {
    level_of(&map(rows, &layer(1, rows, "")))
}

/// The level of a map's text.
pub fn level_of(map: &str) -> Level {
    read(&Memory::with_map(map), "m.tmx").unwrap_or_else(|problems| panic!("{}", listed(&problems)))
}

/// The problems of a map, readable or not.
pub fn problems_of(files: &Memory) -> Vec<Problem> {
    match read(files, "m.tmx") {
        Ok(level) => level.warnings,
        Err(problems) => {
            assert!(problems.iter().any(|p| p.severity == Severity::Error), "refused without an error");
            problems
        }
    }
}

/// Problems, one per line.
pub fn listed(problems: &[Problem]) -> String {
    problems.iter().map(|p| format!("{p}\n")).collect()
}

/// The edges of a level in cells, one per line: class, from, to, chain.
pub fn edges(level: &Level) -> String {
    let cells = |p: glam::Vec2| format!("{},{}", p.x / 16.0, p.y / 16.0);
    let lines = level.terrain.edges().iter().map(|e| {
        let class = seamwalker_level::Surface::from_tag(e.tag).name();
        format!("{class} {} {} #{}\n", cells(e.segment.a), cells(e.segment.b), e.chain)
    });
    lines.collect()
}

/// A small map with everything that Tiled can write, its template and its project.
pub fn sink() -> Memory {
    Memory::with_map(include_str!("../fixtures/sink/m.tmx"))
        .and("templates/lift.tx", include_str!("../fixtures/sink/templates/lift.tx"))
        .and("p.tiled-project", include_str!("../fixtures/sink/p.tiled-project"))
}
