//! vertex-discard: takes from the move what leads beyond each gap; pairs of vertex against vertex do not count.
//!
//! Source: "2D polygonal collision-detection and internal edges", Paul Firth. Contacts are made before they happen: of
//! everything within reach of the move, the closest features give a normal and a gap, and the part of the move along the
//! normal may not be longer than the gap. Where the closest features are a corner of the box and an end of an edge, the
//! normal leans any which way: that pair is discarded, and with it what catches on the seams of tiles.
//!
//! Where a discarded pair becomes one with a face, ours ends the step, so that the corner of a ledge is not entered.

use glam::Vec2;

use super::boxes::SLACK;
use super::edges::Edges;
use super::planes::{Plane, Planes, SETTLED};
use super::{Slide, Solver, SolverOptions, View};
use crate::collide::space::Shape;
use crate::collide::{Mover, Obstacle, Space};

/// How many contacts one step remembers; of more, the nearest.
const MOST_CONTACTS: usize = 16;

/// How often a step may end early because a discarded pair became one with a face.
const CUTS: u32 = 6;

/// How far a corner must be past the other shape, on both sides, for the pair to be vertex against vertex, in pixels. Larger
/// values discard faces; below the rounding of offsets a step would be cut in the same place for ever.
const PAST: f32 = 1e-4;

/// Contacts before they happen, without those of vertex against vertex.
#[derive(Clone, Copy, Debug, Default)]
pub struct VertexDiscard {
    /// Rounds, sub-steps.
    pub options: SolverOptions,
}

/// A face near the mover.
#[derive(Clone, Copy)]
struct Near {
    obstacle: Obstacle,
    normal: Vec2,
    gap: f32,
}

/// Two vertices near each other, as the way from the obstacle's to the mover's.
#[derive(Clone, Copy)]
struct Corner {
    apart: Vec2,
    /// The directions along which the pair can come to an end: x, y, and along the edge.
    along: [Vec2; 3],
}

/// The contacts of one step.
#[derive(Default)]
struct Contacts {
    faces: [Option<Near>; MOST_CONTACTS],
    corners: [Option<Corner>; MOST_CONTACTS],
}

impl Solver for VertexDiscard {
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let rounds = self.options.rounds.max(1);
        Edges::new(space, mover, View::Thin).go(delta, self.options.sub_steps, |edges, step| {
            let mut rest = step;
            for _ in 0..CUTS {
                let contacts = Contacts::near(edges, rest);
                let way = contacts.allowed(edges, rest, rounds);
                let part = contacts.until_face(way);
                edges.offset += way * part;
                rest *= 1.0 - part;
                if rest == Vec2::ZERO {
                    break;
                }
            }
            true
        })
    }

    fn view(&self) -> View {
        View::Thin
    }
}

impl Contacts {
    /// Everything within reach of a move.
    fn near(edges: &mut Edges, rest: Vec2) -> Self {
        let mut contacts = Self::default();
        let reach = rest.length();
        // What the box overlaps by mere rounding is before a corner, not behind it.
        let small = (edges.half - Vec2::splat(SLACK)).max(Vec2::ZERO);
        edges.each(reach, |edges, obstacle, shape| {
            let pair = edges.separation(shape, small, edges.offset);
            let exact = edges.separation(shape, edges.half, edges.offset);
            let same = pair.normal == exact.normal;
            let gap = if same { exact.distance } else { pair.distance - SLACK };
            if gap > reach || !edges.blocks(shape, pair.normal) {
                return;
            }
            let apart = pair.normal * pair.distance.max(0.0);
            let along = [Vec2::X, Vec2::Y, tangent(shape)];
            if along.iter().all(|axis| *axis == Vec2::ZERO || apart.dot(*axis).abs() > PAST) {
                contacts.add_corner(Corner { apart, along });
            } else {
                contacts.add_face(Near { obstacle, normal: pair.normal, gap });
            }
        });
        contacts
    }

    fn add_face(&mut self, near: Near) {
        let gap = |face: &Option<Near>| face.map_or(f32::INFINITY, |n| n.gap);
        let farthest = self.faces.iter_mut().reduce(|a, b| if gap(b) > gap(a) { b } else { a });
        if let Some(slot) = farthest.filter(|slot| gap(slot) > near.gap) {
            *slot = Some(near);
        }
    }

    fn add_corner(&mut self, corner: Corner) {
        let gap = |pair: &Option<Corner>| pair.map_or(f32::INFINITY, |c| c.apart.length_squared());
        let farthest = self.corners.iter_mut().reduce(|a, b| if gap(b) > gap(a) { b } else { a });
        if let Some(slot) = farthest.filter(|slot| gap(slot) > corner.apart.length_squared()) {
            *slot = Some(corner);
        }
    }

    /// A move without what leads beyond the gaps: the nearest one that keeps them all. Each round takes in the gap that is
    /// missed most; what is still missed after the last one shortens the move.
    fn allowed(&self, edges: &mut Edges, rest: Vec2, rounds: u32) -> Vec2 {
        let mut way = rest;
        let mut planes = Planes::default();
        for _ in 0..rounds {
            let Some(plane) = self.most_missed(way) else { return way };
            edges.note(&plane);
            planes.add(plane);
            match planes.nearest(rest) {
                Some(nearest) => way = nearest,
                None => return Vec2::ZERO,
            }
        }
        let part = |face: &Near| {
            let along = -way.dot(face.normal);
            if along > face.gap + SETTLED { (face.gap / along).max(0.0) } else { 1.0 }
        };
        way * self.faces.iter().flatten().map(part).fold(1.0, f32::min)
    }

    /// The face that a move leads deepest behind.
    fn most_missed(&self, way: Vec2) -> Option<Plane> {
        let mut worst: Option<Plane> = None;
        for Near { obstacle, normal, gap } in self.faces.iter().flatten().copied() {
            let depth = -gap - way.dot(normal);
            if depth > worst.map_or(SETTLED, |known| known.depth) {
                worst = Some(Plane { normal, limit: -gap, depth, obstacle });
            }
        }
        worst
    }

    /// The part of a move after which the first discarded pair becomes one with a face.
    fn until_face(&self, way: Vec2) -> f32 {
        let ends = |corner: &Corner| {
            let until = |axis: &Vec2| {
                let (apart, speed) = (corner.apart.dot(*axis), way.dot(*axis));
                if apart * speed < 0.0 { (apart.abs() - PAST * 0.5) / speed.abs() } else { 1.0 }
            };
            corner.along.iter().map(until).fold(1.0, f32::min)
        };
        self.corners.iter().flatten().map(ends).fold(1.0, f32::min).max(0.0)
    }
}

/// The direction of an edge; zero for a box, and for an edge along an axis, which x and y speak for.
fn tangent(shape: &Shape) -> Vec2 {
    match shape {
        Shape::Edge(hexagon, _) => {
            let n = hexagon.outward();
            if n.x == 0.0 || n.y == 0.0 { Vec2::ZERO } else { n.perp() }
        }
        Shape::Solid(_) => Vec2::ZERO,
    }
}
