//! Puts the crate together: reads the files of a map or a world, and returns a [`Level`](crate::Level) or its problems.
//!
//! `read.rs` is the order of the work. The parser only ever sees files that the guard wrote.

mod layers;
mod line_tracking_reader;
mod meta;
pub mod object_lines;
pub mod read;

pub use object_lines::ObjectLines;
pub use read::{MapSelection, read_level};
