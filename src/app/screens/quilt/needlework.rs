//! Draws what happens on the quilt: the needle and its thread, lint, the rosette of a record, strung beads, banners.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::render::{Assets, Canvas, RUNNING, Style, palette};
use crate::app::ui::cloth;

/// The length of the needle, in pixels, and how far its tail swings out while it pulls.
const NEEDLE_LENGTH: f32 = 23.0;
const NEEDLE_SWING: f32 = 0.5;
/// How far along the seam its direction is looked up, in pixels: it turns around corners.
const TURN_REACH: f32 = 5.0;
/// Seconds that lint flies, its pieces, its fastest start in px/s, and its fall in px/s^2.
const LINT_TIME: f32 = 0.7;
const LINT_COUNT: usize = 16;
const LINT_SPEED: f32 = 95.0;
const LINT_FALL: f32 = 170.0;
/// The radius of a rosette, and how far its ribbons hang, in pixels.
const ROSETTE_RADIUS: f32 = 13.0;
const TAIL_LENGTH: f32 = 17.0;
/// Pleats of a rosette.
const PLEATS: usize = 14;
/// Pixels from bead to bead, and how far the string sags.
const BEAD_PITCH: f32 = 11.0;
const STRING_SAG: f32 = 5.0;
/// The height of a banner, in pixels, with small letters, and how far its ends reach beyond the text.
const BANNER_HEIGHT: f32 = 17.0;
const BANNER_ENDS: f32 = 14.0;

/// Goes a little too far and comes back to 1.
fn overshoot(t: f32) -> f32 {
    let t = t.clamp(0.0, 1.0) - 1.0;
    1.0 + 2.7 * t.powi(3) + 1.7 * t.powi(2)
}

/// A closed seam around a rectangle.
pub struct Seam {
    corners: [Vec2; 4],
    length: f32,
}

impl Seam {
    /// A seam `inset` pixels inside of a rectangle, from the upper left corner to the right.
    pub fn around(at: Vec2, size: Vec2, inset: f32) -> Self {
        let (a, b) = (at + inset, at + size - inset);
        let length = 2.0 * ((b - a).x + (b - a).y);
        Self { corners: [a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)], length }
    }

    /// The point at a length from the start.
    fn at(&self, length: f32) -> Vec2 {
        let mut left = length.rem_euclid(self.length);
        for i in 0..4 {
            let (from, to) = (self.corners[i], self.corners[(i + 1) % 4]);
            let side = from.distance(to);
            if left <= side {
                return from.lerp(to, left / side.max(1.0));
            }
            left -= side;
        }
        self.corners[0]
    }

    /// The stitches, those that are made in one colour and the others in another.
    pub fn draw(&self, canvas: &mut Canvas, sewn: f32, made: Color, missing: Color) {
        let dashes = RUNNING.along(&self.corners, true);
        let done = (dashes.len() as f32 * sewn).floor() as usize;
        for (i, dash) in dashes.iter().enumerate() {
            canvas.strip(dash, RUNNING.width, if i < done { made } else { missing });
        }
    }

    /// The needle at a part of the seam, with the thread behind it.
    pub fn needle(&self, canvas: &mut Canvas, sewn: f32, thread: Color) {
        let unit = RUNNING.dash + RUNNING.gap;
        let way = self.length * sewn;
        let tip = self.at(way + RUNNING.dash);
        let ahead = (self.at(way + TURN_REACH) - self.at(way - TURN_REACH)).normalize_or(Vec2::X);
        // Within a stitch it dives in flat and comes out steeply.
        let swing = (way / unit).fract() * std::f32::consts::TAU;
        let direction = Vec2::from_angle(NEEDLE_SWING * (0.6 + 0.4 * swing.cos())).rotate(ahead);
        let eye = tip - direction * NEEDLE_LENGTH;
        let last = self.at((way / unit).floor() * unit);
        let slack = -ahead.perp() * (9.0 + 4.0 * swing.sin()) + Vec2::Y * 3.0;
        let curve = |t: f32| last.lerp(eye, t) + slack * (t * (1.0 - t) * 4.0);
        let path: Vec<Vec2> = (0..=10).map(|i| curve(i as f32 / 10.0)).collect();
        canvas.strip(&path, 3.0, palette::INK);
        canvas.strip(&path, 1.5, thread);
        let neck = tip - direction * 5.0;
        let body = |wide: f32, long: f32| {
            let (end, side) = (eye - direction * long, direction.perp() * wide);
            [tip + direction * long, neck + side, end + side, end - side, neck - side]
        };
        canvas.polygon(&body(1.9, 1.5), palette::INK);
        canvas.polygon(&body(0.9, 0.0), palette::PALE);
        canvas.line(eye + direction * 1.0, eye + direction * 4.0, 1.0, palette::INK);
    }
}

/// A number from 0 to 1 that looks random, for the piece with this number.
fn scattered(i: usize) -> f32 {
    (i as f32 * 12.9898 + 4.1).sin().abs() * 43.7 % 1.0
}

/// Lint that flies off the edges of a patch, some seconds after it was sewn on.
pub fn lint(canvas: &mut Canvas, assets: &Assets, (at, size): (Vec2, Vec2), since: f32) {
    if since > LINT_TIME {
        return;
    }
    let seam = Seam::around(at, size, 0.0);
    for i in 0..LINT_COUNT {
        let from = seam.at(seam.length * (i as f32 + scattered(i)) / LINT_COUNT as f32);
        let out = (from - (at + size * 0.5)).normalize_or_zero();
        let velocity = out * LINT_SPEED * (0.35 + 0.65 * scattered(i + 50)) - Vec2::Y * 30.0;
        let place = from + velocity * since + Vec2::Y * (0.5 * LINT_FALL * since * since);
        let sprite = assets.sprites.get(if i % 3 == 0 { "lint" } else { "thread_bit" });
        let left = ((LINT_TIME - since) / LINT_TIME * 3.0).min(1.0);
        let turn = (i % 4) as f32 * std::f32::consts::FRAC_PI_2;
        let style = Style { turn, scale: Vec2::splat(left), ..Default::default() };
        canvas.sprite(sprite.frame(i), sprite.origin, place.round(), style);
    }
}

