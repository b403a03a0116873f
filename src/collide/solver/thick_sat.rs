//! thick-sat and thin-sat: move, then push out of the deepest thick segment, at most five times.
//!
//! Source: "Smooth collisions" part 2, Sebastien Alaiwan. Ours differs in three things that make it smooth: the test is
//! exact (see `separation.rs`), moves longer than the skin are cut, and as soon as a step meets a second obstacle, it ends
//! at the point nearest to the wanted one that lies beyond all planes met: pushing out of one wall of a wedge pushes into
//! the other, and in an acute one for ever.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::planes::{Plane, Planes, SETTLED, nearest};
use super::{Outcome, Slide, Solver, SolverOptions, View};
use crate::collide::compiled::{Compiled, Deep, MARGIN, Record};
use crate::collide::separation::{Fitted, Separation, sat};
use crate::collide::space::{ONE_SIDED_SLACK, ONE_WAY_FACING, ONE_WAY_SLACK, Shape};
use crate::collide::{Aabb, Contact, Mover, Obstacle, Side, Space, Terrain, Touch};

/// Which axes the two ends of a segment add to the separating-axis test.
///
/// ```
/// use seamwalker::collide::{EndAxes, Solver, SolverOptions, ThickSat, View};
///
/// let square_ends = SolverOptions { end_axes: EndAxes::None, ..SolverOptions::default() };
/// let solver = ThickSat { options: square_ends, thin: false };
/// assert_eq!(solver.view(), View::Thick, "it sees the same world, and catches on its joints");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EndAxes {
    /// From the end to the closest point of the box: exact.
    #[default]
    ClosestPoint,
    /// From the end to the centre of the box, as in the article: a tall mover snags on apexes.
    BoxCentre,
    /// None: ends are square, and every joint of two slopes can catch.
    None,
}

/// Move, then push out of the deepest segment.
///
/// ```
/// use seamwalker::collide::{Aabb, Mover, Piece, Solver, Space, Terrain, ThickSat, View};
/// use seamwalker::glam::Vec2;
///
/// assert_eq!(ThickSat::default().view(), View::Thick);
/// assert_eq!(ThickSat { thin: true, ..ThickSat::default() }.view(), View::Thin);
/// // It sees edges only: a terrain of boxes alone is nothing to it.
/// let tile = Piece::solid_box(Aabb::from_corners(Vec2::new(0.0, 10.0), Vec2::new(64.0, 26.0)));
/// let space = Space::new(Terrain::new(Vec::new(), vec![tile]));
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 0.0), Vec2::splat(8.0)));
/// assert_eq!(ThickSat::default().slide(&space, &mover, Vec2::new(0.0, 4.0)).moved.y, 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThickSat {
    /// Rounds, axes, sub-steps.
    pub options: SolverOptions,
    /// Without thickness and end axes: the article's first attempt.
    pub thin: bool,
}

/// The deepest overlap that a slide may leave, in pixels (law 2).
const ALLOWED: f32 = 1.5e-3;

/// The shortest step a move is cut into, in pixels, where the skin is thinner.
const SHORTEST_STEP: f32 = 0.5;

/// How far from any line the middle of a mover stays during a step, in pixels: more than the overlap that a slide may leave.
const MIDDLE_CLEAR: f32 = 0.02;

/// The most steps of one slide. At the default skin that is a way of 12 288 tiles; a longer move ends there.
const MOST_STEPS: u32 = 1 << 16;

/// How often a step that ended without room is cut in halves.
const HALVINGS: u32 = 4;

/// The part of a step that counts as no way, if it is shorter than [`SETTLED`] too. Larger values stop slow slides on slopes.
const STILL: f32 = 1e-3;

/// What halves must gain to count, in pixels. Smaller values make movers creep that are pressed into a wedge.
const GAINED: f32 = 0.02;

/// How often a step that went farther than asked, around a round corner, is shortened.
const SHORTENINGS: u32 = 4;

/// How often a step that met several obstacles is brought nearer to its target, beyond the rounds of the options.
const REFINEMENTS: u32 = 6;

/// An approach shorter than this ends it, in pixels. Larger values leave movers short of tight corners.
const REFINED: f32 = 2e-3;

/// How many edges are remembered between two rounds; where more are near, they are looked up again in each round.
const REMEMBERED: usize = 64;

/// The most steps that are looked up at once for a glide without a compiled terrain.
const MOST_GLIDES: u32 = 4;

