//! The separating-axis test of one obstacle, as intervals: what the mover's core and the obstacle cover of each axis.

use glam::Vec2;
use serde::Serialize;

use super::super::axes::end_axes;
use crate::collide::{Aabb, EndAxes, Obstacle, Piece, Segment, SolverSetup, Space};

/// Directions closer than this are one axis (sine).
const SAME: f32 = 1e-4;

/// One axis, and what is covered of it, in pixels from the origin along its direction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Axis {
    /// Where it comes from.
    pub name: &'static str,
    /// Unit vector, to the side on which the mover is.
    pub direction: Vec2,
    /// From where to where the mover's core is.
    pub mover: [f32; 2],
    /// From where to where the obstacle is, its thickness included.
    pub obstacle: [f32; 2],
    /// How far the two overlap; negative: the gap.
    pub overlap: f32,
    /// Whether it overlaps least: then it is the way out.
    pub wins: bool,
}

/// The corners of an obstacle, two of an edge; none for a name that is not of this space.
pub(super) fn corners(space: &Space, obstacle: Obstacle) -> Vec<Vec2> {
    match obstacle {
        Obstacle::Edge(i) => {
            space.terrain.edges().get(i as usize).map_or_else(Vec::new, |e| vec![e.segment.a, e.segment.b])
        }
        Obstacle::Piece(i) => space.terrain.pieces().get(i as usize).map_or_else(Vec::new, Piece::corners),
        Obstacle::Body(id) => {
            space.bodies.get(id.0 as usize).map_or_else(Vec::new, |body| body.aabb.corners().to_vec())
        }
    }
}

/// What a box must stay out of with its middle: a convex polygon grown by the box.
pub(super) fn grown(corners: &[Vec2], half: Vec2) -> Vec<Vec2> {
    let mut points: Vec<Vec2> = corners.iter().flat_map(|&corner| Aabb::new(corner, half).corners()).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    let chain = |points: &mut dyn Iterator<Item = Vec2>| {
        let mut chain: Vec<Vec2> = Vec::new();
        for point in points {
            while let [.., a, b] = chain[..] {
                if (b - a).perp_dot(point - a) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut points.iter().copied());
    hull.extend(chain(&mut points.iter().rev().copied()));
    hull
}

/// All axes of a mover's core at `center` and an obstacle that is `radius` thick. The two ends of an edge add theirs in the way
/// that the solver asks for; one-sided edges push along the ones that look outwards, so that another may win than the one with
/// the least overlap.
pub(super) fn axes(
    setup: &SolverSetup,
    space: &Space,
    obstacle: Obstacle,
    center: Vec2,
    half: Vec2,
    radius: f32,
) -> Vec<Axis> {
    let corners = corners(space, obstacle);
    let mut axes: Vec<Axis> = Vec::new();
    let mut add = |name, direction: Vec2| {
        let known = |axis: &Axis| axis.direction.perp_dot(direction).abs() < SAME;
        if direction == Vec2::ZERO || axes.iter().any(known) {
            return;
        }
        axes.push(measured(name, direction, &corners, center, half, radius));
    };
    add("x", Vec2::X);
    add("y", Vec2::Y);
    match (obstacle, corners[..].first_chunk()) {
        (Obstacle::Edge(_), Some(&[a, b])) => {
            add("its normal", Segment::new(a, b).left_normal());
            for (name, end) in [("its start", a), ("its end", b)] {
                let v = center - end;
                add(
                    name,
                    match end_axes(setup) {
                        EndAxes::BoxCentre => v.normalize_or_zero(),
                        EndAxes::ClosestPoint => (v - v.clamp(-half, half)).normalize_or_zero(),
                        _ => Vec2::ZERO,
                    },
                );
            }
        }
        (Obstacle::Piece(i), _) => {
            for plane in space.terrain.pieces().get(i as usize).into_iter().flat_map(|piece| &piece.planes) {
                add("its slope", plane.normal);
            }
        }
        _ => {}
    }
    if let Some(least) = axes.iter_mut().min_by(|a, b| a.overlap.total_cmp(&b.overlap)) {
        least.wins = true;
    }
    axes
}

/// What mover and obstacle cover of one axis.
fn measured(name: &'static str, direction: Vec2, corners: &[Vec2], center: Vec2, half: Vec2, radius: f32) -> Axis {
    let covers = |direction: Vec2| {
        let along = corners.iter().map(|corner| corner.dot(direction));
        let obstacle = along.fold([f32::INFINITY, f32::NEG_INFINITY], |[from, to], x| [x.min(from), x.max(to)]);
        let (middle, reach) = (center.dot(direction), half.dot(direction.abs()));
        ([middle - reach, middle + reach], [obstacle[0] - radius, obstacle[1] + radius])
    };
    let (mover, obstacle) = covers(direction);
    // The shorter way out says on which side the mover is.
    let (up, down) = (obstacle[1] - mover[0], mover[1] - obstacle[0]);
    if up <= down {
        return Axis { name, direction, mover, obstacle, overlap: up, wins: false };
    }
    let (mover, obstacle) = covers(-direction);
    Axis { name, direction: -direction, mover, obstacle, overlap: down, wins: false }
}
