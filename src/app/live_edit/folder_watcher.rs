//! Watches folders by notifications from the operating system. A browser has no file system, so nothing is watched there.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(not(target_family = "wasm"))]
use notify::event::{AccessKind, AccessMode, Event, EventKind};
#[cfg(not(target_family = "wasm"))]
use notify::{RecommendedWatcher, RecursiveMode, Watcher};

#[cfg(target_family = "wasm")]
type RecommendedWatcher = std::convert::Infallible;

/// Watches a set of folders.
pub struct FolderWatcher {
    changed: Arc<AtomicBool>,
    /// `None` when the system has no watchers, or none left.
    watcher: Option<RecommendedWatcher>,
}

impl FolderWatcher {
    /// Watches these folders, without subfolders. Files are replaced when they are saved, folders stay.
    pub fn new(folders: &BTreeSet<PathBuf>) -> Self {
        // Changes between reading the files and this call were missed: report one.
        let changed = Arc::new(AtomicBool::new(true));
        Self { watcher: watch(folders, Arc::clone(&changed)), changed }
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

#[cfg(target_family = "wasm")]
fn watch(_: &BTreeSet<PathBuf>, _: Arc<AtomicBool>) -> Option<RecommendedWatcher> {
    None
}

/// Sets `changed` at every change in the folders; `None` if not all of them can be watched.
#[cfg(not(target_family = "wasm"))]
fn watch(folders: &BTreeSet<PathBuf>, changed: Arc<AtomicBool>) -> Option<RecommendedWatcher> {
    let on_event = move |event: notify::Result<Event>| {
        // An error means that events were missed.
        if event.map_or(true, |event| is_a_write(event.kind)) {
            changed.store(true, Ordering::Relaxed);
        }
    };
    let mut watcher = notify::recommended_watcher(on_event).ok()?;
    folders.iter().all(|folder| watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()).then_some(watcher)
}

/// Whether something may have changed. Reads cause events too, mostly those of the game itself.
#[cfg(not(target_family = "wasm"))]
fn is_a_write(kind: EventKind) -> bool {
    !kind.is_access() || kind == EventKind::Access(AccessKind::Close(AccessMode::Write))
}
