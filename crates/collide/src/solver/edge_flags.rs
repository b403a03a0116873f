//! edge-flags: pushes out of edges, along normals that the neighbours of an edge allow.
//!
//! Source: the comments under "2D polygonal collision-detection and internal edges", and the ghost vertices of the
//! chain shapes in `Box2D`. An edge knows its previous and next edge. At a convex joint, a contact may push in any
//! direction between the normals of the two edges; at a flat or concave one, only along the edge's own normal. Every
//! other normal comes from a seam and is turned to the nearest one that is allowed.
//!
//! The edges' sides are flags as well (see [`Side`]), and so are their directions: a step is climbed if its top is
//! walkable and it is no higher than [`SolverOptions::step_up`]. `stairs.rs` says which edges push nothing.

use glam::Vec2;

use super::edges::{EdgeQueries, MAX_EDGE_STEP};
use super::options::SolverOptions;
use super::planes::{ContactPlane, Planes};
use super::small;
use super::stairs::{InvisibleEdges, RISER, walkable_top};
use crate::contact::Obstacle;
use crate::edge::{Edge, Side};
use crate::mover::Mover;
use crate::obstacle::ObstacleShape;
use crate::separation::Separation;
use crate::slide::Slide;
use crate::space::Space;
use crate::terrain::Terrain;
use crate::tolerance::{BOX_SLACK, SAME_DIRECTION, SETTLED};
use crate::trace::TraceSink;
use crate::trace::words::{CandidateStatus, Question, Reason};
use crate::view::CollisionView;

/// Pushes out of edges along normals that the neighbours allow.
pub(super) fn slide(sink: TraceSink, options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    let view = if options.disk { CollisionView::Round } else { CollisionView::Thin };
    if let Some(slide) = small::slide(view, space, mover, delta) {
        return slide;
    }
    let queries = EdgeQueries::new(space, mover, view, InvisibleEdges::new(options), sink);
    queries.run(delta, options.longest_step(MAX_EDGE_STEP), &mut |edges, step| make_step(options, edges, step))
}

/// Makes one step, to the point nearest to its target that lies beyond all planes met. Returns false when they
/// leave no room.
fn make_step(options: &SolverOptions, edges: &mut EdgeQueries, step: Vec2) -> bool {
    let start = edges.offset;
    let target = start + step;
    let mut planes = Planes::default();
    let mut riser = None;
    edges.offset = target;
    for _ in 0..=options.rounds.max(1) {
        edges.emit_question(if planes.count == 0 { Question::End } else { Question::Again });
        let Some(plane) = next(edges, &mut planes) else {
            edges.emit_reached(if planes.count == 0 { Reason::Free } else { Reason::Nearest });
            climb(options.step_up, edges, start, step, riser);
            return true;
        };
        edges.slide.note(plane.touch());
        planes.add(plane);
        if plane.normal.x.abs() > RISER {
            riser = Some(plane.obstacle);
        }
        let Some(point) = planes.solve(edges.sink, target) else { break };
        edges.offset = point;
    }
    edges.offset = start;
    false
}

/// Climbs a step that stopped the mover, if it is low enough and there is room on it.
fn climb(step_up: f32, edges: &mut EdgeQueries, start: Vec2, step: Vec2, riser: Option<Obstacle>) {
    let Some(Obstacle::Edge(index)) = riser else { return };
    let Some(top) = walkable_top(&edges.space.terrain, index) else { return };
    let rise = edges.mover.aabb.max().y + start.y - top;
    if rise <= 0.0 || rise > step_up {
        return;
    }
    let stopped = core::mem::replace(&mut edges.offset, start - Vec2::new(0.0, rise));
    edges.emit_question(Question::HeadRoom);
    let head_room = edges.depth() <= SETTLED;
    edges.offset.x += step.x;
    edges.emit_question(Question::Room);
    if !head_room || edges.depth() > SETTLED {
        edges.offset = stopped;
        edges.emit_reached(Reason::NoClimb);
    } else {
        edges.emit_reached(Reason::Climbed);
    }
}

/// The contact to resolve first; `None` when nothing overlaps. Faces go before corners and deeper contacts before
/// shallower ones, because a mover that has sunk into a floor also overlaps the corners beside it. Renews the known
/// planes.
fn next(edges: &mut EdgeQueries, planes: &mut Planes) -> Option<ContactPlane> {
    let offset = edges.offset;
    let (mut face, mut corner): (Option<ContactPlane>, Option<ContactPlane>) = (None, None);
    edges.each(0.0, &mut |edges, obstacle, shape| {
        let found = contact(edges, obstacle, shape);
        if edges.sink.is_on() {
            emit_candidate(edges, obstacle, shape, found.map(|(found, _)| found));
        }
        let Some((Separation { distance, normal }, is_face)) = found else { return };
        let depth = edges.radius - distance;
        let plane = ContactPlane { normal, limit: normal.dot(offset) + depth, depth, obstacle };
        if let Some(known) = planes.as_mut_slice().iter_mut().find(|p| p.obstacle == obstacle) {
            *known = plane;
        }
        let best = if is_face { &mut face } else { &mut corner };
        if depth > best.map_or(SETTLED, |known| known.depth) && edges.blocks(shape, normal) {
            *best = Some(plane);
        }
    });
    let next = face.or(corner);
    if let Some(plane) = next {
        plane.emit_chosen(edges.sink, if face.is_some() { Reason::FaceFirst } else { Reason::CornerLast });
    }
    next
}

