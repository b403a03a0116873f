//! The lines of objects in their files.

use crate::files::{Files, is_world};
use crate::guard::ElementKey;
use crate::limits::Limits;
use crate::reader::read::{MapSelection, Source, read_level};
use crate::world_file::IDS_PER_MAP;

/// The line numbers of all objects of a map or world. A level does not keep them, so the files are read again.
///
/// ```
/// use seamwalker_level::{Folder, Limits, ObjectLines};
///
/// let lines = ObjectLines::read(&Folder::new("../.."), "maps/first_stitch.tmx", &Limits::DEFAULT);
/// let (file, line) = lines.of(1).unwrap();
/// assert!(file == "maps/first_stitch.tmx" && line > 1);
/// assert_eq!(lines.of(999_999), None);
/// ```
#[derive(Debug)]
pub struct ObjectLines {
    /// One source per map; in a world in the order of its ids.
    pub(crate) sources: Vec<Source>,
    pub(crate) is_world: bool,
}

impl ObjectLines {
    /// Reads the map or world at `path`. If it cannot be read, no lines are known.
    #[must_use]
    pub fn read(files: &dyn Files, path: &str, limits: &Limits) -> Self {
        Self { sources: read_level(files, path, MapSelection::All, limits).sources, is_world: is_world(path) }
    }

    /// The file and line of an object, by its id in the level.
    #[must_use]
    pub fn of(&self, id: u32) -> Option<(&str, u32)> {
        let (source, id) = self.source_of(id);
        Some((&source?.path, *source?.lines.get(&ElementKey::Object(id))?))
    }

    /// The map of an object, and the object's id in it. All maps of the world must have been read.
    pub(crate) fn source_of(&self, id: u32) -> (Option<&Source>, u32) {
        let (map, id) = if self.is_world { (id / IDS_PER_MAP, id % IDS_PER_MAP) } else { (0, id) };
        (self.sources.get(map as usize), id)
    }
}
