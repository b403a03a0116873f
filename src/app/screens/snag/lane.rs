//! Draws a lane: the ground, the hero, its name and count, and the box, the segment and the axis of the last catch.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_collide::Obstacle;
use seamwalker_lab::snag::{Catch, VIEW};

use super::SnagScreen;
use super::layout::Button;
use crate::app::lab_ui::Pen;
use crate::app::render::{Assets, Canvas, Letterbox, Style, palette};
use crate::app::screens::crowd::things;
use crate::app::ui::{FINE, cloth};

/// The least pixels of the view per pixel of the level.
const MIN_SCALE: f32 = 1.3;
/// The length of the arrows of moves, as a multiple of the move.
const MOVE_LENGTH: f32 = 5.0;
/// Fewer ticks are only a moment.
const SHORT: u32 = 6;
/// The length of the arrow of a push, in pixels.
const PUSH_LENGTH: f32 = 16.0;

impl SnagScreen {
    /// A lane at its place in the view. `soft` is the width of a pixel of the picture.
    pub(super) fn lane(&self, canvas: &mut Canvas, assets: &Assets, index: usize, (at, size): Button, soft: f32) {
        let lane = &self.scene.lanes[index];
        let player = &lane.world.state.player;
        let plain = (size.y / VIEW.size().y).max(MIN_SCALE);
        let scale = plain * self.zoom;
        let shown = size / scale;
        // As far as the place reaches; closer, the hero is in the middle.
        let closeness = (self.zoom - 1.0).min(1.0);
        let focus = self.scene.lanes[1].world.state.player.aabb.center.x;
        let far = (VIEW.half.x - shown.x * 0.5).max(0.0);
        let still = Vec2::new(focus.clamp(VIEW.center.x - far, VIEW.center.x + far), VIEW.center.y);
        let middle = still.lerp(self.focus, closeness);
        let fit = Letterbox { corner: at, scale, size: shown };
        canvas.rect(at.x, at.y, size.x, size.y, palette::SKY);
        let mut pen = Pen::new(canvas, assets, fit, middle - shown * 0.5);
        (pen.soft, pen.letters) = (soft, 1.0);
        for part in self.scene.place().parts() {
            let corners: Vec<Vec2> = part.iter().map(|p| pen.at(*p)).collect();
            let corners = clipped(&corners, (at, at + size));
            match things::rectangle(&corners) {
                Some((min, max)) => things::cloth(pen.canvas, assets.fabric("denim", 0), min, max),
                None => pen.canvas.polygon(&corners, palette::DENIM),
            }
        }
        let room = (at, at + size);
        let edges = lane.world.state.space.terrain.edges();
        edges.iter().for_each(|edge| line(&mut pen, [edge.segment.a, edge.segment.b], room, palette::CREAM));
        self.labels(pen.canvas, assets, index, (at, size));
        let feet = pen.at(player.feet());
        if lane.is_through() {
            let sprite = assets.sprites.get("player_cheer");
            let style = Style { scale: Vec2::splat(scale), ..Style::default() };
            pen.canvas.sprite(sprite.looped(self.time), sprite.origin, feet, style);
        } else {
            self.views[index].enlarged(pen.canvas, &assets.sprites, player, feet, scale);
        }
        if let Some(catch) = &lane.last {
            self.catch(&mut pen, index, catch, room);
        }
    }

    /// The box at the start of the slide, what it met, the axis that won with its push, and the wanted move.
    fn catch(&self, pen: &mut Pen, index: usize, catch: &Catch, room: (Vec2, Vec2)) {
        let space = &self.scene.lanes[index].world.state.space;
        let (mover, is_close) = (catch.slide.mover.aabb, self.zoom > 1.5);
        if let Some(touch) = catch.touch {
            match touch.obstacle {
                Obstacle::Edge(i) => {
                    let edge = &space.terrain.edges()[i as usize].segment;
                    line(pen, [edge.a, edge.b], room, palette::RED);
                }
                Obstacle::Piece(i) => {
                    let corners = space.terrain.pieces()[i as usize].corners();
                    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
                    sides.for_each(|(a, b)| line(pen, [*a, *b], room, palette::RED));
                }
                Obstacle::Body(_) => {}
            }
            let normal = touch.contact.normal;
            let from = mover.closest_point(mover.center - normal * mover.size().length());
            let start = from - normal * PUSH_LENGTH;
            pen.arrow(start, from, palette::RED);
            if is_close {
                pen.text(pen.assets.words.get("snag.push"), start, palette::ROSE);
            }
        }
        pen.rectangle(&mover, palette::INK);
        let tip = mover.center + catch.slide.delta * MOVE_LENGTH;
        pen.arrow(mover.center, tip, palette::MUSTARD);
        if is_close {
            pen.text(pen.assets.words.get("snag.wanted"), tip, palette::MUSTARD);
        }
    }