/// The most steps that are added one by one. At more of them rounding would add up; the fast path leaves those to the walk.
const MOST_ADDED: u32 = 16;

/// How many steps of the way the edges are looked up for at once.
const WINDOW: f32 = 8.0;

/// What one evaluation of all obstacles says: the deepest plane, and how deep the next one is at most.
struct Deepest {
    plane: Option<Plane>,
    second: f32,
}

impl Deepest {
    /// The plane, if it is deep enough to be pushed out of.
    #[inline]
    fn deep(&self) -> Option<Plane> {
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
struct Walk<'a, N> {
    solver: &'a ThickSat,
    space: &'a Space,
    mover: &'a Mover,
    half: Vec2,
    radius: f32,
    offset: Vec2,
    near: N,
    /// The part of the way that was looked up, if any was.
    area: Aabb,
    looked_up: bool,
    slide: &'a mut Slide,
}

/// Where a walk finds the edges near a place.
trait Near {
    /// Whether it answers for any place without being prepared.
    const KNOWS_ALL: bool;

    /// Prepares for places whose surroundings lie in `area`; answers how many edges are there.
    fn look_up(&mut self, terrain: &Terrain, area: &Aabb) -> u32;

    /// Calls `visit` with every edge that can be within [`Near::horizon`] of a core at `center + offset`: each once, with
    /// its index, its hexagon and the sides from which it is solid.
    fn each(&self, terrain: &Terrain, center: Vec2, offset: Vec2, visit: impl FnMut(u32, &Fitted, Side));

    /// How deep an edge that is not handed on can be at most, in pixels; negative.
    fn horizon(&self) -> f32;
}

/// The reference: the terrain's grid, asked once for a part of the way.
struct Looked {
    half: Vec2,
    radius: f32,
    area: Aabb,
    edges: [u32; REMEMBERED],
    count: usize,
    complete: bool,
}

/// The terrain compiled for this mover.
struct Folded<'a>(&'a Compiled);

impl Near for Looked {
    const KNOWS_ALL: bool = false;

    fn look_up(&mut self, terrain: &Terrain, area: &Aabb) -> u32 {
        self.area = *area;
        self.count = 0;
        self.complete = true;
        terrain.edges_near_unordered(area, |i| {
            if self.count < REMEMBERED {
                self.edges[self.count] = i;
                self.count += 1;
            } else {
                self.complete = false;
            }
        });
        self.count as u32
    }

    #[inline]
    fn each(&self, terrain: &Terrain, _: Vec2, _: Vec2, mut visit: impl FnMut(u32, &Fitted, Side)) {
        let mut edge = |i: u32| {
            visit(i, &terrain.hexagons()[i as usize].fitted(self.half), terrain.edges()[i as usize].side);
        };
        if self.complete {
            self.edges[..self.count].iter().copied().for_each(&mut edge);
        } else {
            terrain.edges_near(&self.area, &mut edge);
        }
    }

    fn horizon(&self) -> f32 {
        -self.radius.max(SHORTEST_STEP)
    }
}

impl Near for Folded<'_> {
    const KNOWS_ALL: bool = true;

    fn look_up(&mut self, _: &Terrain, _: &Aabb) -> u32 {
        0
    }

    #[inline]
    fn each(&self, _: &Terrain, center: Vec2, offset: Vec2, mut visit: impl FnMut(u32, &Fitted, Side)) {
        for record in self.0.near(center + offset) {
            visit(record.index, &record.fitted, record.side);
        }
    }

    fn horizon(&self) -> f32 {
        -MARGIN
    }
}

impl Solver for ThickSat {
    #[inline]
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let mut slide = Slide::default();
        let whole = self.go(space, mover, delta, &mut slide);
        if whole && slide.outcome == Outcome::Free {
            // Nothing pushed: the sum of the steps is the move, whatever rounding says.
            slide.moved = delta;
        }
        slide
    }

    fn view(&self) -> View {
        match (self.thin, self.options.disk) {
            (true, _) => View::Thin,
            (false, false) => View::Thick,
            (false, true) => View::Round,
        }
    }
}

