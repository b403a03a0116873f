//! The places behind the levels: gradients for skies and walls (`skies.rs`), and motifs of felt (`felt.rs`) that maps place as tile
//! objects on layers with parallax. One list holds the motifs of each world.

mod felt;
mod skies;

pub use skies::skies;

use crate::picture::Picture;
use felt::{Piece, laid};
use serde::Deserialize;

/// A thing in the distance: the name of its picture, its size in pixels, how many times as large its second picture is, if it has one
/// (`NAME_giant`), and its pieces from back to front.
#[derive(Deserialize)]
struct Motif {
    name: String,
    size: (i32, i32),
    #[serde(default)]
    giant: Option<f32>,
    pieces: Vec<Piece>,
}

/// The motifs of all worlds by name.
pub fn motifs() -> impl Iterator<Item = (String, Picture)> {
    let worlds =
        [include_str!("drawer.ron"), include_str!("loom.ron"), include_str!("wardrobe.ron"), include_str!("eye.ron")];
    let motifs = worlds.into_iter().flat_map(|world| ron::from_str::<Vec<Motif>>(world).expect("a list of motifs"));
    motifs.flat_map(|Motif { name, size, giant, pieces }| {
        let giant = giant.map(|by| (format!("{name}_giant"), laid(size, by, &pieces)));
        std::iter::once((name, laid(size, 1.0, &pieces))).chain(giant)
    })
}
