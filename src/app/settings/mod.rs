//! What the player chose, one file for each matter. All of it is saved by name, and what an older file lacks has its default.

mod assist;
pub mod comfort;
mod sight;

pub use assist::{Assist, MIN_SPEED};
pub use sight::Sight;
