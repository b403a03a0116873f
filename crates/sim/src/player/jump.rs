//! Jumps: off the ground, off walls, out of water, down through ribbons.

use glam::Vec2;

use super::intent::Intent;
use super::{Player, PlayerTick};
use crate::feel::ticks;
use crate::probe::Probe;
use crate::ranges::MAX_ASSIST_COYOTE;
use crate::{Buttons, Event, Feel, Rules, State, TICK};
use seamwalker_collide::controller::{
    self, ControllerSettings, GROUND_REACH, JumpSettings, Lift, Tick, can_drop, find_wall, slip_past,
};
use seamwalker_collide::{Hit, Mover};
use seamwalker_level::Surface;

impl PlayerTick<'_> {
    /// Lets the library's character begin a tick, running to the side `x`: it jumps, drops through, or remembers the press for later.
    /// Strokes and jumps off walls are the player's own.
    pub(super) fn begin(&mut self, settings: ControllerSettings, intent: &Intent, x: f32) -> Tick {
        let player = &self.state.player;
        let strokes = intent.pressed && player.swims && !player.is_grounded();
        let is_late = intent.pressed && player.motion.jump.late > 0;
        let wants = intent.pressed || player.motion.jump.buffer > 0;
        if intent.pressed && intent.down() && !self.probe().can_drop() {
            self.slip_to_drop();
        }
        if strokes {
            self.state.player.motion.jump.buffer = 0;
        }
        let pressed = intent.pressed && !strokes;
        let wish = controller::Intent { x, jump: intent.jump, pressed, down: intent.down() };
        let tick = self.control(settings, |controller, meter, space| controller.begin(meter, space, &wish, TICK));
        if tick.events.dropped {
            self.events.push(Event::Dropped);
        } else if tick.events.jumped {
            if !is_late {
                self.state.player.motion.velocity.x += self.rules.feel.jump_boost * intent.x;
                self.state.player.forget_walls(&self.rules.feel);
            }
            self.events.push(Event::Jumped);
        } else if strokes {
            self.swim(intent);
        } else if wants && let Some((side, hit)) = self.probe().wall_to_jump_off() {
            self.jump_off_wall(intent, side, &hit);
        }
        tick
    }

    /// Jumps with a velocity, px/s.
    fn take_off(&mut self, velocity: Vec2) {
        let settings = self.settings();
        self.control(settings, |controller, _, _| controller.take_off(velocity, TICK));
        self.state.player.forget_walls(&self.rules.feel);
    }

    pub(super) fn jump(&mut self, intent: &Intent) {
        let (motion, up, feel) = (&self.state.player.motion, self.settings().jump.speed, &self.rules.feel);
        let own = Vec2::new(motion.velocity.x + feel.jump_boost * intent.x, -up);
        self.take_off(own + motion.lift.for_jump(feel.max_lift()));
        self.events.push(Event::Jumped);
    }

    /// Makes up for a press that came just after elastic or a moth threw the player.
    pub(super) fn jump_late(&mut self) {
        let player = &mut self.state.player;
        player.motion.velocity.y =
            player.motion.jump.catch_up(&self.rules.jump_settings(), player.motion.velocity.y, TICK);
        self.events.push(Event::Jumped);
    }

    pub(super) fn jump_off_wall(&mut self, intent: &Intent, side: f32, hit: &Hit) {
        let feel = &self.rules.feel;
        let climbs = intent.x * side > 0.0 && self.probe().has_wall_of(Surface::Sticky, side);
        let player = &mut self.state.player;
        if let Some(id) = hit.obstacle.body()
            && let Some(platform) = self.state.platforms.get(id.index())
            && platform.velocity != Vec2::ZERO
        {
            player.motion.lift = Lift::new(platform.velocity, feel.lift_keep, TICK);
        }
        let lift = player.motion.lift.for_jump(feel.max_lift());
        if !climbs {
            player.faces_left = side > 0.0;
        }
        if intent.x != 0.0 && !climbs {
            player.wall_lock = ticks(feel.wall_jump_lock);
            player.wall_lock_x = -side;
        }
        // Velcro holds a player that presses against it: a jump leads up along it.
        let up = Vec2::new(0.0, -feel.jump * feel.sticky_jump);
        let own = if climbs { up } else { Vec2::new(-side * feel.wall_jump, -feel.jump) };
        self.take_off(own + lift);
        self.events.push(Event::WallJumped { normal: hit.normal });
    }

    /// Moves a player that is half on a ribbon and half on solid ground aside until only the ribbon is below.
    fn slip_to_drop(&mut self) {
        if !self.state.player.is_grounded() {
            return;
        }
        let mut is_on_ribbon = false;
        self.probe().each_touching(&self.mover(), GROUND_REACH, |touch| {
            is_on_ribbon |= self.state.space.one_way(touch.obstacle).is_some_and(|out| out.y < 0.0);
        });
        if !is_on_ribbon {
            return;
        }
        // A dropping player passes the ribbon: only the solid ground is in the way.
        let (mover, feel) = (Mover { drops_through: true, ..self.mover() }, &self.rules.feel);
        let (down, sides) = (Vec2::new(0.0, feel.ground().step_down), [Vec2::X, Vec2::NEG_X]);
        let slip = slip_past(&self.rules.solver, &self.state.space, &mover, down, &sides, feel.corner);
        self.state.player.shift(slip);
        if let Some(ground) = self.ground_below(down.y) {
            self.state.player.motion.ground = Some(ground);
        }
    }
}

impl Player {
    /// After a jump, walls can be slid down anew, and no stopped speed comes back.
    fn forget_walls(&mut self, feel: &Feel) {
        (self.wall_slide, self.retain_ticks, self.on_wall) = (ticks(feel.wall_slide_time), 0, false);
    }
}

impl State {
    /// Whether jump is held, or was pressed a moment ago: elastic and moths throw higher then.
    pub(crate) fn holds_jump(&self) -> bool {
        self.previous_input.holds(Buttons::JUMP) || self.player.motion.jump.buffer > 0
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
        self.state.player.is_grounded() && can_drop(&self.rules.solver, self.space(), &self.player_mover(), reach)
    }
}
