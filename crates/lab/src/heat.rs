//! A heat map: snags and cost by tile.

use std::collections::BTreeMap;

use glam::{IVec2, Vec2};
use serde::Serialize;

use super::GhostTick;

/// Snags and cost of the player and all ghosts, by tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    size: Vec2,
    /// By column and row, with the total cost.
    tiles: BTreeMap<(i32, i32), Warm>,
}

/// A visited tile.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Warm {
    /// Column and row.
    pub tile: IVec2,
    /// The number of ticks.
    pub ticks: u32,
    /// The number of ticks that snagged.
    pub snags: u32,
    /// The average duration of a tick, in microseconds.
    pub cost_us: f32,
}

impl Heat {
    /// The maximum number of tiles; further tiles are ignored.
    pub const MAX: usize = 16_384;

    /// An empty heat map with tiles of this size, in pixels.
    #[must_use]
    pub fn new(size: Vec2) -> Self {
        Self { size: size.max(Vec2::ONE), tiles: BTreeMap::new() }
    }

    /// Adds a tick.
    pub fn add(&mut self, tick: &GhostTick) {
        let tile = (tick.at / self.size).floor().as_ivec2();
        let key = (tile.x, tile.y);
        if self.tiles.len() >= Self::MAX && !self.tiles.contains_key(&key) {
            return;
        }
        let warm = self.tiles.entry(key).or_insert(Warm { tile, ticks: 0, snags: 0, cost_us: 0.0 });
        warm.ticks = warm.ticks.saturating_add(1);
        warm.snags = warm.snags.saturating_add(u32::from(tick.snagged));
        warm.cost_us += tick.cost_us;
    }

    /// The side of a tile, in pixels.
    #[must_use]
    pub const fn size(&self) -> Vec2 {
        self.size
    }

    /// All visited tiles, by column and row.
    pub fn tiles(&self) -> impl Iterator<Item = Warm> + '_ {
        self.tiles.values().map(|warm| Warm { cost_us: warm.cost_us / warm.ticks.max(1) as f32, ..*warm })
    }

    /// The total number of snags.
    #[must_use]
    pub fn snags(&self) -> u64 {
        self.tiles.values().map(|tile| u64::from(tile.snags)).sum()
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.tiles.clear();
    }
}
