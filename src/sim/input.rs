//! One tick's wishes.

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
}

impl Input {
    /// Whether every one of these bits is held.
    #[must_use]
    pub const fn holds(self, bits: u8) -> bool {
        self.buttons & bits == bits
    }
}
