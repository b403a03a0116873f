//! What is at a point of the level: the cells of layers, their tiles and where they come from, and objects.

use glam::{IVec2, Vec2};
use seamwalker_level::{Layer, Tile};

use super::object_list::title;
use crate::app::play::Play;

/// The most objects that are listed at a point.
const MAX_OBJECTS_AT_POINT: usize = 3;

/// The cell of a layer at a point of the level, and the cell's upper left corner; without a layer, of one that lies at the origin.
pub fn layer_cell(play: &Play, layer: Option<&Layer>, at: Vec2) -> (IVec2, Vec2) {
    let (viewport, level) = (play.viewport(), &play.world.level);
    let shift =
        |layer: &Layer| layer.shift(viewport.corner, viewport.size, level.parallax_origin).round() + viewport.corner;
    let corner = layer.map_or(Vec2::ZERO, shift);
    let size = level.tile_size.as_vec2().max(Vec2::ONE);
    let cell = ((at - corner) / size).floor();
    (cell.as_ivec2(), corner + cell * size)
}

/// What is at a point, from front to back, a line each.
pub fn describe(play: &Play, at: Vec2) -> Vec<String> {
    let level = &play.world.level;
    let mut lines = vec![format!("at {:.0}, {:.0} px", at.x, at.y)];
    for layer in level.layers.iter().rev() {
        let (cell, _) = layer_cell(play, Some(layer), at);
        let Some(tile) = layer.cell(cell).and_then(|of| level.tiles.get(of.tile() as usize)) else { continue };
        lines.push(format!("{} ({},{}): {}", layer.name, cell.x, cell.y, tile_title(tile)));
    }
    if lines.len() == 1 {
        lines.push("no tile".to_owned());
    }
    let objects = level.objects.iter().filter(|object| object.aabb.grown(2.0).contains(at));
    lines.extend(objects.take(MAX_OBJECTS_AT_POINT).map(title));
    lines
}

/// A tile with its tileset and class.
fn tile_title(tile: &Tile) -> String {
    let class = if tile.class.is_empty() { "no class" } else { &tile.class };
    format!("tile {} of '{}', {class}", tile.id, tile.tileset)
}
