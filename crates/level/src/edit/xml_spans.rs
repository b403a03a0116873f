//! Finds the cells of all tile layers in a `.tmx` file.

use std::ops::Range;

use glam::IVec2;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::edit::spans::{CellSpans, ChunkSpans, LayerSpans, TileSpan};
use crate::files::without_bom;

/// What an open element is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenElement {
    /// The map or a group.
    Container,
    Layer,
    Data,
    Chunk,
    Other,
}

/// The tile layers of a file that the guard has accepted, in the order of the file.
///
/// # Errors
/// The syntax error, if there is one.
pub fn layers(bytes: &[u8]) -> Result<Vec<LayerSpans>, String> {
    let text = std::str::from_utf8(without_bom(bytes)).map_err(|error| error.to_string())?;
    let mut reader = Reader::from_str(text);
    let mut scan =
        XmlScan { bytes, text, skipped: bytes.len() - text.len(), open: Vec::new(), count: 0, layers: Vec::new() };
    let position = |reader: &Reader<&[u8]>| usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
    // Each round reads at least one byte, so the loop ends.
    loop {
        let start = position(&reader);
        let event = reader.read_event().map_err(|error| error.to_string())?;
        let range = start..position(&reader);
        match event {
            Event::Start(tag) => {
                let element = scan.element(&tag, &range);
                scan.open.push(element);
            }
            Event::Empty(tag) => drop(scan.element(&tag, &range)),
            Event::End(_) => drop(scan.open.pop()),
            Event::CData(_) => scan.text(range.start + "<![CDATA[".len()..range.end.saturating_sub("]]>".len())),
            Event::Text(_) | Event::GeneralRef(_) => scan.text(range),
            Event::Eof => return Ok(scan.layers),
            _ => {}
        }
    }
}

struct XmlScan<'a> {
    bytes: &'a [u8],
    /// The same without the byte order mark.
    text: &'a str,
    /// The length of the byte order mark.
    skipped: usize,
    open: Vec<OpenElement>,
    /// The number of layers so far, of all kinds.
    count: u32,
    layers: Vec<LayerSpans>,
}

impl XmlScan<'_> {
    /// An element begins; `range` is that of its tag in the text.
    fn element(&mut self, tag: &BytesStart, range: &Range<usize>) -> OpenElement {
        let name = tag.name();
        let name: &str = name.as_ref();
        match (self.open.last(), name) {
            (None, "map") => OpenElement::Container,
            (Some(OpenElement::Container), "layer" | "objectgroup" | "imagelayer" | "group") => {
                self.count += 1;
                match name {
                    "group" => OpenElement::Container,
                    "layer" => {
                        let size = IVec2::new(number(tag, "width"), number(tag, "height"));
                        let name = value(tag, "name").unwrap_or_default();
                        self.layers.push(LayerSpans { number: self.count - 1, name, size, ..LayerSpans::default() });
                        OpenElement::Layer
                    }
                    _ => OpenElement::Other,
                }
            }
            (Some(OpenElement::Layer), "data") => {
                if let Some(layer) = self.layers.last_mut() {
                    layer.encoding = value(tag, "encoding");
                    layer.compression = value(tag, "compression").unwrap_or_default();
                }
                OpenElement::Data
            }
            (Some(OpenElement::Data), "chunk") => {
                let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(tag, name));
                let chunk =
                    ChunkSpans { at: IVec2::new(x, y), size: IVec2::new(width, height), ..ChunkSpans::default() };
                self.layers.last_mut().into_iter().for_each(|layer| layer.chunks.push(chunk.clone()));
                OpenElement::Chunk
            }
            (Some(OpenElement::Data | OpenElement::Chunk), "tile") => {
                let tile = self.tile(tag, range);
                self.cells().into_iter().for_each(|cells| cells.add_tile(tile.clone()));
                OpenElement::Other
            }
            _ => OpenElement::Other,
        }
    }

    /// Where the current element stores its cells.
    fn cells(&mut self) -> Option<&mut CellSpans> {
        let layer = self.layers.last_mut()?;
        match self.open.last()? {
            OpenElement::Data => Some(&mut layer.whole),
            OpenElement::Chunk => Some(&mut layer.chunks.last_mut()?.cells),
            _ => None,
        }
    }

    fn text(&mut self, range: Range<usize>) {
        let (bytes, range) = (self.bytes, range.start + self.skipped..range.end + self.skipped);
        self.cells().into_iter().for_each(|cells| cells.add_text(bytes, range.clone()));
    }

    /// The element of a cell.
    fn tile(&self, tag: &BytesStart, range: &Range<usize>) -> TileSpan {
        let from = range.start + self.skipped;
        let after_name = from + "<tile".len();
        match raw_value(&self.text[range.clone()], "gid") {
            Some(range) => {
                let gid = value(tag, "gid").map_or(0, |gid| gid.parse().unwrap_or(u32::MAX));
                TileSpan { gid, value: from + range.start..from + range.end, is_missing: false }
            }
            None => TileSpan { gid: 0, value: after_name..after_name, is_missing: true },
        }
    }
}

/// The range of an attribute's value within its tag, without the quotes.
fn raw_value(tag: &str, name: &str) -> Option<Range<usize>> {
    let bytes = tag.as_bytes();
    // After the element's name; each round ends behind the closing quote of an attribute.
    let mut at = tag.find(|c: char| c.is_ascii_whitespace())?;
    loop {
        let equals = at + tag.get(at..)?.find('=')?;
        let open = equals + tag[equals..].find(['"', '\''])?;
        let close = open + 1 + bytes[open + 1..].iter().position(|byte| *byte == bytes[open])?;
        if tag[at..equals].trim_ascii() == name {
            return Some(open + 1..close);
        }
        at = close + 1;
    }
}

fn value(tag: &BytesStart, name: &str) -> Option<String> {
    let found = tag.attributes().flatten().find(|attribute| (attribute.key.as_ref() as &str) == name)?;
    found.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}

fn number(tag: &BytesStart, name: &str) -> i32 {
    value(tag, name).and_then(|value| value.parse().ok()).unwrap_or(0)
}
