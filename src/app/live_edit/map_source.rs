//! Where the running level's map comes from.

use std::path::PathBuf;
use std::rc::Rc;

use seamwalker_level::Files;

/// Where a level's map comes from.
#[derive(Clone)]
pub struct MapSource {
    /// The map's files.
    pub files: Rc<dyn Files>,
    /// The map, as they name it.
    pub path: String,
    /// The folder of the files on disk; `None` if they are not on disk.
    pub root: Option<PathBuf>,
}

impl MapSource {
    /// The map's file; `None` if it is not on disk.
    pub fn file(&self) -> Option<PathBuf> {
        self.root.as_ref().map(|root| root.join(&self.path))
    }
}
