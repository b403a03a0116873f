//! The world goes on in another level: the map was edited while it is played, or other maps of a large world came near.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::level_cache::LevelCache;
use super::start::start_of;
use super::{Crate, Feel, PlatformState, State, Switch, Thing, World};
use seamwalker_collide::{Aabb, Body, BodyId, Mover, Solver};
use seamwalker_level::{Level, Object, WorldFile};

/// How far the player is moved out of a wall that grew over it, in pixels: half a view. From farther inside it
/// respawns. Larger values cost a query per pixel and direction.
const MAX_DISTANCE_OUT: u16 = 320;

/// How much farther away a map is unloaded than loaded, in pixels: a quarter of a view. Without it a player that walks to and
/// fro at a border would have maps loaded at every step.
const UNLOAD_SLACK: f32 = 160.0;

/// How near a crate or platform must be for its map to be loaded, in pixels from the player along x and y: a view.
const LOAD_REACH: Vec2 = Vec2::new(640.0, 360.0);

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

/// What is remembered of an object whose map is unloaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnloadedObject {
    /// The object as its map has it.
    pub object: Object,
    /// Taken or reached.
    pub done: bool,
    /// The last tick in which it was loaded.
    pub since: u64,
    /// Its state, if it is a platform.
    pub platform: Option<PlatformState>,
    /// Its state and body, if it is a crate.
    pub item: Option<(Crate, Body)>,
    /// Its state, if it is a moth, a bug or spare thread.
    pub thing: Option<Thing>,
    /// Its state, if it is a button in the floor.
    pub switch: Option<Switch>,
}

impl UnloadedObject {
    /// Whether it differs from what the map makes of it.
    fn has_changed(&self) -> bool {
        let goes_on = self.thing.is_some_and(|thing| thing.is_away()) || self.switch.is_some_and(|s| s.is_pressed());
        self.done || self.platform.is_some() || self.item.is_some() || goes_on
    }
}

/// What is remembered of objects, by their ids.
type Memory = BTreeMap<u32, UnloadedObject>;

impl World {
    /// The same game in an edited version of its level. Objects are the same when their ids and kinds are: what is collected or
    /// reached stays so, platforms continue their rounds, crates stay where they were pushed unless the designer moved them.
    /// The player stays in place, or is moved out of a wall that grew there by the shortest way, and respawns at the same
    /// object as before, wherever that is now.
    #[must_use]
    pub fn edited(&self, level: Arc<Level>) -> Self {
        let mut world = self.taken_over(level, &self.state.memory(&self.level));
        world.state.take_over_spawn(&world.level, self);
        // Deleted objects are forgotten; unloaded ones may still come back.
        world.state.absent.retain(|id, _| self.state.absent.contains_key(id));
        world.settle();
        world
    }

    /// The same game with other maps of the same world file around the player: see [`WorldFile::read`]. Objects of unloaded
    /// maps are remembered. Those of maps that come back are as they were left, except that platforms have moved on. So a bead
    /// stays collected and a crate where it was pushed, until the player dies.
    #[must_use]
    pub fn streamed(&self, level: Arc<Level>) -> Self {
        let mut world = self.taken_over(level, &self.state.memory(&self.level));
        (world.state.spawn, world.state.spawn_faces_left) = (self.state.spawn, self.state.spawn_faces_left);
        world.stats.worst_depth = self.stats.worst_depth;
        world.settle();
        world
    }

    /// The maps of a world file that should be loaded: those near the player, and near the respawn point of a dead player;
    /// those whose crates and platforms are near; and those that such a crate was pushed into. `now` are the loaded maps, which
    /// stay a little longer; they are also the result where no map is near.
    #[must_use]
    pub fn near_maps(&self, file: &WorldFile, now: &[usize]) -> Vec<usize> {
        let player = self.state.player.aabb.center;
        let places = [Some(player), self.state.player.is_dead().then_some(self.state.spawn)];
        let mut near = BTreeSet::new();
        for place in places.into_iter().flatten() {
            near.extend(file.near(place, 0.0));
            near.extend(file.near(place, UNLOAD_SLACK).into_iter().filter(|map| now.contains(map)));
        }
        let crates: Vec<(usize, Aabb)> =
            self.state.crate_places(&self.level).map(|(id, aabb)| (WorldFile::map_of(id), aabb)).collect();
        let platforms = self
            .state
            .platforms
            .iter()
            .map(|p| (self.level.objects[p.object as usize].id, self.state.body(p.body).aabb));
        let platforms = platforms.map(|(id, aabb)| (WorldFile::map_of(id), aabb));
        let view = Aabb::new(player, LOAD_REACH);
        let seen = crates.iter().copied().chain(platforms).filter(|(_, aabb)| aabb.overlaps(&view));
        near.extend(seen.map(|(map, _)| map).filter(|map| *map < file.maps.len()));
        if near.is_empty() {
            return now.to_vec();
        }
        // Every round but the last adds a map, so this ends.
        loop {
            let known = near.len();
            let there: Vec<Aabb> = crates.iter().filter(|(map, _)| near.contains(map)).map(|(_, aabb)| *aabb).collect();
            there.iter().for_each(|aabb| near.extend(file.under(&aabb.grown(1.0))));
            if near.len() == known {
                return near.into_iter().collect();
            }
        }
    }

