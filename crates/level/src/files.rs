//! Where files come from: a folder that nothing escapes, or the bytes inside the program.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::hash::Fnv;
use super::{Limits, read_file};

/// A source of files. Paths use `/`, are relative, and never leave the source.
///
/// ```
/// use std::{borrow::Cow, io};
///
/// use seamwalker_level::{Files, check};
///
/// /// Maps that come over the network, or out of an archive.
/// struct Only(&'static str);
///
/// impl Files for Only {
///     fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
///         if path == "map.tmx" { Ok(Cow::Borrowed(self.0.as_bytes())) } else { Err(io::ErrorKind::NotFound.into()) }
///     }
/// }
/// assert_eq!(check(&Only("<map"), "map.tmx")[0].line, 1);
/// ```
pub trait Files {
    /// The whole file.
    ///
    /// # Errors
    /// When there is no such regular file, it lies outside, or it is too large.
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>>;

    /// The path of the Tiled project that a file belongs to: in its folder, or in the nearest folder above. `None` when
    /// there is none; the classes that come with the game count then.
    fn project(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }

    /// The names of the files in a folder (empty for the topmost), in alphabetical order: what the patterns of a world are
    /// compared with. A source that cannot tell need not.
    ///
    /// # Errors
    /// When there is no such folder, it lies outside, holds too many files, or the source cannot tell.
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let _ = folder;
        Err(io::ErrorKind::Unsupported.into())
    }
}

/// The most files in a folder that is listed. A game has hundreds.
const MAX_LISTED: usize = 1 << 14;

/// The endings of map files, without the dot: Tiled's XML and its JSON.
pub const MAP_ENDINGS: [&str; 2] = ["tmx", "tmj"];

/// Whether a file is a map by its name.
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

/// The ending of Tiled's world files, without the dot.
const WORLD_ENDING: &str = "world";

/// Whether a file is a world by its name: several maps, placed side by side.
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

/// The endings of everything that can be played.
pub(super) fn level_endings() -> impl Iterator<Item = &'static str> {
    MAP_ENDINGS.into_iter().chain([WORLD_ENDING])
}

/// The ending of a project file, dot included.
const PROJECT_ENDING: &str = ".tiled-project";

/// A path in one spelling: `/` between parts, no `.`, no `..`, not empty.
///
/// ```
/// use seamwalker_level::normal_path;
///
/// assert_eq!(normal_path("maps/./a/../b.tmx").unwrap(), "maps/b.tmx");
/// assert!(normal_path("../secret").is_err());
/// ```
///
/// # Errors
/// When the path is absolute, empty, or leads out of its source.
pub fn normal_path(path: &str) -> io::Result<String> {
    let refused = |why: &str| io::Error::new(io::ErrorKind::PermissionDenied, why.to_owned());
    // On Windows `c:` is a drive, `a:b` a stream within a file, and a backslash goes into a folder.
    let leads_away = |c: char| c == '\0' || (cfg!(windows) && matches!(c, '\\' | ':'));
    if path.starts_with('/') || path.contains(leads_away) {
        return Err(refused("it is not a relative path with `/` between its parts"));
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop().ok_or_else(|| refused("it is outside the project's folder"))?),
            part => parts.push(part),
        }
    }
    if parts.is_empty() {
        return Err(refused("it names no file"));
    }
    Ok(parts.join("/"))
}

/// The path of a file that is named relative to another file's folder.
///
/// # Errors
/// As [`normal_path`].
pub(super) fn beside(file: &str, name: &str) -> io::Result<String> {
    match file.rsplit_once('/') {
        // An absolute name must not become a relative one by being glued to a folder.
        Some((folder, _)) if !name.starts_with('/') => normal_path(&format!("{folder}/{name}")),
        _ => normal_path(name),
    }
}

/// Whether who asks for `asked` means the map at `path`: by its whole path, or by its file name with or without ending.
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
pub fn is_called(path: &str, asked: &Path) -> bool {
    let path = Path::new(path);
    let plain = asked.components().count() == 1;
    let asked_name = Some(asked.as_os_str());
    path == asked || (plain && (path.file_name() == asked_name || path.file_stem() == asked_name))
}

/// Whether a path is that of a level: a map or a world outside of the folders `rules`, where Tiled keeps what its automapping
/// does.
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

