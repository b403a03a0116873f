//! The house itself: pictures, documents, floors and the public API are what they say.

#[path = "../../examples/paint/art.rs"]
mod art;
#[allow(dead_code, reason = "the game uses the rest")]
#[path = "../../src/app/sound/studio/mod.rs"]
mod studio;
#[path = "../../examples/sound/wav.rs"]
mod wav;

mod documents;
mod floors;
mod names;
mod pictures;
mod public_api;
mod sounds;
