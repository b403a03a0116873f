//! Scissors: they close periodically, tremble before, and hurt while they are closed.

use crate::feel::ticks;
use crate::level_cache::LevelCache;
use crate::{Event, State, TICK};
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, Object, ObjectKind};

/// For how long scissors tremble before they close, s.
const TREMBLE_TIME: f32 = 0.3;

/// How far trembling scissors are closed.
const TREMBLE_CLOSED: f32 = 0.15;

impl State {
    /// How far scissors are closed in this tick: 0 open, 1 closed, a little while they tremble before that. 0 for other
    /// kinds.
    #[must_use]
    pub fn scissors(&self, kind: &ObjectKind) -> f32 {
        closed_part(kind, self.ticks)
    }

    /// Seconds until scissors close, 0 while they are closed, and for how many they are open in all. 0 for other kinds.
    #[must_use]
    pub fn snips_in(&self, kind: &ObjectKind) -> (f32, f32) {
        let ObjectKind::Scissors { open, .. } = *kind else { return (0.0, 0.0) };
        let left = ticks(open).max(1).saturating_sub(cycle_time(kind, self.ticks));
        (left as f32 * TICK, open)
    }
}

fn closed_part(kind: &ObjectKind, now: u64) -> f32 {
    let ObjectKind::Scissors { open, .. } = *kind else { return 0.0 };
    let t = cycle_time(kind, now);
    if t >= ticks(open).max(1) {
        1.0
    } else if t + ticks(TREMBLE_TIME) >= ticks(open) {
        TREMBLE_CLOSED
    } else {
        0.0
    }
}

/// Where scissors are in their cycle, in ticks.
fn cycle_time(kind: &ObjectKind, now: u64) -> u32 {
    let ObjectKind::Scissors { open, closed, phase } = *kind else { return 0 };
    let cycle = ticks(open).max(1) + ticks(closed).max(1);
    let offset = (cycle as f32 * phase).round() as u64;
    ((now + offset) % u64::from(cycle)) as u32
}

/// Reports the scissors that close in this tick.
pub fn snip(level: &Level, cache: &LevelCache, now: u64, events: &mut Vec<Event>) {
    for &object in &cache.scissors {
        let kind = &level.objects[object as usize].kind;
        if let ObjectKind::Scissors { open, .. } = *kind
            && cycle_time(kind, now) == ticks(open).max(1)
        {
            events.push(Event::Snipped { object });
        }
    }
}

/// Whether closed blades overlap a hurtbox.
pub fn cuts(level: &Level, cache: &LevelCache, now: u64, hurtbox: &Aabb) -> bool {
    cache.scissors.iter().any(|&object| {
        let Object { kind, aabb, .. } = &level.objects[object as usize];
        aabb.overlaps(hurtbox) && closed_part(kind, now) == 1.0
    })
}
