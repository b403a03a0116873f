//! The axes of one obstacle of any kind, and its shadows on them.

use glam::Vec2;

use super::super::axes::{AxisRow, end_axes};
use seamwalker_collide::{Aabb, EndAxes, Obstacle, Piece, Segment, SolverSetup, Space};

/// Directions closer than this are one axis (sine).
const SAME_AXIS: f32 = 1e-4;

/// The corners of an obstacle, two for an edge; none for an unknown obstacle.
pub(super) fn corners(space: &Space, obstacle: Obstacle) -> Vec<Vec2> {
    match obstacle {
        Obstacle::Edge(i) => {
            space.terrain.edges().get(i as usize).map(|e| vec![e.segment.a, e.segment.b]).unwrap_or_default()
        }
        Obstacle::Piece(i) => space.terrain.pieces().get(i as usize).map_or_else(Vec::new, Piece::corners),
        Obstacle::Body(id) => {
            space.bodies.get(id.0 as usize).map_or_else(Vec::new, |body| body.aabb.corners().to_vec())
        }
    }
}

/// All axes of a mover's core and an obstacle with a radius. The solver decides which axes the ends of an edge add.
pub(super) fn axes(setup: &SolverSetup, space: &Space, obstacle: Obstacle, core: &Aabb, radius: f32) -> Vec<AxisRow> {
    let corners = corners(space, obstacle);
    let mut axes: Vec<AxisRow> = Vec::new();
    let mut add = |name, direction: Vec2| {
        let known = |row: &AxisRow| row.axis.perp_dot(direction).abs() < SAME_AXIS;
        if direction == Vec2::ZERO || axes.iter().any(known) {
            return;
        }
        // The mover is on the side of the shorter way out.
        let [one, other] = [direction, -direction].map(|axis| AxisRow::new(name, axis, core, &corners, radius));
        axes.push(if one.depth <= other.depth { one } else { other });
    };
    add("x", Vec2::X);
    add("y", Vec2::Y);
    match (obstacle, corners[..].first_chunk()) {
        (Obstacle::Edge(_), Some(&[a, b])) => {
            add("its normal", Segment::new(a, b).left_normal());
            for (name, end) in [("its start", a), ("its end", b)] {
                let v = core.center - end;
                let direction = match end_axes(setup) {
                    EndAxes::BoxCentre => v,
                    EndAxes::ClosestPoint => v - v.clamp(-core.half, core.half),
                    _ => Vec2::ZERO,
                };
                add(name, direction.normalize_or_zero());
            }
        }
        (Obstacle::Piece(i), _) => {
            for plane in space.terrain.pieces().get(i as usize).into_iter().flat_map(|piece| &piece.planes) {
                add("its slope", plane.normal);
            }
        }
        _ => {}
    }
    axes
}
