//! What moves and flashes for the feel of it, and whoever would rather not have it.

use serde::{Deserialize, Serialize};

/// What is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Comfort {
    /// Nothing moves that need not.
    pub reduce_motion: bool,
    /// The picture never shakes.
    pub no_shake: bool,
    /// Nothing flashes.
    pub no_flashes: bool,
    /// Thick outlines around everything that matters.
    pub high_contrast: bool,
}
