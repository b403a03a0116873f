//! Surfaces by name, for maps that use none of the game's classes: most maps mark solid ground by the names of layers and
//! properties. `words.rs` decides which surface a name stands for, `surface_names.rs` applies it to a map.

mod surface_names;
mod words;

pub use surface_names::{Assumption, Named, SurfaceNames, Verdict, is_name_list};
pub(crate) use words::surface_named;
pub use words::{is_in, is_thing, says, telling_words};
