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
use crate::tsx::{XML, element, tileset_opening};
use felt::{Piece, sewn};

/// A thing in the distance: the name of its picture, its size in pixels, and its pieces from back to front.
pub struct Motif {
    name: &'static str,
    size: (i32, i32),
    pieces: &'static [Piece],
}

/// Motifs that move: the name of the first picture, which pictures take turns, counted from the first, and how long each is shown,
/// in milliseconds.
const MOVING: &[(&str, &[usize], u32)] = &[
    ("stitcher", &[0, 1, 2, 1], 120),
    ("zip_fall", &[0, 1], 260),
    ("pendulum", &[0, 1, 2, 1], 420),
    ("lantern", &[0, 1], 640),
];

/// Every motif. The position of a motif is the id of its tile, which maps store: a new motif comes last, and every other one stays
/// where it is.
fn motifs() -> impl Iterator<Item = &'static Motif> {
    let worlds = [drawer::MOTIFS, loom::MOTIFS, wardrobe::MOTIFS, eye::MOTIFS];
    worlds.into_iter().chain(landmarks::MOTIFS).flatten()
}

/// The pictures by name.
pub fn pictures() -> impl Iterator<Item = (&'static str, Picture)> {
    motifs().map(|motif| (motif.name, sewn(motif.size.0, motif.size.1, motif.pieces)))
}

/// The .tsx text. Motifs stand on the point where their object is.
pub fn text() -> String {
    let mut inside = element(1, "grid orientation=\"orthogonal\" width=\"1\" height=\"1\"", "");
    for (id, Motif { name, size: (width, height), .. }) in motifs().enumerate() {
        let image = format!("image width=\"{width}\" height=\"{height}\" source=\"scenery/{name}.png\"");
        let frames = frames(id, name);
        inside += &element(1, &format!("tile id=\"{id}\""), &(element(2, &image, "") + &frames));
    }
    let opening = tileset_opening("scenery", 640, motifs().count(), 0) + " objectalignment=\"bottom\"";
    XML.to_owned() + &element(0, &opening, &inside)
}

/// The `<animation>` of a motif; nothing if it stands still.
fn frames(id: usize, name: &str) -> String {
    let Some((_, order, long)) = MOVING.iter().find(|(first, ..)| *first == name) else { return String::new() };
    let frame = |i: &usize| element(3, &format!("frame tileid=\"{}\" duration=\"{long}\"", id + i), "");
    element(2, "animation", &order.iter().map(frame).collect::<String>())
}
