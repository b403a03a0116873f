//! What lies over the level while it is played: beads, buttons, time, and the name of the solver.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::collide::SolverKind;
use seamwalker::sim::World;

use crate::app::play::Play;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::view::SIZE;
use crate::app::save::progress::{CollectedCount, delta, time};
use crate::app::save::replay_file::ReplayFile;

/// Seconds that a change of the solver is shown large.
const FLASH: f32 = 1.2;

/// Seconds that the time at a checkpoint stays.
const SPLIT: f32 = 2.0;

/// Seconds that the beads hop when one was taken.
const HOP: f32 = 0.15;
/// From the border of the view, in pixels.
const MARGIN: f32 = 7.0;
/// How high a strip of linen is, in pixels.
const HEIGHT: f32 = 15.0;

/// The part that changes over time.
#[derive(Default)]
pub struct Hud {
    solver: Option<SolverKind>,
    since_switch: f32,
    /// Seconds since the count of beads grew, and the count.
    since_bead: f32,
    beads: u32,
    /// How many checkpoints were reached, and the seconds since the last one.
    splits: usize,
    since_split: f32,
    /// The time there, and how many ticks later that is than in the run to compare with.
    split: (u64, Option<i64>),
}

impl Hud {
    /// One frame. `best` is the run to compare with.
    pub fn update(&mut self, play: &Play, best: Option<&ReplayFile>, dt: f32) {
        let world = &play.world;
        self.since_split += dt;
        let splits = &play.recorder.splits;
        if splits.len() > self.splits {
            self.since_split = 0.0;
            self.split = splits.last().map_or((0, None), |split| (split.ticks, split.behind(best)));
        }
        self.splits = splits.len();
        self.since_switch += dt;
        self.since_bead += dt;
        if self.solver != Some(world.rules.solver.kind) {
            // The first solver of a level is no news.
            self.since_switch = if self.solver.is_some() { 0.0 } else { FLASH };
            self.solver = Some(world.rules.solver.kind);
        }
        let beads = CollectedCount::so_far(world).beads;
        if beads > self.beads {
            self.since_bead = 0.0;
        }
        self.beads = beads;
    }

    /// Draws it. `all` is what there is to find.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, play: &Play, all: CollectedCount) {
        let world = &play.world;
        let found = CollectedCount::so_far(world);
        let mut x = MARGIN;
        let hop = if self.since_bead < HOP { 2.0 } else { 0.0 };
        if all.beads > 0 {
            let text = format!("{}/{}", found.beads, all.beads);
            x += patch(canvas, assets, "hud_bead", Vec2::new(x, MARGIN - hop), &text);
        }
        if all.golden > 0 {
            patch(canvas, assets, "hud_button", Vec2::new(x, MARGIN), &format!("{}/{}", found.golden, all.golden));
        }
        let text = time(world.state.ticks);
        // As wide as the widest time, so that it does not dance.
        let width = patch_width(assets, "hud_clock", "00:00.00");
        patch(canvas, assets, "hud_clock", Vec2::new(SIZE.x - MARGIN - width, MARGIN), &text);
        if self.splits > 0 && self.since_split < SPLIT {
            self.split(canvas, assets);
        }
        self.solver(canvas, assets, world);
        if play.watched.is_some() {
            let text = assets.words.get("hud.watching");
            let width = strip_width(assets, text);
            strip(canvas, assets, text, Vec2::new((SIZE.x - width) * 0.5, low(assets)), palette::RED_DARK);
        }
    }

    /// The time at a checkpoint, below the clock: how much earlier or later than in the run to compare with.
    fn split(&self, canvas: &mut Canvas, assets: &Assets) {
        let (ticks, behind) = self.split;
        let text = behind.map_or_else(|| time(ticks), delta);
        let color = match behind {
            Some(1..) => palette::RED_DARK,
            Some(_) => palette::DENIM,
            None => palette::INK,
        };
        let up = (1.0 - self.since_split / 0.12).max(0.0) * 6.0;
        let below = (HEIGHT + 4.0) * assets.font.usual_scale();
        let x = SIZE.x - MARGIN - strip_width(assets, &text);
        strip(canvas, assets, &text, Vec2::new(x, MARGIN + below - up), color);
    }

    /// A small patch with the solver's name; it hops when the solver was switched.
    fn solver(&self, canvas: &mut Canvas, assets: &Assets, world: &World) {
        let kind = world.rules.solver.kind;
        let index = SolverKind::ALL.iter().position(|k| *k == kind).unwrap_or(0);
        let text = if world.rules.ground_assist { kind.to_string() } else { format!("{kind}, bare") };
        let scale = assets.font.usual_scale();
        let width = (assets.font.width(&text) + 18.0) * scale;
        let left = (1.0 - self.since_switch / FLASH).max(0.0);
        let hop = ((left * 9.0).sin() * 6.0 * left).abs();
        let at = Vec2::new(MARGIN, low(assets) - hop).round();
        linen(canvas, at, width, scale);
        canvas.rect(at.x + 4.0 * scale, at.y + 5.0 * scale, 5.0 * scale, 5.0 * scale, palette::INK);
        canvas.rect(at.x + 5.0 * scale, at.y + 6.0 * scale, 3.0 * scale, 3.0 * scale, palette::of_index(index));
        assets.font.scaled(canvas, &text, at + Vec2::new(13.0, 1.0) * scale, scale, palette::INK);
    }
}

