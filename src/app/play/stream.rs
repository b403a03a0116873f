//! The maps of a world that is played: which are there, and when others must come.

use std::sync::Arc;

use seamwalker::level::{Files, Level, Limits, Meta, Problem, WorldFile};
use seamwalker::sim::World;

use crate::app::save::progress::CollectedCount;

/// A world file while it is played.
pub struct Stream {
    file: WorldFile,
    limits: Limits,
    /// What the world says of itself, whichever maps are there.
    meta: Meta,
    /// Everything that there is to find in all maps.
    pub all: CollectedCount,
    /// The maps that are there.
    pub now: Vec<usize>,
    /// Maps that could not be read together: somebody broke a file meanwhile. They are tried again once it is mended.
    broken: Option<Vec<usize>>,
}

impl Stream {
    /// The stream of a world file, of which `whole` was made.
    ///
    /// # Errors
    /// What keeps the file from being a world.
    pub fn open(files: &dyn Files, path: &str, whole: &Level, limits: Limits) -> Result<Self, Vec<Problem>> {
        let file = WorldFile::open(files, path, &limits)?;
        let (meta, all) = (whole.meta.clone(), CollectedCount::all(whole));
        Ok(Self { file, limits, meta, all, now: Vec::new(), broken: None })
    }

    /// Whether other maps are near the player than those that are there.
    fn wanted(&self, world: &World) -> Option<Vec<usize>> {
        let near = world.near_maps(&self.file, &self.now);
        (near != self.now && self.broken.as_ref() != Some(&near)).then_some(near)
    }

    /// The level that the world should go on in, if it is another: see [`World::streamed`].
    ///
    /// # Errors
    /// What is wrong with the maps that came near, once.
    pub fn next(&mut self, world: &World, files: &dyn Files) -> Result<Option<Arc<Level>>, Vec<Problem>> {
        let Some(near) = self.wanted(world) else { return Ok(None) };
        match self.file.read(files, &near, &self.limits) {
            Ok(mut level) => {
                (self.now, self.broken) = (near, None);
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
