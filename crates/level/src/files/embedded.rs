//! Files compiled into the program.

use crate::files::paths::{is_level, normal_path};
use crate::files::source::Files;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;

/// Files compiled into the program, as path and bytes.
///
/// ```
/// use seamwalker_level::{Embedded, Files};
///
/// // Your own: `include_bytes!` makes the table.
/// let own = Embedded(&[("maps/a.tmx", b"<map/>"), ("maps/readme.txt", b"hello")]);
/// assert_eq!(own.maps().collect::<Vec<_>>(), ["maps/a.tmx"]);
/// assert!(own.read("maps/b.tmx").is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Embedded(pub &'static [(&'static str, &'static [u8])]);

impl Embedded {
    /// The paths of the embedded maps and worlds, in the order of the table.
    pub fn maps(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name).filter(|name| is_level(name))
    }
}

impl Files for Embedded {
    fn read(&self, path: &str) -> io::Result<Cow<'_, [u8]>> {
        let path = normal_path(path)?;
        let found = self.0.iter().find(|(name, _)| *name == path);
        found.map(|(_, bytes)| Cow::Borrowed(*bytes)).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let folder = if folder.is_empty() { String::new() } else { normal_path(folder)? + "/" };
        let name = |path: &'static str| path.strip_prefix(&folder).filter(|name| !name.contains('/'));
        let names: BTreeSet<&str> = self.0.iter().filter_map(|(path, _)| name(path)).collect();
        Ok(names.into_iter().map(str::to_owned).collect())
    }
}

#[cfg(test)]
#[path = "embedded_tests.rs"]
mod tests;
