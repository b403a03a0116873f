//! What moving bodies do to others: they carry riders, push what is in their way, and crush what has no room.
//!
//! Carrying is soft: a rider stops at anything solid. Pushing is hard: it yields only to terrain and to bodies that yield less, it
//! goes on through those pushed to what is behind them, and it beats carrying.
//!
//! `riders.rs` carries, `push.rs` pushes, `row.rs` pushes rows of crates as far as all of them can go, and `moves.rs` remembers how
//! far everything has gone. `tick.rs` makes a whole tick of it.

mod moves;
mod push;
mod riders;
mod row;
mod tick;

use alloc::vec::Vec;

use glam::Vec2;

use crate::body::Body;
use crate::contact::{BodyId, Contact, Obstacle};
use crate::controller::{AirSettings, GroundSettings};
use crate::layers::Layers;
use crate::mover::{DEFAULT_SKIN, Mover};
use crate::shape::Aabb;
use crate::solver::Solver;
use crate::space::Space;
use crate::tolerance::ONE_WAY_SLACK;
use moves::Moves;
use push::PushState;
use riders::Rider;

/// How near feet must be to a body to be carried by it, in pixels. Smaller values lose riders to rounding.
const STAND_REACH: f32 = 0.05;

/// Overlap with a pusher that is left alone, in pixels. It must stay below [`NO_ROOM`].
const PUSH_SLACK: f32 = 0.003;

/// Overlap with a pusher that means there is no room, in pixels. Larger values let passengers sink into slow platforms before they
/// are crushed, and the solver, asked to get them out, presses them into the wall by as much; smaller ones crush by rounding.
const NO_ROOM: f32 = 0.007;

/// How far beyond its move a passenger may affect others, in pixels. Larger values cost time where many are near.
const NEIGHBOURHOOD: f32 = 64.0;

/// Up to how many passengers are looked at one by one, without the broad phase of the space.
const FEW_PASSENGERS: usize = 16;

/// No passenger.
const NO_PASSENGER: u32 = u32::MAX;

/// A body that can be carried, pushed and crushed: a character, a crate. It takes part as long as its body is enabled.
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Body, Passenger, Space};
///
/// let mut space = Space::default();
/// let body = space.bodies.push(Body { priority: 2, ..Body::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0))) });
/// // A bat: a platform pushes it aside and does not carry it.
/// let bat = Passenger { rides: false, pushes: false, ..Passenger::new(body) };
/// assert_eq!(bat.carried, None, "nothing has moved it yet");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Passenger {
    /// Its body in the space, which says where it is. Pushers move those that yield more: see [`Body::priority`].
    pub body: BodyId,
    /// The skin of its mover, in pixels.
    pub skin: f32,
    /// Whether it stands. What flies or falls is not carried.
    pub rides: bool,
    /// As [`Mover::up`]. In [`Carrier::tick`] it falls the other way.
    pub up: Vec2,
    /// Whether one-way surfaces are open to it.
    pub drops_through: bool,
    /// As [`Mover::one_way_height`].
    pub one_way_height: f32,
    /// The layers of the bodies that it meets; all by default. Others neither carry, push nor stop it.
    pub meets: Layers,
    /// The layers of the ground through which it passes, as [`Mover::passes`]; none by default.
    pub passes: Layers,
    /// Whether it pushes what it is carried into, as a crate does. If not, it only passes pushes on.
    pub pushes: bool,
    /// Whether [`Carrier::push`] stops it above a hole of its own width, where it falls in, as the crates of puzzles do. If not, its
    /// rounded corners bridge holes up to 1.5 px wider than it is.
    pub falls_in: bool,
    /// The speed at which it falls in [`Carrier::tick`], px/s.
    pub fall_speed: f32,
    /// How far what last carried or pushed it has moved since [`Carrier::begin`], in pixels: a jump takes that speed along.
    /// `None` if nothing did.
    pub carried: Option<Vec2>,
}

