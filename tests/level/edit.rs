//! Cells changed in map files: nothing but the data of their layers changes, and reading the file again gives these cells.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::level_kit::{Memory, TILES, listed, sink, small_json, small_layer};
use seamwalker::level::{CellEdit, EditableMap, Files, Limits, read, shipped};

/// How a layer stores its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stored {
    Csv,
    Elements,
    Base64,
    Unpadded,
    Zlib,
    Gzip,
    Zstd,
}

const STORED: [Stored; 7] =
    [Stored::Csv, Stored::Elements, Stored::Base64, Stored::Unpadded, Stored::Zlib, Stored::Gzip, Stored::Zstd];

impl Stored {
    /// The encoding and the compression.
    fn names(self) -> [&'static str; 2] {
        match self {
            Self::Csv => ["csv", ""],
            Self::Elements => ["", ""],
            Self::Base64 | Self::Unpadded => ["base64", ""],
            Self::Zlib => ["base64", "zlib"],
            Self::Gzip => ["base64", "gzip"],
            Self::Zstd => ["base64", "zstd"],
        }
    }

    /// The attributes of XML.
    fn attributes(self) -> String {
        let names = ["encoding", "compression"].into_iter().zip(self.names());
        names.filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!(" {name}=\"{value}\"")).collect()
    }

    /// The members of JSON.
    fn members(self) -> String {
        let names = ["encoding", "compression"].into_iter().zip(self.names());
        names.filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("\"{name}\":\"{value}\",")).collect()
    }

    /// Cells of a row length as text.
    fn text(self, cells: &[u32], width: usize, is_json: bool) -> String {
        let bytes: Vec<u8> = cells.iter().flat_map(|gid| gid.to_le_bytes()).collect();
        let packed = match self {
            Self::Csv => {
                let rows = cells.chunks(width).map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(", "));
                return rows.collect::<Vec<_>>().join(",\r\n");
            }
            Self::Elements => {
                let tile = |(i, gid): (usize, &u32)| match (gid, i % 3) {
                    (0, 0) => "<tile/>\n".to_owned(),
                    (gid, 1) => format!("<tile  gid='{gid}' />"),
                    (gid, _) => format!("<tile other=\"gid='7'\" gid=\"{gid}\"></tile>"),
                };
                return cells.iter().enumerate().map(tile).collect();
            }
            Self::Base64 => bytes,
            Self::Unpadded => return STANDARD_NO_PAD.encode(bytes),
            Self::Zlib => {
                let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
                encoder.write_all(&bytes).unwrap();
                encoder.finish().unwrap()
            }
            Self::Gzip => {
                let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
                encoder.write_all(&bytes).unwrap();
                encoder.finish().unwrap()
            }
            Self::Zstd => {
                ruzstd::encoding::compress_to_vec(&bytes[..], ruzstd::encoding::CompressionLevel::Uncompressed)
            }
        };
        let text = STANDARD.encode(packed);
        // PHP and others escape slashes in JSON.
        if is_json { text.replace('/', "\\/") } else { text }
    }
}

/// A map file of two layers, the first within a group.
#[derive(Clone, Debug)]
struct MapText {
    stored: [Stored; 2],
    is_json: bool,
    is_infinite: bool,
    has_bom: bool,
    size: (usize, usize),
    /// The cells of both layers, row by row. An infinite map has two chunks of this size, one below and left of the other.
    cells: [Vec<u32>; 2],
}

/// The corners of the chunks of an infinite map, in sizes of a chunk.
const CHUNKS: [(i32, i32); 2] = [(0, 0), (-1, 1)];

