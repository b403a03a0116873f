//! The haberdashery tileset: places, and cloth that is solid from one side, 8 x 2 tiles.
//!
//! | ids | tiles |
//! |---|---|
//! | 0 | blue tulle with a waterline that moves (Water); 1-3 are its other frames |
//! | 4-7 | tulle below the waterline (Water): plain, with sequins, with a fold, with bubbles |
//! | 8-11 | curtain tape (OneWay): solid from above, below, the left, the right; the arrows show the way through |
//! | 12-14 | bias tape with rungs (Ladder): upper end, middle, lower end |

use crate::palette::{CREAM, Color, DENIM, DENIM_LIGHT, INK, LINEN, MUSTARD, MUSTARD_DARK, SAND, SKY, WHITE, mix};
use crate::picture::Picture;

/// The row of the waterline: from there down a tile is water.
const WATERLINE: i32 = 4;

/// The tileset's picture.
pub fn picture() -> Picture {
    let mut tiles: Vec<Picture> = (0..4).map(waves).collect();
    tiles.extend([tulle(), sequins(), fold(), bubbles()]);
    tiles.extend(curtains());
    tiles.extend([rungs(true, false), rungs(false, false), rungs(false, true)]);
    Picture::sheet(2, tiles)
}

/// A thread of the net, or a hole: through every other pixel you see what is behind. Nothing is half transparent, for a
/// layer over others would then darken all of them.
fn net(x: i32, y: i32) -> Option<Color> {
    let base = mix(DENIM_LIGHT, SKY, 50);
    match ((x + y).rem_euclid(4), (x - y).rem_euclid(4)) {
        (0, 0) => Some(mix(base, WHITE, 30)),
        (0, _) | (_, 0) => Some(base),
        (2, 2) => Some(mix(base, DENIM, 35)),
        _ => None,
    }
}

fn tulle() -> Picture {
    Picture::from_fn(16, 16, net)
}

/// The waterline: a scalloped hem that moves by 4 px from frame to frame.
fn waves(frame: i32) -> Picture {
    /// The height of the hem over a wave of 16 px.
    const CREST: [i32; 16] = [1, 1, 0, 0, 0, 0, 1, 1, 2, 3, 3, 4, 4, 3, 3, 2];
    Picture::from_fn(16, 16, |x, y| {
        let line = WATERLINE - 3 + CREST[(x + frame * 4).rem_euclid(16) as usize];
        match y - line {
            ..0 => None,
            0 => Some(mix(DENIM, INK, 30)),
            1 => Some(CREAM),
            2 => Some(mix(SKY, WHITE, 45)),
            3 if x % 2 == y % 2 => Some(mix(SKY, WHITE, 20)),
            _ => net(x, y),
        }
    })
}

fn sequins() -> Picture {
    let mut tile = tulle();
    for (x, y) in [(3, 4), (11, 11)] {
        tile.rect(x, y, 2, 2, mix(SKY, WHITE, 60));
        tile.rect(x + 1, y + 1, 1, 1, mix(SKY, DENIM, 40));
    }
    tile
}

fn fold() -> Picture {
    let mut tile = tulle();
    for y in 0..16 {
        let x = 7 + [0, 0, 1, 1, 2, 2, 2, 1, 1, 0, 0, -1, -1, -1, -1, 0][y as usize];
        tile.rect(x, y, 1, 1, mix(SKY, WHITE, 40));
        tile.rect(x + 1, y, 1, 1, mix(DENIM_LIGHT, DENIM, 40));
    }
    tile
}

/// Beads of air.
fn bubbles() -> Picture {
    let mut tile = tulle();
    for (x, y, size) in [(4, 9, 4), (10, 3, 3), (11, 12, 2)] {
        tile.pill(x, y, size, size, mix(SKY, WHITE, 35));
        tile.rect(x + 1, y, 1, 1, WHITE);
    }
    tile
}

/// The tape, looking up, down, left and right.
fn curtains() -> [Picture; 4] {
    let up = tape();
    let right = up.turned();
    [up.clone(), up.flipped(), right.mirrored(), right]
}

/// A mustard tape along the upper border, and the arrows below it that lead through it upwards.
fn tape() -> Picture {
    let mut tile = Picture::new(16, 16);
    for (y, color) in [(0, INK), (1, mix(MUSTARD, CREAM, 45)), (2, MUSTARD), (3, MUSTARD_DARK), (4, INK)] {
        tile.rect(0, y, 16, 1, color);
    }
    for x in [2, 10] {
        tile.rect(x, 2, 4, 1, CREAM);
    }
    // Sheer cloth hangs behind it.
    tile.paint(|x, y| (y > 4 && x % 2 == 0 && (y + x / 2) % 2 == 0).then_some(if x % 4 == 0 { CREAM } else { LINEN }));
    for (row, color) in [(6, MUSTARD_DARK), (11, MUSTARD)] {
        for step in 0..4 {
            for x in [7 - step, 8 + step] {
                tile.rect(x, row + step, 1, 2, INK);
                tile.rect(x, row + step, 1, 1, color);
            }
        }
    }
    tile
}

/// Two tapes and a rung of wood; the ends are sewn to a bar.
fn rungs(top: bool, bottom: bool) -> Picture {
    let mut tile = Picture::new(16, 16);
    for x in [2, 10] {
        tile.rect(x, 0, 4, 16, INK);
        tile.rect(x + 1, 0, 2, 16, mix(DENIM, CREAM, 18));
        for y in [1, 5, 9, 13] {
            tile.rect(x + 1, y, 1, 2, CREAM);
        }
    }
    for y in [3, 11] {
        tile.pill(1, y, 14, 4, INK);
        tile.rect(2, y + 1, 12, 2, SAND);
        tile.rect(2, y + 1, 12, 1, mix(SAND, CREAM, 60));
    }
    for (there, y) in [(top, 0), (bottom, 13)] {
        if there {
            tile.rect(1, y, 14, 3, INK);
            tile.rect(2, y + 1, 12, 1, MUSTARD);
        }
    }
    tile
}
