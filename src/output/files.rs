//! Files that commands write: whole, or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file. One that was there before is replaced in a single step, so that a full disk or a crash never leaves half a file.
///
/// # Errors
/// Why it cannot be written, with its name. A file that was there before is still there.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    replace(path, bytes.as_ref()).map_err(|error| format!("{}: {error}", path.display()))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // A link stays a link: the file that it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        // A device or a pipe cannot be replaced, only written to; a folder is refused by the system.
        return fs::write(&target, bytes);
    }
    let Some(name) = target.file_name() else { return fs::write(&target, bytes) };
    let mut begun = name.to_owned();
    begun.push(format!(".{}.new", std::process::id()));
    let begun = target.with_file_name(begun);
    let written = fs::File::create_new(&begun).and_then(|mut file| {
        if let Some(old) = &old {
            // Replacing must not get round a write protection.
            fs::OpenOptions::new().append(true).open(&target)?;
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&begun, &target)).inspect_err(|_| {
        // Half a file is of no use; that it stays behind does no harm.
        let _ = fs::remove_file(&begun);
    })
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
