//! What a player may want less of.

/// Four switches, all off at first; everything that draws heeds them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is set by itself")]
pub struct Comfort {
    /// Backdrops stand still, nothing is squashed or leaves shadows of itself, and time is never held.
    pub reduce_motion: bool,
    /// The view never shakes.
    pub no_shake: bool,
    /// Nothing flares up or pulses.
    pub no_flashes: bool,
    /// The night is as bright as day.
    pub high_contrast: bool,
}
