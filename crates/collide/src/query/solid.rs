//! Points in solid ground.

use glam::Vec2;

use super::convex::border_distance;
use super::filter::QueryFilter;
use crate::contact::{BodyId, Obstacle};
use crate::edge::{Edge, Side};
use crate::shape::Aabb;
use crate::space::Space;
use crate::tolerance::BODY_MARGIN;
use crate::view::CollisionView;

/// How far up borders are counted, in pixels. Terrain that reaches higher above a place is not seen.
const SKY: f32 = (1 << 22) as f32;

impl Space {
    /// Whether a point lies inside something solid. A point on a border does not; one-way surfaces have no inside.
    ///
    /// - A body or a piece: whether the point is in it. On the seam of two pieces it is in neither.
    /// - Edges that are [`Side::Outer`]: whether a way straight up leaves more ground than it enters (the winding number). For
    ///   closed outlines that is their inside, also where several overlap, and seams between them do not matter. Below an open
    ///   outline, such as a floor that was drawn as a line, everything is solid down to the next border that looks down.
    /// - Edges that are [`Side::Both`] or [`Side::OneWay`] are lines and enclose nothing.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Edge, QueryFilter, Side, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let corners = Aabb::new(Vec2::ZERO, Vec2::splat(16.0)).corners();
    /// let outline = (0..4).map(|i| Edge::new(corners[i], corners[(i + 1) % 4], Side::Outer)).collect();
    /// let space = Space::new(Terrain::new(outline, Vec::new()));
    /// let is_solid = |x, y| space.is_solid(Vec2::new(x, y), &QueryFilter::default());
    /// assert!(is_solid(3.0, 15.0) && !is_solid(3.0, 17.0) && !is_solid(3.0, 16.0));
    /// ```
    #[must_use]
    pub fn is_solid(&self, point: Vec2, filter: &QueryFilter) -> bool {
        point.is_finite() && (self.is_in_body(point, filter) || filter.terrain && self.is_in_terrain(point, filter))
    }

    fn is_in_body(&self, point: Vec2, filter: &QueryFilter) -> bool {
        self.bodies.any_near(&Aabb::new(point, Vec2::splat(BODY_MARGIN)), |id: BodyId, body| {
            let gap = (point - body.aabb.center).abs() - body.aabb.half;
            gap.max_element() < 0.0
                && !body.one_way
                && filter.bodies.intersects(body.layers)
                && filter.ignores != Some(id)
                && filter.accepts(Obstacle::Body(id), body.tag)
        })
    }

    fn is_in_terrain(&self, point: Vec2, filter: &QueryFilter) -> bool {
        let terrain = &*self.terrain;
        if filter.view == CollisionView::Pieces {
            let mut inside = false;
            terrain.pieces_near(&Aabb::new(point, Vec2::ZERO), |i| {
                let piece = &terrain.pieces()[i as usize];
                let p = point.as_dvec2() - piece.aabb.center.as_dvec2();
                inside |= piece.one_way.is_none()
                    && border_distance(&piece.solid(), Vec2::ZERO, p).distance < 0.0
                    && filter.accepts(Obstacle::Piece(i), piece.tag);
            });
            return inside;
        }
        let mut windings = [0_i32; 4];
        let above = Aabb::from_corners(point + Vec2::Y, point - Vec2::Y * SKY);
        terrain.edges_near_unordered(&above, |i| {
            let edge = &terrain.edges()[i as usize];
            if edge.side == Side::Outer && filter.accepts(Obstacle::Edge(i), edge.tag) {
                windings.iter_mut().zip(crossings(edge, point)).for_each(|(winding, crossing)| *winding += crossing);
            }
        });
        // Four points infinitely close to this one, so that a point on a border is outside, and one on a seam inside.
        windings.iter().all(|winding| *winding > 0)
    }
}

/// Whether the ways straight up from the four points to the lower right, lower left, upper right and upper left of a point,
/// infinitely close to it, leave the ground through an edge (1), enter it (-1), or do not meet it (0).
fn crossings(edge: &Edge, point: Vec2) -> [i32; 4] {
    let (from, to) = if edge.segment.a.x < edge.segment.b.x {
        (edge.segment.a, edge.segment.b)
    } else {
        (edge.segment.b, edge.segment.a)
    };
    let sign = if edge.normal.y < 0.0 { 1 } else { -1 };
    // Positive where the point is below the edge. Exact, or nearly so, in f64.
    let below = (to.as_dvec2() - from.as_dvec2()).perp_dot(point.as_dvec2() - from.as_dvec2());
    let (on_right, on_left) = (from.x <= point.x && point.x < to.x, from.x < point.x && point.x <= to.x);
    [on_right && below >= 0.0, on_left && below >= 0.0, on_right && below > 0.0, on_left && below > 0.0]
        .map(|crosses| if crosses { sign } else { 0 })
}
