//! Messages to the player about saving.

use super::Unusable;
use crate::app::ui::Words;

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
