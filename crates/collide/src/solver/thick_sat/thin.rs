//! thin-sat's contact with an edge: three axes, and two ways to tell the push out of a surface from one out of a seam.

use glam::Vec2;

use crate::edge::{Edge, Side};
use crate::separation::{EndAxes, Hexagon, Separation, sat};
use crate::solver::options::{IgnoredAxes, SolverOptions};
use crate::tolerance::{ALLOWED_OVERLAP, SAME_DIRECTION};

/// Whether the options change any contact of thin-sat.
#[inline]
pub(super) fn is_special(options: &SolverOptions) -> bool {
    options.side_memory || options.ignored_axes != IgnoredAxes::None
}

/// Signed distance of a box from an edge, with the options of thin-sat; `None` where the contact is discarded. The places
/// of its centre, now and where the step began, are relative to the middle of the edge.
#[cold]
pub(super) fn separation(
    options: &SolverOptions,
    edge: &Edge,
    hexagon: &Hexagon,
    half: Vec2,
    start: Vec2,
    at: Vec2,
) -> Option<Separation> {
    let shortest = sat::separation(hexagon, at, half, EndAxes::None);
    let axes = || sat::axes(hexagon, at, half, EndAxes::None).into_iter().flatten();
    let by_distance = |a: &Separation, b: &Separation| a.distance.total_cmp(&b.distance);
    if options.side_memory
        && let Some(back) = back_to_side(edge, half, start, at)
    {
        // Of the pushes that do not lead to the other side, the shortest. Wholly behind the edge there is only one.
        let overlaps = shortest.distance < 0.0;
        let others = axes().filter(|push| overlaps && push.normal.dot(back.normal) >= -SAME_DIRECTION);
        return others.chain([back]).max_by(by_distance);
    }
    let is_ignored = |push: &Separation| leads_past_joint(edge, push.normal);
    if shortest.distance >= 0.0 || !is_ignored(&shortest) {
        return Some(shortest);
    }
    match options.ignored_axes {
        IgnoredAxes::None => Some(shortest),
        IgnoredAxes::Skip => axes().filter(|push| !is_ignored(push)).max_by(by_distance),
        IgnoredAxes::Discard => None,
    }
}

/// Whether a push leads out past an end that the edge shares with another one.
fn leads_past_joint(edge: &Edge, push: Vec2) -> bool {
    let along = push.dot(edge.segment.b - edge.segment.a);
    edge.next.is_some() && along > SAME_DIRECTION || edge.prev.is_some() && along < -SAME_DIRECTION
}

/// The push back to the side of the edge on which a box was when the step began, if it has crossed the edge since. A box
/// that rested on the line at first has crossed where it ends, because it has slid along until then.
fn back_to_side(edge: &Edge, half: Vec2, start: Vec2, at: Vec2) -> Option<Separation> {
    let from_behind = edge.side == Side::Both && start.dot(edge.normal) < 0.0;
    let normal = if from_behind { -edge.normal } else { edge.normal };
    let gap = |place: Vec2| place.dot(normal) - half.dot(normal.abs());
    let (before, after) = (gap(start), gap(at));
    if before < -ALLOWED_OVERLAP || after >= 0.0 {
        return None;
    }
    let crossing = if before <= ALLOWED_OVERLAP { at } else { start.lerp(at, before / (before - after)) };
    let along = normal.perp();
    let length = (edge.segment.b - edge.segment.a).length();
    let is_beside = crossing.dot(along).abs() > length * 0.5 + half.dot(along.abs()) - ALLOWED_OVERLAP;
    (!is_beside).then_some(Separation { distance: after, normal })
}
