//! Comfort options.

use serde::{Deserialize, Serialize};

/// The comfort options, all off by default. All drawing code respects them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Comfort {
    /// Backdrops and the title stand still, nothing is squashed or leaves afterimages, and there is no hit stop.
    pub reduce_motion: bool,
    /// The view never shakes.
    pub no_shake: bool,
    /// Nothing flashes or pulses.
    pub no_flashes: bool,
    /// Objects have thick outlines, backdrops are pale, and the night is as bright as day.
    pub high_contrast: bool,
}
