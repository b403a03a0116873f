//! Memory that ticks use again and again, so that a tick in steady state allocates nothing.

use glam::Vec2;

use crate::collide::{Aabb, BodyId};
use crate::sim::things::{Movable, Rider};

/// Buffers of a world. They are no part of its state: between two ticks their content is irrelevant, and a clone starts
/// with empty ones.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// By body: the body that carried it in this tick. A rider on two bodies is carried by one.
    pub carriers: Vec<Option<BodyId>>,
    /// By body: how many bodies lie between it and the platform that carries it. Zero for what is not carried.
    pub levels: Vec<u32>,
    /// In which order crates move.
    pub order: Vec<usize>,
    /// How much was pushed in this tick: pushes and pixels.
    pub pushed: u32,
    /// The previous places of movers, while their moves may have to be undone.
    pub undo: Option<Vec<(Movable, Aabb)>>,
    pub undo_buffer: Vec<(Movable, Aabb)>,
    pub moves: Pool<Moves>,
    pub bodies: Pool<Vec<BodyId>>,
    pub riders: Pool<Vec<Rider>>,
    pub movers: Pool<Vec<Movable>>,
}

impl Clone for Scratch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Empty buffers.
#[derive(Debug, Default)]
pub(super) struct Pool<T>(Vec<T>);

impl<T: Default + Clearable> Pool<T> {
    /// An empty buffer. Hand it back with [`Pool::put`].
    pub fn take(&mut self) -> T {
        self.0.pop().unwrap_or_default()
    }

    pub fn put(&mut self, mut buffer: T) {
        buffer.clear();
        self.0.push(buffer);
    }
}

/// A buffer that can be emptied without releasing its memory.
pub(super) trait Clearable {
    fn clear(&mut self);
}

impl<T> Clearable for Vec<T> {
    fn clear(&mut self) {
        self.clear();
    }
}

/// How far each body has moved since the move that set off all others: zero for most.
#[derive(Debug, Default)]
pub(super) struct Moves {
    by: Vec<Vec2>,
    /// The bodies that moved, in that order; some more than once.
    pub moved: Vec<BodyId>,
}

impl Moves {
    /// How far a body has moved, px.
    pub fn of(&self, id: BodyId) -> Vec2 {
        self.by.get(id.0 as usize).copied().unwrap_or_default()
    }

    /// Adds to the distance of a body, px.
    pub fn add(&mut self, id: BodyId, by: Vec2) {
        let index = id.0 as usize;
        if index >= self.by.len() {
            self.by.resize(index + 1, Vec2::ZERO);
        }
        if by != Vec2::ZERO {
            self.moved.push(id);
        }
        self.by[index] += by;
    }
}

impl Clearable for Moves {
    fn clear(&mut self) {
        for id in self.moved.drain(..) {
            self.by[id.0 as usize] = Vec2::ZERO;
        }
    }
}
