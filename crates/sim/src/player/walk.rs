//! Velocity becomes a move: walking along the ground, flying through the air, landing.

use glam::Vec2;

use super::velocity::BegunTick;
use super::{Player, PlayerTick};
use crate::feel::ticks;
use crate::{Event, Feel, TICK};
use seamwalker_collide::Touch;
use seamwalker_collide::controller::{Ground, LANDING_REACH, Lift, clip, slip_past};

/// How fast an unassisted slide presses a standing player down, px/s.
pub const GROUND_PRESS: f32 = 120.0;

/// How far a normal must look sideways for its wall to keep the speed that it stopped (cosine).
const STOPPING_NORMAL: f32 = 0.7;

/// Upward speed below which a head bump is not worth an event, px/s.
const BONK_SPEED: f32 = 1.0;

impl PlayerTick<'_> {
    /// Moves the player by its velocity.
    pub fn move_player(&mut self, begun: BegunTick) {
        let (is_assisted, climbs) = (self.rules.ground_assist, self.state.player.climbs);
        if is_assisted && !climbs {
            return self.finish(begun);
        }
        // What it drops through closes behind it. The library's character does that itself.
        let drop = self.state.player.motion.drop.filter(|_| self.probe().one_way_height().is_some());
        self.state.player.motion.drop = drop;
        if is_assisted { self.move_on_ladder() } else { self.slide_unassisted() }
    }

    /// Lets the library's character finish its tick: on a belt, carried along by it. The velocity is relative to the belt; a jump adds
    /// the belt's.
    fn finish(&mut self, BegunTick { tick, settings }: BegunTick) {
        let (own, belt, ground) =
            (self.state.player.surface_speed(), self.state.player.belt(), self.state.player.motion.ground);
        if belt != 0.0 {
            // Walking off, the speed is that of both already.
            self.state.player.motion.lift.ticks = 0;
            self.state.player.motion.velocity = self.state.player.tangent() * (own + belt);
        }
        let (speed, velocity) = (own + belt, self.state.player.motion.velocity);
        if ground.is_none() {
            self.dash_past_corner(velocity * TICK);
        }
        let events = self.control(settings, |controller, meter, space| controller.finish(meter, space, tick));
        if events.bumped && -velocity.y > BONK_SPEED {
            self.events.push(Event::Bonked);
        }
        if self.bounce_off_wall(&events.touches, velocity) {
            return;
        }
        let stops = |touch: &Touch| touch.contact.normal.x * velocity.x.signum() < -STOPPING_NORMAL;
        let is_stopped = match ground {
            Some(_) => events.wall.is_some(),
            None => !events.steep && events.touches.iter().any(stops),
        };
        if is_stopped {
            self.state.player.retain(&self.rules.feel, speed);
        }
        let Some(now) = self.state.player.motion.ground else { return };
        self.state.player.material = self.probe().material_below(&self.mover()).tag();
        if ground.is_none() {
            self.arrive(&now, velocity, events.landed);
        } else if belt != 0.0 {
            let (tangent, own) = (self.state.player.tangent(), if is_stopped { 0.0 } else { own });
            let player = &mut self.state.player;
            player.motion.velocity = tangent * own;
            player.retain_ticks = if is_stopped { 0 } else { player.retain_ticks };
            player.motion.lift = Lift::new(tangent * belt, self.rules.feel.lift_keep, TICK);
        }
    }

    /// One slide along the velocity, gravity included, and nothing else: no walking along slopes, no steps down, no cast
    /// before a landing. See [`Rules::ground_assist`](crate::Rules::ground_assist).
    fn slide_unassisted(&mut self) {
        let mut velocity = self.state.player.motion.velocity;
        if self.state.player.is_grounded() && velocity.y >= 0.0 {
            velocity.y = velocity.y.max(GROUND_PRESS);
        }
        let slide = self.slide_player(velocity * TICK);
        self.state.player.shift(slide.moved);
        // Ground stops the fall and leaves the speed alone, so that slopes can be climbed at all.
        let holds = |normal: Vec2| self.rules.feel.walkable(normal);
        if velocity.y > 0.0 && slide.touches.iter().any(|t| holds(t.contact.normal)) {
            self.state.player.motion.velocity.y = 0.0;
        }
        let walls = slide.touches.iter().filter(|t| !holds(t.contact.normal)).copied().collect();
        self.state.player.motion.velocity = clip(self.state.player.motion.velocity, &walls);
        match self.ground_below(LANDING_REACH).filter(|_| velocity.y >= 0.0) {
            Some(ground) => {
                if !self.state.player.is_grounded() {
                    self.land(&ground, velocity);
                }
                self.state.player.motion.ground.iter_mut().for_each(|ground| ground.normal = Vec2::NEG_Y);
            }
            None => self.state.player.leave_ground(),
        }
    }

    /// Lands on ground.
    pub(super) fn land(&mut self, ground: &Ground, velocity: Vec2) {
        let settings = self.settings();
        let landed = self.control(settings, |controller, _, _| controller.land(*ground, velocity, TICK));
        self.state.player.material = self.probe().material_below(&self.mover()).tag();
        self.arrive(ground, velocity, landed);
    }

    /// Is on the ground from now on, having come with a velocity, unless it bounces off.
    fn arrive(&mut self, ground: &Ground, velocity: Vec2, landed: Option<f32>) {
        let player = &mut self.state.player;
        (player.on_wall, player.max_fall) = (false, self.rules.feel.fall);
        if !self.bounce(ground, velocity) {
            self.events.extend(landed.map(|speed| Event::Landed { speed }));
        }
    }

    /// If an obstacle blocks the way `ahead`, moves the player to one of the sides, pixel by pixel up to `farthest`, until the way
    /// is free.
    pub(super) fn slip_past(&mut self, ahead: Vec2, sides: &[Vec2], farthest: f32) {
        let (mover, probe) = (self.mover(), self.probe());
        let slip = slip_past(&self.rules.solver, probe.space(), &mover, ahead, sides, farthest);
        self.state.player.shift(slip);
    }
}

impl Player {
    /// Remembers the speed that a wall stopped.
    pub(super) fn retain(&mut self, feel: &Feel, speed: f32) {
        if self.retain_ticks == 0 && speed != 0.0 {
            self.retained_wall_speed = speed;
            self.retain_ticks = ticks(feel.retain);
        }
    }

    pub(crate) fn shift(&mut self, by: Vec2) {
        self.motion.mover = self.motion.mover.moved(by);
    }
}
