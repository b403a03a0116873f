//! Storage in memory, and tests of what all storages share.

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
    /// Nothing can be renamed.
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
