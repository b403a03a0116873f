//! The world goes on in another version of its level: the map was edited while it is played.

use std::sync::Arc;

use glam::Vec2;

use super::world::start_of;
use super::{Crate, Feel, PlatformState, World};
use crate::collide::{BodyId, Mover, Solver};
use crate::level::{Level, Object, ObjectKind};

/// How far somebody is moved out of a wall that grew over them, in pixels: half a view. From farther inside the player
/// starts anew. Larger values cost a query per pixel and direction.
const FARTHEST_OUT: u16 = 320;

/// The ways that are tried out of a wall, before they are made one pixel long: the nearest of equally long ones is the
/// first. Straight ones lead out of tiles, the others out of slopes.
const WAYS: [(f32, f32); 16] = [
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

impl World {
    /// The same game in an edited version of its level. Objects are the same when their ids and kinds are: what is taken or
    /// reached stays so, platforms go on in their rounds, crates stay where they were pushed unless the designer moved them.
    /// The player stays in place, or is moved out of what grew there by the smallest way, and returns to the same object as
    /// before, wherever that is now.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use seamwalker::collide::SolverSetup;
    /// use seamwalker::level::{Embedded, read};
    /// use seamwalker::sim::{Buttons, Input, World};
    ///
    /// let level = read(&Embedded::shipped(), "maps/first_stitch.tmx").unwrap();
    /// let mut world = World::new(Arc::new(level.clone()), SolverSetup::default());
    /// (0..60).for_each(|_| drop(world.step(Input { buttons: Buttons::RIGHT })));
    /// // The designer takes an object away and saves.
    /// let mut edited = level;
    /// edited.objects.pop();
    /// let world_now = world.edited(Arc::new(edited));
    /// assert_eq!((world_now.player.feet(), world_now.ticks), (world.player.feet(), 60));
    /// ```
    #[must_use]
    pub fn edited(&self, level: Arc<Level>) -> Self {
        let mut world = Self::new(level, self.solver);
        world.feel = self.feel;
        world.thickness = self.thickness;
        (world.noclip, world.bare) = (self.noclip, self.bare);
        (world.ticks, world.deaths) = (self.ticks, self.deaths);
        world.previous_input = self.previous_input;
        world.finished = self.finished;
        world.take_over_objects(self);
        world.take_over_platforms(self);
        world.take_over_crates(self);
        world.take_over_spawn(self);
        world.take_over_player(self);
        world
    }

    /// Other numbers for the feel, while the game goes on. A player that becomes larger is moved out of what is in the way.
    pub fn change_feel(&mut self, feel: Feel) {
        self.feel = feel;
        self.player.aabb = self.player.with_half(feel.half(self.player.ducked));
        self.free_player();
    }

    fn take_over_objects(&mut self, before: &Self) {
        for (object, done) in self.level.objects.iter().zip(&mut self.done) {
            *done = twin(&before.level, object).is_some_and(|index| before.done[index]);
        }
    }

    /// Where a platform is follows from its clock alone, on the edited track as on the old one.
    fn take_over_platforms(&mut self, before: &Self) {
        for index in 0..self.platforms.len() {
            let Some(old) = self.platform_before(before, &self.platforms[index]) else { continue };
            let (clock, moving) = (old.clock, self.platforms[index].moving || old.moving);
            let center = self.tracks[index].at(clock);
            let platform = &mut self.platforms[index];
            (platform.clock, platform.moving, platform.previous_center) = (clock, moving, center);
            let body = platform.body;
            self.body_mut(body).aabb.center = center;
        }
    }

    fn take_over_crates(&mut self, before: &Self) {
        for index in 0..self.crates.len() {
            let object = &self.level.objects[self.crates[index].object as usize];
            let Some(old) = crate_before(before, object) else { continue };
            let place = *before.body(old.body);
            let item = &mut self.crates[index];
            (item.velocity, item.grounded, item.away) = (old.velocity, old.grounded, old.away);
            item.previous_center = place.aabb.center;
            let body = item.body;
            self.body_mut(body).aabb = place.aabb;
            self.body_mut(body).enabled = place.enabled;
        }
    }

    /// The player returns to the object that it would have returned to, or to a place that is no object's; when the object
    /// is gone, to the start.
    fn take_over_spawn(&mut self, before: &Self) {
        let starts_there = |object: &&Object| start_of(object) == before.spawn;
        if let Some(object) = before.level.objects.iter().find(starts_there) {
            let Some(index) = twin(&self.level, object) else { return };
            self.spawn = start_of(&self.level.objects[index]);
        } else {
            self.spawn = before.spawn;
        }
        self.spawn_faces_left = before.spawn_faces_left;
    }

    fn take_over_player(&mut self, before: &Self) {
        self.player = before.player.clone();
        self.player.rides = before.player.rides.and_then(|body| self.body_after(before, body));
        self.near_sign = None;
        self.free_player();
        for index in 0..self.crates.len() {
            self.unstick_crate(index, self.solver.view());
        }
    }

    /// Moves the player out of what it is in: by its skin, by the smallest way there is, or to where it returns to.
    fn free_player(&mut self) {
        if self.noclip || self.player.is_dead() || self.has_room(&self.player_mover()) {
            return;
        }
        let out = self.way_out(&self.player_mover(), self.solver.view());
        if self.has_room(&self.player_mover().moved(out)) {
            self.shift_player(out);
        } else if let Some(out) = self.nearest_room(&self.player_mover()) {
            self.shift_player(out);
            self.player.velocity = Vec2::ZERO;
        } else {
            self.place_player();
        }
        self.player.previous_feet = self.player.feet();
    }

    /// The shortest of the straight ways to a place with room, within the level.
    fn nearest_room(&self, mover: &Mover) -> Option<Vec2> {
        let ways = WAYS.map(|way| Vec2::from(way).normalize());
        (1..=FARTHEST_OUT).find_map(|by| {
            let places = ways.map(|way| way * f32::from(by));
            places.into_iter().find(|by| {
                let there = mover.moved(*by);
                there.aabb.max().y <= self.level.bounds.max().y && self.has_room(&there)
            })
        })
    }

    /// The state of a platform in the world before, if it was there.
    fn platform_before<'a>(&self, before: &'a Self, platform: &PlatformState) -> Option<&'a PlatformState> {
        let index = twin(&before.level, &self.level.objects[platform.object as usize])?;
        before.platforms.iter().find(|old| old.object as usize == index)
    }

    /// The body that a platform or crate of the world before has now.
    fn body_after(&self, before: &Self, body: BodyId) -> Option<BodyId> {
        let all = |world: &Self| {
            let platforms = world.platforms.iter().map(|p| (p.object, p.body));
            platforms.chain(world.crates.iter().map(|c| (c.object, c.body))).collect::<Vec<_>>()
        };
        let (object, _) = all(before).into_iter().find(|(_, old)| *old == body)?;
        let index = twin(&self.level, &before.level.objects[object as usize])?;
        all(self).into_iter().find(|(object, _)| *object as usize == index).map(|(_, body)| body)
    }
}

/// The index of the object of another version of the level that is the same: id and kind agree.
fn twin(level: &Level, object: &Object) -> Option<usize> {
    let kind = std::mem::discriminant(&object.kind);
    level.objects.iter().position(|other| other.id == object.id && std::mem::discriminant(&other.kind) == kind)
}

/// A crate of the world before that the designer left where it was.
fn crate_before<'a>(before: &'a World, object: &Object) -> Option<&'a Crate> {
    let index = twin(&before.level, object)?;
    let stays = before.level.objects[index].aabb == object.aabb && matches!(object.kind, ObjectKind::Crate { .. });
    before.crates.iter().find(|old| stays && old.object as usize == index)
}