impl ThickSat {
    /// Goes the whole way, by the shortest means. False when it is so long that it ends before.
    #[inline(always)]
    fn go(&self, space: &Space, mover: &Mover, delta: Vec2, slide: &mut Slide) -> bool {
        let (half, radius) = self.view().core(mover);
        let way = Way::new(delta, longest_step(mover, radius), self.options.sub_steps && !self.thin);
        let exact = !self.thin && self.options.end_axes == EndAxes::ClosestPoint;
        let compiled = if exact { space.terrain.compiled(half, radius) } else { None };
        let glides = exact
            && self.options.deepest_first
            && (space.bodies.is_empty() || !space.meets_body(mover, &way.area(mover)));
        let (center, twice) = (mover.aabb.center, self.options.rounds > 1);
        let terrain = &*space.terrain;
        if let Some(compiled) = compiled {
            let glide = Glide { sight: compiled, terrain, half, center, twice };
            if !(glides && way.steps <= MOST_ADDED && glide.go(&way, slide)) {
                self.walk(Folded(compiled), space, mover, &way, slide);
            }
        } else {
            let mut near =
                Looked { half, radius, area: Aabb::default(), edges: [0; REMEMBERED], count: 0, complete: true };
            if glides && way.steps <= MOST_GLIDES {
                slide.candidates = near.look_up(terrain, &way.area(mover));
                let sight = Seen { near: &near, terrain };
                let glide = Glide { sight: &sight, terrain, half, center, twice };
                if near.complete && glide.go(&way, slide) {
                    return way.is_whole();
                }
            }
            self.walk(near, space, mover, &way, slide);
        }
        way.is_whole()
    }
}

/// The longest step that a slide may make, px: the skin, but never so long that the middle of a mover that is all skin gets
/// behind a line that its front touched. A one-sided edge is open from there.
fn longest_step(mover: &Mover, radius: f32) -> f32 {
    let half = mover.aabb.half;
    let deep = (if half.x < half.y { half.x } else { half.y }) - MIDDLE_CLEAR;
    let longest = radius.max(SHORTEST_STEP);
    if deep < longest { deep.max(MIDDLE_CLEAR) } else { longest }
}

/// A wanted move, cut into equal steps.
struct Way {
    steps: u32,
    step: Vec2,
    /// The longest step, or the only one.
    longest: f32,
}

impl Way {
    /// Whether the steps make up the whole move.
    fn is_whole(&self) -> bool {
        self.steps < MOST_STEPS
    }

    /// Everything that a mover can meet on the way, wherever it is turned.
    fn area(&self, mover: &Mover) -> Aabb {
        let length = if self.steps == 1 { self.longest } else { self.longest * self.steps as f32 };
        mover.aabb.grown(length + self.longest.max(SHORTEST_STEP) * 2.0)
    }

    #[inline]
    fn new(delta: Vec2, longest: f32, cut: bool) -> Self {
        if !cut {
            return Self { steps: 1, step: delta, longest: delta.length() };
        }
        let square = delta.length_squared();
        if square <= longest * longest {
            return Self { steps: 1, step: delta, longest };
        }
        let parts = square.sqrt() / longest;
        let whole = (parts as u32).clamp(1, MOST_STEPS);
        // Rounded up by hand: `f32::ceil` is a call where the processor's own instruction may not be used.
        let steps = if (whole as f32) < parts { (whole + 1).min(MOST_STEPS) } else { whole };
        Self { steps, step: (delta / steps as f32).clamp_length_max(longest), longest }
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

/// Who can tell what is deepest at a place.
trait Sight {
    /// What is deepest for a core at `center + offset`.
    fn deepest(&self, center: Vec2, offset: Vec2) -> Deep;
}

impl Sight for Compiled {
    #[inline(always)]
    fn deepest(&self, center: Vec2, offset: Vec2) -> Deep {
        Self::deepest(self, center, offset)
    }
}

/// What the reference looked up.
struct Seen<'a> {
    near: &'a Looked,
    terrain: &'a Terrain,
}

impl Sight for Seen<'_> {
    #[inline]
    fn deepest(&self, center: Vec2, offset: Vec2) -> Deep {
        let mut deep = Deep::new(self.near.horizon());
        for &index in &self.near.edges[..self.near.count] {
            let record = Record::new(self.terrain, index, self.near.half);
            deep.ask(&record, (center - record.fitted.middle) + offset, self.near.radius);
        }
        deep.told()
    }
}

/// The usual slide: every step meets at most one edge of the terrain, or two that are flat where they are met. These
/// are the evaluations that [`Walk`] makes, in the same order, without its bookkeeping.
struct Glide<'a, S> {
    sight: &'a S,
    terrain: &'a Terrain,
    half: Vec2,
    center: Vec2,
    /// Whether the options allow a step to push twice.
    twice: bool,
}