impl Passenger {
    /// A crate: always carried, pushes what it is carried into, and falls into holes.
    #[must_use]
    pub const fn new(body: BodyId) -> Self {
        let (rides, drops_through, meets, pushes, falls_in) = (true, false, Layers::ALL, true, true);
        let (skin, up, one_way_height, carried) = (DEFAULT_SKIN, Vec2::NEG_Y, -ONE_WAY_SLACK, None);
        let (passes, fall_speed) = (Layers::NONE, 0.0);
        Self {
            body,
            skin,
            rides,
            up,
            drops_through,
            one_way_height,
            meets,
            passes,
            pushes,
            falls_in,
            fall_speed,
            carried,
        }
    }
}

/// A passenger without room between a pusher and something else.
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Body, Carrier, Passenger, SolverSetup, Space};
///
/// // A press comes down on a crate that stands on an anvil.
/// let mut space = Space::default();
/// let mut add = |y, priority| {
///     let aabb = Aabb::new(Vec2::new(0.0, y), Vec2::splat(8.0));
///     space.bodies.push(Body { priority, ..Body::new(aabb) })
/// };
/// let (press, item, _anvil) = (add(-40.0, 1), add(0.0, 2), add(16.0, 1));
/// let (mut carrier, solver) = (Carrier::new(vec![Passenger::new(item)]), SolverSetup::default());
/// carrier.begin();
/// carrier.start_move(&solver, &mut space, press, Vec2::new(0.0, -12.0));
/// let crush = carrier.next_crush(&solver, &mut space).unwrap();
/// assert_eq!((crush.pusher, crush.body), (press, item));
/// assert!((crush.depth - 4.0).abs() < 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crush {
    /// The body that pushes.
    pub pusher: BodyId,
    /// The passenger's body.
    pub body: BodyId,
    /// How deep the pusher is in it, in pixels. A pusher that only grazes a passenger with round corners moves it aside over several
    /// ticks and reports less than a pixel meanwhile; see [`Space::room_near`].
    pub depth: f32,
}

/// Platforms that carry, push and crush, and the passengers to which that happens; riders of riders as well. It keeps its buffers:
/// in steady state nothing is allocated. Passengers are named by their bodies.
///
/// Call [`Carrier::tick`] in every tick. A game with an order of its own makes the calls that it is made of: [`Carrier::begin`],
/// [`Controller::update_passenger`], [`Carrier::move_body`] for each platform, [`Carrier::fall`] for each crate,
/// [`Controller::follow_passenger`] and [`Controller::push`]. Debug builds panic when `begin`, `update_passenger` or `follow_passenger` is
/// missing.
///
/// [`Controller::update_passenger`]: crate::controller::Controller::update_passenger
/// [`Controller::follow_passenger`]: crate::controller::Controller::follow_passenger
/// [`Controller::push`]: crate::controller::Controller::push
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Body, Carrier, Passenger, SolverSetup, Space};
///
/// let mut space = Space::default();
/// let raft = space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0))));
/// let place = Aabb::new(Vec2::new(0.0, -12.0), Vec2::splat(8.0));
/// let crate_on_it = space.bodies.push(Body { priority: 2, ..Body::new(place) });
///
/// let mut carrier = Carrier::new(vec![Passenger::new(crate_on_it)]);
/// let solver = SolverSetup::default();
/// // No heroes, and one platform. This game removes whatever has no room.
/// carrier.tick(&solver, &mut space, &mut [], [(raft, Vec2::new(2.0, -1.0).into())], 1.0 / 60.0, |space, crush, _| {
///     space.bodies.enable(crush.body, false);
/// });
/// assert_eq!(space.bodies[crate_on_it].aabb.center, Vec2::new(2.0, -13.0));
/// ```
#[derive(Debug, Default)]
pub struct Carrier {
    /// What can be stood on.
    pub ground: GroundSettings,
    /// How crates fall in [`Carrier::tick`].
    pub air: AirSettings,
    passengers: Vec<Passenger>,
    /// By body: the index of its passenger, or [`NO_PASSENGER`].
    by_body: Vec<u32>,
    /// By body: the body that carried it in this tick. A rider on two bodies is carried by one.
    carriers: Vec<Option<BodyId>>,
    /// By body: how many bodies lie between it and what carries it. Zero for what is not carried.
    levels: Vec<u32>,
    /// The first body that [`Carrier::move_body`] has moved since [`Carrier::begin`]. For debug assertions, as the next one.
    first_move: Option<BodyId>,
    /// By [`update_bit`]: the passengers that are new or were updated since [`Carrier::begin`].
    pub(crate) updated: u64,
    /// The same: those that were updated, and that no controller has followed yet.
    pub(crate) awaited: u64,
    /// How much was pushed in this tick: pushes and pixels.
    pushed: u32,
    push: PushState,
    /// The previous places of passengers, while their moves may have to be undone.
    undo: Option<Vec<(BodyId, Aabb)>>,
    spare_undo: Vec<(BodyId, Aabb)>,
    spare_moves: Vec<Moves>,
    spare_bodies: Vec<Vec<BodyId>>,
    spare_riders: Vec<Vec<Rider>>,
}

