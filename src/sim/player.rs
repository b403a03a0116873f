//! The player, and what its wishes do to its velocity. How the velocity becomes a move is told in `walk.rs`.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::feel::ticks;
use super::ground::{GROUND_REACH, STEP_DOWN, approach};
use super::probe::Probe;
use super::ranges::MAX_ASSIST_COYOTE;
use super::{Buttons, Event, Feel, Input, Rules, State, TICK, World};
use crate::collide::{Aabb, BodyId, Hit, Mover, Obstacle, Solver, Tag, Touch};
use crate::level::Surface;

/// What the player is seen doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pose {
    /// Stands.
    #[default]
    Idle,
    /// Walks or runs.
    Run,
    /// Stops or turns at speed.
    Skid,
    /// Rises.
    Jump,
    /// Falls.
    Fall,
    /// Slides down a wall.
    WallSlide,
    /// Is ducked.
    Duck,
    /// Is dead and about to return.
    Dead,
    /// Has reached the exit.
    Cheer,
    /// Holds on to a ladder.
    Climb,
    /// Is in water, and does not stand.
    Swim,
    /// Shoots through the air like a needle.
    Dash,
}

/// The player.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::SolverSetup;
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::World;
///
/// let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
/// let player = World::new(level, SolverSetup::default()).state.player;
/// assert_eq!(player.feet().y, player.aabb.max().y);
/// assert!(!player.is_dead());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// The hitbox.
    pub aabb: Aabb,
    /// Where the centre of the hitbox's bottom was a tick ago, for interpolation; equal to now after a teleport.
    pub previous_feet: Vec2,
    /// Pixels per second, relative to the platform it stands on.
    pub velocity: Vec2,
    /// Looks to the left.
    pub faces_left: bool,
    /// What it is seen doing.
    pub pose: Pose,
    /// Stands on something.
    pub grounded: bool,
    /// The normal of what it stands on; up when in the air.
    pub ground_normal: Vec2,
    /// The body it stands on.
    pub rides: Option<BodyId>,
    /// Has the small hitbox.
    pub ducked: bool,
    /// Of what the ground is that it stands on, if it is not plain: a [`Material`](crate::level::Material).
    #[serde(default)]
    pub ground: Tag,
    /// Holds on to a ladder.
    #[serde(default)]
    pub climbs: bool,
    /// For how many more ticks it takes hold of no ladder.
    #[serde(default)]
    pub ladder_cooldown: u32,
    /// Its middle is in water.
    #[serde(default)]
    pub swims: bool,

    /// How many dashes are left until the next ground or spare thread.
    #[serde(default)]
    pub dashes: u32,
    /// For how many more ticks a dash lasts.
    #[serde(default)]
    pub dash: u32,
    /// Where it leads, of length 1.
    #[serde(default)]
    pub dash_direction: Vec2,
    /// For how many more ticks no other dash begins.
    #[serde(default)]
    pub dash_wait: u32,
    /// For how many more ticks the last press of dash waits for that.
    #[serde(default)]
    pub dash_buffer: u32,

    /// For how many more ticks a jump works as if on the ground.
    pub coyote: u32,
    /// For how many more ticks the last press of jump waits for ground or wall.
    pub buffer: u32,
    /// For how many more ticks holding jump keeps the upward speed.
    pub jump_hold: u32,
    /// For how many more ticks a press of jump counts as if it had been held when elastic or a moth threw the player.
    #[serde(default)]
    pub late_bounce_window: u32,
    /// The vertical speed that holding jump keeps, px/s (negative is up).
    pub jump_speed: f32,
    /// For how many more ticks walls slow the fall.
    pub wall_slide: u32,
    /// Whether a wall slowed the fall in this tick.
    pub on_wall: bool,
    /// For how many more ticks a wall jump keeps its direction.
    pub wall_lock: u32,
    /// The direction that it keeps, -1 or 1.
    pub wall_lock_x: f32,
    /// Fastest fall at the moment, px/s: between the usual and the fast one.
    pub max_fall: f32,
    /// The speed of what carried or pushed the player, px/s.
    pub lift: Vec2,
    /// For how many more ticks that speed is given to a jump.
    pub lift_ticks: u32,
    /// For how many more ticks one-way surfaces are open.
    pub drop_through_timer: u32,
    /// The sideways speed that a wall stopped, px/s.
    pub retained_wall_speed: f32,
    /// For how many more ticks that speed comes back when the wall ends.
    pub retain_ticks: u32,
    /// How far it walked since the last step was heard, px.
    pub stride: f32,
    /// For how many more ticks it is dead; 0 when it lives.
    pub respawn_timer: u32,
}

