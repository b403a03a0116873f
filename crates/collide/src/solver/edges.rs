//! Shared by vertex-discard and edge-flags: a mover among edges, its steps, and the push out of obstacles that it
//! begins in.

use glam::Vec2;

use super::long_move::{EqualSteps, StepMeasure, mark_incomplete};
use super::options::SolverOptions;
use super::stairs::InvisibleEdges;
use super::thick_sat;
use crate::contact::Obstacle;
use crate::mover::Mover;
use crate::obstacle::{ObstacleShape, Shape};
use crate::separation::Separation;
use crate::slide::{Outcome, Slide};
use crate::space::Space;
use crate::tolerance::BOX_SLACK;
use crate::trace::words::{CandidateStatus, Question, Reason};
use crate::trace::{TraceEvent, TraceSink};
use crate::view::CollisionView;

/// The longest step by default, in pixels. A step only sees the contacts where it begins. Longer steps fall off the ends of edges
/// late, and let a mover get half behind thin edges; shorter ones cost time.
pub(super) const MAX_EDGE_STEP: f32 = 1.0;

/// A mover among edges. Offsets are relative to its start, so that far from the origin nothing is lost.
pub(super) struct EdgeQueries<'a> {
    pub space: &'a Space,
    pub mover: &'a Mover,
    pub view: CollisionView,
    /// Half extents of the core.
    pub half: Vec2,
    /// How far the core must stay from edges.
    pub radius: f32,
    /// The edges that push nothing.
    pub invisible: InvisibleEdges,
    /// The longest step, in pixels.
    pub longest: f32,
    /// How far it has moved.
    pub offset: Vec2,
    /// Where the step began: it decides which one-way edges are open.
    begin: Vec2,
    /// The slide so far.
    pub slide: Slide,
    /// Receives trace events.
    pub sink: TraceSink<'a>,
}

impl<'a> EdgeQueries<'a> {
    /// A mover before its slide. If it overlaps an obstacle, it is pushed out first.
    pub fn new(
        space: &'a Space,
        mover: &'a Mover,
        view: CollisionView,
        invisible: InvisibleEdges,
        sink: TraceSink<'a>,
    ) -> Self {
        let (half, radius) = view.core(mover);
        let (offset, begin, slide) = (Vec2::ZERO, Vec2::ZERO, Slide::default());
        let longest = MAX_EDGE_STEP;
        let mut edges = Self { space, mover, view, half, radius, invisible, longest, offset, begin, slide, sink };
        edges.escape();
        edges.begin = edges.offset;
        edges
    }

    /// Emits a question about the place of the mover.
    pub fn emit_question(&self, question: Question) {
        self.sink.emit(|| TraceEvent::Asks { question, at: self.offset });
    }

    /// Emits the place of the mover.
    pub fn emit_reached(&self, why: Reason) {
        self.sink.emit(|| TraceEvent::Reached { at: self.offset, why });
    }

    /// Emits the status on an obstacle.
    pub fn emit_candidate(&self, obstacle: Obstacle, found: Separation, status: CandidateStatus) {
        self.sink.emit(|| TraceEvent::Candidate { obstacle, contact: found.contact(self.radius), status });
    }

    /// Cuts a move into steps no longer than `longest` and makes them, until one fails; `None` makes a single one.
    pub fn run(mut self, delta: Vec2, longest: Option<f32>, step: &mut dyn FnMut(&mut Self, Vec2) -> bool) -> Slide {
        let EqualSteps { skipped, part, count: steps, is_whole } =
            EqualSteps::new(self.view, self.space, self.mover, delta, longest, StepMeasure::Length);
        self.longest = longest.unwrap_or(self.longest);
        self.offset = skipped;
        let mut goes_on = false;
        for number in 1..=steps {
            let before = self.offset;
            self.begin = before;
            self.slide.steps += 1;
            self.sink.emit(|| TraceEvent::Step { number, of: steps, from: before, wanted: part });
            let went = step(&mut self, part);
            self.emit_question(Question::Room);
            let after = self.depth();
            if after > BOX_SLACK {
                // There is no room. Take the step back, unless it leads out of an obstacle.
                let end = core::mem::replace(&mut self.offset, before);
                self.emit_question(Question::Began);
                if self.depth() <= after {
                    self.slide.outcome = Outcome::TakenBack;
                    self.emit_reached(Reason::TakenBack);
                    break;
                }
                self.offset = end;
                self.emit_reached(Reason::LeadsOut);
            }
            if !went {
                self.slide.outcome = Outcome::TakenBack;
                self.emit_reached(Reason::TakenBack);
                break;
            }
            goes_on = self.offset != before;
        }
        mark_incomplete(&mut self.slide, is_whole, goes_on);
        self.finish()
    }

