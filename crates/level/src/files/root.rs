//! Which folder a map on disk may read from.

use std::path::{Component, Path, PathBuf};

use crate::files::finder::FileFinder;
use crate::files::folder::{Folder, project_in, slashed};
use crate::files::paths::{is_map, is_world};
use crate::files::source::Files;
use crate::format::{Element, parse};
use crate::limits::Limits;
use crate::world_file::WorldFile;

/// How many folders above a map's own folder its files may begin.
const MAX_LEVELS: usize = 8;

/// How many files are searched for references to others.
const MAX_SEARCHED: usize = 256;

/// What the root folder of a working copy contains.
const VERSION_CONTROL: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".bzr"];

/// The folder that the files of a map begin in: the outermost folder above the map with a Tiled project or version control,
/// or, where that is higher, the nearest one that holds all files that the map refers to. It is at most [`MAX_LEVELS`] above
/// the map, never above the home folder, and never the root of the file system. `map` is a path without links. For a folder, the
/// outermost of the folders of its maps.
pub fn root_of(map: &Path) -> Option<PathBuf> {
    if map.is_dir() {
        let inside = std::fs::read_dir(map).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        let maps = inside.filter(|path| (is_map(path) || is_world(path)) && path.is_file());
        let roots = maps.filter_map(|map| root_of(&map));
        return roots.min_by_key(|root| root.components().count()).or_else(|| Some(map.to_owned()));
    }
    let folders = folders_above(map.parent()?);
    let home = home();
    let is_marked = |folder: &&Path| {
        home.as_deref() != Some(*folder)
            && (project_in(folder).is_some() || VERSION_CONTROL.iter().any(|name| folder.join(name).exists()))
    };
    let marked = folders.iter().rposition(is_marked).unwrap_or(0);
    let level = marked.max(highest_reference(map, &folders).unwrap_or(0));
    folders.get(level).map(|folder| (*folder).to_owned())
}

/// A map's own folder and those above it in which its files may begin, nearest first.
fn folders_above(own: &Path) -> Vec<&Path> {
    let home = home();
    let is_allowed = |folder: &&Path| {
        let above_home = home.as_deref().is_some_and(|home| home != *folder && home.starts_with(folder));
        folder.parent().is_some() && !above_home
    };
    let above = own.ancestors().skip(1).take(MAX_LEVELS).take_while(is_allowed);
    std::iter::once(own).chain(above).collect()
}

fn home() -> Option<PathBuf> {
    let home = std::env::var_os(if cfg!(windows) { "USERPROFILE" } else { "HOME" })?;
    std::fs::canonicalize(home).ok()
}

/// How many levels above the map's own folder the highest of the files lies that the map refers to.
fn highest_reference(map: &Path, folders: &[&Path]) -> Option<usize> {
    let outermost = folders.last()?;
    let own = map.strip_prefix(outermost).ok().and_then(slashed)?;
    let reach = Folder::new(*outermost);
    let mut files = vec![own.clone()];
    let (mut searched, mut finder) = (0, FileFinder::default());
    while searched < files.len().min(MAX_SEARCHED) {
        let file = files[searched].clone();
        for found in references(&reach, &file, &mut finder) {
            if !files.contains(&found) {
                files.push(found);
            }
        }
        searched += 1;
    }
    let folder = |file: &str| PathBuf::from(file).parent().map(Path::to_owned).unwrap_or_default();
    let own_folder = folder(&own);
    let levels = |file: &String| {
        let other = folder(file);
        let is_same = |(a, b): &(Component, Component)| a == b;
        let shared = own_folder.components().zip(other.components()).take_while(is_same).count();
        own_folder.components().count() - shared
    };
    files.iter().map(levels).max()
}

/// The files that exist among those that a file refers to.
fn references(reach: &Folder, file: &str, finder: &mut FileFinder) -> Vec<String> {
    let mut found = Vec::new();
    if is_world(file) {
        let maps = WorldFile::open(reach, file, &Limits::DEFAULT).map(|world| world.maps).unwrap_or_default();
        found.extend(maps.into_iter().map(|map| map.path));
    } else if let Ok(bytes) = reach.read(file)
        && let Some(root) = parse(&bytes, kind(file), &Limits::DEFAULT).ok().filter(|root| is_tiled(&root.name))
    {
        named_in(&root, &mut |name| {
            found.extend(finder.find(reach, file, name).map(|(path, _)| path));
        });
    }
    found.retain(|path| reach.has(path));
    found
}

/// Calls `visit` with the names of all files in an element.
fn named_in(element: &Element, visit: &mut impl FnMut(&str)) {
    ["source", "template"].into_iter().filter_map(|attribute| element.get(attribute)).for_each(&mut *visit);
    element.children.iter().for_each(|child| named_in(child, visit));
}

fn is_tiled(name: &str) -> bool {
    ["map", "tileset", "template"].contains(&name)
}

/// What a JSON file is that does not say so.
fn kind(file: &str) -> &'static str {
    match Path::new(file).extension().and_then(|ending| ending.to_str()) {
        Some("tsx" | "tsj") => "tileset",
        Some("tx" | "tj") => "template",
        _ => "map",
    }
}
