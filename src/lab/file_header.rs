//! What files of the game begin with: what they are, of which form, and which version of the game made them.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::level::without_bom;

/// A kind of file, and how one that is none is refused.
///
/// ```
/// use seamwalker::lab::FileHeader;
///
/// let seal = FileHeader { kind: "numbers", version: 1, most: 100, too_large: "it has more than 100 bytes", other: "it is no list" };
/// let file = br#"{"seamwalker":"numbers","version":1,"list":[4]}"#;
/// assert!(seal.is_on(file));
/// assert!(seal.is_on(&[b"\xef\xbb\xbf", &file[..]].concat()), "a byte order mark is skipped");
/// assert_eq!(seal.open::<serde_json::Value>(file).unwrap()["list"][0], 4);
/// assert_eq!(seal.open::<serde_json::Value>(b"[4]").unwrap_err(), "it is no list");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileHeader {
    /// What a file says it is.
    pub kind: &'static str,
    /// The format of the file. Any other one is refused: what was recorded by other rules proves nothing.
    pub version: u32,
    /// The most bytes that a file may have.
    pub most: usize,
    /// Why no file is larger.
    pub too_large: &'static str,
    /// What is said of a file of another kind.
    pub other: &'static str,
}

/// The head of a file.
#[derive(Deserialize)]
struct Head {
    seamwalker: String,
    version: u32,
    #[serde(default)]
    game: String,
}

impl FileHeader {
    /// This version of the game: another one may have other rules.
    pub const GAME: &str = env!("CARGO_PKG_VERSION");

    /// Whether bytes claim to be such a file, whatever is wrong with them.
    #[must_use]
    pub fn is_on(&self, bytes: &[u8]) -> bool {
        self.head(bytes).is_some()
    }

    /// Reads a file.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn open<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, String> {
        let Self { version, most, too_large, other, .. } = self;
        if bytes.len() > *most {
            return Err(format!("it has more than {most} bytes: {too_large}"));
        }
        let head = self.head(bytes).ok_or(*other)?;
        if head.version > *version {
            return Err(format!("it needs version {} of the game, and this is version {}", head.game, Self::GAME));
        }
        if head.version < *version {
            return Err(format!(
                "it was made by an earlier version of the game ({}), in which the same presses led elsewhere: record it again",
                head.game
            ));
        }
        serde_json::from_slice(without_bom(bytes)).map_err(|error| format!("it is damaged: {error}"))
    }

    fn head(&self, bytes: &[u8]) -> Option<Head> {
        serde_json::from_slice(without_bom(bytes)).ok().filter(|head: &Head| head.seamwalker == self.kind)
    }
}
