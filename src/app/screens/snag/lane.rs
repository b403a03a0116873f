//! Draws a lane: the ground, the hero, its name and count, and the box, the segment and the axis of the last catch.

use glam::Vec2;
use seamwalker_collide::Obstacle;
use seamwalker_lab::snag::{Catch, VIEW};

use super::SnagScreen;
use super::layout::Rectangle;
use crate::app::lab_ui::Pen;
use crate::app::render::{Assets, Canvas, Letterbox, Style, palette};
use crate::app::screens::crowd::things;
use crate::app::ui::{FINE, cloth};

/// The least pixels of the view per pixel of the level.
const MIN_SCALE: f32 = 1.3;
/// The length of the arrow of the wanted move, in pixels.
const WANTED_LENGTH: f32 = 18.0;
/// Distance of its word from the middle of the hero, in pixels of the level.
const WORD_DISTANCE: f32 = 12.0;
/// Fewer ticks are only a moment.
const SHORT: u32 = 6;
/// The length of the arrow of a push, in pixels.
const PUSH_LENGTH: f32 = 16.0;

impl SnagScreen {
    /// A lane at its place in the view. `density` is the number of pixels of the picture per pixel of the view.
    pub(super) fn lane(&self, canvas: &mut Canvas, assets: &Assets, index: usize, (at, size): Rectangle, density: u32) {
        let lane = &self.scene.lanes[index];
        let player = &lane.world.state.player;
        let plain = (size.y / VIEW.size().y).max(MIN_SCALE);
        let scale = plain * (1.0 + self.closer);
        let shown = size / scale;
        // As far as the place reaches; closer, the catch or the hero is in the middle.
        let focus = self.scene.lanes[1].world.state.player.aabb().center.x;
        let far = (VIEW.half.x - shown.x * 0.5).max(0.0);
        let still = Vec2::new(focus.clamp(VIEW.center.x - far, VIEW.center.x + far), VIEW.center.y);
        let near = if self.caught == Some(index) { self.focus } else { player.aabb().center };
        let middle = still.lerp(near, self.closer.min(1.0));
        let fit = Letterbox { corner: at, scale, size: shown };
        canvas.clip(Some((at, size)), density);
        canvas.rect(at.x, at.y, size.x, size.y, palette::SKY);
        let mut pen = Pen::new(canvas, assets, fit, middle - shown * 0.5);
        pen.soft = 1.0 / density.max(1) as f32;
        self.scene.place().parts().for_each(|part| things::denim(&mut pen, &part));
        for platform in &lane.world.state.platforms {
            things::body(&mut pen, &lane.world.state.space.bodies[platform.body].aabb, palette::PLAIN);
        }
        let edges = lane.world.state.space.terrain.edges();
        edges.iter().for_each(|edge| pen.line(edge.segment.a, edge.segment.b, 2.0, palette::CREAM));
        self.labels(&mut pen, index, (at, size));
        pen.letters = 1.0;
        let feet = pen.at(player.feet());
        if lane.is_through() {
            let sprite = assets.sprites.get("player_cheer");
            let style = Style { scale: Vec2::splat(scale), ..Style::default() };
            pen.canvas.sprite(sprite.looped(self.time), sprite.origin, feet, style);
        } else {
            self.views[index].enlarged(pen.canvas, &assets.sprites, player, feet, scale);
        }
        if let Some(catch) = &lane.last {
            self.catch(&mut pen, index, catch);
        }
        canvas.clip(None, density);
        cloth::frame(canvas, at - 2.0, size + 4.0, 2.0, palette::INK);
        cloth::border(canvas, at, size, 3.5, FINE, palette::faded(palette::SAND, 0.5));
    }

    /// The box at the start of the slide, what it met, the axis that won with its push, and the wanted move.
    fn catch(&self, pen: &mut Pen, index: usize, catch: &Catch) {
        let space = &self.scene.lanes[index].world.state.space;
        let mover = catch.slide.mover.aabb;
        if let Some(touch) = catch.touch {
            match touch.obstacle {
                Obstacle::Edge(i) => {
                    let edge = &space.terrain.edges()[i as usize].segment;
                    pen.line(edge.a, edge.b, 2.0, palette::RED);
                }
                Obstacle::Piece(i) => {
                    pen.outline(&space.terrain.pieces()[i as usize].corners(), 2.5, palette::RED);
                }
                Obstacle::Body(_) | Obstacle::Part(..) => {
                    catch.body.iter().for_each(|body| pen.outline(&body.corners(), 2.5, palette::RED));
                }
            }
            let normal = touch.contact.normal;
            let from = mover.closest_point(mover.center - normal * mover.size().length());
            let start = from - normal * PUSH_LENGTH;
            pen.arrow(start, from, palette::RED);
            pen.text(pen.assets.words.get("snag.push"), start, palette::ROSE);
        }
        pen.rectangle(&mover, palette::INK);
        let tip = mover.center + catch.slide.delta.normalize_or_zero() * WANTED_LENGTH;
        pen.arrow(mover.center, tip, palette::MUSTARD);
        // Behind the hero, at the height of the arrow's tail: the arrows meet before it.
        let word = pen.assets.words.get("snag.wanted");
        let size = pen.label_size(word);
        let behind = if catch.slide.delta.x < 0.0 { 0.0 } else { size.x };
        let tail = Vec2::new(mover.center.x - WORD_DISTANCE.copysign(catch.slide.delta.x), mover.center.y);
        let corner = pen.at(tail) - Vec2::new(behind, size.y * 0.5);
        pen.label(word, corner, palette::MUSTARD);
    }

    /// The solver's name, at its best or as written, and how often it was caught.
    fn labels(&self, pen: &mut Pen, index: usize, (at, size): Rectangle) {
        let (words, lane) = (&pen.assets.words, &self.scene.lanes[index]);
        let form = if index == 1 && self.is_written() { "snag.form_written" } else { "snag.form_best" };
        let total = self.scene.totals[index];
        let count = match lane.caught {
            0 if total == 0 => words.get("snag.never").to_owned(),
            0 => words.get("snag.not_here").to_owned(),
            1 => words.get("snag.once").to_owned(),
            count => words.fill("snag.times", &[&count]),
        };
        let held = match lane.held {
            _ if total > lane.caught => words.fill("snag.total", &[&total]),
            0 => String::new(),
            1..SHORT => words.get("snag.short").to_owned(),
            held => words.fill("snag.held", &[&format!("{:.1}", held as f32 / 60.0)]),
        };
        let name = lane.world.rules.solver.kind.to_string();
        let color = if lane.caught == 0 { palette::LEAF } else { palette::ROSE };
        let [large, small] = if size.x < 400.0 { [1.0, 1.0] } else { [2.0, 1.5] };
        let rows = [
            (large, name.as_str(), palette::CREAM, count, color),
            (small, words.get(form), palette::LINEN, held, palette::LINEN),
        ];
        let mut top = at.y + 4.0;
        for (letters, left, left_color, right, right_color) in rows {
            pen.letters = letters;
            let below = pen.label(left, Vec2::new(at.x + 4.0, top), left_color).y;
            if !right.is_empty() {
                let corner = Vec2::new(at.x + size.x - 4.0 - pen.label_size(&right).x, top);
                pen.label(&right, corner, right_color);
            }
            top += below;
        }
    }
}
