//! Two sources stacked: the upper one wins.

use crate::files::source::Files;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;

/// Two sources, one over the other. Files that the first does not have are read from the second.
///
/// ```
/// use seamwalker_level::{Files, Folder, Overlay};
///
/// // A player's own files first, then the shipped ones.
/// let files = Overlay(Folder::new("mods"), Folder::new("../.."));
/// assert!(files.read("maps/first_stitch.tmx").is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Overlay<Upper, Lower>(pub Upper, pub Lower);

impl<Upper: Files, Lower: Files> Files for Overlay<Upper, Lower> {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        match self.0.read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => self.1.read(path),
            other => other,
        }
    }

    fn has(&self, path: &str) -> bool {
        self.0.has(path) || self.1.has(path)
    }

    fn project(&self, path: &str) -> Option<String> {
        self.0.project(path).or_else(|| self.1.project(path))
    }

    fn place(&self) -> Option<String> {
        self.0.place().or_else(|| self.1.place())
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let (upper, lower) = (self.0.list(folder), self.1.list(folder));
        match (upper, lower) {
            (Ok(upper), Ok(lower)) => Ok(upper.into_iter().chain(lower).collect::<BTreeSet<_>>().into_iter().collect()),
            (Ok(names), Err(_)) | (Err(_), Ok(names)) => Ok(names),
            (Err(error), Err(_)) => Err(error),
        }
    }
}
