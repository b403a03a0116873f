//! Aglets: the metal ends of laces. They swing to and fro, and their points hurt.

use glam::Vec2;

use crate::State;
use crate::feel::ticks;
use crate::level_cache::LevelCache;
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, Object, ObjectKind};

/// Half the box of a point that hurts, px.
const POINT_HALF: Vec2 = Vec2::new(4.0, 6.0);

/// How far the middle of the point stays inside of the sides of the object's box, px.
const SIDE_MARGIN: f32 = 4.0;

/// A lace reaches to its sides by at most this part of its length.
const MAX_REACH: f32 = 0.9;

impl State {
    /// The middle of an aglet's point, `ago` ticks ago. It swings below the middle of the upper side of its box, and its lace is as
    /// long as the box is high. `None` for other kinds.
    #[must_use]
    pub fn aglet(&self, object: &Object, ago: u64) -> Option<Vec2> {
        point(object, self.ticks.saturating_sub(ago))
    }
}

/// The middle of the point in a tick. Only with operations that round alike everywhere.
fn point(object: &Object, now: u64) -> Option<Vec2> {
    let ObjectKind::Aglet { period, phase } = object.kind else { return None };
    let length = (object.aabb.size().y - POINT_HALF.y).max(1.0);
    let reach = (object.aabb.half.x - SIDE_MARGIN).clamp(0.0, length * MAX_REACH);
    let cycle = ticks(period).max(1);
    let offset = (cycle as f32 * phase).round() as u64;
    let part = ((now + offset) % u64::from(cycle)) as f32 / cycle as f32;
    // From one side (-1) to the other and back, slowest at the sides.
    let way = 1.0 - 4.0 * (part - 0.5).abs();
    let beside = reach * way * (3.0 - way * way) * 0.5;
    let anchor = Vec2::new(object.aabb.center.x, object.aabb.min().y);
    Some(anchor + Vec2::new(beside, (length * length - beside * beside).sqrt()))
}

/// Whether a point overlaps a hurtbox.
pub fn stings(level: &Level, cache: &LevelCache, now: u64, hurtbox: &Aabb) -> bool {
    let place = |object: &u32| point(&level.objects[*object as usize], now);
    cache.aglets.iter().filter_map(place).any(|at| Aabb::new(at, POINT_HALF).overlaps(hurtbox))
}
