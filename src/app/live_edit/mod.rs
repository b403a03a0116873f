//! Live editing: when a level, its pictures or the feel file is saved, the running game reloads it at once.
//!
//! `folder_watcher.rs` is notified by the operating system, `asset_watcher.rs` finds out which files changed. `painting.rs` changes
//! cells of the running level and saves them into its map; `tiled.rs` opens the map in Tiled.

pub mod asset_watcher;
pub mod feel_file;
pub mod folder_watcher;
pub mod painting;
pub mod tiled;

pub use asset_watcher::AssetWatcher;
pub use feel_file::{FeelFile, parse};
pub use painting::{CellPlace, MapSource, Painting};
pub use tiled::open_in_tiled;
