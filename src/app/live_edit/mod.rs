//! Live editing: when a level, its pictures or the feel file is saved, the running game reloads it at once.
//!
//! `asset_watcher.rs` finds out which files changed, `feel_file.rs` reads the movement numbers.

pub mod asset_watcher;
pub mod feel_file;

pub use asset_watcher::AssetWatcher;
pub use feel_file::FeelFile;