impl MapText {
    /// The file in pieces: those with even indices are outside of any data.
    fn pieces(&self) -> Vec<String> {
        let (width, height) = self.size;
        let (bom, infinite) = (if self.has_bom { "\u{feff}" } else { "" }, self.is_infinite);
        let head = if self.is_json {
            format!(
                "{bom}{{ \"height\":{height}, \"infinite\":{infinite}, \"layers\":[{{\"id\":9,\"name\":\"Gr\\u00fcn\",\"type\":\"group\",\r\n\"layers\":["
            )
        } else {
            let infinite = i32::from(infinite);
            format!(
                "{bom}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<!-- <data>1</data> --><map version=\"1.10\" orientation=\"orthogonal\" width=\"{width}\" height=\"{height}\" tilewidth=\"16\" tileheight=\"16\" infinite=\"{infinite}\">\r\n <tileset firstgid=\"1\" source=\"tiles.tsx\"/>\n<group id='9' name='a &gt; b'>"
            )
        };
        let mut pieces = vec![head];
        for (layer, stored) in self.stored.into_iter().enumerate() {
            self.layer(layer, stored, &mut pieces);
            let between = match (self.is_json, layer) {
                (true, 0) => {
                    "]},\n{\"type\":\"objectgroup\",\"name\":\"things\",\"id\":7,\"objects\":[{\"id\":1,\"x\":3,\"y\":4}]},\n"
                }
                (true, _) => {
                    "],\"orientation\":\"orthogonal\",\"tileheight\":16,\"tilesets\":[{\"firstgid\":1,\"source\":\"tiles.tsx\"}],\"tilewidth\":16,\"type\":\"map\"}\n\n"
                }
                (false, 0) => {
                    "</group><objectgroup id=\"7\" name=\"things\"><object id=\"1\" x=\"3\" y=\"4\"><point/></object></objectgroup>"
                }
                (false, _) => "\n <!-- the end -->\n</map>\n\n",
            };
            pieces.last_mut().unwrap().push_str(between);
            if (self.is_json, layer) == (true, 1) {
                let text =
                    pieces.last().unwrap().replace("],\"orientation", &format!("],\"width\":{width},\"orientation"));
                *pieces.last_mut().unwrap() = text;
            }
        }
        pieces
    }

    fn layer(&self, layer: usize, stored: Stored, pieces: &mut Vec<String>) {
        let ((width, height), id) = (self.size, layer + 1);
        let parts = if self.is_infinite { CHUNKS.len() } else { 1 };
        let json_list = matches!(stored, Stored::Csv | Stored::Elements);
        let quote = if json_list { ["[", "]"] } else { ["\"", "\""] };
        let stored = if self.is_json && json_list { Stored::Csv } else { stored };
        let begin = match (self.is_json, self.is_infinite) {
            (true, true) => "{\"chunks\":[".to_owned(),
            (true, false) => format!("{{{}\"data\":{}", stored.members(), quote[0]),
            (false, true) => format!(
                "<layer id=\"{id}\" name=\"l{layer}\" width=\"{width}\" height=\"{height}\">\n<data{}>\n",
                stored.attributes()
            ),
            (false, false) => format!(
                "<layer id=\"{id}\" name=\"l{layer}\" width=\"{width}\" height=\"{height}\">\n  <data{}>\n   ",
                stored.attributes()
            ),
        };
        pieces.last_mut().unwrap().push_str(&begin);
        for (part, (x, y)) in CHUNKS.into_iter().enumerate().take(parts) {
            let (x, y) = (x * width as i32, y * height as i32);
            let (open, close) = match (self.is_json, self.is_infinite) {
                (true, true) => (
                    format!("{{\"data\":{}", quote[0]),
                    format!(
                        "{}, \"height\":{height},\"width\":{width},\"x\":{x},\"y\":{y}}}{}",
                        quote[1],
                        if part + 1 < parts { "," } else { "" }
                    ),
                ),
                (true, false) => (String::new(), quote[1].to_owned()),
                (false, true) => (
                    format!("<chunk x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\">\n"),
                    "\n</chunk>\n".to_owned(),
                ),
                (false, false) => (String::new(), "\n  ".to_owned()),
            };
            let count = width * height;
            pieces.last_mut().unwrap().push_str(&open);
            pieces.push(stored.text(&self.cells[layer][part * count..(part + 1) * count], width, self.is_json));
            pieces.push(close);
        }
        let end = match (self.is_json, self.is_infinite) {
            (true, true) => format!(
                "],{}\"height\":{height},\"id\":{id},\"name\":\"l{layer}\",\"type\":\"tilelayer\",\"width\":{width},\"x\":0,\"y\":0}}\n",
                stored.members()
            ),
            (true, false) => format!(
                ",\"height\":{height},\"id\":{id},\"name\":\"l{layer}\",\"type\":\"tilelayer\",\"width\":{width},\"x\":0,\"y\":0}}\n"
            ),
            (false, _) => "</data>\n</layer>".to_owned(),
        };
        pieces.last_mut().unwrap().push_str(&end);
    }

    /// The name of the file.
    fn path(&self) -> &'static str {
        if self.is_json { "m.tmj" } else { "m.tmx" }
    }

    /// The number of a layer in the file: the group is the first, the objects come between.
    fn number(layer: usize) -> u32 {
        [1, 3][layer]
    }

    /// The place of a cell.
    fn place(&self, index: usize) -> (i32, i32) {
        let (width, count) = (self.size.0, self.size.0 * self.size.1);
        let ((x, y), within) = (CHUNKS[index / count], index % count);
        (x * width as i32 + (within % width) as i32, y * self.size.1 as i32 + (within / width) as i32)
    }
}

