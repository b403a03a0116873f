//! The whole controller: settings, state, and the order of a tick.

use glam::Vec2;

use super::air::{AirSettings, Landing, can_drop, corner_correction, find_wall};
use super::ground::{AirMove, Ground, GroundSettings, LIFTED, end_height, tangent};
use super::jump::{JumpSettings, JumpState, Lift, shared};
use super::run::RunSettings;
use super::turned::Turned;
use super::walk::{MAX_LEGS, Walk, walk_off};
use crate::contact::{BodyId, Hit, Obstacle, Touches};
use crate::mover::Mover;
use crate::shape::Aabb;
use crate::slide::Slide;
use crate::solver::Solver;
use crate::space::Space;
use crate::tolerance::{ALLOWED_OVERLAP, ONE_WAY_SLACK, SAME_DIRECTION};

/// The length of the first tick of a jump, s, whatever it really is. Larger values make jumps higher.
const TAKE_OFF: f32 = 1.0 / 60.0;

/// How far a normal must look down to be a ceiling (cosine).
pub const CEILING_NORMAL: f32 = 0.7;

/// What a character wants in a tick.
///
/// ```
/// use seamwalker_collide::controller::Intent;
///
/// // From a keyboard: what is held now, and what was pressed since the last tick.
/// let (left, right, jump, jump_before) = (false, true, true, false);
/// let x = f32::from(u8::from(right)) - f32::from(u8::from(left));
/// let intent = Intent { x, jump, pressed: jump && !jump_before, down: false };
/// assert_eq!(intent.x, 1.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Intent {
    /// Where to run: -1 left, 1 right, or anything between.
    pub x: f32,
    /// Jump is held.
    pub jump: bool,
    /// Jump was pressed in this tick.
    pub pressed: bool,
    /// A jump drops through one-way ground instead.
    pub down: bool,
}

impl Intent {
    /// Where to run, from -1 to 1; nowhere if it is not a number.
    pub(super) fn run(&self) -> f32 {
        if self.x.is_nan() { 0.0 } else { self.x.clamp(-1.0, 1.0) }
    }
}

/// What a controller asks, and about what.
pub(super) type Query<'a, S> = (&'a S, &'a Space);

/// Everything that can be tuned. Units are pixels and seconds.
///
/// ```
/// use seamwalker_collide::controller::{AirSettings, ControllerSettings, GroundSettings, JumpSettings};
///
/// // A heavy hero that climbs stairs of 8 px.
/// let settings = ControllerSettings {
///     ground: GroundSettings { step_up: 8.0, ..GroundSettings::default() },
///     air: AirSettings { gravity: 2400.0, ..AirSettings::default() },
///     jump: JumpSettings { speed: 180.0, ..JumpSettings::default() },
///     ..ControllerSettings::default()
/// };
/// assert_eq!(settings.run.speed, 180.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct ControllerSettings {
    /// Slopes and ledges.
    pub ground: GroundSettings,
    /// Speed on foot.
    pub run: RunSettings,
    /// Gravity.
    pub air: AirSettings,
    /// Jumps.
    pub jump: JumpSettings,
    /// The highest speed that a platform adds to a jump, px/s, sideways and upwards. 500 and 260 by default.
    pub max_lift: Vec2,
    /// How long it is kept for a jump, s. 0.1 by default.
    pub lift_keep: f32,
    /// Which part of a platform's sideways speed is rest in the air, after a jump or a step off it: with 1, the default, a hop ends
    /// where it began on the platform; with 0, it is a speed like any other, which [`RunSettings::air`] brakes.
    pub drift: f32,
    /// The speed at which [`Controller::push`] pushes crates, px/s. 60 by default.
    pub push: f32,
}

impl Default for ControllerSettings {
    /// A nimble hero about one and a half tiles of 16 px high.
    fn default() -> Self {
        let (ground, run) = (GroundSettings::default(), RunSettings::default());
        let (air, jump) = (AirSettings::default(), JumpSettings::default());
        Self { ground, run, air, jump, max_lift: Vec2::new(500.0, 260.0), lift_keep: 0.1, drift: 1.0, push: 60.0 }
    }
}

