//! Live editing: when a level, its pictures or the feel file is saved, the running game reloads it at once.
//!
//! `folder_watcher.rs` is notified by the operating system, `asset_watcher.rs` finds out which files changed.
//! `map_source.rs` says where a map is, and `tiled.rs` opens it in Tiled.

pub mod asset_watcher;
pub mod feel_file;
pub mod folder_watcher;
pub mod map_source;
pub mod tiled;

pub use asset_watcher::AssetWatcher;
pub use feel_file::FeelFile;
pub use map_source::MapSource;
pub use tiled::open_in_tiled;
