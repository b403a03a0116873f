//! Detects when a file of the current level was saved, so that the game can reload it at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use seamwalker_level::{FileDependencies, Files};

use super::folder_watcher::FolderWatcher;

/// A save is complete after this time without events, in seconds: editors write, rename and clean up. Longer delays the reload,
/// shorter reads half-written files.
const QUIET_TIME: f64 = 0.05;

/// After this time, files are checked even without a pause, in seconds: another program may write into the folder all the time.
const MAX_DELAY: f64 = 0.15;

/// Interval of checks without notifications from the system, in seconds.
const POLL_INTERVAL: f64 = 0.5;

/// Merges a burst of events into one.
#[derive(Debug, Default)]
struct Debounce {
    /// Times of the first and the last event of the current burst.
    burst: Option<(f64, f64)>,
}

impl Debounce {
    /// Adds an event.
    fn event(&mut self, now: f64) {
        let first = self.burst.map_or(now, |(first, _)| first);
        self.burst = Some((first, now));
    }

    /// Whether the burst is over; true once.
    fn is_due(&mut self, now: f64) -> bool {
        let is_over = |(first, last): &mut (f64, f64)| now - *last >= QUIET_TIME || now - *first >= MAX_DELAY;
        self.burst.take_if(is_over).is_some()
    }
}

/// Watches the files of a level or of another asset.
pub struct AssetWatcher {
    files: Rc<dyn Files>,
    root: PathBuf,
    dependencies: FileDependencies,
    watcher: FolderWatcher,
    /// The watched folders.
    watched: BTreeSet<PathBuf>,
    debounce: Debounce,
    last_poll: f64,
}

impl AssetWatcher {
    /// Watches these files, which are under `root`.
    pub fn new(files: Rc<dyn Files>, root: &Path, dependencies: FileDependencies) -> Self {
        let watched = folders(root, &dependencies);
        let watcher = FolderWatcher::new(&watched);
        Self {
            files,
            root: root.to_owned(),
            dependencies,
            watcher,
            watched,
            debounce: Debounce::default(),
            last_poll: 0.0,
        }
    }

    /// Watches these files from now on.
    pub fn follow(&mut self, dependencies: FileDependencies) {
        // Always a new watcher: the old one does not see a folder that was replaced.
        self.watched = folders(&self.root, &dependencies);
        self.watcher = FolderWatcher::new(&self.watched);
        self.dependencies = dependencies;
    }

    /// The files that were saved with other content, each once. `now` is in seconds.
    pub fn changed(&mut self, now: f64) -> Vec<String> {
        let changed = self.watcher.take_changed();
        if changed || (!self.watcher.is_active() && now - self.last_poll >= POLL_INTERVAL) {
            self.last_poll = now;
            self.debounce.event(now);
        }
        if !self.debounce.is_due(now) {
            return Vec::new();
        }
        let folders = folders(&self.root, &self.dependencies);
        if folders != self.watched {
            // A folder that was missing is there now: its files may be saved later.
            self.watcher = FolderWatcher::new(&folders);
            self.watched = folders;
        }
        self.dependencies.changed(&*self.files)
    }
}

/// The folders of the files; for a missing folder, its nearest existing ancestor.
fn folders(root: &Path, dependencies: &FileDependencies) -> BTreeSet<PathBuf> {
    let folder = |path: &str| {
        let file = root.join(path);
        file.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned)
    };
    let listed = |path: &str| root.join(path).ancestors().find(|folder| folder.is_dir()).map(Path::to_owned);
    dependencies.paths().filter_map(folder).chain(dependencies.folders().filter_map(listed)).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, Instant};

    use seamwalker_level::{Folder, TrackingFiles};

    use super::*;

    #[test]
    fn a_burst_is_reported_once_when_it_is_over() {
        let mut debounce = Debounce::default();
        assert!(!debounce.is_due(0.0), "no event");
        debounce.event(1.0);
        debounce.event(1.02);
        assert!(!debounce.is_due(1.03), "not over");
        assert!(!debounce.is_due(1.06), "counted from the last event");
        assert!(debounce.is_due(1.08));
        assert!(!debounce.is_due(9.0), "reported");
        let endless = |i: i32| {
            debounce.event(f64::from(i) * 0.01);
            debounce.is_due(f64::from(i) * 0.01)
        };
        assert!((5..=7).contains(&(0..100).map(endless).filter(|due| *due).count()), "regularly, if it never ends");
    }

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
            let now = start.elapsed();
            let changed = watch.changed(now.as_secs_f64());
            if !changed.is_empty() || now > Duration::from_secs_f32(seconds) {
                return changed;
            }
            std::thread::sleep(Duration::from_millis(5));
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
