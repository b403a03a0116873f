//! Pushing: what a moving body has in its way moves, and so does what is behind that; what has no room is crushed.

use alloc::vec::Vec;

use glam::Vec2;

use super::moves::Moves;
use super::{Carrier, Crush, NEIGHBOURHOOD, NO_ROOM, PUSH_SLACK, Passenger, body_of, mover_of};
use crate::contact::{BodyId, Contact};
use crate::mover::Mover;
use crate::pose::{Motion, Pose};
use crate::shape::Aabb;
use crate::solver::Solver;
use crate::space::Space;

/// How often one passenger may be pushed in one move of one body.
const PUSHES_EACH: usize = 4;

/// How much one tick pushes: one for each slide and one for each pixel of it. What still overlaps then is pushed in the
/// next tick. With larger values a heap of crates and platforms that start overlapping takes longer than a frame; smaller
/// ones leave crates behind when hundreds are pushed in a row.
const MAX_PUSHED: u32 = 1000;

/// How often the rest of an overlap is pushed out along its own normal.
const REST_PUSHES: u32 = 3;

/// Moves up to this length on each axis are made at once, without looking for bodies near, in pixels. Larger values let bodies and
/// passengers of a pixel through each other; smaller ones cost slow platforms a query.
const SHORT_MOVE: f32 = 2.0;

/// The most steps of one move. Only bodies of a fraction of a pixel need more for 1,000 px, and may pass through passengers then.
const MAX_STEPS: u32 = 4096;

/// A push that goes on: from the body that moved, through those pushed, to those behind them.
#[derive(Debug, Default)]
pub struct PushState {
    moved: Moves,
    /// The body that began it by a move; its [`Body::delta`](crate::Body::delta) is reset at the end.
    mover: Option<BodyId>,
    /// Where it goes.
    to: Option<Pose>,
    /// How it turned in this step, if it did.
    turn: Option<Motion>,
    /// How many steps are left of its move.
    left: u32,
    /// Whether its move has several steps.
    is_cut: bool,
    /// How far they have carried or pushed each passenger.
    carried: Moves,
    /// The bodies that push, in that order.
    pushers: Vec<BodyId>,
    /// How many pushers have had their turn.
    next: usize,
    /// The passengers that the present pusher may overlap.
    victims: Vec<usize>,
    /// How many of them have had their turn.
    next_victim: usize,
    priority: u8,
    /// The most pushers.
    most: usize,
}

impl Carrier {
    /// Moves the centre of a body to another place, along with everything that stands on it, and begins to push what is in its way:
    /// [`Carrier::next_crush`] has to follow, until it returns `None`. [`Carrier::move_body`] does both. A body at rest pushes only what is in it.
    ///
    /// A move that is longer than half of what the body and a passenger near it measure together is cut into steps, so that nothing
    /// passes through anything. Each of them pushes and crushes, so one passenger may be reported several times.
    pub fn start_move(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        body: BodyId,
        to: impl Into<Pose>,
    ) {
        let moved = self.take_moves();
        let Some(from) = space.bodies.pose(body) else { return };
        let (aabb, mut to) = (space.bodies[body].aabb, to.into());
        if space.bodies.compound(body).is_none() {
            to.rotation = from.rotation;
        }
        if to == from {
            if self.any_index_near(space, &aabb, |_| true) {
                self.begin_push(space, body, moved);
            } else {
                self.push.moved = moved;
            }
            return;
        }
        let steps = self.steps(space, &aabb, &Motion { from, to });
        self.push.moved = moved;
        self.push.carried.clear();
        (self.push.to, self.push.left, self.push.is_cut) = (Some(to), steps, steps > 1);
        self.step(solver, space, body);
    }

