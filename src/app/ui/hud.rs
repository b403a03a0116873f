//! The heads-up display: beads, buttons, time, and the name of the solver; `banner.rs` and `time_sign.rs` are parts of it.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_sim::World;

use super::banner::Banner;
use super::time_sign;
use crate::app::level_view::camera::eased;
use crate::app::level_view::{glint, golden_button};
use crate::app::play::Play;
use crate::app::render::{Assets, Canvas, palette};
use crate::app::save::{CollectedCount, ReplayFile, delta, time};

/// Seconds that the time at a checkpoint is shown.
const SPLIT_TIME: f32 = 2.0;

/// Seconds that a collected golden button takes to its counter, and that the counter gleams afterwards.
const FLIGHT_TIME: f32 = 0.55;
const GLEAM_TIME: f32 = 0.5;
/// How far the way to the counter bends, in pixels.
const FLIGHT_BEND: f32 = 46.0;

/// Seconds that the bead counter hops when one was collected.
const BEAD_HOP_TIME: f32 = 0.15;
/// Distance from the border of the view, in pixels.
pub(super) const HUD_MARGIN: f32 = 7.0;
/// The height of the solver's tag, in pixels, and how opaque its cloth is.
const TAG_HEIGHT: f32 = 12.0;
const TAG_OPACITY: f32 = 0.72;
/// Widths of the counts, the clock and the solver's name at most, and the height of the icons, in pixels.
const COUNTS_WIDTH: f32 = 120.0;
const CLOCK_WIDTH: f32 = 72.0;
const SOLVER_WIDTH: f32 = 110.0;
const HUD_ICONS: f32 = 20.0;
/// The height of a strip of linen, in pixels.
pub(super) const LINEN_HEIGHT: f32 = 15.0;

/// The state of its animations.
#[derive(Default)]
pub struct Hud {
    /// Shows the solver's name.
    pub names_solver: bool,
    /// Names it for a moment when it was switched.
    pub banner: Banner,
    /// Golden buttons on their way to the counter: where they were collected in the view, and the seconds since.
    flights: Vec<(Vec2, f32)>,
    /// Seconds since one arrived; the counter's sound is due.
    since_golden: Option<f32>,
    arrived: bool,
    /// Seconds since the count of beads grew, and the count.
    since_bead: f32,
    beads: u32,
    /// The number of checkpoints reached, and the seconds since the last one.
    splits: usize,
    since_split: f32,
    /// The ticks at that checkpoint, and how far behind the compared run that is.
    split: (u64, Option<i64>),
}

impl Hud {
    /// Advances by `dt` seconds. `best` is the run to compare with.
    pub fn update(&mut self, play: &Play, best: Option<&ReplayFile>, dt: f32) {
        let world = &play.world;
        self.since_split += dt;
        let splits = &play.recorder.splits;
        if splits.len() > self.splits {
            self.since_split = 0.0;
            self.split = splits.last().map_or((0, None), |split| (split.ticks, split.behind(best)));
        }
        self.splits = splits.len();
        self.since_bead += dt;
        self.banner.update(play, dt);
        let beads = CollectedCount::so_far(world).beads;
        if beads > self.beads {
            self.since_bead = 0.0;
        }
        self.beads = beads;
        self.update_flights(play, dt);
    }

    /// Lets collected golden buttons fly to their counter.
    fn update_flights(&mut self, play: &Play, dt: f32) {
        self.since_golden = self.since_golden.map(|since| since + dt).filter(|since| *since < GLEAM_TIME);
        self.flights.iter_mut().for_each(|(_, age)| *age += dt);
        let flight_time = if play.comfort.reduce_motion { 0.0 } else { FLIGHT_TIME };
        let flying = self.flights.len();
        self.flights.retain(|(_, age)| *age < flight_time);
        if self.flights.len() < flying {
            (self.since_golden, self.arrived) = (Some(0.0), true);
        }
        let taken = play.pending_sounds.iter().filter_map(|event| golden_button(event, &play.world));
        self.flights.extend(taken.map(|at| (play.in_view(at), 0.0)));
    }

    /// Whether a golden button has just been counted.
    pub fn take_arrived(&mut self) -> bool {
        std::mem::take(&mut self.arrived)
    }

