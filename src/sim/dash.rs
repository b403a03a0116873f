//! The needle dash: straight through the air in one of eight directions, once until the next ground or spare thread. Its
//! rules are those of Celeste, whose player code is public (Source/Player/Player.cs in NoelFB/Celeste), at twice the scale.

use std::f32::consts::FRAC_1_SQRT_2;

use glam::Vec2;

use super::feel::ticks;
use super::player::Intent;
use super::probe::Probe;
use super::{Event, Feel, Player, World};
use crate::collide::{Touch, Touches};
use crate::level::{Level, Material, Surface};

/// How far sideways a normal must look for a dash to bounce off its elastic (cosine).
const UPRIGHT: f32 = 0.7;

/// How many dashes there are between two grounds.
pub(super) const DASHES: u32 = 1;

impl World {
    /// Begins a dash, or goes on with one. True while it lasts: nothing else changes the velocity then.
    pub(super) fn dash(&mut self, intent: &Intent, events: &mut Vec<Event>) -> bool {
        let wait = ticks(self.rules.feel.buffer);
        let player = &mut self.state.player;
        player.dash_wait = player.dash_wait.saturating_sub(1);
        player.dash_buffer = if intent.dash { wait } else { player.dash_buffer.saturating_sub(1) };
        if player.dash == 0 && (player.grounded || self.rules.assist.endless_dashes) {
            self.state.player.refill_dash(&self.level);
        }
        let player = &mut self.state.player;
        if player.dash_buffer > 0 && player.dashes > 0 && player.dash_wait == 0 && self.rules.ground_assist {
            self.state.player.begin_dash(&self.rules.feel, intent, events);
            return true;
        }
        if player.dash == 0 {
            return false;
        }
        player.dash -= 1;
        if player.dash == 0 {
            self.state.player.end_dash(&self.rules.feel);
            return false;
        }
        self.jump_out_of_dash(intent, events);
        true
    }

    /// A jump takes the speed of a dash along the ground with it; on the way up a wall it leads far away from that.
    fn jump_out_of_dash(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        if self.state.player.grounded {
            self.state.player.coyote = self.rules.coyote();
        } else {
            self.state.player.coyote = self.state.player.coyote.saturating_sub(1);
        }
        if !self.state.player.wants_to_jump(&self.rules.feel, intent) {
            return;
        }
        let up = self.state.player.dash_direction == Vec2::NEG_Y;
        if intent.pressed && self.state.player.late_bounce_window > 0 {
            self.state.player.dash = 0;
            self.state.player.jump_late(&self.rules, events);
        } else if self.state.player.coyote > 0 {
            self.state.player.dash = 0;
            self.state.player.jump(&self.rules.feel, intent, events);
        } else if let Some((side, hit)) =
            self.probe().wall_to_jump_off().filter(|&(side, _)| !self.probe().will_bounce_off(side))
        {
            self.state.player.dash = 0;
            self.jump_off_wall(intent, side, &hit, events);
            if up {
                let feel = self.rules.feel;
                self.state.player.velocity = Vec2::new(-side * feel.dash_wall_x, -feel.dash_wall_y);
                self.state.player.jump_speed = self.state.player.velocity.y;
            }
        }
    }

    /// A level dash that meets a corner is moved up or down, pixel by pixel, until the way is free.
    pub(super) fn dash_past_corner(&mut self, delta: Vec2) {
        if self.state.player.dash == 0 || self.state.player.dash_direction.y != 0.0 {
            return;
        }
        self.slip_past(Vec2::new(delta.x, 0.0), &[Vec2::NEG_Y, Vec2::Y], self.rules.feel.dash_corner);
    }

    /// A dash into elastic that is upright comes back, higher, and with the dash given back; whether it was one.
    pub(super) fn bounce_off_wall(&mut self, touches: &Touches, velocity: Vec2, events: &mut Vec<Event>) -> bool {
        if self.state.player.dash == 0 {
            return false;
        }
        let is_elastic = |touch: &&Touch| {
            let surface = Material::from_tag(self.state.space.tag(touch.obstacle)).surface;
            surface == Surface::Bouncy && touch.contact.normal.x * velocity.x.signum() < -UPRIGHT
        };
        let Some(normal) = touches.iter().find(is_elastic).map(|touch| touch.contact.normal) else { return false };
        let speed = velocity.x.abs() * self.rules.feel.bounce;
        (self.state.player.dash, self.state.player.buffer) = (0, 0);
        self.state.player.leave_ground();
        self.state.player.velocity = Vec2::new(normal.x.signum() * speed, -self.rules.feel.dash_bounce);
        self.state.player.refill_dash(&self.level);
        events.push(Event::Bounced { speed });
        true
    }
}

impl Player {
    /// What is left of the speed; a dash that led down goes on falling.
    pub(super) fn end_dash(&mut self, feel: &Feel) {
        if self.dash_direction.y <= 0.0 {
            self.velocity = self.velocity.clamp_length_max(feel.dash_end);
        }
        if self.velocity.y < 0.0 && !self.grounded {
            self.velocity.y *= feel.dash_end_up;
        }
    }

    pub(super) fn begin_dash(&mut self, feel: &Feel, intent: &Intent, events: &mut Vec<Event>) {
        let facing = Vec2::new(if self.faces_left { -1.0 } else { 1.0 }, 0.0);
        let aim = if intent.direction() == Vec2::ZERO { facing } else { intent.direction() };
        let direction = if aim.x != 0.0 && aim.y != 0.0 { aim * FRAC_1_SQRT_2 } else { aim };
        let before = self.velocity.x;
        let mut velocity = direction * feel.dash;
        if velocity.x * before > 0.0 && before.abs() > velocity.x.abs() {
            velocity.x = before;
        }
        self.dashes -= 1;
        (self.dash, self.dash_direction) = (ticks(feel.dash_time).max(1), direction);
        (self.dash_wait, self.dash_buffer) = (ticks(feel.dash_again), 0);
        (self.jump_hold, self.late_bounce_window, self.wall_lock, self.retain_ticks) = (0, 0, 0, 0);
        (self.climbs, self.on_wall, self.max_fall) = (false, false, feel.fall);
        if direction.x != 0.0 {
            self.faces_left = direction.x < 0.0;
        }
        if self.grounded && direction.y >= 0.0 {
            // Along the ground, whatever its slope; straight down there is nowhere to go.
            self.velocity = self.tangent() * velocity.x;
        } else {
            self.leave_ground();
            self.velocity = velocity;
        }
        events.push(Event::Dashed { direction });
    }

    /// Gives the dash back, in levels that have one. Whether it was missing.
    pub(super) fn refill_dash(&mut self, level: &Level) -> bool {
        let missing = level.meta.dash && self.dashes < DASHES;
        if missing {
            self.dashes = DASHES;
        }
        missing
    }
}

impl Probe<'_> {
    /// Whether a dash leads into elastic on one side, which throws it back: higher than a jump off it.
    pub fn will_bounce_off(&self, side: f32) -> bool {
        self.state.player.dash_direction.x * side > 0.0 && self.has_wall_of(Surface::Bouncy, side)
    }
}
