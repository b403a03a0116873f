//! Where what must outlast the program is kept: a folder of the user's, or the browser's storage.

#[cfg(not(target_family = "wasm"))]
pub mod disk;

use std::io;

use super::MAX_BYTES;
use crate::app::window::page;

/// A few texts by their names.
pub trait Storage {
    /// What was saved last under a name; `None` only if nothing has that name.
    ///
    /// # Errors
    /// When something has that name but cannot be read: a folder, a file without permission, a link to nowhere, or a text
    /// of more than [`MAX_BYTES`].
    fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Keeps a text: afterwards there is either all of it or what was there before, whatever happens meanwhile.
    ///
    /// # Errors
    /// When it cannot be written; what was there before still is.
    fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Keeps a text under a name that nothing has yet.
    ///
    /// # Errors
    /// `AlreadyExists` when something has that name, readable or not; others when the text cannot be written.
    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()>;

    /// Gives a text another name, which nothing has yet. It need not be readable.
    ///
    /// # Errors
    /// `AlreadyExists` when something has the new name; `NotFound` when nothing has the old one; others when it cannot be
    /// renamed.
    fn rename(&self, name: &str, to: &str) -> io::Result<()>;

    /// Forgets a text. One that is not there is forgotten already.
    ///
    /// # Errors
    /// When it is still there.
    fn remove(&self, name: &str) -> io::Result<()>;

    /// Gives a text to the player as a file, and says where it is.
    ///
    /// # Errors
    /// When it cannot be written.
    fn hand_out(&self, name: &str, bytes: &[u8]) -> io::Result<String>;
}

/// How many texts of one name are kept beside it for the same reason.
const MAX_ASIDE: usize = 100;

/// The names under which texts are kept beside `name` for a reason (one word).
pub fn names_beside(name: &str, reason: &str) -> impl Iterator<Item = String> {
    (1..=MAX_ASIDE).map(move |i| format!("{name}.{reason}-{i}"))
}

/// Calls `act` with one name beside `name` after the other, until one is free. Returns that one.
fn with_free_name(name: &str, reason: &str, mut act: impl FnMut(&str) -> io::Result<()>) -> io::Result<String> {
    for beside in names_beside(name, reason) {
        match act(&beside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done.map(|()| beside),
        }
    }
    Err(io::Error::other(format!("there are {MAX_ASIDE} such files already: move some of them away")))
}

/// Writes a text beside another one, under a name that nothing has yet, which is returned.
///
/// # Errors
/// When it cannot be written.
pub fn create_beside(storage: &dyn Storage, name: &str, reason: &str, bytes: &[u8]) -> io::Result<String> {
    with_free_name(name, reason, |beside| storage.create(beside, bytes))
}

/// Moves a text out of the way, under a name that nothing has yet, which is returned; `None` if there is no such text. It may
/// be mended or wanted back. It need not be readable, and takes no more room than before.
///
/// # Errors
/// When it is still where it was.
pub fn set_aside(storage: &dyn Storage, name: &str, reason: &str) -> io::Result<Option<String>> {
    match with_free_name(name, reason, |beside| storage.rename(name, beside)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        moved => moved.map(Some),
    }
}

/// Replaces a text as a whole. What was there is kept under a name beside it, which is returned.
///
/// # Errors
/// When it cannot be written; then everything is as it was.
pub fn replace(storage: &dyn Storage, name: &str, reason: &str, bytes: &[u8]) -> io::Result<Option<String>> {
    let Some(old) = storage.load(name)? else { return storage.create(name, bytes).map(|()| None) };
    let beside = create_beside(storage, name, reason, &old)?;
    storage.save(name, bytes).inspect_err(|_| {
        // The old text is still in place; that its copy may stay as well does no harm.
        let _ = storage.remove(&beside);
    })?;
    Ok(Some(beside))
}

/// The storage of this machine; `None` where there is no place for one.
pub fn usual() -> Option<Box<dyn Storage>> {
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

/// The browser's storage, which belongs to the page's address. A text is replaced in one call, which leaves the old one where
/// it fails.
struct Browser;

impl Storage for Browser {
    fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let text = page::ask(&["load", name]).map(String::into_bytes);
        match text {
            Some(text) if text.len() > MAX_BYTES => {
                Err(io::Error::other(format!("it is larger than {MAX_BYTES} bytes")))
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

    /// Texts in memory, with every fault that a disk can have.
    #[derive(Default)]
    pub struct Memory {
        pub texts: RefCell<BTreeMap<String, Vec<u8>>>,
        /// Names that have something which cannot be read.
        pub unreadable: RefCell<BTreeSet<String>>,
        /// How many bytes can be written until the disk is full; `None` for as many as one likes.
        pub room: Cell<Option<usize>>,
        /// Nothing can be renamed or removed.
        pub fixed: Cell<bool>,
        /// How often something was written.
        pub writes: Cell<usize>,
    }

    impl Memory {
        /// All names of texts.
        pub fn names(&self) -> Vec<String> {
            self.texts.borrow().keys().cloned().collect()
        }

        /// Puts a text there, whatever the faults.
        pub fn put(&self, name: &str, text: impl AsRef<[u8]>) {
            self.texts.borrow_mut().insert(name.to_owned(), text.as_ref().to_owned());
        }

        /// A text, which must be there.
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
