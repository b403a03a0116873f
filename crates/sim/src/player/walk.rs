//! Velocity becomes a move: walking along the ground, flying through the air, landing.

use glam::Vec2;

use super::{Player, PlayerTick};
use crate::feel::ticks;
use crate::{Event, Feel, TICK};
use seamwalker_collide::controller::{
    AirMove, CEILING_NORMAL, Ground, LANDING_REACH, Landing, Lift, clip, corner_correction, slip_past, tangent,
    walk_off,
};
use seamwalker_collide::{Obstacle, Touch};

/// How fast an unassisted slide presses a standing player down, px/s.
pub const GROUND_PRESS: f32 = 120.0;

/// How far a normal must look sideways for its wall to keep the speed that it stopped (cosine).
const STOPPING_NORMAL: f32 = 0.7;

impl PlayerTick<'_> {
    /// Moves the player by its velocity; `run` is the sideways speed that running has just added in the air, px/s.
    pub fn move_player(&mut self, run: f32) {
        // Platforms have moved already. Asked after the fall, a sinking one could still catch up.
        let drops = !self.state.player.grounded;
        let platform = self.state.player.platform.filter(|_| !drops || self.probe().one_way_height().is_some());
        self.state.player.platform = platform;
        if !self.rules.ground_assist {
            self.slide_unassisted();
        } else if self.state.player.climbs {
            self.move_on_ladder();
        } else if self.state.player.grounded {
            self.walk_grounded();
        } else {
            self.fly(run);
        }
    }

    /// Walks, carried along by a belt if there is one. The velocity is relative to the belt; a jump adds the belt's.
    pub(super) fn walk_grounded(&mut self) {
        let (own, belt) = (self.state.player.surface_speed(), self.state.player.belt());
        let speed = own + belt;
        if belt != 0.0 {
            // Walking off, the speed is that of both already.
            self.state.player.lift.ticks = 0;
        }
        self.walk(speed, speed.abs() * TICK);
        let player = &mut self.state.player;
        if belt == 0.0 || !player.grounded {
            return;
        }
        let stopped = speed != 0.0 && player.surface_speed() == 0.0;
        let tangent = player.tangent();
        player.velocity = tangent * if stopped { 0.0 } else { own };
        player.retain_ticks = if stopped { 0 } else { player.retain_ticks };
        player.lift = Lift::new(tangent * belt, self.rules.feel.lift_keep, TICK);
    }

    /// One slide along the velocity, gravity included, and nothing else: no walking along slopes, no steps down, no cast
    /// before a landing. See [`Rules::ground_assist`](crate::Rules::ground_assist).
    fn slide_unassisted(&mut self) {
        let mut velocity = self.state.player.velocity;
        if self.state.player.grounded && velocity.y >= 0.0 {
            velocity.y = velocity.y.max(GROUND_PRESS);
        }
        let slide = self.slide_player(velocity * TICK);
        self.state.player.shift(slide.moved);
        // Ground stops the fall and leaves the speed alone, so that slopes can be climbed at all.
        let holds = |normal: Vec2| self.rules.feel.walkable(normal);
        if velocity.y > 0.0 && slide.touches.iter().any(|t| holds(t.contact.normal)) {
            self.state.player.velocity.y = 0.0;
        }
        let walls = slide.touches.iter().filter(|t| !holds(t.contact.normal)).copied().collect();
        self.state.player.velocity = clip(self.state.player.velocity, &walls);
        match self.ground_below(LANDING_REACH).filter(|_| velocity.y >= 0.0) {
            Some(ground) => {
                if self.state.player.grounded || self.land(&ground, velocity) {
                    self.state.player.ground_normal = Vec2::NEG_Y;
                }
            }
            None => self.state.player.leave_ground(),
        }
    }

    /// Walks `way` pixels along the ground without gravity, then steps down to it.
    pub(super) fn walk(&mut self, speed: f32, way: f32) {
        let (mover, normal, ground) = (self.mover(), self.state.player.ground_normal, self.rules.feel.ground());
        let (meter, space) = self.meter();
        let walk = ground.walk(&meter, space, &mover, normal, way.copysign(speed));
        let player = &mut self.state.player;
        (player.aabb, player.ground_normal) = (walk.mover.aabb, walk.normal);
        let mut speed = speed;
        if let Some(touches) = walk.wall {
            if self.bounce_off_wall(&touches, tangent(walk.normal) * speed) {
                return;
            }
            self.state.player.retain(&self.rules.feel, speed);
            speed = 0.0;
        }
        self.step_down(speed, way);
    }

    /// Follows the ground down, as deep as the walk could be steep; leaves it where there is none.
    fn step_down(&mut self, speed: f32, way: f32) {
        let (mover, platform) = (self.mover(), self.state.player.platform);
        let ground = self.rules.feel.ground();
        let (meter, space) = self.meter();
        let found = ground.step_down(&meter, space, &mover, way, platform);
        match found {
            Some(ground) => {
                self.stand_on(&ground);
                self.state.player.velocity = self.state.player.tangent() * speed;
            }
            None => self.state.player.walk_off(&self.rules.feel, speed),
        }
    }

    /// Moves through the air.
    fn fly(&mut self, run: f32) {
        let velocity = self.state.player.velocity;
        let delta = velocity * TICK;
        self.dash_past_corner(delta);
        if velocity.y < 0.0 {
            self.correct_corner(delta);
        } else if self.land_on_the_way(delta) {
            return;
        }
        let (mover, ground) = (self.mover(), self.rules.feel.ground());
        let (meter, space) = self.meter();
        let AirMove { slide, velocity: after, is_steep } =
            ground.fly(&meter, space, &mover, (velocity, run), delta, TICK);
        self.state.player.shift(slide.moved);
        self.state.player.velocity = after;
        if slide.touches.iter().any(|t| t.contact.normal.y > CEILING_NORMAL) && velocity.y < 0.0 {
            self.bump_head(-velocity.y);
        }
        let stops = |t: &Touch| t.contact.normal.x * velocity.x.signum() < -STOPPING_NORMAL;
        if !is_steep && slide.touches.iter().any(stops) {
            self.state.player.retain(&self.rules.feel, velocity.x);
        }
        if !self.bounce_off_wall(&slide.touches, velocity)
            && velocity.y >= 0.0
            && let Some(ground) = self.ground_after(delta, slide.moved)
        {
            let along = self.state.player.velocity.x;
            if self.land(&ground, velocity) {
                self.state.player.velocity = self.state.player.tangent() * along;
            }
        }
    }

    /// Lands on the first obstacle in the way if it is ground, and walks for the rest of the tick.
    fn land_on_the_way(&mut self, delta: Vec2) -> bool {
        let mover = self.mover();
        let ground = self.rules.feel.ground();
        let (meter, space) = self.meter();
        let Some(Landing { ground, fraction }) = ground.land(&meter, space, &mover, delta) else {
            return false;
        };
        let velocity = self.state.player.velocity;
        if self.land(&ground, velocity) {
            self.walk(velocity.x, velocity.x.abs() * TICK * (1.0 - fraction));
        }
        true
    }

    /// Lands on ground. Returns false if the player bounces off.
    pub(super) fn land(&mut self, ground: &Ground, velocity: Vec2) -> bool {
        let is_placed = self.state.player.jump.is_placed(ground, velocity, self.rules.feel.gravity * TICK);
        self.stand_on(ground);
        self.state.player.jump.hold = 0;
        self.state.player.on_wall = false;
        self.state.player.max_fall = self.rules.feel.fall;
        if self.bounce(ground, velocity) {
            return false;
        }
        if !is_placed {
            self.events.push(Event::Landed { speed: velocity.y });
        }
        true
    }

    fn stand_on(&mut self, ground: &Ground) {
        self.state.player.shift(ground.drop);
        self.state.player.grounded = true;
        self.state.player.ground_normal = ground.normal;
        self.state.player.platform = self.state.space.one_way(ground.obstacle).map(|_| ground.obstacle);
        self.state.player.rides = match ground.obstacle {
            Obstacle::Body(id) => Some(id),
            Obstacle::Edge(_) | Obstacle::Piece(_) => None,
        };
        self.state.player.ground = self.probe().material_below(&self.mover()).tag();
    }

    /// Moves a rising head past a corner.
    fn correct_corner(&mut self, delta: Vec2) {
        let (mover, feel, probe) = (self.mover(), &self.rules.feel, self.probe());
        let slip = corner_correction(&self.rules.solver, probe.space(), &mover, delta, feel.corner);
        self.state.player.shift(slip);
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

    /// Leaves the ground without a jump, with the speed of the platform that was left.
    pub(super) fn walk_off(&mut self, feel: &Feel, speed: f32) {
        self.velocity = walk_off(self.ground_normal, speed) + self.lift.for_jump(feel.max_lift());
        self.lift.ticks = 0;
        self.leave_ground();
    }

    pub(crate) fn shift(&mut self, by: Vec2) {
        self.aabb = self.aabb.moved(by);
    }
}
