//! What the player asks for in a tick.

use glam::Vec2;

use crate::{Buttons, Input};

/// The input of a tick, as wishes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Intent {
    /// Left is -1, right is 1.
    pub x: f32,
    /// Up is -1, down is 1.
    pub y: f32,
    /// Jump is held.
    pub jump: bool,
    /// Jump was pressed in this tick.
    pub pressed: bool,
    /// Dash was pressed in this tick.
    pub dash: bool,
    /// Retry was pressed in this tick.
    pub retry: bool,
}

impl Intent {
    /// What the buttons mean. Once the level is finished, they mean nothing.
    pub fn new(now: Input, before: Input, finished: bool) -> Self {
        if finished {
            return Self::default();
        }
        let axis = |less: u8, more: u8| f32::from(i8::from(now.holds(more)) - i8::from(now.holds(less)));
        let pressed = now.pressed_since(before);
        Self {
            x: axis(Buttons::LEFT, Buttons::RIGHT),
            y: axis(Buttons::UP, Buttons::DOWN),
            jump: now.holds(Buttons::JUMP),
            pressed: pressed.holds(Buttons::JUMP),
            dash: pressed.holds(Buttons::DASH),
            retry: pressed.holds(Buttons::RETRY),
        }
    }

    /// Down is held.
    pub fn down(&self) -> bool {
        self.y > 0.0
    }

    /// The direction of the arrow keys.
    pub fn direction(&self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }
}
