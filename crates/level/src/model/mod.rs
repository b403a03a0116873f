//! The data that a level consists of: surfaces, areas, objects, and everything that is drawn. Plain values; nothing here reads a
//! file.

pub mod area;
pub mod crates;
pub mod drawn;
pub mod meta;
pub mod object;
pub mod surface;
pub mod value;
