//! From a Tiled map to a [`Level`]: everything of the crate `seamwalker-level`, and the [files that come with the
//! game](shipped).

pub use seamwalker_level::*;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The maps, tilesets, pictures and sounds that come with the game: everything under `maps/` and `assets/`.
///
/// ```
/// use seamwalker::level::{Files, shipped};
///
/// assert!(shipped().read("maps/first_stitch.tmx").is_ok());
/// ```
#[must_use]
pub const fn shipped() -> Embedded {
    Embedded(FILES)
}
