//! Doors, and what opens them: keys forever, buttons in the floor while a body is on them.

use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::carry::CARRY_REACH;
use crate::feel::ticks;
use crate::level_cache::{LevelCache, Locks};
use crate::{Event, State, World};
use seamwalker_collide::Aabb;
use seamwalker_level::{Level, ObjectKind};

/// A button in the floor as it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switch {
    /// Index into the level's objects.
    pub object: u32,
    /// Ticks until it is released; `u32::MAX` if it stays pressed forever.
    pub left: u32,
}

impl Switch {
    /// Whether it is pressed.
    #[must_use]
    pub const fn is_pressed(&self) -> bool {
        self.left > 0
    }
}

/// The objects of the buttons of a level.
fn buttons(level: &Level) -> impl Iterator<Item = (u32, &ObjectKind)> {
    let objects = (0..).zip(&level.objects).map(|(index, object)| (index, &object.kind));
    objects.filter(|(_, kind)| matches!(kind, ObjectKind::PressureButton { .. }))
}

/// The buttons of a level at its start.
pub(crate) fn switches(level: &Level) -> Vec<Switch> {
    buttons(level).map(|(object, _)| Switch { object, left: 0 }).collect()
}

/// What opens the platform with an id.
pub(crate) fn locks_of(level: &Level, platform: u32) -> Locks {
    let is_key = |kind: &ObjectKind| matches!(kind, ObjectKind::KeyButton { opens } if *opens == Some(platform));
    let is_button =
        |kind: &ObjectKind| matches!(kind, ObjectKind::PressureButton { opens, .. } if *opens == Some(platform));
    Locks {
        keys: (0..level.objects.len()).filter(|&object| is_key(&level.objects[object].kind)).collect(),
        switches: buttons(level).enumerate().filter(|(_, (_, kind))| is_button(kind)).map(|(i, _)| i).collect(),
    }
}

impl World {
    /// For every key of a door, whether it is collected. Empty for platforms without keys.
    pub fn keys_of_door(&self, platform: usize) -> impl Iterator<Item = bool> + '_ {
        let keys = self.cache.locks.get(platform).map_or(&[][..], |locks| &locks.keys);
        keys.iter().map(|&key| self.state.done[key])
    }

    /// The place of a door in this tick. It does not close on the player or a crate.
    pub(crate) fn next_place_of_door(&mut self, index: usize, events: &mut Vec<Event>) -> Vec2 {
        let (track, clock, named) = (&self.cache.tracks[index], self.state.platforms[index].clock, index as u32);
        let opens = self.state.is_unlocked(&self.cache, index);
        let next = if opens { (clock + 1).min(track.way) } else { clock.saturating_sub(1) };
        let target = track.at(next);
        let body = self.state.body(self.state.platforms[index].body);
        let turns = self.platform(index).turning.is_some();
        let way = if turns { body.aabb.grown(CARRY_REACH) } else { Aabb::new(target, body.aabb.half) };
        if next < clock && self.probe().is_occupied(&way, None) {
            return track.at(clock);
        }
        if (clock, next) == (0, 1) {
            events.push(Event::Opened { index: named });
        }
        if (clock, next) == (1, 0) {
            events.push(Event::Closed { index: named });
        }
        self.state.platforms[index].clock = next;
        target
    }

    /// Presses the buttons with a body on them, and releases the others.
    pub(crate) fn press_buttons(&mut self, events: &mut Vec<Event>) {
        let level = Arc::clone(&self.level);
        for index in 0..self.state.switches.len() {
            let Switch { object, left } = self.state.switches[index];
            let button = &level.objects[object as usize];
            let ObjectKind::PressureButton { stays, .. } = button.kind else { continue };
            let now = if left == u32::MAX {
                left
            } else if !self.probe().is_occupied(&button.aabb, None) {
                left.saturating_sub(1)
            } else if stays < 0.0 {
                u32::MAX
            } else {
                ticks(stays) + 1
            };
            self.state.switches[index].left = now;
            match (left > 0, now > 0) {
                (false, true) => events.push(Event::Pressed { object }),
                (true, false) => events.push(Event::Released { object }),
                _ => {}
            }
        }
    }
}

impl State {
    /// Whether a door should be open: by all of its keys, or by one of its buttons.
    fn is_unlocked(&self, cache: &LevelCache, index: usize) -> bool {
        let Locks { keys, switches } = &cache.locks[index];
        let by_keys = !keys.is_empty() && keys.iter().all(|&key| self.done[key]);
        by_keys || switches.iter().any(|&switch| self.switches[switch].is_pressed())
    }
}
