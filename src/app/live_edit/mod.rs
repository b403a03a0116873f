//! Live editing: when a level, its pictures or the feel file is saved, the running game reloads it at once.
//!
//! `folder_watcher.rs` is notified by the operating system, `asset_watcher.rs` finds out which files changed.

pub mod asset_watcher;
pub mod feel_file;
pub mod folder_watcher;

pub use asset_watcher::AssetWatcher;
pub use feel_file::{FeelFile, parse};
