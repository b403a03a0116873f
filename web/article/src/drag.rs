//! A place that a finger drags.

use glam::Vec2;
use seamwalker_collide::Aabb;

/// The place, and where the finger was a tick ago.
pub(crate) struct Drag {
    pub at: Vec2,
    held: Option<Vec2>,
}

impl Drag {
    pub const fn new(at: Vec2) -> Self {
        Self { at, held: None }
    }

    /// Moves the place as far as the finger has moved, within a view.
    pub fn step(&mut self, finger: Option<Vec2>, view: &Aabb) {
        if let (Some(before), Some(now)) = (self.held, finger) {
            self.at = (self.at + now - before).clamp(view.min(), view.max());
        }
        self.held = finger;
    }
}
