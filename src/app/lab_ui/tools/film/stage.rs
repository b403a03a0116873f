//! Draws a frame of the film: the terrain, and the obstacles queried and chosen.

use egui_macroquad::egui::{Grid, Ui};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::{Aabb, Terrain};
use seamwalker_lab::{Frame, Story};

use super::{ZOOM, free_area};
use crate::app::lab_ui::{Pen, menu_scale, style};
use crate::app::render::{Letterbox, palette, window_size};

/// Margin around the mover and its path, in pixels of the level.
const PATH_MARGIN: f32 = 12.0;
/// Scale of the labels' letters.
const LABEL_SCALE: f32 = 2.0;

/// Meaning of the colours.
const COLOR_KEY: [(&str, Color); 6] = [
    ("the mover, its core inside", palette::RED),
    ("start", palette::DENIM_LIGHT),
    ("counts, and pushes", palette::MUSTARD),
    ("tested, but apart", palette::SAND),
    ("open, not allowed", palette::ROSE),
    ("planes to stay beyond", palette::LEAF),
];

/// Legend of the colours.
pub fn key(ui: &mut Ui) {
    Grid::new("key").num_columns(2).spacing([8.0, 2.0]).show(ui, |ui| {
        for (text, color) in COLOR_KEY {
            ui.colored_label(style::color(color), "■");
            style::small(ui, text, palette::INK);
            ui.end_row();
        }
    });
}

/// The area of the level that a slide covers.
fn covered_area(story: &Story) -> Aabb {
    story.mover.aabb.swept(story.delta).grown(PATH_MARGIN)
}

/// Draws one frame over everything else.
pub fn draw(pen: &mut Pen, terrain: &Terrain, story: &Story, frame: &Frame) {
    let menu_scale = menu_scale(pen.assets.font.large);
    let (window, covered) = (window_size(), covered_area(story));
    let scale = (free_area(menu_scale) / covered.size()).min_element().clamp(ZOOM.0, ZOOM.1);
    pen.cover(palette::faded(palette::NIGHT, 0.97));
    let middle = Vec2::new(20.0, 20.0) + free_area(menu_scale) * 0.5;
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
