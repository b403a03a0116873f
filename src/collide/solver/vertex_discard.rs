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
use super::planes::Plane;
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

/// By how much the corrections may miss a gap, in pixels; what is left is made good in the next step. Larger values let
/// movers sink into corners, smaller ones stop them there.
const MISSED: f32 = 1e-4;

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
    /// What the corrections along the normal add up to, in pixels; never negative.
    push: f32,
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
                let mut contacts = Contacts::near(edges, rest);
                let way = contacts.allowed(rest, rounds);
                let part = contacts.until_face(way);
                edges.offset += way * part;
                contacts.note(edges);
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
            if gap > reach || !shape.blocks(pair.normal, || gap) {
                return;
            }
            let apart = pair.normal * pair.distance.max(0.0);
            let along = [Vec2::X, Vec2::Y, tangent(shape)];
            if along.iter().all(|axis| *axis == Vec2::ZERO || apart.dot(*axis).abs() > PAST) {
                contacts.add_corner(Corner { apart, along });
            } else {
                contacts.add_face(Near { obstacle, normal: pair.normal, gap, push: 0.0 });
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

    /// A move without what leads beyond the gaps: corrected along each normal in turn, where a later correction may take
    /// back what an earlier one did too much. What is still missing in the end shortens the move.
    fn allowed(&mut self, rest: Vec2, rounds: u32) -> Vec2 {
        let mut way = rest;
        for _ in 0..rounds {
            for face in self.faces.iter_mut().flatten() {
                let push = (face.push + face.least(rest) - way.dot(face.normal)).max(0.0);
                way += face.normal * (push - face.push);
                face.push = push;
            }
        }
        let part = |face: &Near| {
            let (along, least) = (way.dot(face.normal), face.least(rest));
            if along >= least - MISSED { 1.0 } else { (least / along).clamp(0.0, 1.0) }
        };
        way *= self.faces.iter().flatten().map(part).fold(1.0, f32::min);
        if way.dot(rest) < 0.0 { Vec2::ZERO } else { way.clamp_length_max(rest.length()) }
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

    /// Notes what took something from the move.
    fn note(&self, edges: &mut Edges) {
        for face in self.faces.iter().flatten().filter(|face| face.push > 0.0) {
            edges.note(&Plane { normal: face.normal, limit: 0.0, depth: face.push, obstacle: face.obstacle });
        }
    }
}

impl Near {
    /// The least that a move must go along the normal. Who was pressed a hair too deep is pressed out again, but not who
    /// only leaves.
    fn least(&self, rest: Vec2) -> f32 {
        if self.gap < 0.0 && rest.dot(self.normal) >= 0.0 { 0.0 } else { -self.gap }
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
