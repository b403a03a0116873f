//! The loose end of the scarf: a chain of points that trails behind the knot, drawn as red cloth with a stitch in it.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_sim::TICK;

use crate::app::render::{Canvas, Stitch, palette};

/// Points of the chain.
const POINTS: usize = 7;
/// The length of a link, in pixels.
const LINK: f32 = 2.6;
/// Width at the knot and at the end, in pixels.
const SCARF_WIDTHS: (f32, f32) = (3.0, 5.0);
/// The length of the threads at the end, in pixels.
const FRINGE: f32 = 3.0;
/// Downward acceleration, px/s^2: cloth falls slowly.
const SCARF_GRAVITY: f32 = 380.0;
/// Acceleration away from where the player faces, px/s^2.
const BREEZE: f32 = 380.0;
/// The fraction of the speed that is left after a tick.
const DAMPING: f32 = 0.90;
/// Iterations of the length constraints per tick. More makes the scarf stiffer.
const CONSTRAINT_ITERATIONS: usize = 6;
/// If the knot moves farther than this in a tick, in pixels, the scarf is placed anew.
const TELEPORT: f32 = 48.0;

/// The chain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scarf {
    points: [Vec2; POINTS],
    previous: [Vec2; POINTS],
    time: f32,
}

impl Scarf {
    /// One tick. `back` is -1 or 1, away from where the player faces; `ground` is the y of the ground at an x, if the player
    /// is grounded.
    pub fn tick(&mut self, knot: Vec2, back: f32, ground: impl Fn(f32) -> f32) {
        if self.points[0].distance(knot) > TELEPORT {
            let points = std::array::from_fn(|i| knot + Vec2::new(back, 0.4) * LINK * i as f32);
            *self = Self { points, previous: points, time: 0.0 };
        }
        self.time += TICK;
        let before = self.points;
        let gust = (self.time * 9.0).sin() * 0.5 + (self.time * 3.7).sin() * 0.5;
        for i in 1..POINTS {
            let flutter =
                Vec2::new(back * BREEZE, SCARF_GRAVITY + gust * 260.0 * (i as f32 / POINTS as f32) - BREEZE * 0.5);
            let speed = (self.points[i] - self.previous[i]) * DAMPING;
            self.points[i] += speed + flutter * TICK * TICK;
        }
        self.points[0] = knot;
        self.previous = before;
        for _ in 0..CONSTRAINT_ITERATIONS {
            self.satisfy_links();
        }
        for p in &mut self.points[1..] {
            p.y = p.y.min(ground(p.x) - SCARF_WIDTHS.1 * 0.5);
        }
    }

    /// Restores the length of every link; the knot does not move.
    fn satisfy_links(&mut self) {
        for i in 1..POINTS {
            let link = self.points[i] - self.points[i - 1];
            let error = link.normalize_or_zero() * (link.length() - LINK);
            if i == 1 {
                self.points[i] -= error;
            } else {
                self.points[i] -= error * 0.5;
                self.points[i - 1] += error * 0.5;
            }
        }
    }

    /// Draws it `between` two ticks, with the knot at `knot`.
    pub fn draw(&self, canvas: &mut Canvas, knot: Vec2, between: f32, color: Color) {
        let shift = knot - self.previous[0].lerp(self.points[0], between);
        let path: Vec<Vec2> = (0..POINTS).map(|i| self.previous[i].lerp(self.points[i], between) + shift).collect();
        tapered(canvas, &path, 2.0, palette::INK);
        tapered(canvas, &path, 0.0, color);
        fringe(canvas, &path, color);
        canvas.stitches(Stitch { dash: 2.0, gap: 2.0, width: 1.0 }, &path[1..], false, palette::CREAM);
    }
}

/// Two loose threads at the end: it is cloth that was cut, not a blade.
fn fringe(canvas: &mut Canvas, path: &[Vec2], color: Color) {
    let end = path[path.len() - 1];
    let along = (end - path[path.len() - 2]).normalize_or_zero();
    for aside in [-1.5, 1.5] {
        let root = end + along.perp() * aside;
        canvas.line(root, root + along * FRINGE, 1.0, palette::INK);
        canvas.line(root, root + along * (FRINGE - 1.0), 1.0, color);
    }
}

/// A strip that grows wider towards its end, `extra` pixels wider everywhere and longer at the end.
fn tapered(canvas: &mut Canvas, path: &[Vec2], extra: f32, color: Color) {
    let last = path.len() - 1;
    let side = |i: usize| {
        let along = (path[(i + 1).min(last)] - path[i.saturating_sub(1)]).normalize_or_zero();
        let width = SCARF_WIDTHS.0 + (SCARF_WIDTHS.1 - SCARF_WIDTHS.0) * i as f32 / last as f32 + extra;
        let end = if i == last { along * extra * 0.5 } else { Vec2::ZERO };
        (path[i] + end, along.perp() * width * 0.5)
    };
    for i in 0..last {
        let ((p, a), (q, b)) = (side(i), side(i + 1));
        canvas.polygon(&[p - a, q - b, q + b, p + a], color);
    }
}
