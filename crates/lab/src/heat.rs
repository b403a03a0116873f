//! Where the player and all ghosts snagged, by tile.

use std::collections::BTreeMap;

use glam::{IVec2, Vec2};
use seamwalker_collide::Aabb;

use super::GhostTick;

/// The number of snags in each tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    size: Vec2,
    /// By column and row.
    snags: BTreeMap<(i32, i32), u32>,
}

impl Heat {
    /// An empty heat map with tiles of this size, in pixels.
    #[must_use]
    pub fn new(size: Vec2) -> Self {
        Self { size: size.max(Vec2::ONE), snags: BTreeMap::new() }
    }

    /// Adds a tick.
    pub fn add(&mut self, tick: &GhostTick) {
        if tick.snagged {
            let tile = (tick.at / self.size).floor().as_ivec2();
            *self.snags.entry((tile.x, tile.y)).or_default() += 1;
        }
    }

    /// Every tile with a snag, in pixels, and their number.
    pub fn tiles(&self) -> impl Iterator<Item = (Aabb, u32)> + '_ {
        self.snags.iter().map(|(&(x, y), snags)| {
            let corner = IVec2::new(x, y).as_vec2() * self.size;
            (Aabb::from_corners(corner, corner + self.size), *snags)
        })
    }
}
