//! The deterministic game: [`World::step`] turns a world and an input into the next world and what happened.
//!
//! One step is one tick of 1/60 s, always. It knows no clock, no window and no file. It promises: the same level, solver,
//! feel and inputs give the same bits everywhere; a cloned world continues like the original.

mod event;
mod feel;
mod input;
mod world;

pub use event::{Death, Event};
pub use feel::Feel;
pub use input::{Buttons, Input};
pub use world::{Crate, PlatformState, Player, Pose, Stats, World};

/// Ticks per second.
pub const TICK_RATE: u32 = 60;

/// The length of a tick in seconds.
pub const TICK: f32 = 1.0 / 60.0;
