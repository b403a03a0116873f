//! What is nearer than the level: a strip of lace, tape or zip along the upper edge of the view, grey, so that the tint of its layer
//! gives it its colour. Each strip repeats sideways. A piece that ended within the view would look like a mistake.

use super::felt::Cut::{Oval, Row, Slab};
use super::felt::Piece::{self, Flat, Hole, Plain};
use super::felt::sewn;
use crate::picture::Picture;

/// Size of a strip, in pixels.
const WIDE: i32 = 240;
const HIGH: i32 = 16;
/// What is drawn beyond either end, so that no end is seen.
const BEYOND: i32 = 48;

const LACE: &[Piece] = &[
    Plain(2, Row(14, 24, 0, &Oval(0, -7, 24, 22))),
    Hole(Row(14, 24, 0, &Oval(9, 6, 6, 6))),
    Hole(Row(14, 24, 0, &Oval(22, 3, 4, 4))),
    Plain(1, Slab(-8, -6, 400, 8, 0)),
];

const TAPE: &[Piece] = &[
    Plain(2, Slab(-8, -6, 400, 18, 0)),
    Flat(4, Row(35, 10, 0, &Slab(2, 6, 1, 5, 0))),
    Flat(4, Row(18, 20, 0, &Slab(12, 3, 1, 8, 0))),
];

const ZIP: &[Piece] = &[
    Plain(3, Slab(-8, -6, 400, 14, 0)),
    Flat(1, Row(45, 8, 0, &Slab(2, 3, 4, 1, 0))),
    Plain(1, Row(45, 8, 0, &Slab(1, 6, 5, 7, 2))),
];

/// The strips by name.
pub fn strips() -> impl Iterator<Item = (&'static str, Picture)> {
    [("near_lace", LACE), ("near_tape", TAPE), ("near_zip", ZIP)]
        .into_iter()
        .map(|(name, pieces)| (name, sewn(WIDE + 2 * BEYOND, HIGH, pieces).crop(BEYOND, 0, WIDE, HIGH)))
}
