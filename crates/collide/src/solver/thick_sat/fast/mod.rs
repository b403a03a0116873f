//! Fast path of thick-sat. Handles sub-steps that touch at most one edge, or two flat ones. Anything else returns
//! `None`, and the general path starts again. Both paths compute the same result, bit for bit.
//!
//! To remove it, delete this folder, the call in `thick_sat/mod.rs`, `Terrain::compile` and the lookups in `Space::cast` and
//! `Space::each_close`.

use glam::Vec2;

use super::edge_record::EdgeRecord;
use super::pinch::Pinch;
use super::steps::{
    MAX_ADDED_STEPS, StepChange, SubSteps, is_lawful, is_long, is_rounding, is_still, is_worth, shortened,
};
use crate::contact::{Contact, Obstacle, Touch, Touches};
use crate::edge::Side;
use crate::edge_index::EdgeIndex;
use crate::layers::Layers;
use crate::mover::Mover;
use crate::separation::EndAxes;
use crate::shape::Aabb;
use crate::slide::{Outcome, Slide};
use crate::solver::options::{PushOrder, SolverOptions};
use crate::solver::planes::{ContactPlane, nearest_of_two};
use crate::space::Space;
use crate::terrain::Terrain;
use crate::tolerance::{
    ALLOWED_OVERLAP, BEHIND_MARGIN, DEPTH_TIE, LISTED_MARGIN, ONE_WAY_SLACK, SETTLED, THIN_REACH, began_inside,
};
use crate::view::CollisionView;
use config_space_grid::{CROWDED, ConfigSpaceGrid};
use deepest::DeepestContacts;

pub(crate) mod config_space_grid;
pub(crate) mod config_space_update;
mod deepest;

/// How many edges the fast path remembers. A slide that touches more takes the general path.
const MAX_FAST_TOUCHES: usize = 2;

/// How many edges near a step are compared. Where more are near, it takes the general path.
const MAX_NEAR: usize = 8;

/// Slides a mover, by `general` where that takes the general path. Inlined into the caller up to a push out of one
/// face: most ticks need no more, and the move stays in registers.
#[inline(always)]
pub(super) fn slide(
    options: &SolverOptions,
    space: &Space,
    mover: &Mover,
    delta: Vec2,
    general: impl FnOnce() -> Slide,
) -> Slide {
    let as_usual = options.end_axes == EndAxes::ClosestPoint
        && options.push_order == PushOrder::Together
        && options.corrections
        && !mover.drops_through
        && mover.passes == Layers::NONE
        && mover.one_way_height == -ONE_WAY_SLACK
        // Its order of equally deep edges is that of an upright mover.
        && mover.up == Vec2::NEG_Y;
    let slid = if !as_usual || !space.meets_no_body(mover) && space.meets_body(mover, &reachable(mover, delta)) {
        None
    } else if let Some(grid) = space.terrain.compiled(mover).filter(|_| !options.disk) {
        let center = mover.aabb.center;
        let head = grid.head(center + delta);
        if options.rounds > 1 {
            if grid.is_free(head, delta) {
                return Slide { moved: delta, rounds: 1, steps: 1, ..Slide::default() };
            }
            let square = delta.length_squared();
            let short = square <= grid.longest_square;
            if short && let Some((depth, normal, edge)) = grid.only_face(head, center, delta) {
                if depth <= SETTLED {
                    return Slide { moved: delta, rounds: 1, steps: 1, candidates: 1, ..Slide::default() };
                }
                let moved = delta + normal * depth;
                let near = depth <= LISTED_MARGIN && is_shallow(depth, grid.longest, grid.radius);
                if near && is_lawful(moved, delta, square) {
                    let touch = Touch { contact: Contact { normal, depth }, obstacle: Obstacle::Edge(edge) };
                    let (touches, outcome) = (Touches::few([touch], 1), Outcome::Slid);
                    let slide = Slide { moved, touches, outcome, overlap: 0.0, rounds: 1, steps: 1, candidates: 1 };
                    // Two returns instead of a select: a select would make the next tick wait for this one.
                    if is_long(moved, square) {
                        return slide;
                    }
                    if is_still(moved, square, true) {
                        return Slide { moved: Vec2::ZERO, ..slide };
                    }
                }
            }
            if !short
                && options.sub_steps
                && let Some(candidates) = grid.free_in_two_steps(head, center, delta, square)
            {
                return Slide { moved: delta, rounds: 2, steps: 2, candidates, ..Slide::default() };
            }
        }
        slide_compiled(grid, options, head, center, delta)
    } else {
        slide_uncompiled(options, &space.terrain, mover, delta)
    };
    match slid {
        Some(slid) => slid.slide(),
        None => general(),
    }
}

