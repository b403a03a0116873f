//! A map whose cells can be changed in its file.

use std::collections::{BTreeMap, BTreeSet};

use glam::{I64Vec2, IVec2};

use crate::edit::spans::{ChunkSpans, LayerSpans, replaced};
use crate::edit::{json_spans, xml_spans};
use crate::files::{Files, normal_path};
use crate::format::{SAVE_AGAIN, count_lines, is_json};
use crate::guard::{FLIPS, guard};
use crate::limits::Limits;
use crate::model::{Picture, Tile};
use crate::problem::{Problem, Severity};
use crate::properties::Project;
use crate::reader::{Pictures, parse_map};
use crate::report::{Place, Report};
use crate::tiles::tile_of;

/// The new content of a cell.
///
/// ```
/// use seamwalker_level::{CellEdit, Turn};
///
/// let empty = CellEdit { layer: 0, column: 3, row: 1, gid: 0 };
/// let mirrored = CellEdit { gid: CellEdit::gid(7, Turn { h: true, ..Turn::default() }), ..empty };
/// assert_eq!(mirrored.gid, 0x8000_0007);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellEdit {
    /// The layer's number in the file: see [`Layer::number`](crate::Layer::number).
    pub layer: u32,
    /// The cell.
    pub column: i32,
    /// The cell.
    pub row: i32,
    /// The global tile id as the file stores it, with flip bits; 0 for an empty cell.
    pub gid: u32,
}

impl CellEdit {
    /// The global tile id of a flipped tile.
    #[must_use]
    pub const fn gid(tile: u32, turn: crate::Turn) -> u32 {
        tile | (turn.h as u32) << 31 | (turn.v as u32) << 30 | (turn.d as u32) << 29
    }
}

/// A tileset of a map.
///
/// ```
/// use seamwalker_level::{EditableMap, Folder, Limits};
///
/// let map = EditableMap::read(&Folder::new("../.."), "maps/first_stitch.tmx", &Limits::DEFAULT).unwrap();
/// let tileset = &map.tilesets[0];
/// assert_eq!(map.tile(tileset.first).unwrap().0.name, tileset.name);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapTileset {
    /// The global id of its first tile in this map.
    pub first: u32,
    /// Its name in Tiled.
    pub name: String,
    /// The file that it is in: its own, or that of the map.
    pub path: String,
    /// How many tiles the tileset has beside each other; 0 if every tile has a picture of its own.
    pub columns: u32,
    /// Its tiles, by their ids; [`Tile::picture`] is an index into [`EditableMap::pictures`]. They have neither hems nor frames.
    pub tiles: Vec<Tile>,
}

/// A tile layer of an [`EditableMap`].
///
/// ```
/// use seamwalker_level::{EditableMap, Folder, Limits};
///
/// let files = Folder::new("../..");
/// let map = EditableMap::read(&files, "maps/first_stitch.tmx", &Limits::DEFAULT).unwrap();
/// let layer = &map.layers[0];
/// println!("{}: tile {:?} in the first cell", layer.name, layer.get(0, 0));
/// assert_eq!(layer.get(-1, 0), None);
/// ```
#[derive(Debug)]
pub struct EditableLayer {
    /// Its number in the file: see [`Layer::number`](crate::Layer::number).
    pub number: u32,
    /// Its name in Tiled.
    pub name: String,
    spans: LayerSpans,
    /// The cells of each part of the layer.
    cells: Vec<(ChunkSpans, Vec<u32>)>,
}

impl EditableLayer {
    /// The part with a cell, and the cell's index in it. If chunks overlap, the later one wins.
    fn find(&self, cell: IVec2) -> Option<(usize, usize)> {
        self.cells.iter().enumerate().rev().find_map(|(part, (chunk, _))| {
            let (at, size) = (cell.as_i64vec2() - chunk.at.as_i64vec2(), chunk.size.as_i64vec2());
            let is_inside = at.cmpge(I64Vec2::ZERO).all() && at.cmplt(size).all();
            is_inside.then(|| usize::try_from(at.y * size.x + at.x).ok().map(|index| (part, index)))?
        })
    }

    /// The global tile id in a cell as the file stores it; `None` where the layer has no cells.
    #[must_use]
    pub fn get(&self, column: i32, row: i32) -> Option<u32> {
        let (part, index) = self.find(IVec2::new(column, row))?;
        self.cells[part].1.get(index).copied()
    }
}

