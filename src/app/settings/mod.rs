//! The player's options, one file per topic. They are saved by name; options missing in an older file have their defaults.

mod assist;
pub mod comfort;
mod frame_rate;
mod sight;

pub use comfort::Comfort;
pub use frame_rate::FrameRate;

pub use assist::{Assist, MIN_SPEED};
pub use sight::Sight;
