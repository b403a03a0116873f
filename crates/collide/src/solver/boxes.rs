//! Shared by per-axis, mandatory-first and swept: a box among boxes and slopes, its overlaps, and the exits out of
//! them.

use glam::Vec2;

use super::long_move::{EqualSteps, StepMeasure, mark_incomplete};
use crate::contact::{Contact, Obstacle, Touch};
use crate::mover::Mover;
use crate::obstacle::{ObstacleShape, Shape, holds, lowest_towards};
use crate::piece::Solid;
use crate::shape::Aabb;
use crate::slide::{Outcome, Slide};
use crate::space::Space;
use crate::tolerance::{BOX_SLACK, CELL_ROUNDING, ONE_WAY_SLACK};
use crate::trace::words::{CandidateStatus, Question, Reason};
use crate::trace::{TraceEvent, TraceSink};
use crate::view::CollisionView;

/// The steepest slope that lifts a walker (rise over run): 63.4 degrees, and a little for rounding.
pub(super) const MAX_SLOPE: f32 = 2.05;

/// The longest step as the articles have it, in pixels: half a tile, so that no step jumps over a tile.
pub(super) const HALF_TILE_STEP: f32 = 8.0;

/// A box that moves among boxes.
#[derive(Clone, Copy)]
pub(super) struct Boxes<'a> {
    /// The space that it moves in.
    pub space: &'a Space,
    mover: &'a Mover,
    /// The radius of its corners; none in a slide.
    pub corner: f32,
    /// Where `aabb` and `start` have their origin in the world.
    origin: Vec2,
    /// Where the box is now.
    pub aabb: Aabb,
    /// Where the present step began.
    pub start: Aabb,
    /// The slide so far.
    pub slide: Slide,
    /// Receives trace events.
    pub sink: TraceSink<'a>,
}

/// An exit out of one obstacle.
///
/// ```
/// use seamwalker_collide::{Aabb, Choice, Mover, Piece, SlopeAxes, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let tile = Piece::solid_box(Aabb::from_corners(Vec2::new(0.0, 10.0), Vec2::new(64.0, 26.0)));
/// let space = Space::new(Terrain::new(Vec::new(), vec![tile]));
/// let fallen = Mover::new(Aabb::new(Vec2::new(32.0, 4.0), Vec2::splat(8.0)));
/// let (_, first) = Choice::of_overlaps(&space, &fallen, Vec2::new(0.0, 3.0), SlopeAxes::One);
/// let exit = first.unwrap();
/// assert_eq!((exit.direction, exit.way), (Vec2::NEG_Y, 2.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exit {
    /// The obstacle.
    pub obstacle: Obstacle,
    /// One of the four axis directions.
    pub direction: Vec2,
    /// How far, in pixels.
    pub way: f32,
    /// Normal of the face that it leads through.
    pub normal: Vec2,
}

impl Exit {
    fn touch(&self) -> Touch {
        Touch { contact: Contact { normal: self.normal, depth: self.way }, obstacle: self.obstacle }
    }

    /// Whether it leads up or down.
    pub(super) fn is_vertical(&self) -> bool {
        self.direction.y != 0.0
    }

    /// The trace event for choosing this exit.
    pub(super) fn chosen_event(&self, why: Reason) -> TraceEvent {
        TraceEvent::Chosen { touch: self.touch(), push: self.direction * self.way, why }
    }
}

impl<'a> Boxes<'a> {
    /// A mover before its slide in steps of `longest` pixels. If it overlaps an obstacle, it is pushed out first.
    ///
    /// Far from the origin, rounding would add up over many short steps: they are made relative to the mover. Longer steps
    /// are too few for that.
    pub fn new(space: &'a Space, mover: &'a Mover, longest: Option<f32>, sink: TraceSink<'a>) -> Self {
        let mut boxes = Self::at(space, mover, mover.aabb, sink);
        if longest.is_some_and(|longest| longest < HALF_TILE_STEP) {
            boxes.origin = mover.aabb.center;
            boxes.aabb.center = Vec2::ZERO;
            boxes.start = boxes.aabb;
        }
        boxes.escape();
        boxes
    }

