//! Draws the bodies and the ground of a crowd with the game's pictures.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Aabb, Piece};

use crate::app::lab_ui::Pen;
use crate::app::render::{Style, palette};

/// Boxes wider or narrower than this are spools or heroes instead of crates, as width by height.
const SPOOL_RATIO: f32 = 1.6;
const HERO_RATIO: f32 = 0.7;
/// The box of the hero within its picture, in pixels.
const HERO_BOX: Vec2 = Vec2::new(12.0, 22.0);
/// The height of a picture of a spool, in pixels.
const SPOOL_SIDE: f32 = 16.0;

/// A body, as a crate, a spool or the hero: what suits its size. `color` is multiplied with the picture.
pub fn body(pen: &mut Pen, aabb: &Aabb, color: Color) {
    let (min, max) = (pen.at(aabb.min()), pen.at(aabb.max()));
    let (size, sprites) = (max - min, &pen.assets.sprites);
    let (ratio, side) = (size.x / size.y.max(1.0), aabb.size().max_element());
    if ratio > SPOOL_RATIO {
        let [left, mid, right] = ["left", "mid", "right"].map(|part| sprites.get(&format!("spool_{part}")).frame(0));
        let end = (size.y / SPOOL_SIDE * left.size.x).min(size.x * 0.5);
        let between = Vec2::new(size.x - 2.0 * end, size.y);
        pen.canvas.stretched(mid, min + Vec2::new(end, 0.0), between, color);
        pen.canvas.stretched(left, min, Vec2::new(end, size.y), color);
        pen.canvas.stretched(right, min + Vec2::new(size.x - end, 0.0), Vec2::new(end, size.y), color);
    } else if ratio < HERO_RATIO {
        let sprite = sprites.get("player_idle");
        let foot = Vec2::new((min.x + max.x) * 0.5, max.y);
        let style = Style { scale: size / HERO_BOX, color, ..Style::default() };
        pen.canvas.sprite(sprite.frame(0), sprite.origin, foot, style);
    } else {
        let crates = [(20.0, "crate_16"), (28.0, "crate_24"), (f32::INFINITY, "crate_32")];
        let (_, name) = crates.into_iter().find(|(most, _)| side <= *most).unwrap_or(crates[2]);
        pen.canvas.stretched(sprites.get(name).frame(0), min, size, color);
    }
}

/// A piece of the ground, as denim; one-way ones as ribbons.
pub fn ground(pen: &mut Pen, piece: &Piece) {
    if piece.one_way.is_some() {
        let (min, max) = (pen.at(piece.aabb.min()), pen.at(piece.aabb.max()));
        let ribbon = pen.assets.sprites.get("ribbon_mid").frame(0);
        pen.canvas.stretched(ribbon, min, max - min, palette::PLAIN);
    } else {
        denim(pen, &piece.corners());
    }
}

/// A convex part of the ground.
pub fn denim(pen: &mut Pen, corners: &[Vec2]) {
    let fabric = pen.assets.fabric("denim", 0);
    match rectangle(corners) {
        Some((min, max)) => {
            let (min, max) = (pen.at(min), pen.at(max));
            // The pattern runs on from piece to piece.
            pen.canvas.tiled(fabric, Vec2::ZERO, (min, max - min), palette::PLAIN);
        }
        None => pen.polygon(corners, palette::DENIM),
    }
}

/// The first and last corner of a polygon that is a rectangle.
fn rectangle(corners: &[Vec2]) -> Option<(Vec2, Vec2)> {
    let aabb = Aabb::around(corners.iter().copied()).filter(|_| corners.len() == 4)?;
    let is_corner = |p: &Vec2| ((*p - aabb.center).abs() - aabb.half).abs().max_element() < 0.01;
    corners.iter().all(is_corner).then(|| (aabb.min(), aabb.max()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_no_rectangles() {
        let corners = [(0.0, 0.0), (8.0, 0.0), (8.0, 4.0), (0.0, 4.0)].map(Vec2::from);
        assert_eq!(rectangle(&corners), Some((Vec2::ZERO, Vec2::new(8.0, 4.0))));
        assert_eq!(rectangle(&corners[..3]), None);
        assert_eq!(rectangle(&[corners[0], corners[1], Vec2::new(10.0, 4.0), corners[3]]), None);
    }
}
