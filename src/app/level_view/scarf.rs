//! The loose end of the scarf: a chain of points that trails behind the knot, drawn as red cloth with a stitch in it.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker::sim::TICK;

use crate::app::render::canvas::Canvas;
use crate::app::render::{palette, stitch};

/// How many points the chain has.
const POINTS: usize = 7;
/// From one to the next, in pixels.
const LINK: f32 = 2.6;
/// Width at the knot and at the end, in pixels.
const WIDTH: (f32, f32) = (3.0, 5.0);
/// Downward acceleration, px/s^2: cloth falls slowly.
const GRAVITY: f32 = 380.0;
/// The wind of walking: acceleration away from where the player looks, px/s^2.
const BREEZE: f32 = 380.0;
/// How much of the speed is left after a tick.
const AIR: f32 = 0.90;
/// How often the links are put right per tick: more makes it stiffer.
const ROUNDS: usize = 6;
/// A knot that moves farther in a tick takes the scarf along, in pixels.
const TELEPORT: f32 = 48.0;

/// The chain.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scarf {
    points: [Vec2; POINTS],
    previous: [Vec2; POINTS],
    time: f32,
}

impl Scarf {
    /// One tick. `back` is -1 or 1, away from where the player looks; `ground` is the ground's height at a place, for a
    /// player who stands.
    pub fn tick(&mut self, knot: Vec2, back: f32, ground: impl Fn(f32) -> f32) {
        if self.points[0].distance(knot) > TELEPORT {
            *self = Self::hanging(knot, back);
        }
        self.time += TICK;
        let before = self.points;
        let gust = (self.time * 9.0).sin() * 0.5 + (self.time * 3.7).sin() * 0.5;
        for i in 1..POINTS {
            let flutter = Vec2::new(back * BREEZE, GRAVITY + gust * 260.0 * (i as f32 / POINTS as f32) - BREEZE * 0.5);
            let speed = (self.points[i] - self.previous[i]) * AIR;
            self.points[i] += speed + flutter * TICK * TICK;
        }
        self.points[0] = knot;
        self.previous = before;
        for _ in 0..ROUNDS {
            self.put_right();
        }
        for p in &mut self.points[1..] {
            p.y = p.y.min(ground(p.x) - WIDTH.1 * 0.5);
        }
    }

    fn hanging(knot: Vec2, back: f32) -> Self {
        let points = std::array::from_fn(|i| knot + Vec2::new(back, 0.4) * LINK * i as f32);
        Self { points, previous: points, time: 0.0 }
    }

    /// Brings every link back to its length; the knot does not move.
    fn put_right(&mut self) {
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

    /// Draws it with the knot at `knot` (where the player is drawn, which is between two ticks).
    pub fn draw(&self, canvas: &mut Canvas, knot: Vec2, between: f32, color: Color) {
        let shift = knot - self.previous[0].lerp(self.points[0], between);
        let path: Vec<Vec2> = (0..POINTS).map(|i| self.previous[i].lerp(self.points[i], between) + shift).collect();
        tapered(canvas, &path, 2.0, palette::INK);
        tapered(canvas, &path, 0.0, color);
        let middle = stitch::Stitch { dash: 2.0, gap: 2.0, width: 1.0 };
        for dash in middle.along(&path[1..], false) {
            for quad in stitch::strip(&dash, middle.width) {
                canvas.polygon(&quad, palette::CREAM);
            }
        }
    }
}

/// A strip that grows wider towards its end, `more` pixels wider everywhere and longer at the end.
fn tapered(canvas: &mut Canvas, path: &[Vec2], more: f32, color: Color) {
    let last = path.len() - 1;
    let side = |i: usize| {
        let along = (path[(i + 1).min(last)] - path[i.saturating_sub(1)]).normalize_or_zero();
        let width = WIDTH.0 + (WIDTH.1 - WIDTH.0) * i as f32 / last as f32 + more;
        let end = if i == last { along * more * 0.5 } else { Vec2::ZERO };
        (path[i] + end, along.perp() * width * 0.5)
    };
    for i in 0..last {
        let ((p, a), (q, b)) = (side(i), side(i + 1));
        canvas.polygon(&[p - a, q - b, q + b, p + a], color);
    }
}
