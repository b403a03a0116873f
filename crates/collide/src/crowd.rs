//! Many moving boxes at once: everyone has made a move, now everyone finds their place.
//!
//! Source: "AABB Collision Resolution, Phase I", Metareal, with the ends that it leaves open. There, a shove reaches only
//! the next body within one tick; corrections that contradict each other are averaged; a body can slip into a gap that is
//! smaller than itself; a body that teleported is corrected along an axis that says nothing. Here:
//!
//! - Everyone is *settled* once, whoever yields least first; among equals, who is corrected most. A settled member is an
//!   obstacle for all who come later, so that a shove goes through a chain of any length, and nobody ends inside of anybody.
//! - **Who pushes hands on its priority; who only stands in the way stops, and hands on nothing.** A wall stops. So a crate
//!   that a platform pushes takes the player along, and a platform that has a wall behind the last crate squishes that crate.
//! - Of equals, who is stopped stops who follows: somebody of a smaller number squishes, or a body that never yields. (In
//!   heaps as dense as the tests', about one in 450 equals is squished nonetheless: who yields is looked for a few times, not
//!   until all ways are tried.)
//! - Corrections that contradict each other, with nobody who yields, are a [`Squish`]. The squished member leaves the
//!   harder of the two and overlaps the other, never half of each; nothing else moves because of it.
//! - A teleported member takes the least way out in any direction, and yields to its equals.
//!
//! All of this reads boxes and convex slopes ([`CollisionView::Pieces`](super::View::Pieces)). Every member is compared with every
//! other: crowds are tens of members, not thousands.

use std::cmp::Ordering;
use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use crate::body::Body;
use crate::contact::{BodyId, Obstacle, Touches};
use crate::edge::Tag;
use crate::mover::Mover;
use crate::shape::Aabb;
use crate::solver::BadInput;
use crate::solver::place::{Placing, SlideTarget};
use crate::space::Space;
use crate::tolerance::MIN_PUSH;

/// Moves longer than this are cut into steps that all members make together, in pixels: half a tile. Longer steps jump over
/// what is smaller; shorter ones cost time.
const MAX_CROWD_STEP: f32 = 8.0;

/// The most steps of one call; beyond, they get longer.
const MAX_CROWD_STEPS: f32 = 256.0;

/// How often one member may have to settle anew because somebody before it yields. Fewer squish what still has room; more
/// cost time in heaps that are too tight anyway.
const YIELDS: u32 = 8;

/// How many of those that squeeze a member may be left overlapping it.
const OVERLOOKED: usize = 4;

/// The priority of settled members among the obstacles: below it are walls, above it who is squished.
const SETTLED_PRIORITY: u8 = 1;

/// One of a crowd, after its own move.
///
/// ```
/// use seamwalker_collide::{Aabb, Member};
/// use seamwalker_collide::glam::Vec2;
///
/// let at = |x| Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
/// // Say where everyone was and how far they went; the crowd wants to know both.
/// let cart = Member::new(at(0.0), 1).moved(Vec2::new(4.0, 0.0));
/// assert_eq!((cart.aabb.center.x, cart.delta.x), (4.0, 4.0));
/// assert!(cart.teleported(Vec2::ZERO).teleported, "now its delta says nothing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Where its own move has brought it.
    pub aabb: Aabb,
    /// That move, in pixels.
    pub delta: Vec2,
    /// Who yields: lower numbers yield less. 0 never yields, as walls do not: it goes where it goes.
    pub priority: u8,
    /// It carries from above whoever yields to it, and is open for all others and from everywhere else.
    pub one_way: bool,
    /// Whether one-way surfaces are open for it.
    pub drops_through: bool,
    /// It did not come here by moving: the delta says nothing.
    pub teleported: bool,
}

impl Member {
    /// A solid member at rest.
    #[must_use]
    pub const fn new(aabb: Aabb, priority: u8) -> Self {
        Self { aabb, delta: Vec2::ZERO, priority, one_way: false, drops_through: false, teleported: false }
    }

    /// The same member, moved by `delta`.
    #[must_use]
    pub fn moved(self, delta: Vec2) -> Self {
        Self { aabb: self.aabb.moved(delta), delta, ..self }
    }

