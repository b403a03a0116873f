//! swept: go to the earliest hit of the whole move, stop just before it, slide the rest along the face, repeat.
//!
//! Source: "AABB Collision Handling", Reis. Obstacles are grown by the mover's half extents, so that the mover is a
//! point and its move a ray. The article has boxes only. A convex slope is grown the same way, its slanted faces by the
//! extent of the box along their normal. The gap (`epsilon`, along the face's normal) keeps a mover off the line on which all floor tiles begin,
//! so that their sides never stop it.

use alloc::vec::Vec;

use glam::Vec2;

use super::boxes::{Boxes, Exit, candidate_event};
use super::options::{GapDirection, SolverOptions};
use crate::contact::Obstacle;
use crate::mover::Mover;
use crate::piece::Solid;
use crate::shape::Aabb;
use crate::slide::Slide;
use crate::space::Space;
use crate::tolerance::{BOX_SLACK, SAME_HIT};
use crate::trace::words::{CandidateStatus, Question, Reason};
use crate::trace::{TraceEvent, TraceSink};

/// When a move passes one face of a solid that is grown by the moving box.
///
/// ```
/// use seamwalker_collide::{Aabb, Crossing, Solid};
/// use seamwalker_collide::glam::Vec2;
///
/// let solid = Solid { aabb: Aabb::new(Vec2::new(20.0, 0.0), Vec2::splat(4.0)), planes: &[], one_way: None, corner: 0.0 };
/// let aabb = Aabb::new(Vec2::ZERO, Vec2::splat(6.0));
/// let mut crossings = Crossing::of_faces(&solid, &aabb, Vec2::new(20.0, 0.0));
/// let entry = crossings.find(|crossing| crossing.enters).unwrap();
/// assert_eq!(entry.normal, Vec2::NEG_X);
/// assert!((entry.fraction - 0.5).abs() < 1e-3, "10 of 20 px are free");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The face's outward normal.
    pub normal: Vec2,
    /// The fraction of the move. For a move parallel to the face it is infinite, and negative if the move stays
    /// outside. Faces are moved 0.002 px inwards, so that overlaps from rounding are ignored.
    pub fraction: f32,
    /// Whether the move enters there. It is inside after the last entry, if that is before the first exit.
    pub enters: bool,
}

impl Crossing {
    /// When a move of a box passes each face of a solid: up, down, left, right, and the slanted ones.
    pub fn of_faces(solid: &Solid, aabb: &Aabb, delta: Vec2) -> impl Iterator<Item = Self> {
        let mut all = Vec::new();
        each_face(solid, aabb.center - solid.aabb.center, aabb.half, |normal, depth| {
            let along = normal.dot(delta);
            let parallel = if depth <= 0.0 { f32::NEG_INFINITY } else { f32::INFINITY };
            all.push(Self {
                normal,
                fraction: if along == 0.0 { parallel } else { depth / along },
                enters: along < 0.0,
            });
        });
        all.into_iter()
    }
}

/// Calls `visit` with the normal of each face of a solid, and how deep behind it a box is. The box has half extents
/// `half` and its centre at `p` relative to the solid's. Faces are moved inwards by [`BOX_SLACK`], so that overlaps
/// from rounding are ignored.
#[inline(always)]
fn each_face(solid: &Solid, p: Vec2, half: Vec2, mut visit: impl FnMut(Vec2, f32)) {
    let reach = solid.aabb.half + half;
    for n in [Vec2::NEG_Y, Vec2::Y, Vec2::NEG_X, Vec2::X] {
        visit(n, reach.dot(n.abs()) - p.dot(n) - BOX_SLACK);
    }
    for plane in solid.planes {
        visit(plane.normal, plane.depth(p, half) - BOX_SLACK);
    }
}

/// Where a ray enters a grown obstacle.
#[derive(Clone, Copy)]
struct RayEntry {
    obstacle: Obstacle,
    normal: Vec2,
    /// The fraction of the move that is free, to the face itself.
    fraction: f32,
    /// The distance between the ray's last two entries through faces, in pixels. It is small at a corner, where either
    /// face could be the right one.
    clear: f32,
}

/// Goes to the earliest hit, along the face, and so on.
pub(super) fn slide(sink: TraceSink, options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    let rounds = options.rounds.max(1);
    let epsilon = options.epsilon.max(0.0);
    let longest = options.longest_step(f32::INFINITY);
    Boxes::new(space, mover, longest, sink).run(delta, longest, &mut |boxes, step, _| {
        let (mut gone, mut rest) = (Vec2::ZERO, step);
        for _ in 0..rounds {
            rest = advance(boxes, &mut gone, rest, epsilon, options.gap);
            // Never slide backwards, and stop when nothing is left.
            if rest.dot(step) <= 0.0 {
                break;
            }
        }
        // In a corner, the gaps of two faces may add up to a way backwards.
        if gone.dot(step) > 0.0 {
            boxes.aabb.center += gone;
        }
    })
}

