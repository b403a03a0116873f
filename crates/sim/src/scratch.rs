//! Memory that ticks use again and again, so that a tick in steady state allocates nothing.

use seamwalker_collide::{Aabb, Carrier};

/// Buffers of a world. They are no part of its state: between two ticks their content is irrelevant, and a clone starts
/// with empty ones.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// What carries and pushes crates and the player, once something did. Boxed because it is taken out for every use.
    pub carrier: Option<Box<Carrier>>,
    /// The crates that move in this tick, the lowest first: their boxes and indices.
    pub moving: Vec<(Aabb, usize)>,
    /// By crate, while crates move: false for one with another body near. Empty means unknown.
    pub alone: Vec<bool>,
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}
