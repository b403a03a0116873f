//! Patches that give way under the player and crates: loose ones fall, worn ones fray, in the wind as well, and all come back.

use glam::Vec2;

use super::platform_of;
use crate::feel::ticks;
use crate::level_cache::LevelCache;
use crate::{Event, State, TICK, World};
use seamwalker_level::{GivesWay, Level};

/// How fast a loose patch falls, px/s^2: more slowly than the player, so that it can be jumped off.
const PATCH_GRAVITY: f32 = 900.0;

/// For how long a falling patch is solid, s.
const PATCH_FALL: f32 = 0.7;

impl World {
    /// The place of a patch in this tick; `None` while it is away. A solid one returns only into an empty place.
    pub(crate) fn next_place_of_patch(&mut self, index: usize, way: GivesWay, events: &mut Vec<Event>) -> Option<Vec2> {
        let (home, named) = (self.cache.tracks[index].at(0), index as u32);
        let clock = self.state.platforms[index].clock;
        if clock == 0 && !(self.is_ridden(index) || !way.falls && self.is_in_wind(index)) {
            return Some(home);
        }
        let [holds, gone, back] = moments(way);
        let clock = (clock + 1).min(back + 1);
        self.state.platforms[index].clock = clock;
        if clock == 1 {
            events.push(Event::Loosened { index: named });
        }
        if clock == holds + 1 {
            events.push(Event::GaveWay { index: named });
        }
        if clock <= gone {
            return Some(home + fallen(way, clock));
        }
        let body = self.state.platforms[index].body;
        let mut place = self.state.body(body).aabb;
        place.center = home;
        self.state.space.bodies.enable(body, false);
        self.state.platforms[index].velocity = Vec2::ZERO;
        if clock <= back || !self.platform(index).one_way && self.probe().is_occupied(&place, None) {
            return None;
        }
        self.state.change_body(body, |body| (body.aabb, body.enabled) = (place, true));
        (self.state.platforms[index].clock, self.state.platforms[index].previous_center) = (0, home);
        events.push(Event::CameBack { index: named });
        Some(home)
    }
}

impl World {
    /// Whether an air stream blows over the place of a platform.
    pub(crate) fn is_in_wind(&self, index: usize) -> bool {
        let body = self.state.body(self.state.platforms[index].body).aabb;
        self.cache.winds.iter().any(|object| self.level.objects[*object as usize].aabb.overlaps(&body))
    }
}

/// When a patch gives way, when it disappears, and when it may return, in ticks since it was touched.
fn moments(way: GivesWay) -> [u64; 3] {
    let holds = u64::from(ticks(way.after).max(1));
    let gone = holds + if way.falls { u64::from(ticks(PATCH_FALL)) } else { 0 };
    [holds, gone, gone + u64::from(ticks(way.back))]
}

/// How far a patch has fallen.
fn fallen(way: GivesWay, clock: u64) -> Vec2 {
    let falling = clock.saturating_sub(moments(way)[0]) as f32 * TICK;
    Vec2::new(0.0, 0.5 * PATCH_GRAVITY * falling * falling)
}

impl State {
    /// All patches that have given way, or are about to, are due again in the next tick.
    pub(crate) fn recall_patches(&mut self, level: &Level) {
        for index in 0..self.platforms.len() {
            let Some(way) = platform_of(level, &self.platforms[index]).gives_way else { continue };
            let clock = &mut self.platforms[index].clock;
            *clock = if *clock == 0 { 0 } else { moments(way)[2] };
        }
    }

    /// Puts a patch where it is after `clock` ticks.
    pub(crate) fn put_patch(&mut self, cache: &LevelCache, index: usize, way: GivesWay, clock: u64) {
        let [_, gone, back] = moments(way);
        let place = cache.tracks[index].at(0) + if clock <= gone { fallen(way, clock) } else { Vec2::ZERO };
        let platform = &mut self.platforms[index];
        (platform.clock, platform.previous_center) = (clock.min(back + 1), place);
        let body = platform.body;
        self.change_body(body, |body| (body.aabb.center, body.enabled) = (place, clock <= gone));
    }
}
