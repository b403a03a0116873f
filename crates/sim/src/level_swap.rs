//! The world goes on in an edited level: the map was saved while it is played.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::Arc;

use glam::Vec2;

use super::start::start_of;
use super::{Crate, Feel, State, World};
use seamwalker_collide::controller::Ground;
use seamwalker_collide::{BodyId, Mover, Obstacle, Solver};
use seamwalker_level::{Level, Object};

/// How far the player is moved out of a wall that grew over it, in pixels: half a view. From farther inside it
/// respawns. Larger values cost a query per pixel and direction.
const MAX_DISTANCE_OUT: u16 = 320;

/// The directions that are tried out of a wall, before they are normalized; of equally long ways the first wins. Straight
/// ones lead out of tiles, the others out of slopes.
const DIRECTIONS_OUT: [(f32, f32); 16] = [
    (0.0, -1.0),
    (-1.0, 0.0),
    (1.0, 0.0),
    (0.0, 1.0),
    (-1.0, -1.0),
    (1.0, -1.0),
    (-1.0, 1.0),
    (1.0, 1.0),
    (-1.0, -2.0),
    (1.0, -2.0),
    (-2.0, -1.0),
    (2.0, -1.0),
    (-2.0, 1.0),
    (2.0, 1.0),
    (-1.0, 2.0),
    (1.0, 2.0),
];

/// For every object of a level the index of the same object in the level before.
type Twins = Vec<Option<u32>>;

/// Objects are the same when id and kind agree.
fn twins(level: &Level, before: &Level) -> Twins {
    // If ids collide, the first object wins (hence `.rev()`).
    let indexed = before.objects.iter().enumerate().rev();
    let known: BTreeMap<u32, usize> = indexed.map(|(index, object)| (object.id, index)).collect();
    let kind = |object: &Object| discriminant(&object.kind);
    let twin = |object: &Object| {
        let index = *known.get(&object.id)?;
        (kind(&before.objects[index]) == kind(object)).then_some(index as u32)
    };
    level.objects.iter().map(twin).collect()
}

/// The index of the object that an object of the level before has become.
fn successor(twins: &Twins, before: usize) -> Option<usize> {
    twins.iter().position(|twin| *twin == Some(before as u32))
}

impl World {
    /// The same game in an edited version of its level. Objects are the same when their ids and kinds are: what is collected or
    /// reached stays so, platforms continue their rounds, crates stay where they were pushed unless the designer moved them.
    /// The player stays in place, or is moved out of a wall that grew there by the shortest way, and respawns at the same
    /// object as before, wherever that is now.
    #[must_use]
    pub fn edited(&self, level: Arc<Level>) -> Self {
        let twins = twins(&level, &self.level);
        let mut world = Self::new(level, self.rules.solver);
        world.rules = self.rules;
        let state = &mut world.state;
        (state.ticks, state.deaths) = (self.state.ticks, self.state.deaths);
        state.previous_input = self.state.previous_input;
        state.finished = self.state.finished;
        for (done, twin) in state.done.iter_mut().zip(&twins) {
            *done = twin.is_some_and(|before| self.state.done[before as usize]);
        }
        state.take_over_crates(&world.level, self, &twins);
        state.take_over_switches(&self.state, &twins);
        state.take_over_spawn(&world.level, self, &twins);
        world.take_over_platforms(self, &twins);
        world.take_over_things(&self.state, &twins);
        world.state.player = self.state.player.clone();
        let there = |ground: &Ground| {
            let Some(body) = ground.body() else { return Some(*ground) };
            Some(Ground { obstacle: Obstacle::Body(world.body_after(self, body, &twins)?), ..*ground })
        };
        let ground = self.state.player.motion.ground.as_ref().and_then(there);
        (world.state.player.motion.ground, world.state.player.motion.drop) = (ground, None);
        world.free_player();
        world.show_player();
        for index in 0..world.state.crates.len() {
            world.unstick_crate(index, world.rules.solver.view());
        }
        world.state.hide_player();
        world
    }

    /// Changes the feel during play. A player that becomes larger is moved out of what is in the way.
    pub fn change_feel(&mut self, feel: Feel) {
        self.rules.feel = feel;
        self.state.player.motion.mover.aabb = self.state.player.with_half(feel.half(self.state.player.ducked));
        self.free_player();
    }

