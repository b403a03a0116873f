//! Estimates how much memory a level takes once it is played, from numbers that are known anyway.

use crate::level::Level;
use crate::model::{Layer, LayerContent};

/// Bytes per cell of a tile layer.
const CELL_BYTES: u64 = 4;

/// Bytes per edge: the edge, its hexagon, its entry in the grid, and temporary data while the grid is built.
const EDGE_BYTES: u64 = 136;

/// Bytes per piece, once a solver needs boxes: the piece, its entry in the grid, and temporary data while the grid is built.
const PIECE_BYTES: u64 = 104;

/// Bytes per convex area of a hazard, ladder or water.
const AREA_BYTES: u64 = 96;

/// Bytes per pixel of a picture: decoded, and again as a texture.
const PIXEL_BYTES: u64 = 8;

/// Bytes per tile that a layer shows, and per object.
const TILE_BYTES: u64 = 512;
const OBJECT_BYTES: u64 = 1024;

/// The approximate number of bytes that a level with this many pieces takes.
pub fn estimate(level: &Level, pieces: usize) -> u64 {
    let cells = |layer: &Layer| match &layer.content {
        LayerContent::Tiles { cells, .. } => cells.len() as u64 * CELL_BYTES,
        LayerContent::Objects(list) => list.len() as u64 * OBJECT_BYTES,
        LayerContent::Image { .. } => 0,
    };
    let areas = level.hazards.len() + level.ladders.len() + level.waters.len() + level.untextured.len();
    let edges = level.terrain.edges().len() + level.hazard_edges.len();
    let parts = [
        level.layers.iter().map(cells).sum(),
        edges as u64 * EDGE_BYTES,
        pieces as u64 * PIECE_BYTES,
        areas as u64 * AREA_BYTES,
        level.claimed_pixels() * PIXEL_BYTES,
        level.tiles.len() as u64 * TILE_BYTES,
        level.objects.len() as u64 * OBJECT_BYTES,
    ];
    parts.into_iter().fold(0, u64::saturating_add)
}
