//! Which events throw what, and what flies by itself: the thread of a dash, lint on the wind.

use glam::Vec2;
use seamwalker::collide::Aabb;
use seamwalker::level::ObjectKind;
use seamwalker::sim::{Event, TICK, World};

use super::{CRUMB, DUST, LINT, Particles, REFILL, SPLINTER, STEAM, STOMPED, THREAD, TRAIL, WALL_DUST};
use crate::app::render::view::Viewport;
use crate::app::settings::comfort::Comfort;

/// Wisps of lint per second in a wind of the size of a tile.
const LINT_PER_TILE: f32 = 0.9;
/// More wisps than these in a second make no wind stronger.
const MAX_LINT: f32 = 60.0;

impl Particles {
    /// Throws what belongs to an event of the last tick.
    pub fn react(&mut self, event: &Event, world: &World, comfort: Comfort) {
        let player = &world.state.player;
        let feet = player.feet();
        let back = if player.faces_left { 1.0 } else { -1.0 };
        match *event {
            Event::Jumped => self.puff(feet, 4, Vec2::new(40.0, 8.0)),
            Event::WallJumped { normal } => self.puff(feet - normal * 5.0 - Vec2::Y * 6.0, 4, Vec2::new(20.0, 30.0)),
            Event::Landed { speed } => {
                let count = (speed / 60.0) as usize;
                self.puff(feet, count.clamp(2, 9), Vec2::new(30.0 + speed * 0.15, 10.0));
            }
            Event::Stepped => {
                self.throw(DUST, feet + Vec2::new(back * 5.0, -2.0), Vec2::new(back * 22.0, -10.0));
            }
            Event::Skidded => {
                for i in 0..4 {
                    self.throw(
                        DUST,
                        feet + Vec2::new(-back * 6.0, -2.0),
                        Vec2::new(-back * (20.0 + 18.0 * i as f32), -16.0),
                    );
                }
            }
            Event::WallSlid => self.since_wall_dust = WALL_DUST,
            Event::Dropped => self.puff(feet, 2, Vec2::new(20.0, 4.0)),
            Event::Bounced { speed } => self.puff(feet, 5, Vec2::new(40.0 + speed * 0.1, 12.0)),
            Event::Splashed { speed } => self.splash(feet, speed),
            Event::Swam => self.puff(player.aabb.center + Vec2::new(0.0, 8.0), 3, Vec2::new(24.0, 10.0)),
            Event::Took { object } => {
                if let Some(object) = world.level.objects.get(object as usize) {
                    self.burst(object.aabb.center);
                }
            }
            Event::Checkpoint { object } => {
                if let Some(object) = world.level.objects.get(object as usize) {
                    self.burst(object.aabb.center - Vec2::Y * 14.0);
                }
            }
            Event::Died { at, .. } => self.come_apart(at),
            Event::Respawned => self.stars(player.aabb.center, 8, 60.0),
            Event::Finished => self.burst(player.aabb.center),
            Event::CrateLanded { index, speed } => {
                let body = world
                    .state
                    .crates
                    .get(index as usize)
                    .and_then(|c| world.state.space.bodies.get(c.body.0 as usize));
                if let Some(body) = body.filter(|_| speed > 60.0) {
                    let bottom = Vec2::new(body.aabb.center.x, body.aabb.max().y);
                    self.puff(bottom, 5, Vec2::new(60.0, 8.0));
                }
            }
            Event::CrateBroke { index } => {
                if let Some(one) = world.state.crates.get(index as usize) {
                    let object = world.level.objects.get(one.object as usize);
                    if object.is_some_and(|object| matches!(object.kind, ObjectKind::RollingSpool { .. })) {
                        self.splinter(one.previous_center);
                    } else {
                        self.come_apart(one.previous_center);
                    }
                }
            }
            Event::CrateReturned { index } => {
                let body = world
                    .state
                    .crates
                    .get(index as usize)
                    .and_then(|c| world.state.space.bodies.get(c.body.0 as usize));
                if let Some(body) = body {
                    self.stars(body.aabb.center, 8, 60.0);
                }
            }
            _ => self.react_to_things(event, world, comfort),
        }
    }

