//! Where files come from: a folder that nothing escapes, or the bytes inside the program.

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

/// A source of files. Paths use `/`, are relative, and never leave the source.
pub trait Files {
    /// The whole file.
    ///
    /// # Errors
    /// When there is no such regular file, it lies outside, or it is too large.
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>>;
}

/// Files inside the program: path and bytes.
#[derive(Clone, Copy, Debug)]
pub struct Embedded(pub &'static [(&'static str, &'static [u8])]);

impl Files for Embedded {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(_, bytes)| Cow::Borrowed(*bytes)).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct Folder {
    /// Nothing outside of it is ever read.
    pub root: PathBuf,
}

impl Files for Folder {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let _ = path;
        Err(io::ErrorKind::Unsupported.into())
    }
}
