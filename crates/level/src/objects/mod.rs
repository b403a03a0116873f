//! The objects that the designer placed: where they are, what they become in the game, and what they collide with.

pub mod bodies;
pub mod collector;
pub mod collide;
pub mod entities;
pub mod item;
pub mod placement;

pub use collector::ObjectCollector;
pub use entities::is_entity;
pub use placement::{box_corners, class_of, tile_corners, to_vec};
