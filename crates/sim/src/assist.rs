//! Assists: options that make the game easier.

use serde::{Deserialize, Serialize};

/// The assists that are on. A replay stores those it was played with: see [`Replay`](super::Replay).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Assist {
    /// Every dash is given back at once.
    pub endless_dashes: bool,
    /// Nothing hurts but falling out of the level, and being squished.
    pub no_hazards: bool,
    /// How much longer after leaving the ground a jump still works, s.
    pub coyote: f32,
}
