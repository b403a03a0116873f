//! The program's icon: the rag cube's face.

use crate::palette::{BARK, CLEAR, CREAM, Color, INK, LINEN, PLUM, RED, RED_DARK, ROSE, SAND, WHITE, mix};
use crate::picture::Picture;

/// The face at 16, 32 or 64 pixels.
pub fn picture(size: i32) -> Picture {
    let unit = size as f32 / 16.0;
    Picture::from_fn(size, size, |x, y| face(((x as f32 + 0.5) / unit, (y as f32 + 0.5) / unit), 1.0 / unit))
}

/// The face on cloth that fills the square, as phones that cut icons into a shape of their own want it: all of the face lies
/// within the middle circle of four fifths. Painted at 64 pixels and enlarged by a whole factor.
pub fn maskable(size: i32) -> Picture {
    let unit = 64.0 / 25.6;
    let factor = size / 64;
    let at = |pixel: i32| ((pixel / factor) as f32 + 0.5 - 32.0) / unit + 8.0;
    Picture::from_fn(size, size, |x, y| {
        let color = face((at(x), at(y)), 1.0 / unit);
        if color == CLEAR { PLUM } else { color }
    })
}

/// The colour at a place of the face, in sixteenths; `pixel` is the size of one pixel there.
fn face((x, y): (f32, f32), pixel: f32) -> Color {
    let inset = rounded_inset(x, y);
    let round = |cx: f32, cy: f32, r: f32| (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r;
    let line = pixel.max(0.7);
    if inset < 0.0 {
        return CLEAR;
    }
    if inset < line {
        return INK;
    }
    if y > 12.6 {
        let light = if y < 13.2 { mix(RED, ROSE, 45) } else { RED };
        return if y > 14.0 { RED_DARK } else { light };
    }
    if let Some(color) = eyes(x, y) {
        return color;
    }
    let bow = 11.3 - 0.22 * (x - 9.6) * (x - 9.6);
    let lips = (7.4..11.8).contains(&x) && (y - bow).abs() < 0.5;
    let stitch_gap = pixel < 0.6 && (x - 7.4) % 1.6 > 1.2;
    if lips && !stitch_gap {
        return RED_DARK;
    }
    if round(5.0, 10.4, 0.9) || round(13.9, 10.4, 0.8) {
        return mix(LINEN, ROSE, 70);
    }
    cloth(x, y, line)
}

/// Two button eyes.
fn eyes(x: f32, y: f32) -> Option<Color> {
    let near = |cx: f32, cy: f32, rx: f32, ry: f32| {
        let (dx, dy) = ((x - cx) / rx, (y - cy) / ry);
        dx * dx + dy * dy < 1.0
    };
    [(6.2, 1.75), (12.2, 1.6)].into_iter().find_map(|(cx, rx)| {
        if near(cx - 0.6, 6.4, 0.6, 0.65) {
            return Some(WHITE);
        }
        let ring = near(cx, 7.0, rx * 0.82, 1.7) && !near(cx, 7.0, rx * 0.68, 1.45);
        near(cx, 7.0, rx, 2.05).then_some(if ring { mix(INK, LINEN, 22) } else { INK })
    })
}

/// Lit top, linen front, shaded side with its stitched edge.
fn cloth(x: f32, y: f32, line: f32) -> Color {
    if y < 2.4 {
        return CREAM;
    }
    let edge = 3.2;
    if (x - edge).abs() < line / 2.0 && (y % 2.4) < 1.5 {
        return BARK;
    }
    if x < edge {
        return mix(LINEN, SAND, 75);
    }
    if x > 14.4 { mix(LINEN, SAND, 55) } else { LINEN }
}

/// Depth inside a rounded square of 16 with corners of radius 3.
fn rounded_inset(x: f32, y: f32) -> f32 {
    let (dx, dy) = ((x - 8.0).abs() - 5.0, (y - 8.0).abs() - 5.0);
    if dx > 0.0 && dy > 0.0 { 3.0 - (dx * dx + dy * dy).sqrt() } else { 3.0 - dx.max(dy) }
}
