//! Jumps: off the ground, off walls, out of water, down through ribbons.

use glam::Vec2;

use super::intent::Intent;
use super::{Player, PlayerTick};
use crate::feel::ticks;
use crate::probe::Probe;
use crate::ranges::MAX_ASSIST_COYOTE;
use crate::{Buttons, Event, Rules, State, TICK};
use seamwalker_collide::controller::{GROUND_REACH, JumpSettings, Lift, can_drop, find_wall, slip_past};
use seamwalker_collide::{Hit, Mover, Obstacle};
use seamwalker_level::Surface;

/// Upward speed below which a head bump is not worth an event, px/s.
const BONK_SPEED: f32 = 1.0;

impl PlayerTick<'_> {
    /// Jumps, drops through, jumps off a wall, or remembers the press for later.
    pub(super) fn try_jump(&mut self, intent: &Intent) {
        if !self.state.player.jump.wants(&self.rules.jump_settings(), intent.pressed, TICK) {
            return;
        }
        if intent.down() && (self.probe().can_drop() || intent.pressed && self.slip_to_drop()) {
            return self.drop_through();
        }
        let player = &self.state.player;
        if intent.pressed && player.swims && !player.grounded {
            self.swim(intent);
        } else if intent.pressed && player.jump.late > 0 {
            self.jump_late();
        } else if player.jump.coyote > 0 {
            self.jump(intent);
        } else if let Some((side, hit)) = self.probe().wall_to_jump_off() {
            self.jump_off_wall(intent, side, &hit);
        }
    }

    pub(super) fn jump(&mut self, intent: &Intent) {
        let (player, feel) = (&mut self.state.player, &self.rules.feel);
        let lift = player.lift.for_jump(feel.max_lift());
        let up = feel.jump * if player.footing() == Surface::Sticky { feel.sticky_jump } else { 1.0 };
        player.velocity = Vec2::new(player.velocity.x + feel.jump_boost * intent.x, -up) + lift;
        player.take_off(self.rules);
        self.events.push(Event::Jumped);
    }

    /// Makes up for a press that came just after elastic or a moth threw the player.
    pub(super) fn jump_late(&mut self) {
        let player = &mut self.state.player;
        player.velocity.y = player.jump.catch_up(&self.rules.jump_settings(), player.velocity.y, TICK);
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
            player.lift = Lift::new(platform.velocity, feel.lift_keep, TICK);
        }
        let lift = player.lift.for_jump(feel.max_lift());
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
        player.take_off(self.rules);
        self.events.push(Event::WallJumped { normal: hit.normal });
    }

    fn drop_through(&mut self) {
        let platform = self.probe().platform_below();
        let player = &mut self.state.player;
        (player.jump.buffer, player.jump.coyote) = (0, 0);
        player.leave_ground();
        player.platform = platform;
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
        let (mover, feel) = (Mover { drops_through: true, ..self.mover() }, &self.rules.feel);
        let (down, sides) = (Vec2::new(0.0, feel.ground().step_down), [Vec2::X, Vec2::NEG_X]);
        let slip = slip_past(&self.rules.solver, &self.state.space, &mover, down, &sides, feel.corner);
        self.state.player.shift(slip);
        self.probe().can_drop()
    }

    /// A bump of the head ends a held jump, except at its very beginning.
    pub(super) fn bump_head(&mut self, speed: f32) {
        self.state.player.jump.bump(&self.rules.jump_settings(), TICK);
        if speed > BONK_SPEED {
            self.events.push(Event::Bonked);
        }
    }
}

impl Player {
    /// What every jump has in common: held for more height, used up, off the ground.
    fn take_off(&mut self, rules: &Rules) {
        self.jump.take_off(&rules.jump_settings(), self.velocity.y, TICK);
        self.wall_slide = ticks(rules.feel.wall_slide_time);
        (self.retain_ticks, self.lift.ticks) = (0, 0);
        self.on_wall = false;
        self.leave_ground();
    }
}

impl State {
    /// Whether jump is held, or was pressed a moment ago: elastic and moths throw higher then.
    pub(crate) fn holds_jump(&self) -> bool {
        self.previous_input.holds(Buttons::JUMP) || self.player.jump.buffer > 0
    }
}

impl Rules {
    /// How the player jumps.
    pub(crate) fn jump_settings(&self) -> JumpSettings {
        let feel = &self.feel;
        JumpSettings {
            speed: feel.jump,
            hold: feel.jump_hold,
            coyote: feel.coyote + self.assist.coyote.clamp(0.0, MAX_ASSIST_COYOTE),
            buffer: feel.buffer,
            bump_grace: feel.bonk_grace,
        }
    }
}

impl Probe<'_> {
    /// The wall within `reach` pixels on one side (-1 left, 1 right). The round end of a ribbon is none.
    pub(super) fn wall(&self, side: f32, reach: f32) -> Option<Hit> {
        find_wall(&self.rules.solver, self.space(), &self.player_mover(), side, reach)
    }

    /// The wall that is near enough to jump off, and its side; the one ahead first.
    pub(super) fn wall_to_jump_off(&self) -> Option<(f32, Hit)> {
        let ahead = if self.state.player.faces_left { -1.0 } else { 1.0 };
        [ahead, -ahead].into_iter().find_map(|side| Some((side, self.wall(side, self.rules.feel.wall_probe)?)))
    }

    /// Whether only one-way surfaces hold the player.
    pub(super) fn can_drop(&self) -> bool {
        let reach = self.rules.feel.ground().step_down;
        self.state.player.grounded && can_drop(&self.rules.solver, self.space(), &self.player_mover(), reach)
    }

    /// What the player stands on.
    pub(super) fn platform_below(&self) -> Option<Obstacle> {
        let (mover, ground) = (self.player_mover(), self.rules.feel.ground());
        Some(ground.find(&self.rules.solver, self.space(), &mover, ground.step_down)?.obstacle)
    }
}
