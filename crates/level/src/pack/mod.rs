//! Packs: games made of maps, in a folder or a zip archive. The game itself is one, and so is any folder of maps.
//!
//! A pack is [`Files`] and a [`Manifest`]. A folder without a manifest is a pack without a campaign. Nothing outside of a pack is
//! read, archives stay within [`Limits`], and a broken manifest is a [`Problem`] with its line, never a panic.

mod manifest;

pub use manifest::{CampaignWorld, LastLevel, Manifest};

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::files::{folders_above, stem};
use crate::{Files, Limits, MapAccess, MemoryFiles, Problem, WorldFile, is_level, is_world, read_file};

/// The first bytes of a zip archive.
const ZIP_SIGNATURE: &[u8] = b"PK\x03\x04";

/// The most files and folders that are searched for maps.
const MAX_SEARCHED: usize = 1 << 14;

/// Maps with their files, and a manifest that puts them in order.
///
/// ```
/// use seamwalker_level::MapAccess;
/// use seamwalker_level::pack::Pack;
///
/// let pack = Pack::open("../../maps", &MapAccess::default()).unwrap();
/// assert_eq!(pack.manifest.worlds[0].levels[0], "first_stitch");
/// assert!(pack.problems().is_empty());
/// ```
#[derive(Clone)]
pub struct Pack {
    /// Its files, and perhaps some around them.
    pub files: Rc<dyn Files>,
    /// The folder of the manifest and the maps in the files; empty, or with a slash at its end.
    pub folder: String,
    /// Where its files begin on disk, if they can change during play.
    pub root: Option<PathBuf>,
    /// The paths of its maps and worlds in the files, in alphabetical order, where numbers count as such: `2.tmx` is before `10.tmx`.
    /// Without the maps that are part of a world.
    pub maps: Vec<String>,
    /// The manifest; an empty one if there is none, or if it is broken.
    pub manifest: Manifest,
    /// The text of the manifest; `None` if there is none.
    text: Option<String>,
    /// Why the manifest cannot be read.
    pub broken: Option<Problem>,
}

impl std::fmt::Debug for Pack {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pack").field("folder", &self.folder).field("maps", &self.maps).finish_non_exhaustive()
    }
}

impl Pack {
    /// The pack in a folder of these files.
    ///
    /// # Errors
    /// If the folder cannot be listed.
    pub fn new(files: Rc<dyn Files>, folder: &str) -> io::Result<Self> {
        let inside = if folder.is_empty() { String::new() } else { format!("{}/", folder.trim_end_matches('/')) };
        let names = files.list(inside.trim_end_matches('/'))?;
        // macOS adds a hidden file to each file in an archive.
        let visible = names.iter().filter(|name| !name.starts_with('.'));
        let maps = visible.map(|name| format!("{inside}{name}")).filter(|path| is_level(path));
        let mut maps: Vec<String> = maps.collect();
        maps.sort_by(|a, b| parts(a).cmp(parts(b)));
        let text = manifest_text(&*files, &inside)?;
        let read = text.as_deref().map_or_else(|| Ok(Manifest::default()), Manifest::parse);
        let broken = read.as_ref().err().cloned().map(|problem| placed(problem, &inside));
        Ok(Self {
            maps: without_rooms(&*files, maps),
            folder: inside,
            root: None,
            manifest: read.unwrap_or_default(),
            text,
            broken,
            files,
        })
    }

    /// The pack in a folder on disk or in a zip archive. A folder without maps stands for the only one below it that has some. Maps
    /// may read from the folder of `access`, or else from where their files begin: see
    /// [`Folder::for_map`](crate::Folder::for_map).
    ///
    /// # Errors
    /// If it cannot be read, is damaged, is too large, or has no maps.
    pub fn open(path: impl AsRef<Path>, access: &MapAccess) -> io::Result<Self> {
        let path = path.as_ref();
        if !path.is_dir() {
            let bytes = read_file(path, access.options.limits.bytes)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return Self::unzip(&name, bytes, access).map_err(|why| io::Error::new(io::ErrorKind::InvalidData, why));
        }
        let (files, folder) = access.open(path)?;
        let root = files.root.clone();
        let pack = Self::new(Rc::new(files), &folder)?;
        if !pack.maps.is_empty() {
            return Ok(Self { root: Some(root), ..pack });
        }
        let why = match &folders_of_maps(&*pack.files, &pack.folder)[..] {
            [] => no_maps(&path.display()),
            [only] => return Self::open(path.join(only), access),
            [first, second, ..] => {
                format!("{}: no maps in it; name a folder in it that has some, {first} or {second}", path.display())
            }
        };
        Err(io::Error::new(io::ErrorKind::NotFound, why))
    }

