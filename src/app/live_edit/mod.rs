//! Files that change while the game runs: a level, its pictures or the feel is saved, and the game shows it at once.
//!
//! `folder_watcher.rs` learns from the operating system that something happened, `asset_watcher.rs` finds out what.

pub mod asset_watcher;
pub mod feel_file;
pub mod folder_watcher;
