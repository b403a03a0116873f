//! Sees when a file that is needed just now was saved, so that the game shows it at once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use seamwalker::level::{FileDependencies, Files};

use super::folder_watcher::FolderWatcher;

/// A save is over when nothing happened for so long, in seconds: an editor writes, renames and cleans up. Longer is later,
/// shorter reads files that are half written.
const QUIET: f64 = 0.05;

/// But after so many seconds one looks, whatever is still going on: another program may write into the folder for ever.
const PATIENCE: f64 = 0.15;

/// Seconds between two looks where the system does not tell.
const EVERY: f64 = 0.5;

/// Makes one answer out of many knocks.
#[derive(Debug, Default)]
struct Debounce {
    /// When the first and the last knock were heard, while nobody answered yet.
    knocks: Option<(f64, f64)>,
}

impl Debounce {
    /// Something happened.
    fn knock(&mut self, now: f64) {
        let first = self.knocks.map_or(now, |(first, _)| first);
        self.knocks = Some((first, now));
    }

    /// Whether it is time to answer; true once.
    fn is_due(&mut self, now: f64) -> bool {
        let due = self.knocks.is_some_and(|(first, last)| now - last >= QUIET || now - first >= PATIENCE);
        if due {
            self.knocks = None;
        }
        due
    }
}

/// The files that something was read from.
pub struct AssetWatcher {
    files: Rc<dyn Files>,
    root: PathBuf,
    dependencies: FileDependencies,
    bell: FolderWatcher,
    debounce: Debounce,
    looked: f64,
}

impl AssetWatcher {
    /// Waits for changes of the noted files, which lie under `root`.
    pub fn new(files: Rc<dyn Files>, root: &Path, dependencies: FileDependencies) -> Self {
        let bell = FolderWatcher::new(&folders(root, &dependencies));
        Self { files, root: root.to_owned(), dependencies, bell, debounce: Debounce::default(), looked: 0.0 }
    }

    /// Waits for changes of these files from now on.
    pub fn follow(&mut self, dependencies: FileDependencies) {
        // A new bell in any case: a folder that was replaced has taken the old one along.
        self.bell = FolderWatcher::new(&folders(&self.root, &dependencies));
        self.dependencies = dependencies;
    }

    /// The files that were saved with another content, each once. `now` is in seconds.
    pub fn changed(&mut self, now: f64) -> Vec<String> {
        let rang = self.bell.rang();
        if rang || (!self.bell.hangs() && now - self.looked >= EVERY) {
            self.looked = now;
            self.debounce.knock(now);
        }
        if self.debounce.is_due(now) { self.dependencies.changed(&*self.files) } else { Vec::new() }
    }
}

/// The folders of the noted files; of one in a folder that is not there, the nearest above.
fn folders(root: &Path, dependencies: &FileDependencies) -> BTreeSet<PathBuf> {
    let folder = |path: &str| {
        let file = root.join(path);
        file.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned)
    };
    dependencies.paths().filter_map(folder).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, Instant};

    use seamwalker::level::{Folder, TrackingFiles};

    use super::*;

    #[test]
    fn a_save_is_answered_once_when_it_is_over() {
        let mut debounce = Debounce::default();
        assert!(!debounce.is_due(0.0), "nobody knocked");
        debounce.knock(1.0);
        debounce.knock(1.02);
        assert!(!debounce.is_due(1.03), "it goes on");
        assert!(!debounce.is_due(1.06), "counted from the last knock");
        assert!(debounce.is_due(1.08));
        assert!(!debounce.is_due(9.0), "answered");
    }

    #[test]
    fn who_never_rests_is_answered_nevertheless() {
        let mut debounce = Debounce::default();
        let knock = |i: i32| f64::from(i) * 0.01;
        let answers = (0..100)
            .filter(|&i| {
                debounce.knock(knock(i));
                debounce.is_due(knock(i))
            })
            .count();
        assert!((5..=7).contains(&answers), "{answers} times in a second");
    }

    /// A folder of its own for a test, gone afterwards.
    struct CampaignLevel(PathBuf);

    impl CampaignLevel {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("seamwalker-watch-{name}-{}", std::process::id()));
            fs::create_dir_all(path.join("pictures")).unwrap();
            Self(path.canonicalize().unwrap())
        }

        /// Saves as Tiled does: another file takes the place of this one.
        fn save(&self, name: &str, text: &str) {
            let whole = self.0.join(format!("{name}.part"));
            fs::write(&whole, text).unwrap();
            fs::rename(whole, self.0.join(name)).unwrap();
        }

        fn watch(&self, paths: &[&str]) -> AssetWatcher {
            let files = Folder::new(&self.0);
            let noted = TrackingFiles::new(&files);
            paths.iter().for_each(|path| drop(noted.read(path)));
            AssetWatcher::new(Rc::new(files.clone()), &self.0, noted.into_dependencies())
        }
    }

    impl Drop for CampaignLevel {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    /// What the watch tells first within so many seconds.
    fn told(watch: &mut AssetWatcher, seconds: f32) -> Vec<String> {
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
    fn files_that_are_replaced_are_seen_and_others_are_not() {
        let place = CampaignLevel::new("replaced");
        place.save("a.tmx", "one");
        place.save("pictures/p.png", "red");
        let mut watch = place.watch(&["a.tmx", "pictures/p.png", "missing.tsx"]);
        place.save("a.tmx", "two");
        assert_eq!(told(&mut watch, 5.0), ["a.tmx"]);
        place.save("pictures/p.png", "blue");
        assert_eq!(told(&mut watch, 5.0), ["pictures/p.png"]);
        place.save("b.tmx", "not needed");
        place.save("a.tmx", "two");
        assert_eq!(told(&mut watch, 0.7), [""; 0], "nobody needs b, and a says the same");
        place.save("missing.tsx", "there it is");
        assert_eq!(told(&mut watch, 5.0), ["missing.tsx"]);
        fs::remove_file(place.0.join("a.tmx")).unwrap();
        assert_eq!(told(&mut watch, 5.0), ["a.tmx"]);
    }
}
