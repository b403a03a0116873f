//! Every number of the game's feel, with its unit.

use serde::{Deserialize, Serialize};

/// The numbers that make the game feel as it does. All can be changed while it runs, and stored as RON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Feel {
    /// Downward acceleration, px/s^2.
    pub gravity: f32,
}

impl Default for Feel {
    fn default() -> Self {
        Self { gravity: 1800.0 }
    }
}
