//! Casts of boxes and disks.

use glam::Vec2;

use super::candidate::Precedence;
use super::filter::QueryFilter;
use super::shape::QueryShape;
use super::strides::each_stride;
use crate::contact::{Hit, Obstacle};
use crate::obstacle::{ObstacleShape, Shape, time_of_impact};
use crate::space::Space;
use crate::tolerance::{CAST_TOUCH, ONE_WAY_SLACK};

/// The most rounds of the search for the deepest point of a move past a round corner. Each narrows it to two thirds.
const DEEPEST_ROUNDS: u32 = 32;

/// From which angle between a move and a contact normal on the move may only graze (cosine).
const GRAZING: f32 = 0.2;

/// A shape on its way.
struct Flight {
    shape: QueryShape,
    delta: Vec2,
}

impl Space {
    /// How far a shape can go along `delta` before it first touches an obstacle (give or take 0.001 px); `None` when the whole
    /// move is free. A point is cast as a ray: see [`Space::ray_cast`].
    ///
    /// An obstacle that the shape already touches counts only when the move leads into it. What it would only graze does not
    /// count, be it a sharp corner or a round one. If several obstacles are hit at once, the one that opposes the move most is
    /// returned. [`Space::cast`] casts a mover as solvers do.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Disk, Edge, QueryFilter, Side, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let post = Edge::new(Vec2::new(50.0, 10.0), Vec2::new(50.0, 90.0), Side::Both);
    /// let space = Space::new(Terrain::new(vec![post], Vec::new()));
    /// let ball = Disk::new(Vec2::ZERO, 10.0);
    /// let hit = space.shape_cast(ball, Vec2::X * 100.0, &QueryFilter::default());
    /// assert!(hit.is_none(), "it rolls over the post");
    /// let hit = space.shape_cast(Aabb::new(Vec2::ZERO, Vec2::splat(12.0)), Vec2::X * 100.0, &QueryFilter::default());
    /// let hit = hit.unwrap();
    /// assert_eq!(hit.normal, Vec2::NEG_X);
    /// assert!((hit.fraction - 0.38).abs() < 1e-4);
    /// ```
    #[doc(alias = "shapecast")]
    #[doc(alias = "sweep")]
    #[must_use]
    pub fn shape_cast(&self, shape: impl Into<QueryShape>, delta: Vec2, filter: &QueryFilter) -> Option<Hit> {
        let shape = shape.into();
        if shape.is_point() {
            let hit = self.ray_cast(shape.center, delta, filter)?;
            return Some(Hit { fraction: hit.fraction, normal: hit.normal, obstacle: hit.obstacle });
        }
        if !shape.is_finite() || !delta.is_finite() || delta == Vec2::ZERO {
            return None;
        }
        let flight = Flight { shape, delta };
        let mut first = f32::INFINITY;
        self.each_stop(&flight, filter, &mut |hit, _| {
            first = first.min(hit.fraction);
            first
        });
        // Ties need the earliest hit first; one pass would depend on the order.
        let at_once = first + CAST_TOUCH / delta.length();
        let mut best: Option<(Hit, Precedence)> = None;
        if first.is_finite() {
            self.each_stop(&flight, filter, &mut |hit, place| {
                // The one that opposes the move most first.
                let Hit { normal, fraction, obstacle } = hit;
                let key = Precedence::new([normal.dot(delta), fraction], normal, place, obstacle);
                if fraction <= at_once && best.is_none_or(|(_, best)| key.is_before(&best)) {
                    best = Some((hit, key));
                }
                at_once
            });
        }
        best.map(|(hit, _)| hit)
    }

    /// Calls `visit` with everything that stops a shape, and its place: near obstacles before far ones. `visit` returns the
    /// fraction after which nothing matters.
    fn each_stop(&self, flight: &Flight, filter: &QueryFilter, visit: &mut dyn FnMut(Hit, [f32; 3]) -> f32) {
        let mut latest = f32::INFINITY;
        each_stride(&flight.shape.bounds().grown(CAST_TOUCH), flight.delta, &mut |area| {
            self.each_seen(filter, area, &mut |obstacle, candidate| {
                if let Some(hit) = flight.meets(obstacle, &candidate.shape(flight.shape.radius > 0.0)) {
                    latest = visit(hit, candidate.place());
                }
            });
            latest
        });
    }
}

impl Flight {
    fn meets(&self, obstacle: Obstacle, shape: &ObstacleShape) -> Option<Hit> {
        let QueryShape { center, half, radius } = self.shape;
        let (first, lowest) = (shape.separation(center, half), (-ONE_WAY_SLACK, Vec2::NEG_Y));
        let (fraction, normal) = time_of_impact(shape, first, center, (half, radius), self.delta, 1.0, lowest)?;
        (!self.grazes(shape, fraction, normal)).then_some(Hit { fraction, normal, obstacle })
    }

    /// Whether a shape with round corners goes past an obstacle that it touches at a fraction of its way.
    fn grazes(&self, shape: &ObstacleShape, fraction: f32, normal: Vec2) -> bool {
        let QueryShape { center, half, radius } = self.shape;
        if radius == 0.0 || -normal.dot(self.delta) > GRAZING * self.delta.length() {
            return false;
        }
        // The distance is a convex function of the fraction. Look no farther than the shape is large.
        let distance = |t: f32| shape.separation(center + self.delta * t, half).distance;
        let size = (self.shape.bounds().half.element_sum() * 2.0 / self.delta.length()).min(1.0);
        let (mut from, mut to) = (fraction, (fraction + size).min(1.0));
        for _ in 0..DEEPEST_ROUNDS {
            let third = (to - from) / 3.0;
            if distance(from + third) < distance(to - third) {
                to -= third;
            } else {
                from += third;
            }
        }
        distance((from + to) * 0.5).min(distance(to)) > radius - 2.0 * CAST_TOUCH
    }
}
