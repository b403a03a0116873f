//! Draws a frame of the film: the surroundings, what was asked, what was chosen, and the shadows on the axes.

use egui_macroquad::egui::{Grid, RichText, Ui};
use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::{Aabb, Terrain, Verdict};
use seamwalker::lab::axes::AxisRow;
use seamwalker::lab::{Drawn, Frame, Story};

use super::{CLOSER, LOW, room};
use crate::app::lab_ui::{Pen, style};
use crate::app::render::palette;
use crate::app::render::view::{Letterbox, window_size};

/// What is seen around the mover and its way, in pixels of the level.
const AROUND: f32 = 12.0;
/// Straight parts of a quarter of a circle.
const QUARTER: f32 = 4.0;
/// Length of a contact's normal, in pixels of the window.
const NORMAL: f32 = 40.0;
/// The upper left corner of the table of axes, in pixels of the window; how wide its names and its shadows are, and how high a
/// row is.
const CORNER: Vec2 = Vec2::new(24.0, 24.0);
const NAMES: f32 = 200.0;
const RULER: f32 = 150.0;
const ROW: f32 = 34.0;
/// How many times as large as the game's letters the labels are.
const LETTERS: f32 = 2.0;

/// What the colours mean.
const KEY: [(&str, Color); 7] = [
    ("the mover, its core inside", palette::RED),
    ("start", palette::DENIM_LIGHT),
    ("counts, and pushes", palette::MUSTARD),
    ("tested, but apart", palette::SAND),
    ("open, not allowed; grown by the mover", palette::ROSE),
    ("cells of the grid", palette::MOSS),
    ("planes to stay beyond", palette::LEAF),
];

/// Explains the colours.
pub fn key(ui: &mut Ui) {
    Grid::new("key").num_columns(2).spacing([8.0, 2.0]).show(ui, |ui| {
        for (text, color) in KEY {
            ui.label(RichText::new("■").color(style::color(color)));
            ui.label(RichText::new(text).small());
            ui.end_row();
        }
    });
}

/// What of the level belongs to a slide.
fn seen(story: &Story) -> Aabb {
    story.mover.aabb.swept(story.delta).grown(AROUND)
}

/// How many times a slide can be enlarged to fit into the window.
pub fn fitting(story: Option<&Story>) -> f32 {
    let scale = story.map_or(1.0, |story| (room() / seen(story).size()).min_element());
    scale.clamp(*CLOSER.start(), *CLOSER.end())
}

/// Draws one frame over everything else.
pub fn draw(pen: &mut Pen, terrain: &Terrain, story: &Story, frame: &Frame, closer: Option<f32>) {
    let scale = closer.unwrap_or_else(|| fitting(Some(story)));
    let window = window_size();
    pen.canvas.rect(0.0, 0.0, window.x, window.y, palette::faded(palette::NIGHT, 0.97));
    let middle = Vec2::new(20.0, 20.0) + room() * 0.5;
    let fit = Letterbox { corner: middle, scale };
    let mut pen = Pen::new(pen.canvas, pen.assets, fit, seen(story).center);
    let corner = pen.corner;
    let shown = Aabb::from_corners(corner - middle / scale, corner + (window - middle) / scale);
    terrain.edges_near(&shown, |i| {
        let edge = terrain.edges()[i as usize].segment;
        pen.thin(edge.a, edge.b, palette::faded(palette::CREAM, 0.45));
    });
    frame.marks.iter().for_each(|drawn| pen.drawn(drawn));
    let at = frame.marks.iter().rev().find_map(|drawn| match drawn {
        Drawn::Mover { aabb, began: false, .. } => Some(aabb),
        _ => None,
    });
    if let Some(mover) = at {
        for (i, row) in frame.axes.iter().enumerate() {
            let least = i == frame.least;
            // A low window has room for the picture only; the captions name the axes, too.
            if window.y >= LOW {
                pen.ruler(row, least, mover, i as f32);
            }
            if least {
                pen.way_out(row, mover);
            }
        }
    }
}

fn color(verdict: Verdict) -> Color {
    match verdict {
        Verdict::Counts | Verdict::Turned => palette::MUSTARD,
        Verdict::Apart | Verdict::PassedBy | Verdict::TooFar => palette::SAND,
        _ => palette::ROSE,
    }
}

