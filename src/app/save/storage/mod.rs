//! Storage of saved files: a folder of the user's, or the browser's storage.

#[cfg(not(target_family = "wasm"))]
pub mod disk;

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

    /// Removes a text. It is no error if there is none.
    ///
    /// # Errors
    /// When it is still there.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Exports a file for the player. Returns where it is.
    ///
    /// # Errors
    /// When it cannot be written.
    fn hand_out(&self, name: &str, bytes: &[u8]) -> io::Result<String>;
}

/// The most texts kept beside a name for the same reason.
const MAX_BESIDE: usize = 100;

/// The names for texts beside `name`, for a reason (one word).
pub fn names_beside(name: &str, reason: &str) -> impl Iterator<Item = String> {
    (1..=MAX_BESIDE).map(move |i| format!("{name}.{reason}-{i}"))
}

/// Calls `act` with each name beside `name` until one is free. Returns that name.
fn with_free_name(name: &str, reason: &str, mut act: impl FnMut(&str) -> io::Result<()>) -> io::Result<String> {
    for beside in names_beside(name, reason) {
        match act(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done.map(|()| beside),
        }
    }
    Err(io::Error::other(format!("there are {MAX_BESIDE} such files already: move some of them away")))
}

/// Writes a text beside another one, under a free name, which is returned.
///
/// # Errors
/// When it cannot be written.
pub fn create_beside(storage: &dyn Storage, name: &str, reason: &str, bytes: &[u8]) -> io::Result<String> {
    with_free_name(name, reason, |beside| storage.create(beside, bytes))
}

/// Moves a text out of the way, to a free name, which is returned; `None` if there is no such text. The player may repair it or want
/// it back. It need not be readable.
///
/// # Errors
/// When it could not be moved.
pub fn set_aside(storage: &dyn Storage, name: &str, reason: &str) -> io::Result<Option<String>> {
    match with_free_name(name, reason, |beside| storage.rename(name, beside)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        moved => moved.map(Some),
    }
}

/// Replaces a text. The old one is kept under a name beside it, which is returned.
///
/// # Errors
/// When it cannot be written; then nothing is changed.
pub fn replace(storage: &dyn Storage, name: &str, reason: &str, bytes: &[u8]) -> io::Result<Option<String>> {
    let Some(old) = storage.load(name)? else { return storage.create(name, bytes).map(|()| None) };
    let beside = create_beside(storage, name, reason, &old)?;
    storage.save(name, bytes).inspect_err(|_| {
        // The old text is still in place. If its copy remains, it does no harm.
        let _ = storage.remove(&beside);
    })?;
    Ok(Some(beside))
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
        let text = page::ask(&["load", name]).map(String::into_bytes);
        match text {
            Some(text) if text.len() > MAX_SAVE_BYTES => {
                Err(io::Error::other(format!("it is larger than {MAX_SAVE_BYTES} bytes")))
            }
            text => Ok(text),
        }
    }

    fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(bytes);
        page::ask(&["save", name, &text]).map_or(Ok(()), |why| Err(io::Error::other(why)))
    }

    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        if self.load(name)?.is_some() { Err(io::ErrorKind::AlreadyExists.into()) } else { self.save(name, bytes) }
    }

    fn rename(&self, name: &str, to: &str) -> io::Result<()> {
        let bytes = self.load(name)?.ok_or(io::ErrorKind::NotFound)?;
        self.create(to, &bytes)?;
        self.remove(name)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        page::ask(&["remove", name]);
        Ok(())
    }

    fn hand_out(&self, name: &str, bytes: &[u8]) -> io::Result<String> {
        page::give(bytes);
        page::ask(&["download", name]);
        Ok(format!("'{name}' among your downloads"))
    }
}