    /// Where a platform is follows from its clock alone, on the edited track as on the old one.
    fn take_over_platforms(&mut self, before: &Self, twins: &Twins) {
        for index in 0..self.state.platforms.len() {
            let object = self.state.platforms[index].object as usize;
            let Some(twin) = twins[object] else { continue };
            let Some(old) = before.state.platforms.iter().find(|old| old.object == twin) else { continue };
            if let Some(way) = self.platform(index).gives_way {
                self.state.put_patch(&self.cache, index, way, old.clock);
                continue;
            }
            self.put_platform(index, old.clock);
            let platform = &mut self.state.platforms[index];
            platform.moving |= old.moving;
            if before.level.objects[twin as usize].kind == self.level.objects[object].kind {
                (platform.previous_center, platform.velocity) = (old.previous_center, old.velocity);
            }
        }
    }

    /// Things stay away for as long as they would have.
    fn take_over_things(&mut self, before: &State, twins: &Twins) {
        for (thing, (_, track)) in self.state.things.iter_mut().zip(&self.cache.thing_tracks) {
            thing.center = track.at(before.ticks);
            thing.previous_center = thing.center;
            let Some(twin) = twins[thing.object as usize] else { continue };
            let Some(old) = before.things.iter().find(|old| old.object == twin) else { continue };
            thing.away = old.away;
            if old.center == thing.center {
                thing.previous_center = old.previous_center;
            }
        }
    }

    /// Moves the player out of what it overlaps: by its skin, by the shortest way, or to its spawn point.
    fn free_player(&mut self) {
        if !self.probe().player_takes_part() || self.probe().has_room(&self.player_mover()) {
            return;
        }
        let out = self.way_out(&self.player_mover(), self.rules.solver.view());
        if self.probe().has_room(&self.player_mover().moved(out)) {
            self.state.player.shift(out);
        } else if let Some(out) = self.nearest_room(&self.player_mover()) {
            self.state.player.shift(out);
            self.state.player.motion.velocity = Vec2::ZERO;
        } else {
            self.place_player();
        }
        self.state.player.previous_feet = self.state.player.feet();
    }

    /// The shortest of the straight ways to a place with room, within the level.
    fn nearest_room(&self, mover: &Mover) -> Option<Vec2> {
        let ways = DIRECTIONS_OUT.map(|way| Vec2::from(way).normalize());
        (1..=MAX_DISTANCE_OUT).find_map(|by| {
            let places = ways.map(|way| way * f32::from(by));
            places.into_iter().find(|by| {
                let there = mover.moved(*by);
                there.aabb.max().y <= self.level.bounds.max().y && self.probe().has_room(&there)
            })
        })
    }

    /// The body that a platform or crate of the previous world has now.
    fn body_after(&self, before: &Self, body: BodyId, twins: &Twins) -> Option<BodyId> {
        let all = |world: &Self| {
            let platforms = world.state.platforms.iter().map(|p| (p.object, p.body));
            platforms.chain(world.state.crates.iter().map(|c| (c.object, c.body))).collect::<Vec<_>>()
        };
        let (object, _) = all(before).into_iter().find(|(_, old)| *old == body)?;
        let index = successor(twins, object as usize)?;
        all(self).into_iter().find(|(object, _)| *object as usize == index).map(|(_, body)| body)
    }
}

impl State {
    /// Crates stay where they were pushed, unless the designer moved them.
    fn take_over_crates(&mut self, level: &Level, before: &World, twins: &Twins) {
        for index in 0..self.crates.len() {
            let object = self.crates[index].object as usize;
            let Some(twin) = twins[object] else { continue };
            let Some(old) = before.state.crates.iter().find(|old| old.object == twin) else { continue };
            if before.level.objects[twin as usize].aabb != level.objects[object].aabb {
                continue;
            }
            let item = &mut self.crates[index];
            let body = item.body;
            *item = Crate { object: item.object, body, ..old.clone() };
            let place = *before.state.body(old.body);
            self.change_body(body, |body| (body.aabb, body.enabled) = (place.aabb, place.enabled));
        }
    }

    /// Buttons stay pressed for as long as they would have.
    fn take_over_switches(&mut self, before: &Self, twins: &Twins) {
        for switch in &mut self.switches {
            let twin = twins[switch.object as usize];
            let old = before.switches.iter().find(|old| Some(old.object) == twin);
            switch.left = old.map_or(switch.left, |old| old.left);
        }
    }

    /// The player respawns at the same object as before, or at the same point if it was no object's; at the start if the
    /// object is gone.
    fn take_over_spawn(&mut self, level: &Level, before: &World, twins: &Twins) {
        let starts_there = |object: &Object| start_of(object) == before.state.spawn;
        self.spawn = match before.level.objects.iter().position(starts_there) {
            Some(object) => match successor(twins, object) {
                Some(index) => start_of(&level.objects[index]),
                None => return,
            },
            None => before.state.spawn,
        };
        self.spawn_faces_left = before.state.spawn_faces_left;
    }
}
