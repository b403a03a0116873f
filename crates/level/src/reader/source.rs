//! The files that a level was read from, with the lines of its objects and layers.

use std::collections::BTreeMap;

use glam::IVec2;

use crate::context::{FlatLayer, MapContext};
use crate::files::is_world;
use crate::guard::ElementKey;
use crate::level::Level;
use crate::world_file::IDS_PER_MAP;
use seamwalker_collide::Aabb;

/// The file of a map, with line numbers.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub path: String,
    /// The number of the map in its world.
    index: u32,
    /// The map's upper left corner in the level, in pixels.
    pub at: IVec2,
    /// The map's box in the level.
    pub aabb: Aabb,
    /// The line of its root element.
    pub line: u32,
    /// The lines of objects, by their ids in the map.
    pub objects: BTreeMap<u32, u32>,
    /// The lines of layers, by name. If names collide, the first layer wins.
    pub layers: BTreeMap<String, u32>,
}

impl Source {
    /// The file of a map that is being read, and the box of its cells.
    pub fn new(path: &str, context: &MapContext, flat: &[FlatLayer], aabb: Aabb) -> Self {
        let lines = context.checked_files.get(context.path).map(|file| &file.lines);
        let objects = lines.into_iter().flatten().filter_map(|(key, line)| match key {
            ElementKey::Object(id) => Some((*id, *line)),
            _ => None,
        });
        Self {
            path: path.to_owned(),
            index: context.index,
            at: context.at,
            aabb,
            line: context.line(context.path, ElementKey::Root),
            objects: objects.collect(),
            layers: flat.iter().rev().map(|layer| (layer.layer.name.clone(), layer.line)).collect(),
        }
    }
}

impl Level {
    /// The file and line of an object, by its id in the level; `None` if it comes from no file.
    ///
    /// ```
    /// use seamwalker_level::{Folder, read};
    ///
    /// let level = read(&Folder::new("../.."), "maps/first_stitch.tmx").unwrap();
    /// let (file, line) = level.line_of(1).unwrap();
    /// assert!(file == "maps/first_stitch.tmx" && line > 1);
    /// assert_eq!(level.line_of(999_999), None);
    /// ```
    #[must_use]
    pub fn line_of(&self, object: u32) -> Option<(&str, u32)> {
        let (source, id) = self.source_of(object);
        Some((&source?.path, *source?.objects.get(&id)?))
    }

    /// The map of an object, and the object's id in it.
    pub(crate) fn source_of(&self, object: u32) -> (Option<&Source>, u32) {
        let is_world = is_world(&self.path);
        let (index, id) = if is_world { (object / IDS_PER_MAP, object % IDS_PER_MAP) } else { (0, object) };
        (self.sources.iter().find(|source| source.index == index), id)
    }
}
