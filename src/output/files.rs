//! Writes files completely or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, TempPath};

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

/// The beginning of the name of an unfinished file.
pub const UNFINISHED: &str = ".unfinished-";

/// A new file in the folder of `path`. If it is not persisted, it is deleted.
///
/// # Errors
/// Why it cannot be created.
pub fn beside(path: &Path) -> io::Result<NamedTempFile> {
    // With the permissions of other new files; tempfile's own would be the user's alone.
    let create = |path: &Path| fs::File::create_new(path);
    Builder::new().prefix(UNFINISHED).make_in(path.parent().unwrap_or(Path::new("")), create)
}

/// A file that is being written. If it is dropped before [`NewFile::keep`], nothing is left of it.
pub struct NewFile {
    file: fs::File,
    /// Its temporary and its final path; `None` for a device or a pipe, which cannot be replaced.
    paths: Option<(TempPath, PathBuf)>,
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
        let (file, begun) = beside(&target)?.into_parts();
        if let Some(old) = old {
            // Opening it fails if it is write-protected; renaming would ignore that.
            fs::OpenOptions::new().append(true).open(&target)?;
            file.set_permissions(old.permissions())?;
        }
        Ok(Self { file, paths: Some((begun, target)) })
    }

    /// Flushes the file to the disk and moves it to its path. An old file is replaced.
    ///
    /// # Errors
    /// Why that failed. The old file is unchanged then.
    pub fn keep(self) -> io::Result<()> {
        if let Some((begun, target)) = self.paths {
            self.file.sync_all()?;
            begun.persist(target)?;
        }
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_completely_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("out.svg");
        write(&file, "one").unwrap();
        write(&file, "two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        let nowhere = folder.path().join("no/such/folder.svg");
        let why = write(&nowhere, "three").unwrap_err();
        assert!(why.starts_with(&format!("{}: ", nowhere.display())), "{why}");
        assert!(write(folder.path(), "not a file").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_protected_file_stays_protected() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
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
    }
}