    /// A mover where it is now, even if it overlaps obstacles; `start` is where it came from.
    pub fn at(space: &'a Space, mover: &'a Mover, start: Aabb, sink: TraceSink<'a>) -> Self {
        let (corner, origin, slide) = (0.0, Vec2::ZERO, Slide::default());
        Self { space, mover, corner, origin, aabb: mover.aabb, start, slide, sink }
    }

    /// How far it has moved.
    pub fn offset(&self) -> Vec2 {
        self.aabb.center - (self.mover.aabb.center - self.origin)
    }

    /// Emits a question about the place of the box.
    pub fn emit_question(&self, question: Question) {
        self.sink.emit(|| TraceEvent::Asks { question, at: self.offset() });
    }

    /// Emits the place of the box.
    pub fn emit_reached(&self, why: Reason) {
        self.sink.emit(|| TraceEvent::Reached { at: self.offset(), why });
    }

    /// Cuts a move into steps no longer than `longest`, as in [`Boxes::new`], and makes them; `None` makes a single one.
    pub fn run(mut self, delta: Vec2, longest: Option<f32>, step: &mut dyn FnMut(&mut Self, Vec2, u32)) -> Slide {
        let EqualSteps { skipped, part, count: steps, is_whole } =
            EqualSteps::new(CollisionView::Pieces, self.space, self.mover, delta, longest, StepMeasure::LongerSide);
        self.aabb = self.aabb.moved(skipped);
        let mut goes_on = false;
        for number in 1..=steps {
            let before = self.aabb;
            self.start = before;
            self.slide.steps += 1;
            self.sink.emit(|| TraceEvent::Step { number, of: steps, from: self.offset(), wanted: part });
            step(&mut self, part, steps);
            self.emit_question(Question::Room);
            let (after, obstacle) = self.deepest(None);
            if after > BOX_SLACK {
                // There is no room between two corrections. Take the step back, unless it leads out of this very obstacle.
                let end = core::mem::replace(&mut self.aabb, before);
                self.emit_question(Question::Began);
                let began = self.deepest(obstacle).0;
                if began <= after {
                    self.slide.outcome = Outcome::TakenBack;
                    self.emit_reached(Reason::TakenBack);
                    break;
                }
                self.aabb = end;
                self.emit_reached(Reason::LeadsOut);
            } else {
                self.emit_reached(if self.slide.outcome == Outcome::Free { Reason::Free } else { Reason::Corrected });
            }
            goes_on = self.aabb != before;
        }
        mark_incomplete(&mut self.slide, is_whole, goes_on);
        self.finish()
    }

    /// Calls `visit` with every solid that the box overlaps by more than rounding.
    pub fn overlaps(&mut self, visit: &mut dyn FnMut(Obstacle, &Solid)) {
        let (aabb, sink) = (self.aabb, self.sink);
        self.each_in(&aabb, &mut |obstacle, solid| {
            let overlaps = solid.depth(&aabb) > BOX_SLACK;
            sink.emit(|| {
                candidate_event(
                    obstacle,
                    solid,
                    &aabb,
                    if overlaps { CandidateStatus::Counts } else { CandidateStatus::Apart },
                )
            });
            if overlaps {
                visit(obstacle, solid);
            }
        });
    }