impl Pen<'_> {
    fn drawn(&mut self, drawn: &Drawn) {
        match drawn {
            Drawn::Cell(cell) => {
                self.filled(cell, palette::faded(palette::MOSS, 0.25));
                self.rectangle(cell, palette::MOSS);
            }
            Drawn::Obstacle { corners, radius, verdict, chosen } => {
                self.thick(corners, *radius, color(*verdict), *chosen);
            }
            Drawn::Mover { aabb, began: true, .. } => self.rectangle(aabb, palette::DENIM_LIGHT),
            Drawn::Mover { aabb, core, .. } => {
                self.filled(aabb, palette::faded(palette::RED, 0.12));
                self.rectangle(aabb, palette::RED);
                if *core != aabb.half && *core != Vec2::ZERO {
                    self.rectangle(&Aabb::new(aabb.center, *core), palette::ROSE);
                }
            }
            Drawn::Arrow { from, to, push } => {
                self.arrow(*from, *to, if *push { palette::MUSTARD } else { palette::CREAM });
            }
            Drawn::Contact { at, normal, depth } => {
                let tip = *at + *normal * (NORMAL / self.fit.scale);
                self.arrow(*at, tip, palette::MUSTARD);
                self.beside(&format!("{depth:.3}"), *at, -*normal, palette::MUSTARD);
            }
            Drawn::Plane { at, normal } => {
                let along = normal.perp() * (window_size().max_element() / self.fit.scale);
                self.line(*at - along, *at + along, 2.0, palette::LEAF);
                let foot = *at + normal.perp() * (NORMAL * 1.5 / self.fit.scale);
                self.arrow(foot, foot + *normal * (NORMAL * 0.5 / self.fit.scale), palette::LEAF);
            }
            Drawn::Grown(corners) => self.thick(corners, 0.0, palette::ROSE, false),
            Drawn::Point(at) => {
                let arm = 5.0 / self.fit.scale;
                for arm in [Vec2::new(arm, arm), Vec2::new(arm, -arm)] {
                    self.line(*at - arm, *at + arm, 2.0, palette::CREAM);
                }
            }
        }
    }

    fn filled(&mut self, aabb: &Aabb, color: Color) {
        let (min, max) = (self.at(aabb.min()), self.at(aabb.max()));
        self.canvas.rect(min.x, min.y, max.x - min.x, max.y - min.y, color);
    }

    /// A word in large letters beside a point, on this side of it.
    fn beside(&mut self, text: &str, at: Vec2, side: Vec2, color: Color) {
        let size = Vec2::new(self.assets.font.width(text), self.assets.font.height) * LETTERS;
        let at = (self.at(at) + side * (size * 0.5 + 14.0) - size * 0.5).round();
        self.canvas.rect(at.x - 4.0, at.y - 1.0, size.x + 8.0, size.y + 2.0, palette::faded(palette::INK, 0.85));
        self.assets.font.scaled(self.canvas, text, at, LETTERS, color);
    }

    /// A convex polygon, or a segment of two corners, and everything within the radius of it.
    fn thick(&mut self, corners: &[Vec2], radius: f32, color: Color, chosen: bool) {
        let count = corners.len();
        let ways = (0..count).map(|i| (corners[(i + 1) % count] - corners[i]).normalize_or_zero().perp() * -1.0);
        let outward: Vec<Vec2> = ways.collect();
        let mut outline = Vec::new();
        for (i, &corner) in corners.iter().enumerate() {
            let (before, after) = (outward[(i + count - 1) % count], outward[i]);
            let angle = before.perp_dot(after).abs().atan2(before.dot(after));
            let parts = (angle / std::f32::consts::FRAC_PI_2 * QUARTER).ceil().max(1.0);
            let around = (0..=parts as u16).map(|part| f32::from(part) / parts * angle);
            outline.extend(around.map(|angle| self.at(corner + Vec2::from_angle(angle).rotate(before) * radius)));
        }
        self.canvas.polygon(&outline, palette::faded(color, if chosen { 0.35 } else { 0.15 }));
        let width = if chosen { 3.0 } else { 1.5 };
        for i in 0..outline.len() {
            self.canvas.line(outline[i], outline[(i + 1) % outline.len()], width, color);
        }
        for i in 0..count {
            self.thin(corners[i], corners[(i + 1) % count], color);
        }
    }

    /// The shadows of mover and obstacle on an axis: one row of a table, whichever way the axis leads.
    fn ruler(&mut self, row: &AxisRow, least: bool, mover: &Aabb, index: f32) {
        let shown = if least { palette::CREAM } else { palette::SAND };
        let (left, y) = (CORNER.x + NAMES, CORNER.y + index * ROW);
        let middle = mover.center.dot(row.axis);
        let reach = mover.half.max_element() * 1.6 + AROUND * 0.5;
        let x = |t: f32| left + ((t - middle).clamp(-reach, reach) / reach + 1.0) * RULER * 0.5;
        let frame = Vec2::new(NAMES + RULER + 14.0, ROW - 4.0);
        self.canvas.rect(CORNER.x - 6.0, y - 2.0, frame.x, frame.y, palette::faded(palette::INK, 0.85));
        let words = format!("{} {:.3}", row.name, row.depth);
        self.assets.font.scaled(self.canvas, &words, Vec2::new(CORNER.x, y + 2.0), LETTERS, shown);
        for ([from, to], y, color) in [(row.mover, y + 1.0, palette::RED), (row.obstacle, y + 15.0, palette::MUSTARD)] {
            self.canvas.rect(x(from), y, (x(to) - x(from)).max(1.0), 10.0, color);
        }
        for end in [row.mover[0], row.obstacle[1]] {
            self.canvas.line(Vec2::new(x(end), y - 1.0), Vec2::new(x(end), y + 27.0), 2.0, shown);
        }
    }

    /// The way out along an axis, beside the mover: from where its shadow begins to where that of the obstacle ends.
    fn way_out(&mut self, row: &AxisRow, mover: &Aabb) {
        let direction = row.axis;
        let along = |t: f32| mover.center + direction * (t - mover.center.dot(direction));
        let aside = direction.perp() * (NORMAL / self.fit.scale);
        for end in [row.mover[0], row.obstacle[1]] {
            self.thin(along(end) - aside, along(end) + aside, palette::CREAM);
        }
    }
}
