//! The deterministic game: [`World::step`] turns a world and an input into the next world and what happened.
//!
//! One step is one tick of 1/60 s, always. It knows no clock, no window and no file. It promises: the same level, solver,
//! feel and inputs give the same bits everywhere; a cloned world continues like the original.
//!
//! Where to look: `world.rs` tells the tick as a story; `player.rs` holds the player's wishes, `walk.rs` the player's
//! moves; `ground.rs` says what can be stood on, `surfaces.rs` what ground and places do; `platform.rs` says where a platform is
//! and `carry.rs` what it does to others; then `crates.rs`, `triggers.rs`; for everything that is stored, `hash.rs`,
//! `snapshot.rs`, `replay.rs`; and `edited.rs` for a level that
//! changes while it is played.

mod carry;
mod crates;
mod edited;
mod event;
mod feel;
mod ground;
mod hash;
mod input;
mod platform;
mod player;
mod replay;
mod snapshot;
mod surfaces;
mod triggers;
mod walk;
mod world;

pub use crates::Crate;
pub use edited::Absent;
pub use event::{Death, Event};
pub use feel::{BadFeel, Feel};
pub use input::{
    BadInputFile, Buttons, Input, InputRun, MOST_TICKS, fold_inputs, parse_inputs, unfold_inputs, write_inputs,
};
pub use platform::PlatformState;
pub use player::{Player, Pose};
pub use replay::{Diverged, Ending, Replay, RunResult, run};
pub use snapshot::{BadSnapshot, Snapshot};
pub use world::{Asked, Stats, World};

/// Ticks per second.
pub const TICK_RATE: u32 = 60;

/// The length of a tick in seconds.
pub const TICK: f32 = 1.0 / 60.0;
