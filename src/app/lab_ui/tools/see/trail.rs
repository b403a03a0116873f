//! The path of a mover during the last seconds, and the solver in use.

use std::collections::VecDeque;

use glam::Vec2;
use seamwalker_collide::SolverKind;
use seamwalker_sim::TICK_RATE;

use crate::app::lab_ui::TRAIL_GAP;

/// Length of a trail, in ticks.
const TRAIL_LENGTH: usize = 5 * TICK_RATE as usize;

/// The ticks with the centres of the mover and its solver, oldest first.
#[derive(Default)]
pub struct Trail {
    spots: VecDeque<(u64, Vec2, SolverKind)>,
}

impl Trail {
    /// Adds a spot, once per tick. Going back in time clears the trail.
    pub fn push(&mut self, tick: u64, at: Vec2, solver: SolverKind) {
        let last = self.spots.back().map_or(0, |spot| spot.0);
        if tick < last {
            self.spots.clear();
        }
        if tick != last {
            self.spots.push_back((tick, at, solver));
        }
        self.spots.drain(..self.spots.len().saturating_sub(TRAIL_LENGTH));
    }

    /// Every pair of consecutive spots without a gap between them, and the solver of the second.
    pub fn steps(&self) -> impl Iterator<Item = (Vec2, Vec2, SolverKind)> + '_ {
        let pairs =
            self.spots.iter().zip(self.spots.iter().skip(1)).map(|((_, a, _), (_, b, solver))| (*a, *b, *solver));
        pairs.filter(|(a, b, _)| a.distance(*b) <= TRAIL_GAP)
    }
}
