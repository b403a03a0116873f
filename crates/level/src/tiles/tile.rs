//! A tile as its tileset describes it.

use glam::IVec2;
use tiled::{FillMode, TileRenderSize, Tileset};

use crate::model::Tile;

/// A tile of the map: index of the tileset, tile id.
pub type TileName = (usize, u32);

/// A tile without picture and frames; `None` if the tileset does not have it.
pub fn tile_of(tileset: &Tileset, id: u32) -> Option<Tile> {
    let own = tileset.get_tile(id)?;
    let side = |v: i32| u32::try_from(v).unwrap_or(0);
    let rect = match (&tileset.image, own.image_rect) {
        (Some(_), _) => rect_in_picture(tileset, id),
        (None, Some(rect)) => [side(rect.x), side(rect.y), side(rect.width), side(rect.height)],
        (None, None) => return None,
    };
    Some(Tile {
        tileset: tileset.name.clone(),
        id,
        class: own.user_type.clone(),
        picture: 0,
        rect,
        offset: IVec2::new(tileset.offset_x, tileset.offset_y),
        fit: tileset.tile_render_size == TileRenderSize::Grid,
        keeps_aspect: tileset.fill_mode == FillMode::PreserveAspectFit,
        frames: Vec::new(),
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
