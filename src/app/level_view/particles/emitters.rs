//! Which events emit which particles.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_level::ObjectKind;
use seamwalker_sim::{Event, World};

use super::{CRUMB, DUST, Particles, REFILL, SPLINTER, STEAM, STOMPED, STUFFING, THREAD_BIT, WALL_DUST, golden};
use crate::app::level_view::event_box;
use crate::app::settings::Comfort;

impl Particles {
    /// Throws the particles of an event of the last tick.
    pub fn react(&mut self, event: &Event, world: &World, comfort: Comfort) {
        self.rings.extend(golden::golden_button(event, world).map(golden::GoldenRing::new));
        let Some(place) = event_box(event, world) else { return };
        let player = &world.state.player;
        let (feet, foot) = (player.feet(), Vec2::new(place.center.x, place.max().y));
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
                    let velocity = Vec2::new(-back * (20.0 + 18.0 * i as f32), -16.0);
                    self.throw(DUST, feet + Vec2::new(-back * 6.0, -2.0), velocity);
                }
            }
            Event::WallSlid => self.since_wall_dust = WALL_DUST,
            Event::Dropped => self.puff(feet, 2, Vec2::new(20.0, 4.0)),
            Event::Bounced { speed } => self.puff(feet, 5, Vec2::new(40.0 + speed * 0.1, 12.0)),
            Event::Splashed { speed } => {
                let count = (speed / 40.0).clamp(3.0, 9.0) as usize;
                self.scatter(STUFFING, count, feet, (-60.0, 60.0), (-0.25 * speed, -0.55 * speed));
            }
            Event::Swam => self.puff(place.center + Vec2::new(0.0, 8.0), 3, Vec2::new(24.0, 10.0)),
            Event::Took { .. } => self.stars(place.center, 6, 50.0),
            Event::Checkpoint { .. } => self.stars(place.center - Vec2::Y * 14.0, 6, 50.0),
            Event::Finished => {
                self.scatter(THREAD_BIT, 7, place.center, (-90.0, 90.0), (-150.0, -30.0));
                self.stars(place.center, 5, 50.0);
            }
            Event::Died { at, .. } => self.come_apart(at),
            Event::Respawned | Event::CrateReturned { .. } => self.stars(place.center, 8, 60.0),
            Event::CrateLanded { speed, .. } if speed > 60.0 => self.puff(foot, 5, Vec2::new(60.0, 8.0)),
            Event::CrateBroke { index } => {
                let object = world.state.crates.get(index as usize).map(|one| one.object as usize);
                let kind = object.and_then(|object| world.level.objects.get(object)).map(|object| &object.kind);
                if matches!(kind, Some(ObjectKind::RollingSpool { .. })) {
                    // Wood and thread.
                    self.scatter(SPLINTER, 12, place.center, (-140.0, 140.0), (-220.0, -20.0));
                    self.scatter(THREAD_BIT, 6, place.center, (-140.0, 140.0), (-220.0, -20.0));
                } else {
                    self.come_apart(place.center);
                }
            }
            Event::Dashed { direction } => self.puff(place.center - direction * 8.0, 5, Vec2::new(46.0, 14.0)),
            Event::Sprung { .. } => self.puff(place.center, 6, Vec2::new(70.0, 30.0)),
            Event::Pressed { .. } => self.puff(foot, 2, Vec2::new(24.0, 4.0)),
            Event::Stomped { .. } => {
                self.throw(STOMPED, place.center, Vec2::new(0.0, -60.0));
                self.puff(place.center, 6, Vec2::new(70.0, 14.0));
            }
            Event::DashRefilled { .. } if !comfort.no_flashes => {
                self.throw(REFILL, place.center, Vec2::ZERO);
                self.throw(REFILL, player.aabb().center, Vec2::ZERO);
            }
            Event::Returned { .. } | Event::CameBack { .. } => self.stars(place.center, 5, 40.0),
            Event::Snipped { .. } => self.stars(place.center - Vec2::Y * 8.0, 2, 70.0),
            Event::Opened { .. } => self.stars(foot, 4, 40.0),
            Event::Closed { .. } => self.puff(foot, 4, Vec2::new(40.0, 8.0)),
            Event::Loosened { .. } => self.crumble(&place, 3),
            Event::GaveWay { .. } => self.crumble(&place, (place.size().x / 5.0) as usize),
            Event::Slammed { .. } => self.hiss(&place),
            // Bumps, pushes and moving platforms only make sounds.
            _ => {}
        }
    }

    /// Steam to both sides of an iron that came down, and dust.
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

    fn point_in(&mut self, place: &Aabb) -> Vec2 {
        place.min() + place.size() * Vec2::new(self.rng.unit(), self.rng.unit())
    }

    /// Crumbs of cloth that fall off a patch.
    fn crumble(&mut self, place: &Aabb, count: usize) {
        for _ in 0..count.min(24) {
            let at = self.point_in(place);
            let velocity = Vec2::new(self.rng.range(-40.0, 40.0), self.rng.range(-60.0, 20.0));
            self.throw(CRUMB, at, velocity);
        }
    }
}