impl Player {
    /// The middle of the hitbox's bottom.
    #[must_use]
    pub fn feet(&self) -> Vec2 {
        Vec2::new(self.aabb.center.x, self.aabb.max().y)
    }

    /// Whether it died and has not returned yet.
    #[must_use]
    pub const fn is_dead(&self) -> bool {
        self.respawn_timer > 0
    }

    /// The direction along the ground to the right.
    #[must_use]
    pub fn tangent(&self) -> Vec2 {
        Vec2::new(-self.ground_normal.y, self.ground_normal.x)
    }

    /// Speed along the ground, positive to the right; sideways speed in the air. Px/s.
    #[must_use]
    pub fn surface_speed(&self) -> f32 {
        if self.grounded { self.velocity.dot(self.tangent()) } else { self.velocity.x }
    }

    /// Is in the air from now on.
    pub(super) fn leave_ground(&mut self) {
        self.grounded = false;
        self.ground_normal = Vec2::NEG_Y;
        self.ground = Tag::default();
        self.rides = None;
    }

    /// The same feet with another hitbox.
    pub(super) fn with_half(&self, half: Vec2) -> Aabb {
        let feet = self.feet();
        Aabb::new(Vec2::new(feet.x, feet.y - half.y), half)
    }
}

/// What the player wants in this tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Intent {
    /// Left is -1, right is 1.
    pub x: f32,
    /// Up is -1, down is 1.
    pub y: f32,
    /// Jump is held.
    pub jump: bool,
    /// Jump was pressed in this tick.
    pub pressed: bool,
    /// Dash was pressed in this tick.
    pub dash: bool,
    /// Retry was pressed in this tick.
    pub retry: bool,
}

impl Intent {
    /// What the buttons mean. Who has finished wants nothing any more.
    pub fn new(now: Input, before: Input, finished: bool) -> Self {
        if finished {
            return Self::default();
        }
        let axis = |less: u8, more: u8| f32::from(i8::from(now.holds(more)) - i8::from(now.holds(less)));
        let pressed = now.pressed_since(before);
        Self {
            x: axis(Buttons::LEFT, Buttons::RIGHT),
            y: axis(Buttons::UP, Buttons::DOWN),
            jump: now.holds(Buttons::JUMP),
            pressed: pressed.holds(Buttons::JUMP),
            dash: pressed.holds(Buttons::DASH),
            retry: pressed.holds(Buttons::RETRY),
        }
    }

    /// Down is held.
    pub fn down(&self) -> bool {
        self.y > 0.0
    }

    /// Where the direction keys point.
    pub fn direction(&self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }
}

/// Overlap that still counts as having room, in pixels; what a slide may leave (law 2).
pub(super) const ROOM_SLACK: f32 = 0.01;

/// How far a normal must lie on its side to be a wall (cosine): 0.9 is within 26 degrees of upright.
const WALL_FACING: f32 = 0.9;

/// How near a wall must be to slide down it, in pixels.
const WALL_REACH: f32 = 1.0;

/// Downward speed below which a head bump is not worth an event, px/s.
const BONK_SPEED: f32 = 1.0;

/// Which part of the top speed makes turning around a skid.
const SKID_PART: f32 = 0.4;

/// What of the wind is left on the ground, as a factor.
const SHELTER: f32 = 0.5;

/// Slower than this counts as standing, px/s.
const STANDING: f32 = 1.0;

