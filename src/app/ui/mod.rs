//! What menus and texts are made of: words in the player's language (`words.rs`), labels with pictures in them, prompts for
//! keys and buttons, pieces of cloth, and the display over a level that is played (`hud.rs`).

pub mod button_prompts;
pub mod cloth;
pub mod hud;
pub mod label;
pub mod words;
