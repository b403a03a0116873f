//! A tile as its tileset describes it.

use glam::IVec2;
use tiled::{FillMode, Image, TileRenderSize, Tileset};

use crate::model::{Hem, Surface, Tile};

/// A tile of the map: index of the tileset, tile id.
pub type TileName = (usize, u32);

/// A tile without frames, and its picture. A tile that the tileset does not have, or has no picture of, is as large as a cell.
pub fn tile_of(tileset: &Tileset, id: u32) -> (Tile, Option<Image>) {
    let own = tileset.get_tile(id);
    let side = |v: i32| u32::try_from(v).unwrap_or(0);
    let own_picture = own.as_ref().and_then(|own| own.image.clone().zip(own.image_rect));
    let (image, rect) = match (&tileset.image, own_picture) {
        (Some(image), _) if own.is_some() => (Some(image.clone()), rect_in_picture(tileset, id)),
        (None, Some((image, rect))) => (Some(image), [side(rect.x), side(rect.y), side(rect.width), side(rect.height)]),
        _ => (None, [0, 0, tileset.tile_width.max(1), tileset.tile_height.max(1)]),
    };
    let tile = Tile {
        tileset: tileset.name.clone(),
        id,
        class: own.map(|own| own.user_type.clone()).unwrap_or_default(),
        picture: None,
        rect,
        // Tiled draws its cross without it.
        offset: if image.is_some() { IVec2::new(tileset.offset_x, tileset.offset_y) } else { IVec2::ZERO },
        scale: 1.0,
        fit: tileset.tile_render_size == TileRenderSize::Grid || image.is_none(),
        keeps_aspect: tileset.fill_mode == FillMode::PreserveAspectFit && image.is_some(),
        hem: Hem::None,
        frames: Vec::new(),
    };
    (tile, image)
}

/// Whether a tileset has ground of the game's classes: as the class of a tile, or of one of its shapes.
pub fn has_ground_class(tileset: &Tileset) -> bool {
    tileset.tiles().any(|(_, tile)| {
        let shapes = tile.collision.as_ref().map(tiled::ObjectLayerData::object_data).unwrap_or_default();
        let mut classes = std::iter::once(&tile.user_type).chain(shapes.iter().map(|shape| &shape.user_type));
        classes.any(|class| Surface::is_ground_class(class))
    })
}

/// The rectangle of a tile in its tileset's picture.
fn rect_in_picture(tileset: &Tileset, id: u32) -> [u32; 4] {
    let columns = tileset.columns.max(1);
    let at = |index: u32, side: u32| {
        tileset.margin.saturating_add(index.saturating_mul(side.saturating_add(tileset.spacing)))
    };
    let (w, h) = (tileset.tile_width, tileset.tile_height);
    [at(id % columns, w), at(id / columns, h), w, h]
}
