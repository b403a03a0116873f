//! The files that the program saves. The program is not a library, so this package compiles these modules itself. They do not use
//! the window.
#![allow(dead_code, unused_imports, reason = "every target uses a part of it")]

#[path = "../../src/app/save/content.rs"]
pub mod content;
#[path = "../../src/app/save/progress.rs"]
pub mod progress;
#[path = "../../src/app/save/replay_file.rs"]
pub mod replay_file;
#[path = "../../src/app/save/save_slot.rs"]
pub mod save_slot;