impl Clone for Carrier {
    /// The same passengers, with empty buffers.
    fn clone(&self) -> Self {
        Self { ground: self.ground, air: self.air, ..Self::new(self.passengers.clone()) }
    }
}

impl Carrier {
    /// A carrier of these passengers. Those that stand on each other, and are equally high, move in their order. Except for
    /// them and its settings, nothing that it holds outlives [`Carrier::begin`].
    #[must_use]
    pub fn new(passengers: Vec<Passenger>) -> Self {
        let mut carrier = Self { passengers, updated: u64::MAX, ..Self::default() };
        (0..carrier.passengers.len()).for_each(|index| carrier.list(index));
        carrier
    }

    /// The passengers.
    #[must_use]
    pub fn passengers(&self) -> &[Passenger] {
        &self.passengers
    }

    /// The passenger with this body.
    ///
    /// ```
    /// use seamwalker_collide::{BodyId, Carrier, Passenger};
    ///
    /// let carrier = Carrier::new(vec![Passenger::new(BodyId(7))]);
    /// assert!(carrier.passenger(BodyId(7)).is_some() && carrier.passenger(BodyId(8)).is_none());
    /// ```
    #[must_use]
    pub fn passenger(&self, body: BodyId) -> Option<&Passenger> {
        self.index_of(body).map(|index| &self.passengers[index])
    }

    /// The same, to be changed between two moves; all but [`Passenger::body`].
    pub fn passenger_mut(&mut self, body: BodyId) -> Option<&mut Passenger> {
        self.index_of(body).map(|index| &mut self.passengers[index])
    }

    /// Adds a passenger, behind the others. Between two moves only.
    pub fn add(&mut self, passenger: Passenger) {
        self.updated |= update_bit(passenger.body);
        self.passengers.push(passenger);
        self.list(self.passengers.len() - 1);
    }

    /// Enters a passenger into the table.
    fn list(&mut self, index: usize) {
        let body = self.passengers[index].body.index();
        self.by_body.resize(self.by_body.len().max(body + 1), NO_PASSENGER);
        self.by_body[body] = index as u32;
    }

    /// Removes the passenger with this body; those behind it move up. Between two moves only. An unknown body does nothing.
    ///
    /// ```
    /// use seamwalker_collide::{BodyId, Carrier, Passenger};
    ///
    /// let mut carrier = Carrier::default();
    /// (1..=3).for_each(|body| carrier.add(Passenger::new(BodyId(body))));
    /// carrier.remove(BodyId(2));
    /// assert!(carrier.passenger(BodyId(2)).is_none() && carrier.passenger(BodyId(3)).is_some());
    /// ```
    pub fn remove(&mut self, body: BodyId) {
        let Some(index) = self.index_of(body) else { return };
        self.passengers.remove(index);
        self.awaited &= !update_bit(body);
        self.by_body.clear();
        (0..self.passengers.len()).for_each(|index| self.list(index));
    }

    fn index_of(&self, body: BodyId) -> Option<usize> {
        let index = self.by_body.get(body.index()).map_or(NO_PASSENGER, |index| *index) as usize;
        self.passengers.get(index).is_some_and(|passenger| passenger.body == body).then_some(index)
    }

    /// Whether a body is that of a passenger that pushes what is in its way.
    fn is_pushing(&self, body: BodyId) -> bool {
        self.index_of(body).is_some_and(|index| self.passengers[index].pushes)
    }

    /// A passenger whose body exists.
    fn known(&self, space: &Space, index: usize) -> Option<Passenger> {
        self.passengers.get(index).filter(|passenger| space.bodies.get(passenger.body).is_some()).copied()
    }

