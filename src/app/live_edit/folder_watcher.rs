//! Rings when something happens in a folder: the operating system tells, nobody looks.

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
        rung: Arc<AtomicBool>,
        /// `None` when the system has none left to give.
        watcher: Option<RecommendedWatcher>,
    }

    impl FolderWatcher {
        /// Hangs it on these folders, not on those in them. Files are replaced when they are saved, folders stay.
        pub fn new(folders: &BTreeSet<PathBuf>) -> Self {
            // What happened between reading the files and hanging the bell was not heard: look once.
            let rung = Arc::new(AtomicBool::new(true));
            let ring = Arc::clone(&rung);
            let heard = move |event: notify::Result<Event>| {
                // An error means that something was missed.
                if event.is_ok_and(|event| !is_a_write(event.kind)) {
                    return;
                }
                ring.store(true, Ordering::Relaxed);
            };
            let mut watcher = notify::recommended_watcher(heard).ok();
            let hung = |watcher: &mut RecommendedWatcher| {
                folders.iter().all(|folder| watcher.watch(folder, RecursiveMode::NonRecursive).is_ok())
            };
            watcher = watcher.and_then(|mut watcher| hung(&mut watcher).then_some(watcher));
            Self { rung, watcher }
        }

        /// Whether it hangs on all doors. Otherwise one has to look from time to time.
        pub fn hangs(&self) -> bool {
            self.watcher.is_some()
        }

        /// Whether it rang since this was asked last.
        pub fn rang(&self) -> bool {
            self.rung.swap(false, Ordering::Relaxed)
        }
    }

    /// Whether something may have changed: whoever looks into a file is heard as well, and that is mostly the game itself.
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
        /// Hangs nowhere.
        pub fn new(_: &BTreeSet<PathBuf>) -> Self {
            Self
        }

        /// It does not.
        pub fn hangs(&self) -> bool {
            false
        }

        /// Never.
        pub fn rang(&self) -> bool {
            false
        }
    }
}
