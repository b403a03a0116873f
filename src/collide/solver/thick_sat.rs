//! thick-sat and thin-sat: move, then push out of the deepest thick segment, at most five times.
//!
//! Source: "Smooth collisions" part 2, Sebastien Alaiwan. Ours differs in three things that make it smooth: the test is
//! exact (see `separation.rs`), moves longer than the skin are cut, and as soon as a step meets a second obstacle, it ends
//! at the point nearest to the wanted one that lies beyond all planes met: pushing out of one wall of a wedge pushes into
//! the other, and in an acute one for ever.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::planes::{Plane, Planes, SETTLED};
use super::{Outcome, Slide, Solver, SolverOptions, View};
use crate::collide::compiled::{Compiled, MARGIN};
use crate::collide::separation::{Fitted, Separation, sat};
use crate::collide::space::{ONE_SIDED_SLACK, ONE_WAY_FACING, ONE_WAY_SLACK, Shape};
use crate::collide::{Aabb, Contact, Mover, Obstacle, Side, Space, Terrain, Touch};

/// Which axes the two ends of a segment add to the separating-axis test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Copy, Debug, Default)]
pub struct ThickSat {
    /// Rounds, axes, sub-steps.
    pub options: SolverOptions,
    /// Without thickness and end axes: the article's first attempt.
    pub thin: bool,
}

/// The deepest overlap that a slide may leave, in pixels (law 2).
const ALLOWED: f32 = 5e-3;

/// The shortest step a move is cut into, in pixels, where the skin is thinner.
const SHORTEST_STEP: f32 = 0.5;

/// The most steps of one slide. At the default skin that is a way of 12 288 tiles; a longer move ends there.
const MOST_STEPS: u32 = 1 << 16;

/// How often a step that ended without room is cut in halves.
const HALVINGS: u32 = 4;

/// How often a step that went farther than asked, around a round corner, is shortened.
const SHORTENINGS: u32 = 4;

/// How often a step that met several obstacles is brought nearer to its target, beyond the rounds of the options.
const REFINEMENTS: u32 = 6;

/// An approach shorter than this ends it, in pixels. Larger values leave movers short of tight corners.
const REFINED: f32 = 2e-3;

/// How many edges are remembered between two rounds; where more are near, they are looked up again in each round.
const REMEMBERED: usize = 64;

/// How many steps of the way the edges are looked up for at once.
const WINDOW: f32 = 8.0;

/// What one evaluation of all obstacles says: the deepest plane, and how deep the next one is at most.
struct Deepest {
    plane: Option<Plane>,
    second: f32,
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
    /// The part of the way that was looked up.
    area: Aabb,
    slide: &'a mut Slide,
}

/// Where a walk finds the edges near a place.
trait Near {
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
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let (half, radius) = self.view().core(mover);
        let mut slide = Slide::default();
        let exact = !self.thin && self.options.end_axes == EndAxes::ClosestPoint;
        let compiled = if exact { space.terrain.compiled(half, radius) } else { None };
        if let Some(compiled) = compiled {
            self.walk(Folded(compiled), space, mover, delta, &mut slide);
        } else {
            let near = Looked { half, radius, area: Aabb::default(), edges: [0; REMEMBERED], count: 0, complete: true };
            self.walk(near, space, mover, delta, &mut slide);
        }
        slide
    }

    fn view(&self) -> View {
        if self.thin { View::Thin } else { View::Thick }
    }
}

impl ThickSat {
    #[inline]
    fn walk(&self, near: impl Near, space: &Space, mover: &Mover, delta: Vec2, slide: &mut Slide) {
        let (half, radius) = self.view().core(mover);
        let area = Aabb::default();
        let walk = Walk { solver: self, space, mover, half, radius, offset: Vec2::ZERO, near, area, slide };
        walk.go(delta);
    }
}

