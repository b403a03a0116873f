//! Where somebody was during the last seconds, and with which solver.

use std::collections::VecDeque;

use glam::Vec2;
use seamwalker::sim::TICK_RATE;

use crate::app::lab_ui::LEAP;

/// How long the trail is, in ticks.
const LENGTH: usize = 5 * TICK_RATE as usize;

/// Where somebody's middle was at a tick.
#[derive(Clone, Copy)]
pub struct Spot {
    /// Where.
    pub at: Vec2,
    /// The solver's place in the list of all.
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
    /// Notes the present spot, once per tick.
    pub fn remember(&mut self, tick: u64, at: Vec2, solver: usize) {
        if tick < self.tick {
            self.spots.clear();
        }
        if tick == self.tick {
            return;
        }
        self.tick = tick;
        let gap = self.spots.back().is_none_or(|last| last.at.distance(at) > LEAP);
        if self.spots.len() >= LENGTH {
            self.spots.pop_front();
        }
        self.spots.push_back(Spot { at, solver, gap });
    }

    /// Every two spots that belong together.
    pub fn steps(&self) -> impl Iterator<Item = (Spot, Spot)> + '_ {
        self.spots.iter().zip(self.spots.iter().skip(1)).filter(|(_, b)| !b.gap).map(|(a, b)| (*a, *b))
    }
}
