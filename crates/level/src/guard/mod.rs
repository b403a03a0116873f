//! Reads every file that a map needs before the parser does: checks what would crash, hang or mislead it, mends what can be
//! mended, and remembers lines. The parser then sees only what this module wrote.

mod attributes;
mod layers;
mod mend;
mod objects;
mod tilesets;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use glam::IVec2;

use super::Limits;
use super::files::{Files, normal_path};
use super::json;
use super::project::Project;
use super::report::{Place, Report};
use super::rules::shown;
use super::xml::{Element, Fault, Written, parse, write};

/// The bits of a global tile id that say how the tile is turned: horizontally, vertically, diagonally.
pub const FLIPS: u32 = 0xe000_0000;

/// A turn that only hexagonal maps have; the parser does not know it.
const HEXAGONAL: u32 = 0x1000_0000;

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
    tiles: Rc<TileIds>,
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
struct TileIds {
    /// All below this number.
    count: u32,
    /// And these.
    listed: BTreeSet<u32>,
}

impl TileIds {
    fn has(&self, id: u32) -> bool {
        id < self.count || self.listed.contains(&id)
    }
}

/// The tilesets of a map: first global id, tiles.
type Gids = Vec<(u32, Rc<TileIds>)>;

/// What all layers of a map share.
#[derive(Clone, Copy)]
struct LayerKinds {
    infinite: bool,
    /// The longer side of a cell, in pixels.
    tile: f64,
}

impl LayerKinds {
    /// How far so many cells reach, in pixels.
    #[allow(clippy::cast_precision_loss, reason = "a few ten thousand cells")]
    const fn reach(self, cells: i64) -> f64 {
        cells as f64 * self.tile
    }
}

/// What kind of file it is: the name of its element.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileKind {
    Map,
    Tileset,
    Template,
}

impl FileKind {
    const fn name(self) -> &'static str {
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

/// Reads maps and everything they refer to; each comes with whoever asks for it. Problems go to the report; when it has failed,
/// the sheets are not to be parsed.
pub fn guard<'a>(
    files: &dyn Files,
    maps: impl IntoIterator<Item = (&'a str, Place)>,
    project: &Project,
    limits: &Limits,
    report: &mut Report,
) -> (CheckedFiles, PicturePlaces) {
    let (open, budget, pictures) = (Vec::new(), Budget::default(), PicturePlaces::new());
    let mut guard = Guard { files, project, limits, report, sheets: CheckedFiles::new(), pictures, open, budget };
    for (map, asker) in maps {
        guard.file(map, FileKind::Map, asker);
    }
    (guard.sheets, guard.pictures)
}

/// What all files together have asked for so far.
#[derive(Default)]
struct Budget {
    bytes: u64,
    /// Those that are no maps.
    files: usize,
    cells: u64,
    tiles: u64,
    objects: usize,
    properties: usize,
    points: usize,
    template_bytes: usize,
    picture_pixels: u64,
}

struct Guard<'a> {
    files: &'a dyn Files,
    /// For the words of enums.
    project: &'a Project,
    limits: &'a Limits,
    report: &'a mut Report,
    sheets: CheckedFiles,
    pictures: PicturePlaces,
    /// The files that are being read, each because of the one before: none may come twice.
    open: Vec<String>,
    budget: Budget,
}

/// A file while it is looked at.
#[derive(Default)]
struct ScannedFile {
    path: String,
    lines: BTreeMap<ElementKey, u32>,
    cells: BTreeMap<u32, Vec<CellBlock>>,
    firsts: Vec<u32>,
    layers: u32,
    tilesets: u32,
}

impl ScannedFile {
    fn place(&self, element: &Element, what: impl Into<String>) -> Place {
        Place::new(&self.path, element.line, what)
    }
}

