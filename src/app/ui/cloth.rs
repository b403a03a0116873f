//! Pieces of cloth for menus: stitched borders, frames, the dark background cloth.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::render::{Canvas, Stitch, palette};

/// A fine stitch for small things.
pub const FINE: Stitch = Stitch { dash: 3.0, gap: 2.0, width: 1.0 };

/// A stitch around a rectangle, `inset` pixels inside.
pub fn border(canvas: &mut Canvas, at: Vec2, size: Vec2, inset: f32, stitch: Stitch, color: Color) {
    let (a, b) = (at + inset, at + size - inset);
    let path = [a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)];
    canvas.stitches(stitch, &path, true, color);
}

/// A frame of this width around the inside of a rectangle.
pub fn frame(canvas: &mut Canvas, at: Vec2, size: Vec2, width: f32, color: Color) {
    canvas.rect(at.x, at.y, size.x, width, color);
    canvas.rect(at.x, at.y + size.y - width, size.x, width, color);
    canvas.rect(at.x, at.y + width, width, size.y - 2.0 * width, color);
    canvas.rect(at.x + size.x - width, at.y + width, width, size.y - 2.0 * width, color);
}

/// Dark cloth: a plain colour with a coarse weave, so that it does not look like a hole.
pub fn night(canvas: &mut Canvas, at: Vec2, size: Vec2) {
    canvas.rect(at.x, at.y, size.x, size.y, palette::NIGHT);
    let thread = palette::faded(palette::INK, 0.35);
    let every_fourth = |length: f32| (0..length.ceil() as u16).step_by(4).map(f32::from);
    for y in every_fourth(size.y) {
        canvas.rect(at.x, at.y + y, size.x, 1.0_f32.min(size.y - y), thread);
    }
    for x in every_fourth(size.x) {
        canvas.rect(at.x + x, at.y, 1.0_f32.min(size.x - x), size.y, thread);
    }
}

/// The colour of unbleached cloth, darkened by `shade` from 0 to 1.
pub fn unbleached(shade: f32) -> Color {
    palette::mix(palette::mix(palette::LINEN, palette::SAND, 0.3), palette::NIGHT, shade)
}

/// A round hole with a thin rim, in which a button may be sewn.
pub fn button_hole(canvas: &mut Canvas, middle: Vec2, radius: f32, color: Color) {
    const HOLE_SIDES: usize = 16;
    let at = |i: usize| Vec2::from_angle(i as f32 / HOLE_SIDES as f32 * std::f32::consts::TAU);
    for i in 0..HOLE_SIDES {
        let (a, b) = (at(i), at(i + 1));
        let quad = [a * (radius - 1.0), a * radius, b * radius, b * (radius - 1.0)].map(|p| middle + p);
        canvas.polygon(&quad, color);
    }
}
