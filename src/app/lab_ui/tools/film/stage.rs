//! Draws a frame of the film: the terrain, and the obstacles queried and chosen.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Aabb, Terrain};
use seamwalker_lab::{Frame, Story};

use super::free_area;
use crate::app::lab_ui::Pen;
use crate::app::render::{Letterbox, palette, window_size};

/// Range of the zoom: pixels of the window per pixel of the level.
const ZOOM: (f32, f32) = (1.0, 60.0);
/// Margin around the mover and its path, in pixels of the level.
const PATH_MARGIN: f32 = 12.0;
/// Scale of the labels' letters.
const LABEL_SCALE: f32 = 2.0;

/// Meaning of the colours.
pub const COLOR_KEY: [(&str, Color); 6] = [
    ("the mover, its core inside", palette::RED),
    ("start", palette::DENIM_LIGHT),
    ("counts, and pushes", palette::MUSTARD),
    ("tested, but apart", palette::SAND),
    ("open, not allowed", palette::ROSE),
    ("planes to stay beyond", palette::LEAF),
];

/// Draws one frame over everything else.
pub fn draw(pen: &mut Pen, terrain: &Terrain, story: &Story, frame: &Frame) {
    let free = free_area(pen.assets.font.large);
    let (window, covered) = (window_size(), story.mover.aabb.swept(story.delta).grown(PATH_MARGIN));
    let scale = (free / covered.size()).min_element().clamp(ZOOM.0, ZOOM.1);
    pen.cover(palette::faded(palette::NIGHT, 0.97));
    let middle = Vec2::new(20.0, 20.0) + free * 0.5;
    let fit = Letterbox { corner: middle, scale, size: window };
    let mut pen = Pen::new(pen.canvas, pen.assets, fit, covered.center);
    pen.letters = LABEL_SCALE;
    let corner = pen.corner;
    let shown = Aabb::from_corners(corner - middle / scale, corner + (window - middle) / scale);
    terrain.edges_near(&shown, |i| {
        let edge = terrain.edges()[i as usize].segment;
        pen.thin(edge.a, edge.b, palette::faded(palette::CREAM, 0.45));
    });
    pen.marks(&frame.marks);
}
