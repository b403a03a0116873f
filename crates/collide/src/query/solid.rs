//! Points in solid ground.

use glam::Vec2;

use super::convex::border_distance;
use super::filter::QueryFilter;
use crate::compound::Part;
use crate::contact::{BodyId, Obstacle};
use crate::edge::{Edge, Side};
use crate::piece::Solid;
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
    ///   closed outlines that is their inside, also where several overlap, and seams between them do not matter. The border of a room
    ///   that has no ground around it makes nothing solid, and takes away from what lies in the room. Below an open
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
        let (bodies, at) = (&self.bodies, Aabb::new(point, Vec2::ZERO));
        bodies.any_near(&at.grown(BODY_MARGIN), |id: BodyId, body| {
            if !filter.bodies.intersects(body.layers) || filter.ignores == Some(id) {
                return false;
            }
            let Some(compound) = bodies.compound(id) else {
                return body.solid().depth(&at) > 0.0 && !body.one_way && filter.accepts(Obstacle::Body(id), body.tag);
            };
            let (mut winding, mut is_in) = (Winding::default(), false);
            let mut visit = |part: Obstacle, found: Part| {
                if filter.accepts(part, found.tag()) {
                    match found {
                        Part::Edge(edge, _) => winding.add(&edge, point),
                        Part::Piece(solid, _) => is_in |= is_in_piece(&solid, point),
                    }
                }
            };
            // All edges count that are above.
            compound.each_part((id, body), filter.view, &body.aabb.grown(1.0), &mut visit);
            is_in || winding.is_inside()
        })
    }

    fn is_in_terrain(&self, point: Vec2, filter: &QueryFilter) -> bool {
        let terrain = &*self.terrain;
        if filter.view == CollisionView::Pieces {
            let mut inside = false;
            terrain.pieces_near(&Aabb::new(point, Vec2::ZERO), |i| {
                let piece = &terrain.pieces()[i as usize];
                inside |= is_in_piece(&piece.solid(), point) && filter.piece(terrain, i).is_some();
            });
            return inside;
        }
        let mut winding = Winding::default();
        let above = Aabb::from_corners(point + Vec2::Y, point - Vec2::Y * SKY);
        terrain.edges_near_unordered(&above, |i| {
            let edge = &terrain.edges()[i as usize];
            if filter.edge(terrain, i).is_some() {
                winding.add(edge, point);
            }
        });
        winding.is_inside()
    }
}

fn is_in_piece(solid: &Solid, point: Vec2) -> bool {
    let p = point.as_dvec2() - solid.aabb.center.as_dvec2();
    solid.one_way.is_none() && border_distance(solid, Vec2::ZERO, p).distance < 0.0
}

/// How much more ground four ways straight up leave than they enter: those from points infinitely close to one, so that a point on
/// a border is outside, and one on a seam inside.
#[derive(Default)]
struct Winding([i32; 4]);

impl Winding {
    fn add(&mut self, edge: &Edge, point: Vec2) {
        if edge.side == Side::Outer {
            self.0.iter_mut().zip(crossings(edge, point)).for_each(|(sum, crossing)| *sum += crossing);
        }
    }

    fn is_inside(&self) -> bool {
        self.0.iter().all(|sum| *sum > 0)
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
