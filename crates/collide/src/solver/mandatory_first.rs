//! mandatory-first: corrections only against the relative movement; those with a single possible axis first.
//!
//! Source: "AABB Collision Resolution, Phase I", Metareal. The movement caused the overlap, so only a correction
//! against the movement can undo it: along x if the two came together along x, likewise along y, and never by more than
//! they moved. An overlap with one possible axis has no choice and goes first. That often undoes others as well: these
//! are the seams. The rest take their smaller axis. Bodies with a larger priority number are shoved by the game and are
//! no obstacles here.
//!
//! The article has no slopes. For a slanted face, a movement against it may be undone along one axis of its normal, or
//! along either ([`SlopeAxes`]).

use alloc::vec::Vec;

use glam::Vec2;

use super::boxes::{Boxes, Exit, HALF_TILE_STEP, MAX_SLOPE, body_delta, candidate_event};
use super::options::{SlopeAxes, SolverOptions};
use crate::contact::Obstacle;
use crate::mover::Mover;
use crate::piece::Solid;
use crate::shape::Aabb;
use crate::slide::Slide;
use crate::space::Space;
use crate::tolerance::{BOX_SLACK, CAUSED_SLACK};
use crate::trace::words::{CandidateStatus, Question, Reason};
use crate::trace::{TraceEvent, TraceSink};

/// The most rounds of corrections in one step. Each leads out of at least one obstacle, and only places built for it
/// make a box meet more than eight at once.
const MAX_CORRECTION_ROUNDS: u32 = 8;

/// The corrections that could undo one overlap.
///
/// ```
/// use seamwalker_collide::{Aabb, Choice, Mover, Piece, SlopeAxes, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let tile = Piece::solid_box(Aabb::from_corners(Vec2::new(0.0, 10.0), Vec2::new(64.0, 26.0)));
/// let space = Space::new(Terrain::new(Vec::new(), vec![tile]));
/// let fallen = Mover::new(Aabb::new(Vec2::new(32.0, 4.0), Vec2::splat(8.0)));
/// let (choices, _) = Choice::of_overlaps(&space, &fallen, Vec2::new(0.0, 3.0), SlopeAxes::One);
/// // It moved along y only, so only that can be undone: there is no choice.
/// assert_eq!(choices[0].mandatory(), choices[0].y);
/// assert!(choices[0].x.is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The overlapped obstacle.
    pub obstacle: Obstacle,
    /// The correction along x, if the movement along x may have caused the overlap.
    pub x: Option<Exit>,
    /// The same along y.
    pub y: Option<Exit>,
}

impl Choice {
    /// The corrections that could undo each overlap of a mover that has just moved by `delta`, and the one to make
    /// first: the longest of those without a choice, else the shortest. A slide repeats this up to eight times.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Choice, Mover, Piece, SlopeAxes, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let tile = |x| Piece::solid_box(Aabb::from_corners(Vec2::new(x, 10.0), Vec2::new(x + 16.0, 26.0)));
    /// let space = Space::new(Terrain::new(Vec::new(), vec![tile(0.0), tile(16.0)]));
    /// // It came from the left and above, and is 4 px in the second tile, 2 px in both.
    /// let moved = Mover::new(Aabb::new(Vec2::new(12.0, 4.0), Vec2::splat(8.0)));
    /// let (choices, first) = Choice::of_overlaps(&space, &moved, Vec2::new(6.0, 2.0), SlopeAxes::One);
    /// assert!(choices[0].mandatory().is_some(), "6 px along x did not bring it so far into the first tile");
    /// assert!(choices[1].mandatory().is_none(), "up or left: the second tile does not know");
    /// assert_eq!(first.unwrap().direction, Vec2::NEG_Y);
    /// ```
    #[must_use]
    pub fn of_overlaps(space: &Space, moved: &Mover, delta: Vec2, slopes: SlopeAxes) -> (Vec<Self>, Option<Exit>) {
        let start = moved.aabb.moved(-delta);
        let mut boxes = Boxes::at(space, moved, start, TraceSink::OFF);
        let relative = |_: &Aabb, obstacle| delta - body_delta(space, obstacle);
        let mut choices = Vec::new();
        let aabb = moved.aabb;
        boxes.overlaps(&mut |obstacle, solid| {
            choices.push(choice(obstacle, solid, &aabb, slopes, relative(&aabb, obstacle)));
        });
        (choices, next(&mut boxes, Prefer::Smaller, slopes, &relative))
    }

    fn preferred(&self, prefer: Prefer) -> Option<Exit> {
        match prefer {
            Prefer::Smaller => self.smaller(),
            Prefer::X => self.x.or(self.y),
            Prefer::Y => self.y.or(self.x),
        }
    }

    /// The trace event for this choice.
    fn event(&self, obstacle: Obstacle, solid: &Solid, aabb: &Aabb) -> TraceEvent {
        if self.x.is_none() && self.y.is_none() {
            return candidate_event(obstacle, solid, aabb, CandidateStatus::Uncaused);
        }
        let along = |exit: Option<Exit>| exit.map(|exit| exit.direction.element_sum() * exit.way);
        TraceEvent::Exits { obstacle, x: along(self.x), y: along(self.y) }
    }

