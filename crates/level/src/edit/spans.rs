//! Where a file stores the cells of a tile layer, and the new bytes of changed cells.

use std::io::{self, Write};
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use glam::IVec2;

use crate::format::{Element, cell_data};

/// A part of a file that is replaced, and its new text.
pub type Replacement = (Range<usize>, String);

/// A tile layer of a file.
#[derive(Debug, Default)]
pub struct LayerSpans {
    /// Its number in the file. Groups count, and come before their children.
    pub number: u32,
    pub name: String,
    /// Columns and rows; in an infinite map those of the chunks count.
    pub size: IVec2,
    /// `None` for a list of elements.
    pub encoding: Option<String>,
    pub compression: String,
    /// Its cells, unless they are in chunks.
    pub whole: CellSpans,
    pub chunks: Vec<ChunkSpans>,
}

/// A chunk of an infinite map's layer, or all cells of a layer.
#[derive(Clone, Debug, Default)]
pub struct ChunkSpans {
    /// Column and row of the first cell.
    pub at: IVec2,
    /// Columns and rows.
    pub size: IVec2,
    pub cells: CellSpans,
}

/// Where the cells of a chunk are.
#[derive(Clone, Debug, Default)]
pub enum CellSpans {
    /// Nowhere: there is no data.
    #[default]
    Missing,
    /// Numbers with commas between them, or base64.
    Text(Range<usize>),
    /// Base64 in a JSON string; the range is that between the quotes.
    Quoted(Range<usize>),
    /// One element per cell.
    Tiles(Vec<TileSpan>),
    /// Text that comments or references interrupt.
    Interrupted(usize),
}

/// The element of a cell.
#[derive(Clone, Debug)]
pub struct TileSpan {
    pub gid: u32,
    /// The value of its `gid`, or the place for the attribute if it is missing.
    pub value: Range<usize>,
    pub is_missing: bool,
}

impl CellSpans {
    /// Adds a text of the file, which may be blank.
    pub fn add_text(&mut self, bytes: &[u8], range: Range<usize>) {
        if bytes.get(range.clone()).is_none_or(|text| text.trim_ascii().is_empty()) {
            return;
        }
        *self = match self {
            Self::Missing => Self::Text(range),
            _ => Self::Interrupted(range.start),
        };
    }

    /// Adds the element of a cell.
    pub fn add_tile(&mut self, tile: TileSpan) {
        match self {
            Self::Tiles(tiles) => tiles.push(tile),
            Self::Missing => *self = Self::Tiles(vec![tile]),
            _ => *self = Self::Interrupted(tile.value.start),
        }
    }

    /// The first byte.
    pub fn start(&self) -> usize {
        match self {
            Self::Missing => 0,
            Self::Text(range) | Self::Quoted(range) => range.start,
            Self::Tiles(tiles) => tiles.first().map_or(0, |tile| tile.value.start),
            Self::Interrupted(at) => *at,
        }
    }
}

impl LayerSpans {
    /// The chunks; the whole layer is one if there are no others.
    pub fn parts(&self) -> Vec<ChunkSpans> {
        if self.chunks.is_empty() && !matches!(self.whole, CellSpans::Missing) {
            return vec![ChunkSpans { at: IVec2::ZERO, size: self.size, cells: self.whole.clone() }];
        }
        self.chunks.clone()
    }

    /// The global tile ids of a chunk, with all their flip bits.
    ///
    /// # Errors
    /// A description of what is wrong.
    pub fn decode(&self, bytes: &[u8], part: &ChunkSpans) -> Result<Vec<u32>, String> {
        let count = part.size.x.max(0).unsigned_abs() as usize * part.size.y.max(0).unsigned_abs() as usize;
        let mut element = Element::default();
        let mut encoding = Element::default();
        for (name, value) in [("encoding", self.encoding.as_deref()), ("compression", Some(self.compression.as_str()))]
        {
            value.into_iter().for_each(|value| encoding.set(name, value));
        }
        match &part.cells {
            CellSpans::Missing => {}
            CellSpans::Text(range) => element.text = String::from_utf8_lossy(&bytes[range.clone()]).into_owned(),
            CellSpans::Quoted(range) => element.text = unquoted(bytes, range)?,
            CellSpans::Tiles(tiles) => element.gids = tiles.iter().map(|tile| tile.gid).collect(),
            CellSpans::Interrupted(_) => return Err("its data is interrupted by a comment or a reference".to_owned()),
        }
        cell_data::decode(&encoding, &mut element, count)
    }

