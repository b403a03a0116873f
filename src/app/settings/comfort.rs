//! Comfort options.

use serde::{Deserialize, Serialize};

use crate::app::window::page;

/// The comfort options. All drawing code respects them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

impl Default for Comfort {
    /// All are off, except that a browser may know that the player wants less motion.
    fn default() -> Self {
        let reduce_motion = page::wants_less_motion();
        Self { reduce_motion, no_shake: false, no_flashes: false, high_contrast: false }
    }
}
