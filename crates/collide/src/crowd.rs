//! Many moving boxes at once: every member has made its move, and the crowd finds a place for each.
//!
//! Source: "AABB Collision Resolution, Phase I", Metareal, with solutions for the problems that it leaves open. There,
//! a correction reaches only the next body within one tick, contradicting corrections are averaged, a body can slip into a
//! gap that is smaller than itself, and a teleported body is corrected along a meaningless axis. Here:
//!
//! - Each member is *settled* once. The one that yields least goes first; among equals, the one that is corrected most.
//!   A settled member is an obstacle for all later ones, so a correction goes through a chain of any length, and no two
//!   members end inside each other.
//! - **A member that pushes passes on its priority. A member that only blocks stops others and passes on nothing.**
//!   Walls only block. So a crate pushed by a platform takes the player along, and a platform with a wall behind the
//!   last crate crushes that crate.
//! - Among equals, a stopped member stops the one behind it. Only smaller priorities, or bodies that never yield,
//!   crush. (In heaps as dense as the tests', about one in 450 equals is crushed nonetheless: the search for a member
//!   that yields gives up after a few attempts.)
//! - Contradicting corrections, neither of which yields, are a [`Contradiction`]. The crushed member leaves the harder
//!   obstacle and overlaps the softer one, never half of each. Nothing else moves because of it.
//! - A teleported member takes the shortest exit in any direction, and yields to its equals.
//!
//! Crowds read boxes and convex slopes ([`CollisionView::Pieces`]), and refuse a terrain of edges alone.
//!
//! Members find each other in the hash grid of [`Bodies`], and the next one to settle comes from a heap: thousands of
//! members far apart cost little more than their own queries.

use alloc::collections::BinaryHeap;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::mem;

use glam::Vec2;

use crate::bodies::Bodies;
use crate::body::Body;
use crate::contact::{BodyId, Obstacle, Touches};
use crate::edge::Tag;
use crate::layers::Layers;
use crate::mover::Mover;
use crate::shape::Aabb;
use crate::solver::{Placing, SlideTarget};
use crate::space::Space;
use crate::tolerance::MIN_PUSH;
use crate::view::CollisionView;

/// Longer moves are cut into steps that all members make together, in pixels: half a tile. Larger values jump over
/// small members; smaller ones cost time.
const MAX_CROWD_STEP: f32 = 8.0;

/// The most steps of one call. Longer moves get longer steps.
const MAX_CROWD_STEPS: f32 = 256.0;

/// How often one member may settle again because a member before it yields. Smaller values crush members that still
/// have room; larger ones cost time in heaps that are too tight anyway.
const MAX_YIELDS: u32 = 8;

/// How many obstacles may be left overlapping a crushed member.
const MAX_OVERLOOKED: usize = 4;

/// The priority of settled members among the obstacles. Walls have a smaller one, crushed members a larger one.
const SETTLED_PRIORITY: u8 = 1;