/// The file's folder and all folders above it, nearest first; each ends with `/`, the last one is empty.
fn folders_above(path: &str) -> impl Iterator<Item = &str> {
    let ends = path.rmatch_indices('/').map(|(i, _)| &path[..=i]);
    ends.chain([""])
}

/// Files inside the program: path and bytes.
///
/// ```
/// use seamwalker_level::{Embedded, Files};
///
/// // Your own: `include_bytes!` makes the table.
/// let own = Embedded(&[("maps/a.tmx", b"<map/>"), ("maps/readme.txt", b"hello")]);
/// assert_eq!(own.maps().collect::<Vec<_>>(), ["maps/a.tmx"]);
/// assert!(own.read("maps/b.tmx").is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Embedded(pub &'static [(&'static str, &'static [u8])]);

impl Embedded {
    /// The shipped maps and worlds by their paths, in alphabetical order.
    pub fn maps(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name).filter(|name| is_level(name))
    }
}

impl Files for Embedded {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let path = normal_path(path)?;
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(_, bytes)| Cow::Borrowed(*bytes)).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn project(&self, path: &str) -> Option<String> {
        folders_above(path).find_map(|folder| {
            let in_folder = |name: &&str| {
                let rest = name.strip_prefix(folder);
                rest.is_some_and(|rest| !rest.contains('/') && rest.ends_with(PROJECT_ENDING))
            };
            self.0.iter().map(|(name, _)| *name).filter(in_folder).min().map(str::to_owned)
        })
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let folder = if folder.is_empty() { String::new() } else { normal_path(folder)? + "/" };
        let name = |path: &'static str| path.strip_prefix(&folder).filter(|name| !name.contains('/'));
        let names: BTreeSet<&str> = self.0.iter().filter_map(|(path, _)| name(path)).collect();
        Ok(names.into_iter().map(str::to_owned).collect())
    }
}

/// A folder on disk.
///
/// ```
/// use seamwalker_level::{Files, Folder, read};
///
/// let (folder, name) = Folder::for_map("../../maps/first_stitch.tmx").unwrap();
/// assert!(read(&folder, &name).is_ok());
/// // Nothing outside of it is read, whatever a map says.
/// assert!(folder.read("../Cargo.toml").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Nothing outside of it is ever read.
    pub root: PathBuf,
    /// If not empty, only these folders directly below the root are read.
    pub only: Vec<String>,
    /// A larger file is not read.
    pub file_bytes: u64,
}

impl Default for Folder {
    /// Everything below the present folder.
    fn default() -> Self {
        Self::new("")
    }
}

impl Folder {
    /// Everything below `root`.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), only: Vec::new(), file_bytes: Limits::USUAL.file_bytes }
    }

    /// The folder that a map may read from, and the map's path in it: the nearest folder above with a Tiled project, or else
    /// the map's own. One house rule: when the project lies in a folder `maps` with a folder `assets` beside it, as in the
    /// game itself, then both may be read and nothing else.
    ///
    /// # Errors
    /// When the map does not exist.
    pub fn for_map(path: impl AsRef<Path>) -> io::Result<(Self, String)> {
        let map = fs::canonicalize(path)?;
        let not_a_file = || io::Error::new(io::ErrorKind::InvalidInput, "a map is a file");
        let own = map.parent().ok_or_else(not_a_file)?;
        let project = Self::project_above(own).unwrap_or(own);
        let folder = Self::house(project).unwrap_or_else(|| Self::new(project));
        let inside = map.strip_prefix(&folder.root).map_err(|_| not_a_file())?;
        let name =
            slashed(inside).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "its path is not UTF-8"))?;
        Ok((folder, name))
    }

    /// The folder of the Tiled project that files in `folder` belong to: itself, or the nearest above.
    #[must_use]
    pub fn project_above(folder: &Path) -> Option<&Path> {
        folder.ancestors().find(|folder| project_in(folder).is_some())
    }

    /// The folder above `maps` if `assets` lies beside it.
    fn house(project: &Path) -> Option<Self> {
        let root = project.parent()?;
        let both = project.file_name()? == "maps" && root.join("assets").is_dir();
        both.then(|| Self { only: vec!["maps".to_owned(), "assets".to_owned()], ..Self::new(root) })
    }

    /// Where a file really is, every link followed, if that is inside and a regular file. It is not opened: to open a FIFO
    /// is to wait for ever.
    fn locate(&self, path: &str) -> io::Result<PathBuf> {
        let real = self.inside(&normal_path(path)?)?;
        if !fs::metadata(&real)?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        Ok(real)
    }

    /// Where a file or folder really is, every link followed, if that is inside.
    fn inside(&self, path: &str) -> io::Result<PathBuf> {
        let outside = || io::Error::new(io::ErrorKind::PermissionDenied, "it lies outside the project's folder");
        let root = fs::canonicalize(&self.root)?;
        let real = fs::canonicalize(root.join(path))?;
        let inside = real.strip_prefix(&root).map_err(|_| outside())?;
        let first = inside.components().next();
        let allowed = self.only.is_empty()
            || first.is_some_and(|c| self.only.iter().any(|name| c == Component::Normal(name.as_ref())));
        if allowed { Ok(real) } else { Err(outside()) }
    }
}

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        read_file(self.inside(&normal_path(path)?)?, self.file_bytes).map(Cow::Owned)
    }

    fn project(&self, path: &str) -> Option<String> {
        let path = normal_path(path).ok()?;
        folders_above(&path).find_map(|folder| {
            let name = project_in(&self.root.join(folder))?;
            let path = format!("{folder}{name}");
            self.locate(&path).is_ok().then_some(path)
        })
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let folder = if folder.is_empty() { String::new() } else { normal_path(folder)? };
        let entries = fs::read_dir(self.inside(&folder)?)?.take(MAX_LISTED + 1);
        let mut names: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        if names.len() > MAX_LISTED {
            return Err(io::Error::other(format!("the folder holds more than {MAX_LISTED} files")));
        }
        names.sort_unstable();
        Ok(names)
    }
}

