//! What follows from a level alone: derived once, never stored.

use std::sync::OnceLock;

use super::track::Track;
use seamwalker_collide::Grid;
use seamwalker_level::{Level, ObjectKind, Platform};

/// What ticks need to know of a level.
#[derive(Debug, Default)]
pub struct LevelCache {
    /// The platforms' tracks, by platform.
    pub tracks: Vec<Track>,
    /// The platforms in the order in which they move: by priority.
    pub order: Vec<usize>,
    /// What opens the platforms that are doors, by platform.
    pub locks: Vec<Locks>,
    /// The things of a level: the index of the object, and the track.
    pub thing_tracks: Vec<(u32, Track)>,
    /// Whether any ground is a belt or ice, as edges and as pieces. Found when a crate first needs it.
    pub moving_edges: OnceLock<bool>,
    pub moving_pieces: OnceLock<bool>,
    /// The speed of the fastest rolling spool, px/s.
    pub fastest_roll: f32,
    /// What a player takes or reaches by touching it, by index into the level's objects.
    pub goals: Grid,
    /// The hazards of the level, by their boxes.
    pub hazards: Grid,
    /// Signs, scissors, aglets, springs and winds, as indices into the level's objects.
    pub signs: Vec<u32>,
    pub scissors: Vec<u32>,
    pub aglets: Vec<u32>,
    pub springs: Vec<u32>,
    pub winds: Vec<u32>,
}

/// What opens a door.
#[derive(Debug, Default)]
pub struct Locks {
    /// Keys, as indices into the level's objects.
    pub keys: Vec<usize>,
    /// Buttons, as indices into the world's switches.
    pub switches: Vec<usize>,
}

/// The platforms of a level, with their indices among its objects.
pub fn platforms(level: &Level) -> impl Iterator<Item = (u32, &Platform)> {
    (0..).zip(&level.objects).filter_map(|(index, object)| match &object.kind {
        ObjectKind::Platform(platform) => Some((index, platform)),
        _ => None,
    })
}
