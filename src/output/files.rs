//! Writes files completely or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file. An old file is replaced atomically, so that a full disk or a crash never leaves a partial file.
///
/// # Errors
/// Why it cannot be written, with its name. An old file is unchanged.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    write_with(path, |to| to.write_all(bytes.as_ref()))
}

/// The same for content that is written piece by piece.
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

/// A file that is being written. [`NewFile::keep`] replaces the old file with it. If it is dropped before that, it is deleted.
#[derive(Debug)]
pub struct NewFile {
    file: fs::File,
    /// Its temporary and its final path; `None` for a device or a pipe, which cannot be replaced.
    paths: Option<(PathBuf, PathBuf)>,
}

impl NewFile {
    /// Creates a file that will replace `path`.
    ///
    /// # Errors
    /// Why it cannot be created, or why the old file cannot be replaced.
    pub fn create(path: &Path) -> io::Result<Self> {
        // Replace the target of a link, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let old = fs::metadata(&target).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            // A device or a pipe can only be written to. For a folder `create` fails.
            return Ok(Self { file: fs::File::create(&target)?, paths: None });
        }
        let created = Self::beside(&target)?;
        if let Some(old) = old {
            // Opening it fails if it is write-protected; renaming would ignore that.
            fs::OpenOptions::new().append(true).open(target)?;
            created.file.set_permissions(old.permissions())?;
        }
        Ok(created)
    }

    /// Creates a file that will be at `path`, under a temporary name in the same folder; see [`is_begun`].
    ///
    /// # Errors
    /// Why it cannot be created.
    pub fn beside(path: &Path) -> io::Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let begun = path.with_file_name(format!(".{name}.{}", std::process::id()));
        Ok(Self { file: fs::File::create(&begun)?, paths: Some((begun, path.to_owned())) })
    }

    /// Moves the file to its final path. An old file is replaced.
    ///
    /// # Errors
    /// Why that failed. The old file is unchanged then.
    pub fn keep(self) -> io::Result<()> {
        self.keep_by(|begun, path| fs::rename(begun, path))
    }

    /// Flushes the file to the disk, and calls `publish` to move it from the temporary to the final path.
    ///
    /// # Errors
    /// Why that failed. The new file is deleted then.
    pub fn keep_by(mut self, publish: impl FnOnce(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
        let Some((begun, target)) = &self.paths else { return self.file.flush() };
        self.file.sync_all()?;
        publish(begun, target)?;
        self.paths = None;
        Ok(())
    }
}

/// Whether a file has the temporary name of an unfinished [`NewFile`].
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
        if let Some((begun, _)) = &self.paths {
            // If this fails, the temporary file stays, which does no harm.
            let _ = fs::remove_file(begun);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_completely_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("seamwalker-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("out.svg");
        write(&file, "one").unwrap();
        write(&file, "two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        let nowhere = folder.join("no/such/folder.svg");
        let why = write(&nowhere, "three").unwrap_err();
        assert!(why.starts_with(&format!("{}: ", nowhere.display())), "{why}");
        assert!(write(&folder, "not a file").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
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
