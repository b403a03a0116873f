//! What the player can be given as a file.

/// A file for the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Map, take, rules, bookmarks and settings.
    Session,
    /// What the tools know of the take, as JSON.
    Report,
    /// The take as an input file.
    Inputs,
    /// The outline with the player's trail, as SVG.
    Outline,
    /// The view as it is, as PNG; with the overlays or without.
    Picture {
        /// With them.
        overlays: bool,
    },
    /// The view for so many ticks from now on, as APNG; asked again, it ends.
    Clip {
        /// How many at most.
        ticks: u32,
        /// With the overlays.
        overlays: bool,
    },
}