/// A member of a crowd, after its own move.
///
/// ```
/// use seamwalker_collide::{Aabb, Member};
/// use seamwalker_collide::glam::Vec2;
///
/// let at = |x| Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
/// // The crowd needs the place before the move, and the move.
/// let cart = Member::new(at(0.0), 1).moved(Vec2::new(4.0, 0.0));
/// assert_eq!((cart.aabb.center.x, cart.delta.x), (4.0, 4.0));
/// assert!(cart.teleported(Vec2::ZERO).teleported, "now its delta means nothing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Member {
    /// Its place after its own move.
    pub aabb: Aabb,
    /// The radius of its corners, as [`Body::corner`](crate::Body::corner).
    pub corner: f32,
    /// That move, in pixels.
    pub delta: Vec2,
    /// Lower numbers yield less. Like walls, a member with 0 never yields, and its move is never corrected.
    pub priority: u8,
    /// Whether it is solid only from above, and only for members that yield to it.
    pub one_way: bool,
    /// Whether one-way surfaces are open for it.
    pub drops_through: bool,
    /// Whether it was placed here instead of moving here: the delta means nothing.
    pub teleported: bool,
    /// The layers it is in.
    pub layers: Layers,
    /// The layers of the members and bodies that it meets; all by default. Of two members, the one that yields is asked.
    pub meets: Layers,
    /// Its own body in the space, such as that of [`Controller::add_body`](crate::controller::Controller::add_body). Nothing in the
    /// crowd meets that body, because the member is there in its place.
    ///
    /// The bodies of all other characters never yield to a crowd. [Place](crate::Bodies::place) the member's body after the crowd, so
    /// that characters meet it where it is now:
    ///
    /// ```
    /// use seamwalker_collide::controller::Controller;
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Crowd, Member, Space};
    ///
    /// let mut space = Space::default();
    /// let mut heroes = [0.0, 15.0].map(|x| Controller::new(Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0))));
    /// for hero in &mut heroes {
    ///     let _ = hero.add_body(&mut space);
    /// }
    /// // The second hero walked 1 px into the first. Of equal priorities, the first in the list yields least.
    /// let member = |hero: &Controller| Member { body: hero.state.body, ..Member::new(hero.state.mover.aabb, 5) };
    /// let members = [member(&heroes[0]), Member { delta: -Vec2::X, ..member(&heroes[1]) }];
    /// let mut crowd = Crowd::new();
    /// let resolution = crowd.resolve(&space, &members);
    /// for (hero, correction) in heroes.iter_mut().zip(resolution.corrections) {
    ///     hero.state.mover = hero.state.mover.moved(correction.way);
    ///     if let Some(body) = hero.state.body {
    ///         space.bodies.place(body, hero.state.mover.aabb);
    ///     }
    /// }
    /// assert_eq!(space.bodies[1].aabb.center.x - space.bodies[0].aabb.center.x, 16.0);
    /// ```
    pub body: Option<BodyId>,
}

impl Member {
    /// A solid member at rest.
    #[must_use]
    pub const fn new(aabb: Aabb, priority: u8) -> Self {
        let (one_way, drops_through, teleported) = (false, false, false);
        let (corner, layers, meets, body) = (0.0, Layers::DEFAULT, Layers::ALL, None);
        Self { aabb, corner, delta: Vec2::ZERO, priority, one_way, drops_through, teleported, layers, meets, body }
    }

    /// The same member, moved by `delta`.
    #[must_use]
    pub fn moved(self, delta: Vec2) -> Self {
        Self { aabb: self.aabb.moved(delta), delta, ..self }
    }

    /// The same member, placed elsewhere.
    #[must_use]
    pub const fn teleported(self, to: Vec2) -> Self {
        Self { aabb: Aabb::new(to, self.aabb.half), teleported: true, ..self }
    }
}

/// What corrects a member.
///
/// ```
/// use seamwalker_collide::Cause;
///
/// /// Whether the game may push the cause back.
/// fn moves(cause: Cause) -> bool {
///     match cause {
///         Cause::Member(_) => true,
///         Cause::Piece(_) | Cause::Body(_) => false,
///     }
/// }
/// assert!(moves(Cause::Member(3)) && !moves(Cause::Piece(0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Cause {
    /// A box or slope of the terrain, by its index in [`Terrain::pieces`](super::Terrain::pieces).
    Piece(u32),
    /// A body of the space. It never yields to a crowd, whatever its priority.
    Body(BodyId),
    /// Another member, by its index.
    Member(usize),
}

/// How one member was moved.
///
/// ```
/// use seamwalker_collide::{Aabb, Cause, Crowd, Member, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let at = |x| Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0));
/// let members = [Member::new(at(0.0), 1).moved(Vec2::new(4.0, 0.0)), Member::new(at(16.0), 5)];
/// let mut crowd = Crowd::new();
/// let correction = crowd.resolve(&Space::default(), &members).corrections[1];
/// assert_eq!((correction.way.x, correction.by), (4.0, Some(Cause::Member(0))));
/// assert_eq!(correction.priority, 1, "it passes on the priority of its pusher");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Correction {
    /// From its place after its own move to its final place, in pixels.
    pub way: Vec2,
    /// The cause of its longest correction; `None` when it was not moved, or when that cause has yielded since.
    pub by: Option<Cause>,
    /// The priority with which it met others: its own, or that of its pusher.
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
/// let resolution = crowd.resolve(&space, &members);
/// assert_eq!(resolution.contradictions[0].member, 1);
/// assert!((resolution.contradictions[0].depth - 4.0).abs() < 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Contradiction {
    /// The member.
    pub member: usize,
    /// The causes of the contradicting corrections, in the order in which they were met.
    pub between: [Cause; 2],
    /// The overlap that is left, in pixels.
    pub depth: f32,
}

