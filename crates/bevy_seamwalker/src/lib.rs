#![doc = include_str!("../README.md")]

// The files in reading order: `plugin.rs` says what runs when; `units.rs` converts; `space.rs` is the resource; `character.rs`,
// `platform.rs`, `crates.rs` and `zone.rs` are the components and their systems; `place.rs` writes transforms; `gizmos.rs` draws.

/// Warns once, however often the fault occurs.
macro_rules! warn_once {
    ($($text:tt)*) => {{
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| log::warn!($($text)*));
    }};
}

mod character;
mod crates;
#[cfg(feature = "gizmos")]
mod gizmos;
mod place;
mod platform;
mod plugin;
mod space;
mod units;
mod zone;

/// The library underneath. Its `glam` is another version than bevy's: [`Units`] converts.
pub use seamwalker_collide as collide;

pub use character::{Character, CharacterIntent, Jumped, Landed, Squeezed};
pub use crates::Crate;
#[cfg(feature = "gizmos")]
pub use gizmos::{SeamwalkerGizmoPlugin, SeamwalkerGizmos, draw_space};
pub use platform::{Platform, PlatformPath};
pub use plugin::{SeamwalkerPlugin, SeamwalkerSystems};
pub use space::SeamwalkerSpace;
pub use units::{PixelVec2, Units};
pub use zone::{Zone, ZoneCrossed};
