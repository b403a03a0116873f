//! Storage on disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use seamwalker_level::read_file;
use tempfile::NamedTempFile;

use super::{MAX_BESIDE, MAX_SAVE_BYTES, Storage, with_free_name};
use crate::output::{UNFINISHED, beside};

/// An unfinished file of this age is abandoned: its program was killed.
const ABANDONED_AGE: Duration = Duration::from_secs(60);

/// A folder with a file for every text.
pub struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Storage in this folder, which is created by the first write.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Removes abandoned unfinished files. If one cannot be removed, it does no harm.
    pub fn sweep(&self) {
        let abandoned = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let age = path.metadata().and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
            name.starts_with(UNFINISHED) && path.is_file() && age.is_some_and(|age| age > ABANDONED_AGE)
        };
        let paths = fs::read_dir(&self.folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        for path in paths.filter(|path| abandoned(path)) {
            let _ = fs::remove_file(path);
        }
    }

    /// Writes a new file beside `path` and flushes it to the disk.
    fn write_beside(&self, path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
        fs::create_dir_all(&self.folder)?;
        let mut new = beside(path)?;
        new.write_all(bytes)?;
        new.as_file().sync_all()?;
        Ok(new)
    }

    /// Flushes the folder, so that renames survive a power cut; some systems cannot open folders.
    fn flush(&self) -> io::Result<()> {
        File::open(&self.folder).map_or(Ok(()), |folder| folder.sync_all())
    }
}

/// Whether anything has this name: a file, a folder, or a broken link.
fn exists(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Renames a file to a free name.
fn rename_to_free(from: &Path, to: &Path) -> io::Result<()> {
    if exists(to)? { Err(io::ErrorKind::AlreadyExists.into()) } else { fs::rename(from, to) }
}

impl Storage for Disk {
    fn load(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        let path = self.folder.join(name);
        match read_file(&path, MAX_SAVE_BYTES as u64) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Err(error) if exists(&path)? => Err(io::Error::new(error.kind(), "it is a link to a missing file")),
            Err(_) => Ok(None),
        }
    }

    /// Writes a new file and replaces the old one in a single step. If the name is a link, its target is replaced.
    fn save(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.folder.join(name);
        let path = fs::canonicalize(&path).unwrap_or(path);
        self.write_beside(&path, bytes)?.persist(path)?;
        self.flush()
    }

    /// Renames the new file by a call that never replaces another. On file systems without such a call, it checks that the name is
    /// free first.
    fn create(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.folder.join(name);
        if exists(&path)? {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        match self.write_beside(&path, bytes)?.persist_noclobber(&path) {
            Err(failed) if failed.error.kind() != io::ErrorKind::AlreadyExists => {
                rename_to_free(&failed.file.into_temp_path(), &path)?;
            }
            done => drop(done?),
        }
        self.flush()
    }

    fn rename(&self, name: &str, to: &str) -> io::Result<()> {
        rename_to_free(&self.folder.join(name), &self.folder.join(to))?;
        self.flush()
    }

    /// Never replaces a file: if the name is taken, this one gets a number.
    fn hand_out(&self, name: &str, bytes: &[u8]) -> io::Result<String> {
        let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "txt"));
        let numbered = (2..=MAX_BESIDE).map(|i| format!("{stem}-{i}.{ending}"));
        let names = std::iter::once(name.to_owned()).chain(numbered);
        let full = "there are too many files of this name; move some away";
        let free = with_free_name(names, full, |free| self.create(free, bytes))?;
        Ok(self.folder.join(free).display().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_file_is_replaced_completely_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(&folder.path().join("made when it is needed"));
        assert!(disk.load("a.json").unwrap().is_none());
        disk.save("a.json", b"one").unwrap();
        disk.save("a.json", b"two").unwrap();
        assert_eq!(disk.load("a.json").unwrap().as_deref(), Some(&b"two"[..]));
        assert_eq!(count(&disk.folder), 1, "only the file itself");
    }

    #[test]
    fn only_abandoned_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let old = std::time::SystemTime::now() - ABANDONED_AGE * 2;
        for (name, time) in [(".unfinished-7", Some(old)), (".unfinished-8", None), ("a.json", Some(old))] {
            let file = File::create(folder.path().join(name)).unwrap();
            time.into_iter().for_each(|time| file.set_modified(time).unwrap());
        }
        let disk = Disk::new(folder.path());
        disk.sweep();
        let mut left: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [".unfinished-8", "a.json"]);
    }

    #[test]
    fn an_exported_file_overwrites_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(folder.path());
        let [one, two] = ["one", "two"].map(|text| disk.hand_out("run.json", text.as_bytes()).unwrap());
        assert_eq!((fs::read(one).unwrap(), fs::read(two).unwrap()), (b"one".to_vec(), b"two".to_vec()));
    }

    #[test]
    fn a_failed_write_is_an_error_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a file where a folder should be");
        fs::write(&file, "text").unwrap();
        assert!(Disk::new(&file).save("a.json", b"one").is_err());
        assert_eq!(fs::read(&file).unwrap(), b"text");
    }

    #[test]
    fn a_name_that_is_no_regular_file_is_an_error_and_never_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(folder.path());
        fs::create_dir(folder.path().join("folder")).unwrap();
        File::create(folder.path().join("huge")).unwrap().set_len(MAX_SAVE_BYTES as u64 + 1).unwrap();
        let mut names = vec!["folder", "huge"];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", folder.path().join("link")).unwrap();
            // Opening a pipe would wait for a writer forever.
            let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status();
            std::os::unix::fs::symlink("/dev/zero", folder.path().join("device")).unwrap();
            names.extend(["link", "device"]);
            names.extend(made.is_ok_and(|status| status.success()).then_some("pipe"));
        }
        for name in names {
            assert!(disk.load(name).is_err(), "{name}");
            assert_eq!(disk.create(name, b"one").unwrap_err().kind(), io::ErrorKind::AlreadyExists, "{name}");
            let aside = super::super::set_aside(&disk, name, "erased").unwrap().unwrap();
            assert!(disk.load(name).unwrap().is_none() && disk.load(&aside).is_err(), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_slot_that_is_a_link_stays_one() {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::new(&folder.path().join("saves"));
        fs::create_dir(&disk.folder).unwrap();
        fs::write(folder.path().join("elsewhere.json"), "one").unwrap();
        std::os::unix::fs::symlink("../elsewhere.json", disk.folder.join("a.json")).unwrap();
        disk.save("a.json", b"two").unwrap();
        assert!(fs::symlink_metadata(disk.folder.join("a.json")).unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("elsewhere.json")).unwrap(), b"two");
        assert_eq!((count(folder.path()), count(&disk.folder)), (2, 1));
    }
}
