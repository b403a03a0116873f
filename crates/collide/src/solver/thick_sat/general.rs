//! thick-sat, the method: move, then push out of the deepest thick segment until nothing overlaps.
//!
//! Source: "Smooth collisions" part 2, Sebastien Alaiwan. Ours differs in four things that make it smooth:
//!
//! - The test is exact (see `separation.rs`).
//! - Moves longer than the skin are cut into steps.
//! - As soon as a step meets a second obstacle, it ends at the point nearest to its target that lies beyond all planes
//!   met. Pushing out of one wall of a wedge pushes into the other; in an acute wedge that never ends.
//! - A step ends before a gap that is too narrow for the mover (see `pinch.rs`).
//!
//! [`PushOrder::Deepest`] without [`SolverOptions::corrections`] is the article's loop.
//!
//! Read from top to bottom: a slide is cut into steps ([`slide`], [`GeneralSlide::run`]; `steps.rs`), a step ends where its
//! push leads ([`GeneralSlide::step`]), the push settles among obstacles ([`GeneralSlide::settle`]), each evaluation finds
//! the deepest of them ([`GeneralSlide::deepest`]), and a step that is free at both ends may lead through a pinch
//! ([`GeneralSlide::leads_through_pinch`]).

use glam::Vec2;

use super::edge_record::EdgeRecord;
use super::nearby::NearbyObstacles;
use super::pinch::Pinch;
use super::steps::{MAX_ADDED_STEPS, StepChange, SubSteps, is_lawful, is_rounding, is_still, is_worth, shortened};
use super::thin;
use crate::contact::{Contact, Obstacle};
use crate::edge::{Edge, Side};
use crate::layers::Layers;
use crate::mover::Mover;
use crate::obstacle::{ObstacleShape, Shape, lowest_towards};
use crate::separation::{EndAxes, Fitted, Separation, sat, separation_aabb_segment};
use crate::shape::{Aabb, Segment};
use crate::slide::{Outcome, Slide};
use crate::solver::long_move::{free_start, mark_incomplete};
use crate::solver::options::{PushOrder, SolverOptions};
use crate::solver::planes::{ContactPlane, Planes};
use crate::space::Space;
use crate::tolerance::{
    ALLOWED_OVERLAP, DEPTH_TIE, MIN_GAIN, MIN_PINCH, MIN_REFINEMENT, ONE_SIDED_SLACK, ONE_WAY_FACING, ONE_WAY_SLACK,
    SETTLED, THIN_REACH, began_inside,
};
use crate::trace::words::{CandidateStatus, Question, Reason};
use crate::trace::{TraceEvent, TraceSink};
use crate::view::CollisionView;

/// How often a step that ended without room is halved.
const MAX_HALVINGS: u32 = 4;

/// How often a step that met several obstacles is brought nearer to its target, beyond the rounds of the options.
const MAX_REFINEMENTS: u32 = 6;

/// How often a step that leads through a pinch is halved: to a five hundredth of it.
const PINCH_HALVINGS: u32 = 9;

/// How many pushes are tried at most to find the best order: all orders of three obstacles, and of most fours.
const MAX_TRIES: u32 = 64;

/// How far a mover that began inside is pushed out at most, as a multiple of the overlap: out of a corner of 30 degrees. With larger
/// values, two obstacles that press it from both sides throw it far away; smaller ones leave it stuck in acute corners.
const MAX_WAY_OUT: f32 = 4.0;

/// How many steps ahead obstacles are looked up at once.
const STEPS_AHEAD: f32 = 8.0;

/// Slides a mover along `delta`, step by step.
#[cold]
pub(super) fn slide(
    sink: TraceSink,
    options: &SolverOptions,
    view: CollisionView,
    space: &Space,
    mover: &Mover,
    delta: Vec2,
) -> Slide {
    let (half, radius) = view.core(mover);
    let longest = mover.longest_step(radius);
    let offset = if options.sub_steps { free_start(view, space, mover, delta, longest) } else { Vec2::ZERO };
    let steps = SubSteps::new(delta - offset, longest, options.sub_steps);
    let mut slide = Slide::default();
    let near = NearbyObstacles::new(half);
    let goes_on =
        GeneralSlide { options, view, space, mover, half, radius, offset, near, slide: &mut slide, sink }.run(&steps);
    mark_incomplete(&mut slide, steps.is_whole(), goes_on);
    if slide.outcome == Outcome::Free {
        // Nothing pushed: return the exact move instead of the rounded sum of its steps.
        slide.moved = delta;
    }
    if options.corrections && slide.outcome == Outcome::Slid && is_rounding(slide.moved, delta, mover.aabb.center) {
        slide.moved = Vec2::ZERO;
        sink.emit(|| TraceEvent::Reached { at: Vec2::ZERO, why: Reason::Still });
    }
    slide
}

/// One slide in progress. Offsets are relative to the mover's start, so that far from the origin nothing is lost.
struct GeneralSlide<'a> {
    options: &'a SolverOptions,
    view: CollisionView,
    space: &'a Space,
    mover: &'a Mover,
    half: Vec2,
    radius: f32,
    offset: Vec2,
    near: NearbyObstacles,
    slide: &'a mut Slide,
    sink: TraceSink<'a>,
}

/// A run of steps that nothing turned.
struct StraightRun {
    from: Vec2,
    steps: u32,
    /// Whether each step ends at a multiple of the step. Thousands of steps added one by one end a tenth of a pixel
    /// off.
    long: bool,
}