    /// Calls `visit` with every obstacle within an area that is solid for this box.
    pub fn each_in(&mut self, area: &Aabb, visit: &mut dyn FnMut(Obstacle, &Solid)) {
        let (start, here, corner, sink, origin) = (self.start, self.aabb, self.corner, self.sink, self.origin);
        let mut candidates = 0;
        let margin = if origin == Vec2::ZERO { 0.0 } else { CELL_ROUNDING };
        let area = area.moved(origin).grown(margin);
        sink.emit(|| TraceEvent::Looks { area });
        let meet = |obstacle, shape: ObstacleShape| {
            candidates += 1;
            let ObstacleShape::Solid(solid) = shape else { return };
            let solid = Solid { aabb: solid.aabb.moved(-origin), corner: solid.corner + corner, ..solid };
            // A one-way obstacle is solid for a box that was on its outer side when the step began. It may have moved
            // since. Unless it rested on it, a box that had sunk below its face before it came to it passes.
            let from = start.center + body_delta(self.space, obstacle);
            let open = solid.one_way.is_some_and(|side| {
                let lowest = lowest_towards(side.normal(), self.mover.lowest());
                let height = |at| solid.height(&Aabb::new(at, here.half));
                let gap = |at| -solid.depth(&Aabb::new(at, here.half));
                let rests = (-BOX_SLACK..=ONE_WAY_SLACK).contains(&height(from));
                height(from) < lowest || !rests && !holds([from, here.center], lowest, height, gap)
            });
            if open {
                sink.emit(|| candidate_event(obstacle, &solid, &here, CandidateStatus::Open));
            } else {
                visit(obstacle, &solid);
            }
        };
        self.space.each(CollisionView::Pieces, self.mover, &area, meet);
        self.slide.rounds += 1;
        self.slide.candidates = self.slide.candidates.max(candidates);
    }

    /// The longest exit along `direction` among the overlapped obstacles that are `wanted`. Of equal ones the first
    /// counts.
    pub fn longest(&mut self, direction: Vec2, wanted: &dyn Fn(&Solid) -> bool) -> Option<Exit> {
        let (aabb, sink) = (self.aabb, self.sink);
        let mut best: Option<Exit> = None;
        self.overlaps(&mut |obstacle, solid| {
            let (way, normal) = solid.exit(&aabb, direction);
            let leads_out = solid.one_way.is_none_or(|side| direction == side.normal());
            sink.emit(|| {
                if leads_out && wanted(solid) {
                    let along = |part: f32| (part != 0.0).then_some(part * way);
                    return TraceEvent::Exits { obstacle, x: along(direction.x), y: along(direction.y) };
                }
                candidate_event(
                    obstacle,
                    solid,
                    &aabb,
                    if leads_out { CandidateStatus::Level } else { CandidateStatus::NotThisWay },
                )
            });
            if leads_out && wanted(solid) && best.is_none_or(|b| way > b.way) {
                best = Some(Exit { obstacle, direction, way, normal });
            }
        });
        best
    }

    /// Takes an exit, or the first `max_way` pixels of it.
    pub fn take(&mut self, exit: &Exit, max_way: f32) {
        self.aabb.center += exit.direction * exit.way.min(max_way);
        self.touch(exit);
    }

    /// Remembers the obstacle of an exit.
    pub fn touch(&mut self, exit: &Exit) {
        self.slide.note(exit.touch());
    }

    /// How deep the box overlaps anything; zero when it is free.
    pub fn depth(&mut self) -> f32 {
        self.deepest(None).0
    }

    /// The same, and in what; if `only` is given, how deep the box overlaps that.
    fn deepest(&mut self, only: Option<Obstacle>) -> (f32, Option<Obstacle>) {
        let (aabb, mut deepest) = (self.aabb, (0.0, None));
        self.overlaps(&mut |obstacle, solid| {
            let depth = solid.depth(&aabb);
            if depth > deepest.0 && only.is_none_or(|only| only == obstacle) {
                deepest = (depth, Some(obstacle));
            }
        });
        deepest
    }

    fn finish(mut self) -> Slide {
        self.slide.moved = self.offset();
        self.emit_question(Question::Room);
        let left = self.depth();
        if left > BOX_SLACK {
            self.slide.overlap = left;
            self.slide.outcome = Outcome::Stuck;
        }
        self.slide
    }
}

/// The trace event for an obstacle and a box.
pub(super) fn candidate_event(obstacle: Obstacle, solid: &Solid, aabb: &Aabb, status: CandidateStatus) -> TraceEvent {
    let contact = ObstacleShape::Solid(*solid).separation(aabb.center, aabb.half).contact(0.0);
    TraceEvent::Candidate { obstacle, contact, status }
}

/// How far the body behind an obstacle moved in this tick; zero for terrain.
pub(super) fn body_delta(space: &Space, obstacle: Obstacle) -> Vec2 {
    obstacle.body().and_then(|id| space.bodies.get(id)).map_or(Vec2::ZERO, |body| body.delta)
}