/// Everything that a mover can meet on its move, wherever it is turned.
fn reachable(mover: &Mover, delta: Vec2) -> Aabb {
    mover.aabb.grown(delta.x.abs() + delta.y.abs() + mover.skin.max(THIN_REACH) * 3.0)
}

/// A slide through compiled terrain. `head` is that of the target's cell.
#[inline(never)]
fn slide_compiled(
    grid: &ConfigSpaceGrid,
    options: &SolverOptions,
    head: u32,
    center: Vec2,
    delta: Vec2,
) -> Option<FastSlide> {
    let is_short = options.rounds > 1 && (options.sub_steps || delta.length_squared() <= grid.longest_square);
    let slid = if is_short { slide_short(grid, head, center, delta) } else { None };
    slid.or_else(|| slide_long(grid, options, center, delta))
}

/// The same in one or two steps.
#[inline(always)]
fn slide_short(grid: &ConfigSpaceGrid, head: u32, center: Vec2, delta: Vec2) -> Option<FastSlide> {
    let square = delta.length_squared();
    let path = FastPath { query: grid, radius: grid.radius, longest: grid.longest, center, two_planes: true };
    if square <= grid.longest_square {
        let found = grid.deepest_in(head, center, delta, Vec2::ZERO);
        return path.last_step(Vec2::ZERO, delta, square, &found);
    }
    if !grid.is_two_steps(square) {
        return None;
    }
    let step = delta * 0.5;
    let first = grid.deepest(center, step, Vec2::ZERO);
    if first.depth > SETTLED || path.may_pinch(&first, Vec2::ZERO, step) {
        return None;
    }
    let found = grid.deepest_in(head, center, delta, step);
    let slid = path.last_step(step, step, square * 0.25, &found)?;
    Some(FastSlide { rounds: slid.rounds + 1, steps: 2, candidates: slid.candidates.max(first.evaluated), ..slid })
}

/// A slide of any length through compiled terrain.
#[inline(never)]
fn slide_long(grid: &ConfigSpaceGrid, options: &SolverOptions, center: Vec2, delta: Vec2) -> Option<FastSlide> {
    let steps = SubSteps::new(delta, grid.longest, options.sub_steps);
    let (radius, longest) = (grid.radius, grid.longest);
    FastPath { query: grid, radius, longest, center, two_planes: options.rounds > 1 }.run(&steps, delta)
}

/// A slide through terrain that is not compiled, by the terrain's own grid.
#[inline(never)]
fn slide_uncompiled(options: &SolverOptions, terrain: &Terrain, mover: &Mover, delta: Vec2) -> Option<FastSlide> {
    if mover.is_small() {
        return None;
    }
    let (half, radius) = if options.disk { CollisionView::Round } else { CollisionView::Thick }.core(mover);
    let query = &GridQuery { terrain, index: terrain.index(), half, radius };
    let (longest, square) = (mover.longest_step(radius), delta.length_squared());
    let path = FastPath { query, radius, longest, center: mover.aabb.center, two_planes: options.rounds > 1 };
    if square <= longest * longest {
        let found = query.deepest(path.center, delta, Vec2::ZERO);
        if let Some(slid) = path.last_step(Vec2::ZERO, delta, square, &found) {
            return Some(slid);
        }
    }
    path.run(&SubSteps::new(delta, longest, options.sub_steps), delta)
}

