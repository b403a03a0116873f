//! Water and ladders.

use glam::Vec2;

use super::intent::Intent;
use super::surfaces::is_in;
use super::triggers::touches_area;
use super::{Player, PlayerTick};
use crate::feel::ticks;
use crate::{Event, TICK};
use seamwalker_collide::Aabb;
use seamwalker_collide::controller::LANDING_REACH;
use seamwalker_level::Level;

/// Half the width of the part of the player that must be on a ladder, in pixels. With larger values the player hangs on to
/// ladders that look out of reach; with smaller ones an inaccurate step loses them.
const SPINE_HALF_WIDTH: f32 = 2.0;

/// How far below the feet a ladder may begin that is climbed down from above, in pixels: as deep as a step down.
const LADDER_BELOW_FEET: f32 = 1.0;

/// Crossing the surface of water more slowly than this makes no splash, px/s.
const SPLASH_SPEED: f32 = 40.0;

impl PlayerTick<'_> {
    /// Enters and leaves water, and takes or loses hold of a ladder.
    pub(super) fn enter_places(&mut self) {
        let player = &mut self.state.player;
        let swims = is_in(&self.level.waters, player.aabb().center);
        if swims != player.swims {
            player.swims = swims;
            player.motion.jump.late = 0;
            player.motion.jump.hold = if swims { 0 } else { player.motion.jump.hold };
            let speed = player.motion.velocity.y.abs();
            if speed > SPLASH_SPEED {
                self.events.push(Event::Splashed { speed });
            }
        }
        player.ladder_cooldown = player.ladder_cooldown.saturating_sub(1);
        if player.climbs {
            player.climbs = player.is_on_ladder(self.level);
        } else if player.ladder_cooldown == 0 {
            self.take_hold();
        }
    }

    /// Up takes hold of a ladder anywhere on it, Down on top of it.
    fn take_hold(&mut self) {
        let from_above = self.intent.down() && self.state.player.ladder_below(self.level) && self.probe().can_drop();
        let platform = self.state.player.motion.ground.map(|ground| ground.obstacle).filter(|_| from_above);
        if !(from_above || self.intent.y < 0.0 && self.state.player.is_on_ladder(self.level)) {
            return;
        }
        let player = &mut self.state.player;
        (player.climbs, player.on_wall) = (true, false);
        player.motion.velocity = Vec2::ZERO;
        (player.motion.jump.hold, player.motion.jump.late, player.motion.jump.coyote, player.retain_ticks) =
            (0, 0, 0, 0);
        player.max_fall = self.rules.feel.fall;
        player.leave_ground();
        player.motion.drop = platform;
        self.events.push(Event::Climbed);
    }

    /// On a ladder: slowly wherever the keys point. A jump leaves it; with Down held it only lets go.
    pub(super) fn climb(&mut self) {
        let (player, feel, intent) = (&mut self.state.player, &self.rules.feel, self.intent);
        if !intent.pressed {
            player.motion.velocity = Vec2::new(intent.x * feel.climb_side, intent.y * feel.climb);
            return;
        }
        player.climbs = false;
        player.ladder_cooldown = ticks(feel.climb_again);
        player.motion.velocity = Vec2::ZERO;
        if !intent.down() {
            self.jump(&intent);
        }
    }

    /// Moves along a ladder; at its top and at its foot the player lands on the ground.
    pub(super) fn move_on_ladder(&mut self) {
        let velocity = self.state.player.motion.velocity;
        let slide = self.slide_player(velocity * TICK);
        self.state.player.shift(slide.moved);
        if velocity.y <= 0.0 && self.state.player.is_on_ladder(self.level) {
            return;
        }
        let reach = velocity.y.abs() * TICK + LANDING_REACH;
        let Some(ground) = self.ground_below(reach) else { return };
        self.state.player.climbs = false;
        self.state.player.motion.velocity = Vec2::ZERO;
        self.land(&ground, velocity.max(Vec2::ZERO));
    }

    /// A stroke in water; with the head out of it, a jump.
    pub(super) fn swim(&mut self, intent: &Intent) {
        let player = &mut self.state.player;
        let head = Vec2::new(player.aabb().center.x, player.aabb().min().y);
        if !is_in(&self.level.waters, head) {
            return self.jump(intent);
        }
        player.motion.jump.buffer = 0;
        player.motion.velocity.y = player.motion.velocity.y.min(-self.rules.feel.swim);
        self.events.push(Event::Swam);
    }
}

impl Player {
    fn is_on_ladder(&self, level: &Level) -> bool {
        let spine = Aabb::new(self.aabb().center, Vec2::new(SPINE_HALF_WIDTH, self.aabb().half.y));
        level.ladders.iter().any(|area| touches_area(&spine, area))
    }

    fn ladder_below(&self, level: &Level) -> bool {
        let (feet, aside) = (self.feet(), Vec2::new(SPINE_HALF_WIDTH, 0.0));
        let below = Aabb::from_corners(feet - aside, feet + aside + Vec2::new(0.0, LADDER_BELOW_FEET));
        level.ladders.iter().any(|area| touches_area(&below, area))
    }
}
