//! Streams a world: loads the maps near the player and drops the others.

use std::sync::Arc;

use seamwalker_level::{Files, Level, Meta, Problem, ReadOptions, WorldFile};
use seamwalker_sim::World;

use crate::app::save::CollectedCount;

/// A world file being played.
pub struct Stream {
    file: WorldFile,
    options: ReadOptions,
    /// Properties of the whole world.
    meta: Meta,
    /// Collectibles in all maps.
    pub all: CollectedCount,
    /// The loaded maps.
    pub loaded: Vec<usize>,
    /// Maps that failed to load together, because a file was broken meanwhile. They are not tried again until others are needed.
    broken: Option<Vec<usize>>,
}

impl Stream {
    /// The stream of a world file whose whole level is `whole`.
    ///
    /// # Errors
    /// The problems of the world file.
    pub fn open(files: &dyn Files, path: &str, whole: &Level, options: &ReadOptions) -> Result<Self, Vec<Problem>> {
        let file = WorldFile::open(files, path, &options.limits)?;
        let (meta, all) = (whole.meta.clone(), CollectedCount::all(whole));
        Ok(Self { file, options: options.clone(), meta, all, loaded: Vec::new(), broken: None })
    }

    /// The level to continue in, if other maps are needed: see [`World::streamed`].
    ///
    /// # Errors
    /// The problems of those maps, once.
    pub fn next(&mut self, world: &World, files: &dyn Files) -> Result<Option<Arc<Level>>, Vec<Problem>> {
        let near = world.near_maps(&self.file, &self.loaded);
        if near == self.loaded || self.broken.as_ref() == Some(&near) {
            return Ok(None);
        }
        match self.file.read(files, &near, &self.options) {
            Ok(mut level) => {
                (self.loaded, self.broken) = (near, None);
                level.meta = self.meta.clone();
                Ok(Some(Arc::new(level)))
            }
            Err(problems) => {
                self.broken = Some(near);
                Err(problems)
            }
        }
    }
}