    /// The corners and sizes of the rectangles that it may cover in a view of this size, in its pixels: its upper corners, and the lower left one.
    pub fn covered(view: Vec2, large: bool) -> [(Vec2, Vec2); 3] {
        let scale = if large { 2.0 } else { 1.0 };
        let height = (LINEN_HEIGHT + 4.0) * scale + HUD_MARGIN;
        let (left, right) = (Vec2::new(COUNTS_WIDTH, HUD_ICONS + 4.0) * scale, CLOCK_WIDTH * scale);
        [
            (Vec2::ZERO, left),
            (Vec2::new(view.x - right, 0.0), Vec2::new(right, height * 2.0)),
            (Vec2::new(0.0, view.y - height), Vec2::new(SOLVER_WIDTH * scale, height)),
        ]
    }

    /// Draws it. `all` is what can be collected, `covered` how much of the view's right side and lower edge the laboratory covers.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, play: &Play, all: CollectedCount, covered: Vec2) {
        let world = &play.world;
        let found = CollectedCount::so_far(world);
        let mut x = HUD_MARGIN;
        let hop = if self.since_bead < BEAD_HOP_TIME { 2.0 } else { 0.0 };
        if all.beads > 0 {
            let text = format!("{}/{}", found.beads, all.beads);
            x += patch(canvas, assets, "hud_bead", Vec2::new(x, HUD_MARGIN - hop), &text);
        }
        if all.golden > 0 {
            self.golden(canvas, assets, Vec2::new(x, HUD_MARGIN), (found.golden, all.golden));
        }
        let text = time(world.state.ticks);
        // A constant width, so that it does not jitter.
        let width = patch_width(assets, "hud_clock", "00:00.00");
        let right = (canvas.format.size.x - covered.x).max(x + width) - HUD_MARGIN;
        patch(canvas, assets, "hud_clock", Vec2::new((right - width).round(), HUD_MARGIN), &text);
        if self.splits > 0 && self.since_split < SPLIT_TIME {
            self.split(canvas, assets, right);
        }
        // A tool along the lower edge leaves no room; the menu names the solver as well.
        if self.names_solver && covered.y == 0.0 {
            solver(canvas, assets, world);
        }
        if play.watched.is_some() {
            let text = assets.words.get("hud.watching");
            let width = strip_width(assets, text);
            let low = canvas.format.size.y - HUD_MARGIN - LINEN_HEIGHT * assets.font.text_scale();
            let at = Vec2::new((canvas.format.size.x - width) * 0.5, low);
            strip(canvas, assets, text, at, palette::RED_DARK);
        }
        time_sign::draw(canvas, assets, &play.clock, covered);
        let [(_, below), ..] = Self::covered(canvas.format.size, assets.font.large);
        let sign = time_sign::target(&play.clock, assets, canvas.format, covered);
        let top = sign.map_or(below.y, |(at, size)| below.y.max(at.y + size.y + HUD_MARGIN));
        self.banner.draw(canvas, assets, play, (top, covered));
    }

    /// The time at a checkpoint below the clock, or its difference from the compared run.
    fn split(&self, canvas: &mut Canvas, assets: &Assets, right: f32) {
        let (ticks, behind) = self.split;
        let text = behind.map_or_else(|| time(ticks), delta);
        let color = match behind {
            Some(1..) => palette::RED_DARK,
            Some(_) => palette::DENIM,
            None => palette::INK,
        };
        let up = (1.0 - self.since_split / 0.12).max(0.0) * 6.0;
        let below = (LINEN_HEIGHT + 4.0) * assets.font.text_scale();
        let x = right - strip_width(assets, &text);
        strip(canvas, assets, &text, Vec2::new(x, HUD_MARGIN + below - up), color);
    }

    /// The counter of golden buttons, and those on their way to it. They count once they arrive.
    fn golden(&self, canvas: &mut Canvas, assets: &Assets, at: Vec2, (found, all): (u32, u32)) {
        let left = self.since_golden.map_or(0.0, |since| 1.0 - since / GLEAM_TIME);
        let at = at - Vec2::new(0.0, (left * left * 4.0).round());
        let counted = found.saturating_sub(self.flights.len() as u32);
        patch(canvas, assets, "hud_button", at, &format!("{counted}/{all}"));
        let sprite = assets.sprites.get("hud_button");
        let middle = at + Vec2::new(sprite.size().x * 0.5, 7.0) * assets.font.text_scale();
        if left > 0.0 {
            glint(canvas, middle, (1.0 - left) * 14.0 + 6.0, left, palette::CREAM);
        }
        for (from, age) in &self.flights {
            let t = (age / FLIGHT_TIME).clamp(0.0, 1.0);
            let bend = Vec2::new(0.0, -FLIGHT_BEND * (t * std::f32::consts::PI).sin());
            assets.sprites.draw(canvas, "golden_button", *age, from.lerp(middle, eased(t)) + bend * (1.0 - t));
        }
    }
}

