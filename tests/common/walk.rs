//! A long random walk of a mover, in which every step of the solver is judged.
#![allow(dead_code, reason = "every test program uses a part of it")]

use std::sync::Arc;

use glam::Vec2;

use seamwalker_collide::{Aabb, CollisionView, Mover, Outcome, Solver, SolverSetup, Space};
use seamwalker_lab::{Oracle, Rng};
use seamwalker_level::Level;

/// The result of a walk.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WalkReport {
    /// The number of steps.
    pub steps: u64,
    /// Steps that lost more than half of the possible progress although nothing real was ahead.
    pub snags: u64,
    /// Steps that were undone for lack of room.
    pub taken_back: u64,
    /// The deepest overlap after a step, in pixels, in the view of the oracle.
    pub worst_depth: f64,
    /// Results that were not finite.
    pub not_finite: u64,
    /// Steps that ended in solid ground, deeper than the skin.
    pub escapes: u64,
    /// The position and the wanted move of the first snag or escape.
    pub first: Option<(Vec2, Vec2)>,
}

/// A random walk through a terrain: runs, jumps, falls and flights of random length, from free positions all over it.
#[derive(Clone, Debug)]
pub struct Walk {
    /// The space.
    pub space: Space,
    /// The mover; its position is ignored.
    pub mover: Mover,
    /// Free positions, to which the mover returns from time to time.
    pub starts: Vec<Vec2>,
    /// A mover that leaves this box returns to a start.
    pub bounds: Aabb,
}

/// The number of steps between two returns to a start.
const RETURN_EVERY: u64 = 2000;

/// The grid of starts in a level, in pixels.
const START_GRID: f32 = 24.0;

/// The overlap is measured every so many steps, and after difficult steps: the measurement is slow.
const MEASURE_EVERY: u64 = 16;

/// Moves of a player that presses random keys: it runs, jumps and falls, and now and then flies in any direction.
#[derive(Clone, Debug)]
pub struct RandomMoves {
    /// The speed of the fall, in pixels per tick. Gravity adds to it; a caller that lands ends it.
    pub fall: f32,
    longest: u64,
    left: u64,
    direction: Vec2,
}

impl RandomMoves {
    /// Keys are held for up to `longest` ticks.
    #[must_use]
    pub const fn new(longest: u64) -> Self {
        Self { fall: 0.0, longest, left: 0, direction: Vec2::ZERO }
    }

    /// The wanted move of the next tick, in pixels.
    pub fn next(&mut self, rng: &mut Rng) -> Vec2 {
        if self.left == 0 {
            self.left = 1 + rng.bits() % self.longest;
            self.direction = Vec2::new([-3.0, 0.0, 3.0][(rng.bits() % 3) as usize], 0.0);
            match rng.bits() % 8 {
                0 | 1 => self.fall = -7.0,
                2 => self.direction = Vec2::new(rng.range(-6.0, 6.0), rng.range(-12.0, 6.0)),
                _ => {}
            }
        }
        self.left -= 1;
        self.fall = (self.fall + 0.5).min(5.3);
        self.direction + Vec2::new(0.0, self.fall)
    }
}

/// The longest time that a walk holds its keys, in steps.
const LONGEST_HOLD: u64 = 60;

impl Walk {
    /// A walk of a box with these half extents through a level.
    #[must_use]
    pub fn in_level(level: &Level, half: Vec2) -> Self {
        let space = Space { terrain: Arc::clone(&level.terrain), ..Space::default() };
        let mover = Mover::new(Aabb::new(Vec2::ZERO, half));
        let mut walk = Self { space, mover, starts: Vec::new(), bounds: level.bounds.grown(256.0) };
        let (min, max) = (level.bounds.min(), level.bounds.max());
        let mut at = min + half;
        while at.y < max.y {
            while at.x < max.x {
                if walk.sunk(at) <= 0.0 && walk.space.overlap(CollisionView::Thick, &walk.at(at)) <= 0.0 {
                    walk.starts.push(at);
                }
                at.x += START_GRID;
            }
            at = Vec2::new(min.x + half.x, at.y + START_GRID);
        }
        walk
    }

    fn at(&self, center: Vec2) -> Mover {
        Mover { aabb: Aabb::new(center, self.mover.aabb.half), ..self.mover }
    }

    /// The depth of the box in a solid piece, in pixels.
    fn sunk(&self, center: Vec2) -> f32 {
        self.space.overlap(CollisionView::Pieces, &self.at(center))
    }

    /// Makes `steps` steps and judges each.
    #[must_use]
    pub fn run(&self, solver: &SolverSetup, steps: u64, seed: u64) -> WalkReport {
        let oracle = Oracle::new(&self.space.terrain);
        let view = solver.view();
        let mut rng = Rng(seed);
        let mut report = WalkReport::default();
        let mut at = Vec2::ZERO;
        let mut moves = RandomMoves::new(LONGEST_HOLD);
        for step in 0..steps {
            if step % RETURN_EVERY == 0 || !self.bounds.contains(at) {
                let Some(start) = rng.pick(&self.starts) else { break };
                (at, moves.fall) = (*start, 0.0);
            }
            let delta = moves.next(&mut rng);
            let mover = self.at(at);
            let slide = solver.slide(&self.space, &mover, delta);
            report.steps += 1;
            if !slide.moved.is_finite() {
                report.not_finite += 1;
                continue;
            }
            report.taken_back += u64::from(slide.outcome == Outcome::TakenBack);
            if oracle.snags(view, &mover, delta, slide.moved) {
                report.snags += 1;
                report.first.get_or_insert((at, delta));
            }
            // Ground and ceilings end a fall; the next step presses lightly against the ground, as in the game.
            if slide.moved.y < delta.y * 0.5 || (delta.y < 0.0 && slide.moved.y > delta.y * 0.5) {
                moves.fall = moves.fall.clamp(-0.5, 0.0);
            }
            let after = self.at(at + slide.moved);
            if step % MEASURE_EVERY == 0 || slide.rounds > 3 * slide.steps {
                report.worst_depth = report.worst_depth.max(oracle.overlap(view, &after));
                if self.sunk(after.aabb.center) > self.mover.effective_skin() + 0.1 {
                    report.escapes += 1;
                    report.first.get_or_insert((at, delta));
                }
            }
            at += slide.moved;
        }
        report
    }
}
