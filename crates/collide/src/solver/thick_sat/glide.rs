//! The usual slide, by the shortest means: every step meets at most one edge of the terrain, or two that are flat where
//! they are met. These are the evaluations that a walk makes, in the same order, without its bookkeeping; whatever is
//! unusual is left to the walk, which then starts again.

use glam::Vec2;

use super::{
    BEHIND, EndAxes, GAINED, INSIDE, MAX_ADDED, MIN_STEP, SHORTENINGS, SubSteps, aside, is_still, longest_step,
};
use crate::config_space_grid::{ConfigSpaceGrid, DeepestContacts, MARGIN};
use crate::solver::planes::{ContactPlane, SETTLED, nearest_of_two};
use crate::solver::{CollisionView, Outcome, Slide, SolverOptions};
use crate::terrain::EdgeIndex;
use crate::{Aabb, Contact, Mover, Obstacle, Side, Space, Terrain, Touch, Touches};

/// How many edges a glide remembers. More than two, and it is a walk.
const MAX_TOUCHED: usize = 2;

/// A slide that went well.
#[derive(Clone, Copy)]
pub(super) struct Glided {
    moved: Vec2,
    rounds: u32,
    steps: u32,
    candidates: u32,
    touched: u32,
    touches: [Touched; MAX_TOUCHED],
}

/// An edge that pushed.
#[derive(Clone, Copy)]
struct Touched {
    normal: Vec2,
    depth: f32,
    edge: u32,
}

impl Glided {
    /// So far nothing.
    const START: Self = Self {
        moved: Vec2::ZERO,
        rounds: 0,
        steps: 0,
        candidates: 0,
        touched: 0,
        touches: [Touched { normal: Vec2::ZERO, depth: 0.0, edge: 0 }; MAX_TOUCHED],
    };

    /// A slide of one step, or two, that met nothing.
    #[inline(always)]
    fn free(delta: Vec2, candidates: u32) -> Self {
        Self { moved: delta, rounds: 1, steps: 1, candidates, ..Self::START }
    }

    /// A slide of one step that met one edge, or two.
    #[inline(always)]
    fn pushed(moved: Vec2, first: &DeepestContacts, second: Option<&DeepestContacts>, rounds: u32) -> Self {
        let touch = |d: &DeepestContacts| Touched { normal: d.normal, depth: d.depth, edge: d.edge };
        let touches = [touch(first), touch(second.unwrap_or(first))];
        let touched = 1 + u32::from(second.is_some());
        Self { moved, rounds, steps: 1, candidates: first.asked, touched, touches }
    }

    /// Remembers what pushed. False when too many did.
    #[inline]
    fn note(&mut self, found: &DeepestContacts) -> bool {
        let known = self.touches[..self.touched as usize].iter().position(|t| t.edge == found.edge);
        let slot = known.unwrap_or(self.touched as usize);
        if slot == MAX_TOUCHED {
            return false;
        }
        if known.is_none() || self.touches[slot].depth < found.depth {
            self.touches[slot] = Touched { normal: found.normal, depth: found.depth, edge: found.edge };
        }
        self.touched += u32::from(known.is_none());
        true
    }

    /// What the caller gets.
    #[inline(always)]
    pub fn slide(&self) -> Slide {
        let touch = |t: &Touched| {
            let contact = Contact { normal: t.normal, depth: t.depth };
            Touch { contact, obstacle: Obstacle::Edge(t.edge) }
        };
        Slide {
            moved: self.moved,
            touches: Touches::few(self.touches.each_ref().map(touch), self.touched as usize),
            outcome: if self.touched == 0 { Outcome::Free } else { Outcome::Slid },
            overlap: 0.0,
            rounds: self.rounds,
            steps: self.steps,
            candidates: self.candidates,
        }
    }
}

/// How a try to glide ended.
pub(super) enum Ended {
    /// The whole move is free; so many were near.
    Free(u32),
    /// So far: one face pushed, and nothing else is near.
    Face(Vec2, Touch),
    /// It went well.
    Glided(Glided),
    /// There is more to it.
    Unusual,
}

impl From<Option<Glided>> for Ended {
    #[inline(always)]
    fn from(glided: Option<Glided>) -> Self {
        glided.map_or(Self::Unusual, Self::Glided)
    }
}