    /// The replacements that change these cells of a chunk: index and new id, in ascending order, each once. `cells` are the new
    /// cells.
    ///
    /// # Errors
    /// A description of what cannot be written.
    pub fn change(
        &self,
        bytes: &[u8],
        part: &ChunkSpans,
        changes: &[(usize, u32)],
        cells: &[u32],
    ) -> Result<Vec<Replacement>, String> {
        let is_packed = self.encoding.as_deref() == Some("base64");
        match &part.cells {
            CellSpans::Tiles(tiles) => changes.iter().map(|change| of_tile(tiles, *change)).collect(),
            CellSpans::Text(range) | CellSpans::Quoted(range) if is_packed => {
                let text = packed(cells, &self.compression).map_err(|error| error.to_string())?;
                let again = ChunkSpans { cells: CellSpans::Text(0..text.len()), ..part.clone() };
                // What was packed must be readable: otherwise the map would be lost.
                if self.decode(text.as_bytes(), &again)? != cells {
                    return Err(format!("its data cannot be packed again with '{}'", self.compression));
                }
                Ok(vec![(trimmed(bytes, range), text)])
            }
            CellSpans::Text(range) => in_list(bytes, range, changes),
            CellSpans::Quoted(_) | CellSpans::Missing | CellSpans::Interrupted(_) => {
                Err("its data is stored in a way that cannot be changed".to_owned())
            }
        }
    }
}

/// The text of a JSON string; the range is that between the quotes.
fn unquoted(bytes: &[u8], range: &Range<usize>) -> Result<String, String> {
    let quoted = bytes.get(range.start.saturating_sub(1)..range.end + 1).unwrap_or_default();
    serde_json::from_slice(quoted).map_err(|error| error.to_string())
}

/// A range without white space at its ends.
fn trimmed(bytes: &[u8], range: &Range<usize>) -> Range<usize> {
    let text = &bytes[range.clone()];
    let start = range.start + (text.len() - text.trim_ascii_start().len());
    start..start + text.trim_ascii().len()
}

fn of_tile(tiles: &[TileSpan], (index, gid): (usize, u32)) -> Result<Replacement, String> {
    let tile = tiles.get(index).ok_or_else(|| format!("its data has no cell number {index}"))?;
    let text = if tile.is_missing { format!(" gid=\"{gid}\"") } else { gid.to_string() };
    Ok((tile.value.clone(), text))
}

/// Replaces numbers of a list with commas.
fn in_list(bytes: &[u8], range: &Range<usize>, changes: &[(usize, u32)]) -> Result<Vec<Replacement>, String> {
    let mut replacements = Vec::with_capacity(changes.len());
    let (mut at, mut cell) = (range.start, 0);
    for (index, gid) in changes {
        // Each round goes to a later cell, so together they read the list once.
        loop {
            let rest = bytes.get(at..range.end).filter(|rest| !rest.is_empty());
            let rest = rest.ok_or_else(|| format!("its data has no cell number {index}"))?;
            let end = at + rest.iter().position(|byte| *byte == b',').unwrap_or(rest.len());
            if cell == *index {
                replacements.push((trimmed(bytes, &(at..end)), gid.to_string()));
                break;
            }
            (at, cell) = (end + 1, cell + 1);
        }
    }
    Ok(replacements)
}

/// Cells as base64, packed with a method of Tiled.
fn packed(cells: &[u32], method: &str) -> io::Result<String> {
    let words: Vec<u8> = cells.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let bytes = match method {
        "" => words,
        "zlib" => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&words)?;
            encoder.finish()?
        }
        "gzip" => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(&words)?;
            encoder.finish()?
        }
        "zstd" => ruzstd::encoding::compress_to_vec(&words[..], ruzstd::encoding::CompressionLevel::Fastest),
        other => return Err(io::Error::new(io::ErrorKind::Unsupported, format!("'{other}' is unknown"))),
    };
    Ok(STANDARD.encode(bytes))
}

/// The bytes with these replacements, which do not overlap.
pub fn replaced(bytes: &[u8], mut replacements: Vec<Replacement>) -> Vec<u8> {
    replacements.sort_unstable_by_key(|(range, _)| range.start);
    let mut changed = Vec::with_capacity(bytes.len() + replacements.len());
    let mut done = 0;
    for (range, text) in replacements {
        changed.extend_from_slice(&bytes[done..range.start]);
        changed.extend_from_slice(text.as_bytes());
        done = range.end;
    }
    changed.extend_from_slice(&bytes[done..]);
    changed
}