impl StraightRun {
    /// Where the next step wants to end.
    fn target(&self, step: Vec2) -> Vec2 {
        if self.long { self.from + step * (self.steps + 1) as f32 } else { self.from + step }
    }

    /// Records that a step towards `target` ended at `end`.
    fn record(&mut self, target: Vec2, end: Vec2) {
        if self.long && end == target {
            self.steps += 1;
        } else {
            (self.from, self.steps) = (end, 0);
        }
    }
}

/// Where a step ends.
#[derive(Clone, Copy)]
struct StepEnd {
    at: Vec2,
    /// The overlap that is left there, px.
    left: f32,
    /// The distance to the nearest obstacle, px; 0 when touching or unknown.
    clearance: f32,
    /// Whether the step would have led backwards by more than rounding, and stayed where it began.
    refused: bool,
    /// Whether no more than one obstacle pushed.
    single: bool,
}

impl StepEnd {
    /// A step that ends in contact.
    fn touching(at: Vec2, left: f32, single: bool) -> Self {
        Self { at, left, clearance: 0.0, refused: false, single }
    }
}

impl GeneralSlide<'_> {
    /// Makes all steps, until one has no room or makes no progress. Returns whether the last one
    /// made progress.
    fn run(&mut self, steps: &SubSteps) -> bool {
        let SubSteps { count, step, longest } = *steps;
        let mut free = 0.0_f32;
        let mut straight = StraightRun { from: self.offset, steps: 0, long: count > MAX_ADDED_STEPS };
        let mut goes_on = false;
        for done in 0..count {
            self.look_up(self.offset, STEPS_AHEAD.min((count - done) as f32) * longest);
            self.slide.steps += 1;
            let length = if count > 1 { step.length() } else { f32::INFINITY };
            let (start, target) = (self.offset, straight.target(step));
            self.sink.emit(|| TraceEvent::Step { number: done + 1, of: count, from: start, wanted: step });
            if free > length {
                // Every obstacle is farther away than this step is long: skip the evaluation.
                self.offset = target;
                self.emit_reached(target, Reason::NotAsked);
                free -= length;
            } else {
                let Some(clearance) = self.step(step, target, MAX_HALVINGS) else { break };
                if done + 1 < count {
                    free = clearance.min(self.room_looked_up(self.offset));
                }
            }
            goes_on = self.offset != start;
            if !goes_on {
                // All further steps would do the same.
                break;
            }
            straight.record(target, self.offset);
        }
        self.slide.moved = self.offset;
        goes_on
    }

    /// Makes one step to `target`. Returns the distance to the nearest obstacle afterwards (0 when touching), or `None`
    /// when there was no room.
    #[inline]
    fn step(&mut self, step: Vec2, target: Vec2, halvings: u32) -> Option<f32> {
        let start = self.offset;
        if !self.options.corrections {
            return Some(self.step_as_pushed(target));
        }
        let end = self.settle_lawfully(start, step, target);
        if end.left <= ALLOWED_OVERLAP {
            if end.refused && halvings > 0 {
                return Some(self.step_through(step, halvings, end));
            }
            if self.leads_through_pinch(start, end.at) {
                return Some(self.step_up_to_pinch(step));
            }
            if end.at == target || !is_still(end.at - start, step.length_squared(), end.single) {
                self.offset = end.at;
                self.emit_reached(end.at, if end.at == target { Reason::Free } else { Reason::Pushed });
            } else {
                self.emit_reached(start, Reason::Still);
            }
            return Some(end.clearance);
        }
        self.step_without_room(step, halvings, &end)
    }

    /// Makes one step that ends wherever its pushes lead.
    #[cold]
    fn step_as_pushed(&mut self, target: Vec2) -> f32 {
        let start = self.offset;
        let end = self.settle(start, target);
        self.offset = end.at;
        let left = if end.left > 0.0 { self.depth(Question::Room, end.at, start) } else { 0.0 };
        if left > ALLOWED_OVERLAP {
            (self.slide.outcome, self.slide.overlap) = (Outcome::Stuck, left);
            self.emit_reached(end.at, Reason::Stuck);
            return 0.0;
        }
        if self.slide.outcome == Outcome::Stuck {
            (self.slide.outcome, self.slide.overlap) = (Outcome::Slid, 0.0);
        }
        self.emit_reached(end.at, if end.at == target { Reason::Free } else { Reason::Pushed });
        end.clearance
    }

    /// Makes a step whose nearest free end lies behind it. Seen from a far target, a narrow place can look like a dead
    /// end that shorter steps pass: make the step in halves, if that gains anything.
    #[cold]
    fn step_through(&mut self, step: Vec2, halvings: u32, end: StepEnd) -> f32 {
        let (start, half) = (self.offset, step * 0.5);
        let (outcome, overlap) = (self.slide.outcome, self.slide.overlap);
        let mut clearance = None;
        self.emit_decision(Reason::HalvesThrough);
        if self.step(half, start + half, halvings - 1).is_some() {
            clearance = self.step(half, self.offset + half, halvings - 1);
        }
        (self.slide.outcome, self.slide.overlap) = (outcome, overlap);
        let gain = (self.offset - end.at).dot(step);
        if gain > MIN_GAIN * step.length() {
            return clearance.unwrap_or(0.0);
        }
        self.offset = end.at;
        self.emit_reached(end.at, Reason::Backwards);
        end.clearance
    }

    /// Makes the longest part of a step that leads through no pinch.
    #[cold]
    fn step_up_to_pinch(&mut self, step: Vec2) -> f32 {
        let start = self.offset;
        let (mut part, mut width) = (0.5, 0.5);
        self.emit_decision(Reason::Pinch);
        for _ in 0..PINCH_HALVINGS {
            width *= 0.5;
            let wanted = step * part;
            let end = self.settle_lawfully(start, wanted, start + wanted);
            if end.left <= ALLOWED_OVERLAP && !end.refused && !self.leads_through_pinch(start, end.at) {
                self.offset = end.at;
                part += width;
            } else {
                part -= width;
            }
        }
        self.emit_reached(self.offset, Reason::Pinch);
        0.0
    }

    /// Makes a step without room in halves, and takes back what still has none.
    #[cold]
    fn step_without_room(&mut self, step: Vec2, halvings: u32, end: &StepEnd) -> Option<f32> {
        if halvings > 0 {
            // Planes are taken where the step ends. Nearer to the start they describe a narrow place better.
            let half = step * 0.5;
            self.emit_decision(Reason::Halves);
            self.step(half, self.offset + half, halvings - 1)?;
            return self.step(half, self.offset + half, halvings - 1);
        }
        let start = self.offset;
        let before = self.depth(Question::Began, start, start);
        if before <= began_inside(self.mover.aabb.center) {
            self.slide.outcome = Outcome::TakenBack;
            self.emit_reached(start, Reason::TakenBack);
            return None;
        }
        // The mover began inside and finds no way out in one step: keep what progress there is, but not out of a body into the
        // ground.
        self.slide.overlap = before;
        if end.left < before && self.is_way_out(start, end.at, step, before) {
            let left = self.depth(Question::Room, end.at, start);
            if left < before && self.depth_in_terrain(end.at, start) <= self.depth_in_terrain(start, start) {
                (self.offset, self.slide.overlap) = (end.at, left);
            }
        }
        self.slide.outcome = Outcome::Stuck;
        self.emit_reached(self.offset, Reason::Stuck);
        None
    }

    /// Settles at the end of a step, never farther than asked and never backwards.
    #[inline]
    fn settle_lawfully(&mut self, start: Vec2, step: Vec2, target: Vec2) -> StepEnd {
        let end = self.settle(start, target);
        // A step that nothing pushed is lawful, whatever rounding says.
        if end.at == target || is_lawful(end.at - start, step, step.length_squared()) {
            return end;
        }
        self.settle_shortened(start, step, end)
    }

    #[cold]
    fn settle_shortened(&mut self, start: Vec2, step: Vec2, end: StepEnd) -> StepEnd {
        let before = self.depth(Question::Began, start, start);
        if before > began_inside(self.mover.aabb.center) {
            // A mover that began inside something is pushed out.
            return if self.is_way_out(start, end.at, step, before) {
                end
            } else {
                StepEnd { at: start, left: f32::INFINITY, ..end }
            };
        }
        let mut last = end;
        let correction = shortened(start, step, &mut { end.at }, |target| {
            self.emit_decision(Reason::Shortened);
            last = self.settle(start, target);
            Some(last.at)
        });
        let refused = match correction {
            Some(StepChange::CutAt(at)) => {
                let left = self.depth(Question::Room, at, start);
                return StepEnd::touching(at, left, last.single);
            }
            Some(StepChange::Backwards { aside, refused: false })
                if is_worth(aside, step.length_squared(), last.single) =>
            {
                let at = start + aside;
                let left = self.depth(Question::Room, at, start);
                if left <= ALLOWED_OVERLAP {
                    self.emit_decision(Reason::Aside);
                    return StepEnd::touching(at, left, last.single);
                }
                false
            }
            Some(StepChange::Backwards { refused, .. }) => refused,
            Some(StepChange::Shortened) | None => return last,
        };
        self.emit_decision(Reason::Backwards);
        StepEnd { refused, ..StepEnd::touching(start, 0.0, last.single) }
    }

    /// Whether a step that began `depth` pixels inside something may end at another offset: not much farther away than the step and that
    /// depth, through no wall, and with no tip of the ground in its core that pushes do not see.
    fn is_way_out(&self, start: Vec2, end: Vec2, step: Vec2, depth: f32) -> bool {
        let ground = |offset| Mover { meets: Layers::NONE, ..self.mover.moved(offset) };
        let in_ground = |offset| self.space.border_overlap(self.view, &ground(offset));
        start.distance(end) <= step.length() + depth * MAX_WAY_OUT
            && !self.crosses_line(start, end)
            && !self.crosses_body(start, end)
            && (self.radius == 0.0 || in_ground(end) <= in_ground(start).max(self.radius))
    }

    /// Whether the middle of the mover gets from one offset to another only through a body that it is not in.
    fn crosses_body(&self, from: Vec2, to: Vec2) -> bool {
        let (a, b) = (self.mover.aabb.center + from, self.mover.aabb.center + to);
        let (way, bodies) = (Segment::new(a, b), &self.space.bodies);
        bodies.any_near(&Aabb::from_corners(a.min(b), a.max(b)), |id, body| {
            let is_met = !body.one_way && body.blocks(id, self.mover);
            let is_box = bodies.compound(id).is_none();
            let is_wall = is_box && is_met && !body.aabb.contains(a);
            is_wall && separation_aabb_segment(body.aabb, way).distance < 0.0
                || !is_box && is_met && bodies.edges(id).any(|edge| enters(&edge, a, b))
        })
    }

    /// Whether the middle of the mover gets from one offset to another only through a line that is solid from there.
    fn crosses_line(&self, from: Vec2, to: Vec2) -> bool {
        let (a, b) = (self.mover.aabb.center + from, self.mover.aabb.center + to);
        let terrain = &self.space.terrain;
        let mut crosses = false;
        terrain.edges_near(&Aabb::from_corners(a.min(b), a.max(b)), |i| {
            let edge = &terrain.edges()[i as usize];
            crosses |= !self.mover.passes.intersects(edge.layers) && enters(edge, a, b);
        });
        crosses
    }

    /// Pushes out of the deepest obstacle until nothing overlaps. Nearly always there is none, or one.
    #[inline]
    fn settle(&mut self, start: Vec2, target: Vec2) -> StepEnd {
        if self.options.push_order == PushOrder::All
            && let Some(end) = self.settle_in_best_order(start, target)
        {
            return end;
        }
        self.emit_question(Question::End, target);
        let found = self.deepest(target, start, &mut []);
        let Some(mut plane) = found.overlapping() else { return found.free_end(target) };
        self.note(&plane);
        if let Some(twin) = self.twin(&plane, &found, target, start) {
            return self.settle_between(start, target, plane, twin);
        }
        let at = target + plane.normal * plane.depth;
        // A push changes distances by at most its length: if everything else was farther away than that, this is the
        // end.
        if found.second + plane.depth <= 0.0 {
            return StepEnd::touching(at, 0.0, true);
        }
        let left = plane.depth;
        self.emit_question(Question::Again, at);
        let found = self.deepest(at, start, core::slice::from_mut(&mut plane));
        if found.overlapping().is_none() {
            return found.free_end(at);
        }
        self.settle_among(start, target, at, Planes::of(plane), left, found)
    }

    /// Where a mover gets exactly into the middle between two faces, it is pushed out of both at once, and stays in the
    /// middle.
    #[cold]
    fn settle_between(&mut self, start: Vec2, target: Vec2, plane: ContactPlane, twin: ContactPlane) -> StepEnd {
        self.note(&twin);
        let mut planes = Planes::of(plane);
        planes.add(twin);
        let offset = planes.solve(self.sink, target).unwrap_or(target);
        self.emit_question(Question::Again, offset);
        let found = self.deepest(offset, start, planes.as_mut_slice());
        self.settle_among(start, target, offset, planes, plane.depth, found)
    }

    /// The plane that is as deep as the deepest one found at an offset, and its mirror image.
    #[inline]
    fn twin(&self, plane: &ContactPlane, found: &Deepest, offset: Vec2, start: Vec2) -> Option<ContactPlane> {
        let is_tied = found.second == plane.depth && self.options.push_order == PushOrder::Together;
        if is_tied { self.find_twin(plane, offset, start) } else { None }
    }

    #[cold]
    fn find_twin(&self, plane: &ContactPlane, offset: Vec2, start: Vec2) -> Option<ContactPlane> {
        let mut twin: Option<ContactPlane> = None;
        self.each_contact(offset, start, |obstacle, contact, blocks, _| {
            let is_mirrored = contact.normal != plane.normal && contact.normal.abs() == plane.normal.abs();
            let comes_first = |known: ContactPlane| self.comes_before(obstacle, known.obstacle, offset);
            if blocks && contact.depth == plane.depth && is_mirrored && twin.is_none_or(comes_first) {
                twin = Some(ContactPlane::new(contact, offset, obstacle));
            }
        });
        twin
    }

    /// Pushes out of the overlapping obstacles in all orders. Returns the free end nearest to the target.
    #[cold]
    fn settle_in_best_order(&mut self, start: Vec2, target: Vec2) -> Option<StepEnd> {
        let mut search = OrderSearch { start, target, tries: MAX_TRIES, best: None };
        self.try_orders(&mut search, target, Planes::default(), self.options.rounds.max(1));
        let (at, pushes) = search.best?;
        pushes.as_slice().iter().for_each(|plane| self.note(plane));
        Some(StepEnd::touching(at, 0.0, false))
    }

    /// Tries all orders of at most `rounds` further pushes.
    fn try_orders(&mut self, search: &mut OrderSearch, offset: Vec2, pushes: Planes, rounds: u32) {
        self.emit_question(if pushes.count == 0 { Question::End } else { Question::Again }, offset);
        self.slide.rounds += 1;
        self.look_up(offset, 0.0);
        if self.sink.is_on() {
            self.emit_candidates(offset, search.start);
        }
        let mut overlapping = Planes::default();
        self.each_contact(offset, search.start, |obstacle, contact, blocks, _| {
            if blocks && contact.depth > SETTLED {
                overlapping.add(ContactPlane::new(contact, offset, obstacle));
            }
        });
        if overlapping.count == 0 {
            search.offer(offset, pushes);
        } else if rounds > 0 {
            // The deepest first, so that the first order tried is that of the plain loop.
            let by_depth = |a: &ContactPlane, b: &ContactPlane| b.depth.total_cmp(&a.depth);
            overlapping.as_mut_slice().sort_unstable_by(|a, b| by_depth(a, b).then(a.obstacle.cmp(&b.obstacle)));
            for plane in overlapping.as_slice() {
                if search.tries > 0 {
                    search.tries -= 1;
                    let mut pushes = pushes;
                    pushes.add(*plane);
                    self.try_orders(search, offset + plane.normal * plane.depth, pushes, rounds - 1);
                }
            }
        }
    }

    /// Settles from the second obstacle on, or from the second push out of the first one. `found` is the evaluation at
    /// `offset`, and `left` the least overlap so far.
    #[cold]
    fn settle_among(
        &mut self,
        start: Vec2,
        target: Vec2,
        mut offset: Vec2,
        mut planes: Planes,
        mut left: f32,
        mut found: Deepest,
    ) -> StepEnd {
        let mut free: Option<StepEnd> = None;
        let rounds = self.options.rounds.max(1);
        // One plane at a time while there is only one, and always in the articles' plain loop.
        let together = self.options.push_order == PushOrder::Together;
        let one_by_one = |planes: &Planes| planes.count < 2 || !together;
        let mut pushes = 1;
        for _ in 1..rounds + MAX_REFINEMENTS {
            if let Some(plane) = found.overlapping() {
                left = left.min(plane.depth);
                if pushes == rounds {
                    break;
                }
                pushes += 1;
                self.note(&plane);
                planes.add(plane);
                if let Some(twin) = self.twin(&plane, &found, offset, start) {
                    self.note(&twin);
                    planes.add(twin);
                }
            } else {
                let gain = free.map_or(f32::INFINITY, |best| best.at.distance(target) - offset.distance(target));
                if gain > 0.0 {
                    free = Some(StepEnd { single: planes.count < 2, ..found.free_end(offset) });
                }
                if one_by_one(&planes) || gain < MIN_REFINEMENT {
                    break;
                }
            }
            if let Some(plane) = found.overlapping().filter(|_| one_by_one(&planes)) {
                offset += plane.normal * plane.depth;
                if found.second + plane.depth <= 0.0 {
                    return StepEnd::touching(offset, 0.0, planes.count < 2);
                }
            } else {
                // The planes of round corners are stricter than the corners themselves, because they were taken
                // elsewhere. Taken anew at this place, they can only let the mover nearer to the target.
                match planes.solve(self.sink, target) {
                    // Nothing changed: another evaluation would find the same.
                    Some(point) if point == offset && found.overlapping().is_none() => break,
                    Some(point) => offset = point,
                    None => break,
                }
            }
            self.emit_question(Question::Again, offset);
            found = self.deepest(offset, start, planes.as_mut_slice());
        }
        free.unwrap_or(StepEnd::touching(offset, left, planes.count < 2))
    }

    /// Remembers an obstacle that pushed.
    #[inline]
    fn note(&mut self, plane: &ContactPlane) {
        self.slide.note(plane.touch());
        let why = match self.options.push_order {
            PushOrder::Together | PushOrder::Deepest => Reason::Deepest,
            PushOrder::Listed => Reason::FirstListed,
            PushOrder::Shallowest => Reason::Shallowest,
            PushOrder::All => Reason::BestOrder,
        };
        plane.emit_chosen(self.sink, why);
    }

    /// How deep the mover overlaps anything at an offset; zero when it is free. A one-way edge that it began in counts only
    /// where it is deeper in it than there: such a mover rose through it, and leaves it as it moves on.
    fn depth(&mut self, question: Question, offset: Vec2, start: Vec2) -> f32 {
        self.depth_in(question, offset, start, |_| true)
    }

    /// How deep the mover overlaps the terrain at an offset.
    fn depth_in_terrain(&mut self, offset: Vec2, start: Vec2) -> f32 {
        self.depth_in(Question::Room, offset, start, |obstacle| matches!(obstacle, Obstacle::Edge(_)))
    }

    fn depth_in(&mut self, question: Question, offset: Vec2, start: Vec2, counts: impl Fn(Obstacle) -> bool) -> f32 {
        self.emit_question(question, offset);
        self.slide.rounds += 1;
        self.look_up(offset, 0.0);
        if self.sink.is_on() {
            self.emit_candidates(offset, start);
        }
        let (slide, mut deepest) = (&*self, 0.0_f32);
        slide.each_contact(offset, start, |obstacle, contact, blocks, one_way| {
            if blocks && contact.depth > deepest && counts(obstacle) {
                let is_ribbon = one_way && matches!(obstacle, Obstacle::Edge(_));
                let began =
                    if is_ribbon { slide.contact(obstacle, start, start).map_or(0.0, |c| c.0.depth) } else { 0.0 };
                deepest = deepest.max(contact.depth - began.max(0.0));
            }
        });
        deepest
    }

    /// Whether the mover drops through this edge.
    fn drops_through(&self, fitted: &Fitted, side: Side) -> bool {
        side == Side::OneWay && self.mover.falls_through(fitted.outward())
    }

    /// Evaluates all nearby obstacles, and renews the `known` planes. `start` is where the step began: it decides which
    /// one-way surfaces are open. Of equally deep obstacles one counts, whatever their order.
    fn deepest(&mut self, offset: Vec2, start: Vec2, known: &mut [ContactPlane]) -> Deepest {
        self.slide.rounds += 1;
        // A long push can leave the area that was looked up for the step.
        self.look_up(offset, 0.0);
        let order = self.options.push_order;
        let mut found =
            DeepestSearch { best: None, second: -self.radius.max(THIN_REACH), open: f32::NEG_INFINITY, order };
        if self.sink.is_on() {
            self.emit_candidates(offset, start);
        }
        let terrain = &*self.space.terrain;
        let comes_before = |a: &ContactPlane, b: &ContactPlane| self.comes_before(a.obstacle, b.obstacle, offset);
        for plane in &mut *known {
            // A known obstacle may be far away by now, outside the area that is searched below.
            if let Some((contact, blocks)) = self.contact(plane.obstacle, offset, start) {
                plane.renew(contact, offset);
                found.add(*plane, blocks, comes_before);
            }
        }
        let is_known = |obstacle: Obstacle| known.iter().any(|p| p.obstacle == obstacle);
        self.near.each_edge(terrain, self.mover.passes, |i, fitted, side| {
            let obstacle = Obstacle::Edge(i);
            if self.drops_through(fitted, side) || is_known(obstacle) {
                return;
            }
            let limit = if order.is_deepest() { self.radius - found.second + DEPTH_TIE } else { f32::INFINITY };
            if let Some((contact, blocks)) = self.edge_contact(i, fitted, side, offset, start, limit) {
                found.add(ContactPlane::new(contact, offset, obstacle), blocks, comes_before);
            }
        });
        self.near.each_body(self.space, self.view, self.mover, |obstacle, shape| {
            if !is_known(obstacle) {
                let (contact, blocks) = self.body_contact(&shape, offset, start);
                found.add(ContactPlane::new(contact, offset, obstacle), blocks, comes_before);
            }
        });
        Deepest { plane: found.best, second: found.second.max(found.open) }
    }

    /// Whether an obstacle counts before another that is equally deep: the edges first, then bodies by their ids.
    #[cold]
    #[inline(never)]
    fn comes_before(&self, a: Obstacle, b: Obstacle, offset: Vec2) -> bool {
        let (Obstacle::Edge(i), Obstacle::Edge(j)) = (a, b) else { return a < b };
        let terrain = &self.space.terrain;
        let [one, other] = [i, j]
            .map(|i| EdgeRecord::new(&terrain.hexagons()[i as usize], terrain.edges()[i as usize].side, i, self.half));
        one.comes_before(&other, self.mover.aabb.center, offset, self.mover.up)
    }

    /// The contact with an obstacle at an offset, and whether it is solid there for a mover that began at `start`.
    fn contact(&self, obstacle: Obstacle, offset: Vec2, start: Vec2) -> Option<(Contact, bool)> {
        match obstacle {
            Obstacle::Edge(i) => {
                let fitted = self.space.terrain.hexagons()[i as usize].fitted(self.half);
                let side = self.space.terrain.edges()[i as usize].side;
                self.edge_contact(i, &fitted, side, offset, start, f32::INFINITY)
            }
            _ => self.space.body_shape(self.view, obstacle).map(|shape| self.body_contact(&shape, offset, start)),
        }
    }

    /// The contact with an edge at an offset, and whether it is solid there for a mover that began at `start`; `None`
    /// when it is certainly farther than `limit`.
    #[inline(always)]
    fn edge_contact(
        &self,
        index: u32,
        fitted: &Fitted,
        side: Side,
        offset: Vec2,
        start: Vec2,
        limit: f32,
    ) -> Option<(Contact, bool)> {
        // Subtract the two nearby positions first, so that the small offset is added to a small number.
        let from = self.mover.aabb.center - fitted.middle;
        let separation = self.edge_separation(index, fitted, side, from + start, from + offset, limit)?;
        let blocks = match side {
            Side::Both => true,
            Side::Outer => separation.normal.dot(fitted.outward()) >= -ONE_SIDED_SLACK,
            Side::OneWay => {
                let (outward, way) = (fitted.outward(), [from + start, from + offset]);
                let lowest = lowest_towards(outward, self.mover.lowest());
                separation.normal.dot(outward) > ONE_WAY_FACING
                    && (fitted.holds(way, self.radius, lowest) || self.comes_over_joint(index, fitted, way[0], lowest))
            }
        };
        Some((separation.contact(self.radius), blocks))
    }

    /// Whether a mover that began at `start`, relative to the middle of a one-way edge, stood on another edge there that shares an end
    /// with this one, and faces a similar way: around a convex joint, a walker comes from below the line ahead.
    #[cold]
    #[inline(never)]
    fn comes_over_joint(&self, index: u32, fitted: &Fitted, start: Vec2, lowest: f32) -> bool {
        let (terrain, here, mut comes) = (&*self.space.terrain, fitted.separation(start, true), false);
        if here.distance - self.radius <= -ONE_WAY_SLACK {
            return false;
        }
        let ends = |i: u32| terrain.edges()[i as usize].segment;
        let own = ends(index);
        self.near.each_edge(terrain, self.mover.passes, |i, other, _| {
            let end = ends(i);
            let is_joined = [end.a, end.b].iter().any(|end| [own.a, own.b].contains(end));
            if i == index || !is_joined || other.outward().dot(fitted.outward()) <= ONE_WAY_FACING {
                return;
            }
            let at = start + (fitted.middle - other.middle);
            let there = other.separation(at, true);
            let faces = |found: &Separation, fitted: &Fitted| found.normal.dot(fitted.outward()) > ONE_WAY_FACING;
            // Where the joint itself is nearest, it is above neither line.
            let is_between = lowest <= -ONE_WAY_SLACK
                && there.distance >= here.distance - SETTLED
                && faces(&here, fitted)
                && faces(&there, other);
            comes |=
                there.distance <= here.distance + SETTLED && (is_between || other.height(at) - self.radius > lowest);
        });
        comes
    }

    /// The signed distance of an edge with the end axes of the options; `None` when it is certainly beyond the limit or does
    /// not count.
    #[inline(always)]
    fn edge_separation(
        &self,
        index: u32,
        fitted: &Fitted,
        side: Side,
        start: Vec2,
        at: Vec2,
        limit: f32,
    ) -> Option<Separation> {
        if self.options.end_axes == EndAxes::ClosestPoint {
            return fitted.separation_within(at, side != Side::Both, limit);
        }
        let terrain = &self.space.terrain;
        let hexagon = &terrain.hexagons()[index as usize];
        if self.view == CollisionView::Thin && thin::is_special(self.options) {
            return thin::separation(self.options, &terrain.edges()[index as usize], hexagon, self.half, start, at);
        }
        Some(sat::separation(hexagon, at, self.half, self.options.end_axes))
    }

    /// The same for a body.
    fn body_contact(&self, shape: &ObstacleShape, offset: Vec2, start: Vec2) -> (Contact, bool) {
        let separation = self.body_separation(shape, offset);
        let way = [start, offset].map(|offset| self.mover.aabb.center + offset);
        let core = (self.half, self.radius);
        let blocks = shape.blocks(separation.normal, way, core, self.mover.lowest());
        (separation.contact(self.radius), blocks)
    }

    fn body_separation(&self, shape: &ObstacleShape, offset: Vec2) -> Separation {
        let center = self.mover.aabb.center;
        match shape {
            ObstacleShape::Edge(hexagon, _) if self.options.end_axes != EndAxes::ClosestPoint => {
                sat::separation(hexagon, (center - hexagon.middle) + offset, self.half, self.options.end_axes)
            }
            _ => shape.separation_at(center, offset, self.half),
        }
    }

    /// Whether the straight way from one offset to another leads between two obstacles that leave less room than the
    /// mover needs. Their distances add up to the least where the way crosses the shortest line between them. There the
    /// normals are opposite, and the sum of the overlaps is what the gap lacks.
    #[inline]
    fn leads_through_pinch(&mut self, start: Vec2, end: Vec2) -> bool {
        let way = end - start;
        let checks = self.options.end_axes == EndAxes::ClosestPoint && self.options.sub_steps;
        if !checks || self.radius == 0.0 || way == Vec2::ZERO {
            return false;
        }
        let middle = start + way * 0.5;
        self.look_up(middle, 0.0);
        let (slide, mut leads_through) = (&*self, false);
        slide.each_near(middle, start, |a| {
            slide.each_near(middle, start, |b| {
                leads_through |= a < b && slide.may_pinch(a, b) && slide.leads_between(a, b, start, way);
            });
        });
        leads_through
    }

    /// Calls `visit` with every obstacle that can be one side of a pinch in the middle of a step.
    #[inline(always)]
    fn each_near(&self, middle: Vec2, start: Vec2, mut visit: impl FnMut(Obstacle)) {
        let reach = Pinch::middle_reach(self.radius);
        self.near.each_edge(&self.space.terrain, self.mover.passes, |i, fitted, side| {
            if self.edge_contact(i, fitted, side, middle, start, reach).is_some() {
                visit(Obstacle::Edge(i));
            }
        });
        self.near.each_body(self.space, self.view, self.mover, |obstacle, shape| {
            if self.body_separation(&shape, middle).distance < reach {
                visit(obstacle);
            }
        });
    }

    /// Whether two obstacles may leave a pinch. Bodies always may.
    fn may_pinch(&self, a: Obstacle, b: Obstacle) -> bool {
        let hexagons = self.space.terrain.hexagons();
        let (Obstacle::Edge(a), Obstacle::Edge(b)) = (a, b) else { return true };
        Pinch::between(&hexagons[a as usize], &hexagons[b as usize], self.half, self.radius).is_some()
    }

    /// Whether the way crosses the shortest line between two obstacles, and both together leave too little room there.
    fn leads_between(&self, a: Obstacle, b: Obstacle, start: Vec2, way: Vec2) -> bool {
        let at = |part: f32| {
            Some((self.contact(a, start + way * part, start)?, self.contact(b, start + way * part, start)?))
        };
        // Where a way begins inside, a push leads out; where it ends inside, behind a one-sided edge, it was let in.
        let is_free = |part: f32| {
            at(part).is_some_and(|((a, _), (b, _))| a.depth.max(b.depth) <= began_inside(self.mover.aabb.center))
        };
        if !is_free(0.0) || !is_free(1.0) {
            return false;
        }
        // How fast the sum of the distances grows. The distance to a convex obstacle is a convex function of the place,
        // so this only rises along the way.
        let growth = |part: f32| at(part).map_or(0.0, |((a, _), (b, _))| (a.normal + b.normal).dot(way));
        if growth(0.0) >= 0.0 || growth(1.0) <= 0.0 {
            return false;
        }
        let (mut part, mut width) = (0.5, 0.5);
        for _ in 0..PINCH_HALVINGS {
            width *= 0.5;
            part += if growth(part) < 0.0 { width } else { -width };
        }
        let Some(((a, a_blocks), (b, b_blocks))) = at(part) else { return false };
        let opposite = a.normal.perp_dot(way) * b.normal.perp_dot(way) < 0.0;
        a_blocks && b_blocks && opposite && a.depth + b.depth > MIN_PINCH
    }

    /// How far the mover can go from an offset before it leaves the area that was looked up.
    fn room_looked_up(&self, offset: Vec2) -> f32 {
        let Some(area) = self.near.area else { return f32::NEG_INFINITY };
        let needed = self.area_needed(offset);
        (needed.min() - area.min()).min_element().min((area.max() - needed.max()).min_element())
    }

    /// The area that an evaluation at an offset needs.
    fn area_needed(&self, offset: Vec2) -> Aabb {
        self.mover.aabb.moved(offset).grown(self.radius.max(THIN_REACH) * 2.0)
    }

    /// Looks up the obstacles within `length` pixels of an offset in any direction, unless they are known.
    fn look_up(&mut self, offset: Vec2, length: f32) {
        if self.room_looked_up(offset) >= 0.0 {
            return;
        }
        let area = self.area_needed(offset).grown(length);
        self.sink.emit(|| TraceEvent::Looks { area });
        let count = self.near.look_up(self.space, self.view, self.mover, area);
        self.slide.candidates = self.slide.candidates.max(count);
    }

    fn emit_decision(&self, why: Reason) {
        self.sink.emit(|| TraceEvent::Decides { why });
    }

    fn emit_reached(&self, at: Vec2, why: Reason) {
        self.sink.emit(|| TraceEvent::Reached { at, why });
    }

    fn emit_question(&self, question: Question, at: Vec2) {
        self.sink.emit(|| TraceEvent::Asks { question, at });
    }

    /// Emits the status on every obstacle near a place.
    #[cold]
    fn emit_candidates(&self, offset: Vec2, start: Vec2) {
        self.each_contact(offset, start, |obstacle, contact, blocks, one_way| {
            let status = if contact.depth <= SETTLED {
                CandidateStatus::Apart
            } else if blocks {
                CandidateStatus::Counts
            } else if one_way {
                CandidateStatus::Open
            } else {
                CandidateStatus::Behind
            };
            self.sink.emit(|| TraceEvent::Candidate { obstacle, contact, status });
        });
    }

    /// Calls `visit` with every obstacle near a place: its contact, whether it is solid there, and whether it is one-way.
    fn each_contact(&self, offset: Vec2, start: Vec2, mut visit: impl FnMut(Obstacle, Contact, bool, bool)) {
        self.near.each_edge(&self.space.terrain, self.mover.passes, |i, fitted, side| {
            if let Some((contact, blocks)) = self.edge_contact(i, fitted, side, offset, start, f32::INFINITY) {
                let blocks = blocks && !self.drops_through(fitted, side);
                visit(Obstacle::Edge(i), contact, blocks, side == Side::OneWay);
            }
        });
        self.near.each_body(self.space, self.view, self.mover, |obstacle, shape| {
            let (contact, blocks) = self.body_contact(&shape, offset, start);
            visit(obstacle, contact, blocks, shape.one_way().is_some());
        });
    }
}