impl<S: Sight> Glide<'_, S> {
    /// Goes the whole way. False when there is more to it; then `slide` says how far it came, and a walk goes on from there.
    #[inline]
    fn go(&self, way: &Way, slide: &mut Slide) -> bool {
        let mut offset = Vec2::ZERO;
        let step = way.step;
        let square = step.length_squared();
        for _ in 0..way.steps {
            let target = offset + step;
            let found = self.sight.deepest(self.center, target);
            if found.one_way || found.depth > way.longest {
                return false;
            }
            let mut end = target;
            if found.depth > SETTLED {
                let Some(pushed) = self.pushed(slide, offset, target, &found, step, square) else { return false };
                end = pushed;
            }
            slide.rounds += 1;
            slide.steps += 1;
            if found.depth > SETTLED && is_still(end - offset, square) {
                return true;
            }
            offset = end;
            slide.moved = offset;
        }
        true
    }

    /// Where a step ends that meets `found` at its target.
    #[inline]
    fn pushed(
        &self,
        slide: &mut Slide,
        offset: Vec2,
        target: Vec2,
        found: &Deep,
        step: Vec2,
        square: f32,
    ) -> Option<Vec2> {
        let lawful = |end: Vec2| {
            let moved = end - offset;
            moved.length_squared() <= square && moved.dot(step) >= 0.0
        };
        let end = target + found.normal * found.depth;
        // Distances change by at most the way: what was shallower than the push is deep cannot have woken up.
        if found.second + found.depth > 0.0 {
            let again = self.sight.deepest(self.center, end);
            if again.one_way {
                return None;
            }
            slide.rounds += 1;
            if again.depth > SETTLED {
                let corner = self.corner(target, found, end, &again).filter(|corner| lawful(*corner))?;
                slide.rounds += 1;
                note(slide, found.normal, found.depth, Obstacle::Edge(found.edge));
                note(slide, again.normal, again.depth, Obstacle::Edge(again.edge));
                return Some(corner);
            }
        }
        if !lawful(end) {
            return None;
        }
        note(slide, found.normal, found.depth, Obstacle::Edge(found.edge));
        Some(end)
    }

    /// The nearest point to the target beyond two edges, `a` met at `at_a` and then `b` at `at_b`, if both are as flat there
    /// as where they were met and nothing else is in the way.
    fn corner(&self, at_a: Vec2, a: &Deep, at_b: Vec2, b: &Deep) -> Option<Vec2> {
        let is_flat = |edge: &Deep, at: Vec2| {
            let hexagon = &self.terrain.hexagons()[edge.edge as usize];
            let outer = self.terrain.edges()[edge.edge as usize].side != Side::Both;
            let separation = hexagon.separation((self.center - hexagon.middle) + at, self.half, outer);
            separation.normal == edge.normal
        };
        if !self.twice || a.edge == b.edge || !is_flat(a, at_b) {
            return None;
        }
        let plane = |edge: &Deep, at: Vec2| {
            Plane::new(Contact { normal: edge.normal, depth: edge.depth }, at, Obstacle::Edge(edge.edge))
        };
        let point = nearest(&[plane(a, at_a), plane(b, at_b)], at_a)?;
        let last = self.sight.deepest(self.center, point);
        (last.depth <= SETTLED && !last.one_way && is_flat(a, point) && is_flat(b, point)).then_some(point)
    }
}

/// Whether a step that was pushed made so little way that it counts as none. All further steps of the move would do the
/// same. Without this, f32 rounding moves who is pressed into a wedge to and fro for ever.
#[inline]
fn is_still(way: Vec2, step_square: f32) -> bool {
    let way_square = way.length_squared();
    way_square <= SETTLED * SETTLED && way_square <= STILL * STILL * step_square
}

/// Remembers what pushed.
#[inline]
fn note(slide: &mut Slide, normal: Vec2, depth: f32, obstacle: Obstacle) {
    slide.touches.add(Touch { contact: Contact { normal, depth }, obstacle });
    if slide.outcome == Outcome::Free {
        slide.outcome = Outcome::Slid;
    }
}