    /// Begins a tick: all passengers may be carried and pushed again. [`Carrier::tick`] does that.
    pub fn begin(&mut self) {
        debug_assert!(self.awaited == 0, "no Controller::follow_passenger after the moves of the last tick");
        (self.pushed, self.first_move, self.updated) = (0, None, 0);
        self.passengers.iter_mut().for_each(|passenger| passenger.carried = None);
        self.forget_carriers();
    }

    /// Allows every rider to be carried again in this tick. A rider on two bodies is carried by one of them.
    pub fn forget_carriers(&mut self) {
        self.carriers.clear();
    }

    /// The part of a body that a passenger stands on, and the normal there.
    fn stands_on(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        index: usize,
        on: BodyId,
    ) -> Option<(Obstacle, Vec2)> {
        let (passenger, body) = (self.known(space, index)?, space.bodies.get(on)?);
        let mover = mover_of(space, &passenger);
        let is_near = || mover.aabb.grown(STAND_REACH * 2.0).overlaps(&body.aabb);
        if !passenger.rides || !passenger.meets.intersects(body.layers) || !is_near() {
            return None;
        }
        let bears = |contact: &Contact| self.ground.is_walkable(mover.upright(contact.normal));
        let (part, contact) = space.bodies.deepest(on, solver.view(), &mover, STAND_REACH, bears)?;
        Some((part, contact.normal))
    }

    /// Whether `is` holds for a passenger that stands on a body: platforms may wait for one, and seesaws weigh all.
    pub fn any_rider(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        on: BodyId,
        mut is: impl FnMut(BodyId) -> bool,
    ) -> bool {
        let Some(body) = space.bodies.get(on) else { return false };
        let is_on = |i: usize| self.stands_on(solver, space, i, on).is_some() && is(self.passengers[i].body);
        self.any_index_near(space, &body.aabb.grown(STAND_REACH * 2.0), is_on)
    }

    /// How deep a passenger overlaps a body, in pixels; zero if it does not meet the body.
    fn depth_of(&self, solver: &(impl Solver + ?Sized), space: &Space, on: BodyId, index: usize) -> f32 {
        let (Some(passenger), Some(body)) = (self.known(space, index), space.bodies.get(on)) else {
            return 0.0;
        };
        if !passenger.meets.intersects(body.layers) {
            return 0.0;
        }
        let contact = space.bodies.touching(on, solver.view(), &mover_of(space, &passenger), 0.0);
        contact.map_or(0.0, |contact| contact.depth.max(0.0))
    }

    /// Whether `is` holds for a passenger that takes part and overlaps `area`.
    fn any_index_near(&self, space: &Space, area: &Aabb, mut is: impl FnMut(usize) -> bool) -> bool {
        if self.passengers.len() > FEW_PASSENGERS {
            return space.bodies.any_near(area, |id, _| self.index_of(id).is_some_and(&mut is));
        }
        (0..self.passengers.len()).any(|index| self.is_near(space, area, index) && is(index))
    }

    /// Calls `visit` for every passenger that takes part and overlaps `area`: in the order of their bodies, or if they are few, in
    /// their own.
    fn each_near(&self, space: &Space, area: &Aabb, mut visit: impl FnMut(usize, BodyId)) {
        if self.passengers.len() > FEW_PASSENGERS {
            return space.bodies.near(area, |id, _| {
                if let Some(index) = self.index_of(id) {
                    visit(index, id);
                }
            });
        }
        for (index, passenger) in self.passengers.iter().enumerate() {
            if self.is_near(space, area, index) {
                visit(index, passenger.body);
            }
        }
    }

    #[inline(always)]
    fn is_near(&self, space: &Space, area: &Aabb, index: usize) -> bool {
        space.bodies.get(self.passengers[index].body).is_some_and(|body| body.enabled && body.aabb.overlaps(area))
    }

