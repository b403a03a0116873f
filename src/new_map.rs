//! Creates new maps with layers, tilesets, a player and an exit, ready for Tiled and ready to play.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use seamwalker_level::{Embedded, Folder, is_level};

/// The new map. Its ground begins with a row of empty tiles whose lower corners are cloth: Tiled's terrain brush knows the edge of the
/// floor by them, and without them cuts notches into it.
const NEW_MAP: &str = include_str!("new_map.tmx");
/// The folder of the project in the paths of [`NEW_MAP`].
const NEW_MAP_PROJECT: &str = "../maps/";

/// The file that identifies a project of this game. The player is placed with it.
const LANDMARK: &str = "templates/player.tx";

/// Creates the map and returns instructions for the user. In an empty or new folder it also creates the project that Tiled needs.
///
/// # Errors
/// Why the map cannot be created. Nothing is ever overwritten.
pub fn make(map: &Path, shipped: Embedded) -> Result<String, String> {
    let map = with_ending(map)?;
    let shown = map.display();
    let failed = |error: std::io::Error| format!("{shown}: {error}");
    if map.exists() {
        return Err(format!("{shown}: the file exists already; choose another name"));
    }
    let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let folder = folder.canonicalize().map_err(failed)?;
    let project = match Folder::project_above(&folder) {
        Some(project) if project.join(LANDMARK).is_file() => project,
        Some(other) => {
            let other = other.display();
            return Err(format!(
                "{shown}: the Tiled project in {other} belongs to another game; choose a folder outside it"
            ));
        }
        None if is_empty(&folder) => {
            unpack(&folder, shipped).map_err(failed)?;
            &folder
        }
        None => {
            let name = map.file_name().unwrap_or_default().display();
            return Err(format!(
                "{shown}: its folder is not a Seamwalker project and contains other files; \
                 name a new folder, as in: seamwalker new my-game/{name}"
            ));
        }
    };
    let up = "../".repeat(folder.strip_prefix(project).map_or(0, |below| below.components().count()));
    let mut file = fs::File::create_new(&map).map_err(failed)?;
    file.write_all(NEW_MAP.replace(NEW_MAP_PROJECT, &up).as_bytes()).map_err(failed).inspect_err(|_| {
        // A partial map would block the next attempt.
        let _ = fs::remove_file(&map);
    })?;
    let project = project.display();
    Ok(format!(
        "Created {shown}.\n\
         Play it:  seamwalker play {shown}\n\
         Edit it:  open the project in {project} with Tiled, then this map. Every save appears in the running game."
    ))
}

/// The path with the extension `.tmx`, which may be left out.
fn with_ending(map: &Path) -> Result<PathBuf, String> {
    match map.extension() {
        None if map.file_name().is_some() => Ok(map.with_extension("tmx")),
        Some(ending) if ending == "tmx" => Ok(map.to_owned()),
        _ => Err(format!("{}: name a file such as attic.tmx", map.display())),
    }
}

/// Whether a folder contains only hidden files.
fn is_empty(folder: &Path) -> bool {
    let shows = |entry: fs::DirEntry| !entry.file_name().to_string_lossy().starts_with('.');
    fs::read_dir(folder).is_ok_and(|entries| !entries.flatten().any(shows))
}

/// Writes the game's project into a folder: classes, tilesets, templates, rules and backgrounds, but no maps.
fn unpack(folder: &Path, shipped: Embedded) -> std::io::Result<()> {
    for (path, bytes) in shipped.0 {
        let Some(inside) = path.strip_prefix("maps/") else { continue };
        if is_level(path) || inside.starts_with("runs/") {
            continue;
        }
        let file = folder.join(inside);
        file.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(file, bytes)?;
    }
    Ok(())
}
