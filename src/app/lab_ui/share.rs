//! The files that the laboratory exports.

/// A file to export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// Map, recording, rules, bookmarks and settings.
    Session,
    /// Measurements of the recording, as JSON.
    Report,
    /// The recording as an input file.
    Inputs,
    /// The outline with the player's trail, as SVG.
    Outline,
    /// The current view, as PNG.
    Picture,
    /// The view from now on, as APNG. Requested again, the clip ends.
    Clip,
}
