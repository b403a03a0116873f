//! The trait that every source of files implements.

use std::borrow::Cow;
use std::io;

use crate::files::paths::{PROJECT_ENDING, folders_above};

/// A source of files. Paths are relative, use `/`, and never leave the source.
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
    /// Reads a whole file.
    ///
    /// # Errors
    /// If the path is not a regular file, lies outside, or is too large.
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>>;

    /// Whether a path is that of a file.
    fn has(&self, path: &str) -> bool {
        self.read(path).is_ok()
    }

    /// The path of the Tiled project that a file belongs to: in its folder, or the nearest folder above. Without one, the
    /// classes that ship with the game apply. Sources that cannot list files have none.
    fn project(&self, path: &str) -> Option<String> {
        folders_above(path).find_map(|folder| {
            let names = self.list(folder.trim_end_matches('/')).ok()?;
            Some(format!("{folder}{}", names.iter().find(|name| name.ends_with(PROJECT_ENDING))?))
        })
    }

    /// Where the source begins, for messages: a folder on disk.
    fn place(&self) -> Option<String> {
        None
    }

    /// The names of the files and folders in a folder (empty for the root), in alphabetical order. World patterns are matched against
    /// them. Sources that cannot list files may leave this out.
    ///
    /// # Errors
    /// If the folder does not exist, lies outside, holds too many files, or cannot be listed.
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let _ = folder;
        Err(io::ErrorKind::Unsupported.into())
    }
}

impl<F: Files + ?Sized> Files for &F {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        (**self).read(path)
    }

    fn has(&self, path: &str) -> bool {
        (**self).has(path)
    }

    fn project(&self, path: &str) -> Option<String> {
        (**self).project(path)
    }

    fn place(&self) -> Option<String> {
        (**self).place()
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        (**self).list(folder)
    }
}
