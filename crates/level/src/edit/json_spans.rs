//! Finds the cells of all tile layers in a `.tmj` file.

use glam::IVec2;
use json_event_parser::{JsonEvent, LowLevelJsonParser};

use crate::edit::spans::{CellSpans, ChunkSpans, LayerSpans};
use crate::files::without_bom;

/// What an open list or object is.
#[derive(Clone, Copy)]
enum OpenValue {
    Map,
    Layers,
    /// A layer of any kind, by its index.
    Layer(usize),
    Chunks(usize),
    /// The last chunk of a layer.
    Chunk(usize),
    /// A list of cells: of a layer or of its last chunk, and where the list begins.
    Cells {
        layer: usize,
        is_chunk: bool,
        start: usize,
    },
    Other,
}

/// The tile layers of a file that the guard has accepted, in the order of the file.
///
/// # Errors
/// The syntax error, if there is one.
pub fn layers(bytes: &[u8]) -> Result<Vec<LayerSpans>, String> {
    let mut scan = JsonScan { bytes, at: bytes.len() - without_bom(bytes).len(), open: Vec::new(), layers: Vec::new() };
    let mut parser = LowLevelJsonParser::new();
    // Each event but the last consumes a byte, so the loop ends.
    loop {
        let step = parser.parse_next(&bytes[scan.at..], true);
        let before = scan.at;
        scan.at += step.consumed_bytes;
        match step.event {
            Some(Ok(JsonEvent::Eof)) | None => break,
            Some(Ok(event)) => scan.event(event, before),
            Some(Err(error)) => return Err(error.message().to_owned()),
        }
    }
    let is_tiles = |(layer, kind): (LayerSpans, String)| (kind == "tilelayer").then_some(layer);
    Ok(scan.layers.into_iter().filter_map(is_tiles).collect())
}

struct JsonScan<'a> {
    bytes: &'a [u8],
    /// How far the file is parsed.
    at: usize,
    /// Open lists and objects, each with its last key.
    open: Vec<(OpenValue, String)>,
    /// All layers, with their types.
    layers: Vec<(LayerSpans, String)>,
}

impl JsonScan<'_> {
    /// Adds an event, which begins after `before` and ends where the scan is.
    fn event(&mut self, event: JsonEvent, before: usize) {
        match event {
            JsonEvent::ObjectKey(key) => {
                self.open.last_mut().into_iter().for_each(|(_, known)| key.as_ref().clone_into(known));
            }
            JsonEvent::StartObject => {
                let value = self.object();
                self.open.push((value, String::new()));
            }
            JsonEvent::StartArray => {
                let value = self.list();
                self.open.push((value, String::new()));
            }
            JsonEvent::EndObject => drop(self.open.pop()),
            JsonEvent::EndArray => {
                if let Some((OpenValue::Cells { layer, is_chunk, start }, _)) = self.open.pop() {
                    self.set_cells(layer, is_chunk, CellSpans::Text(start..self.at - 1));
                }
            }
            JsonEvent::String(text) => self.string(&text, before),
            JsonEvent::Number(text) => self.number(&text),
            JsonEvent::Boolean(_) | JsonEvent::Null | JsonEvent::Eof => {}
        }
    }

    fn object(&mut self) -> OpenValue {
        match self.open.last() {
            None => OpenValue::Map,
            Some((OpenValue::Layers, _)) => {
                let number = u32::try_from(self.layers.len()).unwrap_or(u32::MAX);
                // A list has no encoding; Tiled calls it csv.
                let encoding = Some("csv".to_owned());
                self.layers.push((LayerSpans { number, encoding, ..LayerSpans::default() }, String::new()));
                OpenValue::Layer(self.layers.len() - 1)
            }
            Some((OpenValue::Chunks(layer), _)) => {
                let layer = *layer;
                self.layers[layer].0.chunks.push(ChunkSpans::default());
                OpenValue::Chunk(layer)
            }
            Some(_) => OpenValue::Other,
        }
    }

    fn list(&self) -> OpenValue {
        let cells = |layer, is_chunk| OpenValue::Cells { layer, is_chunk, start: self.at };
        match self.open.last().map(|(value, key)| (value, key.as_str())) {
            Some((OpenValue::Map | OpenValue::Layer(_), "layers")) => OpenValue::Layers,
            Some((OpenValue::Layer(layer), "chunks")) => OpenValue::Chunks(*layer),
            Some((OpenValue::Layer(layer), "data")) => cells(*layer, false),
            Some((OpenValue::Chunk(layer), "data")) => cells(*layer, true),
            _ => OpenValue::Other,
        }
    }

    fn set_cells(&mut self, layer: usize, is_chunk: bool, cells: CellSpans) {
        let layer = &mut self.layers[layer].0;
        match layer.chunks.last_mut().filter(|_| is_chunk) {
            Some(chunk) => chunk.cells = cells,
            None => layer.whole = cells,
        }
    }

    fn string(&mut self, text: &str, before: usize) {
        let Some((value, key)) = self.open.last() else { return };
        let quote = self.bytes[before..self.at].iter().position(|byte| *byte == b'"').unwrap_or(0);
        let range = before + quote + 1..self.at - 1;
        match (*value, key.as_str()) {
            (OpenValue::Layer(layer), "data") => self.set_cells(layer, false, CellSpans::Quoted(range)),
            (OpenValue::Chunk(layer), "data") => self.set_cells(layer, true, CellSpans::Quoted(range)),
            (OpenValue::Layer(layer), "name") => text.clone_into(&mut self.layers[layer].0.name),
            (OpenValue::Layer(layer), "type") => text.clone_into(&mut self.layers[layer].1),
            (OpenValue::Layer(layer), "encoding") if !text.is_empty() => {
                self.layers[layer].0.encoding = Some(text.to_owned());
            }
            (OpenValue::Layer(layer), "compression") => text.clone_into(&mut self.layers[layer].0.compression),
            _ => {}
        }
    }

    fn number(&mut self, text: &str) {
        let Some((value, key)) = self.open.last() else { return };
        // Whole numbers may be written as 2e0.
        let number = text.parse::<f64>().map_or(0, |number| number as i32);
        let set = |at: &mut IVec2, size: &mut IVec2| match key.as_str() {
            "x" => at.x = number,
            "y" => at.y = number,
            "width" => size.x = number,
            "height" => size.y = number,
            _ => {}
        };
        match *value {
            OpenValue::Layer(layer) => {
                // Tiled writes the corner of a layer, too, which is always 0.
                let mut corner = IVec2::ZERO;
                set(&mut corner, &mut self.layers[layer].0.size);
            }
            OpenValue::Chunk(layer) => {
                let chunk = self.layers[layer].0.chunks.last_mut();
                chunk.into_iter().for_each(|chunk| set(&mut chunk.at, &mut chunk.size));
            }
            _ => {}
        }
    }
}
