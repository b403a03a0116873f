//! The syntax of Tiled's files. Nothing here knows what a layer or an object means.
//!
//! `encoding.rs` makes every text UTF-8. `xml.rs` and `json/` turn it into the same tree of elements with line numbers, within
//! [`Limits`](crate::Limits).
//! `rules.rs` says which values an attribute may have, `cell_data.rs` unpacks the tile ids of a layer.

pub mod cell_data;
pub mod encoding;
pub mod json;
pub mod rules;
pub mod xml;

pub use cell_data::base64_bytes;
pub use encoding::{LFS_WORDS, is_lfs_pointer, text};
pub use rules::{Rule, check, excerpt, required, rule};
pub use xml::{Element, Fault, Written, write};

use crate::files::without_bom;
use crate::limits::Limits;

/// Whether a file is JSON. Decided by its first character, not by its name.
pub fn is_json(bytes: &[u8]) -> bool {
    matches!(without_bom(bytes).trim_ascii_start().first(), Some(b'{' | b'['))
}

/// Parses a whole file, XML or JSON, into a tree. `kind` is the name of the root of a JSON file that does not state its type,
/// as in old versions.
pub fn parse(bytes: &[u8], kind: &str, limits: &Limits) -> Result<Element, Fault> {
    let text = encoding::text(bytes)?;
    if !is_json(text.as_bytes()) {
        return xml::parse(&text, limits);
    }
    json::elements::root(json::tree::read(text.as_bytes(), limits)?, kind, limits)
}

/// The same for a file that must be of this kind.
pub fn parse_as(bytes: &[u8], kind: &str, limits: &Limits) -> Result<Element, Fault> {
    let root = parse(bytes, kind, limits)?;
    let what = format!("the file holds a <{}>, not a <{kind}>", excerpt(&root.name));
    let wrong = Fault::new(root.line, what, "choose the right file");
    if root.name == kind { Ok(root) } else { Err(wrong) }
}