/// The result for a whole crowd.
///
/// ```
/// use seamwalker_collide::{Aabb, Crowd, Member, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let alone = [Member::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)), 1)];
/// let mut crowd = Crowd::new();
/// let resolution = crowd.resolve(&Space::default(), &alone);
/// assert_eq!((resolution.corrections[0].way, resolution.corrections[0].by), (Vec2::ZERO, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use = "resolution move no members by themselves: add each `way` to its member's place"]
pub struct Resolution<'a> {
    /// One correction for every member, in their order.
    pub corrections: &'a [Correction],
    /// The members without room, in the order of discovery.
    pub contradictions: &'a [Contradiction],
}

/// How hard a member is to push: its priority. At equal priority, one of its own ranks before an inherited one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    priority: u8,
    inherited: bool,
}

/// The state of one member.
#[derive(Clone, Copy, Debug)]
struct State {
    member: Member,
    /// Its index in the caller's list.
    index: usize,
    /// Its box before its own move in this step.
    start: Aabb,
    /// Its box after its own move.
    own: Aabb,
    /// Its present box; the final one once it is settled.
    aabb: Aabb,
    /// The sum of its corrections in earlier steps.
    corrected: Vec2,
    rank: Rank,
    /// The cause of an inherited rank, and the direction of the push.
    from: Option<(Cause, Vec2)>,
    /// The longest correction that settled members will give it.
    expected_push: f32,
    /// The cause of its longest correction.
    by: Option<Cause>,
    /// The same, even if that cause has yielded since.
    pushed: Option<Cause>,
    /// Whether it teleported and this is the first step.
    landed: bool,
    settled: bool,
    crushed: bool,
    /// How often it had to settle again.
    yielded: u32,
    /// Whether its own move led into a crushed member. With an inherited rank it does not meet that one.
    meets_crushed: bool,
    /// Whether finding its turn again may change it: it may meet other crushed members than the last time.
    unstable: bool,
    /// Whether it is in the list of unstable members.
    listed: bool,
    /// Whether its present turn is in the heap.
    queued: bool,
}

impl State {
    /// Before its own move.
    fn new(index: usize, member: Member) -> Self {
        let aabb = if member.teleported { member.aabb } else { member.aabb.moved(-member.delta) };
        Self {
            member,
            index,
            start: aabb,
            own: aabb,
            aabb,
            corrected: Vec2::ZERO,
            rank: Rank::default(),
            from: None,
            expected_push: 0.0,
            by: None,
            pushed: None,
            landed: false,
            settled: false,
            crushed: false,
            yielded: 0,
            meets_crushed: false,
            unstable: false,
            listed: false,
            queued: false,
        }
    }

    /// Its rank without a pusher.
    fn own_rank(&self) -> Rank {
        Rank { priority: self.member.priority, inherited: false }
    }
}

/// Resolves crowds. Between calls it only keeps its buffers, so that a call allocates nothing once the largest crowd
/// has been seen.
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
/// let resolution = crowd.resolve(&Space::default(), &members);
/// assert!(resolution.contradictions.is_empty());
/// for (member, correction) in members.iter_mut().zip(resolution.corrections) {
///     member.aabb = member.aabb.moved(correction.way);
/// }
/// assert_eq!(members.map(|member| member.aabb.center.x), [4.0, 20.0, 36.0], "the whole row moved on");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    /// The terrain, the fixed bodies, then one body for each member, enabled once that is settled. The tag of a fixed
    /// body is the priority that it passes on.
    space: Space,
    fixed: usize,
    states: Vec<State>,
    /// The boxes of all members after their own moves in this step, as a broad phase.
    own: Bodies,
    /// The turns of the members that wait, and outdated ones.
    turns: BinaryHeap<Turn>,
    /// All waiting members that are unstable, and some others.
    unstable: Vec<u32>,
    /// Members whose turn has to be found anew; empty between uses.
    due: Vec<u32>,
    corrections: Vec<Correction>,
    contradictions: Vec<Contradiction>,
    /// Compares every member with every other, as the tests' reference.
    #[cfg(test)]
    all_pairs: bool,
}

