//! Records which files a level was read from, to detect later changes.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;

use crate::files::paths::is_map;
use crate::files::source::Files;
use crate::fnv::Fnv;

/// The extension of music, with the dot. Programs list it, as worlds list maps.
const SCORE_ENDING: &str = ".score";

/// A source that records every file a level asks for, including missing ones.
///
/// ```
/// use seamwalker_level::{Folder, TrackingFiles, read};
///
/// let shipped = Folder::new("../..");
/// let files = TrackingFiles::new(&shipped);
/// read(&files, "maps/first_stitch.tmx").unwrap();
/// let mut dependencies = files.into_dependencies();
/// assert!(dependencies.paths().any(|path| path == "maps/tilesets/denim.tsx"));
/// assert!(dependencies.changed(&shipped).is_empty(), "what is inside the program stays as it is");
/// ```
pub struct TrackingFiles<'a> {
    files: &'a dyn Files,
    dependencies: RefCell<FileDependencies>,
}

impl<'a> TrackingFiles<'a> {
    /// Starts with an empty record.
    #[must_use]
    pub fn new(files: &'a dyn Files) -> Self {
        Self { files, dependencies: RefCell::default() }
    }

    /// The recorded files.
    #[must_use]
    pub fn into_dependencies(self) -> FileDependencies {
        self.dependencies.into_inner()
    }
}

impl std::fmt::Debug for TrackingFiles<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("TrackingFiles").field(&self.dependencies).finish()
    }
}

impl Files for TrackingFiles<'_> {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let found = self.files.read(path);
        self.dependencies.borrow_mut().read.insert(path.to_owned(), content_hash(&found));
        found
    }

    fn has(&self, path: &str) -> bool {
        // What a level needs is also read.
        self.files.has(path)
    }

    fn project(&self, path: &str) -> Option<String> {
        self.files.project(path)
    }

    fn place(&self) -> Option<String> {
        self.files.place()
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let found = self.files.list(folder);
        self.dependencies.borrow_mut().listed.insert(folder.to_owned(), content_among(&found));
        found
    }
}

/// The files that were read, each with a hash of its content, and the folders that were listed, with the maps and scores in them. Made
/// by [`TrackingFiles`], to detect changes.
///
/// ```
/// use seamwalker_level::{Folder, TrackingFiles, read};
///
/// let folder = Folder::new("../..");
/// let files = TrackingFiles::new(&folder);
/// read(&files, "maps/first_stitch.tmx").unwrap();
/// let mut dependencies = files.into_dependencies();
/// assert!(dependencies.paths().any(|path| path.ends_with(".tsx")), "the tilesets as well");
/// assert!(dependencies.changed(&folder).is_empty(), "nothing was saved meanwhile");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileDependencies {
    read: BTreeMap<String, Option<u64>>,
    listed: BTreeMap<String, Vec<String>>,
}

impl FileDependencies {
    /// The files in alphabetical order, as paths of their source.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.read.keys().map(String::as_str)
    }

    /// The folders that were listed, in alphabetical order.
    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.listed.keys().map(String::as_str)
    }

    /// The files that changed, appeared or disappeared since the last call, and the listed folders whose set of maps or scores changed.
    pub fn changed(&mut self, files: &dyn Files) -> Vec<String> {
        let mut changed = update(&mut self.listed, |folder| content_among(&files.list(folder)));
        changed.extend(update(&mut self.read, |path| content_hash(&files.read(path))));
        changed
    }
}

/// Brings all values up to date. Returns the keys of those that changed.
fn update<T: PartialEq>(known: &mut BTreeMap<String, T>, current: impl Fn(&str) -> T) -> Vec<String> {
    let mut changed = Vec::new();
    for (key, value) in known {
        let now = current(key);
        if *value != now {
            *value = now;
            changed.push(key.clone());
        }
    }
    changed
}

/// The maps and scores in a folder. Other files appear and disappear while an editor saves.
fn content_among(names: &io::Result<Vec<String>>) -> Vec<String> {
    names.iter().flatten().filter(|name| is_map(name) || name.ends_with(SCORE_ENDING)).cloned().collect()
}

/// A hash of a file's content; `None` if it cannot be read.
fn content_hash(content: &io::Result<Cow<'_, [u8]>>) -> Option<u64> {
    let mut fnv = Fnv::new();
    fnv.bytes(content.as_ref().ok()?);
    Some(fnv.finish())
}
