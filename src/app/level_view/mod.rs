//! What a level looks like. It reads the world and never changes it.
//!
//! `scenery/` draws the layers in order: tiles and their padding (`quilting/`), decorations, the outline (`outline_mesh.rs`) with its trim
//! (`surface_mesh.rs`), ground without pictures (`plain.rs`). Then come `things/`, the player (`player_view.rs`, `scarf.rs`),
//! `particles/` and `light.rs`. `camera.rs` decides what is in view, `backing.rs` what is behind and beyond the art
//! of others, `event_box.rs` where events happen, `chance.rs` what varies by place.

pub mod backing;
pub mod camera;
pub mod chance;
pub mod decorations;
pub mod event_box;
pub mod letters;
pub mod light;
pub mod outline_mesh;
pub mod particles;
pub mod plain;
pub mod player_view;
pub mod quilting;
pub mod scarf;
pub mod scenery;
pub mod surface_mesh;
pub mod things;
pub mod tiles;

pub use backing::lightness;
pub use camera::Camera;
pub use event_box::event_box;
pub use particles::{Particles, glint, golden_button};
pub use player_view::PlayerView;
pub use scarf::Scarf;
pub use scenery::Scenery;
pub use things::{SignFold, Things};
