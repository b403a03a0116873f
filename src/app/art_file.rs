//! The files of the game's pictures and of those that replace them: how they are named, and how their tables are read.

use seamwalker_level::pack::Manifest;
use seamwalker_level::{Files, without_bom};
use serde::de::DeserializeOwned;

/// The paths of files that only packs have begin with this; in the pack, they are where the rest says.
pub const OWN: &str = "own/";

/// Whether files are those of a pack, in which an unknown name is a mistake: folders of other games have sprites, too.
pub fn is_pack(files: &dyn Files) -> bool {
    files.has(&format!("{OWN}{}", Manifest::FILE))
}

/// Reads a RON file.
pub fn parse<T: DeserializeOwned>(files: &dyn Files, path: &str) -> Result<T, String> {
    let bytes = files.read(path).map_err(|e| e.to_string())?;
    let text = std::str::from_utf8(without_bom(&bytes)).map_err(|e| e.to_string())?;
    // `frames: 6` instead of `frames: Some(6)`.
    let options = ron::Options::default().with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    options.from_str(text).map_err(|e| e.to_string())
}
