//! Where an object lies on the map, including rotation and the offset of its layer.

use glam::Vec2;
use tiled::{Object as TiledObject, ObjectAlignment};

use crate::context::FlatLayer;
use crate::geometry::rotated;
use crate::ground::{Form, UnroundedPoint, form};
use crate::model::{Tile, Turn};
use seamwalker_collide::Aabb;

/// The class of an object: its own or its template's (the parser merges them), or else its tile's.
pub fn class_of(object: &TiledObject) -> String {
    if !object.user_type.is_empty() {
        return object.user_type.clone();
    }
    object.get_tile().and_then(|tile| tile.get_tile().map(|t| t.user_type.clone())).unwrap_or_default()
}

/// The box of a tile object before rotation, in pixels: upper left and lower right corner.
pub fn tile_box(object: &TiledObject) -> Option<(UnroundedPoint, UnroundedPoint)> {
    let tile = object.get_tile()?;
    let (width, height) = match object.shape {
        tiled::ObjectShape::Rect { width, height } => (f64::from(width), f64::from(height)),
        _ => return None,
    };
    let (x, y) = match tile.get_tileset().object_alignment {
        ObjectAlignment::TopLeft => (0.0, 0.0),
        ObjectAlignment::Top => (0.5, 0.0),
        ObjectAlignment::TopRight => (1.0, 0.0),
        ObjectAlignment::Left => (0.0, 0.5),
        ObjectAlignment::Center => (0.5, 0.5),
        ObjectAlignment::Right => (1.0, 0.5),
        ObjectAlignment::Unspecified | ObjectAlignment::BottomLeft => (0.0, 1.0),
        ObjectAlignment::Bottom => (0.5, 1.0),
        ObjectAlignment::BottomRight => (1.0, 1.0),
    };
    let min = (f64::from(object.x) - x * width, f64::from(object.y) - y * height);
    Some((min, (min.0 + width, min.1 + height)))
}

/// The corners of an object's box after rotation: upper left, upper right, lower right, lower left.
pub fn box_corners(object: &TiledObject) -> [UnroundedPoint; 4] {
    let (width, height) = match object.shape {
        tiled::ObjectShape::Rect { width, height } | tiled::ObjectShape::Text { width, height, .. } => (width, height),
        _ => (0.0, 0.0),
    };
    let at = (f64::from(object.x), f64::from(object.y));
    let (right, down) = (at.0 + f64::from(width), at.1 + f64::from(height));
    [at, (right, at.1), (right, down), (at.0, down)].map(|p| turned(object, p))
}

/// The corners of the picture of a tile object, in the same order.
pub fn tile_corners(object: &TiledObject, tile: &Tile) -> Option<[UnroundedPoint; 4]> {
    let (min, max) = tile_box(object)?;
    let data = object.tile_data()?;
    let size = Vec2::new((max.0 - min.0) as f32, (max.1 - min.1) as f32);
    let corners = tile.corners_in(Vec2::ZERO, size, Turn::of(&data));
    Some(corners.map(|p| turned(object, (min.0 + f64::from(p.x), min.1 + f64::from(p.y)))))
}

/// The shape of an object with the offset of its layer.
pub fn placed_form(object: &TiledObject, flat: &FlatLayer) -> Form {
    let own = match tile_box(object) {
        Some((min, max)) => {
            let corners = [min, (max.0, min.1), max, (min.0, max.1)];
            Form::Closed(corners.iter().map(|p| turned(object, *p)).collect(), true)
        }
        None => form(object),
    };
    own.moved(flat.offset)
}

/// Rotates a point around the object's origin.
fn turned(object: &TiledObject, place: UnroundedPoint) -> UnroundedPoint {
    let at = (f64::from(object.x), f64::from(object.y));
    let p = rotated((place.0 - at.0, place.1 - at.1), f64::from(object.rotation));
    (p.0 + at.0, p.1 + at.1)
}

pub fn to_vec(place: UnroundedPoint) -> Vec2 {
    Vec2::new(place.0 as f32, place.1 as f32)
}

pub fn aabb(places: &[UnroundedPoint]) -> Aabb {
    Aabb::around(places.iter().map(|p| to_vec(*p))).unwrap_or_default()
}
