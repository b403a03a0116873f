//! How well things can be read and told apart.

use serde::{Deserialize, Serialize};

/// What helps the eyes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sight {
    /// Letters are twice as large where there is room.
    pub large_text: bool,
    /// What hurts has colours that nobody takes for those of the ground.
    pub safe_colors: bool,
}
