//! Draws the bodies and the ground of a crowd with the game's pictures.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Aabb, Piece};

use crate::app::lab_ui::Pen;
use crate::app::render::{Canvas, Region, Style, palette};

/// Boxes wider or narrower than this are spools or heroes instead of crates, as width by height.
const SPOOL_RATIO: f32 = 1.6;
const HERO_RATIO: f32 = 0.7;
/// The box of the hero within its picture, in pixels.
const HERO_BOX: Vec2 = Vec2::new(12.0, 22.0);
/// The height of a picture of a spool, in pixels.
const SPOOL_SIDE: f32 = 16.0;

/// The picture of a body.
enum ThingLook {
    Crate(&'static str),
    Hero,
    Spool,
}

/// The picture that suits a box of this size.
fn look(size: Vec2) -> ThingLook {
    let ratio = size.x / size.y.max(1.0);
    if ratio > SPOOL_RATIO {
        ThingLook::Spool
    } else if ratio < HERO_RATIO {
        ThingLook::Hero
    } else {
        match size.max_element() {
            side if side <= 20.0 => ThingLook::Crate("crate_16"),
            side if side <= 28.0 => ThingLook::Crate("crate_24"),
            _ => ThingLook::Crate("crate_32"),
        }
    }
}

/// A body, as a crate, a spool or the hero. `color` is multiplied with the picture.
pub fn body(pen: &mut Pen, aabb: &Aabb, color: Color) {
    let (min, max) = (pen.at(aabb.min()), pen.at(aabb.max()));
    let size = max - min;
    let sprites = &pen.assets.sprites;
    match look(aabb.size()) {
        ThingLook::Crate(name) => pen.canvas.stretched(sprites.get(name).frame(0), min, size, color),
        ThingLook::Hero => {
            let sprite = sprites.get("player_idle");
            let foot = Vec2::new((min.x + max.x) * 0.5, max.y);
            let style = Style { scale: size / HERO_BOX, color, ..Style::default() };
            pen.canvas.sprite(sprite.frame(0), sprite.origin, foot, style);
        }
        ThingLook::Spool => {
            let [left, mid, right] =
                ["left", "mid", "right"].map(|part| sprites.get(&format!("spool_{part}")).frame(0));
            let end = (size.y / SPOOL_SIDE * left.size.x).min(size.x * 0.5);
            let between = Vec2::new(size.x - 2.0 * end, size.y);
            pen.canvas.stretched(mid, min + Vec2::new(end, 0.0), between, color);
            pen.canvas.stretched(left, min, Vec2::new(end, size.y), color);
            pen.canvas.stretched(right, min + Vec2::new(size.x - end, 0.0), Vec2::new(end, size.y), color);
        }
    }
}

/// A piece of the ground, as denim; one-way ones as ribbons.
pub fn ground(pen: &mut Pen, piece: &Piece) {
    let corners = piece.corners();
    let (min, max) = (pen.at(piece.aabb.min()), pen.at(piece.aabb.max()));
    if piece.one_way.is_some() {
        let ribbon = pen.assets.sprites.get("ribbon_mid").frame(0);
        pen.canvas.stretched(ribbon, min, max - min, palette::PLAIN);
    } else if rectangle(&corners).is_some() {
        cloth(pen.canvas, pen.assets.fabric("denim", 0), min, max);
    } else {
        pen.polygon(&corners, palette::DENIM);
    }
}

/// Fills a rectangle of the view with fabric. The pattern runs on from piece to piece.
pub fn cloth(canvas: &mut Canvas, fabric: Region, min: Vec2, max: Vec2) {
    let step = fabric.size;
    let mut y = (min.y / step.y).floor() * step.y;
    while y < max.y {
        let mut x = (min.x / step.x).floor() * step.x;
        while x < max.x {
            let tile = Vec2::new(x, y);
            let (from, to) = (tile.max(min), (tile + step).min(max));
            let (inside, size) = (from - tile, to - from);
            canvas.image(fabric.part(inside.x, inside.y, size.x, size.y), from, palette::PLAIN);
            x += step.x;
        }
        y += step.y;
    }
}

/// The first and last corner of a polygon that is a rectangle.
pub fn rectangle(corners: &[Vec2]) -> Option<(Vec2, Vec2)> {
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
