//! Velocity becomes a move: walking along the ground, flying through the air, landing.

use glam::Vec2;

use super::{Player, PlayerTick, ROOM_SLACK};
use crate::collide::{Mover, Obstacle, Slide, Touches};
use crate::sim::feel::ticks;
use crate::sim::ground::{Ground, LANDING_REACH, STEP_DOWN, clip};
use crate::sim::probe::Probe;
use crate::sim::{Event, Feel, TICK};

/// What is ahead of a walking player.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ahead {
    /// Nothing that matters.
    Free,
    /// Ground that is steeper but can be walked on.
    Slope(Vec2),
    /// Something to stop at.
    Wall,
}

/// How often the ground may change its slope within one tick of walking; a faster change costs the rest of the way.
const WALK_LEGS: u32 = 4;

/// Shorter ways are not worth a slide, in pixels.
const MIN_WALK: f32 = 1e-4;

/// How much a normal must oppose the walk to matter (cosine). Rounding alone reaches 1e-4.
const OPPOSING: f32 = 1e-3;

/// How far a slide may turn from the walk and still count as having gone straight, in pixels.
const STRAIGHT_SLIDE: f32 = 1e-3;

/// How fast an unassisted slide presses a standing player down, px/s.
const GROUND_PRESS: f32 = 120.0;

/// How far a normal must look down to be a ceiling (cosine).
const CEILING_NORMAL: f32 = 0.7;

/// How far a normal must look sideways for its wall to keep the speed that it stopped (cosine).
const STOPPING_NORMAL: f32 = 0.7;

