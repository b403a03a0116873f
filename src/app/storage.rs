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
const MOST_ASIDE: usize = 100;

/// Keeps a text that goes for this reason (one word) under another name, which is returned: somebody may mend it or want it
/// back, and it is not overwritten.
///
/// # Errors
/// When it cannot be written.
pub fn set_aside(storage: &dyn Storage, name: &str, reason: &str, bytes: &[u8]) -> io::Result<String> {
    let names = (1..=MOST_ASIDE).map(|i| format!("{name}.{reason}-{i}"));
    for aside in names {
        match storage.load(&aside)? {
            Some(known) if known == bytes => return Ok(aside),
            Some(_) => {}
            None => return storage.save(&aside, bytes).map(|()| aside),
        }
    }
    Err(io::Error::other(format!("there are {MOST_ASIDE} such files already: move some of them away")))
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

#[cfg(not(target_family = "wasm"))]
pub mod disk {
    use std::fs::{self, File};
    use std::io::{self, Write};
    use std::path::{Path, PathBuf};
    use std::time::Duration;

    use super::{MOST_ASIDE, Storage};

    /// A file that somebody began to write so long ago will not be finished: its writer was killed.
    const ABANDONED: Duration = Duration::from_secs(60);

    /// A folder with a file for every text.
    pub struct Disk {
        folder: PathBuf,
    }

    impl Disk {
        /// Keeps texts in this folder, which is made when there is something to keep.
        pub fn new(folder: &Path) -> Self {
            Self { folder: folder.to_owned() }
        }

        /// Removes what was begun and never finished. What cannot be removed does no harm.
        pub fn sweep(&self) {
            let abandoned = |path: &Path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                let begun =
                    name.starts_with('.') && name.rsplit('.').next().is_some_and(|id| id.parse::<u32>().is_ok());
                let age = path.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
                begun && path.is_file() && age.is_some_and(|age| age > ABANDONED)
            };
            let paths = fs::read_dir(&self.folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
            for path in paths.filter(|path| abandoned(path)) {
                let _ = fs::remove_file(path);
            }
        }

        /// Makes the name of the folder's files outlast a power cut; some systems cannot open folders.
        fn flush(&self) -> io::Result<()> {
            File::open(&self.folder).map_or(Ok(()), |folder| folder.sync_all())
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
            self.flush()
        }

        fn remove(&self, name: &str) -> io::Result<()> {
            match fs::remove_file(self.folder.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                _ => self.flush(),
            }
        }

        /// Another file of this name stays: this one gets a number.
        fn hand_out(&self, name: &str, bytes: &[u8]) -> io::Result<String> {
            let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "txt"));
            let names = (2..=MOST_ASIDE).map(|i| format!("{stem}-{i}.{ending}"));
            let free = std::iter::once(name.to_owned()).chain(names).find(|name| !self.folder.join(name).exists());
            let free = free.ok_or_else(|| io::Error::other("there are too many files of this name: move some away"))?;
            self.save(&free, bytes)?;
            Ok(self.folder.join(free).display().to_string())
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
            disk.remove("a.json").unwrap();
            disk.remove("a.json").unwrap();
            assert!(disk.load("a.json").unwrap().is_none());
            fs::remove_dir_all(&folder).unwrap();
        }

        #[test]
        fn only_what_was_abandoned_is_swept_away() {
            let folder = std::env::temp_dir().join(format!("seamwalker-sweep-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let old = std::time::SystemTime::now() - ABANDONED * 2;
            for (name, time) in [(".a.json.7", Some(old)), (".a.json.8", None), ("a.json", Some(old))] {
                let file = File::create(folder.join(name)).unwrap();
                time.into_iter().for_each(|time| file.set_modified(time).unwrap());
            }
            let disk = Disk::new(&folder);
            disk.sweep();
            let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            left.sort();
            assert_eq!(left, [".a.json.8", "a.json"]);
            fs::remove_dir_all(&folder).unwrap();
        }

        #[test]
        fn a_file_that_is_handed_out_overwrites_no_other() {
            let folder = std::env::temp_dir().join(format!("seamwalker-out-{}", std::process::id()));
            let disk = Disk::new(&folder);
            let [one, two] = ["one", "two"].map(|text| disk.hand_out("run.json", text.as_bytes()).unwrap());
            assert_eq!((fs::read(one).unwrap(), fs::read(two).unwrap()), (b"one".to_vec(), b"two".to_vec()));
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

        fn remove(&self, name: &str) -> io::Result<()> {
            self.0.borrow_mut().remove(name);
            Ok(())
        }

        fn hand_out(&self, name: &str, bytes: &[u8]) -> io::Result<String> {
            self.save(name, bytes).map(|()| name.to_owned())
        }
    }

    #[test]
    fn damaged_texts_are_kept_beside_each_other_and_each_once() {
        let memory = Memory::default();
        assert_eq!(set_aside(&&memory, "a", "damaged", b"x").unwrap(), "a.damaged-1");
        assert_eq!(set_aside(&&memory, "a", "damaged", b"y").unwrap(), "a.damaged-2");
        assert_eq!(set_aside(&&memory, "a", "damaged", b"x").unwrap(), "a.damaged-1");
        assert_eq!(memory.0.borrow().len(), 2);
    }
}
