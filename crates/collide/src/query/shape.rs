//! The shape that a query asks with, and that a trigger has.

use glam::Vec2;

use crate::mover::Mover;
use crate::shape::{Aabb, Disk};
use crate::view::CollisionView;

/// The shape that a query asks with, or that a trigger has: a point, a box, a disk, or a box with round corners. Any size is valid,
/// also zero.
///
/// ```
/// use seamwalker_collide::{Aabb, Disk, QueryShape};
/// use seamwalker_collide::glam::Vec2;
///
/// let shapes: [QueryShape; 4] = [
///     Vec2::new(4.0, 4.0).into(),
///     Aabb::new(Vec2::splat(4.0), Vec2::splat(2.0)).into(),
///     Disk::new(Vec2::splat(4.0), 2.0).into(),
///     QueryShape::rounded(Aabb::new(Vec2::splat(4.0), Vec2::new(6.0, 11.0)), 3.0),
/// ];
/// assert!(shapes.iter().all(|shape| shape.bounds().contains(Vec2::splat(4.0))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(from = "SavedShape"))]
pub struct QueryShape {
    /// Its middle.
    pub(crate) center: Vec2,
    /// Half extents of the core, a box.
    pub(crate) half: Vec2,
    /// How far the shape reaches beyond its core.
    pub(crate) radius: f32,
}

impl QueryShape {
    /// The box with corners of this radius in pixels, at most its smaller half extent.
    #[doc(alias = "capsule")]
    #[doc(alias = "round_cuboid")]
    #[must_use]
    pub fn rounded(aabb: Aabb, radius: f32) -> Self {
        let half = aabb.half.max(Vec2::ZERO);
        let radius = radius.clamp(0.0, half.min_element());
        Self { center: aabb.center, half: half - Vec2::splat(radius), radius }
    }

    /// A mover as a solver sees it: with corners as round as its skin, if it has one in this view.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, CollisionView, Mover, QueryShape};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let hero = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
    /// assert_eq!(QueryShape::of_mover(&hero, CollisionView::Thick), QueryShape::rounded(hero.aabb, 3.0));
    /// assert_eq!(QueryShape::of_mover(&hero, CollisionView::Pieces), hero.aabb.into());
    /// ```
    #[must_use]
    pub fn of_mover(mover: &Mover, view: CollisionView) -> Self {
        let (half, radius) = view.core(mover);
        Self { center: mover.aabb.center, half, radius }
    }

    /// The smallest box that holds it.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb::new(self.center, self.half + Vec2::splat(self.radius))
    }

    /// Its middle.
    #[must_use]
    pub const fn center(&self) -> Vec2 {
        self.center
    }

    /// The same shape elsewhere.
    #[must_use]
    pub fn moved(self, delta: Vec2) -> Self {
        Self { center: self.center + delta, ..self }
    }

    /// Whether it is a point: it has no size.
    pub(super) fn is_point(&self) -> bool {
        self.half == Vec2::ZERO && self.radius == 0.0
    }

    pub(super) fn is_finite(&self) -> bool {
        self.center.is_finite() && self.half.is_finite() && self.radius.is_finite()
    }
}

impl From<Vec2> for QueryShape {
    fn from(point: Vec2) -> Self {
        Self { center: point, half: Vec2::ZERO, radius: 0.0 }
    }
}

impl From<Aabb> for QueryShape {
    fn from(aabb: Aabb) -> Self {
        Self { center: aabb.center, half: aabb.half.max(Vec2::ZERO), radius: 0.0 }
    }
}

impl From<Disk> for QueryShape {
    fn from(disk: Disk) -> Self {
        Self { center: disk.center, half: Vec2::ZERO, radius: disk.radius.max(0.0) }
    }
}

/// A shape in a file, where sizes may be negative.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "QueryShape")]
struct SavedShape {
    center: Vec2,
    half: Vec2,
    radius: f32,
}

#[cfg(feature = "serde")]
impl From<SavedShape> for QueryShape {
    fn from(SavedShape { center, half, radius }: SavedShape) -> Self {
        Self { center, half: half.max(Vec2::ZERO), radius: radius.max(0.0) }
    }
}
