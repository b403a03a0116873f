//! The shapes of the library: boxes, disks and segments.
//!
//! Units are pixels; x points right and y points **down**. Every division by a length first checks for zero, so
//! degenerate shapes (points, empty boxes) are valid.

use glam::Vec2;

/// An axis-aligned box, given by its centre and its half extents (both in pixels, half extents never negative).
///
/// ```
/// use seamwalker_collide::{Aabb, glam::Vec2};
///
/// let tile = Aabb::from_corners(Vec2::new(16.0, 0.0), Vec2::new(32.0, 16.0));
/// assert_eq!((tile.center, tile.half), (Vec2::new(24.0, 8.0), Vec2::splat(8.0)));
/// // y points down, so the top edge is where y is smallest.
/// assert_eq!((tile.min().y, tile.max().y), (0.0, 16.0));
/// // Boxes that only touch do not overlap: a box that rests on a floor is not inside it.
/// assert!(!tile.overlaps(&tile.moved(Vec2::new(0.0, -16.0))));
/// assert!(tile.overlaps(&tile.moved(Vec2::new(0.0, -15.5))));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb {
    /// The middle of the box.
    pub center: Vec2,
    /// Half the width and half the height.
    pub half: Vec2,
}

impl Aabb {
    /// The box with this centre and these half extents.
    #[must_use]
    pub const fn new(center: Vec2, half: Vec2) -> Self {
        Self { center, half }
    }

    /// The box between two opposite corners, given in any order.
    #[must_use]
    pub fn from_corners(a: Vec2, b: Vec2) -> Self {
        Self { center: (a + b) * 0.5, half: ((b - a) * 0.5).abs() }
    }

    /// The smallest box that holds all the points; `None` without points.
    #[must_use]
    pub fn around(points: impl IntoIterator<Item = Vec2>) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let (min, max) = points.fold((first, first), |(min, max), p| (min.min(p), max.max(p)));
        Some(Self::from_corners(min, max))
    }

    /// The corner with the smallest coordinates: left and top.
    #[must_use]
    pub fn min(&self) -> Vec2 {
        self.center - self.half
    }

    /// The corner with the largest coordinates: right and bottom.
    #[must_use]
    pub fn max(&self) -> Vec2 {
        self.center + self.half
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        self.half * 2.0
    }

    /// Its corners, clockwise on screen from the upper left one.
    #[must_use]
    pub fn corners(&self) -> [Vec2; 4] {
        let (min, max) = (self.min(), self.max());
        [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)]
    }

    /// The same box, moved.
    #[must_use]
    pub fn moved(&self, by: Vec2) -> Self {
        Self { center: self.center + by, half: self.half }
    }

    /// The box grown by `by` pixels on every side. Negative values shrink it, but never inside out.
    #[must_use]
    pub fn grown(&self, by: f32) -> Self {
        Self { center: self.center, half: (self.half + Vec2::splat(by)).max(Vec2::ZERO) }
    }

    /// The smallest box that holds this box before and after a move by `by`.
    #[must_use]
    pub fn swept(&self, by: Vec2) -> Self {
        Self { center: self.center + by * 0.5, half: self.half + by.abs() * 0.5 }
    }

    /// Whether the two boxes share more than their border.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        // Most boxes of a search are far away along x.
        (self.center.x - other.center.x).abs() < self.half.x + other.half.x
            && (self.center.y - other.center.y).abs() < self.half.y + other.half.y
    }

    /// Whether the point lies in the box or on its border.
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        let gap = (point - self.center).abs() - self.half;
        gap.x <= 0.0 && gap.y <= 0.0
    }

    /// The point of the box that is closest to `point`; the point itself when it lies inside.
    #[must_use]
    pub fn closest_point(&self, point: Vec2) -> Vec2 {
        point.clamp(self.min(), self.max())
    }

    /// The radius of its corners, if `corner` is wanted: at most the smaller half extent.
    #[inline]
    pub(crate) fn corner(&self, corner: f32) -> f32 {
        if corner > 0.0 { corner.min(self.half.min_element()) } else { 0.0 }
    }

    /// Whether every number is finite and no half extent is negative.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.center.is_finite() && self.half.is_finite() && self.half.min_element() >= 0.0
    }
}

/// A disk, given by its centre and radius in pixels: a shape. For a mover that is one, see
/// [`SolverKind::Disk`](crate::SolverKind::Disk).
///
/// ```
/// use seamwalker_collide::{Body, Aabb, Disk, QueryFilter, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let mut space = Space::default();
/// space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0))));
/// let at_the_corner = |radius| Disk::new(Vec2::splat(11.0), radius);
/// let overlaps = |disk: Disk| space.overlaps(disk, &QueryFilter::default());
/// assert!(overlaps(at_the_corner(5.0)) && !overlaps(at_the_corner(4.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Disk {
    /// The middle of the disk.
    pub center: Vec2,
    /// The radius, never negative.
    pub radius: f32,
}

impl Disk {
    /// The disk with this centre and this radius.
    #[must_use]
    pub const fn new(center: Vec2, radius: f32) -> Self {
        Self { center, radius }
    }
}

/// A straight line between two points. The two may coincide: then it is a point.
///
/// ```
/// use seamwalker_collide::{Segment, glam::Vec2};
///
/// let floor = Segment::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0));
/// assert_eq!(floor.length(), 64.0);
/// // Drawn from left to right, its left side is up: the free side of a floor.
/// assert_eq!(floor.left_normal(), Vec2::NEG_Y);
/// assert_eq!(floor.closest_point(Vec2::new(80.0, 90.0)), floor.b);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Segment {
    /// Where it starts.
    pub a: Vec2,
    /// Where it ends.
    pub b: Vec2,
}

impl Segment {
    /// The segment from `a` to `b`.
    #[must_use]
    pub const fn new(a: Vec2, b: Vec2) -> Self {
        Self { a, b }
    }

    /// The same segment, moved.
    #[must_use]
    pub fn moved(&self, by: Vec2) -> Self {
        Self { a: self.a + by, b: self.b + by }
    }

    /// The distance between the two ends, in pixels.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.a.distance(self.b)
    }

    /// The unit vector from `a` to `b`; zero for a segment without length.
    #[must_use]
    pub fn direction(&self) -> Vec2 {
        (self.b - self.a).normalize_or_zero()
    }

    /// The direction turned left by a quarter, as seen on screen: the outward normal of an outline whose solid lies
    /// below a segment that runs from left to right. Zero without length.
    #[must_use]
    pub fn left_normal(&self) -> Vec2 {
        let d = self.direction();
        Vec2::new(d.y, -d.x)
    }

    /// The point of the segment that is closest to `point`.
    #[must_use]
    pub fn closest_point(&self, point: Vec2) -> Vec2 {
        let along = self.b - self.a;
        let square = along.length_squared();
        if square == 0.0 {
            return self.a;
        }
        self.a + along * ((point - self.a).dot(along) / square).clamp(0.0, 1.0)
    }

    /// The smallest box that holds the segment.
    #[must_use]
    pub fn aabb(&self) -> Aabb {
        Aabb::from_corners(self.a, self.b)
    }
}

/// The square root; `None` of negative numbers. Newton's method, because without the standard library there is no other.
pub(crate) fn sqrt(square: f64) -> Option<f64> {
    // Half the exponent.
    let first = f64::from_bits((square.to_bits() >> 1) + (1023 << 51));
    let root = (0..6).fold(first, |root, _| (root + square / root) * 0.5);
    if square > 0.0 { Some(root) } else { (square == 0.0).then_some(0.0) }
}
