//! Ribbons: flat, sloped, and their folded swallow-tail ends.

use crate::palette::{CREAM, Color, INK, MUSTARD, MUSTARD_DARK, RED, RED_DARK, ROSE, mix, rgb};
use crate::picture::Picture;

/// The colours of a ribbon.
#[derive(Clone, Copy)]
pub struct Silk {
    light: Color,
    body: Color,
    dark: Color,
}

/// The red silk of the mock.
pub const RED_SILK: Silk = Silk { light: ROSE, body: RED, dark: RED_DARK };
/// The second colour.
pub const MUSTARD_SILK: Silk = Silk { light: rgb(0xf6_d48c), body: MUSTARD, dark: MUSTARD_DARK };

/// Rows of a ribbon's band from its upper edge down. The frill hangs below it.
const DEPTH: i32 = 8;
/// Rows of the frill below the band, by the column of a fold.
const FRILL: [i32; 8] = [2, 3, 4, 4, 4, 4, 3, 2];

/// The thread at a place of the ribbon: `along` its length, `down` from its upper edge.
fn silk(silk: Silk, along: i32, down: i32) -> Option<Color> {
    let stitched = along.rem_euclid(8) < 4;
    match down {
        0 => Some(INK),
        1 => Some(mix(silk.body, silk.light, 80)),
        3 if stitched => Some(CREAM),
        2 => Some(mix(silk.body, silk.light, 35)),
        5 if along % 2 == 0 => Some(silk.dark),
        3..=5 => Some(silk.body),
        6 => Some(silk.dark),
        7 => Some(mix(silk.dark, INK, 70)),
        _ => None,
    }
}

/// The thread of the frill that is gathered below the band: a fold every 8 px, lit from the left.
fn frill(silk: Silk, along: i32, down: i32) -> Option<Color> {
    let column = along.rem_euclid(8);
    let left = FRILL[column as usize] - (down - DEPTH);
    match (left, column) {
        _ if down < DEPTH || left < 0 => None,
        (0, _) | (_, 0 | 7) => Some(INK),
        (_, 1..=2) => Some(mix(silk.body, silk.light, 25)),
        (_, 3..=4) => Some(silk.body),
        _ => Some(silk.dark),
    }
}

/// A tileable stretch, 16 x 16.
pub fn middle(colors: Silk) -> Picture {
    Picture::from_fn(16, 16, |x, y| silk(colors, x + 2, y).or(frill(colors, x, y)))
}

/// The left end with its tail folded behind, 16 x 16.
pub fn left(colors: Silk) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.paint(|x, y| if x >= 8 { frill(colors, x, y) } else { None });
    tile.draw(&tail(colors), 0, 4);
    tile.paint(|x, y| if x >= 2 { silk(colors, x + 2, y) } else { None });
    tile.rect(2, 0, 1, DEPTH, INK);
    tile
}

/// The right end, 16 x 16.
pub fn right(colors: Silk) -> Picture {
    left(colors).mirrored()
}

/// A ribbon of one tile, 16 x 16.
pub fn single(colors: Silk) -> Picture {
    let mut tile = Picture::new(16, 16);
    tile.draw(&left(colors).crop(0, 0, 8, 16), 0, 0);
    tile.draw(&right(colors).crop(8, 0, 8, 16), 8, 0);
    tile
}

/// The folded end that hangs behind the ribbon.
pub fn tail(colors: Silk) -> Picture {
    let drawing = Picture::drawing("tail");
    drawing.recolored(|c| match c {
        RED => colors.body,
        RED_DARK => colors.dark,
        other => other,
    })
}

/// A ribbon whose upper edge falls from `top` over 16 pixels by `drop` (negative: rises), 16 x 32: the upper half is
/// the tile itself, the lower half what hangs into the tile below. It has no frill, which would hang farther than that.
pub fn slope(colors: Silk, top: i32, drop: i32) -> Picture {
    let extra = drop.abs() / 16;
    Picture::from_fn(16, 32, |x, y| {
        let edge = top + (drop * (2 * x + 1)).div_euclid(32);
        let down = y - edge;
        // Steep ribbons are thicker along the vertical, so that they look equally wide.
        let down = if down > 4 { (down - extra).max(4) } else { down };
        silk(colors, x + 2, down)
    })
}
