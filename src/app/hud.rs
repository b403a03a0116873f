//! What lies over the level while it is played: beads, buttons, time, and the name of the solver.

use glam::Vec2;
use seamwalker::collide::SolverKind;
use seamwalker::sim::World;

use super::assets::Assets;
use super::canvas::Canvas;
use super::palette;
use super::play::Play;
use super::progress::{Found, delta, time};
use super::tape::Tape;
use super::view::SIZE;

/// Seconds that a change of the solver is shown large.
const FLASH: f32 = 1.2;

/// Seconds that the time at a checkpoint stays.
const SPLIT: f32 = 2.0;

/// Seconds that the beads hop when one was taken.
const HOP: f32 = 0.15;
/// From the border of the view, in pixels.
const MARGIN: f32 = 7.0;

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
    pub fn update(&mut self, play: &Play, best: Option<&Tape>, dt: f32) {
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
        if self.solver != Some(world.solver.kind) {
            // The first solver of a level is no news.
            self.since_switch = if self.solver.is_some() { 0.0 } else { FLASH };
            self.solver = Some(world.solver.kind);
        }
        let beads = Found::so_far(world).beads;
        if beads > self.beads {
            self.since_bead = 0.0;
        }
        self.beads = beads;
    }

    /// Draws it. `all` is what there is to find.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, play: &Play, all: Found) {
        let world = &play.world;
        let found = Found::so_far(world);
        let mut x = MARGIN;
        let hop = if self.since_bead < HOP { 2.0 } else { 0.0 };
        if all.beads > 0 {
            x += patch(
                canvas,
                assets,
                "hud_bead",
                Vec2::new(x, MARGIN - hop),
                &format!("{}/{}", found.beads, all.beads),
            );
        }
        if all.golden > 0 {
            patch(canvas, assets, "hud_button", Vec2::new(x, MARGIN), &format!("{}/{}", found.golden, all.golden));
        }
        let text = time(world.ticks);
        // As wide as the widest time, so that it does not dance.
        let width = patch_width(assets, "hud_clock", "00:00.00");
        patch(canvas, assets, "hud_clock", Vec2::new(SIZE.x - MARGIN - width, MARGIN), &text);
        if self.splits > 0 && self.since_split < SPLIT {
            self.split(canvas, assets);
        }
        self.solver(canvas, assets, world);
        if play.reel.is_some() {
            watched(canvas, assets);
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
        let width = assets.font.width(&text) + 12.0;
        let up = (1.0 - self.since_split / 0.12).max(0.0) * 6.0;
        let at = Vec2::new(SIZE.x - MARGIN - width, MARGIN + 19.0 - up).round();
        linen(canvas, at, width);
        assets.font.draw(canvas, &text, at + Vec2::new(6.0, 1.0), color);
    }

    /// A small patch with the solver's name; it hops when the solver was switched.
    fn solver(&self, canvas: &mut Canvas, assets: &Assets, world: &World) {
        let kind = world.solver.kind;
        let index = SolverKind::ALL.iter().position(|k| *k == kind).unwrap_or(0);
        let text = if world.bare { format!("{kind}, bare") } else { kind.to_string() };
        let width = assets.font.width(&text) + 18.0;
        let left = (1.0 - self.since_switch / FLASH).max(0.0);
        let hop = ((left * 9.0).sin() * 6.0 * left).abs();
        let at = Vec2::new(MARGIN, SIZE.y - MARGIN - 15.0 - hop).round();
        linen(canvas, at, width);
        canvas.rect(at.x + 4.0, at.y + 5.0, 5.0, 5.0, palette::INK);
        canvas.rect(at.x + 5.0, at.y + 6.0, 3.0, 3.0, palette::of_index(index));
        assets.font.draw(canvas, &text, at + Vec2::new(13.0, 1.0), palette::INK);
    }
}

/// Says that this is a recorded run.
fn watched(canvas: &mut Canvas, assets: &Assets) {
    let text = assets.words.get("hud.watching");
    let width = assets.font.width(text) + 14.0;
    let at = Vec2::new((SIZE.x - width) * 0.5, SIZE.y - MARGIN - 15.0).round();
    linen(canvas, at, width);
    assets.font.draw(canvas, text, at + Vec2::new(7.0, 1.0), palette::RED_DARK);
}

/// How wide a patch is.
fn patch_width(assets: &Assets, icon: &str, text: &str) -> f32 {
    assets.sprites.get(icon).size().x + assets.font.width(text) + 9.0
}

/// A piece of linen with a picture sewn on its left end; answers where the next one begins.
fn patch(canvas: &mut Canvas, assets: &Assets, icon: &str, at: Vec2, text: &str) -> f32 {
    let sprite = assets.sprites.get(icon);
    let width = patch_width(assets, icon, text);
    let half = (sprite.size() * 0.5).floor();
    linen(canvas, at + Vec2::new(half.x, 0.0), width - half.x);
    canvas.image(sprite.frame(0), at + Vec2::new(0.0, 7.0 - half.y), palette::PLAIN);
    assets.font.draw(canvas, text, at + Vec2::new(sprite.size().x + 4.0, 1.0), palette::INK);
    width + 6.0
}

/// A strip of linen, 15 pixels high, with an ink border whose corners are off.
fn linen(canvas: &mut Canvas, at: Vec2, width: f32) {
    canvas.rect(at.x + 1.0, at.y, width - 2.0, 15.0, palette::INK);
    canvas.rect(at.x, at.y + 1.0, width, 13.0, palette::INK);
    canvas.rect(at.x + 1.0, at.y + 1.0, width - 2.0, 13.0, palette::CREAM);
    canvas.rect(at.x + 1.0, at.y + 12.0, width - 2.0, 2.0, palette::LINEN);
}