impl World {
    /// Turns wishes into velocity: places, shape, run, fall, jump, in this order.
    pub(super) fn update_velocity(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        self.enter_places(intent, events);
        if self.dash(intent, events) {
            return;
        }
        let wind = self.wind();
        if wind.y < 0.0 && self.state.player.grounded {
            self.state.player.leave_ground();
        }
        if self.state.player.climbs {
            self.duck_or_stand(&Intent::default(), events);
            self.state.player.climb(&self.rules.feel, intent, events);
            return;
        }
        let began_grounded = self.state.player.grounded;
        self.duck_or_stand(intent, events);
        if began_grounded {
            self.state.player.coyote = self.rules.coyote();
            self.state.player.wall_slide = ticks(self.rules.feel.wall_slide_time);
        }
        let intent = self.state.player.locked(intent);
        self.give_back_retained();
        self.state.player.run(&self.rules.feel, &intent, wind.x);
        if !began_grounded || !self.rules.ground_assist {
            self.fall(&intent, wind.y, events);
        }
        self.state.player.hold_jump(&intent);
        self.try_jump(&intent, events);
        if !began_grounded {
            self.state.player.coyote = self.state.player.coyote.saturating_sub(1);
        }
        self.state.player.late_bounce_window =
            if self.state.player.grounded { 0 } else { self.state.player.late_bounce_window.saturating_sub(1) };
    }

    /// Takes the hitbox that goes with ducking or standing; standing up needs room.
    fn duck_or_stand(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        let player = &self.state.player;
        let wants_duck = intent.down() && (player.grounded || player.ducked);
        let mut ducked = player.ducked;
        if wants_duck && !ducked {
            ducked = true;
            events.push(Event::Ducked);
        } else if !wants_duck && ducked {
            let standing = Mover { aabb: player.with_half(self.rules.feel.half(false)), ..self.player_mover() };
            ducked = self.probe().depth(&standing) > ROOM_SLACK;
        }
        self.state.player.ducked = ducked;
        let half = self.rules.feel.half(ducked);
        if self.state.player.aabb.half != half {
            self.state.player.aabb = self.state.player.with_half(half);
        }
    }

    /// A wall that ends within a moment gives back the speed that it stopped.
    fn give_back_retained(&mut self) {
        if self.state.player.retain_ticks == 0 {
            return;
        }
        self.state.player.retain_ticks -= 1;
        let side = self.state.player.retained_wall_speed.signum();
        if self.state.player.surface_speed() * side < 0.0 {
            self.state.player.retain_ticks = 0;
        } else if self.probe().wall(side, WALL_REACH).is_none() {
            let along = if self.state.player.grounded { self.state.player.tangent() } else { Vec2::X };
            let stopped = self.state.player.surface_speed();
            self.state.player.velocity += along * (self.state.player.retained_wall_speed - stopped);
            self.state.player.retain_ticks = 0;
        }
    }

    /// Gravity, with its exceptions: the apex, the wall, the fast fall.
    fn fall(&mut self, intent: &Intent, wind: f32, events: &mut Vec<Event>) {
        let feel = self.rules.feel;
        let fast = intent.down() && self.state.player.velocity.y >= feel.fall;
        let limit = if fast { feel.fast_fall } else { feel.fall };
        self.state.player.max_fall = approach(self.state.player.max_fall, limit, feel.fast_fall_accel * TICK);
        let mut max = self.state.player.max_fall;
        let was_on_wall = self.state.player.on_wall;
        let pull = self.probe().wall_pull(intent, WALL_REACH);
        self.state.player.on_wall = pull.is_some() || self.probe().slides_down_wall(intent);
        if self.state.player.on_wall && !was_on_wall {
            events.push(Event::WallSlid);
        }
        if let Some(pull) = pull {
            max = pull;
        } else if self.state.player.on_wall {
            let left = self.state.player.wall_slide as f32 / ticks(feel.wall_slide_time).max(1) as f32;
            max = feel.fall + (feel.wall_slide - feel.fall) * left.min(1.0);
            self.state.player.wall_slide -= 1;
        }
        let speed = self.state.player.velocity.y;
        let apex = intent.jump && speed.abs() < feel.apex_speed;
        let gravity = feel.gravity * if apex { feel.apex_gravity } else { 1.0 };
        let (max, gravity) = self.sinking(self.state.player.aabb.center, speed, max, gravity);
        // What falls faster than a wall holds is braked; velcro does it at once.
        let gravity = if speed > 0.0 && pull == Some(0.0) { gravity * self.rules.feel.sticky_brake } else { gravity };
        let (max, gravity) = if wind < 0.0 && speed >= wind {
            (wind, self.rules.feel.wind)
        } else if wind > 0.0 {
            (max + wind, gravity + self.rules.feel.wind)
        } else {
            (max, gravity)
        };
        self.state.player.velocity.y = approach(speed, max, gravity * TICK);
    }

