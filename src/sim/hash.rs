//! One number for the whole state.

use glam::Vec2;

use super::World;
use crate::collide::Aabb;

/// FNV-1a, 64 bits: small, and the same everywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fnv(u64);

impl Fnv {
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub const fn finish(self) -> u64 {
        self.0
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    fn float(&mut self, number: f32) {
        self.bytes(&number.to_bits().to_le_bytes());
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
        let mut fnv = Fnv::new();
        fnv.number(self.ticks);
        fnv.number(u64::from(self.deaths));
        fnv.number(u64::from(self.finished) | u64::from(self.noclip) << 1);
        fnv.number(u64::from(self.previous_input.buttons));
        fnv.vec(self.spawn);
        fnv.number(u64::from(self.spawn_faces_left));
        for &done in &self.done {
            fnv.number(u64::from(done));
        }
        self.hash_player(&mut fnv);
        for platform in &self.platforms {
            fnv.number(platform.clock);
            fnv.number(u64::from(platform.moving));
            fnv.vec(self.body(platform.body).aabb.center);
        }
        for item in &self.crates {
            fnv.number(u64::from(item.away) << 1 | u64::from(item.grounded));
            fnv.vec(item.velocity);
            fnv.aabb(&self.body(item.body).aabb);
        }
        fnv.finish()
    }

    fn hash_player(&self, fnv: &mut Fnv) {
        let p = &self.player;
        fnv.aabb(&p.aabb);
        for v in [p.velocity, p.ground_normal, p.lift] {
            fnv.vec(v);
        }
        for x in [p.jump_speed, p.wall_lock_x, p.max_fall, p.retained, p.stride] {
            fnv.float(x);
        }
        let timers =
            [p.coyote, p.buffer, p.jump_hold, p.wall_slide, p.wall_lock, p.lift_ticks, p.drop, p.retain_ticks, p.dead];
        for ticks in timers {
            fnv.number(u64::from(ticks));
        }
        for flag in [p.faces_left, p.grounded, p.ducked, p.on_wall] {
            fnv.number(u64::from(flag));
        }
        fnv.number(p.rides.map_or(u64::MAX, |id| u64::from(id.0)));
        fnv.number(p.pose as u64);
    }
}
