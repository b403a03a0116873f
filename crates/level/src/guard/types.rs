//! The types that the parts of the guard share.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use glam::{IVec2, UVec2};

use crate::files::{FileFinder, Files};
use crate::format::{Element, Written, excerpt};
use crate::limits::Limits;
use crate::properties::Project;
use crate::report::{Place, Report};

/// The bits of a global tile id that flip the tile: horizontally, vertically, diagonally.
pub const FLIPS: u32 = 0xe000_0000;

/// A rotation that only hexagonal maps have; the parser does not know it.
pub const HEXAGONAL: u32 = 0x1000_0000;

/// The element that a line number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ElementKey {
    /// The root element of the file.
    Root,
    /// A layer, by its number in the file. Groups count, and come before their children.
    Layer(u32),
    /// An object of a map, by its id.
    Object(u32),
    /// A tile: number of the tileset in the file, tile id.
    Tile(u32, u32),
    /// A shape of a tile: number of the tileset in the file, tile id, number of the shape.
    Shape(u32, u32, u32),
}

/// A file that is safe to parse.
#[derive(Clone, Debug, Default)]
pub struct CheckedFile {
    /// The text for the parser.
    pub written: Written,
    /// Line numbers in the original.
    pub lines: BTreeMap<ElementKey, u32>,
    /// The cells of a map's tile layers, by layer number. They never pass through the parser.
    pub cells: BTreeMap<u32, Vec<CellBlock>>,
    /// The first global id of each tileset of a map.
    pub firsts: Vec<u32>,
    /// The pictures that the file itself holds: see `embedded_picture`.
    pub embedded: Vec<Vec<u8>>,
    /// The tiles, if the file is a tileset.
    pub tiles: Rc<TileIds>,
}

/// Cells of a tile layer: all of them, or a chunk.
#[derive(Clone, Debug)]
pub struct CellBlock {
    /// Column and row of the first cell.
    pub at: IVec2,
    /// Columns and rows; never negative.
    pub size: IVec2,
    /// Global tile ids with flip bits, row by row; 0 is empty.
    pub gids: Vec<u32>,
}

/// The tile ids of a tileset.
#[derive(Clone, Debug, Default)]
pub struct TileIds {
    /// All ids below this number exist.
    pub count: u32,
    /// Further ids.
    pub listed: BTreeSet<u32>,
    /// The first id that does not exist. It stands for all others, as Tiled draws a cross for each.
    pub absent: u32,
    /// Whether the tileset could not be read. Its first tile stands for all of them.
    pub is_missing: bool,
}

impl TileIds {
    pub fn has(&self, id: u32) -> bool {
        id < self.count || self.listed.contains(&id)
    }
}

/// The tilesets of a map: first global id, and tile ids.
pub type Gids = Vec<(u32, Rc<TileIds>)>;

/// What all layers of a map share.
pub struct LayerScan {
    pub infinite: bool,
    pub gids: Gids,
    /// The ids of all objects so far.
    pub object_ids: BTreeSet<u32>,
    /// The highest id of any object of the map. Objects without one get higher ones.
    pub highest_id: u32,
}

/// The kind of a file, which is the name of its root element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Map,
    Tileset,
    Template,
}

impl FileKind {
    pub const fn name(self) -> &'static str {
        ["map", "tileset", "template"][self as usize]
    }
}

/// All files of a map, by path.
pub type CheckedFiles = BTreeMap<String, CheckedFile>;

/// The pictures that the files name, by path, each with the first element that names it.
pub type PicturePlaces = BTreeMap<String, Place>;

/// Running totals over all files.
#[derive(Default)]
pub struct Budget {
    pub bytes: u64,
    /// Files other than maps.
    pub files: usize,
    pub cells: u64,
    pub tiles: u64,
    pub objects: usize,
    pub properties: usize,
    pub points: usize,
    pub template_bytes: usize,
    pub picture_pixels: u64,
}

pub struct Guard<'a> {
    pub files: &'a dyn Files,
    /// Declares the enums.
    pub project: &'a Project,
    pub limits: &'a Limits,
    pub report: &'a Report,
    pub finder: FileFinder,
    pub checked_files: CheckedFiles,
    pub pictures: PicturePlaces,
    /// The sizes of the pictures that were read, by path; `None` for those that are of no known format.
    pub picture_sizes: BTreeMap<String, Option<UVec2>>,
    /// The chain of files being read, each referring to the next. A file must not appear twice.
    pub open: Vec<String>,
    pub budget: Budget,
    /// The size of the map's cells, in pixels.
    pub tile: UVec2,
}

/// A file while the guard checks it.
#[derive(Default)]
pub struct ScannedFile {
    pub path: String,
    /// What is known of it so far.
    pub checked: CheckedFile,
    /// The numbers of layers and tilesets so far.
    pub layers: u32,
    pub tilesets: u32,
}

impl ScannedFile {
    pub fn place(&self, element: &Element, what: impl Into<String>) -> Place {
        Place::new(&self.path, element.line, what)
    }

    /// The place of an element with its description.
    pub fn described(&self, element: &Element) -> Place {
        self.place(element, description(element))
    }
}

/// Replaces a tile that no tileset has: by the one with the same flips that stands for all such tiles of its tileset, because
/// Tiled draws a cross for each, or by 0 if its number is below those of all tilesets. Returns its number, unless its whole
/// tileset is missing.
pub fn replace_missing(gids: &Gids, gid: &mut u32) -> Option<u32> {
    *gid &= !HEXAGONAL;
    let tile = *gid & !FLIPS;
    match gids.iter().rev().find(|(first, _)| *first <= tile) {
        Some((first, ids)) if ids.has(tile - first) => None,
        Some((first, ids)) => {
            *gid = (first + ids.absent) | (*gid & FLIPS);
            (!ids.is_missing).then_some(tile)
        }
        None => {
            *gid = 0;
            (tile != 0).then_some(tile)
        }
    }
}

/// How messages refer to an element: `layer 'ground'`, `object 17 'lift'`, `tileset 'denim'`, `tile 8`.
pub fn description(element: &Element) -> String {
    let name = element.get("name").unwrap_or_default();
    let named = if name.is_empty() { String::new() } else { format!(" '{}'", excerpt(name)) };
    match (element.name.as_str(), element.get("id")) {
        ("layer" | "objectgroup" | "imagelayer" | "group", _) => format!("layer{named}"),
        ("object", Some(id)) => format!("object {}{named}", excerpt(id)),
        ("tile", Some(id)) => format!("tile {}", excerpt(id)),
        ("tileset", _) => match element.get("source") {
            Some(source) if name.is_empty() => format!("tileset '{}'", excerpt(source)),
            _ => format!("tileset{named}"),
        },
        _ => String::new(),
    }
}