    /// The solver's name, at its best or as written, and how often it was caught.
    fn labels(&self, canvas: &mut Canvas, assets: &Assets, index: usize, (at, size): Button) {
        let (words, font, lane) = (&assets.words, &assets.font, &self.scene.lanes[index]);
        let kind = lane.world.rules.solver.kind;
        let scale = if size.x < 400.0 { 1.0 } else { 2.0 };
        let mut plate = |text: &str, at: Vec2, scale: f32, color| {
            let size = Vec2::new(font.width(text), font.height) * scale + Vec2::new(8.0, 2.0);
            canvas.rect(at.x, at.y, size.x, size.y, palette::faded(palette::INK, 0.8));
            font.scaled(canvas, text, at + Vec2::new(4.0, 0.0), scale, color);
            size
        };
        let name = kind.to_string();
        let below = plate(&name, at + 4.0, scale, palette::CREAM);
        let form = match index {
            1 if self.is_written() => "snag.form_written",
            _ => "snag.form_best",
        };
        let small = if scale > 1.0 { 1.5 } else { 1.0 };
        plate(words.get(form), at + Vec2::new(4.0, 4.0 + below.y), small, palette::LINEN);
        let count = match lane.caught {
            0 => words.get("snag.never").to_owned(),
            1 => words.get("snag.once").to_owned(),
            count => words.fill("snag.times", &[&count]),
        };
        let color = if lane.caught == 0 { palette::LEAF } else { palette::ROSE };
        let right = at + Vec2::new(size.x - 12.0 - font.width(&count) * scale, 4.0);
        let below = plate(&count, right, scale, color);
        let held = words.fill("snag.held", &[&format!("{:.1}", lane.held as f32 / 60.0)]);
        let text = match lane.held {
            0 => words.get("snag.not_here"),
            1..SHORT => words.get("snag.short"),
            _ => held.as_str(),
        };
        if lane.caught > 0 {
            let right = Vec2::new(at.x + size.x - 12.0 - font.width(text) * small, at.y + 4.0 + below.y);
            plate(text, right, small, palette::LINEN);
        }
    }
}

/// The part of a line of the level within a rectangle of the view.
fn line(pen: &mut Pen, ends: [Vec2; 2], room: (Vec2, Vec2), color: Color) {
    let part = clipped(&ends.map(|end| pen.at(end)), room);
    let Some(&a) = part.first() else { return };
    let farther = |p: &&Vec2, q: &&Vec2| p.distance(a).total_cmp(&q.distance(a));
    if let Some(&b) = part.iter().max_by(farther) {
        pen.canvas.smooth_line(a, b, 3.5, pen.soft, palette::INK);
        pen.canvas.smooth_line(a, b, 2.0, pen.soft, color);
    }
}

/// The part of a convex polygon, or of a line of two points, within a rectangle.
fn clipped(corners: &[Vec2], (min, max): (Vec2, Vec2)) -> Vec<Vec2> {
    let sides = [(Vec2::X, min.x), (Vec2::Y, min.y), (-Vec2::X, -max.x), (-Vec2::Y, -max.y)];
    sides.into_iter().fold(corners.to_vec(), |corners, (inward, least)| {
        let beyond = |p: Vec2| p.dot(inward) - least;
        let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
        pairs.fold(Vec::new(), |mut kept, (&a, &b)| {
            if beyond(a) >= 0.0 {
                kept.push(a);
            }
            if beyond(a) * beyond(b) < 0.0 {
                kept.push(a.lerp(b, beyond(a) / (beyond(a) - beyond(b))));
            }
            kept
        })
    })
}

/// Covers what reaches over the borders of the lanes, and frames them.
pub fn around(canvas: &mut Canvas, lanes: [Button; 2]) {
    let view = canvas.format.size;
    let mut top = 0.0;
    for (at, size) in lanes {
        cloth::night(canvas, Vec2::new(0.0, top), Vec2::new(view.x, at.y - top));
        cloth::night(canvas, Vec2::new(0.0, at.y), Vec2::new(at.x, size.y));
        cloth::night(canvas, Vec2::new(at.x + size.x, at.y), Vec2::new(view.x - at.x - size.x, size.y));
        top = at.y + size.y;
    }
    cloth::night(canvas, Vec2::new(0.0, top), Vec2::new(view.x, view.y - top));
    for (at, size) in lanes {
        cloth::frame(canvas, at - 2.0, size + 4.0, 2.0, palette::INK);
        cloth::border(canvas, at, size, 3.5, FINE, palette::faded(palette::SAND, 0.5));
    }
}