/// Whether a push is no longer than the `longest` step and the mover's core is still in front of the edge.
#[inline(always)]
fn is_shallow(depth: f32, longest: f32, radius: f32) -> bool {
    depth <= longest && depth <= radius - BEHIND_MARGIN
}

/// A slide in progress, on the fast path.
struct FastPath<'a, Q> {
    query: &'a Q,
    radius: f32,
    longest: f32,
    center: Vec2,
    /// Whether the options let a step meet two planes.
    two_planes: bool,
}

/// A step that was pushed.
#[derive(Clone, Copy)]
struct Pushed {
    end: Vec2,
    /// The edges that pushed.
    first: Touch,
    second: Option<Touch>,
    /// How many evaluations that took.
    rounds: u32,
}

impl<Q: DeepestQuery> FastPath<'_, Q> {
    /// The last step of a move that met nothing before `start`. `found` is the evaluation at its target.
    #[inline(always)]
    fn last_step(&self, start: Vec2, step: Vec2, square: f32, found: &DeepestContacts) -> Option<FastSlide> {
        let slid = self.last_step_anywhere(start, step, square, found)?;
        (!self.may_pinch(found, start, slid.moved)).then_some(slid)
    }

    /// Whether a step may lead through a pinch. `found` is the evaluation at its target.
    #[inline(always)]
    fn may_pinch(&self, found: &DeepestContacts, from: Vec2, to: Vec2) -> bool {
        found.head & CROWDED == CROWDED && self.query.may_pinch(found.head, self.center + from, self.center + to)
    }

    #[inline(always)]
    fn last_step_anywhere(&self, start: Vec2, step: Vec2, square: f32, found: &DeepestContacts) -> Option<FastSlide> {
        let target = start + step;
        if found.depth <= SETTLED {
            return Some(FastSlide {
                moved: target,
                rounds: 1,
                steps: 1,
                candidates: found.evaluated,
                ..FastSlide::START
            });
        }
        if !is_shallow(found.depth, self.longest, self.radius) {
            return None;
        }
        let pushed = self.push(start, target, found)?;
        let moved = pushed.end - start;
        // Two returns instead of a select: a select would make the next tick wait for this one.
        if is_lawful(moved, step, square) && is_long(moved, square) {
            return Some(FastSlide::of_one_step(pushed.end, found.evaluated, &pushed));
        }
        self.short_end(start, step, pushed.end, pushed.second.is_none())
            .map(|end| FastSlide::of_one_step(end, found.evaluated, &pushed))
    }

    /// Where a last step ends that led a very short way, or was turned backwards by rounding alone.
    #[inline(never)]
    fn short_end(&self, start: Vec2, step: Vec2, end: Vec2, single: bool) -> Option<Vec2> {
        let (moved, square) = (end - start, step.length_squared());
        if is_lawful(moved, step, square) {
            let is_rounding = is_still(moved, square, single) || is_rounding(end, start + step, self.center);
            return Some(if is_rounding { start } else { end });
        }
        let corrected = shortened(start, step, &mut { end }, |_| None);
        let stays = matches!(corrected, Some(StepChange::Backwards { aside, refused: false }) if !is_worth(aside, square, single))
            && self.query.deepest(self.center, start, start).depth <= began_inside(self.center);
        stays.then_some(start)
    }

    /// Makes all steps of the move `delta`.
    #[inline(never)]
    fn run(&self, steps: &SubSteps, delta: Vec2) -> Option<FastSlide> {
        if steps.count > MAX_ADDED_STEPS {
            return None;
        }
        let mut slide = FastSlide::START;
        let step = steps.step;
        let square = step.length_squared();
        for _ in 0..steps.count {
            let start = slide.moved;
            let target = start + step;
            slide.steps += 1;
            slide.rounds += 1;
            let found = self.query.deepest(self.center, target, start);
            slide.candidates = slide.candidates.max(found.evaluated);
            if found.depth <= SETTLED {
                if self.may_pinch(&found, start, target) {
                    return None;
                }
                slide.moved = target;
                continue;
            }
            let (mut end, mut single) = self.push_and_note(&mut slide, target, &found)?;
            if !is_lawful(end - start, step, square) {
                (end, single) = self.push_shortened(&mut slide, step, end, single)?;
            }
            if self.may_pinch(&found, start, end) {
                return None;
            }
            if is_still(end - start, square, single) {
                break;
            }
            slide.moved = end;
        }
        if slide.touched == 0 {
            // Nothing pushed: return the exact move instead of the rounded sum of its steps.
            slide.moved = delta;
        }
        if slide.touched > 0 && is_rounding(slide.moved, delta, self.center) {
            slide.moved = Vec2::ZERO;
        }
        Some(slide)
    }

    /// Ends a step that led farther than asked around a round corner, or backwards by rounding alone.
    #[inline(never)]
    fn push_shortened(
        &self,
        slide: &mut FastSlide,
        step: Vec2,
        mut end: Vec2,
        mut single: bool,
    ) -> Option<(Vec2, bool)> {
        let start = slide.moved;
        if self.query.deepest(self.center, start, start).depth > began_inside(self.center) {
            return None;
        }
        let correction = shortened(start, step, &mut end, |target| {
            let found = self.query.deepest(self.center, target, start);
            slide.rounds += 1;
            single = true;
            if found.depth <= SETTLED {
                return Some(target);
            }
            let (end, is_single) = self.push_and_note(slide, target, &found)?;
            single = is_single;
            Some(end)
        })?;
        let square = step.length_squared();
        match correction {
            StepChange::Shortened => Some((end, single)),
            StepChange::CutAt(at) => {
                slide.rounds += 1;
                (self.query.deepest(self.center, at, start).depth <= ALLOWED_OVERLAP).then_some((at, single))
            }
            StepChange::Backwards { aside, refused } => {
                (!refused && !is_worth(aside, square, single)).then_some((start, single))
            }
        }
    }

    /// Pushes out of the edges found at `target`, and remembers them. Returns where that ends, and whether it was one edge.
    #[inline(always)]
    fn push_and_note(&self, slide: &mut FastSlide, target: Vec2, found: &DeepestContacts) -> Option<(Vec2, bool)> {
        if !is_shallow(found.depth, self.longest, self.radius) {
            return None;
        }
        let pushed = self.push(slide.moved, target, found)?;
        slide.rounds += pushed.rounds;
        let noted = slide.note(&pushed.first) && pushed.second.is_none_or(|second| slide.note(&second));
        noted.then_some((pushed.end, pushed.second.is_none()))
    }

    /// Pushes out of the deepest edge at `target`, and of a second one if that push leads into it.
    #[inline(always)]
    fn push(&self, start: Vec2, target: Vec2, found: &DeepestContacts) -> Option<Pushed> {
        if found.is_tied() { self.push_tied(start, target, *found) } else { self.push_one(start, target, found) }
    }

    #[inline(always)]
    fn push_one(&self, start: Vec2, target: Vec2, found: &DeepestContacts) -> Option<Pushed> {
        let pushed = Pushed { end: target + found.normal * found.depth, first: found.touch(), second: None, rounds: 0 };
        if found.push_clears_all(self.radius - BEHIND_MARGIN) {
            return Some(pushed);
        }
        let again = self.query.deepest_again(found.head, self.center, pushed.end, start);
        if again.depth <= SETTLED {
            return Some(Pushed { rounds: 1, ..pushed });
        }
        let end = self.corner(start, target, found, pushed.end, &again)?;
        Some(Pushed { end, second: Some(again.touch()), rounds: 2, ..pushed })
    }

    /// Pushes out of two edges that are equally deep: of both at once where they mirror each other, else of the one that
    /// counts before the other.
    #[cold]
    #[inline(never)]
    fn push_tied(&self, start: Vec2, target: Vec2, found: DeepestContacts) -> Option<Pushed> {
        let is_in_order = self.query.are_in_order(found.pair()?, self.center, target);
        let (found, other) = if is_in_order { (found, found.swapped()) } else { (found.swapped(), found) };
        if !found.is_mirrored() {
            return self.push_one(start, target, &found);
        }
        let end = self.corner(start, target, &found, target, &other)?;
        Some(Pushed { end, first: found.touch(), second: Some(other.touch()), rounds: 1 })
    }

    /// The nearest point to the target beyond two edges, `a` met at `at_a` and then `b` at `at_b`, if both are as flat
    /// there as where they were met and nothing else is in the way.
    #[inline(always)]
    fn corner(&self, start: Vec2, at_a: Vec2, a: &DeepestContacts, at_b: Vec2, b: &DeepestContacts) -> Option<Vec2> {
        // A face is the same face in every cell with the same edges.
        let is_flat = |edge: &DeepestContacts, at: Vec2, head: u32| {
            (edge.face && edge.head == head) || self.query.normal(edge.edge, self.center, at) == edge.normal
        };
        if !self.two_planes || b.depth > self.radius - BEHIND_MARGIN || a.edge == b.edge || !is_flat(a, at_b, b.head) {
            return None;
        }
        let plane =
            |edge: &DeepestContacts, at: Vec2| ContactPlane::new(edge.touch().contact, at, edge.touch().obstacle);
        let point = nearest_of_two(&plane(a, at_a), &plane(b, at_b), at_a)?;
        let last = self.query.deepest_again(b.head, self.center, point, start);
        if last.depth > SETTLED {
            return None;
        }
        (is_flat(a, point, last.head) && is_flat(b, point, last.head)).then_some(point)
    }
}