    /// Jumps, drops through, jumps off a wall, or remembers the press for later.
    fn try_jump(&mut self, intent: &Intent, events: &mut Vec<Event>) {
        if !self.state.player.wants_to_jump(&self.rules.feel, intent) {
            return;
        }
        if intent.down() && (self.probe().can_drop() || intent.pressed && self.slip_to_drop()) {
            self.state.player.drop_through(events);
        } else if intent.pressed && self.state.player.swims && !self.state.player.grounded {
            self.state.player.swim(&self.rules.feel, &self.level, intent, events);
        } else if intent.pressed && self.state.player.late_bounce_window > 0 {
            self.state.player.jump_late(&self.rules, events);
        } else if self.state.player.coyote > 0 {
            self.state.player.jump(&self.rules.feel, intent, events);
        } else if let Some((side, hit)) = self.probe().wall_to_jump_off() {
            self.jump_off_wall(intent, side, &hit, events);
        }
    }

    pub(super) fn jump_off_wall(&mut self, intent: &Intent, side: f32, hit: &Hit, events: &mut Vec<Event>) {
        if let Obstacle::Body(id) = hit.obstacle
            && let Some(platform) = self.state.platforms.get(id.0 as usize)
            && platform.velocity != Vec2::ZERO
        {
            self.state.player.lift = platform.velocity;
            self.state.player.lift_ticks = ticks(self.rules.feel.lift_keep);
        }
        let lift = self.state.player.lift(&self.rules.feel);
        let climbs = intent.x * side > 0.0 && self.probe().has_wall_of(Surface::Sticky, side);
        let player = &mut self.state.player;
        if climbs {
            // Velcro holds who presses against it: a jump leads up along it.
            player.velocity = Vec2::new(0.0, -self.rules.feel.jump * self.rules.feel.sticky_jump) + lift;
        } else {
            player.velocity = Vec2::new(-side * self.rules.feel.wall_jump, -self.rules.feel.jump) + lift;
            player.faces_left = side > 0.0;
        }
        if intent.x != 0.0 && !climbs {
            player.wall_lock = ticks(self.rules.feel.wall_jump_lock);
            player.wall_lock_x = -side;
        }
        self.state.player.take_off(&self.rules.feel);
        events.push(Event::WallJumped { normal: hit.normal });
    }

    /// A player half on a ribbon and half on solid ground is moved aside until only the ribbon is below. Returns whether it is.
    fn slip_to_drop(&mut self) -> bool {
        let is_ribbon = |touch: &Touch| self.state.space.one_way(touch.obstacle).is_some_and(|out| out.y < 0.0);
        let touches = || self.rules.solver.touching(&self.state.space, &self.player_mover(), GROUND_REACH);
        if !self.state.player.grounded || !touches().iter().any(is_ribbon) {
            return false;
        }
        // A player that drops through passes the ribbon: only the solid ground is in the way.
        self.state.player.drop_through_timer = 1;
        self.slip_past(Vec2::new(0.0, STEP_DOWN), &[Vec2::X, Vec2::NEG_X], self.rules.feel.corner);
        self.state.player.drop_through_timer = 0;
        self.probe().can_drop()
    }
}

/// For how long one-way surfaces let a dropping player through, in ticks. A one-way surface stops holding a player that has sunk
/// in by a quarter of a pixel, and gravity needs one tick for that; the rest is for platforms that sink as well. After
/// that time one has fallen 9 px, and the next ribbon holds again.
pub(super) const DROP_TICKS: u32 = 6;

impl Player {
    /// A held jump keeps its upward speed for a while; letting go ends it.
    pub(super) fn hold_jump(&mut self, intent: &Intent) {
        if self.jump_hold == 0 {
            return;
        }
        if intent.jump {
            self.velocity.y = self.velocity.y.min(self.jump_speed);
            self.jump_hold -= 1;
        } else {
            self.jump_hold = 0;
        }
    }