/// Whether a way leads through an edge from a side that is solid.
fn enters(edge: &Edge, a: Vec2, b: Vec2) -> bool {
    let Edge { segment, normal, side, .. } = edge;
    let (before, after) = ((a - segment.a).dot(*normal), (b - segment.a).dot(*normal));
    let enters = before > 0.0 && after < 0.0 || *side == Side::Both && before < 0.0 && after > 0.0;
    let along = segment.b - segment.a;
    let at = a.lerp(b, before / (before - after)) - segment.a;
    enters && *side != Side::OneWay && (0.0..=along.length_squared()).contains(&at.dot(along))
}

/// An evaluation of all obstacles: the deepest plane, and an upper bound for the depth of the next one.
struct Deepest {
    plane: Option<ContactPlane>,
    second: f32,
}

impl Deepest {
    /// The plane, if it is deep enough to be pushed out of.
    #[inline]
    fn overlapping(&self) -> Option<ContactPlane> {
        self.plane.filter(|p| p.depth > SETTLED)
    }

    /// The end of a step at a place where nothing overlaps.
    #[inline]
    fn free_end(&self, at: Vec2) -> StepEnd {
        let nearest = self.plane.map_or(self.second, |p| p.depth.max(self.second));
        StepEnd { clearance: (-nearest).max(0.0), ..StepEnd::touching(at, 0.0, true) }
    }
}