    /// The same for what happens to contraptions and creatures.
    fn react_to_things(&mut self, event: &Event, world: &World, comfort: Comfort) {
        let player = &world.state.player;
        let object = |index: u32| world.level.objects.get(index as usize).map(|object| object.aabb);
        let thing =
            |index: u32| world.state.things.iter().find(|thing| thing.object == index).map(|thing| thing.center);
        let body = |index: u32| {
            let body = world.state.platforms.get(index as usize).map(|platform| platform.body.0 as usize);
            body.and_then(|body| world.state.space.bodies.get(body)).map(|body| body.aabb)
        };
        let place = match *event {
            Event::Sprung { object: index } | Event::Pressed { object: index } | Event::Snipped { object: index } => {
                object(index)
            }
            Event::Stomped { object } | Event::DashRefilled { object } | Event::Returned { object } => {
                thing(object).map(|at| Aabb::new(at, Vec2::splat(8.0)))
            }
            Event::Opened { index }
            | Event::Closed { index }
            | Event::Loosened { index }
            | Event::GaveWay { index }
            | Event::CameBack { index }
            | Event::Slammed { index } => body(index),
            Event::Dashed { .. } => Some(player.aabb),
            // Bumps, pushes, platforms: heard, not seen.
            _ => None,
        };
        let Some(place) = place else { return };
        let foot = Vec2::new(place.center.x, place.max().y);
        match *event {
            Event::Dashed { direction } => self.puff(place.center - direction * 8.0, 5, Vec2::new(46.0, 14.0)),
            Event::Sprung { .. } => self.puff(place.center, 6, Vec2::new(70.0, 30.0)),
            Event::Pressed { .. } => self.puff(foot, 2, Vec2::new(24.0, 4.0)),
            Event::Stomped { .. } => {
                self.throw(STOMPED, place.center, Vec2::new(0.0, -60.0));
                self.puff(place.center, 6, Vec2::new(70.0, 14.0));
            }
            Event::DashRefilled { .. } if !comfort.no_flashes => {
                self.throw(REFILL, place.center, Vec2::ZERO);
                self.throw(REFILL, player.aabb.center, Vec2::ZERO);
            }
            Event::DashRefilled { .. } => {}
            Event::Returned { .. } | Event::CameBack { .. } => self.stars(place.center, 5, 40.0),
            Event::Snipped { .. } => self.stars(place.center - Vec2::Y * 8.0, 2, 70.0),
            Event::Opened { .. } => self.stars(foot, 4, 40.0),
            Event::Closed { .. } => self.puff(foot, 4, Vec2::new(40.0, 8.0)),
            Event::Loosened { .. } => self.crumble(&place, 3),
            Event::GaveWay { .. } => self.crumble(&place, (place.size().x / 5.0) as usize),
            _ => self.hiss(&place),
        }
    }

    /// Thread that a dash draws behind it, and lint on every wind in view, for one tick.
    pub fn blow(&mut self, world: &World, viewport: &Viewport) {
        let player = &world.state.player;
        if player.dash > 0 {
            let aside = player.dash_direction.perp() * self.rng.range(-6.0, 6.0);
            let at = player.aabb.center - player.dash_direction * 10.0 + aside;
            self.throw(TRAIL, at, player.dash_direction * 60.0);
        }
        for object in &world.level.objects {
            let ObjectKind::Wind { direction, speed } = object.kind else { continue };
            if !viewport.shows(object.aabb.center, object.aabb.half) || speed <= 0.0 {
                continue;
            }
            let size = object.aabb.size();
            let often = (size.x * size.y / 256.0 * LINT_PER_TILE).min(MAX_LINT);
            if self.rng.unit() < often * TICK {
                self.lint(&object.aabb, direction.normal() * speed);
            }
        }
    }

    /// A wisp of lint, which is gone when it leaves the wind.
    fn lint(&mut self, place: &Aabb, velocity: Vec2) {
        let share = Vec2::new(self.rng.unit(), self.rng.unit());
        let at = place.min() + place.size() * share;
        let left = if velocity.x + velocity.y > 0.0 { place.max() - at } else { at - place.min() };
        let way = if velocity.x == 0.0 { left.y } else { left.x };
        let index = self.throw(LINT, at, velocity);
        let particle = &mut self.list[index];
        particle.life = particle.life.min(way / velocity.length());
        particle.turn = velocity.y.atan2(velocity.x);
    }

    /// Steam to both sides of what came down, and dust.
    fn hiss(&mut self, place: &Aabb) {
        let foot = place.max().y;
        for side in [-1.0, 1.0] {
            for _ in 0..3 {
                let at = Vec2::new(place.center.x + side * place.half.x, foot - self.rng.range(2.0, 8.0));
                let velocity = Vec2::new(side * self.rng.range(30.0, 110.0), -self.rng.range(0.0, 40.0));
                self.throw(STEAM, at, velocity);
            }
        }
        self.puff(Vec2::new(place.center.x, foot), 6, Vec2::new(110.0, 12.0));
    }

    /// Crumbs of cloth that fall off a patch.
    fn crumble(&mut self, place: &Aabb, count: usize) {
        for _ in 0..count.min(24) {
            let share = Vec2::new(self.rng.unit(), self.rng.unit());
            let velocity = Vec2::new(self.rng.range(-40.0, 40.0), self.rng.range(-60.0, 20.0));
            self.throw(CRUMB, place.min() + place.size() * share, velocity);
        }
    }

    /// A spool breaks into pieces of wood and thread.
    fn splinter(&mut self, at: Vec2) {
        for kind in [SPLINTER, SPLINTER, THREAD] {
            for _ in 0..6 {
                let velocity = Vec2::new(self.rng.range(-140.0, 140.0), self.rng.range(-220.0, -20.0));
                self.throw(kind, at, velocity);
            }
        }
    }
}
