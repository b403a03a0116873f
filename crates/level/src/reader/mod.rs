//! Puts the crate together: reads the files of a map or a world, and returns a [`Level`](crate::Level) or its problems.
//!
//! `read.rs` is the order of the work. `parser.rs` parses maps: the parser only ever sees files that the guard wrote.
//! `layers.rs` reads what is drawn, with the collision of tiles, and `meta.rs` the map's own properties. `oversights.rs`
//! reports what the designer probably overlooked. `source.rs` remembers where objects are in the files.

mod layers;
mod meta;
mod oversights;
mod parser;
mod read;
pub mod source;

pub use read::Reading;