    /// Lets a passenger fall, or roll, by `delta` pixels, with everything that stands on it. Returns how far it went. Call it for the
    /// lowest passengers first, so that a stack falls together.
    ///
    /// ```
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Body, Carrier, Passenger, SolverSetup, Space};
    ///
    /// let (mut space, solver) = (Space::default(), SolverSetup::default());
    /// let mut add = |y| space.bodies.push(Body { priority: 2, ..Body::new(Aabb::new(Vec2::new(0.0, y), Vec2::splat(8.0))) });
    /// let (lower, upper) = (add(0.0), add(-16.0));
    /// let mut carrier = Carrier::new(vec![Passenger::new(lower), Passenger::new(upper)]);
    /// carrier.begin();
    /// assert_eq!(carrier.fall(&solver, &mut space, lower, Vec2::new(0.0, 5.0)), Vec2::new(0.0, 5.0));
    /// assert_eq!(space.bodies[upper].aabb.center.y, -11.0);
    /// ```
    pub fn fall(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space, passenger: BodyId, delta: Vec2) -> Vec2 {
        let way = self.slide(solver, space, passenger, delta, &[]);
        self.carry(solver, space, passenger, way);
        way
    }

    /// Moves a passenger by a slide that passes its own body and those in `away`; what stands on it stays behind. Returns how far it
    /// went, in pixels.
    pub fn slide(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        passenger: BodyId,
        delta: Vec2,
        away: &[BodyId],
    ) -> Vec2 {
        let Some(index) = self.index_of(passenger) else { return Vec2::ZERO };
        self.slide_as(solver, space, index, delta, (None, u8::MAX, away))
    }

    /// The same for a mover with this [`Mover::ignores`] and [`Mover::priority`].
    fn slide_as(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        index: usize,
        delta: Vec2,
        (ignores, priority, away): (Option<BodyId>, u8, &[BodyId]),
    ) -> Vec2 {
        let Some(passenger) = self.known(space, index) else { return Vec2::ZERO };
        let mover = Mover { priority, ignores, ..mover_of(space, &passenger) };
        let mut hidden = self.spare_bodies.pop().unwrap_or_default();
        let own = [passenger.body];
        hidden.extend(away.iter().chain(&own).copied().filter(|id| space.bodies.hide(*id)));
        let way = solver.slide(space, &mover, delta).moved;
        hidden.drain(..).for_each(|id| space.bodies.show(id));
        self.spare_bodies.push(hidden);
        let place = body_of(space, passenger.body).aabb.moved(way);
        self.put(space, passenger.body, place);
        way
    }

    fn put(&mut self, space: &mut Space, body: BodyId, aabb: Aabb) {
        if let Some(undo) = &mut self.undo {
            undo.push((body, body_of(space, body).aabb));
        }
        space.bodies.place(body, aabb);
    }

    /// Lets `act` move passengers, and puts all of them back when it fails.
    ///
    /// # Errors
    /// Those of `act`.
    pub fn or_undo<T, E>(
        &mut self,
        space: &mut Space,
        act: impl FnOnce(&mut Self, &mut Space) -> Result<T, E>,
    ) -> Result<T, E> {
        self.undo = Some(core::mem::take(&mut self.spare_undo));
        let result = act(self, space);
        let mut undo = self.undo.take().unwrap_or_default();
        if result.is_err() {
            undo.iter().rev().for_each(|(body, before)| space.bodies.place(*body, *before));
        }
        undo.clear();
        self.spare_undo = undo;
        result
    }
}

/// A passenger as the solver sees it.
#[inline]
fn mover_of(space: &Space, passenger: &Passenger) -> Mover {
    let body = body_of(space, passenger.body);
    let skin = if body.corner > passenger.skin { body.corner } else { passenger.skin };
    let mover = Mover::new(body.aabb).with_skin(skin);
    let Passenger { up, drops_through, one_way_height, meets, passes, .. } = *passenger;
    Mover { ignores: Some(passenger.body), up, drops_through, one_way_height, meets, passes, ..mover }
}

/// A passenger's bit in [`Carrier::updated`]. Some share one: then a missing update may go unnoticed.
pub const fn update_bit(body: BodyId) -> u64 {
    1 << (body.0 % u64::BITS)
}

/// A body; one without size at the origin for an unknown id.
#[inline(always)]
fn body_of(space: &Space, id: BodyId) -> Body {
    space.bodies.get(id).copied().unwrap_or(Body { enabled: false, ..Body::new(Aabb::default()) })
}
