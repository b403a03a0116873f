//! What one remembers a level by: a motif for each, and the parts of it that move.

mod drawer;
mod loom;
mod wardrobe;

use super::{Motif, felt};

/// The landmarks of each world.
pub const MOTIFS: [&[Motif]; 3] = [drawer::MOTIFS, loom::MOTIFS, wardrobe::MOTIFS];
