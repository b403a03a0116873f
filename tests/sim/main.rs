//! The simulation: feel, platforms, things and surfaces, live edits, streaming, and determinism.

#[path = "../level_kit/mod.rs"]
mod level_kit;
#[path = "../common/mangle.rs"]
mod mangle;

mod crowded;
mod edited;
mod feel;
mod film;
mod platforms;
mod play;
mod random;
mod slopes;
mod snapshots;
mod solve;
mod surfaces;
mod things;
mod world;
