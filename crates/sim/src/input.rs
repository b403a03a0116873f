//! The buttons held during one tick.

use serde::{Deserialize, Serialize};

/// The buttons held during one tick, as bits. The world itself finds out which were just pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Input {
    /// The bits of [`Buttons`].
    pub buttons: u8,
}

/// The bits of an input.
#[derive(Clone, Copy, Debug)]
pub struct Buttons;

impl Buttons {
    /// Walk to the left.
    pub const LEFT: u8 = 1;
    /// Walk to the right.
    pub const RIGHT: u8 = 2;
    /// Look up.
    pub const UP: u8 = 4;
    /// Duck, fall faster, drop through with jump.
    pub const DOWN: u8 = 8;
    /// Jump.
    pub const JUMP: u8 = 16;
    /// Give up and return to the checkpoint.
    pub const RETRY: u8 = 32;
    /// Dash where the direction buttons point.
    pub const DASH: u8 = 64;

    /// All of them with their names in input files, in the order in which they are written.
    pub const NAMES: [(u8, &'static str); 7] = [
        (Self::LEFT, "left"),
        (Self::RIGHT, "right"),
        (Self::UP, "up"),
        (Self::DOWN, "down"),
        (Self::JUMP, "jump"),
        (Self::RETRY, "retry"),
        (Self::DASH, "dash"),
    ];
}

impl Input {
    /// Whether every one of these bits is held.
    #[must_use]
    pub const fn holds(self, bits: u8) -> bool {
        self.buttons & bits == bits
    }

    /// What is held now and was not held `before`.
    #[must_use]
    pub const fn pressed_since(self, before: Self) -> Self {
        Self { buttons: self.buttons & !before.buttons }
    }
}