/// A slide in its short form.
#[derive(Clone, Copy)]
struct FastSlide {
    moved: Vec2,
    rounds: u32,
    steps: u32,
    candidates: u32,
    touched: u32,
    touches: [Touch; MAX_FAST_TOUCHES],
}

impl FastSlide {
    /// Before the first step.
    const START: Self = Self {
        moved: Vec2::ZERO,
        rounds: 0,
        steps: 0,
        candidates: 0,
        touched: 0,
        touches: [Touches::NOTHING; MAX_FAST_TOUCHES],
    };

    /// A slide of one step that one or two edges pushed.
    #[inline(always)]
    fn of_one_step(moved: Vec2, candidates: u32, pushed: &Pushed) -> Self {
        let touches = [pushed.first, pushed.second.unwrap_or(pushed.first)];
        let touched = 1 + u32::from(pushed.second.is_some());
        Self { moved, rounds: 1 + pushed.rounds, steps: 1, candidates, touched, touches }
    }

    /// Remembers an edge that pushed. Returns false when there are too many.
    #[inline]
    fn note(&mut self, touch: &Touch) -> bool {
        let known = self.touches[..self.touched as usize].iter().position(|t| t.obstacle == touch.obstacle);
        let slot = known.unwrap_or(self.touched as usize);
        if slot == MAX_FAST_TOUCHES {
            return false;
        }
        if known.is_none() || self.touches[slot].contact.depth < touch.contact.depth {
            self.touches[slot] = *touch;
        }
        self.touched += u32::from(known.is_none());
        true
    }

