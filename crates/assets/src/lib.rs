//! The files that come with the game, embedded: everything under `maps/` and `assets/`.

#![forbid(unsafe_code)]

use seamwalker_level::Embedded;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The maps, tilesets, pictures and sounds that come with the game, under paths such as `maps/first_stitch.tmx`.
#[must_use]
pub const fn shipped() -> Embedded {
    Embedded(FILES)
}
