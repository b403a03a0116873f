//! What the player is told about saving.

use std::fmt;

use super::Unusable;
use crate::app::ui::words::Words;

/// What the player is told about a saved file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveNews {
    /// A slot is left as it is; what is reached is kept in a new file beside it.
    SlotLeft { file: String, why: Unusable },
    /// Another file is left as it is; nothing is saved in its place.
    FileLeft { file: String, why: Unusable },
    /// A damaged file was moved out of the way.
    SetAside { file: String, why: String, to: String },
    /// A file cannot be written, and is tried again.
    Failed { file: String, why: String },
    /// A file is saved as usual again.
    Works { file: String },
}

impl SaveNews {
    /// Whether it is bad news.
    pub fn is_error(&self) -> bool {
        !matches!(self, Self::Works { .. })
    }

    /// It in the player's language.
    pub fn text(&self, words: &Words) -> String {
        match self {
            Self::SlotLeft { file, why } => words.fill("told.slot_left", &[file, &why.text(words)]),
            Self::FileLeft { file, why } => words.fill("told.file_left", &[file, &why.text(words)]),
            Self::SetAside { file, why, to } => words.fill("told.set_aside", &[file, why, to]),
            Self::Failed { file, why } => words.fill("told.save_failed", &[file, why]),
            Self::Works { file } => words.fill("told.save_works", &[file]),
        }
    }
}

impl Unusable {
    /// It in the player's language; what the system says is in the system's.
    fn text(&self, words: &Words) -> String {
        match self {
            Self::Unreadable(why) => words.fill("told.unreadable", &[why]),
            Self::Later => words.get("told.later").to_owned(),
            Self::Damaged(why) => words.fill("told.damaged", &[why]),
        }
    }
}

/// For the terminal.
impl fmt::Display for SaveNews {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::SlotLeft { file, why } | Self::FileLeft { file, why } => write!(f, "{file} was not changed: {why}"),
            Self::SetAside { file, why, to } => write!(f, "{file} is damaged: {why}; it was kept as '{to}'"),
            Self::Failed { file, why } => write!(f, "{file} cannot be saved: {why}"),
            Self::Works { file } => write!(f, "{file} is saved again"),
        }
    }
}
