//! The places behind the levels: gradients for skies and walls (`skies.rs`), and motifs of felt (`felt.rs`) that maps place as tile
//! objects on layers with parallax. One file holds the motifs of each world; `landmarks/`
//! has one for each level, `foreground.rs` what is nearer than the level, `light.rs` glows and beams.

mod drawer;
mod eye;
mod felt;
mod foreground;
mod landmarks;
mod light;
mod loom;
mod skies;
mod wardrobe;

pub use foreground::strips;
pub use light::lights;
pub use skies::skies;

use crate::picture::Picture;
use felt::{Piece, sewn};

/// A thing in the distance: the name of its picture, its size in pixels, and its pieces from back to front.
pub struct Motif {
    name: &'static str,
    size: (i32, i32),
    pieces: &'static [Piece],
}

/// Every motif.
fn motifs() -> impl Iterator<Item = &'static Motif> {
    let worlds = [drawer::MOTIFS, loom::MOTIFS, wardrobe::MOTIFS, eye::MOTIFS];
    worlds.into_iter().chain(landmarks::MOTIFS).flatten()
}

/// The pictures by name.
pub fn pictures() -> impl Iterator<Item = (&'static str, Picture)> {
    motifs().map(|motif| (motif.name, sewn(motif.size.0, motif.size.1, motif.pieces)))
}
