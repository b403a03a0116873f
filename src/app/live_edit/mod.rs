//! Live editing: when a level, its pictures or the feel file is saved, the running game reloads it at once.
//!
//! `asset_watcher.rs` finds out which files changed, `feel_file.rs` reads the movement numbers.
//! `tiled.rs` opens a map in Tiled.

pub mod asset_watcher;
pub mod feel_file;
pub mod tiled;

pub use asset_watcher::AssetWatcher;
pub use feel_file::FeelFile;
pub use tiled::open_in_tiled;