impl PlayerTick<'_> {
    /// Moves the player by its velocity.
    pub fn move_player(&mut self) {
        if !self.rules.ground_assist {
            self.slide_unassisted();
        } else if self.state.player.climbs {
            self.move_on_ladder();
        } else if self.state.player.grounded {
            self.walk_grounded();
        } else {
            self.fly();
        }
        self.state.player.drop_through_timer = self.state.player.drop_through_timer.saturating_sub(1);
    }

    /// Walks, carried along by a belt if there is one. The velocity is relative to the belt; a jump adds the belt's.
    pub(super) fn walk_grounded(&mut self) {
        let (own, belt) = (self.state.player.surface_speed(), self.state.player.belt());
        let speed = own + belt;
        if belt != 0.0 {
            // Walking off, the speed is that of both already.
            self.state.player.lift_ticks = 0;
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
        player.lift = tangent * belt;
        player.lift_ticks = ticks(self.rules.feel.lift_keep);
    }

    /// One slide along the velocity, gravity included, and nothing else: no walking along slopes, no steps down, no cast
    /// before a landing. See [`Rules::ground_assist`](crate::sim::Rules::ground_assist).
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

    /// Walks `way` pixels along the ground without gravity, then steps down to it. Where the slope changes, the rest of
    /// the way follows the new one: the speed along the surface stays.
    pub(super) fn walk(&mut self, speed: f32, way: f32) {
        let side = if speed < 0.0 { -1.0 } else { 1.0 };
        let mut speed = speed;
        let mut left = way;
        for _ in 0..WALK_LEGS {
            if left < MIN_WALK {
                break;
            }
            let direction = self.state.player.tangent() * side;
            let mover = self.mover();
            let slide = self.slide_player(direction * left);
            match self.probe().ahead(&slide.touches, direction) {
                Ahead::Free => {
                    self.state.player.shift(slide.moved);
                    break;
                }
                Ahead::Slope(normal) => {
                    self.state.player.shift(slide.moved);
                    left -= slide.moved.length();
                    self.state.player.ground_normal = normal;
                }
                Ahead::Wall => {
                    let moved = self.stop_at_wall(&mover, direction * left, &slide);
                    self.state.player.shift(moved);
                    if self.bounce_off_wall(&slide.touches, direction * speed.abs()) {
                        return;
                    }
                    self.state.player.retain(&self.rules.feel, speed);
                    speed = 0.0;
                    break;
                }
            }
        }
        self.step_down(speed, way);
    }

    /// A walker neither climbs steep ground nor is lifted by a wall on a slope: it goes straight until it touches.
    fn stop_at_wall(&mut self, mover: &Mover, delta: Vec2, slide: &Slide) -> Vec2 {
        let aside = slide.moved.perp_dot(delta.normalize_or_zero()).abs();
        if aside < STRAIGHT_SLIDE {
            return slide.moved;
        }
        match self.probe().cast(mover, delta) {
            Some(hit) => self.meter().slide(mover, delta * hit.fraction).moved,
            None => slide.moved,
        }
    }

    /// Follows the ground down, as deep as the walk could be steep; leaves it where there is none.
    fn step_down(&mut self, speed: f32, way: f32) {
        let reach = STEP_DOWN + way * self.rules.feel.steepest;
        match self.ground_below(reach) {
            Some(ground) => {
                self.stand_on(&ground);
                self.state.player.velocity = self.state.player.tangent() * speed;
            }
            None => self.state.player.walk_off(&self.rules.feel, speed),
        }
    }

    /// Moves through the air.
    fn fly(&mut self) {
        let velocity = self.state.player.velocity;
        let delta = velocity * TICK;
        self.dash_past_corner(delta);
        if velocity.y < 0.0 {
            self.correct_corner(delta);
        } else if self.land_on_the_way(delta) {
            return;
        }
        let slide = self.slide_player(delta);
        self.state.player.shift(slide.moved);
        self.state.player.velocity = clip(velocity, &slide.touches);
        if slide.touches.iter().any(|t| t.contact.normal.y > CEILING_NORMAL) && velocity.y < 0.0 {
            self.bump_head(-velocity.y);
        }
        if slide.touches.iter().any(|t| t.contact.normal.x * velocity.x.signum() < -STOPPING_NORMAL) {
            self.state.player.retain(&self.rules.feel, velocity.x);
        }
        if !self.bounce_off_wall(&slide.touches, velocity)
            && velocity.y >= 0.0
            && let Some(ground) = self.ground_below(LANDING_REACH)
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
        let Some(hit) = self.probe().cast(&mover, delta).filter(|hit| self.rules.feel.walkable(hit.normal)) else {
            return false;
        };
        let slide = self.meter().slide(&mover, delta * hit.fraction);
        self.count_touches(&slide.touches);
        let velocity = self.state.player.velocity;
        let ground = Ground { drop: slide.moved, normal: hit.normal, obstacle: hit.obstacle };
        if self.land(&ground, velocity) {
            self.walk(velocity.x, velocity.x.abs() * TICK * (1.0 - hit.fraction));
        }
        true
    }

    /// Lands on ground. Returns false if the player bounces off.
    pub(super) fn land(&mut self, ground: &Ground, velocity: Vec2) -> bool {
        self.stand_on(ground);
        self.state.player.jump_hold = 0;
        self.state.player.on_wall = false;
        self.state.player.max_fall = self.rules.feel.fall;
        if self.bounce(ground, velocity) {
            return false;
        }
        self.events.push(Event::Landed { speed: velocity.y });
        true
    }

    fn stand_on(&mut self, ground: &Ground) {
        self.state.player.shift(ground.drop);
        self.state.player.grounded = true;
        self.state.player.ground_normal = ground.normal;
        self.state.player.rides = match ground.obstacle {
            Obstacle::Body(id) => Some(id),
            Obstacle::Edge(_) | Obstacle::Piece(_) => None,
        };
        self.state.player.ground = self.probe().material_below(&self.mover()).tag();
    }

    /// Corner correction: a rising head that meets a corner is moved aside until the way is free.
    fn correct_corner(&mut self, delta: Vec2) {
        let sides: &[Vec2] = if delta.x < 0.0 {
            &[Vec2::NEG_X]
        } else if delta.x > 0.0 {
            &[Vec2::X]
        } else {
            &[Vec2::NEG_X, Vec2::X]
        };
        self.slip_past(Vec2::new(0.0, delta.y), sides, self.rules.feel.corner);
    }

    /// If an obstacle blocks the way `ahead`, moves the player to one of the sides, pixel by pixel up to `max_distance`, until
    /// the way is free.
    pub(super) fn slip_past(&mut self, ahead: Vec2, sides: &[Vec2], max_distance: f32) {
        let mover = self.mover();
        let is_blocked =
            |tick: &Self, mover: &Mover| tick.probe().cast(mover, ahead).is_some_and(|hit| hit.normal.dot(ahead) < 0.0);
        if !is_blocked(self, &mover) {
            return;
        }
        let max_distance = max_distance.clamp(0.0, 64.0) as u8;
        for side in sides {
            for by in (1..=max_distance).map(f32::from) {
                let aside = *side * by;
                if self.probe().cast(&mover, aside).is_some() {
                    break;
                }
                let there = mover.moved(aside);
                if !is_blocked(self, &there) && self.probe().depth(&there) <= ROOM_SLACK {
                    return self.state.player.shift(aside);
                }
            }
        }
    }

    /// Adds to the touches that the overlay draws.
    pub(super) fn count_touches(&mut self, touches: &Touches) {
        for touch in touches {
            self.stats.touches.add(*touch);
        }
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

    /// Leaves the ground without a jump: off a ledge straight ahead, off a ramp as the ramp leads, and with the speed of
    /// the platform that was left.
    pub(super) fn walk_off(&mut self, feel: &Feel, speed: f32) {
        let along = self.tangent() * speed;
        let velocity = if along.y > 0.0 { Vec2::new(speed, 0.0) } else { along };
        self.velocity = velocity + self.lift(feel);
        self.lift_ticks = 0;
        self.leave_ground();
    }

    pub(in crate::sim) fn shift(&mut self, by: Vec2) {
        self.aabb = self.aabb.moved(by);
    }
}

impl Probe<'_> {
    /// What is ahead, judging by what a slide touched.
    fn ahead(&self, touches: &Touches, direction: Vec2) -> Ahead {
        let mut ahead = Ahead::Free;
        let mut steepest = -OPPOSING;
        for normal in touches.iter().map(|t| t.contact.normal) {
            let facing = normal.dot(direction);
            if facing >= -OPPOSING {
                continue;
            }
            if !self.rules.feel.walkable(normal) {
                return Ahead::Wall;
            }
            if facing < steepest {
                steepest = facing;
                ahead = Ahead::Slope(normal);
            }
        }
        ahead
    }
}
