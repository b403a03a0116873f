//! A problem of a map: an error or a warning that names the place and the remedy.

use std::fmt;

use serde::Serialize;

/// The severity of a problem.
///
/// ```
/// use seamwalker_level::Severity;
///
/// assert!(Severity::Error > Severity::Warning, "the worst of many is their maximum");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing is wrong: it says what the reader assumed.
    Note,
    /// The map can be played; the reader repaired or ignored something.
    Warning,
    /// The map cannot be played.
    Error,
}

/// One problem of a map.
///
/// ```
/// use seamwalker_level::{Problem, Severity};
///
/// let problem = Problem {
///     severity: Severity::Error,
///     file: "maps/a.tmx".into(),
///     line: 12,
///     place: "layer 'ground'".into(),
///     what: "the layer has no data".into(),
///     help: "save the map in Tiled again".into(),
/// };
/// let text = "maps/a.tmx:12: layer 'ground': the layer has no data; save the map in Tiled again";
/// assert_eq!(problem.to_string(), text, "an editor can jump there");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The severity.
    pub severity: Severity,
    /// The file.
    pub file: String,
    /// The line in it, counted from 1; 0 if no single line is at fault.
    pub line: u32,
    /// Layer, tile or object, such as `layer 'ground', tile (12,3)`. Empty if the line is enough.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// How to fix it.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if self.line > 0 {
            write!(f, "{}:", self.line)?;
        }
        match self.severity {
            Severity::Note => write!(f, " note:")?,
            Severity::Warning => write!(f, " warning:")?,
            Severity::Error => {}
        }
        if !self.place.is_empty() {
            write!(f, " {}:", self.place)?;
        }
        write!(f, " {}", self.what)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "; {}", self.help) }
    }
}

impl std::error::Error for Problem {}