impl ThickSat {
    /// The rest of a way, from where `slide` has come to.
    #[cold]
    fn walk(&self, near: impl Near, space: &Space, mover: &Mover, way: &Way, slide: &mut Slide) {
        let (half, radius) = self.view().core(mover);
        let (area, offset) = (Aabb::default(), slide.moved);
        let mut walk = Walk { solver: self, space, mover, half, radius, offset, near, area, slide, looked_up: false };
        walk.go(way);
        walk.slide.moved = walk.offset;
    }
}

impl<N: Near> Walk<'_, N> {
    /// The whole way, or what is left of it, step by step.
    fn go(&mut self, way: &Way) {
        let Way { steps, step, longest } = *way;
        let mut free = 0.0_f32;
        let mut course = Course { from: self.offset, steps: 0, long: steps > MOST_ADDED };
        for done in self.slide.steps..steps {
            self.look_up(self.offset, WINDOW.min((steps - done) as f32) * longest);
            self.slide.steps += 1;
            let length = if steps > 1 { step.length() } else { f32::INFINITY };
            let (start, target) = (self.offset, course.target(step));
            if free > length {
                // Nothing is nearer than this step is long: no need to ask.
                self.offset = target;
                free -= length;
            } else {
                match self.step(step, target, HALVINGS) {
                    Some(clearance) if N::KNOWS_ALL => free = clearance,
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
        if self.step(half, start + half, halvings - 1).is_some() {
            clearance = self.step(half, self.offset + half, halvings - 1);
        }
        (self.slide.outcome, self.slide.overlap) = (outcome, overlap);
        let gain = (self.offset - settled.at).dot(step);
        if gain > GAINED * step.length() {
            return clearance.unwrap_or(0.0);
        }
        self.offset = settled.at;
        settled.clearance
    }

    #[cold]
    fn step_without_room(&mut self, step: Vec2, halvings: u32, settled: &Settled) -> Option<f32> {
        if halvings > 0 {
            // Planes are taken where the step ends. Nearer to the start they describe a narrow place better.
            let half = step * 0.5;
            self.step(half, self.offset + half, halvings - 1)?;
            return self.step(half, self.offset + half, halvings - 1);
        }
        let start = self.offset;
        let before = self.depth(start, start);
        if before <= ALLOWED {
            self.slide.outcome = Outcome::TakenBack;
            return None;
        }
        // It began inside and finds no way out in one go: take what progress there is.
        if settled.left < before {
            self.offset = settled.at;
        }
        self.slide.overlap = settled.left.min(before);
        self.slide.outcome = Outcome::Stuck;
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
        if self.depth(start, start) > ALLOWED {
            // Who began inside something is pushed out as far and wherever it takes.
            return settled;
        }
        let mut settled = settled;
        let length = step.length();
        for _ in 0..SHORTENINGS {
            let way = settled.at - start;
            if way.length_squared() <= length * length {
                break;
            }
            settled = self.settle(start, start + way * (length / way.length()));
        }
        let way = settled.at - start;
        if way.length_squared() > length * length {
            let at = start + way * (length / way.length());
            settled = Settled { at, left: self.depth(at, start), clearance: 0.0, refused: false };
        }
        let along = way.dot(step);
        if along < 0.0 {
            // In a corner rounding alone can say so.
            let refused = along < -GAINED * length;
            return Settled { at: start, left: self.depth(start, start), clearance: 0.0, refused };
        }
        settled
    }

    /// Pushes out of the deepest obstacle until nothing overlaps. Nearly always there is nothing, or one obstacle.
    #[inline]
    fn settle(&mut self, start: Vec2, target: Vec2) -> Settled {
        let found = self.deepest(target, start, &mut []);
        let Some(mut plane) = found.deep() else { return found.settled(target) };
        note(self.slide, plane.normal, plane.depth, plane.obstacle);
        let at = target + plane.normal * plane.depth;
        // Distances change by at most the way: what was shallower than the push is deep cannot have woken up.
        if found.second + plane.depth <= 0.0 {
            return Settled { at, left: 0.0, clearance: 0.0, refused: false };
        }
        let left = plane.depth;
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
                note(self.slide, plane.normal, plane.depth, plane.obstacle);
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
                match nearest(planes.as_slice(), target) {
                    // Nothing is new here: another look would see the same.
                    Some(point) if point == offset && found.deep().is_none() => break,
                    Some(point) => offset = point,
                    None => break,
                }
            }
            found = self.deepest(offset, start, planes.as_mut_slice());
        }
        free.unwrap_or(Settled { at: offset, left, clearance: 0.0, refused: false })
    }

    /// How deep the mover overlaps anything at an offset; zero when it is free.
    fn depth(&mut self, offset: Vec2, start: Vec2) -> f32 {
        self.deepest(offset, start, &mut []).plane.map_or(0.0, |p| p.depth.max(0.0))
    }

    /// Evaluates everything that is near, and renews the planes that are known. `start` is where the step began: it decides
    /// which one-way surfaces are open. Of equally deep obstacles the first one counts.
    fn deepest(&mut self, offset: Vec2, start: Vec2, known: &mut [Plane]) -> Deepest {
        self.slide.rounds += 1;
        // A long push can lead out of what was looked up for the step.
        self.look_up(offset, 0.0);
        let deepest_first = self.solver.options.deepest_first;
        let mut found = Found { best: None, second: self.near.horizon(), hidden: f32::NEG_INFINITY, deepest_first };
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
        self.near.each(terrain, self.mover.aabb.center, offset, |i, fitted, side| {
            let obstacle = Obstacle::Edge(i);
            if (self.mover.drops_through && side == Side::OneWay) || is_known(obstacle) {
                return;
            }
            let limit = if deepest_first { self.radius - found.second } else { f32::INFINITY };
            if let Some((contact, blocks)) = self.edge(i, fitted, side, offset, start, limit) {
                found.add(Plane::new(contact, offset, obstacle), blocks);
            }
        });
        if !self.space.bodies.is_empty() {
            self.space.each_body(self.solver.view(), self.mover, &self.area, |id, shape| {
                let obstacle = Obstacle::Body(id);
                if !is_known(obstacle) {
                    let (contact, blocks) = self.body(&shape, offset, start);
                    found.add(Plane::new(contact, offset, obstacle), blocks);
                }
            });
        }
        Deepest { plane: found.best, second: found.second.max(found.hidden) }
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
    fn body(&self, shape: &Shape, offset: Vec2, start: Vec2) -> (Contact, bool) {
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

    fn body_separation(&self, shape: &Shape, offset: Vec2) -> Separation {
        let axes = if self.solver.thin { EndAxes::None } else { self.solver.options.end_axes };
        let center = self.mover.aabb.center;
        match shape {
            Shape::Edge(hexagon, _) if axes != EndAxes::ClosestPoint => {
                sat::separation(hexagon, (center - hexagon.middle) + offset, self.half, axes)
            }
            Shape::Edge(hexagon, side) => {
                hexagon.separation((center - hexagon.middle) + offset, self.half, *side != Side::Both)
            }
            Shape::Solid(_) => shape.separation(center + offset, self.half),
        }
    }

    /// How far the mover can go from an offset before it leaves the part of the way that was looked up.
    fn known(&self, offset: Vec2) -> f32 {
        let needed = self.needed(offset);
        (needed.min() - self.area.min()).min_element().min((self.area.max() - needed.max()).min_element())
    }

    /// The place that an evaluation at an offset must know.
    fn needed(&self, offset: Vec2) -> Aabb {
        self.mover.aabb.moved(offset).grown(self.radius.max(SHORTEST_STEP) * 2.0)
    }

    /// Looks up what the next part of the way from an offset, `length` pixels in any direction, can meet, unless that is
    /// known.
    fn look_up(&mut self, offset: Vec2, length: f32) {
        if (N::KNOWS_ALL && self.space.bodies.is_empty()) || (self.looked_up && self.known(offset) >= 0.0) {
            return;
        }
        self.looked_up = true;
        self.area = self.needed(offset).grown(length);
        let count = self.near.look_up(&self.space.terrain, &self.area);
        self.slide.candidates = self.slide.candidates.max(count);
    }
}

/// What an evaluation has found so far.
struct Found {
    best: Option<Plane>,
    second: f32,
    /// The deepest of what is open here.
    hidden: f32,
    /// Whether the deepest obstacle counts; otherwise the first one that is deep enough.
    deepest_first: bool,
}

impl Found {
    #[inline]
    fn add(&mut self, plane: Plane, blocks: bool) {
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
    fn prefers(&self, known: &Plane, other: &Plane) -> bool {
        let first = known.obstacle < other.obstacle;
        if self.deepest_first || known.depth <= SETTLED || other.depth <= SETTLED {
            return known.depth > other.depth || (known.depth == other.depth && first);
        }
        first
    }
}