    /// Calls `visit` with every visible obstacle within `reach` pixels of the whole box at the present offset.
    pub fn each(&mut self, reach: f32, visit: &mut dyn FnMut(&Self, Obstacle, &ObstacleShape)) {
        let area = self.mover.aabb.moved(self.offset).grown(reach + BOX_SLACK);
        let mut candidates = 0;
        self.sink.emit(|| TraceEvent::Looks { area });
        self.space.each(self.view, self.mover, &area, |obstacle, shape| {
            if matches!(obstacle, Obstacle::Edge(index) if self.invisible.contains(&self.space.terrain, index)) {
                return;
            }
            candidates += 1;
            visit(self, obstacle, &shape);
        });
        self.slide.rounds += 1;
        self.slide.candidates = self.slide.candidates.max(candidates);
    }

    /// Signed distance of a box with half extents `half` at an offset from one obstacle.
    pub fn separation(&self, shape: &ObstacleShape, half: Vec2, offset: Vec2) -> Separation {
        shape.separation_at(self.mover.aabb.center, offset, half)
    }

    /// The gap between the whole box and one obstacle along the normal of a face of either, to the last bit.
    pub fn gap_along(&self, shape: &ObstacleShape, normal: Vec2) -> f32 {
        let (middle, extent) = match shape {
            ObstacleShape::Edge(hexagon, _) => (hexagon.middle, hexagon.extent),
            ObstacleShape::Solid(solid) | ObstacleShape::Rounded(solid) => (solid.aabb.center, solid.aabb.half),
        };
        // Along its own slanted normal an edge has no extent.
        let straight = normal.x == 0.0 || normal.y == 0.0;
        let reach = if straight { extent + self.half } else { self.half };
        ((self.mover.aabb.center - middle) + self.offset).dot(normal) - reach.dot(normal.abs())
    }

    /// Whether an obstacle with this contact normal is solid for the mover.
    pub fn blocks(&self, shape: &ObstacleShape, normal: Vec2) -> bool {
        let way = [self.begin, self.offset].map(|offset| self.mover.aabb.center + offset);
        shape.blocks(normal, way, (self.half, self.radius), self.mover.lowest())
    }

    /// How deep the mover overlaps anything; zero when it is free.
    pub fn depth(&mut self) -> f32 {
        let mut deepest = 0.0_f32;
        self.each(0.0, &mut |edges, obstacle, shape| {
            let separation = edges.separation(shape, edges.half, edges.offset);
            let depth = edges.radius - separation.distance;
            if depth > deepest && edges.blocks(shape, separation.normal) {
                deepest = depth;
                edges.emit_candidate(
                    obstacle,
                    separation,
                    if depth > BOX_SLACK { CandidateStatus::Counts } else { CandidateStatus::Apart },
                );
            }
        });
        deepest
    }

    /// Pushes a mover out of obstacles that it begins in. Neither method says how, so this uses thick-sat without a
    /// skin.
    fn escape(&mut self) {
        self.emit_question(Question::Began);
        if self.depth() <= BOX_SLACK {
            return;
        }
        let options = SolverOptions { disk: self.view == CollisionView::Round, ..SolverOptions::default() };
        let out = thick_sat::slide(&options, self.space, &self.mover.with_skin(0.0), Vec2::ZERO);
        self.offset = out.moved;
        self.slide.touches = out.touches;
        self.slide.outcome = Outcome::Slid;
        for &touch in &out.touches {
            let push = touch.contact.normal * touch.contact.depth;
            self.sink.emit(|| TraceEvent::Chosen { touch, push, why: Reason::BeganInside });
        }
        self.emit_reached(Reason::BeganInside);
    }

    fn finish(mut self) -> Slide {
        self.slide.moved = self.offset;
        self.emit_question(Question::Room);
        let left = self.depth();
        if left > BOX_SLACK {
            self.slide.overlap = left;
            self.slide.outcome = Outcome::Stuck;
        }
        self.slide
    }
}