/// A small dark tag with the solver's name, quieter than the strips of linen.
fn solver(canvas: &mut Canvas, assets: &Assets, world: &World) {
    let kind = world.rules.solver.kind;
    let name = kind.to_string();
    let key = if world.rules.ground_assist { "hud.solver" } else { "hud.solver_alone" };
    let text = assets.words.fill(key, &[&name]);
    let scale = assets.font.text_scale();
    let size = Vec2::new(assets.font.width(&text) + 15.0, TAG_HEIGHT) * scale;
    let at = Vec2::new(HUD_MARGIN, canvas.format.size.y - HUD_MARGIN - size.y).round();
    canvas.rect(at.x, at.y, size.x, size.y, palette::faded(palette::INK, TAG_OPACITY));
    let spot = at + Vec2::new(4.0, 4.0) * scale;
    canvas.rect(spot.x, spot.y, 4.0 * scale, 4.0 * scale, palette::of_solver(kind));
    assets.font.scaled(canvas, &text, at + Vec2::new(11.0, 0.0) * scale, scale, palette::LINEN);
}

/// The width of a strip with a text.
fn strip_width(assets: &Assets, text: &str) -> f32 {
    (assets.font.width(text) + 12.0) * assets.font.text_scale()
}

/// A strip of linen with a text.
fn strip(canvas: &mut Canvas, assets: &Assets, text: &str, at: Vec2, color: Color) {
    let (at, scale) = (at.round(), assets.font.text_scale());
    linen(canvas, at, strip_width(assets, text), scale);
    assets.font.scaled(canvas, text, at + Vec2::new(6.0, 1.0) * scale, scale, color);
}

/// The width of a patch.
fn patch_width(assets: &Assets, icon: &str, text: &str) -> f32 {
    (assets.sprites.get(icon).size().x + assets.font.width(text) + 9.0) * assets.font.text_scale()
}

/// A piece of linen with an icon at its left end; returns the distance to the next one.
fn patch(canvas: &mut Canvas, assets: &Assets, icon: &str, at: Vec2, text: &str) -> f32 {
    let (sprite, scale) = (assets.sprites.get(icon), assets.font.text_scale());
    let (width, size) = (patch_width(assets, icon, text), sprite.size());
    let half = (size * 0.5).floor() * scale;
    linen(canvas, at + Vec2::new(half.x, 0.0), width - half.x, scale);
    canvas.stretched(sprite.frame(0), at + Vec2::new(0.0, 7.0 * scale - half.y), size * scale, palette::PLAIN);
    assets.font.scaled(canvas, text, at + Vec2::new(size.x + 4.0, 1.0) * scale, scale, palette::INK);
    width + 6.0
}

/// A strip of linen with an ink border and cut corners.
pub(super) fn linen(canvas: &mut Canvas, at: Vec2, width: f32, scale: f32) {
    let height = LINEN_HEIGHT * scale;
    canvas.framed_round(at, Vec2::new(width, height), scale, palette::CREAM);
    let shade = at + Vec2::new(scale, height - 3.0 * scale);
    canvas.rect(shade.x, shade.y, width - 2.0 * scale, 2.0 * scale, palette::LINEN);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::render::SIZE;

    /// The contrast of two colours, 1 to 21, by WCAG 2.
    fn contrast(one: Color, other: Color) -> f32 {
        let linear = |part: f32| if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
        let luminance = |c: Color| 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
        let (a, b) = (luminance(one), luminance(other));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The display is drawn over day and night, on plates that nothing shines through.
    #[test]
    fn texts_have_a_contrast_of_4_5_to_their_plates_and_plates_have_a_dark_edge() {
        for color in [palette::INK, palette::RED_DARK, palette::DENIM] {
            for plate in [palette::CREAM, palette::LINEN] {
                let contrast = contrast(color, plate);
                let min = if plate == palette::CREAM { 4.5 } else { 3.0 };
                assert!(contrast >= min, "{color:?} on {plate:?}: {contrast}");
            }
        }
        assert!(palette::CREAM.a == 1.0 && contrast(palette::INK, palette::CREAM) > 10.0);
    }

    #[test]
    fn what_it_covers_is_in_view() {
        for (view, large) in [SIZE, Vec2::new(480.0, 360.0)].into_iter().flat_map(|view| [(view, false), (view, true)])
        {
            for (at, size) in Hud::covered(view, large) {
                assert!(at.min_element() >= 0.0 && (at + size).cmple(view).all(), "{at} {size}");
            }
        }
    }
}
