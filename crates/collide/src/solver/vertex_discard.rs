//! vertex-discard: shortens the move so that it closes each gap but goes no farther; vertex-vertex pairs do not count.
//!
//! Source: "2D polygonal collision-detection and internal edges", Paul Firth. Contacts are speculative: the closest
//! features of each obstacle within reach give a normal and a gap, and the move along the normal may not be longer than
//! the gap. If the closest features are a corner of the box and an end of an edge, the normal is arbitrary. That pair
//! is discarded, and with it the snags on the seams of tiles.
//!
//! Ours differs in two things. Where a discarded pair becomes one with a face, the step ends, so that the mover does
//! not enter the corner of a ledge. And a contact counts only if the move would really enter its obstacle. Otherwise a
//! mover past the end of a slope is held back: the "ghost collisions" of speculative contacts.

use glam::Vec2;

use super::edges::{EdgeQueries, MAX_EDGE_STEP};
use super::options::SolverOptions;
use super::planes::{ContactPlane, Planes};
use super::small;
use super::stairs::InvisibleEdges;
use crate::contact::Obstacle;
use crate::mover::Mover;
use crate::obstacle::ObstacleShape;
use crate::separation::Separation;
use crate::slide::Slide;
use crate::space::Space;
use crate::tolerance::{BOX_SLACK, PAST_VERTEX, SETTLED};
use crate::trace::words::{CandidateStatus, Question, Reason};
use crate::trace::{TraceEvent, TraceSink};
use crate::view::CollisionView;

/// How many contacts one step remembers: the nearest ones.
const MAX_CONTACTS: usize = 16;

/// How often a step may end early because a discarded pair became one with a face.
const MAX_CUTS: u32 = 6;

/// A face near the mover.
#[derive(Clone, Copy)]
struct NearbyFace {
    obstacle: Obstacle,
    normal: Vec2,
    gap: f32,
}

/// Two vertices near each other.
#[derive(Clone, Copy)]
struct VertexPair {
    /// From the obstacle's vertex to the mover's.
    apart: Vec2,
    /// The directions along which the pair can end: x, y, and along the edge.
    along: [Vec2; 3],
}

/// The contacts of one step.
#[derive(Default)]
struct Contacts {
    faces: [Option<NearbyFace>; MAX_CONTACTS],
    corners: [Option<VertexPair>; MAX_CONTACTS],
}

/// Shortens a move by speculative contacts, without vertex-vertex pairs.
pub(super) fn slide(sink: TraceSink, options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    if let Some(slide) = small::slide(CollisionView::Thin, space, mover, delta) {
        return slide;
    }
    let rounds = options.rounds.max(1);
    let longest = options.longest_step(MAX_EDGE_STEP);
    EdgeQueries::new(space, mover, CollisionView::Thin, InvisibleEdges::default(), sink).run(
        delta,
        longest,
        &mut |edges, step| {
            let mut rest = step;
            for _ in 0..MAX_CUTS {
                let contacts = Contacts::near(edges, rest);
                let delta = contacts.allowed(edges, rest, rounds);
                let part = contacts.until_face(delta);
                edges.offset += delta * part;
                edges.emit_reached(if part < 1.0 {
                    Reason::OverFace
                } else if delta == rest {
                    Reason::Free
                } else {
                    Reason::Nearest
                });
                rest *= 1.0 - part;
                if rest == Vec2::ZERO {
                    break;
                }
                sink.emit(|| TraceEvent::Rest { at: edges.offset, rest });
            }
            true
        },
    )
}

impl Contacts {
    /// The contacts within reach of a move.
    fn near(edges: &mut EdgeQueries, rest: Vec2) -> Self {
        let mut contacts = Self::default();
        let reach = rest.length();
        edges.emit_question(Question::Ahead);
        // Shrunk, so that a box that overlaps by rounding is in front of a corner, not behind it.
        let small = (edges.half - Vec2::splat(BOX_SLACK)).max(Vec2::ZERO);
        edges.each(reach, &mut |edges, obstacle, shape| {
            let pair = edges.separation(shape, small, edges.offset);
            let apart = pair.normal * pair.distance.max(0.0);
            let along = [Vec2::X, Vec2::Y, tangent(shape)];
            let Some(normal) = face(&pair, &along) else {
                if edges.blocks(shape, pair.normal) {
                    let gap = |pair: &VertexPair| pair.apart.length_squared();
                    keep_nearest(&mut contacts.corners, VertexPair { apart, along }, gap);
                    edges.emit_candidate(obstacle, pair, CandidateStatus::Vertices);
                }
                return;
            };
            let gap = edges.gap_along(shape, normal);
            let found = Separation { distance: gap, normal };
            if gap > reach {
                edges.emit_candidate(obstacle, found, CandidateStatus::TooFar);
            } else if edges.blocks(shape, normal) {
                keep_nearest(&mut contacts.faces, NearbyFace { obstacle, normal, gap }, |face| face.gap);
                edges.emit_candidate(obstacle, found, CandidateStatus::Counts);
            } else {
                edges.emit_candidate(obstacle, found, shape.pass_reason());
            }
        });
        contacts
    }