    /// The slide that the caller gets.
    #[inline(always)]
    fn slide(&self) -> Slide {
        Slide {
            moved: self.moved,
            touches: Touches::few(self.touches, self.touched as usize),
            outcome: if self.touched == 0 { Outcome::Free } else { Outcome::Slid },
            overlap: 0.0,
            rounds: self.rounds,
            steps: self.steps,
            candidates: self.candidates,
        }
    }
}

/// Finds the deepest edges at a place.
trait DeepestQuery {
    /// The deepest edges for a core at `center + offset`, in a step that began at `center + start`.
    fn deepest(&self, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts;

    /// The same after a push out of the deepest edge, where the step was in a cell with this head before. Infinitely deep
    /// where two edges are equally deep.
    #[inline(always)]
    fn deepest_again(&self, _head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        self.deepest(center, offset, start).unless_tied()
    }

    /// Whether a step that ends in a crowded place may lead through a pinch.
    fn may_pinch(&self, head: u32, from: Vec2, to: Vec2) -> bool;

    /// Whether the first of two edges counts before the other where they are equally deep for a core at `center + offset`.
    fn are_in_order(&self, edges: [u32; 2], center: Vec2, offset: Vec2) -> bool;

    /// The contact normal with an edge there.
    fn normal(&self, edge: u32, center: Vec2, offset: Vec2) -> Vec2;
}

/// Queries terrain that is not compiled: the reference for the compiled one.
struct GridQuery<'a> {
    terrain: &'a Terrain,
    index: &'a EdgeIndex,
    half: Vec2,
    radius: f32,
}

