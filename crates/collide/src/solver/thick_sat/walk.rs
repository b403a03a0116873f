//! The whole method, step by step, for whatever a glide leaves to it: corners, bodies, ribbons, narrow places, long moves.

use glam::Vec2;

use super::{ALLOWED, EndAxes, GAINED, INSIDE, MAX_ADDED, MIN_STEP, SHORTENINGS, SubSteps, ThickSat, is_still};
use crate::config_space_grid::TIE;
use crate::separation::{Fitted, Separation, sat};
use crate::solver::planes::{ContactPlane, Planes, SETTLED};
use crate::solver::{Outcome, Slide, Solver};
use crate::space::{ONE_SIDED_SLACK, ONE_WAY_FACING, ONE_WAY_SLACK, ObstacleShape};
use crate::trace::TraceSink;
use crate::{
    Aabb, BodyId, CollisionView, Contact, Mover, Obstacle, Question, Reason, Side, Space, Terrain, Touch, TraceEvent,
    Verdict,
};

/// How often a step that ended without room is cut in halves.
const HALVINGS: u32 = 4;

/// How often a step that met several obstacles is brought nearer to its target, beyond the rounds of the options.
const REFINEMENTS: u32 = 6;

/// An approach shorter than this ends it, in pixels. Larger values leave movers short of tight corners.
const REFINED: f32 = 2e-3;

/// How many edges are remembered between two rounds; where more are near, they are looked up again in each round.
const REMEMBERED: usize = 64;

/// How many bodies are remembered; the same holds for them.
const BODIES: usize = 64;

/// How many steps of the way the edges are looked up for at once.
const WINDOW: f32 = 8.0;

/// What one evaluation of all obstacles says: the deepest plane, and how deep the next one is at most.
struct Deepest {
    plane: Option<ContactPlane>,
    second: f32,
}

impl Deepest {
    /// The plane, if it is deep enough to be pushed out of.
    #[inline]
    fn deep(&self) -> Option<ContactPlane> {
        self.plane.filter(|p| p.depth > SETTLED)
    }

    /// A place where nothing is deep enough.
    #[inline]
    fn settled(&self, at: Vec2) -> Settled {
        let nearest = self.plane.map_or(self.second, |p| p.depth.max(self.second));
        Settled { at, left: 0.0, clearance: (-nearest).max(0.0), refused: false }
    }
}

/// Where a step ends.
#[derive(Clone, Copy)]
struct Settled {
    at: Vec2,
    /// The overlap that is left there, px.
    left: f32,
    /// How far everything is away, px; 0 when touching or not known.
    clearance: f32,
    /// Whether the step would have led backwards, and stayed where it began.
    refused: bool,
}

/// One slide in progress. Offsets are relative to where the mover started, so that far from the origin nothing is lost.
struct GeneralSlide<'a, V> {
    solver: &'a ThickSat,
    space: &'a Space,
    mover: &'a Mover,
    half: Vec2,
    radius: f32,
    offset: Vec2,
    near: NearbyObstacles,
    slide: &'a mut Slide,
    sink: V,
}

/// What is near a part of the way: asked once for all of it.
struct NearbyObstacles {
    half: Vec2,
    looked_up: bool,
    area: Aabb,
    edges: [u32; REMEMBERED],
    count: usize,
    complete: bool,
    bodies: [BodyId; BODIES],
    /// How many bodies are there, also those that are not remembered.
    body_count: usize,
}

impl NearbyObstacles {
    fn new(half: Vec2) -> Self {
        Self {
            half,
            looked_up: false,
            area: Aabb::default(),
            edges: [0; REMEMBERED],
            count: 0,
            complete: false,
            bodies: [BodyId(0); BODIES],
            body_count: 0,
        }
    }

    /// Prepares for places whose surroundings lie in `area`; answers how many edges are there.
    fn look_up(&mut self, space: &Space, view: CollisionView, mover: &Mover, area: Aabb) -> u32 {
        (self.looked_up, self.area) = (true, area);
        self.body_count = 0;
        if !space.bodies.is_empty() {
            space.each_body(view, mover, &area, |id, _| {
                if let Some(slot) = self.bodies.get_mut(self.body_count) {
                    *slot = id;
                }
                self.body_count += 1;
            });
        }
        self.count = 0;
        self.complete = true;
        space.terrain.edges_near_unordered(&area, |i| {
            if self.count < REMEMBERED {
                self.edges[self.count] = i;
                self.count += 1;
            } else {
                self.complete = false;
            }
        });
        self.count as u32
    }

