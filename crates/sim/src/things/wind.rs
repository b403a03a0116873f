//! Air streams.

use glam::Vec2;

use crate::level_cache::LevelCache;
use seamwalker_level::{Level, Object, ObjectKind};

/// The wind at a point, px/s.
pub fn at(level: &Level, cache: &LevelCache, point: Vec2) -> Vec2 {
    let stream = |object: &u32| match &level.objects[*object as usize] {
        Object { kind: ObjectKind::Wind { direction, speed }, aabb, .. } if aabb.contains(point) => {
            Some(direction.normal() * *speed)
        }
        _ => None,
    };
    cache.winds.iter().filter_map(stream).sum()
}
