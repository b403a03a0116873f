//! How far each body has gone.

use alloc::vec::Vec;

use glam::Vec2;

use crate::contact::BodyId;

/// How far each body has moved since the move that set off all others: zero for most.
#[derive(Debug, Default)]
pub struct Moves {
    by: Vec<Vec2>,
    /// The bodies that moved, in that order; some more than once.
    pub moved: Vec<BodyId>,
}

impl Moves {
    /// How far a body has moved, in pixels.
    pub fn of(&self, id: BodyId) -> Vec2 {
        self.by.get(id.index()).copied().unwrap_or_default()
    }

    /// Adds to the distance of a body, in pixels.
    pub fn add(&mut self, id: BodyId, by: Vec2) {
        let index = id.index();
        if index >= self.by.len() {
            self.by.resize(index + 1, Vec2::ZERO);
        }
        if by != Vec2::ZERO {
            self.moved.push(id);
        }
        self.by[index] += by;
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        for id in self.moved.drain(..) {
            self.by[id.index()] = Vec2::ZERO;
        }
    }
}
