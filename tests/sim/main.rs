//! The game: how it feels, what moves, what is edited and streamed, and that it is the same to the bit.

#[path = "../level_kit/mod.rs"]
mod level_kit;
#[path = "../common/mangle.rs"]
mod mangle;

mod crowded;
mod edited;
mod feel;
mod film;
mod platforms;
mod random;
mod slopes;
mod snapshots;
mod solve;
mod stream;
mod surfaces;
mod things;
mod world;
