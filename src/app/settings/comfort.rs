//! What a player may want less of.

use serde::{Deserialize, Serialize};

/// Four switches, all off at first; everything that draws heeds them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Comfort {
    /// Backdrops and the title stand still, nothing is squashed or leaves shadows of itself, and time is never held.
    pub reduce_motion: bool,
    /// The view never shakes.
    pub no_shake: bool,
    /// Nothing flares up or pulses.
    pub no_flashes: bool,
    /// What matters has a thick outline, backdrops are pale, and the night is as bright as day.
    pub high_contrast: bool,
}