/// The name of the Tiled project in a folder, the first one in alphabetical order.
fn project_in(folder: &Path) -> Option<String> {
    let names = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.ends_with(PROJECT_ENDING)).min()
}

/// A relative path with `/` between its parts, if it is UTF-8.
fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.components().map(|c| c.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/"))
}

/// Two sources, one over the other: what the first does not have comes from the second.
///
/// ```
/// use seamwalker_level::{Files, Folder, Overlay};
///
/// // A player's own files first, then the shipped ones.
/// let files = Overlay(Folder::new("mods"), Folder::new("../.."));
/// assert!(files.read("maps/first_stitch.tmx").is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Overlay<Upper, Lower>(pub Upper, pub Lower);

impl<Upper: Files, Lower: Files> Files for Overlay<Upper, Lower> {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        match self.0.read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.1.read(path),
            other => other,
        }
    }

    fn project(&self, path: &str) -> Option<String> {
        self.0.project(path).or_else(|| self.1.project(path))
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let (upper, lower) = (self.0.list(folder), self.1.list(folder));
        match (upper, lower) {
            (Ok(upper), Ok(lower)) => Ok(upper.into_iter().chain(lower).collect::<BTreeSet<_>>().into_iter().collect()),
            (Ok(names), Err(_)) | (Err(_), Ok(names)) => Ok(names),
            (Err(error), Err(_)) => Err(error),
        }
    }
}

impl<F: Files + ?Sized> Files for &F {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        (**self).read(path)
    }

    fn project(&self, path: &str) -> Option<String> {
        (**self).project(path)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        (**self).list(folder)
    }
}

/// A source that notes what is asked of it: which files a level needs, those that are missing included.
///
/// ```
/// use seamwalker_level::{Folder, TrackingFiles, read};
///
/// let shipped = Folder::new("../..");
/// let noted = TrackingFiles::new(&shipped);
/// read(&noted, "maps/first_stitch.tmx").unwrap();
/// let mut dependencies = noted.into_dependencies();
/// assert!(dependencies.paths().any(|path| path == "maps/tilesets/denim.tsx"));
/// assert!(dependencies.changed(&shipped).is_empty(), "what is inside the program stays as it is");
/// ```
pub struct TrackingFiles<'a> {
    files: &'a dyn Files,
    dependencies: RefCell<FileDependencies>,
}

impl<'a> TrackingFiles<'a> {
    /// Nothing is noted yet.
    #[must_use]
    pub fn new(files: &'a dyn Files) -> Self {
        Self { files, dependencies: RefCell::default() }
    }

    /// What was noted.
    #[must_use]
    pub fn into_dependencies(self) -> FileDependencies {
        self.dependencies.into_inner()
    }
}