/// Slides if that is all there is to it. For solvers that see true distances. What most ticks need is put into the caller's
/// code, where the move stays in registers.
#[inline(always)]
pub(super) fn glide(options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Ended {
    if options.end_axes != EndAxes::ClosestPoint || !options.deepest_first || mover.drops_through {
        return Ended::Unusual;
    }
    if !space.bodies.is_empty() && space.meets_body(mover, &everywhere(mover, delta)) {
        return Ended::Unusual;
    }
    let Some(compiled) = space.terrain.compiled(mover).filter(|_| !options.disk) else {
        return search(options, &space.terrain, mover, delta).into();
    };
    let center = mover.aabb.center;
    if options.rounds > 1 {
        let head = compiled.head(center + delta);
        if compiled.is_free(head, delta) {
            return Ended::Free(0);
        }
        let square = delta.length_squared();
        let short = square <= compiled.longest_square;
        if short && let Some((depth, normal, edge)) = compiled.only_face(head, center, delta) {
            let end = delta + normal * depth;
            if depth <= SETTLED {
                return Ended::Free(1);
            }
            let near = depth <= MARGIN && is_shallow(depth, square, compiled.radius);
            if near && is_lawful(end, delta, square) && !is_still(end, square) {
                return Ended::Face(end, Touch { contact: Contact { normal, depth }, obstacle: Obstacle::Edge(edge) });
            }
        }
        if (short || options.sub_steps)
            && let Some(glided) = fold(compiled, head, center, delta)
        {
            return Ended::Glided(glided);
        }
    }
    fold_on(compiled, options, center, delta).into()
}

/// A glide of one step or two through the compiled terrain, if that is all there is to it. `head` is that of the place where
/// it would end.
#[inline(never)]
fn fold(compiled: &ConfigSpaceGrid, head: u32, center: Vec2, delta: Vec2) -> Option<Glided> {
    let square = delta.length_squared();
    let glide = Glide { sight: compiled, radius: compiled.radius, center, twice: true };
    if square <= compiled.longest_square {
        let found = compiled.deepest_in(head, center, delta, Vec2::ZERO);
        return glide.last_step(Vec2::ZERO, delta, square, &found);
    }
    if !compiled.is_two_steps(square) {
        return None;
    }
    let step = delta * 0.5;
    let first = compiled.deepest(center, step, Vec2::ZERO);
    if first.depth > SETTLED {
        return None;
    }
    let found = compiled.deepest_in(head, center, delta, step);
    let glided = glide.last_step(step, step, square * 0.25, &found)?;
    Some(Glided { rounds: glided.rounds + 1, steps: 2, candidates: glided.candidates.max(first.asked), ..glided })
}

/// Everything that a mover can meet on a way, wherever it is turned.
fn everywhere(mover: &Mover, delta: Vec2) -> Aabb {
    mover.aabb.grown(delta.x.abs() + delta.y.abs() + mover.thickness.max(MIN_STEP) * 3.0)
}

/// A glide through the compiled terrain, however long.
#[inline(never)]
fn fold_on(compiled: &ConfigSpaceGrid, options: &SolverOptions, center: Vec2, delta: Vec2) -> Option<Glided> {
    let way = SubSteps::new(delta, compiled.longest, options.sub_steps);
    Glide { sight: compiled, radius: compiled.radius, center, twice: options.rounds > 1 }.go(&way, delta)
}

/// A glide by the terrain's grid: the reference.
#[inline(never)]
fn search(options: &SolverOptions, terrain: &Terrain, mover: &Mover, delta: Vec2) -> Option<Glided> {
    let (half, radius) = if options.disk { CollisionView::Round } else { CollisionView::Thick }.core(mover);
    let (center, twice) = (mover.aabb.center, options.rounds > 1);
    let glide = Glide { sight: &GridQuery { terrain, index: terrain.index(), half, radius }, radius, center, twice };
    let (longest, square) = (longest_step(mover, radius), delta.length_squared());
    if square <= longest * longest {
        let found = glide.sight.deepest(center, delta, Vec2::ZERO);
        if let Some(glided) = glide.last_step(Vec2::ZERO, delta, square, &found) {
            return Some(glided);
        }
    }
    glide.go(&SubSteps::new(delta, longest, options.sub_steps), delta)
}

/// Who can tell what is deepest at a place.
trait DeepestQuery {
    /// What is deepest for a core at `center + offset`, in a step that began at `center + start`.
    fn deepest(&self, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts;

    /// The same where the step was in a cell with this head before.
    fn deepest_again(&self, head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts;

    /// The contact normal with an edge there.
    fn normal(&self, edge: u32, center: Vec2, offset: Vec2) -> Vec2;
}

impl DeepestQuery for ConfigSpaceGrid {
    #[inline(always)]
    fn deepest(&self, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        Self::deepest(self, center, offset, start)
    }

    #[inline(always)]
    fn deepest_again(&self, head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        Self::deepest_again(self, head, center, offset, start)
    }

    fn normal(&self, edge: u32, center: Vec2, offset: Vec2) -> Vec2 {
        Self::normal(self, edge, center, offset)
    }
}

/// The reference: the terrain's grid, asked anew at every place.
struct GridQuery<'a> {
    terrain: &'a Terrain,
    index: &'a EdgeIndex,
    half: Vec2,
    radius: f32,
}

impl DeepestQuery for GridQuery<'_> {
    #[inline(never)]
    fn deepest(&self, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        let mut deep = DeepestContacts::new(0);
        let reach = self.half + (self.radius + MARGIN);
        self.index.grid.visit_cells(&Aabb::new(center + offset, reach), |index| {
            let hexagon = &self.index.hexagons[index as usize];
            let from = center - hexagon.middle;
            deep.search(self.terrain, hexagon, index, [from + offset, from + start, self.half], self.radius);
        });
        deep.finish()
    }

    #[inline(always)]
    fn deepest_again(&self, _: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        self.deepest(center, offset, start)
    }

    fn normal(&self, edge: u32, center: Vec2, offset: Vec2) -> Vec2 {
        let hexagon = &self.index.hexagons[edge as usize];
        let outer = self.terrain.edges()[edge as usize].side != Side::Both;
        hexagon.separation((center - hexagon.middle) + offset, self.half, outer).normal
    }
}

/// Whether a push so deep is no longer than its step, squared, and the mover's core is still before the edge.
#[inline(always)]
fn is_shallow(depth: f32, square: f32, radius: f32) -> bool {
    depth * depth <= square && depth <= radius - BEHIND
}

/// Whether a step leads neither farther than asked nor backwards.
#[inline(always)]
fn is_lawful(moved: Vec2, step: Vec2, square: f32) -> bool {
    moved.length_squared() <= square && moved.dot(step) >= 0.0
}

/// A glide under way.
struct Glide<'a, S> {
    sight: &'a S,
    radius: f32,
    center: Vec2,
    /// Whether the options allow a step to push twice.
    twice: bool,
}