    /// The pack in a zip archive: in the topmost folder with a manifest, or else with a map.
    ///
    /// # Errors
    /// What is wrong with the archive, or that it has no maps.
    pub fn unzip(name: &str, bytes: Vec<u8>, access: &MapAccess) -> Result<Self, String> {
        if !is_zip(&bytes) {
            return Err(format!("'{name}' is neither a folder nor a zip archive"));
        }
        let files = MemoryFiles::new([(name.to_owned(), bytes)], &access.options.limits)?;
        let depth = |path: &&str| (path.matches('/').count(), path.len());
        let is_manifest = |path: &&str| path.rsplit('/').next() == Some(Manifest::FILE);
        let top = files.paths().filter(is_manifest).min_by_key(depth);
        let top = top.or_else(|| files.paths().filter(|path| is_level(path)).min_by_key(depth));
        let folder = top.and_then(|top| top.rsplit_once('/')).map_or("", |(folder, _)| folder).to_owned();
        let pack = Self::new(Rc::new(files), &folder).map_err(|error| format!("'{name}': {error}"))?;
        if pack.maps.is_empty() { Err(no_maps(&format!("'{name}'"))) } else { Ok(pack) }
    }

    /// Whether a path is that of a pack: a folder, or a file that ends in `.zip`.
    pub fn is_one(path: impl AsRef<Path>) -> bool {
        let path = path.as_ref();
        path.is_dir() || path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip")) && path.is_file()
    }

    /// The folder of the pack that a map belongs to: the nearest one with a manifest, or else that of the map. It is empty, or
    /// has a slash at its end.
    pub fn folder_of<'a>(files: &dyn Files, map: &'a str) -> &'a str {
        let has_manifest = |folder: &&str| files.read(&format!("{folder}{}", Manifest::FILE)).is_ok();
        folders_above(map).find(has_manifest).or_else(|| folders_above(map).next()).unwrap_or_default()
    }

    /// Whether it has a manifest, broken or not.
    #[must_use]
    pub const fn has_manifest(&self) -> bool {
        self.text.is_some()
    }

    /// What is wrong with the manifest; nothing without one.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        if let Some(broken) = &self.broken {
            return vec![broken.clone()];
        }
        let Some(text) = &self.text else { return Vec::new() };
        let problems =
            self.manifest.problems(text, &self.maps.iter().map(|map| stem(map).to_owned()).collect::<Vec<_>>());
        problems.into_iter().map(|problem| placed(problem, &self.folder)).collect()
    }

    /// Its maps in the order of the campaign; then those outside of it.
    #[must_use]
    pub fn in_order(&self) -> Vec<&str> {
        let levels: Vec<&str> = self.manifest.levels().collect();
        let mut maps: Vec<&str> = self.maps.iter().map(String::as_str).collect();
        let place = |map: &str| levels.iter().position(|level| *level == stem(map)).unwrap_or(levels.len());
        maps.sort_by_key(|map| place(map));
        maps
    }
}

/// Whether these are the bytes of a zip archive.
#[must_use]
pub fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(ZIP_SIGNATURE)
}

fn no_maps(what: &dyn std::fmt::Display) -> String {
    format!("{what}: no maps in it; maps are files that end in .tmx, .tmj or .world")
}

/// The folders below one that hold maps, but not those below them. Each has a slash at its end.
fn folders_of_maps(files: &dyn Files, top: &str) -> Vec<String> {
    let (mut found, mut folders, mut next) = (Vec::new(), vec![top.to_owned()], 0);
    while let Some(folder) = folders.get(next).cloned() {
        let mut names = files.list(folder.trim_end_matches('/')).unwrap_or_default();
        names.retain(|name| !name.starts_with('.'));
        if next > 0 && names.iter().any(|name| is_level(name)) {
            found.extend(folder.strip_prefix(top).map(str::to_owned));
        } else {
            let room = MAX_SEARCHED - folders.len();
            folders.extend(names.iter().take(room).map(|name| format!("{folder}{name}/")));
        }
        next += 1;
    }
    found
}

/// The problem with its file in a folder.
fn placed(problem: Problem, folder: &str) -> Problem {
    Problem { file: format!("{folder}{}", problem.file), ..problem }
}

/// The text of the manifest in a folder, if there is one.
fn manifest_text(files: &dyn Files, folder: &str) -> io::Result<Option<String>> {
    match files.read(&format!("{folder}{}", Manifest::FILE)) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The parts of a name that count when names are put in order: its numbers, longer ones later, and what is between them.
fn parts(name: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_digit = |c: char| c.is_ascii_digit();
    let mut rest = name;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = rest.find(|c| is_digit(c) != is_digit(first)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        let number = part.trim_start_matches('0');
        Some(if is_digit(first) { (number.len(), number) } else { (usize::MAX, part) })
    })
}

/// Removes the maps that are part of a world: the world replaces them.
fn without_rooms(files: &dyn Files, mut maps: Vec<String>) -> Vec<String> {
    let worlds = maps.iter().filter(|path| is_world(path));
    let opened = worlds.filter_map(|world| WorldFile::open(files, world, &Limits::DEFAULT).ok());
    let rooms: BTreeSet<String> = opened.flat_map(|world| world.maps).map(|map| map.path).collect();
    maps.retain(|path| !rooms.contains(path));
    maps
}

#[cfg(test)]
mod tests;
