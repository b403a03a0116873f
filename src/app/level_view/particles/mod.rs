//! Particles: dust, thread, sparkles, stuffing and steam. They move by ticks, and their number is bounded.
//! `emitters.rs` says which events emit which; `golden.rs` draws the moment of a golden button.

mod emitters;
mod golden;

pub use golden::{glint, golden_button};

use glam::Vec2;
use seamwalker_lab::Rng;
use seamwalker_sim::TICK;

use crate::app::render::{Canvas, Sprites, Style};

/// The most particles at once. Beyond that a new one replaces the oldest.
const MAX_PARTICLES: usize = 192;
/// Seconds between two puffs of dust on a wall.
const WALL_DUST: f32 = 0.09;

/// How a kind of particle looks and moves.
#[derive(Clone, Copy)]
struct Kind {
    sprite: &'static str,
    /// Seconds.
    life: f32,
    /// Downward acceleration, px/s^2.
    gravity: f32,
    /// Part of the speed that is lost per second.
    drag: f32,
    /// Shows one frame of its sprite instead of animating it.
    still: bool,
    /// Rotates while it flies.
    spins: bool,
}

const DUST: Kind = Kind { sprite: "dust", life: 0.32, gravity: -30.0, drag: 5.0, still: false, spins: false };
const SPARKLE: Kind = Kind { sprite: "sparkle", life: 0.38, gravity: 0.0, drag: 4.0, still: false, spins: false };
const THREAD_BIT: Kind = Kind { sprite: "thread_bit", life: 0.7, gravity: 420.0, drag: 1.5, still: true, spins: true };
const STUFFING: Kind = Kind { sprite: "stuffing", life: 0.9, gravity: 260.0, drag: 2.5, still: true, spins: true };
const STEAM: Kind = Kind { sprite: "steam", life: 0.6, gravity: -50.0, drag: 3.5, still: false, spins: false };
const SPLINTER: Kind = Kind { sprite: "splinter", life: 0.9, gravity: 520.0, drag: 0.6, still: true, spins: true };
const CRUMB: Kind = Kind { sprite: "crumb", life: 0.7, gravity: 460.0, drag: 1.0, still: true, spins: false };
const REFILL: Kind = Kind { sprite: "refill", life: 0.34, gravity: 0.0, drag: 0.0, still: false, spins: false };
const STOMPED: Kind = Kind { sprite: "moth_stomped", life: 0.6, gravity: 620.0, drag: 0.5, still: true, spins: false };

struct Particle {
    kind: Kind,
    at: Vec2,
    previous: Vec2,
    velocity: Vec2,
    age: f32,
    life: f32,
    frame: usize,
    turn: f32,
}

/// All particles.
#[derive(Default)]
pub struct Particles {
    list: Vec<Particle>,
    /// The index of the next one to be replaced once the list is full.
    oldest: usize,
    rng: Rng,
    rings: Vec<golden::GoldenRing>,
    since_wall_dust: f32,
}

impl Particles {
    /// Dust that keeps coming while the player slides down a wall.
    pub fn wall_dust(&mut self, at: Vec2) {
        self.since_wall_dust += TICK;
        if self.since_wall_dust >= WALL_DUST {
            self.since_wall_dust = 0.0;
            let rise = self.rng.range(-30.0, -10.0);
            self.throw(DUST, at, Vec2::new(0.0, rise));
        }
    }

    /// One tick.
    pub fn tick(&mut self) {
        self.rings.retain_mut(golden::GoldenRing::tick);
        for p in &mut self.list {
            p.previous = p.at;
            p.velocity.y += p.kind.gravity * TICK;
            p.velocity *= 1.0 - (p.kind.drag * TICK).min(1.0);
            p.at += p.velocity * TICK;
            p.age += TICK;
            if p.kind.spins {
                p.turn += p.velocity.x * 0.002;
            }
        }
    }

    /// Draws everything, `between` two ticks.
    pub fn draw(&self, canvas: &mut Canvas, sprites: &Sprites, between: f32, reduce_motion: bool) {
        self.rings.iter().for_each(|ring| ring.draw(canvas, reduce_motion));
        for p in self.list.iter().filter(|p| p.age < p.life) {
            let sprite = sprites.get(p.kind.sprite);
            let frames = sprite.frames.len();
            let frame =
                if p.kind.still { p.frame } else { ((p.age / p.life * frames as f32) as usize).min(frames - 1) };
            // Stuffing shrinks at the end instead of fading: cloth is never see-through.
            let left = ((p.life - p.age) / p.life * 3.0).min(1.0);
            let scale = if p.kind.still { left } else { 1.0 };
            let style = Style { turn: quarter(p.turn), scale: Vec2::splat(scale), ..Style::default() };
            canvas.sprite(sprite.frame(frame), sprite.origin, p.previous.lerp(p.at, between).round(), style);
        }
    }

    /// Adds a particle.
    fn throw(&mut self, kind: Kind, at: Vec2, velocity: Vec2) {
        let life = kind.life * self.rng.range(0.75, 1.15);
        let particle = Particle {
            kind,
            at,
            previous: at,
            velocity,
            age: 0.0,
            life,
            frame: (self.rng.bits() % 8) as usize,
            turn: if kind.spins { self.rng.range(0.0, 6.0) } else { 0.0 },
        };
        if self.list.len() < MAX_PARTICLES {
            return self.list.push(particle);
        }
        self.list[self.oldest] = particle;
        self.oldest = (self.oldest + 1) % MAX_PARTICLES;
    }

    /// Dust to both sides.
    fn puff(&mut self, at: Vec2, count: usize, speed: Vec2) {
        for i in 0..count {
            let side = if i % 2 == 0 { 1.0 } else { -1.0 };
            let velocity = Vec2::new(side * speed.x * self.rng.range(0.4, 1.0), -speed.y * self.rng.range(0.3, 1.5));
            let start = at + Vec2::new(side * self.rng.range(0.0, 5.0), -2.0);
            self.throw(DUST, start, velocity);
        }
    }

    fn stars(&mut self, at: Vec2, count: usize, speed: f32) {
        for i in 0..count {
            let angle = i as f32 / count as f32 * std::f32::consts::TAU + self.rng.unit();
            let direction = Vec2::from_angle(angle);
            let velocity = direction * speed * self.rng.range(0.5, 1.0);
            self.throw(SPARKLE, at + direction * 6.0, velocity);
        }
    }

    fn come_apart(&mut self, at: Vec2) {
        self.scatter(STUFFING, 14, at, (-130.0, 130.0), (-190.0, 20.0));
        self.scatter(THREAD_BIT, 10, at, (-110.0, 110.0), (-200.0, -20.0));
    }

    /// Particles of one kind with velocities from ranges.
    fn scatter(&mut self, kind: Kind, count: usize, at: Vec2, x: (f32, f32), y: (f32, f32)) {
        for _ in 0..count {
            let velocity = Vec2::new(self.rng.range(x.0, x.1), self.rng.range(y.0, y.1));
            self.throw(kind, at, velocity);
        }
    }
}

/// The nearest quarter turn: pixels stay square.
fn quarter(turn: f32) -> f32 {
    (turn / std::f32::consts::FRAC_PI_2).round() * std::f32::consts::FRAC_PI_2
}
