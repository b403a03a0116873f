//! The objects that the designer placed: where they are, what they become in the game, and what they collide with.

pub mod bodies;
pub mod collector;
pub mod collide;
pub mod entities;
pub mod item;
pub mod placement;
