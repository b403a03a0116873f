//! One number for the whole state.

use glam::Vec2;

use super::World;
use crate::collide::{Aabb, Tag};
use crate::level::Fnv;

/// Adds numbers bit by bit: two states that differ in the sign of a zero are not the same state.
struct Bits(Fnv);

impl Bits {
    fn number(&mut self, number: u64) {
        self.0.number(number);
    }

    fn float(&mut self, number: f32) {
        self.0.bytes(&number.to_bits().to_le_bytes());
    }

    fn vec(&mut self, v: Vec2) {
        self.float(v.x);
        self.float(v.y);
    }

    fn aabb(&mut self, aabb: &Aabb) {
        self.vec(aabb.center);
        self.vec(aabb.half);
    }
}

impl World {
    /// A number that two worlds share only when their states are the same to the bit.
    ///
    /// It covers everything that moves or counts. It leaves out the settings (solver, feel, thickness), the figures, and
    /// what is only for drawing; so two solvers that do the same have the same hash.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut bits = Bits(Fnv::new());
        bits.number(self.ticks);
        bits.number(u64::from(self.deaths));
        bits.number(u64::from(self.finished) | u64::from(self.noclip) << 1);
        bits.number(u64::from(self.previous_input.buttons));
        bits.vec(self.spawn);
        bits.number(u64::from(self.spawn_faces_left));
        for &done in &self.done {
            bits.number(u64::from(done));
        }
        self.hash_player(&mut bits);
        for platform in &self.platforms {
            bits.number(platform.clock);
            bits.number(u64::from(platform.moving));
            bits.vec(self.body(platform.body).aabb.center);
        }
        for item in &self.crates {
            bits.number(u64::from(item.away) << 1 | u64::from(item.grounded));
            bits.vec(item.velocity);
            bits.aabb(&self.body(item.body).aabb);
        }
        // What is at rest counts as little as what is not there: older runs keep their hash.
        for (index, thing) in (1_u64..).zip(&self.things).filter(|(_, thing)| thing.is_away()) {
            bits.number(index << 32 | u64::from(thing.away));
        }
        for (index, switch) in (1_u64..).zip(&self.switches).filter(|(_, switch)| switch.is_pressed()) {
            bits.number(index << 33 | u64::from(switch.left));
        }
        // Only a world of which a part is not there has any.
        for (id, absent) in &self.absent {
            bits.number(u64::from(*id) << 1 | u64::from(absent.done));
            bits.number(absent.since);
            if let Some(platform) = &absent.platform {
                bits.number(platform.clock << 1 | u64::from(platform.moving));
            }
            if let Some((item, body)) = &absent.item {
                bits.number(u64::from(item.away) << 1 | u64::from(item.grounded));
                bits.vec(item.velocity);
                bits.aabb(&body.aabb);
            }
            let away = absent.thing.map_or(0, |thing| thing.away);
            let pressed = absent.switch.map_or(0, |switch| switch.left);
            if (away, pressed) != (0, 0) {
                bits.number(u64::from(away) << 32 | u64::from(pressed));
            }
        }
        bits.0.finish()
    }

    fn hash_player(&self, bits: &mut Bits) {
        let p = &self.player;
        bits.aabb(&p.aabb);
        for v in [p.velocity, p.ground_normal, p.lift] {
            bits.vec(v);
        }
        for x in [p.jump_speed, p.wall_lock_x, p.max_fall, p.retained, p.stride] {
            bits.float(x);
        }
        let timers =
            [p.coyote, p.buffer, p.jump_hold, p.wall_slide, p.wall_lock, p.lift_ticks, p.drop, p.retain_ticks, p.dead];
        for ticks in timers {
            bits.number(u64::from(ticks));
        }
        for flag in [p.faces_left, p.grounded, p.ducked, p.on_wall] {
            bits.number(u64::from(flag));
        }
        bits.number(p.rides.map_or(u64::MAX, |id| u64::from(id.0)));
        bits.number(p.pose as u64);
        // What plain ground never sets counts only where it is set: runs that were recorded before keep their hash.
        let places = u64::from(p.climbs) | u64::from(p.swims) << 1 | u64::from(p.unhand) << 2;
        if (p.ground, places) != (Tag::default(), 0) {
            bits.number(u64::from(p.ground.0));
            bits.number(places);
        }
        if p.rebound != 0 {
            bits.number(u64::from(p.rebound));
        }
        let dash = [p.dashes, p.dash, p.dash_wait, p.dash_buffer];
        if dash != [0; 4] {
            bits.vec(p.dash_direction);
            dash.iter().for_each(|ticks| bits.number(u64::from(*ticks)));
        }
    }
}
