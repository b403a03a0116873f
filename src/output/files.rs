//! Files that commands write: whole, or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file. One that was there before is replaced in a single step, so that a full disk or a crash never leaves half a file.
///
/// # Errors
/// Why it cannot be written, with its name. A file that was there before is still there.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    write_with(path, |to| to.write_all(bytes.as_ref()))
}

/// The same for what is written piece by piece.
///
/// # Errors
/// The same.
pub fn write_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), String> {
    let written = NewFile::create(path).and_then(|mut file| {
        write(&mut file)?;
        file.keep()
    });
    written.map_err(|error| format!("{}: {error}", path.display()))
}

/// A file that is being written. It takes the place of the old one in [`NewFile::keep`]; dropped before that, it is gone.
#[derive(Debug)]
pub struct NewFile {
    file: fs::File,
    /// Where it is written and where it will be; `None` for what cannot be replaced: a device, a pipe.
    places: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Begins a file that will be at `path`.
    ///
    /// # Errors
    /// Why it cannot be created, or the old one not be replaced.
    pub fn create(path: &Path) -> io::Result<Self> {
        // A link stays a link: the file that it leads to is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            // A device or a pipe cannot be replaced, only written to; a folder is refused by the system.
            return Ok(Self { file: fs::File::create(&target)?, places: None });
        }
        let created = Self::beside(&target)?;
        if let Some(old) = old {
            // Replacing must not get round a write protection.
            fs::OpenOptions::new().append(true).open(target)?;
            created.file.set_permissions(old.permissions())?;
        }
        Ok(created)
    }

    /// Begins a file that will be at `path`, and is beside it under another name until then; see [`is_begun`].
    ///
    /// # Errors
    /// Why it cannot be created.
    pub fn beside(path: &Path) -> io::Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let begun = path.with_file_name(format!(".{name}.{}", std::process::id()));
        Ok(Self { file: fs::File::create(&begun)?, places: Some((begun, path.to_owned())) })
    }

    /// Puts the file where it belongs. What was there before is replaced.
    ///
    /// # Errors
    /// Why that failed; then the old file is still there.
    pub fn keep(self) -> io::Result<()> {
        self.keep_by(|begun, path| fs::rename(begun, path))
    }

    /// Flushes the file to the disk, and lets `publish` give it its name: from the first path to the second.
    ///
    /// # Errors
    /// Why that failed; then the new file is gone.
    pub fn keep_by(mut self, publish: impl FnOnce(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
        let Some((begun, target)) = &self.places else { return self.file.flush() };
        self.file.sync_all()?;
        publish(begun, target)?;
        self.places = None;
        Ok(())
    }
}

/// Whether a program began a file of this name and has not put it where it belongs.
pub fn is_begun(name: &str) -> bool {
    name.starts_with('.') && name.rsplit('.').next().is_some_and(|id| id.parse::<u32>().is_ok())
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((begun, _)) = &self.places {
            // Half a file is of no use; that it stays behind does no harm.
            let _ = fs::remove_file(begun);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_stays_as_it_is() {
        let folder = std::env::temp_dir().join(format!("seamwalker-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("out.svg");
        write(&file, "one").unwrap();
        write(&file, "two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        let nowhere = folder.join("no/such/folder.svg");
        let why = write(&nowhere, "three").unwrap_err();
        assert!(why.starts_with(&format!("{}: ", nowhere.display())), "{why}");
        assert!(write(&folder, "a folder is no file").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing that was begun stays behind");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_protected_file_stays_protected() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = std::env::temp_dir().join(format!("seamwalker-links-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        write(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        if cfg!(target_os = "linux") {
            assert!(write(Path::new("/dev/full"), "x").unwrap_err().starts_with("/dev/full: "));
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
