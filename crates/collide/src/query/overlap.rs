//! What lies in an area.

use super::filter::QueryFilter;
use super::shape::QueryShape;
use crate::contact::Obstacle;
use crate::obstacle::Shape;
use crate::space::Space;
use crate::tolerance::CAST_TOUCH;

impl Space {
    /// Calls `visit` once with every obstacle that shares more than 0.001 px with an area, in the order of [`Obstacle`]. It does
    /// not matter from which side an obstacle is solid. Edges are lines: an area deep inside the ground overlaps none of them;
    /// [`Space::is_solid`] tells.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, Disk, Obstacle, QueryFilter, Space};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut space = Space::default();
    /// let crate_at = |x, y| Body::new(Aabb::new(Vec2::new(x, y), Vec2::splat(8.0)));
    /// space.bodies.extend([crate_at(10.0, 0.0), crate_at(-30.0, 0.0), crate_at(20.0, 20.0)]);
    /// let mut blown_up = Vec::new();
    /// let explosion = Disk::new(Vec2::ZERO, 16.0);
    /// space.each_overlapping(explosion, &QueryFilter::default(), |obstacle| {
    ///     if let Obstacle::Body(id) = obstacle {
    ///         blown_up.push(id.0);
    ///     }
    /// });
    /// assert_eq!(blown_up, [0], "the last one is within the explosion's box, not within its disk");
    /// ```
    pub fn each_overlapping(&self, area: impl Into<QueryShape>, filter: &QueryFilter, mut visit: impl FnMut(Obstacle)) {
        let area = area.into();
        if !area.is_finite() {
            return;
        }
        let QueryShape { center, half, radius } = area;
        self.each_seen(filter, &area.bounds(), &mut |obstacle, candidate| {
            if candidate.shape(radius > 0.0).separation(center, half).distance < radius - CAST_TOUCH {
                visit(obstacle);
            }
        });
    }

    /// Whether any obstacle shares more than 0.001 px with an area.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Edge, QueryFilter, Side, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
    /// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
    /// let sign = |y| space.overlaps(Aabb::new(Vec2::new(32.0, y), Vec2::splat(8.0)), &QueryFilter::default());
    /// assert!(!sign(92.0) && sign(93.0), "there is room for it on the floor");
    /// ```
    #[must_use]
    pub fn overlaps(&self, area: impl Into<QueryShape>, filter: &QueryFilter) -> bool {
        let mut any = false;
        self.each_overlapping(area, filter, |_| any = true);
        any
    }
}
