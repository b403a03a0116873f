//! Reads every file that a map needs before the parser does. The guard rejects what would crash, hang or mislead the parser,
//! repairs what can be repaired, and remembers line numbers. The parser then sees only what the guard wrote.
//!
//! `types.rs` holds the types, `file.rs` reads one file, and the others check one kind of element each.

mod attributes;
pub mod file;
mod layers;
mod objects;
mod pictures;
mod tilesets;
pub mod types;

pub use file::guard;
pub use pictures::{embedded_picture, is_embedded};
pub use types::{CellBlock, CheckedFiles, ElementKey, FLIPS, PicturePlaces};
