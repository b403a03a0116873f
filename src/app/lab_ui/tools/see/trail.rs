//! The path of a mover during the last seconds, and the solver in use.

use std::collections::VecDeque;

use glam::Vec2;
use seamwalker::sim::TICK_RATE;

use crate::app::lab_ui::TRAIL_GAP;

/// Length of a trail, in ticks.
const TRAIL_LENGTH: usize = 5 * TICK_RATE as usize;

/// The centre of a mover at a tick.
#[derive(Clone, Copy)]
pub struct Spot {
    /// Position in the level.
    pub at: Vec2,
    /// Index of the solver in the list of all.
    pub solver: usize,
    /// Not joined to the spot before.
    pub gap: bool,
}

/// The last spots, oldest first.
#[derive(Default)]
pub struct Trail {
    spots: VecDeque<Spot>,
    tick: u64,
}

impl Trail {
    /// Adds a spot, once per tick. Going back in time clears the trail.
    pub fn push(&mut self, tick: u64, at: Vec2, solver: usize) {
        if tick < self.tick {
            self.spots.clear();
        }
        if tick == self.tick {
            return;
        }
        self.tick = tick;
        let gap = self.spots.back().is_none_or(|last| last.at.distance(at) > TRAIL_GAP);
        if self.spots.len() >= TRAIL_LENGTH {
            self.spots.pop_front();
        }
        self.spots.push_back(Spot { at, solver, gap });
    }

    /// Every pair of consecutive spots without a gap between them.
    pub fn steps(&self) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        self.spots.iter().zip(self.spots.iter().skip(1)).filter(|(_, b)| !b.gap).map(|(a, b)| (*a, *b))
    }
}
