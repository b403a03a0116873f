//! The syntax of Tiled's files. Nothing here knows what a layer or an object means.
//!
//! `xml.rs` and `json/` turn bytes into the same tree of elements with line numbers, within [`Limits`](crate::Limits).
//! `rules.rs` says which values an attribute may have, `cell_data.rs` unpacks the tile ids of a layer.

pub mod cell_data;
pub mod json;
pub mod rules;
pub mod xml;

pub use cell_data::base64_bytes;
pub use json::is_json;
pub use rules::{Rule, check, excerpt, required, rule};
pub use xml::{Element, Fault, Written, write};

use crate::limits::Limits;

/// Parses a whole file, XML or JSON, into a tree. `kind` is the name of the root of a JSON file that does not state its type.
pub fn parse(bytes: &[u8], kind: &str, limits: &Limits) -> Result<Element, Fault> {
    if is_json(bytes) { json::parse(bytes, kind, limits) } else { xml::parse(bytes, limits) }
}