    /// The correction, if only one is possible.
    #[must_use]
    pub fn mandatory(&self) -> Option<Exit> {
        if self.x.is_some() && self.y.is_some() { None } else { self.x.or(self.y) }
    }

    fn smaller(&self) -> Option<Exit> {
        match (self.x, self.y) {
            // Equal exits, as on 45 degrees, lead up: rounding must not decide whether a slope is a wall.
            (Some(x), Some(y)) => Some(if x.way < y.way - BOX_SLACK { x } else { y }),
            (x, y) => x.or(y),
        }
    }
}

/// Moves, then corrects, the corrections with one possible axis first.
pub(super) fn slide(sink: TraceSink, options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    let longest = options.longest_step(HALF_TILE_STEP);
    let slopes = options.slope_axes;
    Boxes::new(space, mover, longest, sink).run(delta, longest, &mut |boxes, step, steps| {
        boxes.aabb.center += step;
        for round in 0..MAX_CORRECTION_ROUNDS {
            boxes.emit_question(if round == 0 { Question::End } else { Question::Again });
            let space = boxes.space;
            let relative = |_: &Aabb, obstacle| step - body_delta(space, obstacle) / steps as f32;
            let Some(exit) = next(boxes, Prefer::Smaller, slopes, &relative) else { break };
            boxes.take(&exit, f32::INFINITY);
        }
    })
}

impl SlopeAxes {
    /// Whether a face with this normal may push along an axis.
    fn allow(self, normal: Vec2, axis: Vec2) -> bool {
        let carries = normal.x.abs() <= normal.y.abs() * MAX_SLOPE;
        self == Self::Both || carries == (axis == Vec2::Y)
    }
}

/// The axis of a correction where both are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prefer {
    Smaller,
    X,
    Y,
}

/// The correction to make now: the longest of the mandatory ones, else the shortest of the others' preferred ones. Of equal
/// ones the vertical, so that the order of obstacles makes no difference.
/// `relative` is the movement of the box relative to an obstacle.
pub(super) fn next(
    boxes: &mut Boxes,
    prefer: Prefer,
    slopes: SlopeAxes,
    relative: &dyn Fn(&Aabb, Obstacle) -> Vec2,
) -> Option<Exit> {
    let (aabb, sink) = (boxes.aabb, boxes.sink);
    let (mut mandatory, mut free): (Option<Exit>, Option<Exit>) = (None, None);
    boxes.overlaps(&mut |obstacle, solid| {
        let choice = choice(obstacle, solid, &aabb, slopes, relative(&aabb, obstacle));
        sink.emit(|| choice.event(obstacle, solid, &aabb));
        if let Some(exit) = choice.mandatory() {
            let stays = |known: &Exit| (known.way, known.is_vertical()) >= (exit.way, exit.is_vertical());
            mandatory = mandatory.filter(stays).or(Some(exit));
        } else if let Some(exit) = choice.preferred(prefer) {
            let stays = |known: &Exit| (known.way, !known.is_vertical()) <= (exit.way, !exit.is_vertical());
            free = free.filter(stays).or(Some(exit));
        }
    });
    let next = mandatory.or(free);
    if let Some(exit) = next {
        sink.emit(|| exit.chosen_event(if mandatory.is_some() { Reason::OnlyAxis } else { Reason::SmallestAxis }));
    }
    next
}

/// The correction of a single overlap; `None` when the movement did not cause it.
pub(super) fn correction(obstacle: Obstacle, solid: &Solid, aabb: &Aabb, relative: Vec2) -> Option<Exit> {
    choice(obstacle, solid, aabb, SlopeAxes::Both, relative).smaller()
}

/// The corrections that could undo the overlap with one solid.
fn choice(obstacle: Obstacle, solid: &Solid, aabb: &Aabb, slopes: SlopeAxes, relative: Vec2) -> Choice {
    let slanted = solid.planes.iter().find(|plane| plane.normal.dot(relative) < 0.0).map(|plane| plane.normal);
    let along = |axis: Vec2| {
        let movement = relative.dot(axis);
        let (direction, max_way) = match slanted {
            Some(normal) if !slopes.allow(normal, axis) => return None,
            Some(normal) => (axis * normal.dot(axis).signum(), relative.length() * MAX_SLOPE),
            None if movement == 0.0 => return None,
            None => (axis * -movement.signum(), movement.abs()),
        };
        let (way, normal) = solid.exit(aabb, direction);
        let allowed = solid.one_way.is_none_or(|side| direction == side.normal());
        (allowed && way <= max_way + CAUSED_SLACK).then_some(Exit { obstacle, direction, way, normal })
    };
    Choice { obstacle, x: along(Vec2::X), y: along(Vec2::Y) }
}