impl Guard<'_> {
    /// Reads one file, unless it was read before. `asker` is who asks for it.
    fn file(&mut self, path: &str, kind: FileKind, asker: Place) {
        if self.sheets.contains_key(path) {
            return;
        }
        if self.open.iter().any(|open| open == path) {
            let what = format!("'{path}' includes itself: {} -> {path}", self.open.join(" -> "));
            return self.report.error(asker, what, "remove the reference from one of these files");
        }
        self.budget.files += usize::from(kind != FileKind::Map);
        if self.budget.files > self.limits.files {
            let what = format!("the map needs more than {} files", self.limits.files);
            return self.report.error(asker, what, "use fewer tilesets and templates");
        }
        if self.budget.bytes > self.limits.bytes {
            return;
        }
        let bytes = match self.files.read(path) {
            Ok(bytes) if bytes.len() as u64 <= self.limits.file_bytes => bytes,
            Ok(_) => {
                // Of a map that nothing refers to, the first line is as good as any.
                let place = Place { line: asker.line.max(1), ..asker };
                return self.report.error(place, format!("'{path}' is too large"), "make it smaller");
            }
            Err(error) => {
                let known = error.kind() != std::io::ErrorKind::NotFound;
                let asker = Place { line: asker.line.max(known.into()), ..asker };
                let what = format!("cannot read '{path}': {}", reason(&error));
                return self.report.error(asker, what, "check the file's name, or remove the reference to it");
            }
        };
        self.budget.bytes += bytes.len() as u64;
        if self.budget.bytes > self.limits.bytes {
            let what = format!("all files together have more than {} bytes", self.limits.bytes);
            let asker = Place { line: asker.line.max(1), ..asker };
            return self.report.error(asker, what, "use smaller files, or fewer");
        }
        let is_json = json::is_json(&bytes);
        let parsed = if is_json { json::parse(&bytes, kind.name(), self.limits) } else { parse(&bytes, self.limits) };
        match parsed {
            Ok(root) if root.name == kind.name() => {
                self.open.push(path.to_owned());
                let sheet = self.sheet(path, kind, root);
                self.open.pop();
                self.sheets.insert(path.to_owned(), sheet);
            }
            Ok(root) => {
                let what = format!("'{path}' holds a <{}>, not a <{}>", shown(&root.name), kind.name());
                self.report.error(Place::new(path, root.line, ""), what, "choose another file");
            }
            Err(Fault { line, what, help }) => self.report.error(Place::new(path, line, ""), what, help),
        }
    }

    fn sheet(&mut self, path: &str, kind: FileKind, mut root: Element) -> CheckedFile {
        let mut file = ScannedFile { path: path.to_owned(), ..ScannedFile::default() };
        file.lines.insert(ElementKey::Root, root.line);
        self.attributes(&file, &mut root, true);
        let tiles = match kind {
            FileKind::Map => {
                self.map(&mut file, &mut root);
                TileIds::default()
            }
            FileKind::Tileset => self.tileset(&mut file, &mut root),
            FileKind::Template => {
                self.template(&mut file, &mut root);
                TileIds::default()
            }
        };
        let written = write(&root, self.limits.file_bytes).unwrap_or_else(|| {
            let what = format!("the file has more than {} bytes once it is escaped", self.limits.file_bytes);
            self.report.error(file.place(&root, ""), what, "use shorter texts");
            Written::default()
        });
        let ScannedFile { lines, cells, firsts, .. } = file;
        CheckedFile { written, lines, cells, firsts, tiles: Rc::new(tiles) }
    }
}

fn has_tile(gids: &Gids, gid: u32) -> bool {
    let found = gids.iter().rev().find(|(first, _)| *first <= gid);
    found.is_some_and(|(first, ids)| ids.has(gid - first))
}

/// How a problem names an element: `layer 'ground'`, `object 17 'lift'`, `tileset 'denim'`, `tile 8`.
fn called(element: &Element) -> String {
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

/// Why a file could not be read, in a few words.
pub fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

/// The normal spelling of a path that the parser hands back.
pub fn path_of(path: &std::path::Path) -> Option<String> {
    let text = path.to_str()?;
    // Elsewhere a backslash is a letter like any other.
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() };
    normal_path(text.trim_start_matches('/')).ok()
}

/// Tiled 1.9 wrote `class` where others write `type`; the parser would let a template's type win over it.
fn use_class_of_1_9(element: &mut Element) {
    if element.get("type").is_none()
        && let Some(class) = element.unset("class")
    {
        element.set("type", class);
    }
}