/// A map file in any of Tiled's formats and encodings, whose cells can be changed without a change of any byte outside of the
/// data of their layers.
///
/// ```
/// use seamwalker_level::{CellEdit, EditableMap, Folder, Limits};
///
/// let files = Folder::new("../..");
/// let map = EditableMap::read(&files, "maps/first_stitch.tmx", &Limits::DEFAULT).unwrap();
/// let layer = map.layers.iter().find(|layer| layer.name == "cloth").unwrap();
/// let edit = CellEdit { layer: layer.number, column: 2, row: 1, gid: map.tilesets[0].first };
/// let bytes = map.painted(&[edit]).unwrap();
/// assert!(bytes.len().abs_diff(map.bytes.len()) < 4, "a number in the list of cells");
/// // Nothing to do, nothing changed.
/// assert_eq!(map.painted(&[]).unwrap(), map.bytes);
/// // What cannot be written is refused.
/// let outside = CellEdit { column: -1, ..edit };
/// assert!(map.painted(&[outside]).unwrap_err().to_string().contains("tile (-1,1)"));
/// ```
#[derive(Debug)]
pub struct EditableMap {
    /// The file, as its source names it.
    pub path: String,
    /// The file's content.
    pub bytes: Vec<u8>,
    /// The tile layers, in the order of the file, hidden ones too.
    pub layers: Vec<EditableLayer>,
    /// The tilesets, in the order of their first ids.
    pub tilesets: Vec<MapTileset>,
    /// The pictures of the tilesets.
    pub pictures: Vec<Picture>,
}

impl EditableMap {
    /// Reads a map with its tilesets.
    ///
    /// # Errors
    /// All problems that prevent reading it, with at least one error among them.
    pub fn read(files: &dyn Files, path: &str, limits: &Limits) -> Result<Self, Vec<Problem>> {
        let report = Report::new(limits);
        let map = Self::try_read(files, path, limits, &report);
        map.ok_or_else(|| report.finish(path))
    }

    fn try_read(files: &dyn Files, path: &str, limits: &Limits, report: &Report) -> Option<Self> {
        let fail = |what: String, help: &str| report.error(Place::new(path, 1, ""), what, help);
        let normal = normal_path(path).map_err(|error| fail(format!("cannot read it: {error}"), "name a map")).ok()?;
        let place = Place::new(&normal, 0, "");
        let (checked_files, _) = guard(files, [(normal.as_str(), place)], Project::shipped(), limits, report);
        if report.failed() {
            return None;
        }
        let firsts = &checked_files.get(&normal)?.firsts;
        let map = parse_map(&checked_files, &normal, report)?;
        let mut pictures = Pictures::default();
        let tilesets = firsts.iter().zip(map.tilesets()).map(|(first, tileset)| {
            let ids: BTreeSet<u32> = tileset.tiles().map(|(id, _)| id).collect();
            let tiles = ids.into_iter().map(|id| {
                let (tile, image) = tile_of(tileset, id);
                Tile { picture: image.map(|image| pictures.index(&image, &checked_files)), ..tile }
            });
            MapTileset {
                first: *first,
                name: tileset.name.clone(),
                columns: if tileset.image.is_some() { tileset.columns } else { 0 },
                tiles: tiles.collect(),
                path: crate::files::path_of(&tileset.source).unwrap_or_default(),
            }
        });
        let tilesets = tilesets.collect();
        let bytes = match files.read(&normal) {
            Ok(bytes) => bytes.into_owned(),
            Err(error) => {
                fail(format!("cannot read it: {error}"), "check the file");
                return None;
            }
        };
        let layers = layers(&bytes).map_err(|(at, what)| {
            report.error(Place::new(path, line_at(&bytes, at), ""), what, SAVE_AGAIN);
        });
        Some(Self { path: path.to_owned(), layers: layers.ok()?, bytes, tilesets, pictures: pictures.list })
    }

    /// The tileset and the tile of a global tile id, whose flip bits do not count; `None` if no tileset has it.
    #[must_use]
    pub fn tile(&self, gid: u32) -> Option<(&MapTileset, &Tile)> {
        let id = gid & !FLIPS;
        let tileset = self.tilesets.iter().rev().find(|tileset| tileset.first <= id)?;
        let index = tileset.tiles.binary_search_by_key(&(id - tileset.first), |tile| tile.id).ok()?;
        Some((tileset, &tileset.tiles[index]))
    }

    /// The layer with this number.
    #[must_use]
    pub fn layer(&self, number: u32) -> Option<&EditableLayer> {
        self.layers.iter().find(|layer| layer.number == number)
    }

