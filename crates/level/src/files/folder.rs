//! Files in a folder on disk. Nothing outside the folder is ever read, not even through a symbolic link.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::files::bounded::read_file;
use crate::files::paths::{PROJECT_ENDING, folders_above, normal_path};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Nothing outside this folder is ever read.
    pub root: PathBuf,
    /// If not empty, only these direct subfolders are read.
    pub only: Vec<String>,
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
        Self { root: root.into(), only: Vec::new(), file_bytes: Limits::DEFAULT.file_bytes }
    }

    /// The folder that a map may read from, and the map's path in it: the nearest folder above with a Tiled project, or else
    /// the map's own. One special case: if the project lies in a folder `maps` beside a folder `assets`, as in the game
    /// itself, both folders may be read and nothing else.
    ///
    /// # Errors
    /// If the map does not exist.
    pub fn for_map(path: impl AsRef<Path>) -> io::Result<(Self, String)> {
        let map = fs::canonicalize(path)?;
        let not_a_file = || io::Error::new(io::ErrorKind::InvalidInput, "a map is a file");
        let own = map.parent().ok_or_else(not_a_file)?;
        let project = Self::project_above(own).unwrap_or(own);
        let folder = Self::maps_and_assets(project).unwrap_or_else(|| Self::new(project));
        let inside = map.strip_prefix(&folder.root).map_err(|_| not_a_file())?;
        let name =
            slashed(inside).ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "its path is not UTF-8"))?;
        Ok((folder, name))
    }

    /// The nearest folder with a Tiled project, starting at `folder` itself and going up.
    #[must_use]
    pub fn project_above(folder: &Path) -> Option<&Path> {
        folder.ancestors().find(|folder| project_in(folder).is_some())
    }

    /// The parent of a folder `maps`, if it also contains `assets`.
    fn maps_and_assets(project: &Path) -> Option<Self> {
        let root = project.parent()?;
        let both = project.file_name()? == "maps" && root.join("assets").is_dir();
        both.then(|| Self { only: vec!["maps".to_owned(), "assets".to_owned()], ..Self::new(root) })
    }

    /// The real path of a file or folder inside this folder, with links resolved.
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
            self.inside(&path).is_ok_and(|real| real.is_file()).then_some(path)
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

/// The Tiled project in a folder; the first in alphabetical order if there are several.
fn project_in(folder: &Path) -> Option<String> {
    let names = fs::read_dir(folder).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter(|name| name.ends_with(PROJECT_ENDING)).min()
}

/// A relative path with `/` between its parts, if it is UTF-8.
fn slashed(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.components().map(|c| c.as_os_str().to_str()).collect();
    parts.map(|parts| parts.join("/"))
}
