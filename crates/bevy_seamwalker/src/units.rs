//! Units: bevy's (y up) and the library's (pixels, y down).

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use seamwalker_collide::{Aabb, Edge, Side};

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
#[derive(Clone, Copy, Debug, PartialEq)]
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

    /// A size of bevy, in which y is no direction, in pixels.
    #[must_use]
    pub fn size_to_seamwalker(&self, units: Vec2) -> PixelVec2 {
        PixelVec2::new(units.x, units.y) * self.pixels_per_unit
    }

    /// The box of an entity, in pixels. `None`, with a warning, if it has no place or no size.
    pub(crate) fn aabb(&self, entity: Entity, transform: &Transform, size: Vec2) -> Option<Aabb> {
        let (place, half) = (transform.translation.truncate(), self.size_to_seamwalker(size) * 0.5);
        let aabb = Aabb::new(self.to_seamwalker(place), half);
        let is_valid = aabb.is_valid() && half.min_element() > 0.0;
        if !is_valid {
            warn_once!(
                "{entity} takes no part in collisions: it has no valid size or place. Size {size}, place {place}"
            );
        }
        is_valid.then_some(aabb)
    }

    /// The edges between consecutive points, which are in bevy's units. Solid ground is on the right-hand side on the way
    /// along them: below a line that is drawn from left to right. The first point again at the end closes an outline.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::{PixelVec2, Units};
    /// use bevy_seamwalker::collide::Side;
    ///
    /// let slope = [Vec2::ZERO, Vec2::new(64.0, 0.0), Vec2::new(128.0, 64.0)];
    /// let edges = Units::default().outline(&slope, Side::Outer);
    /// assert_eq!((edges.len(), edges[0].normal), (2, PixelVec2::NEG_Y));
    /// ```
    #[must_use]
    pub fn outline(&self, points: &[Vec2], side: Side) -> Vec<Edge> {
        let edge = |pair: &[Vec2]| Edge::new(self.to_seamwalker(pair[0]), self.to_seamwalker(pair[1]), side);
        points.windows(2).map(edge).collect()
    }
}
