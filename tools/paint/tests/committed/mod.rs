//! The pictures of the game as they are committed, made by the program or drawn by hand.

use std::fs;
use std::path::{Path, PathBuf};

pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const FOLDERS: [&str; 5] =
    ["assets", "maps/backgrounds", "maps/tilesets", "maps/tilesets/scenery", "maps/tilesets/things"];

/// The files of all pictures.
pub fn pictures() -> Vec<PathBuf> {
    let entries = FOLDERS.iter().flat_map(|folder| fs::read_dir(Path::new(ROOT).join(folder)).expect(folder));
    let files = entries.map(|entry| entry.expect("a file").path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "png")).collect()
}
