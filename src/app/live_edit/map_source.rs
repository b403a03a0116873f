//! Where the running level's map comes from.

use std::path::PathBuf;

/// Where a level's map comes from.
#[derive(Clone)]
pub struct MapSource {
    /// The map, as its files name it.
    pub path: String,
    /// The layers that the user made solid.
    pub solid_layers: Vec<String>,
    /// The folder of the files on disk; `None` if they are not on disk.
    pub root: Option<PathBuf>,
}

impl MapSource {
    /// The map's file; `None` if it is not on disk.
    pub fn file(&self) -> Option<PathBuf> {
        self.root.as_ref().map(|root| root.join(&self.path))
    }
}
