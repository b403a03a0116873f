//! Everything that a tick changes.

use std::collections::BTreeMap;

use glam::Vec2;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Crate, Input, PlatformState, Player, Switch, Thing};
use seamwalker_collide::{Aabb, Body, Space, Tag};

/// Everything that a tick changes, and on which the future depends beyond level and rules. Snapshots store it and
/// [`World::hash`](super::World::hash) covers it, field by field, so that no field can be forgotten.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// Ticks since the start.
    pub ticks: u64,
    /// The player.
    pub player: Player,
    /// Terrain and bodies: the platforms, the crates, the player (there only within a tick), and the two walls that
    /// close the level on the left and on the right. Only the bodies are stored; the terrain is the level's.
    #[serde(rename = "bodies", serialize_with = "write_bodies", deserialize_with = "read_bodies")]
    pub space: Space,
    /// The platforms.
    pub platforms: Vec<PlatformState>,
    /// The crates, and the spools that roll.
    pub crates: Vec<Crate>,
    /// Moths, pin bugs and spare thread.
    pub things: Vec<Thing>,
    /// The buttons in the floor.
    pub switches: Vec<Switch>,
    /// For every object of the level: taken (beads) or reached (checkpoints).
    pub done: Vec<bool>,
    /// Always empty: the hashes of recorded runs count a list at this place.
    pub(super) absent: BTreeMap<u32, u32>,
    /// The sign that the player is near enough to read: index into the level's objects.
    pub near_sign: Option<u32>,
    /// Where the player returns to: the middle of the hitbox's bottom.
    pub spawn: Vec2,
    /// Whether the player looks to the left on returning.
    pub spawn_faces_left: bool,
    /// How often the player died.
    pub deaths: u32,
    /// Whether the exit is reached.
    pub finished: bool,
    /// What was held in the last tick.
    pub previous_input: Input,
}

/// To the bit, as the hash sees it.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        // Every list knows its length, and memory grows: writing cannot fail.
        let bytes = |state: &Self| postcard::to_allocvec(state).unwrap_or_default();
        bytes(self) == bytes(other)
    }
}

/// A body as snapshots and the hash have it. Its layers are left out: all bodies of the game are in the default one.
#[derive(Serialize, Deserialize)]
struct StoredBody {
    aabb: Aabb,
    delta: Vec2,
    priority: u8,
    one_way: bool,
    enabled: bool,
    tag: Tag,
}

fn write_bodies<S: Serializer>(space: &Space, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(space.bodies.iter().map(|&Body { aabb, delta, priority, one_way, enabled, tag, .. }| {
        StoredBody { aabb, delta, priority, one_way, enabled, tag }
    }))
}

fn read_bodies<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Space, D::Error> {
    let bodies: Vec<StoredBody> = Vec::deserialize(deserializer)?;
    let body = |StoredBody { aabb, delta, priority, one_way, enabled, tag }| Body {
        delta,
        priority,
        one_way,
        enabled,
        tag,
        ..Body::new(aabb)
    };
    Ok(Space { bodies: bodies.into_iter().map(body).collect(), ..Space::default() })
}
