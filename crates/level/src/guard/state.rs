//! The types that the parts of the guard share.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use glam::IVec2;

use crate::files::source::Files;
use crate::format::rules::shown;
use crate::format::xml::{Element, Written};
use crate::limits::Limits;
use crate::properties::project::Project;
use crate::report::{Place, Report};

/// The bits of a global tile id that say how the tile is turned: horizontally, vertically, diagonally.
pub const FLIPS: u32 = 0xe000_0000;

/// A turn that only hexagonal maps have; the parser does not know it.
pub const HEXAGONAL: u32 = 0x1000_0000;

/// What a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ElementKey {
    /// The file's own element.
    Root,
    /// The layers of a map in the order of the file, groups before what they hold.
    Layer(u32),
    /// An object of a map, by its id.
    Object(u32),
    /// A tile: which tileset of the file, id.
    Tile(u32, u32),
    /// A shape of a tile: which tileset of the file, id, which shape.
    Shape(u32, u32, u32),
}

/// A file that is fit to be parsed.
#[derive(Clone, Debug, Default)]
pub struct CheckedFile {
    /// What the parser reads.
    pub written: Written,
    /// Where things were in the original.
    pub lines: BTreeMap<ElementKey, u32>,
    /// The cells of a map's tile layers, by the number of the layer. The parser does not get to see them.
    pub cells: BTreeMap<u32, Vec<CellBlock>>,
    /// The first global id of each of a map's tilesets.
    pub firsts: Vec<u32>,
    /// For a file with a single tileset: its tiles.
    pub tiles: Rc<TileIds>,
}

/// Cells of a tile layer: all of them, or a chunk.
#[derive(Clone, Debug)]
pub struct CellBlock {
    /// The column and row of the first.
    pub at: IVec2,
    /// How many columns and rows; never negative.
    pub size: IVec2,
    /// Row by row: the global id of a tile with the bits that say how it is turned, 0 for none.
    pub gids: Vec<u32>,
}

/// Which tiles a tileset has.
#[derive(Clone, Debug, Default)]
pub struct TileIds {
    /// All below this number.
    pub count: u32,
    /// And these.
    pub listed: BTreeSet<u32>,
}

impl TileIds {
    pub fn has(&self, id: u32) -> bool {
        id < self.count || self.listed.contains(&id)
    }
}

/// The tilesets of a map: first global id, tiles.
pub type Gids = Vec<(u32, Rc<TileIds>)>;

/// What all layers of a map share.
#[derive(Clone, Copy)]
pub struct LayerKinds {
    pub infinite: bool,
    /// The longer side of a cell, in pixels.
    pub tile: f64,
}

impl LayerKinds {
    /// How far so many cells reach, in pixels.
    #[allow(clippy::cast_precision_loss, reason = "a few ten thousand cells")]
    pub const fn reach(self, cells: i64) -> f64 {
        cells as f64 * self.tile
    }
}

/// What kind of file it is: the name of its element.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Map,
    Tileset,
    Template,
}

impl FileKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Tileset => "tileset",
            Self::Template => "template",
        }
    }
}

/// All files of a map, by their paths.
pub type CheckedFiles = BTreeMap<String, CheckedFile>;

/// The pictures that the files name, by their paths, each with the first element that names it.
pub type PicturePlaces = BTreeMap<String, Place>;

/// What all files together have asked for so far.
#[derive(Default)]
pub struct Budget {
    pub bytes: u64,
    /// Those that are no maps.
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
    /// For the words of enums.
    pub project: &'a Project,
    pub limits: &'a Limits,
    pub report: &'a mut Report,
    pub checked_files: CheckedFiles,
    pub pictures: PicturePlaces,
    /// The files that are being read, each because of the one before: none may come twice.
    pub open: Vec<String>,
    pub budget: Budget,
}

/// A file while it is looked at.
#[derive(Default)]
pub struct ScannedFile {
    pub path: String,
    pub lines: BTreeMap<ElementKey, u32>,
    pub cells: BTreeMap<u32, Vec<CellBlock>>,
    pub firsts: Vec<u32>,
    pub layers: u32,
    pub tilesets: u32,
}

impl ScannedFile {
    pub fn place(&self, element: &Element, what: impl Into<String>) -> Place {
        Place::new(&self.path, element.line, what)
    }
}

pub fn has_tile(gids: &Gids, gid: u32) -> bool {
    let found = gids.iter().rev().find(|(first, _)| *first <= gid);
    found.is_some_and(|(first, ids)| ids.has(gid - first))
}

/// How a problem names an element: `layer 'ground'`, `object 17 'lift'`, `tileset 'denim'`, `tile 8`.
pub fn called(element: &Element) -> String {
    let name = element.get("name").unwrap_or_default();
    let named = if name.is_empty() { String::new() } else { format!(" '{}'", shown(name)) };
    match (element.name.as_str(), element.get("id")) {
        ("layer" | "objectgroup" | "imagelayer" | "group", _) => format!("layer{named}"),
        ("object", Some(id)) => format!("object {}{named}", shown(id)),
        ("tile", Some(id)) => format!("tile {}", shown(id)),
        ("tileset", _) => match element.get("source") {
            Some(source) if name.is_empty() => format!("tileset '{}'", shown(source)),
            _ => format!("tileset{named}"),
        },
        _ => String::new(),
    }
}

/// Tiled 1.9 wrote `class` where others write `type`; the parser would let a template's type win over it.
pub fn use_class_of_1_9(element: &mut Element) {
    if element.get("type").is_none()
        && let Some(class) = element.unset("class")
    {
        element.set("type", class);
    }
}