fn open(bytes: &[u8], path: &str) -> EditableMap {
    let files = Memory::default().and("tiles.tsx", TILES).and(path, bytes);
    read(&files, path).unwrap_or_else(|problems| panic!("{}", listed(&problems)));
    EditableMap::read(&files, path, &Limits::DEFAULT).unwrap_or_else(|problems| panic!("{}", listed(&problems)))
}

/// Any tile of the tests' tileset, flipped in any way, or none.
fn any_gid() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), (1..=8_u32, 0..8_u32).prop_map(|(tile, turn)| tile | turn << 29)]
}

prop_compose! {
    fn any_map()(
        stored in [0..STORED.len(), 0..STORED.len()],
        flags in any::<[bool; 3]>(),
        size in (1..7_usize, 1..5_usize),
    )(
        cells in [
            prop::collection::vec(any_gid(), size.0 * size.1 * if flags[1] { 2 } else { 1 }),
            prop::collection::vec(any_gid(), size.0 * size.1 * if flags[1] { 2 } else { 1 }),
        ],
        stored in Just(stored), flags in Just(flags), size in Just(size),
    ) -> MapText {
        let [is_json, is_infinite, has_bom] = flags;
        MapText { stored: stored.map(|i| STORED[i]), is_json, is_infinite, has_bom, size, cells }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn only_the_data_of_changed_layers_changes(
        text in any_map(),
        layer in 0..2_usize,
        edits in prop::collection::vec((any::<prop::sample::Index>(), any_gid()), 0..6),
    ) {
        let pieces = text.pieces();
        let file = pieces.concat();
        let map = open(file.as_bytes(), text.path());
        prop_assert_eq!(&map.bytes, file.as_bytes());
        let mut expected = text.cells.clone();
        let mut list = Vec::new();
        for (index, gid) in &edits {
            let index = index.index(expected[layer].len());
            expected[layer][index] = *gid;
            let (column, row) = text.place(index);
            list.push(CellEdit { layer: MapText::number(layer), column, row, gid: *gid });
        }
        let painted = map.painted(&list).unwrap();
        // Reading again gives these cells.
        let again = open(&painted, text.path());
        for (layer, cells) in expected.iter().enumerate() {
            let known = again.layer(MapText::number(layer)).unwrap();
            for (index, gid) in cells.iter().enumerate() {
                let (column, row) = text.place(index);
                prop_assert_eq!(known.get(column, row), Some(*gid));
            }
        }
        // Everything around is the same, in this order; data without a change is, too.
        let painted = String::from_utf8(painted).unwrap();
        let mut rest = painted.as_str();
        let parts = if text.is_infinite { CHUNKS.len() } else { 1 };
        for (i, piece) in pieces.iter().enumerate() {
            if i % 2 == 0 {
                let at = rest.find(piece.as_str());
                prop_assert!(at.is_some(), "{piece:?} is gone from {painted}");
                prop_assert!(i > 0 || at == Some(0));
                rest = &rest[at.unwrap() + piece.len()..];
            } else {
                let (of, part, count) = (i / 2 / parts, i / 2 % parts, text.size.0 * text.size.1);
                let range = part * count..(part + 1) * count;
                if expected[of][range.clone()] == text.cells[of][range] {
                    prop_assert!(rest.starts_with(piece.as_str()), "{piece:?} was rewritten");
                }
            }
        }
        prop_assert_eq!(rest, "");
        if expected == text.cells {
            prop_assert_eq!(painted, file);
        }
    }
}

#[test]
fn every_shipped_map_and_the_one_with_everything_can_be_painted_and_painted_back() {
    let mut maps: Vec<(Memory, String)> = vec![(sink(), "m.tmx".to_owned())];
    let mut files = Memory::default();
    for (path, bytes) in shipped().0 {
        files = files.and(path, bytes);
    }
    let shipped = files.0.keys().filter(|path| path.ends_with(".tmx")).cloned().collect::<Vec<_>>();
    assert!(shipped.len() > 10);
    maps.extend(shipped.into_iter().map(|path| (files.clone(), path)));
    for (files, path) in maps {
        let map = EditableMap::read(&files, &path, &Limits::DEFAULT).unwrap();
        let original = files.read(&path).unwrap().into_owned();
        assert_eq!(map.painted(&[]).unwrap(), original);
        for layer in &map.layers {
            let cell = (-20..40).flat_map(|row| (-20..40).map(move |column| (column, row)));
            let Some((column, row)) = cell.clone().find(|(column, row)| layer.get(*column, *row).is_some()) else {
                continue;
            };
            let before = layer.get(column, row).unwrap();
            let gid = if before == 0 { map.tilesets[0].first + map.tilesets[0].tiles[0].id } else { 0 };
            let edit = CellEdit { layer: layer.number, column, row, gid };
            let painted = map.painted(&[edit]).unwrap();
            assert_ne!(painted, original);
            let again = EditableMap::read(&files.clone().and(&path, &painted), &path, &Limits::DEFAULT).unwrap();
            assert_eq!(again.layer(layer.number).unwrap().get(column, row), Some(gid));
            let back = again.painted(&[CellEdit { gid: before, ..edit }]).unwrap();
            let back = EditableMap::read(&files.clone().and(&path, &back), &path, &Limits::DEFAULT).unwrap();
            for (column, row) in cell {
                let known = back.layer(layer.number).unwrap().get(column, row);
                assert_eq!(known, layer.get(column, row), "{path} {}", layer.name);
            }
        }
    }
}

#[test]
fn what_cannot_be_written_is_refused_with_its_place() {
    let refused = |map: &EditableMap, edit: CellEdit| map.painted(&[edit]).unwrap_err().to_string();
    let map = open(small_layer("<data encoding=\"csv\">1,0,0,0</data>").as_bytes(), "m.tmx");
    let edit = CellEdit { layer: 0, column: 0, row: 0, gid: 2 };
    assert_eq!(
        refused(&map, CellEdit { column: 2, ..edit }),
        "m.tmx:4: layer 'ground', tile (2,0): the layer ends before this cell; enlarge the map in Tiled: Map, Resize Map"
    );
    assert!(refused(&map, CellEdit { row: -1, ..edit }).contains("tile (0,-1)"));
    assert!(refused(&map, CellEdit { row: i32::MIN, column: i32::MAX, ..edit }).contains("ends before"));
    assert!(refused(&map, CellEdit { layer: 1, ..edit }).contains("layer number 1"));
    assert!(refused(&map, CellEdit { gid: 0x1fff_ffff, ..edit }).contains("none of the map's tilesets"));
    assert!(refused(&map, CellEdit { gid: 0x8000_0000, ..edit }).contains("tile number 0"));
    let infinite = MapText {
        stored: [Stored::Csv; 2],
        is_json: true,
        is_infinite: true,
        has_bom: false,
        size: (2, 2),
        cells: [vec![0; 8], vec![1; 8]],
    };
    let map = open(infinite.pieces().concat().as_bytes(), "m.tmj");
    assert!(refused(&map, CellEdit { layer: 3, column: 2, ..edit }).contains("no chunk with this cell"));
    let json = small_json("{\"type\":\"tilelayer\",\"id\":1,\"width\":2,\"height\":2,\"data\":[1, 0,\n0,0 ]}");
    let painted = open(json.as_bytes(), "m.tmj").painted(&[CellEdit { column: 1, row: 1, ..edit }]).unwrap();
    assert_eq!(String::from_utf8(painted).unwrap(), json.replace("0,0 ]", "0,2 ]"));
}

#[test]
fn comments_beside_the_data_stay_and_those_within_it_are_refused() {
    let edit = CellEdit { layer: 0, column: 1, row: 0, gid: 3 };
    for (before, after) in [
        (
            "<data encoding=\"csv\"><!-- one -->\n1,2,0,\n 0,\n<?x?></data>",
            Some("<data encoding=\"csv\"><!-- one -->\n1,3,0,\n 0,\n<?x?></data>"),
        ),
        (
            "<data encoding=\"csv\"><![CDATA[1,2,0,0]]></data>",
            Some("<data encoding=\"csv\"><![CDATA[1,3,0,0]]></data>"),
        ),
        (
            "<data><tile gid=\"1\"/><!-- --><tile/><tile/><tile/></data>",
            Some("<data><tile gid=\"1\"/><!-- --><tile gid=\"3\"/><tile/><tile/></data>"),
        ),
        ("<data encoding=\"csv\">1,2,<!-- one -->0,0</data>", None),
        ("<data encoding=\"csv\">1,&#50;,0,0</data>", None),
    ] {
        let files = Memory::with_map(&small_layer(before));
        assert!(read(&files, "m.tmx").is_ok());
        let painted = EditableMap::read(&files, "m.tmx", &Limits::DEFAULT);
        match after {
            Some(after) => {
                assert_eq!(String::from_utf8(painted.unwrap().painted(&[edit]).unwrap()).unwrap(), small_layer(after));
            }
            None => {
                assert!(listed(&painted.unwrap_err()).contains("m.tmx:4: layer 'ground': its data is interrupted by"));
            }
        }
    }
}