impl std::fmt::Debug for TrackingFiles<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Noted").field(&self.dependencies).finish()
    }
}

impl Files for TrackingFiles<'_> {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let found = self.files.read(path);
        self.dependencies.borrow_mut().read.insert(path.to_owned(), stamp(&found));
        found
    }

    fn project(&self, path: &str) -> Option<String> {
        self.files.project(path)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let found = self.files.list(folder);
        self.dependencies.borrow_mut().listed.insert(folder.to_owned(), maps_among(&found));
        found
    }
}

/// Which files were read, and a number for what each of them held; and which folders were listed, and the maps in them: made
/// by [`TrackingFiles`], so that changes of them can be watched for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDependencies {
    read: BTreeMap<String, Option<u64>>,
    listed: BTreeMap<String, Vec<String>>,
}

impl FileDependencies {
    /// The files in alphabetical order, as their source names them.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.read.keys().map(String::as_str)
    }

    /// The files that hold something else by now, or came, or went, and the folders that were listed in which a map did.
    /// Each is told once: the notes say from now on what it holds now.
    pub fn changed(&mut self, files: &dyn Files) -> Vec<String> {
        let mut changed = Vec::new();
        for (folder, known) in &mut self.listed {
            let now = maps_among(&files.list(folder));
            if *known != now {
                *known = now;
                changed.push(folder.clone());
            }
        }
        for (path, known) in &mut self.read {
            let now = stamp(&files.read(path));
            if *known != now {
                *known = now;
                changed.push(path.clone());
            }
        }
        changed
    }
}

/// The maps in a folder: other files come and go while an editor saves.
fn maps_among(names: &io::Result<Vec<String>>) -> Vec<String> {
    names.iter().flatten().filter(|name| is_map(name)).cloned().collect()
}

/// A number for what a file holds; `None` for one that cannot be read.
fn stamp(content: &io::Result<Cow<'_, [u8]>>) -> Option<u64> {
    let mut fnv = Fnv::new();
    fnv.bytes(content.as_ref().ok()?);
    Some(fnv.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_have_one_spelling_and_stay_inside() {
        assert_eq!(normal_path("maps/./a/../b.tmx").unwrap(), "maps/b.tmx");
        assert_eq!(beside("maps/a.tmx", "../assets/x.png").unwrap(), "assets/x.png");
        assert_eq!(beside("a.tmx", "t.tsx").unwrap(), "t.tsx");
        for (name, good) in [("c:/x", "c:/x"), ("a\\b/../c", "c"), ("a\\..\\b", "a\\..\\b")] {
            // A name like any other, but on Windows.
            assert_eq!(normal_path(name).ok().as_deref(), (!cfg!(windows)).then_some(good), "{name}");
        }
        for bad in ["/etc/passwd", "../x", "a/../../x", "", ".", "a\0b"] {
            assert!(normal_path(bad).is_err(), "{bad:?}");
            assert!(beside("maps/deep/a.tmx", &format!("../../../{bad}")).is_err(), "{bad:?}");
        }
        assert!(beside("maps/a.tmx", "/maps/b.tsx").is_err());
    }

    #[test]
    fn a_map_is_known_by_its_path_and_by_its_name() {
        for asked in ["maps/a.tmx", "a.tmx", "a"] {
            assert!(is_called("maps/a.tmx", Path::new(asked)), "{asked}");
        }
        for asked in ["b", "other/a.tmx", "maps/a", "a.tmj", ""] {
            assert!(!is_called("maps/a.tmx", Path::new(asked)), "{asked}");
        }
    }

    #[test]
    fn the_nearest_project_counts() {
        static FILES: &[(&str, &[u8])] =
            &[("a/b/p.tiled-project", b""), ("a/q.tiled-project", b""), ("a/b/c/m.tmx", b""), ("n.tmj", b"")];
        let files = Embedded(FILES);
        assert_eq!(files.project("a/b/c/m.tmx").as_deref(), Some("a/b/p.tiled-project"));
        assert_eq!(files.project("a/x.tmx").as_deref(), Some("a/q.tiled-project"));
        assert_eq!(files.project("z.tmx"), None);
        assert_eq!(files.maps().collect::<Vec<_>>(), ["a/b/c/m.tmx", "n.tmj"]);
    }
}
