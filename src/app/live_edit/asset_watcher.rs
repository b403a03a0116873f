//! Detects when a file of the current level was saved, so that the game can reload it at once.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use seamwalker_level::{FileDependencies, Files};

/// Time between two looks at a file. A save is complete once two looks find the same: editors write, rename and clean up. Longer delays
/// the reload, shorter reads half-written files.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// Watches the files of a level or of another asset.
pub struct AssetWatcher {
    files: Rc<dyn Files>,
    root: PathBuf,
    dependencies: FileDependencies,
    /// A file may have changed.
    changed: Arc<AtomicBool>,
}

impl AssetWatcher {
    /// Watches these files, which are under `root`.
    pub fn new(files: Rc<dyn Files>, root: &Path, dependencies: FileDependencies) -> Self {
        Self { files, root: root.to_owned(), changed: watch(root, &dependencies), dependencies }
    }

    /// Watches these files from now on.
    pub fn follow(&mut self, dependencies: FileDependencies) {
        self.changed = watch(&self.root, &dependencies);
        self.dependencies = dependencies;
    }

    /// The files that were saved with other content, each once.
    pub fn changed(&mut self) -> Vec<String> {
        let changed = self.changed.swap(false, Ordering::Relaxed);
        if changed { self.dependencies.changed(&*self.files) } else { Vec::new() }
    }
}

/// Looks at the times and sizes of files and folders until the flag that it returns is dropped, on a thread: a slow disk delays no frame.
fn watch(root: &Path, dependencies: &FileDependencies) -> Arc<AtomicBool> {
    let paths: Vec<PathBuf> = dependencies.paths().chain(dependencies.folders()).map(|path| root.join(path)).collect();
    // Changes between reading the files and this call were missed: report one.
    let changed = Arc::new(AtomicBool::new(true));
    let flag = Arc::downgrade(&changed);
    let look = |path: &PathBuf| path.metadata().ok().map(|data| (data.modified().ok(), data.len()));
    // Before the thread begins, which may be late.
    let mut seen: Vec<_> = paths.iter().map(|path| [look(path); 2]).collect();
    thread::spawn(move || {
        while flag.strong_count() > 0 {
            thread::sleep(LOOK_INTERVAL);
            for (path, [reported, before]) in paths.iter().zip(&mut seen) {
                let now = look(path);
                if now == *before && now != *reported {
                    *reported = now;
                    flag.upgrade().iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
                }
                *before = now;
            }
        }
    });
    changed
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Instant;

    use seamwalker_level::{Folder, TrackingFiles};

    use super::*;

    /// A temporary folder for a test.
    struct Place(tempfile::TempDir);

    impl Place {
        fn path(&self, name: &str) -> PathBuf {
            self.0.path().canonicalize().unwrap().join(name)
        }

        /// Saves as Tiled does: a new file replaces the old one.
        fn save(&self, name: &str, text: &str) {
            let whole = self.path(&format!("{name}.part"));
            fs::write(&whole, text).unwrap();
            fs::rename(whole, self.path(name)).unwrap();
        }

        fn watch(&self, paths: &[&str]) -> AssetWatcher {
            let root = self.path("");
            let files = Folder::new(&root);
            let tracked = TrackingFiles::new(&files);
            paths.iter().for_each(|path| drop(tracked.read(path)));
            AssetWatcher::new(Rc::new(files.clone()), &root, tracked.into_dependencies())
        }
    }

    /// The first changes reported within this many seconds.
    fn reported(watch: &mut AssetWatcher, seconds: f32) -> Vec<String> {
        let start = Instant::now();
        loop {
            let changed = watch.changed();
            if !changed.is_empty() || start.elapsed() > Duration::from_secs_f32(seconds) {
                return changed;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn only_changes_of_watched_files_are_reported() {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.path("pictures")).unwrap();
        place.save("a.tmx", "one");
        place.save("pictures/p.png", "red");
        let mut watch = place.watch(&["a.tmx", "pictures/p.png", "missing.tsx"]);
        place.save("a.tmx", "two");
        assert_eq!(reported(&mut watch, 5.0), ["a.tmx"]);
        place.save("pictures/p.png", "blue");
        assert_eq!(reported(&mut watch, 5.0), ["pictures/p.png"]);
        place.save("b.tmx", "not needed");
        place.save("a.tmx", "two");
        assert_eq!(reported(&mut watch, 0.7), [""; 0], "b is not watched, and the content of a is the same");
        place.save("missing.tsx", "there it is");
        assert_eq!(reported(&mut watch, 5.0), ["missing.tsx"]);
        fs::remove_file(place.path("a.tmx")).unwrap();
        assert_eq!(reported(&mut watch, 5.0), ["a.tmx"]);
    }

    #[test]
    fn files_in_a_folder_that_is_created_later_are_reported() {
        let place = Place(tempfile::tempdir().unwrap());
        let mut watch = place.watch(&["sprites/moth.png"]);
        fs::create_dir(place.path("sprites")).unwrap();
        assert_eq!(reported(&mut watch, 0.7), [""; 0], "an empty folder");
        place.save("sprites/moth.png", "a moth");
        assert_eq!(reported(&mut watch, 5.0), ["sprites/moth.png"]);
    }
}