/// Emits the status on one obstacle. `found` is its contact after the neighbours were considered.
fn emit_candidate(edges: &EdgeQueries, obstacle: Obstacle, shape: &ObstacleShape, found: Option<Separation>) {
    let plain = edges.separation(shape, edges.half, edges.offset);
    let Some(found) = found else { return edges.emit_candidate(obstacle, plain, CandidateStatus::Forbidden) };
    let status = if edges.radius - found.distance <= SETTLED {
        CandidateStatus::Apart
    } else if !edges.blocks(shape, found.normal) {
        shape.pass_reason()
    } else if found.normal != plain.normal {
        CandidateStatus::Turned
    } else {
        CandidateStatus::Counts
    };
    edges.emit_candidate(obstacle, found, status);
}

/// Distance and normal of one obstacle, and whether the normal is that of a face. The normal is turned to one that the
/// neighbours allow; `None` where that points into a neighbour.
fn contact(edges: &EdgeQueries, obstacle: Obstacle, shape: &ObstacleShape) -> Option<(Separation, bool)> {
    let (Obstacle::Edge(index), ObstacleShape::Edge(hexagon, Side::Outer | Side::OneWay)) = (obstacle, shape) else {
        return Some((edges.separation(shape, edges.half, edges.offset), true));
    };
    // Tested from both sides: the normals say below which side is the outer one.
    let p = (edges.mover.aabb.center - hexagon.middle) + edges.offset;
    let found = hexagon.separation(p, edges.half, false);
    let terrain = &*edges.space.terrain;
    let edge = &terrain.edges()[index as usize];
    let is_face = found.normal.dot(edge.normal) > 1.0 - SAME_DIRECTION;
    let seam = forbidden(terrain, edge, found.normal, edges.invisible).filter(|_| found.distance < edges.radius);
    let Some(Seam { corner, other, depth }) = seam else { return Some((found, is_face)) };
    let p = (edges.mover.aabb.center - corner) + edges.offset;
    let along = |normal: Vec2| Separation { distance: p.dot(normal) - edges.half.dot(normal.abs()), normal };
    let own = along(edge.normal);
    let turned = other.map(along).filter(|other| other.distance > own.distance).unwrap_or(own);
    // Deeper than the longest step, the mover cannot have entered through this edge, only through an
    // invisible neighbour.
    let entered = edges.radius - turned.distance <= edges.longest + depth + BOX_SLACK;
    entered.then_some((turned, turned.normal == edge.normal))
}

/// Where a normal comes from that the neighbours forbid.
struct Seam {
    corner: Vec2,
    /// At a convex joint, the normal of the neighbour there. Normals between that and the edge's own are allowed.
    other: Option<Vec2>,
    /// How deep behind the edge a mover gets through the neighbour, if that is invisible, in pixels.
    depth: f32,
}

/// The seam that a normal comes from, if the neighbours forbid it.
fn forbidden(terrain: &Terrain, edge: &Edge, normal: Vec2, invisible: InvisibleEdges) -> Option<Seam> {
    let own = edge.normal;
    let along = (edge.segment.b - edge.segment.a).normalize_or_zero();
    let lean = normal.dot(along);
    if lean.abs() <= SAME_DIRECTION {
        // The normal leads straight out of the face, or into it where the mover is behind the line.
        return (normal.dot(own) < 0.0).then_some(Seam { corner: edge.segment.a, other: None, depth: 0.0 });
    }
    let (corner, neighbour, out) =
        if lean > 0.0 { (edge.segment.b, edge.next, along) } else { (edge.segment.a, edge.prev, -along) };
    // An end without a neighbour is round and pushes in any direction.
    let neighbour = neighbour?;
    let Edge { segment, normal: other, .. } = *terrain.edges().get(neighbour.index())?;
    if invisible.contains(terrain, neighbour.into()) {
        return Some(Seam { corner, other: None, depth: (segment.b - segment.a).dot(own).abs() });
    }
    if other.dot(out) <= SAME_DIRECTION {
        return Some(Seam { corner, other: None, depth: 0.0 });
    }
    let beyond = normal.perp_dot(other) * own.perp_dot(other) < -SAME_DIRECTION || normal.dot(own + other) <= 0.0;
    beyond.then_some(Seam { corner, other: Some(other), depth: 0.0 })
}
