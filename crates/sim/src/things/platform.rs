//! Platforms as they are now. `track.rs` says where they are at which tick, `carry.rs` what they do to others.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use seamwalker_collide::BodyId;
use seamwalker_level::{Level, ObjectKind, Platform};

/// A platform as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlatformState {
    /// Index into the level's objects.
    pub object: u32,
    /// Its body in the space.
    pub body: BodyId,
    /// Its middle a tick ago.
    pub previous_center: Vec2,
    /// Pixels per second during this tick; for one that turns, degrees per second along x.
    pub velocity: Vec2,
    /// Whether it moves at all; one that waits for a rider does not yet.
    pub moving: bool,
    /// For how many ticks it has been moving. Its place follows from this number alone, so that it never drifts. For a door
    /// it counts how far it is open, for a seesaw how far it is turned from its left end, for a patch that gives way the ticks
    /// since it was stepped on; 0 at rest.
    pub clock: u64,
}

/// The platform of the level behind a platform of the world.
pub(crate) fn platform_of<'a>(level: &'a Level, state: &PlatformState) -> &'a Platform {
    match &level.objects[state.object as usize].kind {
        ObjectKind::Platform(platform) => platform,
        // A platform's object never becomes anything else: levels do not change while they are played.
        _ => unreachable!("object {} is no platform", state.object),
    }
}
