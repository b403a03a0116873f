//! The feel file, which a designer edits while the game runs.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use seamwalker_level::{Files, Folder, TrackingFiles, without_bom};
use seamwalker_sim::Feel;

use super::asset_watcher::AssetWatcher;

/// The largest feel file, in bytes: every number with a page of comment.
const MAX_FEEL_BYTES: u64 = 1 << 20;

/// A feel file, as `--feel` names it.
pub struct FeelFile {
    named: PathBuf,
    files: Rc<dyn Files>,
    path: String,
    watch: AssetWatcher,
}

impl FeelFile {
    /// Finds the file.
    ///
    /// # Errors
    /// When there is no such file.
    pub fn find(named: &Path) -> io::Result<Self> {
        let (folder, path) = Folder::for_map(named)?;
        let folder = Folder { file_bytes: MAX_FEEL_BYTES, ..folder };
        let tracked = TrackingFiles::new(&folder);
        drop(tracked.read(&path));
        let dependencies = tracked.into_dependencies();
        let root = folder.root.clone();
        let files: Rc<dyn Files> = Rc::new(folder);
        let watch = AssetWatcher::new(Rc::clone(&files), &root, dependencies);
        Ok(Self { named: named.to_owned(), files, path, watch })
    }

    /// Whether it was saved with other content since the last call.
    pub fn was_saved(&mut self, now: f64) -> bool {
        !self.watch.changed(now).is_empty()
    }

    /// Reads the numbers.
    ///
    /// # Errors
    /// The problem, with file and line.
    pub fn read(&self) -> Result<Feel, String> {
        let bytes = self.files.read(&self.path).map_err(|error| format!("{}: {error}", self.named.display()))?;
        parse(&self.named, &bytes)
    }

    /// Replaces the content. Returns the path.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, text: &str) -> Result<String, String> {
        let named = self.named.display();
        std::fs::write(&self.named, text).map_err(|error| format!("{named}: {error}"))?;
        Ok(named.to_string())
    }
}

/// Parses the numbers in a file with this name.
///
/// # Errors
/// The problem, with name and line.
pub fn parse(named: &Path, bytes: &[u8]) -> Result<Feel, String> {
    let named = named.display();
    if bytes.len() as u64 > MAX_FEEL_BYTES {
        return Err(format!("{named}: it is larger than {MAX_FEEL_BYTES} bytes"));
    }
    let feel: Feel = ron::de::from_bytes(without_bom(bytes)).map_err(|error| {
        let (line, help) = (error.span.start.line, "write it as in (gravity: 1800.0, jump: 210.0)");
        match error.code {
            // The error itself lists all forty names.
            ron::Error::NoSuchStructField { found, .. } => {
                format!("{named}:{line}: there is no number `{found}`; the laboratory (F1) lists all of them")
            }
            other => format!("{named}:{line}: {other}; {help}"),
        }
    })?;
    feel.checked().map_err(|error| format!("{named}: {error}"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn numbers_are_read_by_name_and_errors_have_a_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("feel.ron");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            FeelFile::find(&path).unwrap().read()
        };
        assert_eq!(read("\u{feff}(gravity: 900.0)"), Ok(Feel { gravity: 900.0, ..Feel::default() }));
        assert!(read(&" ".repeat(MAX_FEEL_BYTES as usize + 1)).unwrap_err().contains("larger than"));
        let wrong = read("(\n  run: 100.0,\n  gravty: 900.0,\n)").unwrap_err();
        assert!(wrong.contains(".ron:3: ") && wrong.contains("gravty"), "{wrong}");
        assert!(read("(run: 1.0").unwrap_err().contains(".ron:1: "));
        assert!(read("(run: inf)").unwrap_err().contains("`run` is inf"));
        let file = FeelFile::find(&path).unwrap();
        file.write("(jump: 240.0)").unwrap();
        assert_eq!(file.read(), Ok(Feel { jump: 240.0, ..Feel::default() }));
    }
}
