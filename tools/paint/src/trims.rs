//! The trims tileset: ribbons, pins and small sewn decoration, 8 x 8 tiles.
//!
//! | ids | tiles |
//! |---|---|
//! | 0-3 | red ribbon (OneWay): left end, middle, right end, single |
//! | 4-7 | mustard ribbon: the same |
//! | 8-13 | red ribbon slopes (OneWay): 45 up, 45 down, 22.5 low up, high up, high down, low down |
//! | 14, 15 | what the red 45 up and 45 down leave over for the tile below them (decor) |
//! | 16-23 | the mustard slopes, in the same order |
//! | 24-27 | for the tile below: red low up, red low down, mustard low up, mustard low down (decor) |
//! | 28-31 | hanging tails (decor): red left, red right, mustard left, mustard right |
//! | 32-39 | pins (Hazard), points away from the cloth: up x2, down x2, left x2, right x2 |
//! | 40-42 | thread flowers: slate, sand, plum |
//! | 43-45 | tufts of thread fringe |
//! | 46, 47 | darned squares: linen, slate |
//! | 48, 49 | patches with cross-stitches: sand, slate |
//! | 50, 51 | loop of thread, hook and eye |
//! | 52-54 | lace border hanging from a ceiling: left, middle, right |
//! | 55-57 | bow, label, hanging tassel |
//! | 58-61 | arrows made of stitches: left, right, up, down |
//! | 62, 63 | pocket, exclamation mark made of stitches |

use crate::decor;
use crate::picture::Picture;
use crate::ribbon::{self, MUSTARD_SILK, RED_SILK, Silk};

/// The tileset's picture.
pub fn picture() -> Picture {
    Picture::sheet(8, tiles())
}

/// Every tile by id.
fn tiles() -> Vec<Picture> {
    let red = slopes(RED_SILK);
    let mustard = slopes(MUSTARD_SILK);
    let below = |strip: &Picture| strip.crop(0, 16, 16, 16);
    let mut tiles = [flat(RED_SILK), flat(MUSTARD_SILK)].concat();
    for strips in [&red, &mustard] {
        tiles.extend(strips.iter().map(|strip| strip.crop(0, 0, 16, 16)));
        tiles.extend([below(&strips[0]), below(&strips[1])]);
    }
    tiles.extend([below(&red[2]), below(&red[5]), below(&mustard[2]), below(&mustard[5])]);
    for silk in [RED_SILK, MUSTARD_SILK] {
        let tail = hanging_tail(silk);
        tiles.extend([tail.clone(), tail.mirrored()]);
    }
    tiles.extend(pins());
    tiles.extend(decor::tiles());
    tiles
}

/// Left end, middle, right end, single.
fn flat(silk: Silk) -> Vec<Picture> {
    vec![ribbon::left(silk), ribbon::middle(silk), ribbon::right(silk), ribbon::single(silk)]
}

/// The six slopes as 16 x 32 strips.
fn slopes(silk: Silk) -> Vec<Picture> {
    [(16, -16), (0, 16), (16, -8), (8, -8), (0, 8), (8, 8)]
        .into_iter()
        .map(|(top, drop)| ribbon::slope(silk, top, drop))
        .collect()
}

/// A swallow-tail that hangs from the tile above.
fn hanging_tail(silk: Silk) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.draw(&ribbon::tail(silk), 4, 0);
    tile
}

/// Pins: up, down, left, right, each twice.
fn pins() -> Vec<Picture> {
    let up = [pin_row([3, 2]), pin_row([2, 0])];
    let right = up.each_ref().map(Picture::turned);
    let left = right.each_ref().map(Picture::mirrored);
    let down = up.each_ref().map(Picture::flipped);
    [up, down, left, right].concat()
}

/// Two pins side by side, their points at these heights.
fn pin_row(tops: [i32; 2]) -> Picture {
    let mut tile = Picture::new(16, 16);
    for (x, top) in [0, 8].into_iter().zip(tops) {
        tile.draw(&Picture::drawing("pin"), x, top);
        // The bound part reaches down to the cloth.
        tile.draw(&Picture::drawing("pin").crop(0, 10, 8, 3), x, 13);
    }
    tile
}