/// The search for the best order of pushes.
struct OrderSearch {
    /// Where the step began, and where it wants to end.
    start: Vec2,
    target: Vec2,
    /// How many pushes may still be tried.
    tries: u32,
    /// The free end nearest to the target, and the pushes that lead there.
    best: Option<(Vec2, Planes)>,
}

impl OrderSearch {
    fn offer(&mut self, at: Vec2, pushes: Planes) {
        let distance = |at: Vec2| at.distance_squared(self.target);
        if self.best.as_ref().is_none_or(|(best, _)| distance(at) < distance(*best)) {
            self.best = Some((at, pushes));
        }
    }
}

/// An evaluation in progress.
struct DeepestSearch {
    best: Option<ContactPlane>,
    /// The depth of the second deepest obstacle; before there is one, that at which an obstacle is out of reach.
    second: f32,
    /// The depth of the deepest obstacle that is open here.
    open: f32,
    /// Which obstacle counts.
    order: PushOrder,
}

impl DeepestSearch {
    #[inline]
    fn add(
        &mut self,
        plane: ContactPlane,
        blocks: bool,
        comes_before: impl FnOnce(&ContactPlane, &ContactPlane) -> bool,
    ) {
        let depth = plane.depth;
        if depth < self.second && self.order.is_deepest() {
            return;
        }
        if !blocks {
            // It may be solid a push farther on: then the next round evaluates it again.
            self.open = self.open.max(depth);
            return;
        }
        match self.best {
            Some(best) if self.prefers(&best, &plane, comes_before) => self.second = self.second.max(depth),
            Some(best) => {
                self.second = self.second.max(best.depth);
                self.best = Some(plane);
            }
            None => self.best = Some(plane),
        }
    }

    /// Whether the known plane comes before another.
    #[inline]
    fn prefers(
        &self,
        known: &ContactPlane,
        other: &ContactPlane,
        comes_before: impl FnOnce(&ContactPlane, &ContactPlane) -> bool,
    ) -> bool {
        let deeper = known.depth > other.depth || (known.depth == other.depth && comes_before(known, other));
        if self.order.is_deepest() || known.depth <= SETTLED || other.depth <= SETTLED {
            return deeper;
        }
        if self.order == PushOrder::Listed { known.obstacle < other.obstacle } else { !deeper }
    }
}