    /// Calls `visit` with every body there that blocks the mover.
    #[inline]
    fn each_body(
        &self,
        space: &Space,
        view: CollisionView,
        mover: &Mover,
        mut visit: impl FnMut(BodyId, ObstacleShape),
    ) {
        match self.bodies.get(..self.body_count) {
            Some(ids) => {
                ids.iter().for_each(|id| space.body_shape(view, *id).into_iter().for_each(|shape| visit(*id, shape)));
            }
            None => space.each_body(view, mover, &self.area, visit),
        }
    }

    /// Calls `visit` with every edge there: each once, with its index, its hexagon and the sides from which it is solid.
    #[inline]
    fn each(&self, terrain: &Terrain, mut visit: impl FnMut(u32, &Fitted, Side)) {
        let hexagons = terrain.hexagons();
        let mut edge = |i: u32| {
            visit(i, &hexagons[i as usize].fitted(self.half), terrain.edges()[i as usize].side);
        };
        if self.complete {
            self.edges[..self.count].iter().copied().for_each(&mut edge);
        } else {
            terrain.edges_near(&self.area, &mut edge);
        }
    }
}

/// Steps in a row that nothing turned.
struct Course {
    from: Vec2,
    steps: u32,
    /// Each step ends at a multiple of the step: added one by one, thousands of them end a tenth of a pixel beside.
    long: bool,
}

impl Course {
    /// Where the next step ends when nothing turns it.
    fn target(&self, step: Vec2) -> Vec2 {
        if self.long { self.from + step * (self.steps + 1) as f32 } else { self.from + step }
    }

    /// A step that was to end at `target` ended at `at`.
    fn went(&mut self, target: Vec2, at: Vec2) {
        if self.long && at == target {
            self.steps += 1;
        } else {
            (self.from, self.steps) = (at, 0);
        }
    }
}

/// Goes the whole way.
#[cold]
pub(super) fn walk<V: TraceSink>(sink: V, solver: &ThickSat, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    let (half, radius) = solver.view().core(mover);
    let way = SubSteps::new(delta, super::longest_step(mover, radius), solver.cuts());
    let mut slide = Slide::default();
    let near = NearbyObstacles::new(half);
    GeneralSlide { solver, space, mover, half, radius, offset: Vec2::ZERO, near, slide: &mut slide, sink }.go(&way);
    if way.is_whole() && slide.outcome == Outcome::Free {
        // Nothing pushed: the sum of the steps is the move, whatever rounding says.
        slide.moved = delta;
    }
    slide
}