    /// In how many steps a body goes. None is longer than half of what the thinnest two of the body and the passengers near its way
    /// measure together, and none turns its ends by more than a short way.
    fn steps(&self, space: &Space, aabb: &Aabb, Motion { from, to }: &Motion) -> u32 {
        let delta = to.at - from.at;
        let farthest = ((aabb.center - from.at).abs() + aabb.half).length();
        let turned = farthest * from.rotation.distance(to.rotation);
        let turns = (turned / SHORT_MOVE) as u32;
        if delta.abs().max_element() + turned <= SHORT_MOVE {
            return 1;
        }
        let mut thinnest = Vec2::INFINITY;
        self.each_near(space, &aabb.swept(delta).grown(NEIGHBOURHOOD + turned), |_, id| {
            thinnest = thinnest.min(body_of(space, id).aabb.size());
        });
        let longest = (thinnest + thinnest.min(aabb.size())) * 0.5;
        ((delta.abs() / longest).max_element() as u32).max(turns).saturating_add(1).min(MAX_STEPS)
    }

    /// The next step of a move.
    fn step(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space, body: BodyId) {
        let left = self.push.left;
        let mut moved = self.take_moves();
        let (Some(from), Some(last)) = (space.bodies.pose(body), self.push.to) else { return };
        let motion = Motion { from, to: if left > 1 { from.towards(&last, left) } else { last } };
        self.push.left = left - 1;
        self.move_with_riders(solver, space, (body, motion), &mut moved);
        self.begin_push(space, body, moved);
        (self.push.mover, self.push.turn) = (Some(body), motion.turns().then_some(motion));
    }

    /// Notes that a passenger was carried or pushed by `way`.
    pub(super) fn note_carried(&mut self, passenger: usize, way: Vec2) {
        let Self { passengers, push, .. } = self;
        let Passenger { body, carried, .. } = &mut passengers[passenger];
        if push.is_cut {
            push.carried.add(*body, way);
        }
        *carried = Some(if push.is_cut { push.carried.of(*body) } else { way });
    }

