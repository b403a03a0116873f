//! Folders on disk, for one test each.

use std::fs;
use std::path::PathBuf;

use seamwalker_level::Folder;

/// A folder that is deleted after its test.
pub struct TempFolder(pub PathBuf);

impl TempFolder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("seamwalker-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path.canonicalize().unwrap())
    }

    /// Writes files, and makes folders for names that end with `/`.
    pub fn with(self, files: &[(&str, &str)]) -> Self {
        files.iter().for_each(|(name, text)| self.write(name, text));
        self
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        fs::create_dir_all(if name.ends_with('/') { &path } else { path.parent().unwrap() }).unwrap();
        if !name.ends_with('/') {
            fs::write(path, text).unwrap();
        }
    }

    /// Links to a path, which may be relative to this folder.
    #[cfg(unix)]
    pub fn link(&self, to: &str, name: &str) {
        std::os::unix::fs::symlink(self.0.join(to), self.0.join(name)).unwrap();
    }

    /// Makes a pipe, which never ends when it is read.
    #[cfg(unix)]
    pub fn pipe(&self, name: &str) {
        assert!(std::process::Command::new("mkfifo").arg(self.0.join(name)).status().unwrap().success());
    }

    /// What the map at a path may read, and its name there.
    pub fn open(&self, map: &str) -> (Folder, String) {
        Folder::for_map(self.0.join(map)).unwrap()
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}
