//! Where all sound is made, by arithmetic alone: the effects (`effects.rs`) by a small synthesiser (`synth.rs`), the music
//! (`music.rs`) from scores (`score.rs`); `levels.rs` measures both.
//!
//! It promises the same samples on every machine. It knows no window, no device and no clock: the game and
//! the program `tools/sound` share it.

pub mod effects;
pub mod levels;
pub mod music;
pub mod score;
pub mod synth;

/// Samples per second of everything that is made here.
pub const RATE: u32 = 22_050;

/// The same as a number to reckon with.
const PER_SECOND: f32 = RATE as f32;

/// A sample from -1 to 1 as it is kept; what is beyond is cut off.
fn to_i16(sample: f32) -> i16 {
    (sample * 32_767.0).round() as i16
}
