//! The path of a mover during the last seconds, and the solver in use.

use std::collections::VecDeque;

use glam::Vec2;
use seamwalker_collide::SolverKind;
use seamwalker_sim::TICK_RATE;

use crate::app::lab_ui::TRAIL_GAP;

/// Length of a trail, in ticks.
const TRAIL_LENGTH: usize = 5 * TICK_RATE as usize;

/// The centres of the mover, oldest first, with its solver.
#[derive(Default)]
pub struct Trail {
    spots: VecDeque<(Vec2, SolverKind)>,
    tick: u64,
}

impl Trail {
    /// Adds a spot, once per tick. Going back in time clears the trail.
    pub fn push(&mut self, tick: u64, at: Vec2, solver: SolverKind) {
        if tick < self.tick {
            self.spots.clear();
        }
        if tick == self.tick {
            return;
        }
        self.tick = tick;
        if self.spots.len() >= TRAIL_LENGTH {
            self.spots.pop_front();
        }
        self.spots.push_back((at, solver));
    }

    /// Every pair of consecutive spots without a gap between them, and the solver of the second.
    pub fn steps(&self) -> impl Iterator<Item = (Vec2, Vec2, SolverKind)> + '_ {
        let pairs = self.spots.iter().zip(self.spots.iter().skip(1)).map(|((a, _), (b, solver))| (*a, *b, *solver));
        pairs.filter(|(a, b, _)| a.distance(*b) <= TRAIL_GAP)
    }
}