impl<N: Near> Walk<'_, N> {
    /// The whole move, step by step.
    fn go(mut self, delta: Vec2) {
        let longest = self.radius.max(SHORTEST_STEP);
        let cut = self.solver.options.sub_steps && !self.solver.thin;
        if !cut || delta.length_squared() <= longest * longest {
            self.look_up(if cut { longest } else { delta.length() });
            self.slide.steps = 1;
            self.step(delta, HALVINGS);
        } else {
            self.go_in_steps(delta, longest);
        }
        self.slide.moved = self.offset;
    }

    fn go_in_steps(&mut self, delta: Vec2, longest: f32) {
        let steps = (delta.length() / longest).ceil().clamp(1.0, MOST_STEPS as f32) as u32;
        let step = (delta / steps as f32).clamp_length_max(longest);
        let length = step.length();
        let mut free = 0.0_f32;
        for done in 0..steps {
            self.look_up(WINDOW.min((steps - done) as f32) * longest);
            self.slide.steps += 1;
            if free > length {
                // Nothing is nearer than this step is long: no need to ask.
                self.offset += step;
                free -= length;
                continue;
            }
            match self.step(step, HALVINGS) {
                Some(clearance) => free = clearance.min(self.known()),
                None => break,
            }
        }
    }

    /// One step. Returns how far everything is away afterwards (0 when touching); `None` when there was no room.
    fn step(&mut self, step: Vec2, halvings: u32) -> Option<f32> {
        let start = self.offset;
        let (end, left, clearance) = self.settle_within(start, step);
        if left <= ALLOWED {
            self.offset = end;
            return Some(clearance);
        }
        if halvings > 0 {
            // Planes are taken where the step ends. Nearer to the start they describe a narrow place better.
            let first = self.step(step * 0.5, halvings - 1);
            return first.and_then(|_| self.step(step * 0.5, halvings - 1));
        }
        let before = self.depth(start, start);
        if before <= ALLOWED {
            self.slide.outcome = Outcome::TakenBack;
            return None;
        }
        // It began inside and finds no way out in one go: take what progress there is.
        if left < before {
            self.offset = end;
        }
        self.slide.overlap = left.min(before);
        self.slide.outcome = Outcome::Stuck;
        None
    }

    /// Settles at the end of a step, and keeps the law that no step leads farther than asked or backwards: the push out of
    /// a round corner can lengthen the way by a few percent.
    fn settle_within(&mut self, start: Vec2, step: Vec2) -> (Vec2, f32, f32) {
        let (mut end, mut left, mut clearance) = self.settle(start, start + step);
        let way = end - start;
        let lawful = way.length_squared() <= step.length_squared() && way.dot(step) >= 0.0;
        if lawful || self.depth(start, start) > ALLOWED {
            // Who began inside something is pushed out as far and wherever it takes.
            return (end, left, clearance);
        }
        let length = step.length();
        for _ in 0..SHORTENINGS {
            let way = end - start;
            if way.length_squared() <= length * length {
                break;
            }
            (end, left, clearance) = self.settle(start, start + way * (length / way.length()));
        }
        let way = end - start;
        if way.length_squared() > length * length {
            end = start + way * (length / way.length());
            left = self.depth(end, start);
            clearance = 0.0;
        }
        if way.dot(step) < 0.0 {
            return (start, self.depth(start, start), 0.0);
        }
        (end, left, clearance)
    }

    /// Pushes out of the deepest obstacle until nothing overlaps. Returns where that is, the overlap left, the clearance.
    fn settle(&mut self, start: Vec2, target: Vec2) -> (Vec2, f32, f32) {
        let mut offset = target;
        let mut planes = Planes::default();
        let mut free: Option<(Vec2, f32)> = None;
        let mut left = f32::INFINITY;
        let rounds = self.solver.options.rounds.max(1);
        let mut pushes = 0;
        for _ in 0..rounds + REFINEMENTS {
            let Deepest { plane, second } = self.deepest(offset, start, &mut planes);
            let nearest = plane.map_or(second, |p| p.depth.max(second));
            if let Some(plane) = plane.filter(|p| p.depth > SETTLED) {
                left = left.min(plane.depth);
                if pushes == rounds {
                    break;
                }
                pushes += 1;
                self.note(&plane);
                planes.add(plane);
                if planes.count == 1 {
                    offset += plane.normal * plane.depth;
                    // Distances change by at most the way: what was shallower than the push is deep cannot have woken up.
                    if second + plane.depth <= 0.0 {
                        return (offset, 0.0, 0.0);
                    }
                    continue;
                }
            } else {
                let gain = free.map_or(f32::INFINITY, |(best, _)| best.distance(target) - offset.distance(target));
                if gain > 0.0 {
                    free = Some((offset, (-nearest).max(0.0)));
                }
                if planes.count < 2 || gain < REFINED {
                    break;
                }
            }
            // The planes of round corners were taken elsewhere and are stricter than the corners themselves. Now they are
            // those of this place: the nearest point to the target can only come nearer.
            match planes.nearest(target) {
                Some(point) => offset = point,
                None => break,
            }
        }
        free.map_or((offset, left, 0.0), |(offset, clearance)| (offset, 0.0, clearance))
    }

    fn note(&mut self, plane: &Plane) {
        let contact = Contact { normal: plane.normal, depth: plane.depth };
        self.slide.touches.add(Touch { contact, obstacle: plane.obstacle });
        if self.slide.outcome == Outcome::Free {
            self.slide.outcome = Outcome::Slid;
        }
    }

    /// How deep the mover overlaps anything at an offset; zero when it is free.
    fn depth(&mut self, offset: Vec2, start: Vec2) -> f32 {
        self.deepest(offset, start, &mut Planes::default()).plane.map_or(0.0, |p| p.depth.max(0.0))
    }

    /// Evaluates everything that is near. `start` is where the step began: it decides which one-way surfaces are open. Of
    /// equally deep obstacles the first one counts.
    fn deepest(&mut self, offset: Vec2, start: Vec2, planes: &mut Planes) -> Deepest {
        self.slide.rounds += 1;
        let mut found = Found { best: None, second: self.near.horizon(), hidden: f32::NEG_INFINITY };
        let center = self.mover.aabb.center;
        let terrain = &*self.space.terrain;
        self.near.each(terrain, center, offset, |i, fitted, side| {
            if self.mover.drops_through && side == Side::OneWay {
                return;
            }
            let obstacle = Obstacle::Edge(i);
            let limit = found.limit(self.radius, obstacle, planes);
            // Centre less middle first: near each other they lose nothing, and the small offset is added to a small number.
            let at = |offset: Vec2| (center - fitted.middle) + offset;
            let Some(separation) = self.separation(i, fitted, side, at(offset), limit) else { return };
            found.add(planes, obstacle, separation, self.radius, offset, |normal| match side {
                Side::Both => true,
                Side::Outer => normal.dot(fitted.outward()) >= -ONE_SIDED_SLACK,
                Side::OneWay => {
                    let before = self.separation(i, fitted, side, at(start), f32::INFINITY);
                    let gap = before.map_or(f32::INFINITY, |s| s.distance - self.radius);
                    normal.dot(fitted.outward()) > ONE_WAY_FACING && gap > -ONE_WAY_SLACK
                }
            });
        });
        if !self.space.bodies.is_empty() {
            self.bodies(offset, start, planes, &mut found);
        }
        Deepest { plane: found.best, second: found.second.max(found.hidden) }
    }

    /// The bodies among what is near.
    fn bodies(&self, offset: Vec2, start: Vec2, planes: &mut Planes, found: &mut Found) {
        let center = self.mover.aabb.center;
        self.space.each_body(self.solver.view(), self.mover, &self.area, |id, shape| {
            let obstacle = Obstacle::Body(id);
            let gap = shape.bound(center, offset, self.half);
            if gap > found.limit(self.radius, obstacle, planes) {
                return;
            }
            let separation = self.body_separation(&shape, offset);
            let gap_at_start = || self.body_separation(&shape, start).distance - self.radius;
            found.add(planes, obstacle, separation, self.radius, offset, |normal| shape.blocks(normal, gap_at_start));
        });
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

    /// How far the mover can go before it leaves the part of the way that was looked up.
    fn known(&self) -> f32 {
        let needed = self.needed();
        (needed.min() - self.area.min()).min_element().min((self.area.max() - needed.max()).min_element())
    }

    /// The place that an evaluation at the present offset must know.
    #[inline]
    fn needed(&self) -> Aabb {
        self.mover.aabb.moved(self.offset).grown(self.radius.max(SHORTEST_STEP) * 2.0)
    }

    /// Looks up what the next part of the way, `length` pixels in any direction, can meet.
    #[inline]
    fn look_up(&mut self, length: f32) {
        if self.slide.steps > 0 && self.known() >= 0.0 {
            return;
        }
        self.area = self.needed().grown(length);
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
}

impl Found {
    /// From which distance on an obstacle changes nothing any more.
    #[inline]
    fn limit(&self, radius: f32, obstacle: Obstacle, planes: &Planes) -> f32 {
        if planes.knows(obstacle) { f32::INFINITY } else { radius - self.second }
    }

    #[inline]
    fn add(
        &mut self,
        planes: &mut Planes,
        obstacle: Obstacle,
        separation: Separation,
        radius: f32,
        offset: Vec2,
        blocks: impl FnOnce(Vec2) -> bool,
    ) {
        let depth = radius - separation.distance;
        let normal = separation.normal;
        let plane = Plane { normal, limit: normal.dot(offset) + depth, depth, obstacle };
        if planes.count > 0 {
            planes.renew(plane);
        }
        if depth < self.second {
            return;
        }
        if !blocks(normal) {
            // Open here, but perhaps not a push farther on: then the next round asks again.
            self.hidden = self.hidden.max(depth);
            return;
        }
        match self.best {
            Some(best) if depth < best.depth || (depth == best.depth && obstacle > best.obstacle) => {
                self.second = self.second.max(depth);
            }
            Some(best) => {
                self.second = best.depth;
                self.best = Some(plane);
            }
            None => self.best = Some(plane),
        }
    }
}
