//! Puts the crate together: reads the files of a map or a world, and returns a [`Level`](crate::Level) or its problems.
//!
//! `read.rs` is the order of the work. `line_tracking_reader.rs` parses a map: the parser only ever sees files that the guard
//! wrote. `layers.rs` reads what is drawn, with the collision of tiles, and `meta.rs` the map's own properties. `oversights.rs`
//! reports what the designer probably overlooked. `object_lines.rs` finds the lines of objects again.

mod layers;
mod line_tracking_reader;
mod meta;
pub mod object_lines;
mod oversights;
pub mod read;

pub use object_lines::ObjectLines;
pub use read::{MapSelection, read_level};
