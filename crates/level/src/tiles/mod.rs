//! The tiles of the map's tilesets: how they are drawn, what they collide with, and which of them a layer uses.

pub mod collision;
pub mod kinds;
pub mod tile;
