//! Storage of saved files: a folder of the user's, or the browser's storage.

#[cfg(not(target_family = "wasm"))]
pub mod disk;
#[cfg(test)]
pub mod tests;

use std::io;

use super::MAX_SAVE_BYTES;
use crate::app::window::page;

/// Stores texts by name.
pub trait Storage {
    /// Loads a text; `None` only if nothing has that name.
    ///
    /// # Errors
    /// When something has that name but cannot be read: a folder, a file without permission, a broken link, or a text of more
    /// than [`MAX_SAVE_BYTES`].
    fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Saves a text. Whatever happens, afterwards the name has either all of it or the old content.
    ///
    /// # Errors
    /// When it cannot be written; the old content is still there.
    fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Saves a text under a free name.
    ///
    /// # Errors
    /// `AlreadyExists` when something has that name, readable or not; others when the text cannot be written.
    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Renames a text to a free name. It need not be readable.
    ///
    /// # Errors
    /// `AlreadyExists` when something has the new name; `NotFound` when nothing has the old one; others when it cannot be
    /// renamed.
    fn rename(&self, name: &str, to: &str) -> io::Result<()>;

    /// Exports a file for the player. Returns where it is.
    ///
    /// # Errors
    /// When it cannot be written.
    fn export(&self, name: &str, bytes: &[u8]) -> io::Result<String>;
}

/// The most texts kept beside a name for the same reason.
const MAX_BESIDE: usize = 100;

/// Calls `act` with each name until one is free, and returns that name; `full` explains the error if none is.
fn with_free_name(
    names: impl Iterator<Item = String>,
    full: &str,
    mut act: impl FnMut(&str) -> io::Result<()>,
) -> io::Result<String> {
    for name in names {
        match act(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done.map(|()| name),
        }
    }
    Err(io::Error::other(full))
}

/// Moves a text out of the way, for a reason (one word), to a free name, which is returned; `None` if there is no such text. The player
/// may repair it or want it back. It need not be readable.
///
/// # Errors
/// When it could not be moved.
pub fn set_aside(storage: &dyn Storage, name: &str, reason: &str) -> io::Result<Option<String>> {
    let names = (1..=MAX_BESIDE).map(|i| format!("{name}.{reason}-{i}"));
    let full = format!("there are {MAX_BESIDE} such files already: move some of them away");
    match with_free_name(names, &full, |beside| storage.rename(name, beside)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        moved => moved.map(Some),
    }
}

/// Opens the storage of this machine, if it has one.
pub fn open() -> Option<Box<dyn Storage>> {
    if page::IS_THERE {
        return Some(Box::new(Browser));
    }
    #[cfg(not(target_family = "wasm"))]
    {
        let home = directories::ProjectDirs::from("", "", "seamwalker")?;
        let disk = disk::Disk::new(home.data_dir());
        disk.sweep();
        Some(Box::new(disk))
    }
    #[cfg(target_family = "wasm")]
    None
}

/// The browser's storage for the page's address. A text is replaced in one call, which keeps the old one if it fails.
struct Browser;

impl Storage for Browser {
    fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let text = page::load(name).map(String::into_bytes);
        match text {
            Some(text) if text.len() > MAX_SAVE_BYTES => {
                Err(io::Error::other(format!("it is larger than {MAX_SAVE_BYTES} bytes")))
            }
            text => Ok(text),
        }
    }

    fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(bytes);
        page::save(name, &text).map_or(Ok(()), |why| Err(io::Error::other(why)))
    }

    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if self.load(name)?.is_some() { Err(io::ErrorKind::AlreadyExists.into()) } else { self.save(name, bytes) }
    }

    fn rename(&self, name: &str, to: &str) -> io::Result<()> {
        let bytes = self.load(name)?.ok_or(io::ErrorKind::NotFound)?;
        self.create(to, &bytes)?;
        page::remove(name);
        Ok(())
    }

    fn export(&self, name: &str, bytes: &[u8]) -> io::Result<String> {
        page::download(name, bytes);
        Ok(format!("'{name}' among your downloads"))
    }
}
