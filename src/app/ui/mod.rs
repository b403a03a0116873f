//! Building blocks of the interface: texts in the player's language (`words.rs`), labels with pictures of keys, button
//! prompts, pieces of cloth, headlines, titles of levels, and the heads-up display (`hud.rs`) with the banner of the solver and the sign of
//! stopped time.

pub mod banner;
pub mod button_prompts;
pub mod cloth;
pub mod headline;
pub mod hud;
pub mod label;
pub mod time_sign;
pub mod titles;
pub mod words;

pub use button_prompts::{ButtonGlyph, ButtonPrompts};
pub use cloth::FINE;
pub use headline::{HEADLINE_HEIGHT, headline};
pub use hud::Hud;
pub use label::Label;
pub use titles::{level_title, readable_title};
pub use words::Words;
