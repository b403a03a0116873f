//! The pictures, sounds and music of a pack, over those of the game. `docs/OWN_GAME.md` lists their names.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use std::rc::Rc;

use seamwalker_level::{FileDependencies, Files, TrackingFiles};

use crate::app::art_file::OWN;
use crate::app::live_edit::AssetWatcher;

/// Files of the game that a pack may replace: their folders, and the path in the pack.
const REPLACED: [(&str, &str, &str); 4] = [
    ("assets/", "title.", "png"),
    ("assets/", "music/", "score"),
    ("maps/", "backgrounds/", "png"),
    ("maps/", "tilesets/", "png"),
];

/// The path in the pack of a file that it may have.
fn path_in_pack(path: &str) -> Option<&str> {
    if let Some(own) = path.strip_prefix(OWN) {
        return Some(own);
    }
    let replaced = |(folder, start, ending): &(&str, &str, &str)| {
        let own = path.strip_prefix(folder)?;
        (own.starts_with(start) && own.ends_with(ending)).then_some(own)
    };
    REPLACED.iter().find_map(replaced)
}

/// The art of a pack, or of a map outside of a pack: in the folder of the manifest, or else of the map.
pub struct OwnArt {
    files: Rc<dyn Files>,
    /// The folder in the files; empty, or with a slash at its end.
    folder: String,
    /// The folder of the files on disk, if they can change during play.
    root: Option<PathBuf>,
    /// The art of the game.
    base: Rc<dyn Files>,
}

impl OwnArt {
    /// The art in a folder of these files.
    pub fn new(files: Rc<dyn Files>, folder: &str, root: Option<PathBuf>, base: Rc<dyn Files>) -> Self {
        Self { files, folder: folder.to_owned(), root, base }
    }

    /// Whether it is in the same files and the same folder.
    pub fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.files, &other.files) && self.folder == other.folder
    }

    /// The files of the pack that `load` reads or looks for.
    pub fn dependencies(&self, load: impl FnOnce(&dyn Files)) -> FileDependencies {
        let tracked = TrackingFiles::new(&*self.files);
        load(&TrackedArt { tracked: &tracked, art: self });
        tracked.into_dependencies()
    }

    /// Watches these files; `None` if they cannot change.
    pub fn watch(&self, dependencies: FileDependencies) -> Option<AssetWatcher> {
        let root = self.root.as_deref()?;
        Some(AssetWatcher::new(self.files.clone(), root, dependencies))
    }

    fn list_from(&self, own: &dyn Files, folder: &str) -> Vec<String> {
        // macOS adds a hidden file to each file in an archive.
        let may_be_own = |name: &String| !name.starts_with('.') && path_in_pack(&format!("{folder}/{name}")).is_some();
        let inside = folder.split_once('/').map_or("", |(_, inside)| inside);
        let mut names = own.list(&format!("{}{inside}", self.folder)).unwrap_or_default();
        names.retain(may_be_own);
        names.extend(self.base.list(folder).unwrap_or_default());
        names.sort();
        names.dedup();
        names
    }

    fn read_from<'a>(&'a self, own: &'a dyn Files, path: &str) -> io::Result<Cow<'a, [u8]>> {
        let found = path_in_pack(path).map(|name| own.read(&format!("{}{name}", self.folder)));
        match found {
            Some(Err(error)) if error.kind() == io::ErrorKind::NotFound => self.base.read(path),
            Some(read) => read,
            None => self.base.read(path),
        }
    }
}

impl Files for OwnArt {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        self.read_from(&*self.files, path)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        Ok(self.list_from(&*self.files, folder))
    }
}

/// The same, with a record of the files that were read from the pack.
struct TrackedArt<'a> {
    tracked: &'a TrackingFiles<'a>,
    art: &'a OwnArt,
}

impl Files for TrackedArt<'_> {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        self.art.read_from(self.tracked, path)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        Ok(self.art.list_from(self.tracked, folder))
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_level::{Limits, MemoryFiles};

    use super::*;

    #[test]
    fn files_of_a_pack_replace_those_of_the_game_by_name() {
        let list = [("pack/title.png", "T"), ("pack/music/attic.score", "M"), ("pack/sprites.png", "S")];
        let list = list.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()));
        let files = MemoryFiles::new(list, &Limits::DEFAULT).unwrap();
        let art = OwnArt::new(Rc::new(files), "pack/", None, Rc::new(shipped()));
        assert_eq!(&*art.read("assets/title.png").unwrap(), b"T");
        assert!(art.read("assets/sprites.png").unwrap().len() > 1000, "the sheet of all sprites cannot be replaced");
        let music = art.list("assets/music").unwrap();
        assert!(music.contains(&"attic.score".to_owned()) && music.contains(&"loom.score".to_owned()), "{music:?}");
        assert!(art.read("own/sounds/jump.wav").is_err());
        assert_eq!(
            &*art.read("maps/backgrounds/sky.png").unwrap(),
            &*shipped().read("maps/backgrounds/sky.png").unwrap()
        );
    }
}