impl<S: DeepestQuery> Glide<'_, S> {
    /// The last step of a move that met nothing before `start`, if it meets at most two edges and ends lawfully. `found` is
    /// what is at its end.
    #[inline(always)]
    fn last_step(&self, start: Vec2, step: Vec2, square: f32, found: &DeepestContacts) -> Option<Glided> {
        let target = start + step;
        if found.depth <= SETTLED {
            return Some(Glided::free(target, found.asked));
        }
        if !is_shallow(found.depth, square, self.radius) {
            return None;
        }
        let mut end = target + found.normal * found.depth;
        let (mut second, mut rounds) = (None, 1);
        if !found.push_clears_all(self.radius - BEHIND) {
            let again = self.sight.deepest_again(found.head, self.center, end, start);
            rounds = 2;
            if again.depth > SETTLED {
                rounds = 3;
                end = self.corner(start, target, found, end, &again)?;
                second = Some(again);
            }
        }
        let way = end - start;
        // Not a choice of two values: the next tick would wait for it.
        if is_lawful(way, step, square) && !is_still(way, square) {
            return Some(Glided::pushed(end, found, second.as_ref(), rounds));
        }
        self.stays(start, step, end).then(|| Glided::pushed(start, found, second.as_ref(), rounds))
    }

    /// Whether a step that made no way, or was turned backwards by rounding alone, ends where it began.
    #[inline(never)]
    fn stays(&self, start: Vec2, step: Vec2, end: Vec2) -> bool {
        let (way, square) = (end - start, step.length_squared());
        if is_lawful(way, step, square) {
            return true;
        }
        way.length_squared() <= square
            && way.dot(step) >= -GAINED * square.sqrt()
            && aside(way, step).is_none()
            && self.sight.deepest(self.center, start, start).depth <= INSIDE
    }

    /// Goes the whole way, `delta`; `None` when there is more to it.
    #[inline(never)]
    fn go(&self, way: &SubSteps, delta: Vec2) -> Option<Glided> {
        if way.steps > MAX_ADDED {
            return None;
        }
        let mut glided = Glided::START;
        let step = way.step;
        let square = step.length_squared();
        for _ in 0..way.steps {
            let start = glided.moved;
            let target = start + step;
            glided.steps += 1;
            glided.rounds += 1;
            let found = self.sight.deepest(self.center, target, start);
            glided.candidates = glided.candidates.max(found.asked);
            if found.depth <= SETTLED {
                glided.moved = target;
                continue;
            }
            let mut end = self.pushed(&mut glided, way, target, &found)?;
            if !is_lawful(end - start, step, square) {
                end = self.shortened(&mut glided, way, end)?;
            }
            if is_still(end - start, square) {
                return Some(glided);
            }
            glided.moved = end;
        }
        if glided.touched == 0 {
            // The sum of the steps is the move, whatever rounding says.
            glided.moved = delta;
        }
        Some(glided)
    }

    /// Pushes out of what was met at `target`.
    #[inline(always)]
    fn pushed(&self, glided: &mut Glided, way: &SubSteps, target: Vec2, found: &DeepestContacts) -> Option<Vec2> {
        if found.depth > way.longest || found.depth > self.radius - BEHIND || !glided.note(found) {
            return None;
        }
        let end = target + found.normal * found.depth;
        if found.push_clears_all(self.radius - BEHIND) {
            Some(end)
        } else {
            self.pushed_again(glided, target, found, end)
        }
    }

    /// The same if there is more near `end`, the end of the first push.
    #[inline(never)]
    fn pushed_again(&self, glided: &mut Glided, target: Vec2, found: &DeepestContacts, end: Vec2) -> Option<Vec2> {
        let start = glided.moved;
        let again = self.sight.deepest(self.center, end, start);
        glided.rounds += 1;
        if again.depth <= SETTLED {
            return Some(end);
        }
        glided.rounds += 1;
        let corner = self.corner(start, target, found, end, &again)?;
        glided.note(&again).then_some(corner)
    }

    /// A step that led farther than asked, around a round corner, or, by rounding alone, backwards: it ends where a walk
    /// ends it.
    #[inline(never)]
    fn shortened(&self, glided: &mut Glided, way: &SubSteps, end: Vec2) -> Option<Vec2> {
        let (start, step) = (glided.moved, way.step);
        if self.sight.deepest(self.center, start, start).depth > INSIDE {
            return None;
        }
        let length = step.length();
        let mut end = end;
        for _ in 0..SHORTENINGS {
            let moved = end - start;
            if moved.length_squared() <= length * length || moved.dot(step) < 0.0 {
                break;
            }
            let target = start + moved * (length / moved.length());
            let found = self.sight.deepest(self.center, target, start);
            glided.rounds += 1;
            end = if found.depth > SETTLED { self.pushed(glided, way, target, &found)? } else { target };
        }
        let moved = end - start;
        let along = moved.dot(step);
        if along < 0.0 {
            let still = along >= -GAINED * length && aside(moved, step).is_none();
            return still.then_some(start);
        }
        (moved.length_squared() <= length * length).then_some(end)
    }

    /// The nearest point to the target beyond two edges, `a` met at `at_a` and then `b` at `at_b`, if both are as flat there
    /// as where they were met and nothing else is in the way.
    #[inline(always)]
    fn corner(&self, start: Vec2, at_a: Vec2, a: &DeepestContacts, at_b: Vec2, b: &DeepestContacts) -> Option<Vec2> {
        // In a cell with the same edges as where it was met, a face is the same face.
        let is_flat = |edge: &DeepestContacts, at: Vec2, head: u32| {
            (edge.face && edge.head == head) || self.sight.normal(edge.edge, self.center, at) == edge.normal
        };
        if !self.twice || b.depth > self.radius - BEHIND || a.edge == b.edge || !is_flat(a, at_b, b.head) {
            return None;
        }
        let plane = |edge: &DeepestContacts, at: Vec2| {
            ContactPlane::new(Contact { normal: edge.normal, depth: edge.depth }, at, Obstacle::Edge(edge.edge))
        };
        let point = nearest_of_two(&plane(a, at_a), &plane(b, at_b), at_a)?;
        let last = self.sight.deepest_again(b.head, self.center, point, start);
        if last.depth > SETTLED {
            return None;
        }
        (is_flat(a, point, last.head) && is_flat(b, point, last.head)).then_some(point)
    }
}
