//! Convex areas of the level.

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