impl ControllerSettings {
    /// The same with another speed of jumps and another gravity: a jump, held, rises by `height` pixels in `time` seconds, give or take
    /// what ticks are long. The time for which holding keeps the speed ([`JumpSettings::hold`]) is half of `time` at most. Sizes that
    /// are not positive change nothing.
    ///
    /// ```
    /// use seamwalker_collide::controller::{Controller, ControllerSettings, Intent};
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Terrain};
    ///
    /// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
    /// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
    /// let (height, time, dt) = (48.0, 0.4, 1.0 / 60.0);
    /// let mut hero = Controller::new(Aabb::new(Vec2::new(32.0, 89.0), Vec2::new(6.0, 11.0)));
    /// hero.settings = ControllerSettings::default().with_jump(height, time);
    /// let heights: Vec<f32> = (0..60)
    ///     .map(|tick| {
    ///         hero.step(&SolverSetup::default(), &space, &Intent { jump: true, pressed: tick == 5, ..Intent::default() }, dt);
    ///         89.0 - hero.state.mover.aabb.center.y
    ///     })
    ///     .collect();
    /// let highest = heights.iter().copied().fold(0.0, f32::max);
    /// let apex = heights.iter().position(|height| *height == highest).unwrap();
    /// assert!((highest - height).abs() < 3.0, "{highest}");
    /// assert!(((apex - 5) as f32 * dt - time).abs() < 0.04, "{apex}");
    /// ```
    #[must_use]
    pub fn with_jump(mut self, height: f32, time: f32) -> Self {
        if !(height > 0.0 && time > 0.0 && height.is_finite() && time.is_finite()) {
            return self;
        }
        let hold = self.jump.hold.max(0.0).min(time * 0.5);
        let (apex, factor) = (self.air.apex_speed.max(0.0), self.air.apex_gravity.max(0.01));
        // Held at its speed, then slower by gravity, and by less of it at the apex.
        let gravity = |speed: f32| (speed - apex.min(speed) + apex.min(speed) / factor) / (time - hold);
        let rises = |speed: f32| {
            let (square, slow) = (speed * speed, apex.min(speed) * apex.min(speed));
            speed * hold + (square - slow + slow / factor) / (2.0 * gravity(speed))
        };
        let (mut low, mut high) = (0.0, 4.0 * height / time);
        for _ in 0..32 {
            let speed = (low + high) * 0.5;
            if rises(speed) < height { low = speed } else { high = speed }
        }
        (self.jump.speed, self.jump.hold, self.air.gravity) = (high, hold, gravity(high));
        self
    }
}

/// Everything that a tick changes.
///
/// ```
/// use seamwalker_collide::controller::{Controller, Intent};
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, SolverSetup, Space};
///
/// let mut hero = Controller::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
/// let before = hero.state;
/// hero.step(&SolverSetup::default(), &Space::default(), &Intent::default(), 1.0 / 60.0);
/// assert!(hero.state.velocity.y > 0.0, "it falls");
/// hero.state = before; // a rewind, or a rollback
/// assert_eq!(hero.state.velocity, Vec2::ZERO);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ControllerState {
    /// Where it is, and where up is.
    pub mover: Mover,
    /// Its own body, which is no obstacle for it: see [`Controller::add_body`].
    pub body: Option<BodyId>,
    /// Pixels per second, relative to the platform that it stands on.
    pub velocity: Vec2,
    /// What it stands on; `None` in the air.
    pub ground: Option<Ground>,
    /// The windows of jumps.
    pub jump: JumpState,
    /// The speed of what carried or pushed it.
    pub lift: Lift,
    /// The sideways speed that is rest in the air, px/s: that of the platform that it left. Kept in the step in which it lands.
    pub drift: f32,
    /// The one-way surface that it drops through, until it is below it.
    pub drop: Option<Obstacle>,
    /// How far what carried or pushed it has moved since the last step, in pixels.
    pub carried: Vec2,
    /// Whether it came onto another body in the last step, which has not carried it yet.
    pub boarded: bool,
    /// The highest speed of the next step, px/s, because it pushes something.
    pub pushing: Option<f32>,
}

