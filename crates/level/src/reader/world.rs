//! Reads a selection of the maps of a world.

use crate::files::source::Files;
use crate::level::Level;
use crate::limits::Limits;
use crate::problem::Problem;
use crate::reader::read::{MapSelection, read_level};
use crate::world_file::WorldFile;

impl WorldFile {
    /// Reads some of the maps as one level, in the order of the world. Its bounds and [`Level::rooms`] are those of the whole
    /// world, whichever are chosen; its ids are the same in every choice.
    ///
    /// # Errors
    /// As [`read`](crate::read).
    pub fn read(&self, files: &dyn Files, chosen: &[usize], limits: &Limits) -> Result<Level, Vec<Problem>> {
        let reading = read_level(files, &self.path, MapSelection::Some(self, chosen), limits);
        reading.level.ok_or(reading.problems)
    }
}
