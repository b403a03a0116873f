//! Where what must outlast the program is kept: a folder of the user's, or the browser's storage.

use std::io;

use super::page;

/// A few texts by their names.
pub trait Storage {
    /// What was saved last under a name; `None` for nothing.
    ///
    /// # Errors
    /// When it cannot be read.
    fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>>;

    /// Keeps a text: afterwards there is either all of it or what was there before, whatever happens meanwhile.
    ///
    /// # Errors
    /// When it cannot be written; what was there before still is.
    fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()>;
}

/// How many damaged texts of one name are kept beside it.
const MOST_ASIDE: usize = 100;

/// Keeps a damaged text under another name, which is returned: somebody may mend it, and it is not overwritten.
///
/// # Errors
/// When it cannot be written.
pub fn set_aside(storage: &dyn Storage, name: &str, bytes: &[u8]) -> io::Result<String> {
    let names = (1..=MOST_ASIDE).map(|i| format!("{name}.damaged-{i}"));
    for aside in names {
        match storage.load(&aside)? {
            Some(known) if known == bytes => return Ok(aside),
            Some(_) => {}
            None => return storage.save(&aside, bytes).map(|()| aside),
        }
    }
    Err(io::Error::other("there are too many damaged files already"))
}

/// The storage of this machine; `None` where there is no place for one.
pub fn usual() -> Option<Box<dyn Storage>> {
    if page::IS_THERE {
        return Some(Box::new(Browser));
    }
    #[cfg(not(target_family = "wasm"))]
    {
        let home = directories::ProjectDirs::from("", "", "seamwalker")?;
        Some(Box::new(disk::Disk::new(home.data_dir())))
    }
    #[cfg(target_family = "wasm")]
    None
}

/// The browser's storage, which belongs to the page's address.
struct Browser;

impl Storage for Browser {
    fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(page::ask(&["load", name]).map(String::into_bytes))
    }

    fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(bytes);
        page::ask(&["save", name, &text]).map_or(Ok(()), |why| Err(io::Error::other(why)))
    }
}

#[cfg(not(target_family = "wasm"))]
mod disk {
    use std::fs::{self, File};
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};

    use super::Storage;

    /// A folder with a file for every text.
    pub struct Disk {
        folder: PathBuf,
    }

    impl Disk {
        /// Keeps texts in this folder, which is made when there is something to keep.
        pub fn new(folder: &Path) -> Self {
            Self { folder: folder.to_owned() }
        }
    }

    impl Storage for Disk {
        fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
            match fs::read(self.folder.join(name)) {
                Ok(bytes) => Ok(Some(bytes)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(error),
            }
        }

        /// Another file is written and takes the place of the old one in a single step.
        fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
            fs::create_dir_all(&self.folder)?;
            let new = self.folder.join(format!(".{name}.{}", std::process::id()));
            let written = File::create(&new).and_then(|mut file| {
                file.write_all(bytes)?;
                file.sync_all()
            });
            written.and_then(|()| fs::rename(&new, self.folder.join(name))).inspect_err(|_| {
                // What was begun is of no use; that it stays behind does no harm.
                let _ = fs::remove_file(&new);
            })?;
            // The new name must outlast a power cut as well; some systems cannot open folders.
            File::open(&self.folder).map_or(Ok(()), |folder| folder.sync_all())
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_file_is_replaced_whole_and_leaves_nothing_behind() {
            let folder = std::env::temp_dir().join(format!("seamwalker-storage-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            let disk = Disk::new(&folder);
            assert!(disk.load("a.json").unwrap().is_none());
            disk.save("a.json", b"one").unwrap();
            disk.save("a.json", b"two").unwrap();
            assert_eq!(disk.load("a.json").unwrap().as_deref(), Some(&b"two"[..]));
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "only the file itself");
            fs::remove_dir_all(&folder).unwrap();
        }

        #[test]
        fn what_cannot_be_written_is_an_error_and_changes_nothing() {
            let file = std::env::temp_dir().join(format!("seamwalker-storage-file-{}", std::process::id()));
            fs::write(&file, "a file where a folder should be").unwrap();
            assert!(Disk::new(&file).save("a.json", b"one").is_err());
            assert_eq!(fs::read(&file).unwrap(), b"a file where a folder should be");
            fs::remove_file(&file).unwrap();
        }
    }
}

#[cfg(test)]
pub mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    use super::*;

    /// Texts in memory.
    #[derive(Default)]
    pub struct Memory(pub RefCell<BTreeMap<String, Vec<u8>>>);

    impl Storage for &Memory {
        fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
            Ok(self.0.borrow().get(name).cloned())
        }

        fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
            self.0.borrow_mut().insert(name.to_owned(), bytes.to_owned());
            Ok(())
        }
    }

    #[test]
    fn damaged_texts_are_kept_beside_each_other_and_each_once() {
        let memory = Memory::default();
        assert_eq!(set_aside(&&memory, "a", b"x").unwrap(), "a.damaged-1");
        assert_eq!(set_aside(&&memory, "a", b"y").unwrap(), "a.damaged-2");
        assert_eq!(set_aside(&&memory, "a", b"x").unwrap(), "a.damaged-1");
        assert_eq!(memory.0.borrow().len(), 2);
    }
}
