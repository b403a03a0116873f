//! Where an object lies on the map, including rotation and the offset of its layer.

use glam::{DVec2, Vec2};
use tiled::{Object as TiledObject, ObjectAlignment};

use crate::context::FlatLayer;
use crate::ground::{Form, FormKind, box_corners, form, turned};
use crate::model::{Tile, Turn};
use crate::tiles::tile_of;
use seamwalker_collide::Aabb;

/// The class of an object: its own or its template's (the parser merges them), or else its tile's.
pub fn class_of(object: &TiledObject) -> String {
    if !object.user_type.is_empty() {
        return object.user_type.clone();
    }
    object.get_tile().and_then(|tile| tile.get_tile().map(|t| t.user_type.clone())).unwrap_or_default()
}

/// The box of a tile object before rotation, in pixels from the object's origin: upper left and lower right corner.
fn tile_box(object: &TiledObject) -> Option<(DVec2, DVec2)> {
    let tile = object.get_tile()?;
    let tiled::ObjectShape::Rect { width, height } = object.shape else { return None };
    let size = Vec2::new(width, height).as_dvec2();
    // Tiled before 0.13 wrote no size: an object was as large as its tile.
    let own = || tile_of(tile.get_tileset(), tile.id()).0.size().as_dvec2();
    let size = if size.min_element() > 0.0 { size } else { DVec2::select(size.cmpeq(DVec2::ZERO), own(), size) };
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
    let min = -size * DVec2::new(x, y);
    Some((min, min + size))
}

/// The corners of a text's box after rotation: upper left, upper right, lower right, lower left.
pub fn text_corners(object: &TiledObject) -> [DVec2; 4] {
    let size = match object.shape {
        tiled::ObjectShape::Text { width, height, .. } => Vec2::new(width, height).as_dvec2(),
        _ => DVec2::ZERO,
    };
    box_corners(DVec2::ZERO, size).map(|p| turned(object, p))
}

/// The corners of the picture of a tile object, in the same order.
pub fn tile_corners(object: &TiledObject, tile: &Tile) -> Option<[DVec2; 4]> {
    let (min, max) = tile_box(object)?;
    let corners = tile.corners_in(Vec2::ZERO, (max - min).as_vec2(), Turn::of(&object.tile_data()?));
    Some(corners.map(|p| turned(object, min + p.as_dvec2())))
}

/// The shape of an object in the level: scaled, and with the offset of its layer.
pub fn placed_form(object: &TiledObject, flat: &FlatLayer) -> Form {
    let mut own = form(object);
    if let Some((min, max)) = tile_box(object) {
        let corners = box_corners(min, max).map(|p| turned(object, p));
        own = Form { kind: FormKind::Polygon, points: corners.to_vec() };
    }
    own.points.iter_mut().for_each(|p| *p = *p * flat.scale + flat.offset);
    own
}

/// The box around the points of a form.
pub fn aabb(form: &Form) -> Aabb {
    Aabb::around(form.points.iter().map(glam::DVec2::as_vec2)).unwrap_or_default()
}