impl<V: TraceSink> GeneralSlide<'_, V> {
    /// Remembers what pushed.
    #[inline]
    fn note(&mut self, plane: &ContactPlane) {
        let ContactPlane { normal, depth, obstacle, .. } = *plane;
        self.slide.touches.add(Touch { contact: Contact { normal, depth }, obstacle });
        if self.slide.outcome == Outcome::Free {
            self.slide.outcome = Outcome::Slid;
        }
        let first = if self.solver.options.deepest_first { Reason::Deepest } else { Reason::FirstListed };
        plane.tell_choice(self.sink, first);
    }

    fn decides(&self, why: Reason) {
        self.sink.tell(|| TraceEvent::Decides { why });
    }

    fn reached(&self, at: Vec2, why: Reason) {
        self.sink.tell(|| TraceEvent::Reached { at, why });
    }

    fn asks(&self, question: Question, at: Vec2) {
        self.sink.tell(|| TraceEvent::Asks { question, at });
    }

    /// The whole way, or what is left of it, step by step.
    fn go(&mut self, way: &SubSteps) {
        let SubSteps { steps, step, longest } = *way;
        let mut free = 0.0_f32;
        let mut course = Course { from: self.offset, steps: 0, long: steps > MAX_ADDED };
        for done in 0..steps {
            self.look_up(self.offset, WINDOW.min((steps - done) as f32) * longest);
            self.slide.steps += 1;
            let length = if steps > 1 { step.length() } else { f32::INFINITY };
            let (start, target) = (self.offset, course.target(step));
            self.sink.tell(|| TraceEvent::Step { number: done + 1, of: steps, from: start, wanted: step });
            if free > length {
                // Nothing is nearer than this step is long: no need to ask.
                self.offset = target;
                self.reached(target, Reason::NotAsked);
                free -= length;
            } else {
                match self.step(step, target, HALVINGS) {
                    Some(clearance) => free = clearance.min(self.known(self.offset)),
                    None => break,
                }
            }
            if self.offset == start {
                // All further steps would do the same.
                break;
            }
            course.went(target, self.offset);
        }
        self.slide.moved = self.offset;
    }

    /// One step, to `target`. Returns how far everything is away afterwards (0 when touching); `None` when there was no room.
    #[inline]
    fn step(&mut self, step: Vec2, target: Vec2, halvings: u32) -> Option<f32> {
        let start = self.offset;
        let settled = self.settle_within(start, step, target);
        if settled.left <= ALLOWED {
            if settled.refused && halvings > 0 {
                return Some(self.step_through(step, halvings, settled));
            }
            if settled.at == target || !is_still(settled.at - start, step.length_squared()) {
                self.offset = settled.at;
                self.reached(settled.at, if settled.at == target { Reason::Free } else { Reason::Pushed });
            } else {
                self.reached(start, Reason::Still);
            }
            return Some(settled.clearance);
        }
        self.step_without_room(step, halvings, &settled)
    }

    /// A step whose nearest free end lies behind it. Seen from a far target a narrow place can look like a dead end that
    /// shorter steps come nearer to: the step is made in halves, if that gains anything.
    #[cold]
    fn step_through(&mut self, step: Vec2, halvings: u32, settled: Settled) -> f32 {
        let (start, half) = (self.offset, step * 0.5);
        let (outcome, overlap) = (self.slide.outcome, self.slide.overlap);
        let mut clearance = None;
        self.decides(Reason::HalvesThrough);
        if self.step(half, start + half, halvings - 1).is_some() {
            clearance = self.step(half, self.offset + half, halvings - 1);
        }
        (self.slide.outcome, self.slide.overlap) = (outcome, overlap);
        let gain = (self.offset - settled.at).dot(step);
        if gain > GAINED * step.length() {
            return clearance.unwrap_or(0.0);
        }
        self.offset = settled.at;
        self.reached(settled.at, Reason::Backwards);
        settled.clearance
    }

    #[cold]
    fn step_without_room(&mut self, step: Vec2, halvings: u32, settled: &Settled) -> Option<f32> {
        if halvings > 0 {
            // Planes are taken where the step ends. Nearer to the start they describe a narrow place better.
            let half = step * 0.5;
            self.decides(Reason::Halves);
            self.step(half, self.offset + half, halvings - 1)?;
            return self.step(half, self.offset + half, halvings - 1);
        }
        let start = self.offset;
        let before = self.depth(Question::Began, start, start);
        if before <= INSIDE {
            self.slide.outcome = Outcome::TakenBack;
            self.reached(start, Reason::TakenBack);
            return None;
        }
        // It began inside and finds no way out in one go: take what progress there is.
        if settled.left < before {
            self.offset = settled.at;
        }
        self.slide.overlap = settled.left.min(before);
        self.slide.outcome = Outcome::Stuck;
        self.reached(self.offset, Reason::Stuck);
        None
    }

    /// Settles at the end of a step, and keeps the law that no step leads farther than asked or backwards: the push out of
    /// a round corner can lengthen the way by a few percent.
    #[inline]
    fn settle_within(&mut self, start: Vec2, step: Vec2, target: Vec2) -> Settled {
        let settled = self.settle(start, target);
        let way = settled.at - start;
        // Where nothing pushed, the way is the step, whatever rounding says.
        let untouched = settled.at == target;
        if untouched || (way.length_squared() <= step.length_squared() && way.dot(step) >= 0.0) {
            return settled;
        }
        self.shortened(start, step, settled)
    }

    #[cold]
    fn shortened(&mut self, start: Vec2, step: Vec2, settled: Settled) -> Settled {
        if self.depth(Question::Began, start, start) > INSIDE {
            // Who began inside something is pushed out as far and wherever it takes.
            return settled;
        }
        let mut settled = settled;
        let length = step.length();
        for _ in 0..SHORTENINGS {
            let way = settled.at - start;
            // What leads backwards is refused as it is: shortened, it could come to lie where it began and seem to be allowed.
            if way.length_squared() <= length * length || way.dot(step) < 0.0 {
                break;
            }
            self.decides(Reason::Shortened);
            settled = self.settle(start, start + way * (length / way.length()));
        }
        let way = settled.at - start;
        let along = way.dot(step);
        if along < 0.0 {
            let refused = along < -GAINED * length;
            // In a corner rounding alone can say so: what it leads aside is kept.
            if let Some(aside) = super::aside(way, step).filter(|_| !refused) {
                let at = start + aside;
                let left = self.depth(Question::Room, at, start);
                if left <= ALLOWED {
                    self.decides(Reason::Aside);
                    return Settled { at, left, clearance: 0.0, refused };
                }
            }
            self.decides(Reason::Backwards);
            let left = self.depth(Question::Began, start, start);
            return Settled { at: start, left, clearance: 0.0, refused };
        }
        if way.length_squared() > length * length {
            let at = start + way * (length / way.length());
            let left = self.depth(Question::Room, at, start);
            return Settled { at, left, clearance: 0.0, refused: false };
        }
        settled
    }

    /// Pushes out of the deepest obstacle until nothing overlaps. Nearly always there is nothing, or one obstacle.
    #[inline]
    fn settle(&mut self, start: Vec2, target: Vec2) -> Settled {
        self.asks(Question::End, target);
        let found = self.deepest(target, start, &mut []);
        let Some(mut plane) = found.deep() else { return found.settled(target) };
        self.note(&plane);
        let at = target + plane.normal * plane.depth;
        // Distances change by at most the way: what was shallower than the push is deep cannot have woken up.
        if found.second + plane.depth <= 0.0 {
            return Settled { at, left: 0.0, clearance: 0.0, refused: false };
        }
        let left = plane.depth;
        self.asks(Question::Again, at);
        let found = self.deepest(at, start, std::slice::from_mut(&mut plane));
        if found.deep().is_none() {
            return found.settled(at);
        }
        self.settle_among(start, target, at, Planes::of(plane), left, found)
    }

    /// The same from the second obstacle on, or the second push out of the first one. `found` is what is at `offset`, `left`
    /// the least overlap so far.
    #[cold]
    fn settle_among(
        &mut self,
        start: Vec2,
        target: Vec2,
        mut offset: Vec2,
        mut planes: Planes,
        mut left: f32,
        mut found: Deepest,
    ) -> Settled {
        let mut free: Option<Settled> = None;
        let rounds = self.solver.options.rounds.max(1);
        // One plane at a time: while there is only one, and always in the article's plain loop.
        let deepest_first = self.solver.options.deepest_first;
        let one_by_one = |planes: &Planes| planes.count < 2 || !deepest_first;
        let mut pushes = 1;
        for _ in 1..rounds + REFINEMENTS {
            if let Some(plane) = found.deep() {
                left = left.min(plane.depth);
                if pushes == rounds {
                    break;
                }
                pushes += 1;
                self.note(&plane);
                planes.add(plane);
            } else {
                let gain = free.map_or(f32::INFINITY, |best| best.at.distance(target) - offset.distance(target));
                if gain > 0.0 {
                    free = Some(found.settled(offset));
                }
                if one_by_one(&planes) || gain < REFINED {
                    break;
                }
            }
            if let Some(plane) = found.deep().filter(|_| one_by_one(&planes)) {
                offset += plane.normal * plane.depth;
                if found.second + plane.depth <= 0.0 {
                    return Settled { at: offset, left: 0.0, clearance: 0.0, refused: false };
                }
            } else {
                // The planes of round corners were taken elsewhere and are stricter than the corners themselves. Now they
                // are those of this place: the nearest point to the target can only come nearer.
                match planes.solve(self.sink, target) {
                    // Nothing is new here: another look would see the same.
                    Some(point) if point == offset && found.deep().is_none() => break,
                    Some(point) => offset = point,
                    None => break,
                }
            }
            self.asks(Question::Again, offset);
            found = self.deepest(offset, start, planes.as_mut_slice());
        }
        free.unwrap_or(Settled { at: offset, left, clearance: 0.0, refused: false })
    }

    /// How deep the mover overlaps anything at an offset; zero when it is free.
    fn depth(&mut self, question: Question, offset: Vec2, start: Vec2) -> f32 {
        self.asks(question, offset);
        self.deepest(offset, start, &mut []).plane.map_or(0.0, |p| p.depth.max(0.0))
    }

    /// Evaluates everything that is near, and renews the planes that are known. `start` is where the step began: it decides
    /// which one-way surfaces are open. Of equally deep obstacles the first one counts.
    fn deepest(&mut self, offset: Vec2, start: Vec2, known: &mut [ContactPlane]) -> Deepest {
        self.slide.rounds += 1;
        // A long push can lead out of what was looked up for the step.
        self.look_up(offset, 0.0);
        let deepest_first = self.solver.options.deepest_first;
        let mut found =
            Found { best: None, second: -self.radius.max(MIN_STEP), hidden: f32::NEG_INFINITY, deepest_first };
        if V::ON {
            self.tell_candidates(offset, start);
        }
        let terrain = &*self.space.terrain;
        for plane in &mut *known {
            // What was met may be far away by now, where nobody would look.
            let renewed = match plane.obstacle {
                Obstacle::Edge(i) => {
                    let fitted = terrain.hexagons()[i as usize].fitted(self.half);
                    let side = terrain.edges()[i as usize].side;
                    self.edge(i, &fitted, side, offset, start, f32::INFINITY)
                }
                Obstacle::Body(id) => {
                    self.space.body_shape(self.solver.view(), id).map(|s| self.body(&s, offset, start))
                }
                Obstacle::Piece(_) => None,
            };
            if let Some((contact, blocks)) = renewed {
                plane.renew(contact, offset);
                found.add(*plane, blocks);
            }
        }
        let is_known = |obstacle: Obstacle| known.iter().any(|p| p.obstacle == obstacle);
        self.near.each(terrain, |i, fitted, side| {
            let obstacle = Obstacle::Edge(i);
            if (self.mover.drops_through && side == Side::OneWay && fitted.outward().y < 0.0) || is_known(obstacle) {
                return;
            }
            let limit = if deepest_first { self.radius - found.second + TIE } else { f32::INFINITY };
            if let Some((contact, blocks)) = self.edge(i, fitted, side, offset, start, limit) {
                found.add(ContactPlane::new(contact, offset, obstacle), blocks);
            }
        });
        self.near.each_body(self.space, self.solver.view(), self.mover, |id, shape| {
            let obstacle = Obstacle::Body(id);
            if !is_known(obstacle) {
                let (contact, blocks) = self.body(&shape, offset, start);
                found.add(ContactPlane::new(contact, offset, obstacle), blocks);
            }
        });
        Deepest { plane: found.best, second: found.second.max(found.hidden) }
    }

    /// Tells of everything near a place whether it counts there.
    #[cold]
    fn tell_candidates(&self, offset: Vec2, start: Vec2) {
        let tell = |obstacle, (contact, blocks): (Contact, bool), one_way| {
            let verdict = if contact.depth <= SETTLED {
                Verdict::Apart
            } else if blocks {
                Verdict::Counts
            } else if one_way {
                Verdict::Open
            } else {
                Verdict::Behind
            };
            self.sink.tell(|| TraceEvent::Candidate { obstacle, contact, verdict });
        };
        self.near.each(&self.space.terrain, |i, fitted, side| {
            if let Some(found) = self.edge(i, fitted, side, offset, start, f32::INFINITY) {
                let drops = self.mover.drops_through && side == Side::OneWay && fitted.outward().y < 0.0;
                tell(Obstacle::Edge(i), (found.0, found.1 && !drops), side == Side::OneWay);
            }
        });
        self.near.each_body(self.space, self.solver.view(), self.mover, |id, shape| {
            tell(Obstacle::Body(id), self.body(&shape, offset, start), shape.one_way().is_some());
        });
    }

    /// The contact with an edge at an offset, and whether it is solid there for a mover that began at `start`; `None` when
    /// it is certainly farther than `limit`.
    #[inline]
    fn edge(
        &self,
        index: u32,
        fitted: &Fitted,
        side: Side,
        offset: Vec2,
        start: Vec2,
        limit: f32,
    ) -> Option<(Contact, bool)> {
        // Centre less middle first: near each other they lose nothing, and the small offset is added to a small number.
        let from = self.mover.aabb.center - fitted.middle;
        let separation = self.separation(index, fitted, side, from + offset, limit)?;
        let blocks = match side {
            Side::Both => true,
            Side::Outer => separation.normal.dot(fitted.outward()) >= -ONE_SIDED_SLACK,
            Side::OneWay => {
                let before = self.separation(index, fitted, side, from + start, f32::INFINITY)?;
                let faces = separation.normal.dot(fitted.outward()) > ONE_WAY_FACING;
                faces && before.distance - self.radius > -ONE_WAY_SLACK
            }
        };
        Some((separation.contact(self.radius), blocks))
    }

    /// The same for a body.
    fn body(&self, shape: &ObstacleShape, offset: Vec2, start: Vec2) -> (Contact, bool) {
        let separation = self.body_separation(shape, offset);
        let gap_at_start = || self.body_separation(shape, start).distance - self.radius;
        (separation.contact(self.radius), shape.blocks(separation.normal, gap_at_start))
    }

    /// The signed distance of an edge, in the way that the options ask for; `None` when it is certainly beyond the limit.
    #[inline]
    fn separation(&self, edge: u32, fitted: &Fitted, side: Side, at: Vec2, limit: f32) -> Option<Separation> {
        let axes = if self.solver.thin { EndAxes::None } else { self.solver.options.end_axes };
        if axes == EndAxes::ClosestPoint {
            return fitted.separation_within(at, side != Side::Both, limit);
        }
        Some(sat::separation(&self.space.terrain.hexagons()[edge as usize], at, self.half, axes))
    }

    fn body_separation(&self, shape: &ObstacleShape, offset: Vec2) -> Separation {
        let axes = if self.solver.thin { EndAxes::None } else { self.solver.options.end_axes };
        let center = self.mover.aabb.center;
        match shape {
            ObstacleShape::Edge(hexagon, _) if axes != EndAxes::ClosestPoint => {
                sat::separation(hexagon, (center - hexagon.middle) + offset, self.half, axes)
            }
            ObstacleShape::Edge(hexagon, side) => {
                hexagon.separation((center - hexagon.middle) + offset, self.half, *side != Side::Both)
            }
            ObstacleShape::Solid(_) => shape.separation(center + offset, self.half),
        }
    }

    /// How far the mover can go from an offset before it leaves the part of the way that was looked up.
    fn known(&self, offset: Vec2) -> f32 {
        let needed = self.needed(offset);
        (needed.min() - self.near.area.min()).min_element().min((self.near.area.max() - needed.max()).min_element())
    }

    /// The place that an evaluation at an offset must know.
    fn needed(&self, offset: Vec2) -> Aabb {
        self.mover.aabb.moved(offset).grown(self.radius.max(MIN_STEP) * 2.0)
    }

    /// Looks up what the next part of the way from an offset, `length` pixels in any direction, can meet, unless that is
    /// known.
    fn look_up(&mut self, offset: Vec2, length: f32) {
        if self.near.looked_up && self.known(offset) >= 0.0 {
            return;
        }
        let area = self.needed(offset).grown(length);
        self.sink.tell(|| TraceEvent::Looks { area });
        let count = self.near.look_up(self.space, self.solver.view(), self.mover, area);
        self.slide.candidates = self.slide.candidates.max(count);
    }
}

/// What an evaluation has found so far.
struct Found {
    best: Option<ContactPlane>,
    second: f32,
    /// The deepest of what is open here.
    hidden: f32,
    /// Whether the deepest obstacle counts; otherwise the first one that is deep enough.
    deepest_first: bool,
}

impl Found {
    #[inline]
    fn add(&mut self, plane: ContactPlane, blocks: bool) {
        let depth = plane.depth;
        if depth < self.second && self.deepest_first {
            return;
        }
        if !blocks {
            // Open here, but perhaps not a push farther on: then the next round asks again.
            self.hidden = self.hidden.max(depth);
            return;
        }
        match self.best {
            Some(best) if self.prefers(&best, &plane) => self.second = self.second.max(depth),
            Some(best) => {
                self.second = self.second.max(best.depth);
                self.best = Some(plane);
            }
            None => self.best = Some(plane),
        }
    }

    /// Whether what is known comes before another.
    #[inline]
    fn prefers(&self, known: &ContactPlane, other: &ContactPlane) -> bool {
        let first = known.obstacle < other.obstacle;
        if self.deepest_first || known.depth <= SETTLED || other.depth <= SETTLED {
            return known.depth > other.depth || (known.depth == other.depth && first);
        }
        first
    }
}