impl ControllerState {
    /// [`Mover::one_way_height`] on the one-way surface that it stands on or drops through. To be asked in each tick: a platform may
    /// sink. `None` where nothing is special: once a dropping character is below the platform, where the platform is gone, and for one
    /// that does not stand on its end.
    ///
    /// ```
    /// use seamwalker_collide::controller::{ControllerState, Ground};
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Body, Mover, Obstacle, SolverSetup, Space};
    ///
    /// let mut space = Space::default();
    /// let raft = space.bodies.push(Body { one_way: true, ..Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0))) });
    /// let height = |feet: f32, normal: Option<Vec2>| {
    ///     let mover = Mover::new(Aabb::new(Vec2::new(0.0, feet - 11.0), Vec2::new(6.0, 11.0)));
    ///     let (drop, obstacle) = (Some(Obstacle::Body(raft)), Obstacle::Body(raft));
    ///     let ground = normal.map(|normal| Ground { drop: Vec2::ZERO, normal, obstacle });
    ///     ControllerState { mover, ground, drop, ..ControllerState::default() }.one_way_height(&SolverSetup::default(), &space)
    /// };
    /// assert_eq!((height(-6.0, None), height(-3.0, None)), (Some(2.25), None), "2 px above it, and 1 px below");
    /// assert_eq!(height(-4.0, Some(Vec2::NEG_Y)), None);
    /// assert_eq!(height(-3.0, Some(Vec2::new(0.6, -0.8))), Some(-3.0), "its corner of 3 px rests on the end");
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn one_way_height(&self, solver: &(impl Solver + ?Sized), space: &Space) -> Option<f32> {
        let platform = self.ground.map(|ground| ground.obstacle).or(self.drop)?;
        let outward = solver.one_way(space, platform)?;
        if let Some(ground) = self.ground {
            // On the end of a platform the round corner rests on it, lower than its flat bottom.
            let leans = ground.normal.dot(outward) < 1.0 - SAME_DIRECTION;
            return leans.then(|| end_height(solver, &self.mover));
        }
        let height = solver.height_above(space, &self.mover, platform)?;
        (height > -ONE_WAY_SLACK).then_some(height + ONE_WAY_SLACK)
    }
}

/// What happened in a tick.
///
/// ```
/// use seamwalker_collide::controller::{Controller, Intent};
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Terrain};
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mut hero = Controller::new(Aabb::new(Vec2::new(32.0, 70.0), Vec2::new(6.0, 11.0)));
/// let mut sounds = Vec::new();
/// for tick in 0..30 {
///     let intent = Intent { pressed: tick == 20, ..Intent::default() };
///     let events = hero.step(&SolverSetup::default(), &space, &intent, 1.0 / 60.0);
///     sounds.extend(events.landed.map(|_| "thud"));
///     sounds.extend(events.jumped.then_some("hop"));
/// }
/// assert_eq!(sounds, ["thud", "hop"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepEvents {
    /// It jumped.
    pub jumped: bool,
    /// It began to drop through a one-way surface.
    pub dropped: bool,
    /// It landed, with this vertical speed, px/s. To stand where it was placed is no landing.
    pub landed: Option<f32>,
    /// It left the ground without a jump.
    pub walked_off: bool,
    /// It bumped its head.
    pub bumped: bool,
    /// The normal of the wall that stopped it.
    pub wall: Option<Vec2>,
    /// In the air, it met ground that is too steep to climb, which takes nothing but running out of its velocity.
    pub steep: bool,
    /// What it touched.
    pub touches: Touches,
}

/// A tick between [`Controller::begin`] and [`Controller::finish`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    begun: Begun,
    /// What has happened so far: jumps and drops.
    pub events: StepEvents,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Begun {
    /// The length of the tick in seconds.
    dt: f32,
    /// The speed to its right that running has added in the air, px/s.
    run: f32,
    /// The part of its way that lies behind, in pixels.
    done: Vec2,
}

impl Tick {
    /// A tick of `dt` seconds without running, gravity and jumps.
    #[must_use]
    pub fn new(dt: f32) -> Self {
        Self { begun: Begun { dt, run: 0.0, done: Vec2::ZERO }, events: StepEvents::default() }
    }
}