/// Goes to the earliest hit of a move. Returns the rest of the move, without the part that leads into the face. `gone`
/// is kept apart from the position, which is too coarse far from the origin to say which of two faces comes first.
fn advance(boxes: &mut Boxes, gone: &mut Vec2, rest: Vec2, epsilon: f32, gap: GapDirection) -> Vec2 {
    let (sink, start) = (boxes.sink, boxes.offset());
    sink.emit(|| TraceEvent::Asks { question: Question::Ahead, at: start + *gone });
    let Some(entry) = earliest(boxes, *gone, rest, epsilon) else {
        *gone += rest;
        sink.emit(|| TraceEvent::Reached { at: start + *gone, why: Reason::Free });
        return Vec2::ZERO;
    };
    let free = if gap == GapDirection::Move { stop(&entry, rest, epsilon) } else { entry.fraction }.clamp(0.0, 1.0);
    *gone += rest * free;
    if gap == GapDirection::Normal {
        // The part of the gap that the move still leaves.
        let left = (free - entry.fraction) * entry.normal.dot(rest);
        *gone += entry.normal * (epsilon - left).max(0.0);
    }
    let rest = rest * (1.0 - free);
    let into = -entry.normal.dot(rest);
    let exit = Exit { obstacle: entry.obstacle, direction: entry.normal, way: into, normal: entry.normal };
    sink.emit(|| exit.chosen_event(Reason::EarliestEntry));
    boxes.touch(&exit);
    // Rounding must not leave a rest that leads back into the face.
    let rest = without(rest, entry.normal, into);
    sink.emit(|| TraceEvent::Reached { at: start + *gone, why: Reason::StopsBefore });
    sink.emit(|| TraceEvent::Rest { at: start + *gone, rest });
    rest
}

/// A move without its part into a face; along an axis it vanishes to the last bit.
fn without(rest: Vec2, normal: Vec2, into: f32) -> Vec2 {
    if normal.x == 0.0 {
        Vec2::new(rest.x, 0.0)
    } else if normal.y == 0.0 {
        Vec2::new(0.0, rest.y)
    } else {
        rest + normal * into
    }
}

/// The fraction of a move that ends `epsilon` before a face.
fn stop(entry: &RayEntry, rest: Vec2, epsilon: f32) -> f32 {
    entry.fraction + epsilon / entry.normal.dot(rest)
}

/// The first hit of a move. Of several at once, the one farthest from a corner counts; of those, the earliest.
fn earliest(boxes: &mut Boxes, gone: Vec2, rest: Vec2, epsilon: f32) -> Option<RayEntry> {
    let (aabb, sink) = (boxes.aabb, boxes.sink);
    let length = rest.length();
    let area = aabb.moved(gone).swept(rest).grown(epsilon + BOX_SLACK);
    let mut best: Option<RayEntry> = None;
    boxes.each_in(&area, &mut |obstacle, solid| {
        let Some(entry) = enter(sink, obstacle, solid, &aabb, gone, rest) else { return };
        let nearer = best.is_none_or(|known| {
            let gain = (known.fraction - entry.fraction) * length;
            gain > SAME_HIT || (gain >= -SAME_HIT && (entry.clear, gain) > (known.clear, 0.0))
        });
        if nearer && stop(&entry, rest, epsilon) < 1.0 {
            best = Some(entry);
        } else if nearer {
            sink.emit(|| candidate_event(obstacle, solid, &aabb.moved(gone), CandidateStatus::TooFar));
        }
    });
    best
}

/// Where the centre of a box, moved by `gone` and going along `rest`, enters the solid grown by the box; `None` when it
/// misses, has passed or only grazes it.
fn enter(sink: TraceSink, obstacle: Obstacle, solid: &Solid, aabb: &Aabb, gone: Vec2, rest: Vec2) -> Option<RayEntry> {
    let p = aabb.center - solid.aabb.center + gone;
    let (mut entered, mut before, mut left) = (f32::NEG_INFINITY, f32::NEG_INFINITY, f32::INFINITY);
    let mut normal = Vec2::ZERO;
    each_face(solid, p, aabb.half, |n, depth| {
        let along = n.dot(rest);
        if along == 0.0 {
            // The move is parallel to the face: always outside of it, or never.
            left = if depth <= 0.0 { f32::NEG_INFINITY } else { left };
        } else if along > 0.0 {
            left = left.min(depth / along);
        } else if depth / along > entered {
            (before, entered) = (entered, depth / along);
            normal = n;
        } else {
            before = before.max(depth / along);
        }
    });
    let emit = |status| sink.emit(|| TraceEvent::Entry { obstacle, normal, enters: entered, leaves: left, status });
    if normal == Vec2::ZERO || entered >= left {
        emit(CandidateStatus::PassedBy);
        return None;
    }
    // A one-way solid is open from all other sides.
    if solid.one_way.is_some_and(|side| normal.dot(side.normal()) <= 0.0) {
        emit(CandidateStatus::Open);
        return None;
    }
    emit(if entered >= 0.0 { CandidateStatus::Counts } else { CandidateStatus::PassedBy });
    // Back to the true face. A box that is inside even the shrunk solid does not enter it any more.
    let fraction = entered + BOX_SLACK / normal.dot(rest);
    let clear = (entered - before) * rest.length();
    (entered >= 0.0).then_some(RayEntry { obstacle, normal, fraction, clear })
}
