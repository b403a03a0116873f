//! What follows from a level alone: derived once, never stored.

use std::sync::OnceLock;

use crate::things::{Locks, Track, locks_of, thing_track};
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
    /// The tracks of the things, by thing.
    pub thing_tracks: Vec<Track>,
    /// Whether any ground is a belt or ice, as edges and as pieces. Found when a crate first needs it.
    pub moving_edges: OnceLock<bool>,
    pub moving_pieces: OnceLock<bool>,
    /// Scissors, aglets, springs and winds, as indices into the level's objects.
    pub scissors: Vec<u32>,
    pub aglets: Vec<u32>,
    pub springs: Vec<u32>,
    pub winds: Vec<u32>,
}

impl LevelCache {
    pub fn new(level: &Level) -> Self {
        let platforms: Vec<&Platform> = platforms(level).map(|(_, platform)| platform).collect();
        let all = |wanted: fn(&ObjectKind) -> bool| -> Vec<u32> {
            (0..).zip(&level.objects).filter(|(_, object)| wanted(&object.kind)).map(|(index, _)| index).collect()
        };
        let mut order: Vec<usize> = (0..platforms.len()).collect();
        order.sort_by(|&a, &b| (platforms[a].priority, a).cmp(&(platforms[b].priority, b)));
        let objects = || self::platforms(level).map(|(index, _)| &level.objects[index as usize]);
        Self {
            tracks: objects().zip(platforms).map(|(object, data)| Track::new(data, object.aabb.center)).collect(),
            order,
            locks: objects().map(|object| locks_of(level, object.id)).collect(),
            thing_tracks: level.objects.iter().filter_map(|object| thing_track(level, object)).collect(),
            scissors: all(|kind| matches!(kind, ObjectKind::Scissors { .. })),
            aglets: all(|kind| matches!(kind, ObjectKind::Aglet { .. })),
            springs: all(|kind| matches!(kind, ObjectKind::Spring { .. })),
            winds: all(|kind| matches!(kind, ObjectKind::Wind { .. })),
            ..Self::default()
        }
    }
}

/// The platforms of a level, with their indices among its objects.
pub fn platforms(level: &Level) -> impl Iterator<Item = (u32, &Platform)> {
    (0..).zip(&level.objects).filter_map(|(index, object)| match &object.kind {
        ObjectKind::Platform(platform) => Some((index, platform)),
        _ => None,
    })
}
