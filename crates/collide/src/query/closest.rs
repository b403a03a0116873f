//! The closest point of any obstacle.

use glam::{DVec2, Vec2};

use super::candidate::{Candidate, Precedence};
use super::convex::{BorderDistance, border_distance};
use super::filter::QueryFilter;
use crate::contact::Obstacle;
use crate::shape::{Aabb, Segment};
use crate::space::Space;

/// How far the first look reaches, in pixels. Each further one reaches twice as far.
const FIRST_REACH: f32 = 32.0;

/// The farthest that a search reaches, in pixels: beyond it f32 does not count every pixel.
const MAX_REACH: f32 = (1 << 24) as f32;

/// The point of an obstacle that is closest to a place.
///
/// ```
/// use seamwalker_collide::{Aabb, Body, ClosestPoint, QueryFilter, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let mut space = Space::default();
/// space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0))));
/// let closest = |at| space.closest_point(at, 50.0, &QueryFilter::default()).unwrap();
/// let ClosestPoint { point, distance, normal, .. } = closest(Vec2::new(20.0, 3.0));
/// assert_eq!((point, distance, normal), (Vec2::new(8.0, 3.0), 12.0, Vec2::X));
/// // Inside, it is the nearest point of the border, and the distance is negative.
/// assert_eq!(closest(Vec2::new(6.0, 3.0)).distance, -2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoint {
    /// The point, on the obstacle's border.
    pub point: Vec2,
    /// How far it is from the place, in pixels; negative where the place lies inside a piece or a body.
    pub distance: f32,
    /// Unit vector from the obstacle towards the place: the direction in which the distance grows fastest.
    pub normal: Vec2,
    /// The obstacle.
    pub obstacle: Obstacle,
}

impl Space {
    /// The point of any obstacle that is closest to `place`, at most `max_distance` pixels away; `None` when nothing is so near.
    /// It does not matter from which side an obstacle is solid. Inside several pieces or bodies, the one that reaches farthest
    /// beyond the place counts.
    ///
    /// ```
    /// use seamwalker_collide::{Edge, Obstacle, QueryFilter, Side, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let edge = |ax, ay, bx, by| Edge::new(Vec2::new(ax, ay), Vec2::new(bx, by), Side::Both);
    /// let edges = vec![edge(0.0, 100.0, 64.0, 100.0), edge(80.0, 0.0, 80.0, 64.0)];
    /// let space = Space::new(Terrain::new(edges, Vec::new()));
    /// // Where does the hook hold?
    /// let hook = space.closest_point(Vec2::new(50.0, 50.0), 40.0, &QueryFilter::default()).unwrap();
    /// assert_eq!((hook.point, hook.obstacle), (Vec2::new(80.0, 50.0), Obstacle::Edge(1)));
    /// assert!(space.closest_point(Vec2::new(50.0, 50.0), 20.0, &QueryFilter::default()).is_none());
    /// ```
    #[must_use]
    pub fn closest_point(&self, place: Vec2, max_distance: f32, filter: &QueryFilter) -> Option<ClosestPoint> {
        if !place.is_finite() || max_distance.is_nan() || max_distance < 0.0 {
            return None;
        }
        let farthest = max_distance.min(MAX_REACH);
        let (mut nearest, mut reach): (Option<Near>, _) = (None, FIRST_REACH.min(farthest));
        loop {
            self.each_seen(filter, &Aabb::new(place, Vec2::splat(reach)), &mut |obstacle, candidate| {
                let near = Near::of(place, obstacle, candidate);
                if nearest.is_none_or(|nearest| near.key.is_before(&nearest.key)) {
                    nearest = Some(near);
                }
            });
            let distance = nearest.map_or(f32::INFINITY, |near| near.closest.distance);
            if distance <= reach || reach >= farthest {
                return nearest.map(|near| near.closest).filter(|closest| closest.distance <= max_distance);
            }
            reach = (reach * 2.0).min(farthest);
        }
    }
}

/// A closest point, and what is needed to choose between two.
#[derive(Clone, Copy)]
struct Near {
    closest: ClosestPoint,
    key: Precedence,
}

impl Near {
    fn of(place: Vec2, obstacle: Obstacle, candidate: &Candidate) -> Self {
        let (point, distance, normal, facing) = match *candidate {
            Candidate::Line { segment, normal, .. } => closest_of_segment(segment, normal, place),
            Candidate::Solid(solid) => {
                let middle = solid.aabb.center.as_dvec2();
                let BorderDistance { distance, normal, point } =
                    border_distance(&solid, Vec2::ZERO, place.as_dvec2() - middle);
                (middle + point, distance, normal, 1.0)
            }
        };
        let (point, normal) = (point.as_vec2(), normal.as_vec2());
        let distance = distance as f32;
        let key = Precedence::new([distance, -facing as f32], normal, candidate.place(), obstacle);
        Self { closest: ClosestPoint { point, distance, normal, obstacle }, key }
    }
}

/// The closest point of a segment: the point, its distance, the direction to the place, and how squarely the segment faces it (1
/// where the way there is perpendicular).
fn closest_of_segment(segment: Segment, outward: Vec2, place: Vec2) -> (DVec2, f64, DVec2, f64) {
    let (a, b, place, outward) = (segment.a.as_dvec2(), segment.b.as_dvec2(), place.as_dvec2(), outward.as_dvec2());
    let along = b - a;
    let square = along.length_squared();
    let t = if square > 0.0 { ((place - a).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    // The end itself, without rounding, so that two edges agree on the end that they share.
    let point = if t == 1.0 { b } else { a + along * t };
    let distance = point.distance(place);
    let normal = if distance > 0.0 { (place - point) / distance } else { outward };
    (point, distance, normal, normal.dot(outward).abs())
}
