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
use crate::collide::separation::{Separation, sat};
use crate::collide::space::Shape;
use crate::collide::{Aabb, Contact, Mover, Obstacle, Side, Space, Touch};

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

/// What one evaluation of all obstacles says: the deepest plane, and how deep the next one is.
struct Deepest {
    plane: Option<Plane>,
    second: f32,
}

/// One slide in progress. Offsets are relative to where the mover started, so that far from the origin nothing is lost.
struct Walk<'a> {
    solver: &'a ThickSat,
    space: &'a Space,
    mover: &'a Mover,
    half: Vec2,
    radius: f32,
    offset: Vec2,
    near: Near,
    slide: Slide,
}

/// The edges near a part of the way.
struct Near {
    area: Aabb,
    edges: [u32; REMEMBERED],
    count: usize,
    complete: bool,
}

impl Solver for ThickSat {
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let (half, radius) = self.view().core(mover);
        let near = Near { area: Aabb::default(), edges: [0; REMEMBERED], count: 0, complete: true };
        let mut walk =
            Walk { solver: self, space, mover, half, radius, offset: Vec2::ZERO, near, slide: Slide::default() };
        walk.go(delta);
        walk.slide
    }

    fn view(&self) -> View {
        match (self.thin, self.options.disk) {
            (true, _) => View::Thin,
            (false, false) => View::Thick,
            (false, true) => View::Round,
        }
    }
}

impl Walk<'_> {
    /// The whole move, step by step.
    fn go(&mut self, delta: Vec2) {
        let length = delta.length();
        let longest = self.radius.max(SHORTEST_STEP);
        let cut = self.solver.options.sub_steps && !self.solver.thin;
        let steps = if cut { (length / longest).ceil().clamp(1.0, MOST_STEPS as f32) as u32 } else { 1 };
        let step = if cut { (delta / steps as f32).clamp_length_max(longest) } else { delta };
        let mut free = 0.0_f32;
        for done in 0..steps {
            let window = if cut { WINDOW.min((steps - done) as f32) * longest } else { length };
            self.look_up(window);
            self.slide.steps += 1;
            let length = step.length();
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
        self.slide.moved = self.offset;
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
                if planes.count == 1 || !self.solver.options.deepest_first {
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
                if planes.count < 2 || gain < REFINED || !self.solver.options.deepest_first {
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

    /// Evaluates everything that is near. `start` is where the step began: it decides which one-way surfaces are open.
    fn deepest(&mut self, offset: Vec2, start: Vec2, planes: &mut Planes) -> Deepest {
        self.slide.rounds += 1;
        let mut best: Option<Plane> = None;
        let (mut second, mut hidden) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
        let center = self.mover.aabb.center;
        let half = self.half;
        let mut ask = |obstacle: Obstacle, shape: Shape| {
            // Most of what is near is not near enough: its box says so without the exact test.
            let deepest = self.radius - shape.bound(center, offset, half);
            if deepest <= second && !planes.knows(obstacle) {
                return;
            }
            let separation = self.separation(&shape, center + offset, half, offset, center);
            let depth = self.radius - separation.distance;
            let normal = separation.normal;
            let plane = Plane { normal, limit: normal.dot(offset) + depth, depth, obstacle };
            if planes.count > 0 {
                planes.renew(plane);
            }
            let at_start = || self.separation(&shape, center + start, half, start, center).distance - self.radius;
            if depth <= second {
                return;
            }
            if !shape.blocks(separation.normal, at_start) {
                // Open here, but perhaps not a push farther on: then the next round asks again.
                hidden = hidden.max(depth);
                return;
            }
            let first = !self.solver.options.deepest_first;
            match best {
                Some(known) if depth <= known.depth || (first && known.depth > SETTLED) => second = depth,
                Some(deepest) => {
                    second = deepest.depth;
                    best = Some(plane);
                }
                None => best = Some(plane),
            }
        };
        let terrain = &*self.space.terrain;
        let mut edge = |i: u32| {
            let side = terrain.edges()[i as usize].side;
            if !(self.mover.drops_through && side == Side::OneWay) {
                ask(Obstacle::Edge(i), Shape::Edge(terrain.hexagons()[i as usize], side));
            }
        };
        if self.near.complete {
            self.near.edges[..self.near.count].iter().copied().for_each(&mut edge);
        } else {
            terrain.edges_near(&self.near.area, &mut edge);
        }
        self.space
            .each_body(self.solver.view(), self.mover, &self.near.area, |id, shape| ask(Obstacle::Body(id), shape));
        Deepest { plane: best, second: second.max(hidden) }
    }

    /// The signed distance, in the way that the options ask for.
    fn separation(&self, shape: &Shape, at: Vec2, half: Vec2, offset: Vec2, center: Vec2) -> Separation {
        let axes = if self.solver.thin { EndAxes::None } else { self.solver.options.end_axes };
        match shape {
            // Centre less middle first: near each other they lose nothing, and the small offset is added to a small number.
            Shape::Edge(hexagon, side) => {
                let p = (center - hexagon.middle) + offset;
                match axes {
                    EndAxes::ClosestPoint => hexagon.separation(p, half, *side != Side::Both),
                    other => sat::separation(hexagon, p, half, other),
                }
            }
            Shape::Solid(_) => shape.separation(at, half),
        }
    }

    /// How far the mover can go before it leaves the part of the way that was looked up.
    fn known(&self) -> f32 {
        let needed = self.needed();
        let area = self.near.area;
        (needed.min() - area.min()).min_element().min((area.max() - needed.max()).min_element())
    }

    /// The place that an evaluation at the present offset must know.
    fn needed(&self) -> Aabb {
        self.mover.aabb.moved(self.offset).grown(self.radius.max(SHORTEST_STEP) * 2.0)
    }

    /// Remembers the edges that the next part of the way, `length` pixels in any direction, can meet.
    fn look_up(&mut self, length: f32) {
        let needed = self.needed();
        if self.slide.steps > 0 && self.known() >= 0.0 {
            return;
        }
        let near = &mut self.near;
        near.area = needed.grown(length);
        near.count = 0;
        near.complete = true;
        self.space.terrain.edges_near(&near.area, |i| {
            if near.count < REMEMBERED {
                near.edges[near.count] = i;
                near.count += 1;
            } else {
                near.complete = false;
            }
        });
        self.slide.candidates = self.slide.candidates.max(near.count as u32);
    }
}
