//! The deterministic game: [`World::step`] turns a world and an input into the next world and what happened.
//!
//! One step is one tick of 1/60 s, always. It knows no clock, no window and no file. It promises: the same level, solver,
//! feel and inputs give the same bits everywhere; a cloned world continues like the original.
//!
//! Where to look: `world.rs` tells the tick as a story; `player.rs` holds the player's wishes, `walk.rs` the player's
//! moves, `dash.rs` the dash; `ground.rs` says what can be stood on, `surfaces.rs` what ground and places do; `platform.rs` says
//! where a platform is (`patches.rs` and `doors.rs` for those that are no lifts) and `carry.rs` what it does to others; then
//! `crates.rs` with `spools.rs`, `things.rs`, `triggers.rs`, `assist.rs`; for everything that is stored, `hash.rs`,
//! `snapshot.rs`, `input_timeline.rs`, `replay.rs`; `level_swap.rs` for a level that changes while it is played; and `scratch.rs` for memory that ticks use
//! again.

mod assist;
mod carry;
mod crates;
mod dash;
mod doors;
mod event;
mod feel;
mod ground;
mod hash;
mod input;
mod input_timeline;
mod level_swap;
mod patches;
mod platform;
mod player;
mod probe;
mod ranges;
mod replay;
mod rules;
mod scratch;
mod snapshot;
mod spools;
mod state;
mod surfaces;
mod things;
mod triggers;
mod walk;
mod world;

pub use assist::Assist;
pub use crates::Crate;
pub use doors::Switch;
pub use event::{Death, Event};
pub use feel::{BadFeel, Feel, Number};
pub use input::{Buttons, Input};
pub use input_timeline::{BadInputFile, InputCursor, InputTimeline, MAX_INPUT_BYTES, MAX_TICKS};
pub use level_swap::UnloadedObject;
pub use platform::PlatformState;
pub use player::{Player, Pose};
pub use ranges::{OutOfRange, check_rules, check_skin, check_solver};
pub(crate) use replay::play;
pub use replay::{Diverged, Ending, Replay, RunResult, run};
pub use rules::Rules;
pub use snapshot::{BadSnapshot, Snapshot};
pub use state::State;
pub use things::Thing;
pub use world::{LongestSlide, SlideRecord, Stats, World};

/// Ticks per second.
pub const TICK_RATE: u32 = 60;

/// Ticks as minutes, seconds and hundredths.
///
/// ```
/// use seamwalker::sim::stopwatch;
///
/// assert_eq!(stopwatch(61 * 60 + 30), "1:01.50");
/// ```
#[must_use]
pub fn stopwatch(ticks: u64) -> String {
    let hundredths = ticks.saturating_mul(100) / u64::from(TICK_RATE);
    format!("{}:{:02}.{:02}", hundredths / 6000, hundredths / 100 % 60, hundredths % 100)
}

/// The length of a tick in seconds.
pub const TICK: f32 = 1.0 / 60.0;