/// When a member settles. The largest of all is the next: members that yield least are first, moved ones before teleported ones, then
/// those that are corrected most. Of equals the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    rank: Reverse<Rank>,
    landed: Reverse<bool>,
    /// The bits of a number that is not negative, whose order is that of the numbers.
    expected_push: u32,
    member: Reverse<u32>,
}

impl Turn {
    fn of(member: usize, state: &State) -> Self {
        let State { rank, landed, expected_push, .. } = *state;
        // A crowd has far fewer than 2^32 members.
        let (expected_push, member) = (expected_push.to_bits(), Reverse(member as u32));
        Self { rank: Reverse(rank), landed: Reverse(landed), expected_push, member }
    }

    /// The index of the member.
    fn index(self) -> usize {
        self.member.0 as usize
    }
}

impl Crowd {
    /// A crowd without buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds a place for every member. The bodies of the space have made their moves (`delta`) as well, but never
    /// yield.
    ///
    /// Afterwards no two members overlap, and none overlaps terrain or a body, by more than rounding: 0.01 px. Exceptions
    /// are crushed members, members that never yield (priority 0), members inside one-way obstacles, and pairs of which
    /// one does not meet the other. Members must be finite.
    ///
    /// The ground is that of the terrain's pieces: edges alone are air to a crowd.
    ///
    /// # Panics
    /// If the terrain has edges and no pieces. A [`TerrainBuilder`](crate::TerrainBuilder) makes both.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Cause, Crowd, Member, Piece, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// // A floor, a crate on it, and a press that comes down on the crate.
    /// let floor = Piece::solid_box(Aabb::from_corners(Vec2::new(-50.0, 8.0), Vec2::new(50.0, 16.0)));
    /// let space = Space::new(Terrain::new(Vec::new(), vec![floor]));
    /// let at = |y| Aabb::new(Vec2::new(0.0, y), Vec2::splat(8.0));
    /// let members = [Member::new(at(-16.0), 1).moved(Vec2::new(0.0, 4.0)), Member::new(at(0.0), 5)];
    /// let mut crowd = Crowd::new();
    /// let resolution = crowd.resolve(&space, &members);
    /// assert_eq!(resolution.corrections[1].way, Vec2::ZERO, "the floor holds it");
    /// assert_eq!(resolution.contradictions[0].between, [Cause::Member(0), Cause::Piece(0)]);
    /// ```
    pub fn resolve(&mut self, space: &Space, members: &[Member]) -> Resolution<'_> {
        assert!(
            !space.terrain.is_air_to(CollisionView::Pieces),
            "a crowd stands on pieces, and this terrain has edges alone: build it with TerrainBuilder"
        );
        self.gather(space, members);
        let steps = steps(&self.space, members);
        for step in 1..=steps {
            self.advance(space, step, steps);
            self.settle_all();
        }
        self.report();
        Resolution { corrections: &self.corrections, contradictions: &self.contradictions }
    }

    /// Collects all members before their own moves, by priority and then by index. Later ties go to the first in this
    /// order.
    fn gather(&mut self, space: &Space, members: &[Member]) {
        self.states.clear();
        self.states.extend(members.iter().enumerate().map(|(index, member)| State::new(index, *member)));
        self.states.sort_unstable_by_key(|state| (state.member.priority, state.index));
        self.contradictions.clear();
        self.space.terrain = Arc::clone(&space.terrain);
        self.fixed = space.bodies.len();
        let fixed = |body: &Body| Body { priority: 0, tag: Tag(u16::from(body.priority)), ..*body };
        self.space.bodies.copy(&space.bodies, fixed);
        members.iter().filter_map(|member| member.body).for_each(|body| _ = self.space.bodies.enable(body, false));
        let place = |State { member, aabb, .. }: &State| Body {
            corner: member.corner,
            one_way: member.one_way,
            layers: member.layers,
            enabled: false,
            ..Body::new(*aabb)
        };
        self.space.bodies.extend(self.states.iter().map(place));
        self.own.clear();
        self.own.extend(self.states.iter().map(|state| Body::new(state.own)));
    }

    /// Makes one step of every member's own move.
    fn advance(&mut self, space: &Space, step: u32, steps: u32) {
        // The fraction left for later steps: exactly zero after the last one.
        let left = 1.0 - step as f32 / steps as f32;
        for (id, given) in space.bodies.listed() {
            self.space.bodies.change(id, |body| {
                body.aabb = given.aabb.moved(-given.delta * left);
                body.delta = given.delta / steps as f32;
            });
        }
        for i in 0..self.states.len() {
            let state = &mut self.states[i];
            let member = &state.member;
            let back = if member.teleported { Vec2::ZERO } else { member.delta * left };
            state.corrected += state.aabb.center - state.own.center;
            state.start = state.aabb;
            // A crushed member stays where that happened.
            state.own = if state.crushed { state.aabb } else { member.aabb.moved(state.corrected - back) };
            state.landed = member.teleported && step == 1;
            (state.yielded, state.meets_crushed, state.listed) = (0, false, false);
            let own = state.own;
            self.own.place(BodyId(i as u32), own);
            self.reset(i);
        }
        self.turns.clear();
        self.unstable.clear();
        for i in 0..self.states.len() {
            self.expect(i);
        }
    }

    /// Settles all members, one after the other.
    fn settle_all(&mut self) {
        // Each member is unsettled at most MAX_YIELDS times.
        for _ in 0..self.states.len() * (1 + MAX_YIELDS as usize) {
            let Some(next) = self.next() else { break };
            self.settle(next);
        }
    }

    /// The member that settles next.
    fn next(&mut self) -> Option<usize> {
        #[cfg(test)]
        if self.all_pairs {
            let waiting = self.states.iter().enumerate().filter(|(_, state)| !state.settled);
            return waiting.map(|(i, state)| Turn::of(i, state)).max().map(Turn::index);
        }
        // Every change of a turn adds one, so this ends.
        while let Some(turn) = self.turns.pop() {
            let (member, state) = (turn.index(), &mut self.states[turn.index()]);
            if turn == Turn::of(member, state) {
                state.queued = false;
                if !state.settled {
                    return Some(member);
                }
            }
        }
        None
    }

    /// Finds the place of one member. If there is none, and one of the two that squeeze it yields, that one has to
    /// settle again after it.
    fn settle(&mut self, i: usize) {
        let own = self.states[i].own;
        let stays = self.states[i].member.priority == 0 || self.states[i].crushed;
        let mut place = if stays { SlideTarget::at(own) } else { self.find(i, own) };
        self.states[i].pushed = self.longest(&place.touches);
        for _ in 0..self.states.len() {
            self.inherit(i, &place.touches);
            let Some(between) = place.between else { break };
            let Some(yields) = self.yielding_member(i, between, &place.touches) else { break };
            self.unsettle(yields, i);
            // Search on from the present place: the member goes as far with the one as the other lets it.
            place = self.find(i, place.aabb);
        }
        match place.between {
            Some(between) => self.crush(i, &place, between),
            None => self.put(i, &place),
        }
    }

    /// Finds a place among the settled members for a member whose box is now `at`.
    fn find(&self, i: usize, at: Aabb) -> SlideTarget {
        let find = |placing: &Placing<'_>| placing.find();
        self.with_placing(i, at, find)
    }

    /// Describes a member, whose box is now `at`, to the solver.
    fn with_placing<T>(&self, i: usize, at: Aabb, act: impl FnOnce(&Placing) -> T) -> T {
        let state = &self.states[i];
        let Member { corner, one_way, drops_through, meets, .. } = state.member;
        let priority = if one_way { 0 } else { state.rank.priority.max(SETTLED_PRIORITY) };
        let mover = Mover { priority, drops_through, meets, ..Mover::new(at) };
        let relative = |aabb: &Aabb, obstacle| self.relative(i, aabb, obstacle);
        let (start, teleported) = (state.start, state.landed);
        let corner = at.corner(corner);
        act(&Placing { space: &self.space, mover: &mover, corner, start, teleported, relative: &relative })
    }

    /// How a member has moved relative to an obstacle since the step began; zero where that means nothing.
    fn relative(&self, i: usize, aabb: &Aabb, obstacle: Obstacle) -> Vec2 {
        let state = &self.states[i];
        match self.cause(obstacle) {
            Cause::Member(other) if state.landed || self.states[other].landed => Vec2::ZERO,
            _ if state.landed => Vec2::ZERO,
            _ => aabb.center - state.start.center - self.delta(obstacle),
        }
    }

    /// How far an obstacle has moved in this step, corrections included.
    fn delta(&self, obstacle: Obstacle) -> Vec2 {
        obstacle.body().map_or(Vec2::ZERO, |id| self.space.bodies[id].delta)
    }

    /// An obstacle as a cause.
    fn cause(&self, obstacle: Obstacle) -> Cause {
        match obstacle {
            // Crowds meet no edges.
            Obstacle::Edge(i) | Obstacle::Piece(i) => Cause::Piece(i),
            Obstacle::Body(id) | Obstacle::Part(id, _) => {
                id.index().checked_sub(self.fixed).map_or(Cause::Body(id), Cause::Member)
            }
        }
    }

    /// The body of a member.
    fn body(&self, i: usize) -> BodyId {
        BodyId((self.fixed + i) as u32)
    }

    /// The priority that an obstacle passes on along its normal: its own, if it moved that way.
    fn passed_on(&self, obstacle: Obstacle, normal: Vec2) -> Option<u8> {
        let came = self.delta(obstacle).dot(normal) > MIN_PUSH;
        match self.cause(obstacle) {
            Cause::Member(other) => {
                let other = &self.states[other];
                (came || (other.landed && normal != Vec2::ZERO)).then_some(other.rank.priority)
            }
            Cause::Body(id) => came.then_some(self.space.bodies[id].tag.0 as u8),
            Cause::Piece(_) => None,
        }
    }

    /// A member takes over the priority of its pusher, if that is harder than its own.
    fn inherit(&mut self, i: usize, touches: &Touches) {
        for touch in touches {
            let (obstacle, normal) = (touch.obstacle, touch.contact.normal);
            let Some(priority) = self.passed_on(obstacle, normal) else { continue };
            if priority < self.states[i].rank.priority {
                let from = Some((self.cause(obstacle), normal));
                (self.states[i].rank, self.states[i].from) = (Rank { priority, inherited: true }, from);
            }
        }
    }

    /// Resets a member: it has its own priority again and is no obstacle.
    fn reset(&mut self, i: usize) {
        let state = &mut self.states[i];
        state.settled = false;
        state.aabb = state.own;
        state.rank = state.own_rank();
        (state.expected_push, state.by, state.from) = (0.0, None, None);
        state.queued = false;
        self.space.bodies.enable(self.body(i), false);
    }

    /// Predicts how far and by which settled member a member will be pushed. That decides its turn.
    fn expect(&mut self, i: usize) {
        if self.states[i].settled {
            return;
        }
        let before = Turn::of(i, &self.states[i]);
        if self.states[i].member.priority != 0 && !self.states[i].crushed {
            let (mut push, mut rank, mut from) = (0.0_f32, self.states[i].own_rank(), None);
            self.with_placing(i, self.states[i].own, |placing| {
                placing.pressed_by(|obstacle, normal, length| {
                    push = push.max(length);
                    let passed_on = self.passed_on(obstacle, normal).filter(|&priority| priority < rank.priority);
                    if let Some(priority) = passed_on {
                        (rank, from) = (Rank { priority, inherited: true }, Some((self.cause(obstacle), normal)));
                    }
                });
            });
            let state = &mut self.states[i];
            state.unstable = state.meets_crushed && (state.rank.inherited || rank.inherited);
            (state.expected_push, state.rank, state.from) = (push, rank, from);
            if state.unstable && !mem::replace(&mut state.listed, true) {
                self.unstable.push(i as u32);
            }
        }
        let turn = Turn::of(i, &self.states[i]);
        if !mem::replace(&mut self.states[i].queued, true) || turn != before {
            self.turns.push(turn);
        }
    }

    /// Predicts it for all members of the list of due ones, once for each, and empties the list.
    fn expect_due(&mut self) {
        let mut due = mem::take(&mut self.due);
        due.sort_unstable();
        due.dedup();
        due.drain(..).for_each(|i| self.expect(i as usize));
        self.due = due;
    }

    /// Adds the members to the list of due ones whose own move led into a box.
    fn add_due(&mut self, aabb: &Aabb) {
        #[cfg(test)]
        if self.all_pairs {
            let overlap = |i: &u32| self.states[*i as usize].own.overlaps(aabb);
            return self.due.extend((0..self.states.len() as u32).filter(overlap));
        }
        self.own.near(aabb, |id, _| self.due.push(id.0));
    }

    /// Settles a member in its place: from now on it is an obstacle.
    fn put(&mut self, i: usize, place: &SlideTarget) {
        let by = self.longest(&place.touches);
        let state = &mut self.states[i];
        (state.aabb, state.settled, state.by) = (place.aabb, true, by);
        let own = state.member.priority;
        let delta = if state.landed { Vec2::ZERO } else { state.aabb.center - state.start.center };
        let priority = if state.crushed { own } else { own.min(SETTLED_PRIORITY) };
        let aabb = state.aabb;
        self.space.bodies.change(self.body(i), |body| *body = Body { aabb, delta, priority, enabled: true, ..*body });
        self.add_due(&aabb);
        if self.states[i].crushed {
            self.due.iter().for_each(|&other| self.states[other as usize].meets_crushed = true);
        }
        self.expect_due();
    }

    /// The cause of the longest correction; of equal ones the first.
    fn longest(&self, touches: &Touches) -> Option<Cause> {
        let longest = touches.iter().reduce(|a, b| if b.contact.depth > a.contact.depth { b } else { a });
        longest.map(|touch| self.cause(touch.obstacle))
    }

    /// The one of the two squeezing a member that yields instead: the softer one, or of equals the one that moved.
    fn yielding_member(&self, i: usize, between: [Obstacle; 2], touches: &Touches) -> Option<usize> {
        let yielding = between.into_iter().filter_map(|obstacle| {
            let Cause::Member(other) = self.cause(obstacle) else { return None };
            let touch = touches.iter().find(|touch| touch.obstacle == obstacle)?;
            let came = self.passed_on(obstacle, touch.contact.normal).is_some();
            self.yields(other, self.states[i].rank, -touch.contact.normal).then_some((other, came))
        });
        yielding.max_by_key(|&(other, came)| (self.states[other].rank, came)).map(|(other, _)| other)
    }

    /// Whether a settled member yields to a rank that pushes it along `direction`. A harder one never does and a softer
    /// one always does. An equal one does unless it is pushed the other way by a member that would not.
    fn yields(&self, i: usize, rank: Rank, direction: Vec2) -> bool {
        let state = &self.states[i];
        if state.crushed || state.yielded >= MAX_YIELDS {
            return false;
        }
        let mut behind = state;
        for _ in 0..self.states.len() {
            if behind.rank != rank {
                return behind.rank > rank;
            }
            let corrected = (behind.aabb.center - behind.own.center).dot(direction) < -MIN_PUSH;
            let pusher = match behind.from {
                Some((pusher, push)) if push.dot(direction) < 0.0 => Some(pusher),
                _ if corrected => behind.by,
                _ => return true,
            };
            let Some(Cause::Member(next)) = pusher else {
                // A slope lifted it during its own move, so it can stop moving.
                return !behind.rank.inherited && behind.own != behind.start;
            };
            behind = &self.states[next];
        }
        false
    }

    /// Unsettles a member and all members that it pushed, directly or not. They settle again after `meanwhile`.
    fn unsettle(&mut self, i: usize, meanwhile: usize) {
        for other in 0..self.states.len() {
            let state = &self.states[other];
            if state.settled && !state.crushed && state.yielded < MAX_YIELDS && self.follows(other, i) {
                // Only marked here and reset below, because `follows` needs the chains of causes intact.
                self.states[other].settled = false;
            }
        }
        for other in 0..self.states.len() {
            if !self.states[other].settled && self.space.bodies[self.fixed + other].enabled {
                let place = self.states[other].aabb;
                self.states[other].yielded += 1;
                self.reset(other);
                self.due.push(other as u32);
                self.add_due(&place);
            }
        }
        // All other members are as they were.
        let states = &mut self.states;
        self.unstable.retain(|&i| {
            let state = &mut states[i as usize];
            state.listed = !state.settled && state.unstable;
            state.listed
        });
        self.due.extend_from_slice(&self.unstable);
        #[cfg(test)]
        if self.all_pairs {
            self.due.extend(0..self.states.len() as u32);
        }
        self.due.retain(|&other| other as usize != meanwhile);
        self.expect_due();
    }

    /// Whether a member is `first` or was pushed by it, directly or through others.
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

    /// Settles a member without room. It leaves the harder of the two that squeeze it and stays inside the other, with
    /// its own priority again. Nothing else moves because of it.
    fn crush(&mut self, i: usize, place: &SlideTarget, between: [Obstacle; 2]) {
        let mut place = *place;
        let mut overlooked = [None; MAX_OVERLOOKED];
        for slot in &mut overlooked {
            let softer = place.between.and_then(|between| self.softer(between));
            let Some(id) = softer else { break };
            *slot = Some(id);
            self.space.bodies.enable(id, false);
            place = self.find(i, place.aabb);
        }
        for id in overlooked.into_iter().flatten() {
            self.space.bodies.enable(id, true);
        }
        if place.between.is_some() {
            // There are walls on both sides.
            place.aabb = self.least_deep(i, place.aabb);
        }
        let state = &mut self.states[i];
        (state.crushed, state.rank, state.from) = (true, state.own_rank(), None);
        self.put(i, &place);
        let between = between.map(|obstacle| self.cause(obstacle));
        self.contradictions.push(Contradiction { member: i, between, depth: 0.0 });
    }

    /// The place with the least overlap: after its own move, before it, or the one given. Of equal ones the first
    /// counts.
    fn least_deep(&self, i: usize, tried: Aabb) -> Aabb {
        let places = [self.states[i].own, self.states[i].start, tried];
        let depth = |aabb: &Aabb| self.depth(i, *aabb);
        places.into_iter().reduce(|a, b| if depth(&b) < depth(&a) - MIN_PUSH { b } else { a }).unwrap_or(tried)
    }

    /// How deep a member would overlap anything.
    fn depth(&self, i: usize, at: Aabb) -> f32 {
        let depth = |placing: &Placing<'_>| placing.depth();
        self.with_placing(i, at, depth)
    }

    /// The body of the softer of two obstacles; of equals the second. Terrain is the hardest and has no body.
    fn softer(&self, between: [Obstacle; 2]) -> Option<BodyId> {
        let hardness = |obstacle| match self.cause(obstacle) {
            Cause::Piece(_) => None,
            Cause::Body(id) => Some((Rank::default(), id)),
            Cause::Member(other) => Some((self.states[other].rank, self.body(other))),
        };
        let [a, b] = between.map(hardness);
        let softer = if b.map(|b| b.0) >= a.map(|a| a.0) { b } else { a };
        softer.map(|(_, body)| body)
    }

    /// Writes the results in the order of the caller's list.
    fn report(&mut self) {
        let nothing = Correction { way: Vec2::ZERO, by: None, priority: 0 };
        self.corrections.clear();
        self.corrections.resize(self.states.len(), nothing);
        for state in &self.states {
            let way = state.aabb.center - state.member.aabb.center;
            let by = state.by.or(state.pushed).filter(|by| way != Vec2::ZERO && self.still_harder(*by, state));
            let by = by.map(|by| self.with_callers_index(by));
            self.corrections[state.index] = Correction { way, by, priority: state.rank.priority };
        }
        for at in 0..self.contradictions.len() {
            let Contradiction { member, between, .. } = self.contradictions[at];
            self.space.bodies.enable(self.body(member), false);
            let depth = self.depth(member, self.states[member].aabb);
            self.space.bodies.enable(self.body(member), true);
            let between = between.map(|cause| self.with_callers_index(cause));
            self.contradictions[at] = Contradiction { member: self.states[member].index, between, depth };
        }
        // A squeezing member may have yielded since.
        self.contradictions.retain(|found| found.depth > MIN_PUSH);
    }

    /// Whether the cause of a correction still has the priority for it.
    fn still_harder(&self, by: Cause, state: &State) -> bool {
        let Cause::Member(by) = by else { return true };
        self.states[by].rank.priority <= state.member.priority
    }

    /// A cause by the caller's index.
    fn with_callers_index(&self, cause: Cause) -> Cause {
        if let Cause::Member(i) = cause { Cause::Member(self.states[i].index) } else { cause }
    }
}

/// The number of steps that the longest move is cut into.
fn steps(space: &Space, members: &[Member]) -> u32 {
    let moving = members.iter().filter(|member| !member.teleported).map(|member| member.delta);
    let deltas = moving.chain(space.bodies.iter().filter(|body| body.enabled).map(|body| body.delta));
    let longest = deltas.fold(0.0_f32, |longest, delta| longest.max(delta.abs().max_element()));
    Vec2::splat(longest / MAX_CROWD_STEP).ceil().x.clamp(1.0, MAX_CROWD_STEPS) as u32
}

#[cfg(test)]
#[path = "crowd_tests.rs"]
mod tests;