    /// The game in another level. The spawn point is not set yet, and the player may be in a wall.
    fn taken_over(&self, level: Arc<Level>, memory: &Memory) -> Self {
        let mut world = Self::new(level, self.rules.solver);
        world.rules = self.rules;
        (world.state.ticks, world.state.deaths) = (self.state.ticks, self.state.deaths);
        world.state.previous_input = self.state.previous_input;
        world.state.finished = self.state.finished;
        world.state.take_over_objects(&world.level, memory);
        world.take_over_platforms(memory);
        world.state.take_over_crates(&world.level, memory);
        world.state.take_over_things(&world.level, &world.cache, memory);
        world.state.player = self.state.player.clone();
        world.state.player.rides = self.state.player.rides.and_then(|body| world.body_after(self, body));
        let present: BTreeSet<u32> = world.level.objects.iter().map(|object| object.id).collect();
        let absent = memory.iter().filter(|(id, known)| !present.contains(id) && known.has_changed());
        world.state.absent = absent.map(|(id, known)| (*id, known.clone())).collect();
        world
    }

    /// Moves the player and crates out of walls.
    fn settle(&mut self) {
        self.free_player();
        for index in 0..self.state.crates.len() {
            self.unstick_crate(index, self.rules.solver.view());
        }
    }

    /// Changes the feel during play. A player that becomes larger is moved out of what is in the way.
    pub fn change_feel(&mut self, feel: Feel) {
        self.rules.feel = feel;
        self.state.player.aabb = self.state.player.with_half(feel.half(self.state.player.ducked));
        self.free_player();
    }

    /// Where a platform is follows from its clock alone, on the edited track as on the old one. It has moved on while it was
    /// unloaded.
    fn take_over_platforms(&mut self, memory: &Memory) {
        for index in 0..self.state.platforms.len() {
            let object = &self.level.objects[self.state.platforms[index].object as usize];
            let Some(before) = known(memory, object) else { continue };
            let Some(old) = &before.platform else { continue };
            let gives_way = self.platform(index).gives_way;
            let goes_on = old.moving || gives_way.is_some() && old.clock > 0;
            let meanwhile = if goes_on { self.state.ticks.saturating_sub(before.since) } else { 0 };
            if let Some(way) = gives_way {
                self.state.put_patch(&self.cache, index, way, old.clock.saturating_add(meanwhile));
                continue;
            }
            let (clock, moving) =
                (old.clock.saturating_add(meanwhile), self.state.platforms[index].moving || old.moving);
            let center = self.cache.tracks[index].at(clock);
            let platform = &mut self.state.platforms[index];
            (platform.clock, platform.moving, platform.previous_center) = (clock, moving, center);
            if before.since == self.state.ticks && before.object.kind == object.kind {
                (platform.previous_center, platform.velocity) = (old.previous_center, old.velocity);
            }
            let body = platform.body;
            self.state.change_body(body, |body| body.aabb.center = center);
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
            self.state.player.velocity = Vec2::ZERO;
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
    fn body_after(&self, before: &Self, body: BodyId) -> Option<BodyId> {
        let all = |world: &Self| {
            let platforms = world.state.platforms.iter().map(|p| (p.object, p.body));
            platforms.chain(world.state.crates.iter().map(|c| (c.object, c.body))).collect::<Vec<_>>()
        };
        let (object, _) = all(before).into_iter().find(|(_, old)| *old == body)?;
        let index = twin(&self.level, &before.level.objects[object as usize])?;
        all(self).into_iter().find(|(object, _)| *object as usize == index).map(|(_, body)| body)
    }
}

/// Whether two versions of a level mean the same object: id and kind agree.
fn is_same(one: &Object, other: &Object) -> bool {
    one.id == other.id && discriminant(&one.kind) == discriminant(&other.kind)
}

/// The index of the same object in another version of the level.
fn twin(level: &Level, object: &Object) -> Option<usize> {
    level.objects.iter().position(|other| is_same(other, object))
}

/// What is remembered of an object.
fn known<'a>(memory: &'a Memory, object: &Object) -> Option<&'a UnloadedObject> {
    memory.get(&object.id).filter(|known| is_same(&known.object, object))
}

