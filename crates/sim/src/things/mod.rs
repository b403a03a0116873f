//! Things: everything in a level that acts besides the player, one file per kind.
//!
//! A kind that flies, walks or floats by itself (moths, pin bugs, spare thread) has a line in [`thing_track`] and one in
//! [`meet_things`]. Its place follows from the time alone, so that it never drifts. What never changes place has functions only
//! (`scissors.rs`, `aglet.rs`, `spring.rs`, `wind.rs`). Bodies are `platform.rs` with `doors.rs` and `patches.rs`, and `crates.rs` with
//! `spools.rs`; `carry.rs` says what moving bodies do to others.

pub(crate) mod aglet;
pub(crate) mod carry;
pub(crate) mod crates;
pub(crate) mod doors;
mod moth;
mod patches;
mod pin_bug;
pub(crate) mod platform;
pub(crate) mod scissors;
mod spools;
pub(crate) mod spring;
pub(crate) mod turning;
pub(crate) mod wind;

pub(crate) use doors::switches;
pub(crate) use platform::platform_of;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::feel::ticks;
use crate::level_cache::{self, LevelCache};
use crate::player::PlayerTick;
use crate::track::Track;
use crate::{Event, State};
use seamwalker_collide::{Aabb, Grid, Terrain};
use seamwalker_level::{Level, Object, ObjectKind, Platform};

/// A thing that flies, walks or floats, as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thing {
    /// Index into the level's objects.
    pub object: u32,
    /// Its middle.
    pub center: Vec2,
    /// Its middle a tick ago.
    pub previous_center: Vec2,
    /// Moves to the left.
    pub faces_left: bool,
    /// For how many more ticks it is away; 0 when it is there.
    pub away: u32,
}

impl Thing {
    /// Whether it was stomped or collected, and has not returned yet.
    #[must_use]
    pub const fn is_away(&self) -> bool {
        self.away > 0
    }
}

/// How much smaller than its picture a creature's hurtbox is, px on each side.
const HURTBOX_INSET: f32 = 1.0;

/// The track of an object that is a thing: the place of the thing in a tick is the place on its track.
fn thing_track(level: &Level, object: &Object) -> Option<Track> {
    match object.kind {
        ObjectKind::Moth(ref flight) => Some(Track::of_flight(flight, object.aabb.center)),
        ObjectKind::PinBug { speed, faces_left } => Some(pin_bug::patrol(level, object.aabb, speed, faces_left)),
        ObjectKind::DashSpool => Some(Track::still(object.aabb.center)),
        _ => None,
    }
}

/// What follows from a level alone.
pub(crate) fn level_cache(level: &Level) -> LevelCache {
    let platforms: Vec<&Platform> = level_cache::platforms(level).map(|(_, platform)| platform).collect();
    let all = |wanted: fn(&ObjectKind) -> bool| -> Vec<u32> {
        (0..).zip(&level.objects).filter(|(_, object)| wanted(&object.kind)).map(|(index, _)| index).collect()
    };
    let mut order: Vec<usize> = (0..platforms.len()).collect();
    order.sort_by(|&a, &b| (platforms[a].priority, a).cmp(&(platforms[b].priority, b)));
    let is_goal = |kind: &ObjectKind| {
        use ObjectKind::{Bead, Checkpoint, Exit, KeyButton, Spring};
        matches!(kind, Bead { .. } | KeyButton { .. } | Checkpoint | Exit { .. } | Spring { .. })
    };
    let objects = || level_cache::platforms(level).map(|(index, _)| &level.objects[index as usize]);
    // A box that is not valid is in no cell.
    let place = |object: &Object| if is_goal(&object.kind) { object.aabb } else { Aabb::new(Vec2::NAN, Vec2::ZERO) };
    let goals: Vec<Aabb> = level.objects.iter().map(place).collect();
    let hazards: Vec<Aabb> = level.hazards.iter().map(|area| area.aabb).collect();
    let tracks = (0..).zip(&level.objects).filter_map(|(index, object)| Some((index, thing_track(level, object)?)));
    let roll = |object: &Object| match object.kind {
        ObjectKind::RollingSpool { speed, .. } => speed.abs(),
        _ => 0.0,
    };
    LevelCache {
        fastest_roll: level.objects.iter().map(roll).fold(0.0, f32::max),
        hazards: Grid::new(&hazards, Terrain::CELL),
        tracks: objects().zip(platforms).map(|(object, data)| Track::new(data, object.aabb.center)).collect(),
        order,
        locks: objects().map(|object| doors::locks_of(level, object.id)).collect(),
        thing_tracks: tracks.collect(),
        goals: Grid::new(&goals, Terrain::CELL),
        signs: all(|kind| matches!(kind, ObjectKind::Sign { .. })),
        scissors: all(|kind| matches!(kind, ObjectKind::Scissors { .. })),
        aglets: all(|kind| matches!(kind, ObjectKind::Aglet { .. })),
        springs: all(|kind| matches!(kind, ObjectKind::Spring { .. })),
        winds: all(|kind| matches!(kind, ObjectKind::Wind { .. })),
        ..LevelCache::default()
    }
}