#[cfg(test)]
pub mod tests {
    use std::cell::{Cell, RefCell};
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    /// Storage in memory that simulates the faults of a disk.
    #[derive(Default)]
    pub struct Memory {
        pub texts: RefCell<BTreeMap<String, Vec<u8>>>,
        /// Names of unreadable texts.
        pub unreadable: RefCell<BTreeSet<String>>,
        /// Bytes that can be written until the disk is full; `None` for no limit.
        pub room: Cell<Option<usize>>,
        /// Nothing can be renamed or removed.
        pub fixed: Cell<bool>,
        /// The number of writes.
        pub writes: Cell<usize>,
    }

    impl Memory {
        /// All names of texts.
        pub fn names(&self) -> Vec<String> {
            self.texts.borrow().keys().cloned().collect()
        }

        /// Stores a text, ignoring the faults.
        pub fn put(&self, name: &str, text: impl AsRef<[u8]>) {
            self.texts.borrow_mut().insert(name.to_owned(), text.as_ref().to_owned());
        }

        /// A text, which must exist.
        pub fn text(&self, name: &str) -> Vec<u8> {
            self.texts.borrow()[name].clone()
        }

        fn has(&self, name: &str) -> bool {
            self.texts.borrow().contains_key(name)
        }
    }

    impl Storage for &Memory {
        fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
            if self.unreadable.borrow().contains(name) {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            Ok(self.texts.borrow().get(name).cloned())
        }

        fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
            assert!(!self.unreadable.borrow().contains(name), "{name} cannot be read and was overwritten");
            if self.room.get().is_some_and(|room| room < bytes.len()) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.room.set(self.room.get().map(|room| room - bytes.len()));
            self.writes.set(self.writes.get() + 1);
            self.put(name, bytes);
            Ok(())
        }

        fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
            if self.has(name) { Err(io::ErrorKind::AlreadyExists.into()) } else { self.save(name, bytes) }
        }

        fn rename(&self, name: &str, to: &str) -> io::Result<()> {
            if self.fixed.get() {
                return Err(io::ErrorKind::ReadOnlyFilesystem.into());
            }
            if self.has(to) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            let text = self.texts.borrow_mut().remove(name).ok_or(io::ErrorKind::NotFound)?;
            self.put(to, text);
            if self.unreadable.borrow_mut().remove(name) {
                self.unreadable.borrow_mut().insert(to.to_owned());
            }
            Ok(())
        }

        fn remove(&self, name: &str) -> io::Result<()> {
            if self.fixed.get() {
                return Err(io::ErrorKind::ReadOnlyFilesystem.into());
            }
            self.texts.borrow_mut().remove(name);
            Ok(())
        }

        fn hand_out(&self, name: &str, bytes: &[u8]) -> io::Result<String> {
            self.save(name, bytes).map(|()| name.to_owned())
        }
    }

    #[test]
    fn texts_that_are_set_aside_are_kept_beside_each_other() {
        let memory = &Memory::default();
        for text in ["x", "y"] {
            memory.put("a", text);
            assert!(set_aside(&memory, "a", "damaged").unwrap().is_some());
        }
        assert_eq!(memory.names(), ["a.damaged-1", "a.damaged-2"]);
        assert_eq!(memory.text("a.damaged-2"), b"y");
        assert_eq!(set_aside(&memory, "a", "damaged").unwrap(), None, "there is nothing to be moved");
    }

    #[test]
    fn what_is_replaced_is_kept_and_stays_in_place_when_the_disk_is_full() {
        let memory = &Memory::default();
        assert_eq!(replace(&memory, "a", "replaced", b"one").unwrap(), None);
        assert_eq!(replace(&memory, "a", "replaced", b"two").unwrap(), Some("a.replaced-1".into()));
        assert_eq!((memory.text("a"), memory.text("a.replaced-1")), (b"two".to_vec(), b"one".to_vec()));
        // No room at all, and room for the copy of the old text only.
        for room in [0, 4] {
            memory.room.set(Some(room));
            let error = replace(&memory, "a", "replaced", b"three").unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
            assert_eq!((memory.names(), memory.text("a")), (vec!["a".into(), "a.replaced-1".into()], b"two".to_vec()));
        }
    }
}