    /// The wish, but just after a wall jump it leads away from the wall.
    pub(super) fn locked(&mut self, intent: &Intent) -> Intent {
        if self.wall_lock == 0 {
            return *intent;
        }
        self.wall_lock -= 1;
        Intent { x: self.wall_lock_x, ..*intent }
    }

    pub(super) fn drop_through(&mut self, events: &mut Vec<Event>) {
        self.drop_through_timer = DROP_TICKS;
        self.buffer = 0;
        self.coyote = 0;
        self.leave_ground();
        events.push(Event::Dropped);
    }

    /// Whether jump was pressed now, or a moment ago.
    pub(super) fn wants_to_jump(&mut self, feel: &Feel, intent: &Intent) -> bool {
        let before = self.buffer;
        self.buffer = if intent.pressed { ticks(feel.buffer) } else { before.saturating_sub(1) };
        intent.pressed || before > 0
    }

    /// The speed of a platform that a jump takes along, capped; downwards it takes none.
    pub(super) fn lift(&self, feel: &Feel) -> Vec2 {
        if self.lift_ticks == 0 {
            return Vec2::ZERO;
        }
        let (x, y) = (feel.lift_x, feel.lift_y);
        Vec2::new(self.lift.x.clamp(-x, x), self.lift.y.clamp(-y, 0.0))
    }

    /// What every jump has in common: held for more height, used up, off the ground.
    pub(super) fn take_off(&mut self, feel: &Feel) {
        self.jump_speed = self.velocity.y;
        self.jump_hold = ticks(feel.jump_hold);
        self.wall_slide = ticks(feel.wall_slide_time);
        (self.coyote, self.late_bounce_window) = (0, 0);
        self.buffer = 0;
        self.retain_ticks = 0;
        self.lift_ticks = 0;
        self.on_wall = false;
        self.leave_ground();
    }

    /// Whether a bump of the head ends the held jump, and whether it is heard.
    pub(super) fn bump_head(&mut self, feel: &Feel, speed: f32, events: &mut Vec<Event>) {
        let held_for = ticks(feel.jump_hold).saturating_sub(self.jump_hold);
        if held_for > ticks(feel.bonk_grace) {
            self.jump_hold = 0;
        }
        if speed > BONK_SPEED {
            events.push(Event::Bonked);
        }
    }

    /// Speed along the ground, or sideways in the air, where the wind blows at `wind` px/s.
    pub(super) fn run(&mut self, feel: &Feel, intent: &Intent, wind: f32) {
        let footing = self.footing();
        let part = if self.swims { feel.water_run } else { 1.0 };
        let part = if footing == Surface::Sticky { part * feel.sticky_run } else { part };
        let speed = self.surface_speed();
        let control = if self.grounded { 1.0 } else { feel.air };
        let run = feel.run * part;
        let (target, rate) = if self.ducked && self.grounded {
            (intent.x * feel.crawl, feel.duck_friction)
        } else if speed.abs() > run && speed * intent.x > 0.0 {
            (intent.x * run, feel.reduce * control)
        } else {
            (intent.x * run, feel.accel * control)
        };
        let target = target + if self.grounded { wind * SHELTER } else { wind };
        let grip = if intent.x == 0.0 { feel.ice_friction } else { feel.ice_accel };
        let rate = if footing == Surface::Ice { rate.min(grip) } else { rate };
        let speed = approach(speed, target, rate * TICK);
        if self.grounded {
            self.velocity = self.tangent() * speed;
        } else {
            self.velocity.x = speed;
        }
    }

    pub(super) fn jump(&mut self, feel: &Feel, intent: &Intent, events: &mut Vec<Event>) {
        let lift = self.lift(feel);
        let up = feel.jump * if self.footing() == Surface::Sticky { feel.sticky_jump } else { 1.0 };
        self.velocity = Vec2::new(self.velocity.x + feel.jump_boost * intent.x, -up) + lift;
        self.take_off(feel);
        events.push(Event::Jumped);
    }

