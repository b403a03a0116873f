//! Areas of the level: convex ones, and where a backdrop is shown.

use glam::Vec2;

use crate::model::Hem;
use crate::model::surface::Material;
use seamwalker_collide::Aabb;

/// A convex polygon, corners in order (clockwise on screen).
///
/// ```
/// use seamwalker_collide::{Aabb, glam::Vec2};
/// use seamwalker_level::Area;
///
/// let corners = vec![Vec2::ZERO, Vec2::new(16.0, 0.0), Vec2::new(8.0, 16.0)];
/// let pin = Area { aabb: Aabb::around(corners.iter().copied()).unwrap(), corners };
/// assert_eq!(pin.aabb.size(), Vec2::splat(16.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    /// The box around it.
    pub aabb: Aabb,
    /// Its corners.
    pub corners: Vec<Vec2>,
}

/// A convex part of an object that has no picture.
///
/// ```
/// use seamwalker_level::{UntexturedArea, Level, Surface};
///
/// let wet = |level: &Level| level.untextured.iter().filter(|part| part.material.surface == Surface::Water).count();
/// assert_eq!(wet(&Level::default()), 0);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UntexturedArea {
    /// The material.
    pub material: Material,
    /// The polygon.
    pub area: Area,
    /// The hem that its layer chooses; `None` for that of the map.
    pub hem: Option<Hem>,
}

/// The part of a map in which a layer is shown: where the middle of the view is. It fades in towards the inside.
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_level::FadeArea;
///
/// let area = FadeArea { min: Vec2::new(100.0, f32::NEG_INFINITY), max: Vec2::INFINITY, fade: 50.0 };
/// assert_eq!(area.opacity(Vec2::new(90.0, 0.0)), 0.0);
/// assert_eq!(area.opacity(Vec2::new(125.0, 0.0)), 0.5);
/// assert_eq!(area.opacity(Vec2::new(900.0, 0.0)), 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FadeArea {
    /// The upper left corner, in pixels. Negative infinity: no limit.
    pub min: Vec2,
    /// The lower right corner, in pixels. Infinity: no limit.
    pub max: Vec2,
    /// Pixels inside the border over which the layer fades in; at least 1.
    pub fade: f32,
}

impl FadeArea {
    /// The opacity of the layer, from 0 to 1, while the middle of the view is at a point.
    #[must_use]
    pub fn opacity(&self, middle: Vec2) -> f32 {
        let inside = (middle - self.min).min(self.max - middle).min_element();
        (inside / self.fade).clamp(0.0, 1.0)
    }

    /// The middle of the part of a box that is in the area.
    #[must_use]
    pub fn middle(&self, within: &Aabb) -> Vec2 {
        (self.min.clamp(within.min(), within.max()) + self.max.clamp(within.min(), within.max())) * 0.5
    }
}