impl State {
    fn take_over_objects(&mut self, level: &Level, memory: &Memory) {
        for (object, done) in level.objects.iter().zip(&mut self.done) {
            *done = known(memory, object).is_some_and(|known| known.done);
        }
    }

    /// Crates stay where they were pushed, unless the designer moved them.
    fn take_over_crates(&mut self, level: &Level, memory: &Memory) {
        for index in 0..self.crates.len() {
            let object = &level.objects[self.crates[index].object as usize];
            let Some(before) = known(memory, object).filter(|known| known.object.aabb == object.aabb) else { continue };
            let Some((old, place)) = &before.item else { continue };
            let meanwhile = u32::try_from(self.ticks.saturating_sub(before.since)).unwrap_or(u32::MAX);
            let away = if old.away > 0 { old.away.saturating_sub(meanwhile).max(1) } else { 0 };
            let item = &mut self.crates[index];
            (item.velocity, item.grounded, item.away) = (old.velocity, old.grounded, away);
            item.previous_center = if before.since == self.ticks { old.previous_center } else { place.aabb.center };
            let body = item.body;
            self.change_body(body, |body| (body.aabb, body.enabled) = (place.aabb, place.enabled));
        }
    }

    /// Things stay away and buttons stay pressed for as long as they would have.
    fn take_over_things(&mut self, level: &Level, cache: &LevelCache, memory: &Memory) {
        let now = self.ticks;
        let left = |ticks: u32, since: u64| {
            let meanwhile = u32::try_from(now.saturating_sub(since)).unwrap_or(u32::MAX);
            if ticks == u32::MAX { ticks } else { ticks.saturating_sub(meanwhile) }
        };
        for (thing, track) in self.things.iter_mut().zip(&cache.thing_tracks) {
            thing.center = track.at(now);
            thing.previous_center = thing.center;
            let Some(before) = known(memory, &level.objects[thing.object as usize]) else { continue };
            thing.away = before.thing.map_or(0, |old| left(old.away, before.since));
            if let Some(old) = before.thing.filter(|old| before.since == now && old.center == thing.center) {
                thing.previous_center = old.previous_center;
            }
        }
        for switch in &mut self.switches {
            let Some(before) = known(memory, &level.objects[switch.object as usize]) else { continue };
            switch.left = before.switch.map_or(0, |old| left(old.left, before.since));
        }
    }

    /// The player respawns at the same object as before, or at the same point if it was no object's; at the start if the
    /// object is gone.
    fn take_over_spawn(&mut self, level: &Level, before: &World) {
        let starts_there = |object: &&Object| start_of(object) == before.state.spawn;
        if let Some(object) = before.level.objects.iter().find(starts_there) {
            let Some(index) = twin(level, object) else { return };
            self.spawn = start_of(&level.objects[index]);
        } else {
            self.spawn = before.state.spawn;
        }
        self.spawn_faces_left = before.state.spawn_faces_left;
    }

    /// The memory of all objects, loaded or not.
    fn memory(&self, level: &Level) -> Memory {
        let mut memory = self.absent.clone();
        // If ids collide, the first object wins (hence `.rev()`).
        for (object, done) in level.objects.iter().zip(&self.done).rev() {
            let known = UnloadedObject {
                object: object.clone(),
                done: *done,
                since: self.ticks,
                platform: None,
                item: None,
                thing: None,
                switch: None,
            };
            memory.insert(object.id, known);
        }
        let id = |object: u32| level.objects[object as usize].id;
        for platform in &self.platforms {
            memory.entry(id(platform.object)).and_modify(|known| known.platform = Some(platform.clone()));
        }
        for item in &self.crates {
            let stored = (item.clone(), *self.body(item.body));
            memory.entry(id(item.object)).and_modify(|known| known.item = Some(stored));
        }
        for thing in &self.things {
            memory.entry(id(thing.object)).and_modify(|known| known.thing = Some(*thing));
        }
        for switch in &self.switches {
            memory.entry(id(switch.object)).and_modify(|known| known.switch = Some(*switch));
        }
        memory
    }

    /// Where all crates are, by the ids of their objects, unloaded ones included.
    fn crate_places(&self, level: &Level) -> impl Iterator<Item = (u32, Aabb)> {
        let here = self.crates.iter().map(|c| (level.objects[c.object as usize].id, self.body(c.body).aabb));
        let absent = self.absent.iter().filter_map(|(id, absent)| Some((*id, absent.item.as_ref()?.1.aabb)));
        here.chain(absent)
    }
}
