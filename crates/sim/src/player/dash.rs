//! The needle dash: straight through the air in one of eight directions, once until the next ground or spare thread. Its
//! rules are those of Celeste, whose player code is public (Source/Player/Player.cs in NoelFB/Celeste), at twice the scale.

use std::f32::consts::FRAC_1_SQRT_2;

use glam::Vec2;

use super::{Player, PlayerTick};
use crate::feel::ticks;
use crate::probe::Probe;
use crate::{Event, Feel, TICK};
use seamwalker_collide::{Touch, Touches};
use seamwalker_level::{Level, Material, Surface};

/// How far sideways a normal must look for a dash to bounce off its elastic (cosine).
const UPRIGHT_WALL: f32 = 0.7;

/// How many dashes there are between two grounds.
pub(crate) const DASHES: u32 = 1;

impl PlayerTick<'_> {
    /// Begins or continues a dash. True while it lasts: nothing else changes the velocity then.
    pub(super) fn dash(&mut self) -> bool {
        let (player, feel) = (&mut self.state.player, &self.rules.feel);
        player.dash_wait = player.dash_wait.saturating_sub(1);
        player.dash_buffer = if self.intent.dash { ticks(feel.buffer) } else { player.dash_buffer.saturating_sub(1) };
        if player.dash == 0 && (player.is_grounded() || self.rules.assist.endless_dashes) {
            player.refill_dash(self.level);
        }
        if player.dash_buffer > 0 && player.dashes > 0 && player.dash_wait == 0 && self.rules.ground_assist {
            self.begin_dash();
            return true;
        }
        if player.dash == 0 {
            return false;
        }
        player.dash -= 1;
        if player.dash == 0 {
            player.end_dash(feel);
            return false;
        }
        self.jump_out_of_dash();
        true
    }

    fn begin_dash(&mut self) {
        let (player, feel, aim) = (&mut self.state.player, &self.rules.feel, self.intent.direction());
        let facing = Vec2::new(if player.faces_left { -1.0 } else { 1.0 }, 0.0);
        let aim = if aim == Vec2::ZERO { facing } else { aim };
        let direction = if aim.x != 0.0 && aim.y != 0.0 { aim * FRAC_1_SQRT_2 } else { aim };
        let before = player.motion.velocity.x;
        let mut velocity = direction * feel.dash;
        if velocity.x * before > 0.0 && before.abs() > velocity.x.abs() {
            velocity.x = before;
        }
        player.dashes -= 1;
        (player.dash, player.dash_direction) = (ticks(feel.dash_time).max(1), direction);
        (player.dash_wait, player.dash_buffer) = (ticks(feel.dash_again), 0);
        (player.motion.jump.hold, player.motion.jump.late, player.wall_lock, player.retain_ticks) = (0, 0, 0, 0);
        (player.climbs, player.on_wall, player.max_fall) = (false, false, feel.fall);
        if direction.x != 0.0 {
            player.faces_left = direction.x < 0.0;
        }
        if player.is_grounded() && direction.y >= 0.0 {
            // Along the ground, whatever its slope; straight down leads nowhere.
            player.motion.velocity = player.tangent() * velocity.x;
        } else {
            player.leave_ground();
            player.motion.velocity = velocity;
        }
        self.events.push(Event::Dashed { direction });
    }

    /// A jump out of a dash along the ground keeps its speed. One out of a dash up a wall leads far away from the wall.
    fn jump_out_of_dash(&mut self) {
        let (player, intent) = (&mut self.state.player, self.intent);
        if player.is_grounded() {
            player.motion.jump.stand(&self.rules.jump_settings(), TICK);
        } else {
            player.motion.jump.coyote = player.motion.jump.coyote.saturating_sub(1);
        }
        if !player.motion.jump.wants(&self.rules.jump_settings(), intent.pressed, TICK) {
            return;
        }
        if intent.pressed && player.motion.jump.late > 0 {
            player.dash = 0;
            self.jump_late();
        } else if player.motion.jump.coyote > 0 {
            player.dash = 0;
            self.jump(&intent);
        } else if let Some((side, hit)) = self.probe().wall_to_jump_off()
            && !self.probe().will_bounce_off(side)
        {
            self.state.player.dash = 0;
            self.jump_off_wall(&intent, side, &hit);
            let (player, feel) = (&mut self.state.player, &self.rules.feel);
            if player.dash_direction == Vec2::NEG_Y {
                player.motion.velocity = Vec2::new(-side * feel.dash_wall_x, -feel.dash_wall_y);
                player.motion.jump.speed = player.motion.velocity.y;
            }
        }
    }

    /// Corner correction of a level dash: it is moved up or down, pixel by pixel, until the way is free.
    pub(super) fn dash_past_corner(&mut self, delta: Vec2) {
        if self.state.player.dash == 0 || self.state.player.dash_direction.y != 0.0 {
            return;
        }
        self.slip_past(Vec2::new(delta.x, 0.0), &[Vec2::NEG_Y, Vec2::Y], self.rules.feel.dash_corner);
    }

    /// A dash into upright elastic comes back, higher, and refills the dash. Returns whether it was one.
    pub(super) fn bounce_off_wall(&mut self, touches: &Touches, velocity: Vec2) -> bool {
        if self.state.player.dash == 0 {
            return false;
        }
        let is_elastic = |touch: &&Touch| {
            let surface = Material::from_tag(self.state.space.tag(touch.obstacle)).surface;
            surface == Surface::Bouncy && touch.contact.normal.x * velocity.x.signum() < -UPRIGHT_WALL
        };
        let Some(normal) = touches.iter().find(is_elastic).map(|touch| touch.contact.normal) else { return false };
        let (player, feel) = (&mut self.state.player, &self.rules.feel);
        let speed = velocity.x.abs() * feel.bounce;
        (player.dash, player.motion.jump.buffer) = (0, 0);
        player.leave_ground();
        player.motion.velocity = Vec2::new(normal.x.signum() * speed, -feel.dash_bounce);
        player.refill_dash(self.level);
        self.events.push(Event::Bounced { speed });
        true
    }
}

impl Player {
    /// Keeps a part of the speed; a dash that led down goes on falling.
    fn end_dash(&mut self, feel: &Feel) {
        if self.dash_direction.y <= 0.0 {
            self.motion.velocity = self.motion.velocity.clamp_length_max(feel.dash_end);
        }
        if self.motion.velocity.y < 0.0 && !self.is_grounded() {
            self.motion.velocity.y *= feel.dash_end_up;
        }
    }

    /// Refills the dash, in levels that have one. Returns whether it was missing.
    pub(crate) fn refill_dash(&mut self, level: &Level) -> bool {
        let missing = level.meta.dash && self.dashes < DASHES;
        if missing {
            self.dashes = DASHES;
        }
        missing
    }
}

impl Probe<'_> {
    /// Whether a dash leads into elastic on one side, which throws it back: higher than a jump off it.
    fn will_bounce_off(&self, side: f32) -> bool {
        self.state.player.dash_direction.x * side > 0.0 && self.has_wall_of(Surface::Bouncy, side)
    }
}
