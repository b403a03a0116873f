//! Jumps: off the ground, off walls, out of water, down through ribbons.

use glam::Vec2;

use super::intent::Intent;
use super::{Player, PlayerTick};
use crate::collide::{Hit, Mover, Obstacle};
use crate::level::Surface;
use crate::sim::feel::ticks;
use crate::sim::ground::{GROUND_REACH, STEP_DOWN};
use crate::sim::probe::Probe;
use crate::sim::ranges::MAX_ASSIST_COYOTE;
use crate::sim::{Buttons, Event, Feel, Rules, State};

/// How far a normal must lie on its side to be a wall (cosine): 0.9 is within 26 degrees of upright.
pub(crate) const MIN_WALL_NORMAL: f32 = 0.9;

/// Upward speed below which a head bump is not worth an event, px/s.
const BONK_SPEED: f32 = 1.0;

/// For how long one-way surfaces let a dropping player through, in ticks. A one-way surface stops holding a player that has sunk
/// in by a quarter of a pixel, and gravity needs one tick for that; the rest is for platforms that sink as well. The player
/// falls 9 px in that time, and the next ribbon holds again.
pub const DROP_TICKS: u32 = 6;

impl PlayerTick<'_> {
    /// Jumps, drops through, jumps off a wall, or remembers the press for later.
    pub(super) fn try_jump(&mut self, intent: &Intent) {
        if !self.state.player.wants_to_jump(&self.rules.feel, intent) {
            return;
        }
        if intent.down() && (self.probe().can_drop() || intent.pressed && self.slip_to_drop()) {
            return self.drop_through();
        }
        let player = &self.state.player;
        if intent.pressed && player.swims && !player.grounded {
            self.swim(intent);
        } else if intent.pressed && player.late_bounce_window > 0 {
            self.jump_late();
        } else if player.coyote > 0 {
            self.jump(intent);
        } else if let Some((side, hit)) = self.probe().wall_to_jump_off() {
            self.jump_off_wall(intent, side, &hit);
        }
    }

    pub(super) fn jump(&mut self, intent: &Intent) {
        let (player, feel) = (&mut self.state.player, &self.rules.feel);
        let lift = player.lift(feel);
        let up = feel.jump * if player.footing() == Surface::Sticky { feel.sticky_jump } else { 1.0 };
        player.velocity = Vec2::new(player.velocity.x + feel.jump_boost * intent.x, -up) + lift;
        player.take_off(feel);
        self.events.push(Event::Jumped);
    }

    /// Makes up for a press that came just after elastic or a moth threw the player.
    pub(super) fn jump_late(&mut self) {
        let player = &mut self.state.player;
        let late = self.rules.coyote().saturating_sub(player.late_bounce_window);
        player.velocity.y = player.velocity.y.min(player.jump_speed);
        player.jump_hold = ticks(self.rules.feel.jump_hold).saturating_sub(late);
        (player.late_bounce_window, player.buffer) = (0, 0);
        self.events.push(Event::Jumped);
    }

    pub(super) fn jump_off_wall(&mut self, intent: &Intent, side: f32, hit: &Hit) {
        let feel = &self.rules.feel;
        let climbs = intent.x * side > 0.0 && self.probe().has_wall_of(Surface::Sticky, side);
        let player = &mut self.state.player;
        if let Obstacle::Body(id) = hit.obstacle
            && let Some(platform) = self.state.platforms.get(id.0 as usize)
            && platform.velocity != Vec2::ZERO
        {
            player.lift = platform.velocity;
            player.lift_ticks = ticks(feel.lift_keep);
        }
        let lift = player.lift(feel);
        if climbs {
            // Velcro holds a player that presses against it: a jump leads up along it.
            player.velocity = Vec2::new(0.0, -feel.jump * feel.sticky_jump) + lift;
        } else {
            player.velocity = Vec2::new(-side * feel.wall_jump, -feel.jump) + lift;
            player.faces_left = side > 0.0;
        }
        if intent.x != 0.0 && !climbs {
            player.wall_lock = ticks(feel.wall_jump_lock);
            player.wall_lock_x = -side;
        }
        player.take_off(feel);
        self.events.push(Event::WallJumped { normal: hit.normal });
    }

    fn drop_through(&mut self) {
        let player = &mut self.state.player;
        player.drop_through_timer = DROP_TICKS;
        (player.buffer, player.coyote) = (0, 0);
        player.leave_ground();
        self.events.push(Event::Dropped);
    }

    /// Moves a player that is half on a ribbon and half on solid ground aside until only the ribbon is below. Returns whether
    /// that worked.
    fn slip_to_drop(&mut self) -> bool {
        if !self.state.player.grounded {
            return false;
        }
        let mut is_on_ribbon = false;
        self.probe().each_touching(&self.mover(), GROUND_REACH, |touch| {
            is_on_ribbon |= self.state.space.one_way(touch.obstacle).is_some_and(|out| out.y < 0.0);
        });
        if !is_on_ribbon {
            return false;
        }
        // A dropping player passes the ribbon: only the solid ground is in the way.
        self.state.player.drop_through_timer = 1;
        self.slip_past(Vec2::new(0.0, STEP_DOWN), &[Vec2::X, Vec2::NEG_X], self.rules.feel.corner);
        self.state.player.drop_through_timer = 0;
        self.probe().can_drop()
    }

    /// A bump of the head ends a held jump, except at its very beginning.
    pub(super) fn bump_head(&mut self, speed: f32) {
        let (player, feel) = (&mut self.state.player, &self.rules.feel);
        let held_for = ticks(feel.jump_hold).saturating_sub(player.jump_hold);
        if held_for > ticks(feel.bonk_grace) {
            player.jump_hold = 0;
        }
        if speed > BONK_SPEED {
            self.events.push(Event::Bonked);
        }
    }
}

