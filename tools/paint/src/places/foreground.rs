//! What is nearer than the level: a strip of lace, tape or zip along the upper edge of the view, grey, so that the tint of its layer
//! gives it its colour. A piece that ended within the view would look like a mistake.

use super::felt::Cut::{self, Oval, Row, Slab};
use super::felt::Piece::{self, Flat, Hole, Plain};
use super::felt::{SHADE, sewn};
use crate::font::write;
use crate::noise::{between, hash};
use crate::picture::Picture;

/// Size of a strip, in pixels. Its ends fit together; it moves by 1.3 times what the view moves, and so passes by once in three screens.
const WIDE: i32 = 2496;
const HIGH: i32 = 16;
/// What is drawn beyond either end, so that no end is seen. All patterns fit into it.
const BEYOND: i32 = 48;

/// Width of a scallop of lace.
const SCALLOP: i32 = 24;
/// Distance of the numbers on a tape measure, and of its marks.
const NUMBER: i32 = 48;
const MARK: i32 = 6;
/// Distance of the teeth of a zip.
const TOOTH: i32 = 8;
/// Places for its pulls, and their width.
const REACH: i32 = 208;
const PULL: i32 = 14;

/// The strips by name.
pub fn strips() -> impl Iterator<Item = (&'static str, Picture)> {
    [("near_lace", lace()), ("near_tape", tape()), ("near_zip", zip())].into_iter()
}

/// Copies of an outline along the whole strip.
fn along(step: i32, of: Cut) -> Cut {
    Row((WIDE + 2 * BEYOND) / step, step, 0, Box::new(of))
}

/// A band along the upper edge, to this row.
fn band(value: usize, high: i32) -> Piece {
    Plain(value, Slab(-8, -6, WIDE + 2 * BEYOND + 16, high + 6, 0))
}

/// Where something stands in the strip, so far apart.
fn every(step: i32) -> impl Iterator<Item = i32> {
    (BEYOND..BEYOND + WIDE).step_by(step as usize)
}

/// The strip of these pieces.
fn strip(pieces: &[Piece]) -> Picture {
    sewn(WIDE + 2 * BEYOND, HIGH, pieces).crop(BEYOND, 0, WIDE, HIGH)
}

/// Scallops with holes of four kinds.
fn lace() -> Picture {
    let mut pieces =
        vec![Plain(2, along(SCALLOP, Oval(0, -7, SCALLOP, 22))), Hole(along(SCALLOP, Oval(22, 3, 4, 4))), band(1, 2)];
    for x in every(SCALLOP) {
        pieces.extend(holes(hash(1, x, 0) % 4).iter().map(|&(left, top, size)| Hole(Oval(x + left, top, size, size))));
    }
    strip(&pieces)
}

/// The holes of a scallop of this kind: left, top, diameter.
const fn holes(kind: u32) -> &'static [(i32, i32, i32)] {
    match kind {
        0 => &[(9, 5, 6)],
        1 => &[(10, 3, 4), (6, 8, 4), (14, 8, 4)],
        2 => &[(10, 3, 4), (10, 9, 3), (5, 5, 3), (16, 5, 3)],
        _ => &[(10, 6, 4)],
    }
}

/// A tape measure with numbers.
fn tape() -> Picture {
    let mut pieces = vec![band(2, 12)];
    for (i, x) in every(MARK).enumerate() {
        let high = if i % 8 == 0 { 7 } else { 3 + 2 * i32::from(i % 4 == 0) };
        pieces.push(Flat(4, Slab(x + 2, 11 - high, 1, high, 0)));
    }
    let mut picture = strip(&pieces);
    for (i, x) in (0..WIDE).step_by(NUMBER as usize).enumerate() {
        write(&mut picture, &(i + 1).to_string(), x + 5, -1, SHADE);
    }
    picture
}

/// A zip with pulls, far apart.
fn zip() -> Picture {
    let mut pieces =
        vec![band(3, 8), Flat(1, along(TOOTH, Slab(2, 3, 4, 1, 0))), Plain(1, along(TOOTH, Slab(1, 6, 5, 7, 2)))];
    for x in every(REACH) {
        pull(&mut pieces, x + between(3, x, 0, 8, REACH - 3 * PULL));
    }
    strip(&pieces)
}

/// A pull, with a pendant that is round, square or open.
fn pull(pieces: &mut Vec<Piece>, x: i32) {
    pieces.push(Plain(2, Slab(x, 1, PULL, 10, 3)));
    pieces.push(Plain(1, Slab(x + 5, 4, 4, 9, 1)));
    match hash(4, x, 0) % 3 {
        0 => pieces.push(Plain(1, Oval(x + 4, 9, 7, 7))),
        1 => pieces.push(Plain(1, Slab(x + 3, 9, 8, 7, 1))),
        _ => pieces.extend([Plain(1, Oval(x + 3, 8, 8, 8)), Hole(Oval(x + 5, 11, 3, 3))]),
    }
}
