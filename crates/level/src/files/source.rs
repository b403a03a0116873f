//! The trait that every source of files implements.

use std::borrow::Cow;
use std::io;

/// A source of files. Paths use `/`, are relative, and never leave the source.
///
/// ```
/// use std::{borrow::Cow, io};
///
/// use seamwalker_level::{Files, check};
///
/// /// Maps that come over the network, or out of an archive.
/// struct Only(&'static str);
///
/// impl Files for Only {
///     fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
///         if path == "map.tmx" { Ok(Cow::Borrowed(self.0.as_bytes())) } else { Err(io::ErrorKind::NotFound.into()) }
///     }
/// }
/// assert_eq!(check(&Only("<map"), "map.tmx")[0].line, 1);
/// ```
pub trait Files {
    /// The whole file.
    ///
    /// # Errors
    /// When there is no such regular file, it lies outside, or it is too large.
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>>;

    /// The path of the Tiled project that a file belongs to: in its folder, or in the nearest folder above. `None` when
    /// there is none; the classes that come with the game count then.
    fn project(&self, path: &str) -> Option<String> {
        let _ = path;
        None
    }

    /// The names of the files in a folder (empty for the topmost), in alphabetical order: what the patterns of a world are
    /// compared with. A source that cannot tell need not.
    ///
    /// # Errors
    /// When there is no such folder, it lies outside, holds too many files, or the source cannot tell.
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let _ = folder;
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl<F: Files + ?Sized> Files for &F {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        (**self).read(path)
    }

    fn project(&self, path: &str) -> Option<String> {
        (**self).project(path)
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        (**self).list(folder)
    }
}
