//! The objects that the designer placed: where they are, what they become in the game, and what they collide with.

pub mod body_limits;
mod classes;
pub mod collector;
pub mod collide;
pub mod entities;
pub mod item;
pub mod placement;
pub mod start;

pub use classes::is_entity;
pub use collector::{ObjectCollector, is_for_this_game};
pub use item::{Item, items};
pub use placement::{class_of, text_corners, tile_corners};
