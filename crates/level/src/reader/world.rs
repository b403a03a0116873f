//! Reads a selection of the maps of a world.

use crate::files::Files;
use crate::level::Level;
use crate::limits::Limits;
use crate::problem::Problem;
use crate::reader::read::{MapSelection, read_level};
use crate::world_file::WorldFile;

impl WorldFile {
    /// Reads some of the maps as one level, in the order of the world. The bounds, [`Level::rooms`] and ids do not depend on
    /// the selection.
    ///
    /// # Errors
    /// As [`read`](crate::read).
    pub fn read(&self, files: &dyn Files, chosen: &[usize], limits: &Limits) -> Result<Level, Vec<Problem>> {
        let reading = read_level(files, &self.path, MapSelection::Some(self, chosen), limits);
        reading.level.ok_or(reading.problems)
    }
}
