//! Files in a folder on disk. Nothing outside the folder is ever read, not even through a symbolic link.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::files::bounded::read_file;
use crate::files::options::ReadOptions;
use crate::files::paths::{PROJECT_ENDING, folders_above, normal_path};
use crate::files::root::root_of;
use crate::files::source::Files;
use crate::limits::Limits;

/// Maximum number of files in a folder that is listed. A game has hundreds.
const MAX_LISTED: usize = 1 << 14;

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
#[derive(Clone, Debug, PartialEq)]
pub struct Folder {
    /// Nothing outside this folder is ever read.
    pub root: PathBuf,
    /// Larger files are refused.
    pub file_bytes: u64,
}

impl Default for Folder {
    /// Everything below the current folder.
    fn default() -> Self {
        Self::new("")
    }
}

impl Folder {
    /// Everything below `root`.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into(), file_bytes: Limits::DEFAULT.file_bytes }
    }

    /// The folder that a map may read from, and the map's path in it. The files begin in the outermost folder above the map
    /// with a Tiled project or version control or, where that is higher, in the nearest one that holds all files that the map
    /// refers to; at most eight levels above the map, never above the home folder. For a folder of maps, the outermost of theirs.
    ///
    /// # Errors
    /// If the map or folder does not exist.
    pub fn for_map(path: impl AsRef<Path>) -> io::Result<(Self, String)> {
        let map = fs::canonicalize(path)?;
        let root = root_of(&map).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a map is a file"))?;
        Self::for_map_in(root, map)
    }

    /// A folder that a map may read from, and the map's path in it.
    ///
    /// # Errors
    /// If the map or the folder does not exist, or the map lies outside.
    pub fn for_map_in(root: impl AsRef<Path>, map: impl AsRef<Path>) -> io::Result<(Self, String)> {
        let (root, map) = (fs::canonicalize(root)?, fs::canonicalize(map)?);
        let folder = Self::new(root);
        let outside = |_| {
            let what = format!("it lies outside of {}", folder.root.display());
            io::Error::new(io::ErrorKind::PermissionDenied, what)
        };
        let inside = map.strip_prefix(&folder.root).map_err(outside)?;
        let name =
            slashed(inside).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "its path is not UTF-8"))?;
        Ok((folder, name))
    }

    /// The nearest folder with a Tiled project, starting at `folder` itself and going up.
    #[must_use]
    pub fn project_above(folder: &Path) -> Option<&Path> {
        folder.ancestors().find(|folder| project_in(folder).is_some())
    }

    /// The real path of a file or folder inside this folder, with links resolved.
    fn inside(&self, path: &str) -> io::Result<PathBuf> {
        let outside = || io::Error::new(io::ErrorKind::PermissionDenied, "it lies outside the project's folder");
        let root = fs::canonicalize(&self.root)?;
        let real = fs::canonicalize(root.join(path))?;
        if real.starts_with(&root) { Ok(real) } else { Err(outside()) }
    }
}

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        read_file(self.inside(&normal_path(path)?)?, self.file_bytes).map(Cow::Owned)
    }

    fn has(&self, path: &str) -> bool {
        normal_path(path).and_then(|path| self.inside(&path)).is_ok_and(|real| real.is_file())
    }

    fn project(&self, path: &str) -> Option<String> {
        let path = normal_path(path).ok()?;
        folders_above(&path).find_map(|folder| {
            let name = project_in(&self.root.join(folder))?;
            let path = format!("{folder}{name}");
            self.has(&path).then_some(path)
        })
    }

    fn place(&self) -> Option<String> {
        Some(fs::canonicalize(&self.root).ok()?.display().to_string())
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

/// How maps on disk are read.
///
/// ```
/// use seamwalker_level::{Limits, MapAccess, read_with};
///
/// // A map from a stranger: nothing outside of this folder, and no large files.
/// let limits = Limits { file_bytes: 1 << 20, ..Limits::DEFAULT };
/// let access = MapAccess { options: limits.into(), root: Some("../../maps".into()) };
/// let (folder, map) = access.open("../../maps/first_stitch.tmx").unwrap();
/// assert_eq!(map, "first_stitch.tmx");
/// assert!(read_with(&folder, &map, &access.options).is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MapAccess {
    /// The folder that maps may read from. Without it, it is found for each map: [`Folder::for_map`].
    pub root: Option<PathBuf>,
    /// The limits, and what the user asks for.
    pub options: ReadOptions,
}

impl MapAccess {
    /// The folder that a map may read from, and the map's path in it.
    ///
    /// # Errors
    /// If the map does not exist, or lies outside of the root.
    pub fn open(&self, map: impl AsRef<Path>) -> io::Result<(Folder, String)> {
        let (folder, path) = match &self.root {
            Some(root) => Folder::for_map_in(root, map)?,
            None => Folder::for_map(map)?,
        };
        Ok((Folder { file_bytes: self.options.limits.file_bytes, ..folder }, path))
    }
}

/// The Tiled project in a folder; the first in alphabetical order if there are several.
pub(super) fn project_in(folder: &Path) -> Option<String> {
    let names = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.ends_with(PROJECT_ENDING)).min()
}

/// A relative path with `/` between its parts, if it is UTF-8.
pub(super) fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.components().map(|c| c.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/"))
}