/// The things of a level at its start.
pub(crate) fn things(cache: &LevelCache) -> Vec<Thing> {
    let start = |&(object, ref track): &(u32, Track)| {
        let center = track.at(0);
        Thing { object, center, previous_center: center, faces_left: track.at(1).x < center.x, away: 0 }
    };
    cache.thing_tracks.iter().map(start).collect()
}

impl State {
    /// Moves all things by one tick, brings back those that were away, and closes scissors.
    pub(crate) fn move_things(&mut self, level: &Level, cache: &LevelCache, events: &mut Vec<Event>) {
        for (thing, (_, track)) in self.things.iter_mut().zip(&cache.thing_tracks) {
            thing.previous_center = thing.center;
            thing.center = track.at(self.ticks + 1);
            if thing.center.x != thing.previous_center.x {
                thing.faces_left = thing.center.x < thing.previous_center.x;
            }
            if thing.away == 0 {
                continue;
            }
            let object = &level.objects[thing.object as usize];
            let place = Aabb::new(thing.center, object.aabb.half);
            let waits = matches!(object.kind, ObjectKind::Moth(_)) && moth::waits(&place, &self.player.aabb());
            thing.away -= u32::from(thing.away > 1 || !waits);
            if thing.away == 0 {
                events.push(Event::Returned { object: thing.object });
            }
        }
        scissors::snip(level, cache, self.ticks, events);
    }
}

/// The player meets all things that are there. Returns whether one of them hurts.
pub(crate) fn meet_things(tick: &mut PlayerTick) -> bool {
    (0..tick.state.things.len()).any(|index| {
        let Thing { object, center, away, .. } = tick.state.things[index];
        let object = &tick.level.objects[object as usize];
        let place = Aabb::new(center, object.aabb.half);
        away == 0
            && match object.kind {
                ObjectKind::Moth(_) => moth::meet(tick, index, &place),
                ObjectKind::PinBug { .. } => is_hurt_by(tick, &place),
                ObjectKind::DashSpool => refill_dash(tick, index, &place),
                _ => false,
            }
    })
}

/// Spare thread floats in place and refills the dash. It never hurts.
fn refill_dash(tick: &mut PlayerTick, index: usize, place: &Aabb) -> bool {
    let player = &mut tick.state.player;
    if place.overlaps(&player.aabb()) && player.refill_dash(tick.level) {
        let thing = &mut tick.state.things[index];
        thing.away = ticks(tick.rules.feel.thread_return).max(1);
        tick.events.push(Event::DashRefilled { object: thing.object });
    }
    false
}

/// Whether the player touches a creature that hurts from every side.
fn is_hurt_by(tick: &PlayerTick, place: &Aabb) -> bool {
    let hurtbox = tick.state.player.aabb().grown(-tick.rules.feel.hurt_inset);
    place.grown(-HURTBOX_INSET).overlaps(&hurtbox)
}