impl Player {
    /// A held jump keeps its upward speed for a while; letting go ends it.
    pub(super) fn hold_jump(&mut self, intent: &Intent) {
        if !intent.jump {
            self.jump_hold = 0;
        } else if self.jump_hold > 0 {
            self.velocity.y = self.velocity.y.min(self.jump_speed);
            self.jump_hold -= 1;
        }
    }

    /// Whether jump was pressed now, or a moment ago.
    pub(super) fn wants_to_jump(&mut self, feel: &Feel, intent: &Intent) -> bool {
        let before = self.buffer;
        self.buffer = if intent.pressed { ticks(feel.buffer) } else { before.saturating_sub(1) };
        intent.pressed || before > 0
    }

    /// The part of a platform's speed that a jump adds, capped; never downwards.
    pub(super) fn lift(&self, feel: &Feel) -> Vec2 {
        if self.lift_ticks == 0 {
            return Vec2::ZERO;
        }
        let (x, y) = (feel.lift_x, feel.lift_y);
        Vec2::new(self.lift.x.clamp(-x, x), self.lift.y.clamp(-y, 0.0))
    }

    /// What every jump has in common: held for more height, used up, off the ground.
    fn take_off(&mut self, feel: &Feel) {
        self.jump_speed = self.velocity.y;
        self.jump_hold = ticks(feel.jump_hold);
        self.wall_slide = ticks(feel.wall_slide_time);
        (self.coyote, self.buffer, self.late_bounce_window) = (0, 0, 0);
        (self.retain_ticks, self.lift_ticks) = (0, 0);
        self.on_wall = false;
        self.leave_ground();
    }
}

impl State {
    /// Whether jump is held, or was pressed a moment ago: elastic and moths throw higher then.
    pub(in crate::sim) fn holds_jump(&self) -> bool {
        self.previous_input.holds(Buttons::JUMP) || self.player.buffer > 0
    }
}

impl Rules {
    /// For how many ticks after leaving the ground a jump still works.
    pub(in crate::sim) fn coyote(&self) -> u32 {
        ticks(self.feel.coyote + self.assist.coyote.clamp(0.0, MAX_ASSIST_COYOTE))
    }
}

impl Probe<'_> {
    /// The wall within `reach` pixels on one side (-1 left, 1 right). The round end of a ribbon is none.
    pub(super) fn wall(&self, side: f32, reach: f32) -> Option<Hit> {
        let faces = |normal: Vec2| normal.x * side < -MIN_WALL_NORMAL;
        let hit = self.cast(&self.player_mover(), Vec2::new(side * reach, 0.0)).filter(|hit| faces(hit.normal))?;
        self.state.space.one_way(hit.obstacle).is_none_or(faces).then_some(hit)
    }

    /// The wall that is near enough to jump off, and its side; the one ahead first.
    pub(super) fn wall_to_jump_off(&self) -> Option<(f32, Hit)> {
        let ahead = if self.state.player.faces_left { -1.0 } else { 1.0 };
        [ahead, -ahead].into_iter().find_map(|side| Some((side, self.wall(side, self.rules.feel.wall_probe)?)))
    }

    /// Whether only one-way surfaces hold the player.
    pub(super) fn can_drop(&self) -> bool {
        let through = Mover { drops_through: true, ..self.player_mover() };
        self.state.player.grounded && self.cast(&through, Vec2::new(0.0, STEP_DOWN)).is_none()
    }
}
