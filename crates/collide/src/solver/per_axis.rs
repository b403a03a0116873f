//! per-axis: move along x, correct along x, move along y, correct along y, on boxes and convex slopes.
//!
//! Source: "Smooth collisions" part 2, 1.1.1, Sebastien Alaiwan, which knows only boxes. Slopes are ours, as in old
//! tile engines: a walker stands at the height of the ground under its foot. The foot is the whole bottom edge, so that
//! no corner of the box sinks in.

use glam::Vec2;

use super::boxes::{Boxes, Exit, HALF_TILE_STEP, MAX_SLOPE};
use super::options::SolverOptions;
use crate::mover::Mover;
use crate::piece::Solid;
use crate::slide::Slide;
use crate::space::Space;
use crate::tolerance::{BOX_SLACK, SLOPE_END_STEP};
use crate::trace::words::{Question, Reason};
use crate::trace::{TraceEvent, TraceSink};

/// Moves x, corrects, moves y, corrects.
pub(super) fn slide(sink: TraceSink, options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    let longest = options.longest_step(HALF_TILE_STEP);
    Boxes::new(space, mover, longest, sink).run(delta, longest, &mut |boxes, step, _| {
        if step.x != 0.0 {
            let before = boxes.aabb;
            boxes.aabb.center.x += step.x;
            let lift = climb(boxes, step.x.abs());
            if options.equal_climb && lift > 0.0 {
                // The same again with the part of the step whose way along the slope is as long as wanted.
                let part = step.x / Vec2::new(step.x, lift).length() * step.x.abs();
                boxes.aabb = before;
                boxes.aabb.center.x += part;
                climb(boxes, part.abs());
            }
            correct(boxes, Vec2::new(-step.x.signum(), 0.0), step.x.abs());
            boxes.start = boxes.aabb;
            boxes.emit_reached(Reason::Along);
        }
        if step.y != 0.0 {
            boxes.aabb.center.y += step.y;
            correct(boxes, Vec2::new(0.0, -step.y.signum()), step.y.abs());
        }
    })
}

/// Goes back along one axis by the longest exit, but never farther than the movement.
fn correct(boxes: &mut Boxes, direction: Vec2, moved: f32) {
    boxes.emit_question(Question::Back);
    if let Some(exit) = boxes.longest(direction, &|_| true) {
        boxes.sink.emit(|| Exit { way: exit.way.min(moved), ..exit }.chosen_event(Reason::LongestBack));
        boxes.take(&exit, moved);
    }
}

/// Walks up a slope, or down under a slanted ceiling. A mover between the two does neither: otherwise the order of the
/// two would break the symmetry of up and down. Returns by how much the mover changed its height, in pixels.
fn climb(boxes: &mut Boxes, moved: f32) -> f32 {
    let before = boxes.aabb.center.y;
    match [Vec2::NEG_Y, Vec2::Y].map(|direction| climbed(*boxes, direction, moved)) {
        [Some(end), None] | [None, Some(end)] => {
            *boxes = end;
            boxes.emit_reached(Reason::SlopeUnderFoot);
        }
        [Some(_), Some(_)] => boxes.sink.emit(|| TraceEvent::Decides { why: Reason::BothWays }),
        [None, None] => {}
    }
    (boxes.aabb.center.y - before).abs()
}

/// The box at the height of the slope under its foot; `None` if there is no slope, if it is too steep for a walk of
/// `moved` pixels, or if there is no room above.
fn climbed(mut boxes: Boxes<'_>, direction: Vec2, moved: f32) -> Option<Boxes<'_>> {
    let before = boxes.aabb;
    boxes.emit_question(if direction.y < 0.0 { Question::Slope } else { Question::SlopeAbove });
    let slope = boxes.longest(direction, &|solid| faces(solid, direction));
    if let Some(exit) = slope.filter(|exit| exit.way <= moved * MAX_SLOPE + SLOPE_END_STEP) {
        boxes.sink.emit(|| exit.chosen_event(Reason::SlopeUnderFoot));
        boxes.take(&exit, f32::INFINITY);
    }
    boxes.emit_question(Question::LowStep);
    if let Some(exit) = boxes.longest(direction, &|_| true).filter(|exit| exit.way <= SLOPE_END_STEP) {
        boxes.sink.emit(|| exit.chosen_event(Reason::LowStep));
        boxes.take(&exit, f32::INFINITY);
    }
    let lifted = (boxes.aabb.center.y - before.center.y).abs();
    if lifted <= 0.0 {
        return None;
    }
    let blocked = |exit: Exit| exit.way <= lifted + BOX_SLACK;
    boxes.emit_question(Question::HeadRoom);
    if boxes.longest(-direction, &|_| true).is_some_and(blocked) {
        boxes.sink.emit(|| TraceEvent::Decides { why: Reason::NoClimb });
        return None;
    }
    Some(boxes)
}

/// Whether a solid has a slanted face that looks in a direction.
fn faces(solid: &Solid, direction: Vec2) -> bool {
    solid.planes.iter().any(|plane| plane.normal.dot(direction) > 0.0)
}
