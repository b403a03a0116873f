//! The header of the game's files: their kind, their format, and the version of the game that wrote them.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use seamwalker_level::without_bom;

/// The header of one kind of file, and its error messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileHeader {
    /// The kind, as written in the file.
    pub kind: &'static str,
    /// The version of the format. Others are rejected: a recording by other rules proves nothing.
    pub version: u32,
    /// The maximum size of a file in bytes.
    pub max_bytes: usize,
    /// The explanation in the error for a larger file.
    pub too_large: &'static str,
    /// The error for a file of another kind.
    pub other: &'static str,
}

/// The header fields.
#[derive(Deserialize)]
struct Head {
    seamwalker: String,
    version: u32,
    #[serde(default)]
    game: String,
}

impl FileHeader {
    /// The version of the game.
    pub const GAME: &str = env!("CARGO_PKG_VERSION");

    /// Whether bytes have this header, even if the rest of the file is damaged.
    pub fn is_on(&self, bytes: &[u8]) -> bool {
        self.head(bytes).is_some()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is rejected.
    pub fn open<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, String> {
        let Self { version, max_bytes, too_large, other, .. } = self;
        if bytes.len() > *max_bytes {
            return Err(format!("it has more than {max_bytes} bytes: {too_large}"));
        }
        let head = self.head(bytes).ok_or(*other)?;
        if head.version != *version {
            return Err(format!("it needs version {} of the game, and this is version {}", head.game, Self::GAME));
        }
        serde_json::from_slice(without_bom(bytes)).map_err(|error| format!("it is damaged: {error}"))
    }

    fn head(&self, bytes: &[u8]) -> Option<Head> {
        serde_json::from_slice(without_bom(bytes)).ok().filter(|head: &Head| head.seamwalker == self.kind)
    }
}
