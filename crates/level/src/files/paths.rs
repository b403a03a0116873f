//! Paths within a source, and what kind of file a name stands for.

use std::io;
use std::path::Path;

/// The extensions of map files, without the dot: Tiled's XML and JSON.
pub(crate) const MAP_ENDINGS: [&str; 2] = ["tmx", "tmj"];

/// Whether a file name is that of a map.
///
/// ```
/// use seamwalker_level::is_map;
///
/// assert!(is_map("maps/a.tmx") && is_map("maps/a.tmj"));
/// assert!(!is_map("maps/a.tsx"));
/// ```
#[must_use]
pub fn is_map(path: impl AsRef<Path>) -> bool {
    let ending = path.as_ref().extension();
    MAP_ENDINGS.iter().any(|known| ending.is_some_and(|ending| ending == *known))
}

/// The extension of Tiled's world files, without the dot.
const WORLD_ENDING: &str = "world";

/// Whether a file name is that of a world: several maps, placed side by side.
///
/// ```
/// use seamwalker_level::is_world;
///
/// assert!(is_world("maps/house.world") && !is_world("maps/attic.tmx"));
/// ```
#[must_use]
pub fn is_world(path: impl AsRef<Path>) -> bool {
    path.as_ref().extension().is_some_and(|ending| ending == WORLD_ENDING)
}

/// The extensions of all files that can be played.
pub(crate) fn level_endings() -> impl Iterator<Item = &'static str> {
    MAP_ENDINGS.into_iter().chain([WORLD_ENDING])
}

/// The extension of a project file, with the dot.
pub const PROJECT_ENDING: &str = ".tiled-project";

/// Normalizes a path: `/` between parts, no `.`, no `..`, not empty.
///
/// ```
/// use seamwalker_level::normal_path;
///
/// assert_eq!(normal_path("maps/./a/../b.tmx").unwrap(), "maps/b.tmx");
/// assert!(normal_path("../secret").is_err());
/// ```
///
/// # Errors
/// If the path is absolute, empty, or leaves its source.
pub fn normal_path(path: &str) -> io::Result<String> {
    let refused = |why: &str| io::Error::new(io::ErrorKind::PermissionDenied, why.to_owned());
    // On Windows `c:` is a drive, `a:b` a stream within a file, and a backslash separates folders.
    let leads_away = |c: char| c == '\0' || (cfg!(windows) && matches!(c, '\\' | ':'));
    if path.starts_with('/') || path.contains(leads_away) {
        return Err(refused("it is not a relative path with `/` between its parts"));
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop().ok_or_else(|| refused("it leads out of the project's folder"))?),
            part => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err(refused("it names no file"));
    }
    Ok(parts.join("/"))
}

/// Resolves a file name relative to another file's folder.
///
/// # Errors
/// As [`normal_path`].
pub(crate) fn beside(file: &str, name: &str) -> io::Result<String> {
    match file.rsplit_once('/') {
        // Gluing an absolute name to a folder would turn it into a relative one.
        Some((folder, _)) if !name.starts_with('/') => normal_path(&format!("{folder}/{name}")),
        _ => normal_path(name),
    }
}

/// Whether `name` refers to the map at `path`: by the whole path, or by the file name with or without extension.
///
/// ```
/// use std::path::Path;
///
/// use seamwalker_level::is_called;
///
/// assert!(is_called("maps/first_stitch.tmx", Path::new("first_stitch")));
/// assert!(!is_called("maps/first_stitch.tmx", Path::new("other/first_stitch.tmx")));
/// ```
#[must_use]
pub fn is_called(path: &str, name: &Path) -> bool {
    let path = Path::new(path);
    let plain = name.components().count() == 1;
    let own_name = Some(name.as_os_str());
    path == name || (plain && (path.file_name() == own_name || path.file_stem() == own_name))
}

/// Whether a path is that of a level: a map or world outside of folders named `rules`, which hold Tiled's automapping rules.
///
/// ```
/// use seamwalker_level::is_level;
///
/// assert!(is_level("maps/attic.tmx") && is_level("maps/house.world"));
/// assert!(!is_level("maps/rules/cloth.tmx") && !is_level("maps/tilesets/denim.tsx"));
/// ```
#[must_use]
pub fn is_level(path: &str) -> bool {
    (is_map(path) || is_world(path)) && !path.rsplit('/').skip(1).any(|folder| folder == "rules")
}

/// The folder of a file and all folders above it, nearest first. Each ends with `/`; the last is empty.
pub fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.rmatch_indices('/').map(|(i, _)| &path[..=i]);
    ends.chain([""])
}

/// A short description of why a file could not be read.
pub fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => error.to_string(),
    }
}

/// Normalizes a path that the parser returns.
pub fn path_of(path: &std::path::Path) -> Option<String> {
    let text = path.to_str()?;
    // On other systems a backslash is an ordinary character.
    let text = if cfg!(windows) { text.replace('\\', "/") } else { text.to_owned() };
    normal_path(text.trim_start_matches('/')).ok()
}

/// A file name without folder and extension.
pub fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

#[cfg(test)]
#[path = "paths_tests.rs"]
mod tests;