    /// The nearest move that keeps all gaps. Each round adds the gap that is violated most. Zero when there is no such
    /// move.
    fn allowed(&self, edges: &mut EdgeQueries, rest: Vec2, rounds: u32) -> Vec2 {
        let mut delta = rest;
        let mut planes = Planes::default();
        for _ in 0..rounds {
            let Some(plane) = self.most_violated(edges, delta) else { return delta };
            edges.slide.note(plane.touch());
            plane.emit_chosen(edges.sink, Reason::MostMissed);
            planes.add(plane);
            match planes.solve(edges.sink, rest) {
                Some(point) => delta = point,
                None => return Vec2::ZERO,
            }
        }
        if self.most_violated(edges, delta).is_none() { delta } else { Vec2::ZERO }
    }

    /// The face that a move leads deepest behind. A face extends beyond its obstacle, so the move must really enter the
    /// obstacle.
    fn most_violated(&self, edges: &mut EdgeQueries, delta: Vec2) -> Option<ContactPlane> {
        edges.emit_question(Question::Gaps);
        let mut worst: Option<ContactPlane> = None;
        edges.each(delta.length(), &mut |edges, obstacle, shape| {
            let face = self.faces.iter().flatten().find(|face| face.obstacle == obstacle);
            let Some(&NearbyFace { normal, gap, .. }) = face else { return };
            let depth = -gap - delta.dot(normal);
            let deeper = depth > worst.map_or(SETTLED, |known| known.depth);
            if deeper && edges.separation(shape, edges.half, edges.offset + delta).distance < -SETTLED {
                worst = Some(ContactPlane { normal, limit: -gap, depth, obstacle });
                edges.emit_candidate(obstacle, Separation { distance: -depth, normal }, CandidateStatus::Counts);
            }
        });
        worst
    }

    /// The fraction of a move after which the first discarded pair becomes one with a face.
    fn until_face(&self, delta: Vec2) -> f32 {
        let ends = |corner: &VertexPair| {
            let until = |axis: &Vec2| {
                let (apart, speed) = (corner.apart.dot(*axis), delta.dot(*axis));
                if apart * speed < 0.0 { (apart.abs() - PAST_VERTEX * 0.5) / speed.abs() } else { 1.0 }
            };
            corner.along.iter().map(until).fold(1.0, f32::min)
        };
        self.corners.iter().flatten().map(ends).fold(1.0, f32::min).max(0.0)
    }
}

/// Puts a contact in the place of none, or of the farthest one if that is farther.
fn keep_nearest<T>(contacts: &mut [Option<T>], new: T, gap: impl Fn(&T) -> f32) {
    let far = |contact: &Option<T>| contact.as_ref().map_or(f32::INFINITY, &gap);
    let farthest = contacts.iter_mut().reduce(|a, b| if far(b) > far(a) { b } else { a });
    if let Some(slot) = farthest.filter(|slot| far(slot) > gap(&new)) {
        *slot = Some(new);
    }
}

/// The normal of the face among the two closest features; `None` when both are vertices. One of the directions along
/// which a vertex pair can end is then across the face.
fn face(pair: &Separation, along: &[Vec2; 3]) -> Option<Vec2> {
    let apart = pair.normal * pair.distance;
    if pair.distance <= 0.0 {
        return Some(pair.normal);
    }
    let past = |axis: Vec2| apart.dot(axis).abs();
    let axes = along.iter().copied().filter(|axis| *axis != Vec2::ZERO);
    let across = axes.reduce(|a, b| if past(b) < past(a) { b } else { a }).filter(|axis| past(*axis) <= PAST_VERTEX)?;
    let normal = across.perp();
    Some(if apart.dot(normal) < 0.0 { -normal } else { normal })
}

/// The direction of a slanted edge; zero for boxes and level or upright edges, whose directions are x and y.
fn tangent(shape: &ObstacleShape) -> Vec2 {
    match shape {
        ObstacleShape::Edge(hexagon, _) => {
            let n = hexagon.outward();
            if n.x == 0.0 || n.y == 0.0 { Vec2::ZERO } else { n.perp() }
        }
        ObstacleShape::Solid(_) | ObstacleShape::Rounded(_) => Vec2::ZERO,
    }
}