    /// Whether an edit can be written.
    ///
    /// # Errors
    /// As [`painted`](Self::painted).
    pub fn check(&self, edit: &CellEdit) -> Result<(), Problem> {
        self.find(edit).map(|_| ())
    }

    /// The file with these cells changed; the last edit of a cell counts. Without a change it is the same to the byte.
    ///
    /// # Errors
    /// An edit that cannot be written: of an unknown layer, of a cell outside of the layer or of all its chunks, or to a tile that
    /// no tileset of the map has.
    pub fn painted(&self, edits: &[CellEdit]) -> Result<Vec<u8>, Problem> {
        let mut changes: BTreeMap<(usize, usize), BTreeMap<usize, u32>> = BTreeMap::new();
        for edit in edits {
            let (layer, part, index) = self.find(edit)?;
            changes.entry((layer, part)).or_default().insert(index, edit.gid);
        }
        let mut replacements = Vec::new();
        for ((layer, part), changes) in changes {
            let layer = &self.layers[layer];
            let (chunk, cells) = &layer.cells[part];
            let changes: Vec<(usize, u32)> = changes.into_iter().filter(|(index, gid)| cells[*index] != *gid).collect();
            if changes.is_empty() {
                continue;
            }
            let mut cells = cells.clone();
            changes.iter().for_each(|(index, gid)| cells[*index] = *gid);
            let new = layer.spans.change(&self.bytes, chunk, &changes, &cells);
            replacements.extend(new.map_err(|what| self.problem(layer, None, what, SAVE_AGAIN))?);
        }
        Ok(replaced(&self.bytes, replacements))
    }

    /// The layer, the part and the cell of an edit, all by their indices.
    fn find(&self, edit: &CellEdit) -> Result<(usize, usize, usize), Problem> {
        let Some(number) = self.layers.iter().position(|layer| layer.number == edit.layer) else {
            let place = Place::new(&self.path, 0, "");
            let what = format!("layer number {} is not a tile layer of the map", edit.layer);
            return Err(place.problem(Severity::Error, what, "read the map again"));
        };
        let (layer, cell) = (&self.layers[number], IVec2::new(edit.column, edit.row));
        let Some((part, index)) = layer.find(cell) else {
            let (what, help) = if layer.spans.chunks.is_empty() {
                ("the layer ends before this cell", "enlarge the map in Tiled: Map, Resize Map")
            } else {
                ("the layer has no chunk with this cell", "paint any tile near it in Tiled and save: that adds a chunk")
            };
            return Err(self.problem(layer, Some(cell), what, help));
        };
        if edit.gid != 0 && self.tile(edit.gid).is_none() {
            let what = format!("tile number {} is in none of the map's tilesets", edit.gid & !FLIPS);
            return Err(self.problem(layer, Some(cell), what, "add the tileset to the map in Tiled"));
        }
        Ok((number, part, index))
    }

    /// A problem of a layer or of one of its cells.
    fn problem(&self, layer: &EditableLayer, cell: Option<IVec2>, what: impl Into<String>, help: &str) -> Problem {
        let start = layer.cells.first().map_or(0, |(chunk, _)| chunk.cells.start());
        let place = match cell {
            Some(cell) => format!("layer '{}', tile ({},{})", layer.name, cell.x, cell.y),
            None => format!("layer '{}'", layer.name),
        };
        Place::new(&self.path, line_at(&self.bytes, start), place).problem(Severity::Error, what, help)
    }
}

/// The tile layers of a file.
///
/// # Errors
/// What is wrong, and at which byte.
fn layers(bytes: &[u8]) -> Result<Vec<EditableLayer>, (usize, String)> {
    let scan = if is_json(bytes) { json_spans::layers } else { xml_spans::layers };
    let scanned = scan(bytes).map_err(|what| (0, what))?;
    let layers = scanned.into_iter().map(|spans| {
        let decoded = spans.parts().into_iter().map(|part| match spans.decode(bytes, &part) {
            Ok(cells) => Ok((part, cells)),
            Err(what) => Err((part.cells.start(), format!("layer '{}': {what}", spans.name))),
        });
        let cells = decoded.collect::<Result<Vec<_>, _>>()?;
        Ok(EditableLayer { number: spans.number, name: spans.name.clone(), spans, cells })
    });
    layers.collect()
}

/// The line of a byte, counted from 1.
fn line_at(bytes: &[u8], at: usize) -> u32 {
    1 + count_lines(&bytes[..at.min(bytes.len())])
}
