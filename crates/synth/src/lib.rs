//! Synthesises all sound: effects (`effects.rs`) from layers (`synth.rs`), music (`music.rs`) from scores (`score.rs`), of which
//! `layers.rs` says how much is heard. `levels.rs` measures both.
//!
//! The samples are the same on every machine. The crate uses no window, audio device or clock; the game and `tools/sound` share it.

#![allow(clippy::must_use_candidate, reason = "nobody outside this repository calls it")]

pub mod effects;
pub mod layers;
pub mod levels;
pub mod music;
pub mod score;
pub mod synth;

/// Samples per second.
pub const RATE: u32 = 22_050;

const PER_SECOND: f32 = RATE as f32;

/// Converts a sample from -1 to 1; values beyond are clipped.
fn to_i16(sample: f32) -> i16 {
    (sample * 32_767.0).round() as i16
}
