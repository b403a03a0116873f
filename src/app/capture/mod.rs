//! Pictures and figures of the game without a player: `portrait.rs` draws whole maps, `footage.rs` films runs, `frames.rs`
//! measures how long frames take.

pub mod footage;
pub mod frames;
pub mod portrait;