    /// The same member, put somewhere else.
    #[must_use]
    pub const fn teleported(self, to: Vec2) -> Self {
        Self { aabb: Aabb::new(to, self.aabb.half), teleported: true, ..self }
    }
}

/// Who corrects a member.
///
/// ```
/// use seamwalker_collide::Cause;
///
/// /// Whether the game may shove it back.
/// fn moves(cause: Cause) -> bool {
///     match cause {
///         Cause::Member(_) => true,
///         Cause::Piece(_) | Cause::Body(_) => false,
///     }
/// }
/// assert!(moves(Cause::Member(3)) && !moves(Cause::Piece(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// A box or slope of the terrain, by its index in [`Terrain::pieces`](super::Terrain::pieces).
    Piece(u32),
    /// A body of the space; it never yields here, whatever its priority.
    Body(BodyId),
    /// Another member, by its index.
    Member(usize),
}

/// What happened to one member.
///
/// ```
/// use seamwalker_collide::{Aabb, Cause, Crowd, Member, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let at = |x| Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
/// let members = [Member::new(at(0.0), 1).moved(Vec2::new(4.0, 0.0)), Member::new(at(16.0), 5)];
/// let mut crowd = Crowd::new();
/// let shove = crowd.resolve(&Space::default(), &members).shoves[1];
/// assert_eq!((shove.way.x, shove.by), (4.0, Some(Cause::Member(0))));
/// assert_eq!(shove.priority, 1, "it pushes on with the priority of who pushed it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shove {
    /// From where its own move has brought it to its place, in pixels.
    pub way: Vec2,
    /// Who gave it its longest correction; nobody when it was not moved, or when whoever did has since given way.
    pub by: Option<Cause>,
    /// The priority with which it met others: its own, or that of whoever pushed it.
    pub priority: u8,
}

/// A member without room.
///
/// ```
/// use seamwalker_collide::{Aabb, Crowd, Member, Piece, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// // A wall at x = 24, a crate in front of it, and a press that comes from the left.
/// let wall = Piece::solid_box(Aabb::from_corners(Vec2::new(24.0, -50.0), Vec2::new(40.0, 50.0)));
/// let space = Space::new(Terrain::new(Vec::new(), vec![wall]));
/// let at = |x| Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
/// let members = [Member::new(at(0.0), 0).moved(Vec2::new(4.0, 0.0)), Member::new(at(16.0), 5)];
/// let mut crowd = Crowd::new();
/// let verdicts = crowd.resolve(&space, &members);
/// assert_eq!(verdicts.squishes[0].who, 1);
/// assert!((verdicts.squishes[0].depth - 4.0).abs() < 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Squish {
    /// The member.
    pub who: usize,
    /// Whose corrections contradict each other, in the order in which it met them.
    pub between: [Cause; 2],
    /// How deep it is left inside of something, in pixels.
    pub depth: f32,
}

/// What became of a crowd.
///
/// ```
/// use seamwalker_collide::{Aabb, Crowd, Member, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let alone = [Member::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)), 1)];
/// let mut crowd = Crowd::new();
/// let verdicts = crowd.resolve(&Space::default(), &alone);
/// assert_eq!((verdicts.shoves[0].way, verdicts.shoves[0].by), (Vec2::ZERO, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use = "verdicts move nobody by themselves: add each `way` to its member's place"]
pub struct Verdicts<'a> {
    /// What happened to every member, in their order.
    pub shoves: &'a [Shove],
    /// Who has no room, in the order in which that was found.
    pub squishes: &'a [Squish],
}

/// How hard somebody is to push: the priority, and at the same number who has it by themselves before who has it from a
/// pusher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    priority: u8,
    inherited: bool,
}

