//! Changes cells in the bytes of a map's file, and not a byte outside the data of the changed layers.
//!
//! `xml_spans.rs` and `json_spans.rs` find where a file stores the cells of its tile layers, `spans.rs` computes the new bytes of
//! changed cells in any encoding, and `editable_map.rs` puts them together for one map with its tilesets.

mod editable_map;
mod json_spans;
mod spans;
mod xml_spans;

pub use editable_map::{CellEdit, EditableLayer, EditableMap, MapTileset};