    /// Makes up for a press that came just after elastic or a moth threw the player.
    pub(super) fn jump_late(&mut self, rules: &Rules, events: &mut Vec<Event>) {
        let late = rules.coyote().saturating_sub(self.late_bounce_window);
        self.velocity.y = self.velocity.y.min(self.jump_speed);
        self.jump_hold = ticks(rules.feel.jump_hold).saturating_sub(late);
        (self.late_bounce_window, self.buffer) = (0, 0);
        events.push(Event::Jumped);
    }

    /// Pose, facing and the sound of steps.
    pub(super) fn update_pose(&mut self, feel: &Feel, finished: bool, intent: &Intent, events: &mut Vec<Event>) {
        let before = self.pose;
        let pose = self.pose(feel, finished, intent);
        self.pose = pose;
        if pose == Pose::Skid && before != Pose::Skid {
            events.push(Event::Skidded);
        }
        if intent.x != 0.0 && self.wall_lock == 0 && !self.is_dead() {
            self.faces_left = intent.x < 0.0;
        }
        if !matches!(pose, Pose::Run | Pose::Skid) {
            self.stride = 0.0;
            return;
        }
        self.stride += self.surface_speed().abs() * TICK;
        if self.stride >= feel.stride {
            self.stride -= feel.stride;
            events.push(Event::Stepped);
        }
    }

    pub(super) fn pose(&self, feel: &Feel, finished: bool, intent: &Intent) -> Pose {
        let speed = self.surface_speed();
        let turning = intent.x * speed < 0.0;
        let fast = speed.abs() > feel.run * SKID_PART || self.pose == Pose::Skid;
        if self.is_dead() {
            Pose::Dead
        } else if finished {
            Pose::Cheer
        } else if self.dash > 0 {
            Pose::Dash
        } else if self.climbs {
            Pose::Climb
        } else if self.swims && !self.grounded {
            Pose::Swim
        } else if self.ducked {
            Pose::Duck
        } else if self.grounded && turning && fast {
            Pose::Skid
        } else if self.grounded && speed.abs() > STANDING {
            Pose::Run
        } else if self.grounded {
            Pose::Idle
        } else if self.on_wall {
            Pose::WallSlide
        } else if self.velocity.y < 0.0 {
            Pose::Jump
        } else {
            Pose::Fall
        }
    }
}

impl State {
    /// Whether jump is held, or was pressed a moment ago: elastic and moths throw higher then.
    pub(super) fn holds_jump(&self) -> bool {
        self.previous_input.holds(Buttons::JUMP) || self.player.buffer > 0
    }
}

impl Rules {
    /// For how many ticks after leaving the ground a jump still works.
    pub(super) fn coyote(&self) -> u32 {
        ticks(self.feel.coyote + self.assist.coyote.clamp(0.0, MAX_ASSIST_COYOTE))
    }
}

impl Probe<'_> {
    pub fn slides_down_wall(&self, intent: &Intent) -> bool {
        let player = &self.state.player;
        let pressed = intent.x != 0.0 && !intent.down() && !player.swims;
        let may = player.velocity.y >= 0.0 && player.wall_slide > 0 && pressed;
        may && self.wall(intent.x, WALL_REACH).is_some()
    }

    /// The wall within `reach` pixels on one side (-1 left, 1 right). The round end of a ribbon is none.
    pub fn wall(&self, side: f32, reach: f32) -> Option<Hit> {
        let faces = |normal: Vec2| normal.x * side < -WALL_FACING;
        let hit = self.cast(&self.player_mover(), Vec2::new(side * reach, 0.0)).filter(|hit| faces(hit.normal))?;
        self.state.space.one_way(hit.obstacle).is_none_or(faces).then_some(hit)
    }

    /// Which wall is near enough to jump off; the one ahead first.
    pub fn wall_to_jump_off(&self) -> Option<(f32, Hit)> {
        let ahead = if self.state.player.faces_left { -1.0 } else { 1.0 };
        [ahead, -ahead].into_iter().find_map(|side| Some((side, self.wall(side, self.rules.feel.wall_probe)?)))
    }

    /// Whether nothing but one-way surfaces holds the player.
    pub fn can_drop(&self) -> bool {
        let through = Mover { drops_through: true, ..self.player_mover() };
        self.state.player.grounded && self.cast(&through, Vec2::new(0.0, STEP_DOWN)).is_none()
    }
}