/// A rosette with two ribbons.
pub fn rosette(canvas: &mut Canvas, assets: &Assets, middle: Vec2) {
    for side in [-1.0, 1.0] {
        let (top, way) = (middle + Vec2::new(side * 3.0, 2.0), Vec2::new(side * 0.38, 1.0));
        let foot = top + way * (ROSETTE_RADIUS + TAIL_LENGTH * 0.6);
        for (wide, color) in [(4.5, palette::INK), (3.0, palette::RED_DARK)] {
            let (x, y) = (Vec2::X * wide, way * (wide - 3.0));
            // A notch at the end.
            canvas.polygon(&[top - x, top + x, foot + x + y, foot - Vec2::Y * 4.0], color);
            canvas.polygon(&[top - x, foot - Vec2::Y * 4.0, foot - x + y], color);
        }
    }
    let wedge = |canvas: &mut Canvas, i: usize, radius: f32, color| {
        let [from, to] =
            [i, i + 1].map(|i| std::f32::consts::TAU * i as f32 / PLEATS as f32 - std::f32::consts::FRAC_PI_2);
        let [a, m, b] = [from, (from + to) * 0.5, to].map(Vec2::from_angle);
        canvas.polygon(&[middle, middle + a * radius * 0.9, middle + m * radius, middle + b * radius * 0.9], color);
    };
    (0..PLEATS).for_each(|i| wedge(canvas, i, ROSETTE_RADIUS + 1.5, palette::INK));
    for i in 0..PLEATS {
        wedge(canvas, i, ROSETTE_RADIUS, if i % 2 == 0 { palette::RED } else { palette::ROSE });
    }
    let inner = ROSETTE_RADIUS * 0.62;
    (0..PLEATS).for_each(|i| wedge(canvas, i, inner + 1.0, palette::INK));
    (0..PLEATS).for_each(|i| wedge(canvas, i, inner, palette::CREAM));
    let clock = assets.sprites.get("hud_clock");
    canvas.sprite(clock.frame(0), clock.size() * 0.5, middle, Style::default());
}

/// Beads on a thread between two points.
pub fn beads(canvas: &mut Canvas, assets: &Assets, (from, to): (Vec2, Vec2)) {
    let count = (from.distance(to) / BEAD_PITCH).floor().max(1.0) as usize;
    let place = |t: f32| from.lerp(to, t) + Vec2::Y * (STRING_SAG * 4.0 * t * (1.0 - t));
    let path: Vec<Vec2> = (0..=16).map(|i| place(i as f32 / 16.0)).collect();
    canvas.strip(&path, 3.0, palette::INK);
    canvas.strip(&path, 1.0, palette::CREAM);
    for i in 0..count {
        let name = if i % 2 == 0 { "bead_mustard" } else { "bead_teal" };
        assets.sprites.draw(canvas, name, 0.0, place((i as f32 + 0.5) / count as f32));
    }
}

/// A ribbon with a line of text around a point, unrolled from its middle.
pub fn banner(canvas: &mut Canvas, assets: &Assets, text: &str, middle: Vec2, unrolled: f32) {
    if unrolled <= 0.0 {
        return;
    }
    let width = assets.font.width(text);
    let scale = if width * 2.0 + 4.0 * BANNER_ENDS < canvas.format.size.x { 2.0 } else { 1.0 };
    let full = Vec2::new(width * scale + 2.0 * BANNER_ENDS, BANNER_HEIGHT * scale);
    let size = Vec2::new((full.x * overshoot(unrolled)).max(8.0), full.y);
    let at = (middle - size * 0.5).round();
    for side in [-1.0, 1.0] {
        let edge = middle + Vec2::new(side * (size.x * 0.5 - 4.0), 5.0);
        let (wide, high) = (Vec2::X * side * 18.0, Vec2::Y * full.y * 0.5);
        for (grow, color) in [(1.0, palette::INK), (0.0, palette::RED_DARK)] {
            let (x, y) = (Vec2::X * side * grow * 2.0, Vec2::Y * grow);
            canvas.polygon(&[edge - high - y, edge + wide - high - y + x, edge + wide * 0.55, edge], color);
            canvas.polygon(&[edge, edge + wide * 0.55, edge + wide + high + y + x, edge + high + y], color);
        }
    }
    canvas.framed(at, size, palette::RED);
    if size.x > 24.0 {
        cloth::border(canvas, at, size, 3.0, cloth::FINE, palette::ROSE);
    }
    if unrolled > 0.55 {
        let corner = middle - Vec2::new(width * scale * 0.5, 6.0 * scale);
        assets.font.outlined(canvas, text, corner.round(), scale, palette::CREAM);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seam_goes_around_its_corners() {
        let seam = Seam::around(Vec2::new(10.0, 20.0), Vec2::new(102.0, 62.0), 1.0);
        assert_eq!(seam.length, 320.0);
        assert_eq!(seam.at(0.0), Vec2::new(11.0, 21.0));
        assert_eq!(seam.at(100.0), Vec2::new(111.0, 21.0));
        assert_eq!(seam.at(130.0), Vec2::new(111.0, 51.0));
        assert_eq!(seam.at(310.0), Vec2::new(11.0, 31.0));
        assert_eq!(seam.at(-10.0), seam.at(310.0));
    }
}
