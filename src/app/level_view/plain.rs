//! Plain cloth for ground without pictures: levels without layers, such as the laboratory's scenes, and drawn shapes.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, Surface, UntexturedArea};

use crate::app::render::{Chunked, palette};

/// The distance between the rungs of a ladder, and the thickness of its wood, in pixels.
const RUNGS: (f32, f32) = (8.0, 3.0);
/// The opacity of water, and the height of its surface in pixels.
const WATER: (f32, f32) = (0.45, 2.0);

/// The plain cloth of a whole level; `white` is where the texture is white.
pub fn cloth(level: &Level, white: Vec2) -> Chunked {
    let mut cloth = Chunked::new(white);
    if level.layers.is_empty() {
        for piece in level.terrain.pieces() {
            let color = if piece.one_way.is_some() { palette::MUSTARD } else { palette::DENIM_LIGHT };
            cloth.add(&piece.corners(), color);
        }
    }
    level.untextured.iter().for_each(|area| add_area(&mut cloth, area));
    cloth
}

fn add_box(cloth: &mut Chunked, min: Vec2, max: Vec2, color: Color) {
    cloth.add(&Aabb::from_corners(min, max).corners(), color);
}

fn add_area(cloth: &mut Chunked, UntexturedArea { material, area, .. }: &UntexturedArea) {
    match material.surface {
        Surface::Ladder => add_ladder(cloth, &area.aabb),
        Surface::Water => {
            cloth.add(&area.corners, palette::faded(palette::DENIM_LIGHT, WATER.0));
            let (min, max) = (area.aabb.min(), area.aabb.max());
            // Only a level upper side has a surface.
            if area.corners.iter().filter(|corner| corner.y == min.y).count() == 2 {
                add_box(cloth, min, Vec2::new(max.x, min.y + WATER.1), palette::faded(palette::CREAM, WATER.0));
            }
        }
        Surface::OneWay => cloth.add(&area.corners, palette::MUSTARD),
        _ => cloth.add(&area.corners, palette::DENIM_LIGHT),
    }
}

/// Two rails and rungs.
fn add_ladder(cloth: &mut Chunked, aabb: &Aabb) {
    let (min, max) = (aabb.min(), aabb.max());
    let mut y = min.y + RUNGS.0 * 0.5;
    while y + RUNGS.1 <= max.y {
        add_box(cloth, Vec2::new(min.x, y), Vec2::new(max.x, y + RUNGS.1), palette::SAND);
        y += RUNGS.0;
    }
    for x in [min.x, max.x - RUNGS.1] {
        add_box(cloth, Vec2::new(x, min.y), Vec2::new(x + RUNGS.1, max.y), palette::LINEN);
    }
}
