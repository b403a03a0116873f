//! Counts the ticks of a game in which the player snagged.

use super::Oracle;
use seamwalker_collide::{Obstacle, Solver, Terrain};
use seamwalker_level::Level;
use seamwalker_sim::World;

/// Counts the snags of a running world. It is called after every step and never changes the world.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(super) oracle: Oracle,
    snags: u64,
}

impl Judge {
    /// The maximum number of edges. The oracle tests all edges in a vertical strip of the level; with more edges it would take
    /// longer than a frame.
    pub const MAX_EDGES: usize = 100_000;

    /// Whether a level is small enough to be judged while it is played.
    #[must_use]
    pub fn fits(level: &Level) -> bool {
        level.terrain.edges().len() <= Self::MAX_EDGES
    }

    /// A judge for a level.
    #[must_use]
    pub fn new(level: &Level) -> Self {
        Self::of(&level.terrain)
    }

    /// A judge for terrain without seams.
    pub(super) fn of(terrain: &Terrain) -> Self {
        Self { oracle: Oracle::new(terrain), snags: 0 }
    }

    /// Whether the last step of `world` snagged: one of the player's slides lost more than half of the progress that the
    /// terrain allowed. Steps that touched a moving body are not judged: the oracle knows only the terrain.
    #[must_use]
    pub fn snagged(&self, world: &World) -> bool {
        let met_body = world.stats.touches.iter().any(|t| matches!(t.obstacle, Obstacle::Body(_)));
        let slide = world.stats.longest.filter(|_| !met_body);
        slide.is_some_and(|slide| self.oracle.snags(world.rules.solver.view(), &slide.mover, slide.delta, slide.moved))
    }

    /// Judges the last step of `world`, and counts it if it snagged.
    pub fn tick(&mut self, world: &World) -> bool {
        let snagged = self.snagged(world);
        self.snags += u64::from(snagged);
        snagged
    }

    /// The number of snags so far.
    #[must_use]
    pub const fn snags(&self) -> u64 {
        self.snags
    }
}
