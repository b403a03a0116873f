//! The state of a level at its start.

use std::sync::Arc;

use glam::Vec2;

use super::level_cache::{LevelCache, platforms};
use super::{Crate, Feel, PlatformState, State};
use crate::things::turning::{first_clock, pose_at};
use crate::things::{switches, things};
use seamwalker_collide::{Aabb, Body, BodyId, Mover, Space, Terrain};
use seamwalker_level::{Level, Object, ObjectKind, Start, is_crate, start_overlapping};

/// Bodies yield in bands, whatever numbers the level gives: platforms before crates, crates before the player. Within a
/// band the level's order is kept. The walls at the sides of the level yield to nothing.
const PLATFORM_PRIORITIES: std::ops::RangeInclusive<u8> = 1..=127;

/// The first priority of the crates' band; see [`PLATFORM_PRIORITIES`].
const CRATE_PRIORITIES_FROM: u8 = 128;

/// How thick the walls at the sides of the level are, in pixels: more than any mover goes in a tick.
const BORDER_WIDTH: f32 = 1024.0;

/// How far the walls at the sides reach beyond the level's top and bottom, in pixels. Larger values cost f32 resolution.
const BORDER_REACH: f32 = 16_384.0;

/// For how many sizes of crates the terrain is compiled. More take memory that few crates use.
const CRATE_SIZES: usize = 2;

/// A compiled terrain that takes less than this is compiled for one more size, in bytes. Each takes half of what the player's
/// two take.
const SMALL_COMPILED: usize = 8 << 20;

impl State {
    pub(super) fn new(level: &Level, cache: &LevelCache, feel: &Feel) -> Self {
        let start = level.objects.iter().find_map(|o| match o.kind {
            ObjectKind::Player { faces_left } => Some((feet_of(&o.aabb), faces_left)),
            _ => None,
        });
        let (spawn, spawn_faces_left) = start.unwrap_or((level.bounds.center, false));
        let mut state = Self {
            space: Space { terrain: compiled(level, feel), ..Space::default() },
            done: vec![false; level.objects.len()],
            things: things(cache),
            switches: switches(level),
            spawn,
            spawn_faces_left,
            ..Self::default()
        };
        // Ids of bodies are in this order.
        state.add_platforms(level, cache);
        state.add_crates(level);
        state.add_player_and_borders(level);
        state
    }

    fn add_platforms(&mut self, level: &Level, cache: &LevelCache) {
        for ((object, platform), track) in platforms(level).zip(&cache.tracks) {
            let clock = first_clock(platform, track);
            let pose = pose_at(platform, track, clock);
            let aabb = Aabb::new(pose.at, level.objects[object as usize].aabb.half);
            let priority = platform.priority.clamp(*PLATFORM_PRIORITIES.start(), *PLATFORM_PRIORITIES.end());
            let body = Body { priority, one_way: platform.one_way, ..Body::new(aabb) };
            let body = match &platform.turning {
                Some(turning) => self.push_turning(body, turning, pose),
                None => self.space.bodies.push(body),
            };
            self.platforms.push(PlatformState {
                object,
                body,
                previous_center: aabb.center,
                velocity: Vec2::ZERO,
                moving: platform.start == Start::Always && platform.gives_way.is_none(),
                clock,
            });
        }
    }

    fn add_crates(&mut self, level: &Level) {
        for (index, object) in (0_u32..).zip(&level.objects) {
            let priority = match object.kind {
                ObjectKind::Crate { priority } => priority,
                ObjectKind::RollingSpool { .. } => 0,
                _ => continue,
            };
            let priority = CRATE_PRIORITIES_FROM + priority.min(u8::MAX - CRATE_PRIORITIES_FROM - 1);
            // Of crates that start overlapping, the first is there; the others come when there is room.
            let is_deep = |other| start_overlapping(&object.aabb, &self.crate_box(other));
            let waits = self.any_crate_near(&object.aabb, is_deep);
            let body = self.space.bodies.push(Body { priority, enabled: !waits, ..Body::new(object.aabb) });
            self.crates.push(Crate { away: u32::from(waits), ..Crate::new(index, body, object.aabb.center) });
        }
    }

    fn add_player_and_borders(&mut self, level: &Level) {
        let player = Body { priority: u8::MAX, enabled: false, ..Body::new(Aabb::default()) };
        let bounds = level.bounds;
        let half = Vec2::new(BORDER_WIDTH * 0.5, bounds.half.y + BORDER_REACH);
        let aside = Vec2::new(bounds.half.x + half.x, 0.0);
        let border = |center| Body { priority: 0, ..Body::new(Aabb::new(center, half)) };
        self.space.bodies.extend([player, border(bounds.center - aside), border(bounds.center + aside)]);
    }

    /// The id of the player's body. A level has far fewer than 2^32 objects.
    pub(super) fn player_body(&self) -> BodyId {
        BodyId((self.platforms.len() + self.crates.len()) as u32)
    }
}

/// The terrain, compiled for the player standing and ducked and, where that takes little memory, for the commonest sizes of
/// crates. For other sizes and skins the solver takes the general path to the same results.
fn compiled(level: &Level, feel: &Feel) -> Arc<Terrain> {
    let mut terrain = Terrain::clone(&level.terrain);
    let mover = |half: Vec2| Mover::new(Aabb::new(Vec2::ZERO, half));
    for ducked in [false, true] {
        terrain.compile(&mover(feel.half(ducked)));
    }
    // By the bits of their half extents; the first of equally common ones wins.
    let mut sizes: Vec<(usize, [u32; 2])> = Vec::new();
    for object in level.objects.iter().filter(|o| is_crate(&o.kind)) {
        let half = object.aabb.half.to_array().map(f32::to_bits);
        match sizes.iter_mut().find(|(_, known)| *known == half) {
            Some((count, _)) => *count += 1,
            None => sizes.push((1, half)),
        }
    }
    sizes.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    for (_, half) in sizes.into_iter().take(CRATE_SIZES) {
        if terrain.compiled_bytes() < SMALL_COMPILED {
            terrain.compile(&mover(half.map(f32::from_bits).into()));
        }
    }
    Arc::new(terrain)
}

/// Where the feet go at an object: the middle of its bottom, which for a point is the point.
pub(super) fn feet_of(aabb: &Aabb) -> Vec2 {
    Vec2::new(aabb.center.x, aabb.max().y)
}

/// Where the feet go of a player that starts at an object: the middle of its bottom, or the top of a platform or crate.
pub(super) fn start_of(object: &Object) -> Vec2 {
    match object.kind {
        ObjectKind::Platform(_) | ObjectKind::Crate { .. } => Vec2::new(object.aabb.center.x, object.aabb.min().y),
        _ => feet_of(&object.aabb),
    }
}
