//! The tiles of the map's tilesets: how they are drawn, what they collide with, and which of them a layer uses.

pub mod collision;
pub mod kinds;
pub mod tile;

pub use collision::{Shapes, TileSize, default_material, in_cell, split_at_cell, tile_place, tile_shapes};
pub use kinds::{Kinds, dense, extent, run_length};
pub use tile::{TileName, has_ground_class, tile_of};