/// The upper end of what lies at the lower border.
fn low(assets: &Assets) -> f32 {
    SIZE.y - MARGIN - HEIGHT * assets.font.usual_scale()
}

/// How wide a strip with a text is.
fn strip_width(assets: &Assets, text: &str) -> f32 {
    (assets.font.width(text) + 12.0) * assets.font.usual_scale()
}

/// A strip of linen with a text.
fn strip(canvas: &mut Canvas, assets: &Assets, text: &str, at: Vec2, color: Color) {
    let (at, scale) = (at.round(), assets.font.usual_scale());
    linen(canvas, at, strip_width(assets, text), scale);
    assets.font.scaled(canvas, text, at + Vec2::new(6.0, 1.0) * scale, scale, color);
}

/// How wide a patch is.
fn patch_width(assets: &Assets, icon: &str, text: &str) -> f32 {
    (assets.sprites.get(icon).size().x + assets.font.width(text) + 9.0) * assets.font.usual_scale()
}

/// A piece of linen with a picture sewn on its left end; answers where the next one begins.
fn patch(canvas: &mut Canvas, assets: &Assets, icon: &str, at: Vec2, text: &str) -> f32 {
    let (sprite, scale) = (assets.sprites.get(icon), assets.font.usual_scale());
    let (width, size) = (patch_width(assets, icon, text), sprite.size());
    let half = (size * 0.5).floor() * scale;
    linen(canvas, at + Vec2::new(half.x, 0.0), width - half.x, scale);
    canvas.stretched(sprite.frame(0), at + Vec2::new(0.0, 7.0 * scale - half.y), size * scale, palette::PLAIN);
    assets.font.scaled(canvas, text, at + Vec2::new(size.x + 4.0, 1.0) * scale, scale, palette::INK);
    width + 6.0
}

/// A strip of linen with an ink border whose corners are off.
fn linen(canvas: &mut Canvas, at: Vec2, width: f32, scale: f32) {
    let mut rect = |x: f32, y: f32, w: f32, h: f32, color| canvas.rect(at.x + x, at.y + y, w, h, color);
    let (one, high) = (scale, HEIGHT * scale);
    rect(one, 0.0, width - 2.0 * one, high, palette::INK);
    rect(0.0, one, width, high - 2.0 * one, palette::INK);
    rect(one, one, width - 2.0 * one, high - 2.0 * one, palette::CREAM);
    rect(one, high - 3.0 * one, width - 2.0 * one, 2.0 * one, palette::LINEN);
}