/// A member in the making.
#[derive(Clone, Copy, Debug)]
struct State {
    member: Member,
    /// Its place in the caller's list.
    name: usize,
    /// Before its own move in this step.
    start: Aabb,
    /// After it.
    own: Aabb,
    /// Where it is now: the place once it is settled.
    aabb: Aabb,
    /// The corrections of the steps before.
    shoved: Vec2,
    rank: Rank,
    /// Who handed that rank on, and the direction of the push.
    from: Option<(Cause, Vec2)>,
    /// The longest correction that those already settled want of it.
    lead: f32,
    /// Whose correction put it there.
    by: Option<Cause>,
    /// Whose correction was the longest, though its cause may since have had to give way.
    pushed: Option<Cause>,
    /// It teleported, and this is the first step.
    landed: bool,
    settled: bool,
    squished: bool,
    /// How often it had to settle anew.
    yielded: u32,
}

impl State {
    /// Before its own move.
    fn new(name: usize, member: Member) -> Self {
        let aabb = if member.teleported { member.aabb } else { member.aabb.moved(-member.delta) };
        Self {
            member,
            name,
            start: aabb,
            own: aabb,
            aabb,
            shoved: Vec2::ZERO,
            rank: Rank::default(),
            from: None,
            lead: 0.0,
            by: None,
            pushed: None,
            landed: false,
            settled: false,
            squished: false,
            yielded: 0,
        }
    }

    /// The rank that it has without a pusher.
    fn own_rank(&self) -> Rank {
        Rank { priority: self.member.priority, inherited: false }
    }
}

/// Resolves crowds. It remembers nothing between two calls but the memory that it needs, so that a call allocates nothing
/// once the largest crowd has been seen.
///
/// ```
/// use seamwalker_collide::{Aabb, Crowd, Member, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// // A cart of priority 1 goes 4 px to the right, into the first of a row of crates.
/// let at = |x| Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
/// let cart = Member::new(at(0.0), 1).moved(Vec2::new(4.0, 0.0));
/// let mut members = [cart, Member::new(at(16.0), 5), Member::new(at(32.0), 6)];
/// let mut crowd = Crowd::new();
/// let verdicts = crowd.resolve(&Space::default(), &members);
/// assert!(verdicts.squishes.is_empty());
/// for (member, shove) in members.iter_mut().zip(verdicts.shoves) {
///     member.aabb = member.aabb.moved(shove.way);
/// }
/// assert_eq!(members.map(|member| member.aabb.center.x), [4.0, 20.0, 36.0], "the whole row moved on");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// The terrain, the fixed bodies, then one body for each member, there as soon as that is settled. A fixed body's tag is
    /// the priority that it hands on.
    space: Space,
    fixed: usize,
    states: Vec<State>,
    shoves: Vec<Shove>,
    squishes: Vec<Squish>,
}

