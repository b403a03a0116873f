#![doc = include_str!("../README.md")]

// The files in reading order: `plugin.rs` says what runs when; `units.rs` converts; `space.rs` is the resource; `character.rs`,
// `platform.rs`, `crates.rs` and `zone.rs` are the components and their systems, and `body.rs` what they have in common; `place.rs`
// reads and writes transforms; `queries.rs` asks; `gizmos.rs` draws; `reflect.rs` lists the fields of the library's settings.

/// Warns once, however often the fault occurs.
macro_rules! warn_once {
    ($($text:tt)*) => {{
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| log::warn!($($text)*));
    }};
}

mod body;
mod character;
mod crates;
#[cfg(feature = "gizmos")]
mod gizmos;
mod place;
mod platform;
mod plugin;
mod queries;
mod reflect;
mod space;
mod units;
mod zone;

/// The library underneath. Its `glam` is another version than bevy's: [`Units`] converts.
pub use seamwalker_collide as collide;

pub use body::SeamwalkerBody;
pub use character::{
    Character, CharacterEvents, CharacterIntent, CharacterSettings, CharacterState, Crushed, Grounded, Jumped, Landed,
};
pub use crates::Crate;
#[cfg(feature = "gizmos")]
pub use gizmos::{SeamwalkerGizmoPlugin, SeamwalkerGizmos, draw_space};
pub use platform::{Platform, PlatformPath};
pub use plugin::{SeamwalkerPlugin, SeamwalkerSystems};
pub use queries::{SeamwalkerHit, SeamwalkerQueries};
pub use space::SeamwalkerSpace;
pub use units::{PixelVec2, Units};
pub use zone::{Zone, ZoneCrossed};

/// What most games use: `use bevy_seamwalker::prelude::*`.
pub mod prelude {
    pub use crate::collide::controller::ControllerSettings;
    pub use crate::collide::{Crossed, Layers, QueryFilter, Side, Tag, Terrain};
    pub use crate::{
        Character, CharacterEvents, CharacterIntent, CharacterSettings, CharacterState, Crate, Crushed, Grounded,
        Jumped, Landed, Platform, PlatformPath, SeamwalkerBody, SeamwalkerHit, SeamwalkerPlugin, SeamwalkerQueries,
        SeamwalkerSpace, SeamwalkerSystems, Units, Zone, ZoneCrossed,
    };
}
