//! The deterministic game: [`World::step`] turns a world and an input into the next world and what happened.
//!
//! One step is one tick of 1/60 s, always. It knows no clock, no window and no file. It promises: the same level, solver,
//! feel and inputs give the same bits everywhere; a cloned world continues like the original.
//!
//! Where to look: `world.rs` lists the tick in order. `player/` is the player, `things/` everything else that acts, one file
//! per kind. `track.rs` says where platforms are, `probe.rs` holds queries, `meter.rs` the figures of slides. The player is
//! the library's [`Controller`](seamwalker_collide::controller::Controller), with abilities of its own. `state.rs` is
//! everything that a tick changes (`start.rs` makes it for a new game) and `rules.rs` the settings (`feel.rs`, and their ranges
//! in `ranges.rs`). `snapshot/`, `input_timeline.rs` and `replay.rs` store things; `level_swap.rs` moves a running game into
//! an edited level.

#![forbid(unsafe_code)]
#![warn(clippy::disallowed_types)]

mod event;
mod feel;
mod input;
mod input_timeline;
mod level_cache;
mod level_swap;
mod meter;
mod player;
mod probe;
mod ranges;
mod replay;
mod rules;
mod scratch;
mod snapshot;
mod start;
mod state;
mod things;
mod tolerance;
mod track;
mod world;

pub use event::{Death, Event};
pub use feel::{BadFeel, Feel, Number};
pub use input::{Buttons, Input};
pub use input_timeline::{BadInputFile, InputCursor, InputTimeline, MAX_INPUT_BYTES, MAX_TICKS};
pub use meter::{LongestSlide, SlideRecord, Stats};
pub use player::{GROUND_PRESS, Player, Pose};
pub use ranges::{OutOfRange, check_skin, check_solver};
pub use replay::{Diverged, Ending, Replay, RunResult, play, run};
pub use rules::{Assist, Rules};
pub use snapshot::{BadSnapshot, Snapshot};
pub use state::State;
pub use things::Thing;
pub use things::crates::Crate;
pub use things::doors::Switch;
pub use things::platform::PlatformState;
pub use world::World;

/// Ticks per second.
pub const TICK_RATE: u32 = 60;

/// Ticks as minutes, seconds and hundredths.
#[must_use]
pub fn stopwatch(ticks: u64) -> String {
    let hundredths = ticks.saturating_mul(100) / u64::from(TICK_RATE);
    format!("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100)
}

/// The length of a tick in seconds.
pub const TICK: f32 = 1.0 / 60.0;
