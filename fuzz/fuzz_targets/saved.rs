//! The files that the program saves. It is no library, so that this package builds these modules itself; they name nothing
//! of a window.
#![allow(dead_code, unused_imports, reason = "every target uses a part of it")]

#[path = "../../src/app/progress.rs"]
pub mod progress;
#[path = "../../src/app/saved/content.rs"]
pub mod saved;
#[path = "../../src/app/save_slot.rs"]
pub mod save_slot;
#[path = "../../src/app/replay_file.rs"]
pub mod replay_file;