impl DeepestQuery for GridQuery<'_> {
    #[inline(never)]
    fn deepest(&self, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        let mut found = DeepestContacts::new(0);
        let reach = Pinch::end_reach(self.radius).max(self.radius + LISTED_MARGIN + DEPTH_TIE);
        let mut near = NearEdges::NONE;
        self.index.grid.visit_cells(&Aabb::new(center + offset, self.half + reach), |index| {
            let hexagon = &self.index.hexagons[index as usize];
            let from = center - hexagon.middle;
            if !hexagon.is_within(from + offset, self.half, reach) {
                return found.add_distant();
            }
            near.add(self, index, center + offset);
            found.evaluate_distant(
                self.terrain.edges(),
                hexagon,
                index,
                [from + offset, from + start, self.half],
                self.radius,
            );
        });
        if near.leave_pinch {
            found.head = CROWDED;
        }
        found.finish()
    }

    fn may_pinch(&self, _head: u32, _from: Vec2, _to: Vec2) -> bool {
        true
    }

    fn are_in_order(&self, edges: [u32; 2], center: Vec2, offset: Vec2) -> bool {
        let record = |edge: u32| {
            let (at, side) = (edge as usize, self.terrain.edges()[edge as usize].side);
            EdgeRecord::new(&self.index.hexagons[at], side, edge, self.half)
        };
        let [one, other] = edges.map(record);
        one.comes_before(&other, center, offset, Vec2::NEG_Y)
    }

    fn normal(&self, edge: u32, center: Vec2, offset: Vec2) -> Vec2 {
        let hexagon = &self.index.hexagons[edge as usize];
        let outer = self.terrain.edges()[edge as usize].side != Side::Both;
        hexagon.separation((center - hexagon.middle) + offset, self.half, outer).normal
    }
}

/// The edges near a place.
struct NearEdges {
    edges: [u32; MAX_NEAR],
    count: usize,
    /// Whether two of them leave a pinch, or they are too many to tell.
    leave_pinch: bool,
}

impl NearEdges {
    const NONE: Self = Self { edges: [u32::MAX; MAX_NEAR], count: 0, leave_pinch: false };

    #[inline(always)]
    fn add(&mut self, query: &GridQuery, index: u32, at: Vec2) {
        if self.count == 0 {
            (self.edges[0], self.count) = (index, 1);
        } else if self.edges[0] != index && self.edges[1] != index {
            self.add_another(query, index, at);
        }
    }

    #[inline(never)]
    fn add_another(&mut self, query: &GridQuery, index: u32, at: Vec2) {
        let known = &self.edges[..self.count];
        if known.contains(&index) {
            return;
        }
        let hexagon = |index: u32| &query.index.hexagons[index as usize];
        let reach = Pinch::reach(query.radius);
        let is_near = |other: &u32| {
            let (a, b) = (hexagon(*other), hexagon(index));
            let pinch = Pinch::between(a, b, query.half, query.radius);
            pinch.is_some_and(|pinch| (at - a.middle).distance_squared(pinch.place) <= reach * reach)
        };
        self.leave_pinch |= self.count == MAX_NEAR || known.iter().any(is_near);
        if let Some(slot) = self.edges.get_mut(self.count) {
            *slot = index;
            self.count += 1;
        }
    }
}
