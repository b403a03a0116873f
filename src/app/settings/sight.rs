//! Visual aids.

use serde::{Deserialize, Serialize};

/// The visual aids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sight {
    /// Text is twice as large where there is room.
    pub large_text: bool,
    /// The colour-blind friendly palette: hazards have colours unlike those of the ground.
    pub safe_colors: bool,
}
