//! The content of saved files, why one cannot be used, and messages to the player about saving.

use std::io;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use seamwalker_level::without_bom;

use crate::app::ui::Words;

/// The largest saved file, in bytes: a slot with three hundred runs.
pub const MAX_SAVE_BYTES: usize = 32 << 20;

/// Why a saved file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// It exists and cannot be read. It is left as it is.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// A later version of the game saved it. It is left as it is.
    #[error("a later version of the game saved it")]
    Later,
    /// Its content is invalid. It is moved out of the way.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

impl From<io::Error> for Unusable {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl Unusable {
    /// The text in the player's language; messages of the system are in the system's.
    fn text(&self, words: &Words) -> String {
        match self {
            Self::Unreadable(why) => words.fill("notice.unreadable", &[why]),
            Self::Later => words.get("notice.later").to_owned(),
            Self::Damaged(why) => words.fill("notice.damaged", &[why]),
        }
    }
}

/// A message to the player about a saved file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveNews {
    /// A file is left as it is; nothing is saved in its place.
    FileLeft { file: String, why: Unusable },
    /// A damaged file was moved out of the way.
    SetAside { file: String, why: String, to: String },
    /// A file cannot be written, and will be retried.
    Failed { file: String, why: String },
    /// Saving a file works again.
    Works { file: String },
}

impl SaveNews {
    /// A file cannot be written.
    pub fn failed(file: &str, error: &std::io::Error) -> Self {
        Self::Failed { file: file.to_owned(), why: error.to_string() }
    }

    /// Whether it is bad news.
    pub fn is_error(&self) -> bool {
        !matches!(self, Self::Works { .. })
    }

    /// The text in the player's language.
    pub fn text(&self, words: &Words) -> String {
        match self {
            Self::FileLeft { file, why } => words.fill("notice.file_left", &[file, &why.text(words)]),
            Self::SetAside { file, why, to } => words.fill("notice.set_aside", &[file, why, to]),
            Self::Failed { file, why } => words.fill("notice.save_failed", &[file, why]),
            Self::Works { file } => words.fill("notice.save_works", &[file]),
        }
    }
}

/// The text of a file.
pub fn text(content: &impl Serialize) -> String {
    // Numbers and strings always serialize.
    serde_json::to_string_pretty(content).unwrap_or_default()
}

/// Reads the content of a file of this format version.
///
/// # Errors
/// Why it cannot be used. A later version is recognized by its number alone: everything else may have changed.
pub fn parse<T: DeserializeOwned>(bytes: &[u8], version: u32) -> Result<T, Unusable> {
    #[derive(Deserialize)]
    struct SavedHeader {
        #[serde(default)]
        version: serde_json::Value,
    }
    let damaged = |error: serde_json::Error| Unusable::Damaged(error.to_string());
    let text = without_bom(bytes);
    let header: SavedHeader = serde_json::from_slice(text).map_err(damaged)?;
    if header.version.as_f64().is_some_and(|found| found > f64::from(version)) {
        return Err(Unusable::Later);
    }
    serde_json::from_slice(text).map_err(damaged)
}
