//! What a saved file holds, and why one is not used.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use seamwalker::level::without_bom;

/// The most bytes that a saved file may have: a slot with three hundred kept runs.
pub const MAX_BYTES: usize = 32 << 20;

/// Why a saved file is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// Something has its name and cannot be read. It is left as it is.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    /// A later version of the game saved it. It is left as it is.
    #[error("a later version of the game saved it")]
    Later,
    /// It makes no sense. It is moved out of the way.
    #[error("it is damaged: {0}")]
    Damaged(String),
}

/// Reads the content of a file, whose form is at most `version`.
///
/// # Errors
/// Why it is not used. A later form is recognized by its number alone: whatever else it holds may have changed.
pub fn parse<T: DeserializeOwned>(bytes: &[u8], version: u32) -> Result<T, Unusable> {
    #[derive(Deserialize)]
    struct SavedHeader {
        #[serde(default)]
        version: serde_json::Value,
    }
    let damaged = |error: serde_json::Error| Unusable::Damaged(error.to_string());
    let text = without_bom(bytes);
    let head: SavedHeader = serde_json::from_slice(text).map_err(damaged)?;
    if head.version.as_f64().is_some_and(|found| found > f64::from(version)) {
        return Err(Unusable::Later);
    }
    serde_json::from_slice(text).map_err(damaged)
}