/// A character: how it moves, and where it is. See the [module](super) for an example.
///
/// ```
/// use seamwalker_collide::controller::{Controller, Intent};
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Terrain};
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(640.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mut hero = Controller::new(Aabb::new(Vec2::new(32.0, 89.0), Vec2::new(6.0, 11.0)));
/// hero.settings.run.speed = 120.0;
/// for _ in 0..60 {
///     hero.step(&SolverSetup::default(), &space, &Intent { x: 1.0, ..Intent::default() }, 1.0 / 60.0);
/// }
/// assert_eq!(hero.state.velocity, Vec2::new(120.0, 0.0));
/// // A spring.
/// hero.state.velocity.y = -400.0;
/// hero.leave_ground();
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Controller {
    /// How it moves. May be changed at any time.
    pub settings: ControllerSettings,
    /// Where it is, and how fast. May be changed at any time: springs set the velocity, and [`Controller::leave_ground`].
    pub state: ControllerState,
}

impl Controller {
    /// A character in the air, at rest.
    #[doc(alias = "character")]
    #[doc(alias = "kinematic")]
    #[must_use]
    pub fn new(aabb: Aabb) -> Self {
        let state = ControllerState { mover: Mover::new(aabb), ..ControllerState::default() };
        Self { settings: ControllerSettings::default(), state }
    }

    /// One tick of `dt` seconds: [`Controller::begin`], then [`Controller::finish`].
    #[inline]
    pub fn step(&mut self, solver: &(impl Solver + ?Sized), space: &Space, intent: &Intent, dt: f32) -> StepEvents {
        let mut events = StepEvents::default();
        self.step_into((solver, space), intent, dt, &mut events);
        events
    }

    /// The same, with the events written where the caller keeps them. For another up than -y it takes [`Controller::begin`] and
    /// [`Controller::finish`], which are not inlined: their code would make this one slower.
    #[inline(never)]
    fn step_into<S: Solver + ?Sized>(&mut self, query: Query<S>, intent: &Intent, dt: f32, events: &mut StepEvents) {
        if self.state.mover.up == Vec2::NEG_Y {
            let begun = self.begin_upright(query, intent, dt, events);
            self.finish_upright(query, begun, events);
        } else {
            let tick = self.begin(query.0, query.1, intent, dt);
            *events = self.finish(query.0, query.1, tick);
        }
    }

    /// The first half of a tick of `dt` seconds: running, gravity and jumps change the velocity, and nothing moves yet. What a character
    /// of your own adds comes now: it reads what has happened in [`Tick::events`], and changes [`ControllerState::velocity`]. Then
    /// [`Controller::finish`] moves.
    ///
    /// ```
    /// use seamwalker_collide::controller::{Controller, Intent};
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, SolverSetup, Space};
    ///
    /// // A parachute.
    /// let (solver, space, intent) = (SolverSetup::default(), Space::default(), Intent::default());
    /// let mut hero = Controller::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
    /// for _ in 0..60 {
    ///     let tick = hero.begin(&solver, &space, &intent, 1.0 / 60.0);
    ///     hero.state.velocity.y = hero.state.velocity.y.min(30.0);
    ///     hero.finish(&solver, &space, tick);
    /// }
    /// assert_eq!(hero.state.mover.aabb.center.y.round(), 30.0, "no faster than 30 px/s");
    /// ```
    #[inline(never)]
    pub fn begin(&mut self, solver: &(impl Solver + ?Sized), space: &Space, intent: &Intent, dt: f32) -> Tick {
        let mut tick = Tick::new(dt);
        if self.state.mover.up == Vec2::NEG_Y {
            tick.begun = self.begin_upright((solver, space), intent, dt, &mut tick.events);
            return tick;
        }
        let turned = Turned::new(solver, &self.state.mover);
        self.turned(&turned, |hero| tick.begun = hero.begin_upright((&turned, space), intent, dt, &mut tick.events));
        (tick.begun.done, tick.events) = (turned.out(tick.begun.done), turned.world_events(&tick.events));
        tick
    }

    /// The second half of a tick: it moves by its velocity, walks, lands, and is stopped by walls.
    #[inline(never)]
    pub fn finish(&mut self, solver: &(impl Solver + ?Sized), space: &Space, tick: Tick) -> StepEvents {
        let Tick { mut begun, mut events } = tick;
        if self.state.mover.up == Vec2::NEG_Y {
            self.finish_upright((solver, space), begun, &mut events);
            return events;
        }
        let turned = Turned::new(solver, &self.state.mover);
        (begun.done, events) = (turned.back(begun.done), turned.upright_events(&events));
        self.turned(&turned, |hero| hero.finish_upright((&turned, space), begun, &mut events));
        turned.world_events(&events)
    }

    #[inline(always)]
    fn begin_upright<S: Solver + ?Sized>(
        &mut self,
        query: Query<S>,
        intent: &Intent,
        dt: f32,
        events: &mut StepEvents,
    ) -> Begun {
        if self.state.mover.ignores.is_none() {
            self.state.mover.ignores = self.state.body;
        }
        self.state.lift.wait();
        let before = self.state.velocity.x;
        self.accelerate(intent, dt);
        let run = self.state.velocity.x - before;
        Begun { dt, run, done: self.jump_or_drop(query, intent, dt, events) }
    }

    /// Does something that has -y up, with its state turned for it.
    fn turned<S: Solver + ?Sized>(&mut self, turned: &Turned<S>, action: impl FnOnce(&mut Self)) {
        self.state = turned.upright_state(&self.state);
        action(self);
        self.state = turned.world_state(&self.state);
    }

    #[inline(always)]
    fn finish_upright<S: Solver + ?Sized>(&mut self, query: Query<S>, begun: Begun, events: &mut StepEvents) {
        self.state.carried = Vec2::ZERO;
        // Platforms have moved already. Asked after the fall, a sinking one could still catch up.
        self.open_platform(query);
        if self.state.mover.one_way_height <= -ONE_WAY_SLACK {
            self.state.drop = None;
        }
        if self.state.ground.is_some() {
            self.walk(query, self.state.velocity.dot(self.tangent()), begun.dt, events);
        } else {
            self.fall(query, begun, events);
        }
        self.open_platform(query);
    }

    /// A whole tick of `dt` seconds at a velocity, px/s, in place of [`Controller::step`]: without running, gravity and jumps. For
    /// dashes, ladders, ropes and swimming. It leads along the ground, or away from it, and lands; a press of jump is remembered for
    /// the next step.
    ///
    /// ```
    /// use seamwalker_collide::controller::{Controller, Intent};
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, SolverSetup, Space};
    ///
    /// let (solver, space, dt) = (SolverSetup::default(), Space::default(), 1.0 / 60.0);
    /// let mut hero = Controller::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
    /// (0..6).for_each(|_| _ = hero.fly(&solver, &space, &Intent::default(), Vec2::new(600.0, 0.0), dt));
    /// assert_eq!(hero.state.mover.aabb.center.round(), Vec2::new(60.0, 0.0), "a dash");
    /// ```
    pub fn fly(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        intent: &Intent,
        velocity: Vec2,
        dt: f32,
    ) -> StepEvents {
        let state = &mut self.state;
        state.mover.ignores = state.mover.ignores.or(state.body);
        state.lift.wait();
        state.jump.wants(&self.settings.jump, intent.pressed, dt);
        (state.jump.hold, state.drift, state.pushing) = (0, 0.0, None);
        state.ground = state.ground.filter(|ground| velocity.dot(ground.normal) <= 0.0);
        if state.ground.is_none() {
            state.jump.wait();
        }
        state.velocity = velocity;
        self.finish(solver, space, Tick::new(dt))
    }

    /// Puts the middle of its box elsewhere: at rest, in the air, for a respawn or a door. Its body and its settings stay;
    /// others meet the body there from the next [`Carrier::tick`](crate::Carrier::tick) or [`Controller::place_body`] on.
    ///
    /// ```
    /// use seamwalker_collide::controller::Controller;
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Space};
    ///
    /// let mut space = Space::default();
    /// let mut hero = Controller::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
    /// let passenger = hero.add_body(&mut space);
    /// hero.state.velocity = Vec2::new(90.0, 300.0);
    /// hero.teleport(Vec2::new(640.0, 200.0));
    /// assert_eq!((hero.state.velocity, hero.state.body), (Vec2::ZERO, Some(passenger.body)));
    /// ```
    pub fn teleport(&mut self, center: Vec2) {
        let ControllerState { mover, body, .. } = self.state;
        let state = Self::new(Aabb::new(center, mover.aabb.half)).state;
        let Mover { aabb, one_way_height, .. } = state.mover;
        self.state = ControllerState { mover: Mover { aabb, one_way_height, ..mover }, body, ..state };
    }

    /// Puts the middle of its box elsewhere, in the air and with its velocity: through a portal, or up onto a ledge that it hangs on.
    pub fn place(&mut self, center: Vec2) {
        let state = &mut self.state;
        state.mover.aabb.center = center;
        (state.ground, state.drop, state.drift, state.carried) = (None, None, 0.0, Vec2::ZERO);
    }

    /// Gives it another size (half its width and height as it sees them), with its feet where they are: to crouch, and to stand up
    /// again. If there is no room for that, nothing changes, and it returns false.
    ///
    /// ```
    /// use seamwalker_collide::controller::Controller;
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Terrain};
    ///
    /// // A ceiling 16 px above the floor, to the right of x = 100.
    /// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(200.0, 100.0), Side::Outer);
    /// let ceiling = Edge::new(Vec2::new(200.0, 84.0), Vec2::new(100.0, 84.0), Side::Outer);
    /// let (space, solver) = (Space::new(Terrain::new(vec![floor, ceiling], Vec::new())), SolverSetup::default());
    /// let (standing, crouching) = (Vec2::new(6.0, 11.0), Vec2::new(6.0, 7.0));
    /// let mut hero = Controller::new(Aabb::new(Vec2::new(50.0, 89.0), standing));
    /// assert!(hero.resize(&solver, &space, crouching));
    /// assert_eq!(hero.state.mover.aabb.max().y, 100.0);
    /// hero.teleport(Vec2::new(150.0, 93.0));
    /// assert!(!hero.resize(&solver, &space, standing), "not below the ceiling");
    /// ```
    pub fn resize(&mut self, solver: &(impl Solver + ?Sized), space: &Space, half: Vec2) -> bool {
        let turned = Turned::new(solver, &self.state.mover);
        let before = turned.upright(&self.own_mover());
        let center = before.aabb.center + Vec2::new(0.0, before.aabb.half.y - half.y);
        let mover = Mover { aabb: Aabb::new(center, half), ..before };
        // What it is inside of already is not in its way.
        let overlap = |mover: &Mover| turned.overlap(space, mover);
        let is_free = mover.aabb.is_valid() && overlap(&mover) <= ALLOWED_OVERLAP.max(overlap(&before));
        if is_free {
            self.state.mover.aabb = turned.world(&mover).aabb;
        }
        is_free
    }

    /// Its mover. A new one that the caller may have set does not collide with its body.
    pub(super) fn own_mover(&self) -> Mover {
        let mover = self.state.mover;
        Mover { ignores: mover.ignores.or(self.state.body), ..mover }
    }

    /// Jumps with a velocity, px/s, from wherever it is: off a wall, in the air, out of water. While jump is held, it rises for
    /// [`JumpSettings::hold`]. Call it between [`Controller::begin`] and [`Controller::finish`]; `dt` is the tick's length in seconds.
    pub fn take_off(&mut self, velocity: Vec2, dt: f32) {
        let state = &mut self.state;
        state.jump.take_off(&self.settings.jump, state.mover.upright(velocity).y, dt);
        (state.velocity, state.ground, state.lift.ticks, state.drift) = (velocity, None, 0, 0.0);
    }

    /// Is in the air from now on, as after a spring or a blow.
    pub const fn leave_ground(&mut self) {
        self.state.ground = None;
    }

    /// Opens the platform that it drops through, and holds on to the one on whose end it stands.
    fn open_platform<S: Solver + ?Sized>(&mut self, query: Query<S>) {
        self.state.mover.one_way_height = self.state.one_way_height(query.0, query.1).unwrap_or(-ONE_WAY_SLACK);
    }

    /// The wall within `reach` pixels on one side (-1 left, 1 right; none for 0), for wall slides and wall jumps.
    #[must_use]
    pub fn wall(&self, solver: &(impl Solver + ?Sized), space: &Space, side: f32, reach: f32) -> Option<Hit> {
        let turned = Turned::new(solver, &self.state.mover);
        let hit = find_wall(&turned, space, &turned.upright(&self.state.mover), side, reach)?;
        Some(Hit { normal: turned.out(hit.normal), ..hit })
    }

    /// The direction along the ground to the right; to the right in the air.
    #[inline]
    pub(super) fn tangent(&self) -> Vec2 {
        self.state.ground.map_or(self.state.mover.right(), |ground| tangent(ground.normal))
    }

    /// Running and gravity.
    #[inline(always)]
    fn accelerate(&mut self, intent: &Intent, dt: f32) {
        let (settings, state, x) = (&self.settings, &mut self.state, intent.run());
        let limit = state.pushing.take().unwrap_or(f32::INFINITY);
        if let Some(ground) = state.ground {
            let along = tangent(ground.normal);
            let speed = settings.run.next(state.velocity.dot(along), x, true, dt);
            (state.velocity, state.drift) =
                (along * if speed.abs() > limit { limit.copysign(speed) } else { speed }, 0.0);
            state.jump.stand(&settings.jump, dt);
        } else {
            state.velocity.x = state.drift + settings.run.next(state.velocity.x - state.drift, x, false, dt);
            state.velocity.y = settings.air.fall(state.velocity.y, intent.jump, dt);
            state.velocity.y = state.jump.keep(state.velocity.y, intent.jump);
        }
    }

    /// Returns the part of this tick's way that lies behind it, in pixels: a platform has already moved a jumper by what it adds to
    /// the jump.
    #[inline(always)]
    fn jump_or_drop<S: Solver + ?Sized>(
        &mut self,
        query: Query<S>,
        intent: &Intent,
        dt: f32,
        events: &mut StepEvents,
    ) -> Vec2 {
        let (settings, state) = (&self.settings, &mut self.state);
        let wants = state.jump.wants(&settings.jump, intent.pressed, dt);
        if wants
            && intent.down
            && let Some(Ground { obstacle, .. }) = state.ground
            && can_drop(query.0, query.1, &state.mover, settings.ground.step_down)
        {
            (state.jump, state.ground, state.drop) = (JumpState::default(), None, Some(obstacle));
            events.dropped = true;
        } else if intent.pressed && state.jump.late > 0 {
            state.velocity.y = state.jump.catch_up(&settings.jump, state.velocity.y, dt);
            events.jumped = true;
        } else if wants && state.jump.coyote > 0 {
            let (lift, drift) = (state.lift.for_jump(settings.max_lift), settings.drift);
            let jump = Vec2::new(state.velocity.x, -settings.jump.speed);
            self.take_off(jump + lift, dt);
            self.state.drift = lift.x * drift;
            events.jumped = true;
            // Gravity begins in the next tick, so the length of this one would decide how high a tap leads.
            let late = Vec2::new(0.0, self.settings.jump.speed * (TAKE_OFF - dt) * 0.5);
            return shared(self.state.carried, lift * dt) + late;
        } else if state.ground.is_none() {
            state.jump.wait();
        }
        Vec2::ZERO
    }

    /// Walks for `dt` seconds, and follows the ground down.
    fn walk<S: Solver + ?Sized>(&mut self, query: Query<S>, speed: f32, dt: f32, events: &mut StepEvents) {
        let (solver, space) = query;
        let (settings, state) = (&self.settings.ground, &mut self.state);
        let Some(ground) = state.ground else { return };
        let way = speed * dt;
        let Walk { normal, wall } = settings.walk_on(query, &mut state.mover, ground.normal, way, MAX_LEGS);
        let speed = if let Some(touches) = wall {
            (events.touches, events.wall) = (touches, steepest(&touches));
            0.0
        } else {
            speed
        };
        if let Some(ground) = settings.step_down(solver, space, &state.mover, way, Some(ground.obstacle)) {
            self.stand(ground);
            self.state.velocity = tangent(ground.normal) * speed;
            return;
        }
        let lift = state.lift.for_jump(self.settings.max_lift);
        state.velocity = walk_off(normal, speed) + lift;
        (state.ground, state.lift.ticks, state.drift) = (None, 0, lift.x * self.settings.drift);
        events.walked_off = true;
    }

    /// Moves through the air, and lands.
    fn fall<S: Solver + ?Sized>(&mut self, query: Query<S>, begun: Begun, events: &mut StepEvents) {
        let ((solver, space), Begun { dt, done, .. }) = (query, begun);
        let velocity = self.state.velocity;
        let delta = velocity * dt - done;
        if velocity.y < 0.0 {
            let slip = corner_correction(solver, space, &self.state.mover, delta, self.settings.air.corner);
            self.state.mover.aabb.center += slip;
        }
        let slide = solver.slide(space, &self.state.mover, delta);
        let free = (slide.touches.is_empty() && slide.moved.y >= delta.y - LIFTED).then_some(slide.moved);
        let Some(moved) = free.or_else(|| self.fall_against(query, begun, delta, slide, events)) else { return };
        self.state.mover.aabb.center += moved;
        let ground = || self.settings.ground.find_after(solver, space, &self.state.mover, delta, moved);
        if velocity.y >= 0.0
            && let Some(ground) = ground()
        {
            let along = self.state.velocity.x;
            events.landed = self.land(ground, velocity, dt);
            self.state.velocity = tangent(ground.normal) * along;
        }
    }

    /// The part of a fall after a slide that was not free: the way that is left to it, or `None` where it has landed.
    #[inline(never)]
    fn fall_against<S: Solver + ?Sized>(
        &mut self,
        query: Query<S>,
        begun: Begun,
        delta: Vec2,
        slide: Slide,
        events: &mut StepEvents,
    ) -> Option<Vec2> {
        let ((solver, space), Begun { dt, run, .. }) = (query, begun);
        let (settings, mover, velocity) = (&self.settings.ground, &self.state.mover, self.state.velocity);
        let flight = settings.fly(solver, space, mover, (velocity, run), (delta, dt), slide);
        // Where nothing was touched, there is nothing to land on.
        let is_touched = !flight.slide.touches.is_empty();
        if is_touched
            && velocity.y >= 0.0
            && let Some(Landing { ground, fraction }) = settings.land(solver, space, mover, delta)
        {
            events.landed = self.land(ground, velocity, dt);
            self.walk(query, velocity.x, dt * (1.0 - fraction), events);
            return None;
        }
        self.state.velocity = flight.velocity;
        if is_touched {
            self.bump(&flight, velocity, dt, events);
        }
        Some(flight.slide.moved)
    }

    /// What a move through the air touched, which began with a velocity, px/s.
    fn bump(&mut self, flight: &AirMove, velocity: Vec2, dt: f32, events: &mut StepEvents) {
        (events.touches, events.steep) = (flight.slide.touches, flight.is_steep);
        let mut normals = events.touches.iter().map(|touch| touch.contact.normal);
        if velocity.y < 0.0 && normals.clone().any(|normal| normal.y > CEILING_NORMAL) {
            self.state.jump.bump(&self.settings.jump, dt);
            events.bumped = true;
        }
        events.wall = normals.find(|normal| normal.x * velocity.x < 0.0 && !self.settings.ground.is_walkable(*normal));
        if events.wall.is_some_and(|normal| normal.x * self.state.drift < 0.0) {
            self.state.drift = 0.0;
        }
    }

    /// Stands on ground that it has come to with a velocity, px/s, in a tick of `dt` seconds. Returns [`StepEvents::landed`].
    /// [`Controller::finish`] does that; it is for moves of your own.
    pub fn land(&mut self, ground: Ground, velocity: Vec2, dt: f32) -> Option<f32> {
        let is_placed = self.state.jump.is_placed(&ground, velocity, self.settings.air.gravity * dt);
        self.stand(ground);
        self.state.jump.hold = 0;
        (!is_placed).then_some(velocity.y)
    }

    #[inline(always)]
    fn stand(&mut self, ground: Ground) {
        if ground.body().is_some() {
            self.state.boarded |= self.state.ground.is_none_or(|before| before.obstacle != ground.obstacle);
        }
        self.state.mover.aabb.center += ground.drop;
        (self.state.ground, self.state.drop) = (Some(ground), None);
        self.state.jump.late = 0;
    }
}

/// The normal that looks most sideways.
fn steepest(touches: &Touches) -> Option<Vec2> {
    let normals = touches.iter().map(|touch| touch.contact.normal);
    normals.max_by(|a, b| a.x.abs().total_cmp(&b.x.abs()))
}
