//! Watches folders by notifications from the operating system.

use std::collections::BTreeSet;
use std::path::PathBuf;

#[cfg(target_family = "wasm")]
pub use nowhere::FolderWatcher;
#[cfg(not(target_family = "wasm"))]
pub use system::FolderWatcher;

#[cfg(not(target_family = "wasm"))]
mod system {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use notify::event::{AccessKind, AccessMode, Event, EventKind};
    use notify::{RecommendedWatcher, RecursiveMode, Watcher};

    use super::{BTreeSet, PathBuf};

    /// Watches a set of folders.
    pub struct FolderWatcher {
        changed: Arc<AtomicBool>,
        /// `None` when the system has no watchers left.
        watcher: Option<RecommendedWatcher>,
    }

    impl FolderWatcher {
        /// Watches these folders, without subfolders. Files are replaced when they are saved, folders stay.
        pub fn new(folders: &BTreeSet<PathBuf>) -> Self {
            // Changes between reading the files and this call were missed: report one.
            let changed = Arc::new(AtomicBool::new(true));
            let flag = Arc::clone(&changed);
            let on_event = move |event: notify::Result<Event>| {
                // An error means that events were missed.
                if event.is_ok_and(|event| !is_a_write(event.kind)) {
                    return;
                }
                flag.store(true, Ordering::Relaxed);
            };
            let watch = |mut watcher: RecommendedWatcher| {
                let mut folders = folders.iter();
                folders.all(|folder| watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()).then_some(watcher)
            };
            Self { changed, watcher: notify::recommended_watcher(on_event).ok().and_then(watch) }
        }

        /// Whether all folders are watched. Otherwise the caller has to poll.
        pub fn is_active(&self) -> bool {
            self.watcher.is_some()
        }

        /// Whether anything happened since the last call.
        pub fn take_changed(&self) -> bool {
            self.changed.swap(false, Ordering::Relaxed)
        }
    }

    /// Whether something may have changed. Reads cause events too, mostly those of the game itself.
    fn is_a_write(kind: EventKind) -> bool {
        !kind.is_access() || kind == EventKind::Access(AccessKind::Close(AccessMode::Write))
    }
}

#[cfg(target_family = "wasm")]
mod nowhere {
    use super::{BTreeSet, PathBuf};

    /// Does nothing in a browser, which has no file system.
    pub struct FolderWatcher;

    impl FolderWatcher {
        /// Watches nothing.
        pub fn new(_: &BTreeSet<PathBuf>) -> Self {
            Self
        }

        /// Never.
        pub fn is_active(&self) -> bool {
            false
        }

        /// Never.
        pub fn take_changed(&self) -> bool {
            false
        }
    }
}
