//! Files with options of reading.

use std::borrow::Cow;
use std::io;
use std::rc::Rc;

use super::options::ReadOptions;
use super::source::Files;

/// Files that are read with these options, whatever their own are.
///
/// ```
/// use std::rc::Rc;
///
/// use seamwalker_level::{Folder, ReadOptions, TileScale, WithOptions, read};
///
/// let files = Rc::new(Folder::new("../.."));
/// let options = ReadOptions { tile_scale: TileScale::Times(2.0), ..Default::default() };
/// let level = read(&WithOptions { files, options }, "maps/first_stitch.tmx").unwrap();
/// assert_eq!(level.tile_size.x, 32);
/// ```
#[derive(Clone)]
pub struct WithOptions {
    /// The files.
    pub files: Rc<dyn Files>,
    /// How they are read.
    pub options: ReadOptions,
}

impl std::fmt::Debug for WithOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WithOptions").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Files for WithOptions {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        self.files.read(path)
    }

    fn project(&self, path: &str) -> Option<String> {
        self.files.project(path)
    }

    fn place(&self) -> Option<String> {
        self.files.place()
    }

    fn options(&self) -> &ReadOptions {
        &self.options
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        self.files.list(folder)
    }
}
