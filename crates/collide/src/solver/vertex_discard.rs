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

use super::api::Solver;
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
use crate::trace::words::{Question, Reason, Verdict};
use crate::trace::{TraceEvent, TraceSink, Tracer, emit_slide};
use crate::view::CollisionView;

/// How many contacts one step remembers: the nearest ones.
const MAX_CONTACTS: usize = 16;

/// How often a step may end early because a discarded pair became one with a face.
const MAX_CUTS: u32 = 6;

/// Speculative contacts, without vertex-vertex pairs.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, Space, Terrain, VertexDiscard};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = |from, to| Edge::new(Vec2::new(from, 100.0), Vec2::new(to, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor(0.0, 64.0), floor(64.0, 128.0)], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(54.0, 92.0), Vec2::splat(8.0)));
/// let slide = VertexDiscard::default().slide(&space, &mover, Vec2::new(6.0, 1.0));
/// assert!((slide.moved.x - 6.0).abs() < 0.01, "the corner of the box meets the end of an edge: discarded");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct VertexDiscard {
    /// Rounds, sub-steps.
    pub options: SolverOptions,
}

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

impl VertexDiscard {
    fn run<V: TraceSink>(&self, sink: V, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        if let Some(slide) = small::slide(self.view(), space, mover, delta) {
            return slide;
        }
        let rounds = self.options.rounds.max(1);
        let longest = self.options.longest_step(MAX_EDGE_STEP);
        EdgeQueries::new(space, mover, CollisionView::Thin, InvisibleEdges::default(), sink).run(
            delta,
            longest,
            |edges, step| {
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
}

impl Solver for VertexDiscard {
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        self.run((), space, mover, delta)
    }

    fn trace(&self, space: &Space, mover: &Mover, delta: Vec2, tracer: &mut dyn Tracer) -> Slide {
        emit_slide(self.view(), mover, delta, tracer, |sink| self.run(sink, space, mover, delta))
    }

    fn view(&self) -> CollisionView {
        CollisionView::Thin
    }
}

impl Contacts {
    /// The contacts within reach of a move.
    fn near<V: TraceSink>(edges: &mut EdgeQueries<V>, rest: Vec2) -> Self {
        let mut contacts = Self::default();
        let reach = rest.length();
        edges.emit_question(Question::Ahead);
        // Shrunk, so that a box that overlaps by rounding is in front of a corner, not behind it.
        let small = (edges.half - Vec2::splat(BOX_SLACK)).max(Vec2::ZERO);
        edges.each(reach, |edges, obstacle, shape| {
            let pair = edges.separation(shape, small, edges.offset);
            let apart = pair.normal * pair.distance.max(0.0);
            let along = [Vec2::X, Vec2::Y, tangent(shape)];
            let Some(normal) = face(&pair, &along) else {
                if edges.blocks(shape, pair.normal) {
                    contacts.add_corner(VertexPair { apart, along });
                    edges.emit_candidate(obstacle, pair, Verdict::Vertices);
                }
                return;
            };
            let gap = edges.gap_along(shape, normal);
            let found = Separation { distance: gap, normal };
            if gap > reach {
                edges.emit_candidate(obstacle, found, Verdict::TooFar);
            } else if edges.blocks(shape, normal) {
                contacts.add_face(NearbyFace { obstacle, normal, gap });
                edges.emit_candidate(obstacle, found, Verdict::Counts);
            } else {
                edges.emit_candidate(obstacle, found, shape.open());
            }
        });
        contacts
    }

    fn add_face(&mut self, near: NearbyFace) {
        let gap = |face: &Option<NearbyFace>| face.map_or(f32::INFINITY, |n| n.gap);
        let farthest = self.faces.iter_mut().reduce(|a, b| if gap(b) > gap(a) { b } else { a });
        if let Some(slot) = farthest.filter(|slot| gap(slot) > near.gap) {
            *slot = Some(near);
        }
    }

    fn add_corner(&mut self, corner: VertexPair) {
        let gap = |pair: &Option<VertexPair>| pair.map_or(f32::INFINITY, |c| c.apart.length_squared());
        let farthest = self.corners.iter_mut().reduce(|a, b| if gap(b) > gap(a) { b } else { a });
        if let Some(slot) = farthest.filter(|slot| gap(slot) > corner.apart.length_squared()) {
            *slot = Some(corner);
        }
    }

    /// The nearest move that keeps all gaps. Each round adds the gap that is violated most. Zero when there is no such
    /// move.
    fn allowed<V: TraceSink>(&self, edges: &mut EdgeQueries<V>, rest: Vec2, rounds: u32) -> Vec2 {
        let mut delta = rest;
        let mut planes = Planes::default();
        for _ in 0..rounds {
            let Some(plane) = self.most_violated(edges, delta) else { return delta };
            edges.note(&plane);
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
    fn most_violated<V: TraceSink>(&self, edges: &mut EdgeQueries<V>, delta: Vec2) -> Option<ContactPlane> {
        edges.emit_question(Question::Gaps);
        let mut worst: Option<ContactPlane> = None;
        edges.each(delta.length(), |edges, obstacle, shape| {
            let face = self.faces.iter().flatten().find(|face| face.obstacle == obstacle);
            let Some(&NearbyFace { normal, gap, .. }) = face else { return };
            let depth = -gap - delta.dot(normal);
            let deeper = depth > worst.map_or(SETTLED, |known| known.depth);
            if deeper && edges.separation(shape, edges.half, edges.offset + delta).distance < -SETTLED {
                worst = Some(ContactPlane { normal, limit: -gap, depth, obstacle });
                edges.emit_candidate(obstacle, Separation { distance: -depth, normal }, Verdict::Counts);
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