    /// Moves a body as by [`Carrier::start_move`], and calls `crushed` for each passenger without room, which may do whatever it
    /// wants with it.
    ///
    /// ```
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Body, Carrier, Passenger, SolverSetup, Space};
    ///
    /// let mut space = Space::default();
    /// let raft = space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0))));
    /// let place = Aabb::new(Vec2::new(0.0, -12.0), Vec2::splat(8.0));
    /// let item = space.bodies.push(Body { priority: 2, ..Body::new(place) });
    /// let mut carrier = Carrier::new(vec![Passenger::new(item)]);
    /// carrier.begin();
    /// carrier.move_body(&SolverSetup::default(), &mut space, raft, Vec2::new(2.0, 0.0), |space, crush| {
    ///     space.bodies.enable(crush.body, false);
    /// });
    /// assert_eq!(space.bodies[item].aabb.center.x, 2.0);
    /// ```
    pub fn move_body(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        body: BodyId,
        to: impl Into<Pose>,
        mut crushed: impl FnMut(&mut Space, &Crush),
    ) {
        debug_assert!(self.first_move != Some(body), "moved twice in a tick: is Carrier::begin missing?");
        self.first_move.get_or_insert(body);
        self.start_move(solver, space, body, to);
        while let Some(crush) = self.next_crush(solver, space) {
            crushed(space, &crush);
        }
    }

    /// Begins to push what is in a body that has already moved by `way` pixels: [`Carrier::next_crush`] has to follow.
    pub fn start_push(&mut self, space: &Space, body: BodyId, way: Vec2) {
        let mut moved = self.take_moves();
        if space.bodies.get(body).is_none() {
            return;
        }
        moved.add(body, way);
        self.begin_push(space, body, moved);
    }

    /// The buffer of moves, empty; nothing moves or pushes any more.
    fn take_moves(&mut self) -> Moves {
        (self.push.left, self.push.turn) = (0, None);
        self.push.pushers.clear();
        self.push.victims.clear();
        let mut moved = core::mem::take(&mut self.push.moved);
        moved.clear();
        moved
    }

    fn begin_push(&mut self, space: &Space, first: BodyId, moved: Moves) {
        // Empty since `take_moves`.
        let mut pushers = core::mem::take(&mut self.push.pushers);
        pushers.push(first);
        // What was carried pushes, too: a rider may have had to stay behind.
        let carried = |b: &BodyId| *b != first && self.is_pushing(*b) && moved.of(*b) != Vec2::ZERO;
        pushers.extend(moved.moved.iter().copied().filter(carried));
        pushers[1..].sort_unstable();
        pushers.dedup();
        let most = self.passengers.len() * PUSHES_EACH + pushers.len();
        let priority = body_of(space, first).priority;
        let push = &mut self.push;
        (push.moved, push.pushers, push.next, push.next_victim) = (moved, pushers, 0, 0);
        (push.priority, push.most) = (priority, most);
    }

    /// How far a body has gone since the start of the last move or push, in pixels.
    pub(super) fn moved(&self, body: BodyId) -> Vec2 {
        self.push.moved.of(body)
    }

    /// The bodies that moved since then, in that order, some more than once.
    pub(super) fn moved_bodies(&self) -> &[BodyId] {
        &self.push.moved.moved
    }

    /// Goes on with a push until a passenger has no room, or until all is done: `None`. The caller may do whatever it wants with the
    /// passenger: disable its body, move it, or leave it where it is.
    pub fn next_crush(&mut self, solver: &(impl Solver + ?Sized), space: &mut Space) -> Option<Crush> {
        loop {
            let Some((pusher, passenger)) = self.next_victim(space) else {
                let body = self.push.mover.take()?;
                if self.push.left > 0 {
                    // Each step may push as much as a tick.
                    self.pushed = 0;
                    self.step(solver, space, body);
                    continue;
                }
                self.push.is_cut = false;
                space.bodies.set_delta(body, Vec2::ZERO);
                return None;
            };
            let body = self.passengers[passenger].body;
            let way = self.came(solver, space, pusher, passenger) - self.push.moved.of(body);
            if body == pusher
                || body_of(space, body).priority <= self.push.priority
                || !self.presses(solver, space, pusher, passenger, way)
            {
                continue;
            }
            let pushed = self.push_out(solver, space, pusher, passenger, way);
            self.push.moved.add(body, pushed);
            let depth = self.depth_of(solver, space, pusher, passenger);
            if depth > NO_ROOM {
                if body_of(space, pusher).one_way {
                    // What cannot be lifted any further sinks through.
                    continue;
                }
                return Some(Crush { pusher, body, depth });
            } else if pushed != Vec2::ZERO && self.push.pushers.len() < self.push.most {
                self.push.pushers.push(body);
            }
        }
    }

    /// How far a pusher has gone, where it touches a victim if it turns.
    fn came(&self, solver: &(impl Solver + ?Sized), space: &Space, pusher: BodyId, victim: usize) -> Vec2 {
        let Some(turn) = self.push.turn.filter(|_| self.push.mover == Some(pusher)) else {
            return self.push.moved.of(pusher);
        };
        let mover = mover_of(space, &self.passengers[victim]);
        let deepest = space.bodies.deepest(pusher, solver.view(), &mover, 0.0, |_| true);
        let touch = deepest.map(|(part, contact)| (part, contact.normal));
        turn.moved(touch.map_or(mover.aabb.center, |touch| self.contact_point(solver, space, victim, touch)))
    }

    /// The next passenger that a pusher may overlap, and that pusher.
    fn next_victim(&mut self, space: &Space) -> Option<(BodyId, usize)> {
        loop {
            if let Some(victim) = self.push.victims.get(self.push.next_victim) {
                self.push.next_victim += 1;
                return Some((self.push.pushers[self.push.next - 1], *victim));
            }
            let pusher = *self.push.pushers.get(self.push.next).filter(|_| self.pushed < MAX_PUSHED)?;
            self.push.next += 1;
            let mut victims = core::mem::take(&mut self.push.victims);
            victims.clear();
            // A crushed passenger that does not push by itself may be moved aside meanwhile.
            let is_soft = self.index_of(pusher).is_some_and(|index| !self.passengers[index].pushes);
            let reach = if is_soft { NEIGHBOURHOOD * 2.0 } else { 0.0 };
            self.each_near(space, &body_of(space, pusher).aabb.grown(reach), |index, _| victims.push(index));
            (self.push.victims, self.push.next_victim) = (victims, 0);
        }
    }

    /// Moves a victim out of a pusher that came `way` nearer, by slides that ignore the pusher. Returns how far.
    ///
    /// Seen from the pusher the victim moved by `-way`: a cast along that finds when and where the two met, and the part of
    /// the way after that, along the normal there, is the push.
    fn push_out(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        pusher: BodyId,
        victim: usize,
        way: Vec2,
    ) -> Vec2 {
        let (view, passenger) = (solver.view(), self.passengers[victim]);
        let touching = |space: &Space, mover: &Mover| space.bodies.touching(pusher, view, mover, 0.0);
        let before = mover_of(space, &passenger).moved(way);
        if touching(space, &before).is_some_and(|contact| contact.depth > before.effective_skin()) {
            // No direction is the right one out of a body that has closed on it.
            return Vec2::ZERO;
        }
        let push = space.bodies.cast(pusher, view, &before, -way).map_or(Vec2::ZERO, |(fraction, normal)| {
            let into = way * (1.0 - fraction);
            normal * into.dot(normal).max(0.0)
        });
        let mut pushed = Vec2::ZERO;
        if push != Vec2::ZERO {
            pushed += self.push_once(solver, space, pusher, victim, push);
        }
        // What is left: round corners, and what had been inside before.
        for _ in 0..REST_PUSHES {
            let touch = touching(space, &mover_of(space, &passenger));
            // What comes fast may be past the middle of its victim, and must not throw it out behind itself. What turns comes in short
            // steps, and its riders move along.
            let is_ahead = |contact: &Contact| contact.normal.dot(way) >= 0.0 || self.push.turn.is_some();
            let leads_on = |contact: &Contact| contact.depth > PUSH_SLACK && is_ahead(contact);
            let Some(contact) = touch.filter(leads_on) else { break };
            pushed += self.push_once(solver, space, pusher, victim, contact.normal * contact.depth);
        }
        if pushed != Vec2::ZERO {
            self.note_carried(victim, way);
        }
        pushed
    }

    /// One push by a slide.
    fn push_once(
        &mut self,
        solver: &(impl Solver + ?Sized),
        space: &mut Space,
        pusher: BodyId,
        victim: usize,
        way: Vec2,
    ) -> Vec2 {
        self.pushed += 1 + way.length() as u32;
        self.slide_as(solver, space, victim, way, (Some(pusher), self.push.priority, &[]))
    }

    /// Whether a body that came `way` nearer overlaps a passenger so much that it has to push.
    fn presses(
        &self,
        solver: &(impl Solver + ?Sized),
        space: &Space,
        pusher: BodyId,
        victim: usize,
        way: Vec2,
    ) -> bool {
        let (mover, alone) = (mover_of(space, &self.passengers[victim]), body_of(space, pusher));
        if !mover.aabb.overlaps(&alone.aabb) || !mover.meets.intersects(alone.layers) {
            return false;
        }
        let came_from_outside = || space.bodies.cast(pusher, solver.view(), &mover.moved(way), -way).is_some();
        if alone.one_way {
            // A one-way surface is open to a passenger inside of it: it lifts only what came from above.
            return way.y < 0.0 && came_from_outside();
        }
        // Parts of a body may be one-way, too.
        self.depth_of(solver, space, pusher, victim) > PUSH_SLACK
            || space.bodies.compound(pusher).is_some() && way != Vec2::ZERO && came_from_outside()
    }
}
