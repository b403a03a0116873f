//! The notions tileset: cloth with a behaviour, 8 x 3 tiles. Cut and shaped like the fabrics, without outline.
//!
//! | ids | tiles |
//! |---|---|
//! | 0-3 | lacing to climb (Ladder): middle, upper end, lower end, middle with a knot |
//! | 4-7 | satin (Ice): full, 45 floor rising right, 45 floor falling right, lower half |
//! | 8-11 | elastic (Bouncy): the same four |
//! | 12-15 | hook tape (Sticky): the same four |
//! | 16-19 | zip (Conveyor): the same four |
//! | 20-23 | knitted seam tape (Solid), neutral: the same four |

use crate::noise::{chance, hash};
use crate::palette::{
    BARK, CREAM, Color, INK, LINEN, MUSTARD, PLUM, PLUM_DARK, RED, RED_DARK, ROSE, SAND, SKY, STEEL, STEEL_DARK,
    STEEL_LIGHT, WHITE, mix,
};
use crate::picture::Picture;
use crate::shape::cut;

/// The materials from id 4 on, four tiles each: the thread at a pixel of the tile.
const MATERIALS: [fn(i32, i32) -> Color; 5] = [satin, elastic, hooks, zip, knit];

/// The tileset's picture.
pub fn picture() -> Picture {
    let mut tiles = vec![lacing(false), lacing_end(), lacing_end().flipped(), lacing(true)];
    tiles.extend(cut("notions", 4..24, |id, x, y| MATERIALS[id as usize / 4 - 1](x, y)));
    Picture::sheet(3, tiles)
}

/// Shiny pale blue, with slanted reflections.
fn satin(x: i32, y: i32) -> Color {
    let base = mix(SKY, CREAM, 22);
    match (x + y).rem_euclid(16) {
        0 | 1 => mix(base, WHITE, 75),
        3 => mix(base, WHITE, 45),
        8..=10 => mix(base, STEEL_DARK, 14),
        _ if y % 2 == 0 => mix(base, STEEL_DARK, 4),
        _ => base,
    }
}

/// Ribbed rose rubber band.
fn elastic(x: i32, y: i32) -> Color {
    let rib = [0, 14, 26, 10][x as usize % 4];
    let waist = i32::from(y % 8 == 3) * 14 + i32::from(y % 8 == 4) * 22;
    mix(mix(ROSE, RED, rib + waist), CREAM, if x % 4 == 0 { 22 } else { 0 })
}

/// Dark tape with a thicket of little hooks.
fn hooks(x: i32, y: i32) -> Color {
    let base = mix(PLUM_DARK, INK, 45);
    let (column, row) = ((x + y / 4 * 2) % 4, y % 4);
    match (column, row) {
        (1, 0) | (2, 1) => mix(PLUM, CREAM, 42),
        (1, 1..=2) => mix(PLUM, CREAM, 12),
        (1, 3) | (2, 2) => mix(base, INK, 40),
        _ if chance(81, x, y, 10) => mix(base, PLUM, 35),
        _ => base,
    }
}

/// Rows of zip teeth between red tapes.
fn zip(x: i32, y: i32) -> Color {
    let tooth = x % 4;
    match y % 8 {
        0 | 7 => mix(RED, RED_DARK, 55),
        1 | 6 => RED,
        row if (tooth < 2) != (row < 4) => mix(INK, STEEL_DARK, 30),
        2 => STEEL_LIGHT,
        3 | 4 => STEEL,
        _ => STEEL_DARK,
    }
}

/// Undyed knitting: columns of small v.
fn knit(x: i32, y: i32) -> Color {
    let arm = [0, 1, 2, 2, 1, 0, 3, 3][x as usize % 8];
    match (y + 4 - arm) % 4 {
        _ if x % 8 > 5 => mix(LINEN, BARK, if y % 2 == 0 { 38 } else { 46 }),
        0 => mix(LINEN, BARK, 30),
        1 => mix(LINEN, CREAM, 65),
        2 if hash(82, x, y).is_multiple_of(5) => mix(LINEN, SAND, 50),
        _ => mix(LINEN, SAND, 18),
    }
}

/// Two red cords crossing between cream edge tapes.
fn lacing(knot: bool) -> Picture {
    let mut tile = Picture::new(16, 16);
    for x in [2, 11] {
        tile.rect(x, 0, 3, 16, INK);
        tile.rect(x + 1, 0, 1, 16, LINEN);
    }
    for row in [0, 8] {
        for (from, to) in [((4, row), (11, row + 5)), ((11, row), (4, row + 5))] {
            for (down, color) in [(-1, INK), (2, INK), (0, mix(RED, ROSE, 35)), (1, RED_DARK)] {
                tile.line((from.0, from.1 + down + 1), (to.0, to.1 + down + 1), color);
            }
        }
        for x in [3, 12] {
            tile.rect(x, row + 1, 1, 2, MUSTARD);
        }
    }
    if knot {
        tile.pill(5, 4, 6, 6, INK);
        tile.pill(6, 5, 4, 4, RED);
        tile.rect(6, 5, 2, 1, ROSE);
    }
    tile
}

/// Where the lacing begins: a bar across with two eyelets.
fn lacing_end() -> Picture {
    let mut tile = lacing(false);
    tile.pill(0, 0, 16, 5, INK);
    tile.rect(1, 1, 14, 3, SAND);
    tile.rect(1, 1, 14, 1, CREAM);
    tile.dots([(3, 2), (12, 2)], INK);
    tile
}
