//! What is wrong with a map: an error or a warning that says what, where, and what to do.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How bad a problem is.
///
/// ```
/// use seamwalker_level::Severity;
///
/// assert!(Severity::Error > Severity::Warning, "the worst of many is their maximum");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Play goes on; something was repaired or left out.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The file.
    pub file: String,
    /// The line in it, counted from 1; 0 when no line is to blame.
    pub line: u32,
    /// Layer, tile or object, such as `layer 'ground', tile (12,3)`; empty when the line says it all.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What to do about it.
    pub help: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        if self.line > 0 {
            write!(f, "{}:", self.line)?;
        }
        if self.severity == Severity::Warning {
            write!(f, " warning:")?;
        }
        if !self.place.is_empty() {
            write!(f, " {}:", self.place)?;
        }
        write!(f, " {}", self.what)?;
        if self.help.is_empty() { Ok(()) } else { write!(f, "; {}", self.help) }
    }
}

impl std::error::Error for Problem {}
