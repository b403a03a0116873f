//! Units: bevy's (y up) and the library's (pixels, y down).

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use seamwalker_collide::{Aabb, Disk, Edge, QueryShape, Side};

/// A vector of the library: pixels, y **down**, of the glam version that the library uses.
pub type PixelVec2 = seamwalker_collide::glam::Vec2;

/// Converts between bevy's units, y up, and the library's pixels, y down. The origin is the same.
///
/// ```
/// use bevy_math::Vec2;
/// use bevy_seamwalker::{PixelVec2, Units};
///
/// let units = Units { pixels_per_unit: 16.0 };
/// assert_eq!(units.to_seamwalker(Vec2::new(2.0, 3.0)), PixelVec2::new(32.0, -48.0));
/// assert_eq!(units.to_bevy(PixelVec2::new(32.0, -48.0)), Vec2::new(2.0, 3.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Default)]
pub struct Units {
    /// How many pixels one unit of bevy is long.
    pub pixels_per_unit: f32,
}

impl Default for Units {
    /// A unit is a pixel, as for bevy's sprites.
    fn default() -> Self {
        Self { pixels_per_unit: 1.0 }
    }
}

impl Units {
    /// A place, way or speed of the library in bevy's units.
    #[must_use]
    pub fn to_bevy(&self, pixels: PixelVec2) -> Vec2 {
        Vec2::new(pixels.x, -pixels.y) / self.pixels_per_unit
    }

    /// A place, way or speed of bevy in pixels.
    #[must_use]
    pub fn to_seamwalker(&self, units: Vec2) -> PixelVec2 {
        PixelVec2::new(units.x, -units.y) * self.pixels_per_unit
    }

    /// A size of bevy in pixels; y is not flipped.
    #[must_use]
    pub fn size_to_seamwalker(&self, units: Vec2) -> PixelVec2 {
        PixelVec2::new(units.x, units.y) * self.pixels_per_unit
    }

    /// Half of a size, in pixels; `None` unless it is positive and finite.
    pub(crate) fn half(&self, size: Vec2) -> Option<PixelVec2> {
        let half = self.size_to_seamwalker(size) * 0.5;
        (half.is_finite() && half.min_element() > 0.0).then_some(half)
    }

    /// The box of an entity, in pixels. `None`, with a warning, if it has no place or no size.
    pub(crate) fn aabb(&self, entity: Entity, place: Option<Vec2>, size: Vec2) -> Option<Aabb> {
        let aabb = place.zip(self.half(size)).map(|(place, half)| Aabb::new(self.to_seamwalker(place), half));
        let aabb = aabb.filter(Aabb::is_valid);
        if aabb.is_none() {
            warn_once!(
                "{entity} takes no part in collisions: it has no valid size or place. Size {size}, place {place:?}"
            );
        }
        aabb
    }

    /// A box with this centre, width and height, which are in bevy's units, for queries.
    #[must_use]
    pub fn rect(&self, center: Vec2, size: Vec2) -> QueryShape {
        Aabb::new(self.to_seamwalker(center), self.size_to_seamwalker(size) * 0.5).into()
    }

    /// A disk with this centre and radius, which are in bevy's units, for queries.
    #[must_use]
    pub fn disk(&self, center: Vec2, radius: f32) -> QueryShape {
        Disk::new(self.to_seamwalker(center), radius * self.pixels_per_unit).into()
    }

    /// The edge between two points, which are in bevy's units. Solid ground is on the right-hand side on the way from the first to the
    /// second: below a line that is drawn from left to right.
    #[must_use]
    pub fn edge(&self, from: Vec2, to: Vec2, side: Side) -> Edge {
        Edge::new(self.to_seamwalker(from), self.to_seamwalker(to), side)
    }

    /// The [edges](Units::edge) between consecutive points, which are in bevy's units. The first point again at the end closes an
    /// outline: clockwise, ground is inside, as in a stone; the other way round, it is outside, as around a cave.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::{PixelVec2, Units};
    /// use bevy_seamwalker::collide::Side;
    ///
    /// let slope = [Vec2::ZERO, Vec2::new(64.0, 0.0), Vec2::new(128.0, 64.0)];
    /// let edges = Units::default().outline(&slope, Side::Outer);
    /// assert_eq!((edges.len(), edges[0].normal), (2, PixelVec2::NEG_Y));
    ///
    /// // A cave of 200 x 80 units with a step: its floor from left to right, then its wall and its ceiling back.
    /// let floor = [Vec2::ZERO, Vec2::new(100.0, 0.0), Vec2::new(100.0, 20.0), Vec2::new(200.0, 20.0)];
    /// let rest = [Vec2::new(200.0, 80.0), Vec2::new(0.0, 80.0), Vec2::ZERO];
    /// let cave = Units::default().outline(&[&floor[..], &rest].concat(), Side::Outer);
    /// assert_eq!(cave.iter().map(|edge| edge.normal).filter(|normal| *normal == PixelVec2::Y).count(), 1, "the ceiling");
    /// ```
    #[must_use]
    pub fn outline(&self, points: &[Vec2], side: Side) -> Vec<Edge> {
        points.windows(2).map(|pair| self.edge(pair[0], pair[1], side)).collect()
    }
}