impl Crowd {
    /// Without memory so far.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The border of the library: the same as [`resolve`](Self::resolve), but numbers that are not finite are refused.
    ///
    /// # Errors
    /// [`BadInput`] when a number of a member is NaN or infinite, or a size is negative.
    pub fn try_resolve(&mut self, space: &Space, members: &[Member]) -> Result<Verdicts<'_>, BadInput> {
        if members.iter().any(|member| !member.aabb.is_valid()) {
            return Err(BadInput::Mover);
        }
        if members.iter().any(|member| !member.delta.is_finite()) {
            return Err(BadInput::Delta);
        }
        Ok(self.resolve(space, members))
    }

    /// Finds a place for every member. The bodies of the space have made their moves (`delta`), too, but never yield.
    ///
    /// Afterwards no two members overlap each other, and none overlaps terrain or a body, by more than rounding; but for who
    /// is reported as squished, who never yields (priority 0), and who is inside of something one-way. Members must be
    /// finite; [`Crowd::try_resolve`] checks that.
    pub fn resolve(&mut self, space: &Space, members: &[Member]) -> Verdicts<'_> {
        self.gather(space, members);
        let steps = steps(space, members);
        for step in 1..=steps {
            self.advance(space, step, steps);
            self.settle_all();
        }
        self.report();
        Verdicts { shoves: &self.shoves, squishes: &self.squishes }
    }

    /// Everyone before their own moves, by priority and then by their place in the list: of equals in any respect the first
    /// in this order comes first.
    fn gather(&mut self, space: &Space, members: &[Member]) {
        self.states.clear();
        self.states.extend(members.iter().enumerate().map(|(name, member)| State::new(name, *member)));
        self.states.sort_unstable_by_key(|state| (state.member.priority, state.name));
        self.squishes.clear();
        self.space.terrain = Arc::clone(&space.terrain);
        self.fixed = space.bodies.len();
        self.space.bodies.clear();
        let fixed = |body: &Body| Body { priority: 0, tag: Tag(u16::from(body.priority)), ..*body };
        self.space.bodies.extend(space.bodies.iter().map(fixed));
        let place = |state: &State| Body { one_way: state.member.one_way, enabled: false, ..Body::new(state.aabb) };
        self.space.bodies.extend(self.states.iter().map(place));
    }

    /// Everyone makes this step of their own move.
    fn advance(&mut self, space: &Space, step: u32, steps: u32) {
        // What is left for later steps: nothing after the last, to the bit.
        let left = 1.0 - step as f32 / steps as f32;
        for (id, given) in (0..).map(BodyId).zip(&space.bodies) {
            self.space.bodies.change(id, |body| {
                body.aabb = given.aabb.moved(-given.delta * left);
                body.delta = given.delta / steps as f32;
            });
        }
        for i in 0..self.states.len() {
            let state = &mut self.states[i];
            let member = &state.member;
            let back = if member.teleported { Vec2::ZERO } else { member.delta * left };
            state.shoved += state.aabb.center - state.own.center;
            state.start = state.aabb;
            // Who is squished stays where that happened.
            state.own = if state.squished { state.aabb } else { member.aabb.moved(state.shoved - back) };
            state.landed = member.teleported && step == 1;
            state.yielded = 0;
            self.lift(i);
        }
        for i in 0..self.states.len() {
            self.expect(i);
        }
    }

    /// Settles everyone, one after the other.
    fn settle_all(&mut self) {
        // Everyone is lifted again at most YIELDS times.
        for _ in 0..self.states.len() * (1 + YIELDS as usize) {
            let waiting = (0..self.states.len()).filter(|&i| !self.states[i].settled);
            let Some(next) = waiting.min_by(|&a, &b| turn(&self.states[a], &self.states[b])) else { break };
            self.settle(next);
        }
    }

    /// Finds the place of one member. Where there is none, and one of those that squeeze it yields, that one has to settle
    /// anew after it.
    fn settle(&mut self, i: usize) {
        let own = self.states[i].own;
        let stays = self.states[i].member.priority == 0 || self.states[i].squished;
        let mut place = if stays { SlideTarget::at(own) } else { self.find(i, own) };
        self.states[i].pushed = self.longest(&place.touches);
        for _ in 0..self.states.len() {
            self.inherit(i, &place.touches);
            let Some(between) = place.between else { break };
            let Some(yields) = self.who_yields(i, between, &place.touches) else { break };
            self.unsettle(yields, i);
            // From where it is: it goes as far with the one as the other lets it.
            place = self.find(i, place.aabb);
        }
        match place.between {
            Some(between) => self.squish(i, &place, between),
            None => self.put(i, &place),
        }
    }

    /// Where a member, whose box is now `at`, goes among those that are settled.
    fn find(&self, i: usize, at: Aabb) -> SlideTarget {
        let find = |placing: &Placing<'_>| placing.find();
        self.with_placing(i, at, find)
    }

    /// Describes a member, whose box is now `at`, to the solver.
    fn with_placing<T>(&self, i: usize, at: Aabb, act: impl FnOnce(&Placing) -> T) -> T {
        let state = &self.states[i];
        let priority = if self.states[i].member.one_way { 0 } else { state.rank.priority.max(SETTLED_PRIORITY) };
        let mover = Mover { priority, drops_through: self.states[i].member.drops_through, ..Mover::new(at) };
        let relative = |aabb: &Aabb, obstacle| self.relative(i, aabb, obstacle);
        let (start, teleported) = (state.start, state.landed);
        act(&Placing { space: &self.space, mover: &mover, start, teleported, relative: &relative })
    }

    /// How a member has moved since the beginning of the step, as an obstacle sees it; zero where that says nothing.
    fn relative(&self, i: usize, aabb: &Aabb, obstacle: Obstacle) -> Vec2 {
        let state = &self.states[i];
        match self.cause(obstacle) {
            Cause::Member(other) if state.landed || self.states[other].landed => Vec2::ZERO,
            _ if state.landed => Vec2::ZERO,
            _ => aabb.center - state.start.center - self.delta(obstacle),
        }
    }

    /// How far an obstacle has come in this step, shoves included.
    fn delta(&self, obstacle: Obstacle) -> Vec2 {
        let Obstacle::Body(id) = obstacle else { return Vec2::ZERO };
        self.space.bodies[id.0 as usize].delta
    }

    /// What an obstacle is to the caller.
    fn cause(&self, obstacle: Obstacle) -> Cause {
        match obstacle {
            Obstacle::Edge(i) | Obstacle::Piece(i) => Cause::Piece(i),
            Obstacle::Body(id) => (id.0 as usize).checked_sub(self.fixed).map_or(Cause::Body(id), Cause::Member),
        }
    }

    /// The body of a member.
    fn body_mut(&mut self, i: usize) -> &mut Body {
        &mut self.space.bodies[self.fixed + i]
    }

    /// The rank that an obstacle hands on along its normal: its own, if it came that way.
    fn handed_on(&self, obstacle: Obstacle, normal: Vec2) -> Option<u8> {
        let came = self.delta(obstacle).dot(normal) > MIN_PUSH;
        match self.cause(obstacle) {
            Cause::Member(other) => {
                let other = &self.states[other];
                (came || (other.landed && normal != Vec2::ZERO)).then_some(other.rank.priority)
            }
            Cause::Body(id) => came.then_some(self.space.bodies[id.0 as usize].tag.0 as u8),
            Cause::Piece(_) => None,
        }
    }

    /// A member takes over the priority of whoever pushed it, if that is harder than what it has.
    fn inherit(&mut self, i: usize, touches: &Touches) {
        for touch in touches {
            let (obstacle, normal) = (touch.obstacle, touch.contact.normal);
            let Some(priority) = self.handed_on(obstacle, normal) else { continue };
            if priority < self.states[i].rank.priority {
                let from = Some((self.cause(obstacle), normal));
                (self.states[i].rank, self.states[i].from) = (Rank { priority, inherited: true }, from);
            }
        }
    }

    /// A member has its own priority again and is no obstacle any more.
    fn lift(&mut self, i: usize) {
        let state = &mut self.states[i];
        state.settled = false;
        state.aabb = state.own;
        state.rank = state.own_rank();
        (state.lead, state.by, state.from) = (0.0, None, None);
        self.body_mut(i).enabled = false;
    }

    /// Foresees how far, and by whom, a member will be pushed by those that are settled: that decides when it is its turn.
    fn expect(&mut self, i: usize) {
        if self.states[i].settled || self.states[i].member.priority == 0 || self.states[i].squished {
            return;
        }
        let (mut lead, mut rank, mut from) = (0.0_f32, self.states[i].own_rank(), None);
        self.with_placing(i, self.states[i].own, |placing| {
            placing.pressed_by(|obstacle, normal, way| {
                lead = lead.max(way);
                if let Some(priority) = self.handed_on(obstacle, normal).filter(|&priority| priority < rank.priority) {
                    (rank, from) = (Rank { priority, inherited: true }, Some((self.cause(obstacle), normal)));
                }
            });
        });
        let state = &mut self.states[i];
        (state.lead, state.rank, state.from) = (lead, rank, from);
    }

    /// A member has its place: from now on it is an obstacle.
    fn put(&mut self, i: usize, place: &SlideTarget) {
        let by = self.longest(&place.touches);
        let state = &mut self.states[i];
        (state.aabb, state.settled, state.by) = (place.aabb, true, by);
        let own = state.member.priority;
        let delta = if state.landed { Vec2::ZERO } else { state.aabb.center - state.start.center };
        let priority = if state.squished { own } else { own.min(SETTLED_PRIORITY) };
        let aabb = state.aabb;
        *self.body_mut(i) = Body { aabb, delta, priority, enabled: true, ..*self.body_mut(i) };
        for other in 0..self.states.len() {
            if self.states[other].own.overlaps(&aabb) {
                self.expect(other);
            }
        }
    }

    /// Who gave the longest of some corrections; the first of equal ones.
    fn longest(&self, touches: &Touches) -> Option<Cause> {
        let longest = touches.iter().reduce(|a, b| if b.contact.depth > a.contact.depth { b } else { a });
        longest.map(|touch| self.cause(touch.obstacle))
    }

    /// Which of the two that squeeze a member gives way instead: the softer one, and of equals the one that came.
    fn who_yields(&self, i: usize, between: [Obstacle; 2], touches: &Touches) -> Option<usize> {
        let yielding = between.into_iter().filter_map(|obstacle| {
            let Cause::Member(other) = self.cause(obstacle) else { return None };
            let touch = touches.iter().find(|touch| touch.obstacle == obstacle)?;
            let came = self.handed_on(obstacle, touch.contact.normal).is_some();
            self.yields(other, self.states[i].rank, -touch.contact.normal).then_some((other, came))
        });
        yielding.max_by_key(|&(other, came)| (self.states[other].rank, came)).map(|(other, _)| other)
    }

    /// Whether a settled member gives way to a rank that pushes it along `direction`: a harder one always does not, a softer
    /// one does, and an equal one unless it is itself pushed against that by somebody who would not.
    fn yields(&self, i: usize, rank: Rank, direction: Vec2) -> bool {
        let state = &self.states[i];
        if state.squished || state.yielded >= YIELDS {
            return false;
        }
        let mut behind = state;
        for _ in 0..self.states.len() {
            if behind.rank != rank {
                return behind.rank > rank;
            }
            let shoved = (behind.aabb.center - behind.own.center).dot(direction) < -MIN_PUSH;
            let pusher = match behind.from {
                Some((pusher, push)) if push.dot(direction) < 0.0 => Some(pusher),
                _ if shoved => behind.by,
                _ => return true,
            };
            let Some(Cause::Member(next)) = pusher else {
                // A slope lifted it while it walked: it can stop walking.
                return !behind.rank.inherited && behind.own != behind.start;
            };
            behind = &self.states[next];
        }
        false
    }

    /// A settled member, and everyone who is where they are because of it, has to settle anew, after the one whose turn it
    /// is `meanwhile`.
    fn unsettle(&mut self, i: usize, meanwhile: usize) {
        for other in 0..self.states.len() {
            let state = &self.states[other];
            if state.settled && !state.squished && state.yielded < YIELDS && self.follows(other, i) {
                // Marked first and lifted later: the chains have to stay whole meanwhile.
                self.states[other].settled = false;
            }
        }
        for other in 0..self.states.len() {
            if !self.states[other].settled && self.space.bodies[self.fixed + other].enabled {
                self.states[other].yielded += 1;
                self.lift(other);
            }
        }
        for other in (0..self.states.len()).filter(|&other| other != meanwhile) {
            self.expect(other);
        }
    }

    /// Whether a member is `first` or was pushed by it, or by somebody who was, and so on.
    fn follows(&self, i: usize, first: usize) -> bool {
        let mut at = i;
        for _ in 0..self.states.len() {
            if at == first {
                return true;
            }
            let Some(Cause::Member(next)) = self.states[at].by else { return false };
            at = next;
        }
        false
    }

    /// A member has no room. It leaves the harder of those that squeeze it and stays inside of the other, with its own
    /// priority again; no one else moves because of it.
    fn squish(&mut self, i: usize, place: &SlideTarget, between: [Obstacle; 2]) {
        let mut place = *place;
        let mut overlooked = [None; OVERLOOKED];
        for slot in &mut overlooked {
            let softer = place.between.and_then(|between| self.softer(between));
            let Some(id) = softer else { break };
            *slot = Some(id);
            self.space.bodies.enable(BodyId(id as u32), false);
            place = self.find(i, place.aabb);
        }
        for id in overlooked.into_iter().flatten() {
            self.space.bodies.enable(BodyId(id as u32), true);
        }
        if place.between.is_some() {
            // Walls on both sides.
            place.aabb = self.least_deep(i, place.aabb);
        }
        let state = &mut self.states[i];
        (state.squished, state.rank, state.from) = (true, state.own_rank(), None);
        self.put(i, &place);
        let between = between.map(|obstacle| self.cause(obstacle));
        self.squishes.push(Squish { who: i, between, depth: 0.0 });
    }

    /// The least deep of some places: after its own move, before it, and the one given; of equal ones the first.
    fn least_deep(&self, i: usize, tried: Aabb) -> Aabb {
        let places = [self.states[i].own, self.states[i].start, tried];
        let depth = |aabb: &Aabb| self.depth(i, *aabb);
        places.into_iter().reduce(|a, b| if depth(&b) < depth(&a) - MIN_PUSH { b } else { a }).unwrap_or(tried)
    }

    /// How deep a member would be in anything.
    fn depth(&self, i: usize, at: Aabb) -> f32 {
        let depth = |placing: &Placing<'_>| placing.depth();
        self.with_placing(i, at, depth)
    }

    /// The body of the softer of two obstacles; of equals the second. Terrain is the hardest, and has none.
    fn softer(&self, between: [Obstacle; 2]) -> Option<usize> {
        let hardness = |obstacle| match self.cause(obstacle) {
            Cause::Piece(_) => None,
            Cause::Body(id) => Some((Rank::default(), id.0 as usize)),
            Cause::Member(other) => Some((self.states[other].rank, self.fixed + other)),
        };
        let [a, b] = between.map(hardness);
        let softer = if b.map(|b| b.0) >= a.map(|a| a.0) { b } else { a };
        softer.map(|(_, body)| body)
    }

    /// Writes down where everyone is, in the order of the caller's list.
    fn report(&mut self) {
        let nothing = Shove { way: Vec2::ZERO, by: None, priority: 0 };
        self.shoves.clear();
        self.shoves.resize(self.states.len(), nothing);
        for state in &self.states {
            let way = state.aabb.center - state.member.aabb.center;
            let by = state.by.or(state.pushed).filter(|by| way != Vec2::ZERO && self.still_harder(*by, state));
            let by = by.map(|by| self.named(by));
            self.shoves[state.name] = Shove { way, by, priority: state.rank.priority };
        }
        for at in 0..self.squishes.len() {
            let Squish { who, between, .. } = self.squishes[at];
            self.body_mut(who).enabled = false;
            let depth = self.depth(who, self.states[who].aabb);
            self.body_mut(who).enabled = true;
            let between = between.map(|cause| self.named(cause));
            self.squishes[at] = Squish { who: self.states[who].name, between, depth };
        }
        // Who squeezed it may since have given way.
        self.squishes.retain(|squish| squish.depth > MIN_PUSH);
    }

    /// Whether whoever corrected a member has not lost the priority to do so since.
    fn still_harder(&self, by: Cause, state: &State) -> bool {
        let Cause::Member(by) = by else { return true };
        self.states[by].rank.priority <= state.member.priority
    }

    /// A cause by the name that the caller knows.
    fn named(&self, cause: Cause) -> Cause {
        if let Cause::Member(i) = cause { Cause::Member(self.states[i].name) } else { cause }
    }
}

/// Into how many steps the longest move is cut.
fn steps(space: &Space, members: &[Member]) -> u32 {
    let moving = members.iter().filter(|member| !member.teleported).map(|member| member.delta);
    let deltas = moving.chain(space.bodies.iter().filter(|body| body.enabled).map(|body| body.delta));
    let longest = deltas.fold(0.0_f32, |longest, delta| longest.max(delta.abs().max_element()));
    (longest / MAX_CROWD_STEP).ceil().clamp(1.0, MAX_CROWD_STEPS) as u32
}

/// Whose turn it is: who yields least, at their own place before put somewhere, who is corrected most. Of equals the first.
fn turn(a: &State, b: &State) -> Ordering {
    a.rank.cmp(&b.rank).then(a.landed.cmp(&b.landed)).then(b.lead.total_cmp(&a.lead))
}
