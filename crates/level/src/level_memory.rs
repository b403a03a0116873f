//! How much memory a level takes once it is played, whichever command plays it: an estimate from what is counted anyway.

use crate::level::Level;
use crate::model::drawn::{Layer, LayerContent};

/// Bytes of a cell of a tile layer.
const CELL: u64 = 4;

/// Bytes of an edge: itself, its hexagon, its place in the grid, and what is there while the grid is made.
const EDGE: u64 = 136;

/// Bytes of a piece, once a solver asks for boxes: itself, its place in the grid, and what is there while the grid is made.
const PIECE: u64 = 104;

/// Bytes of a convex area that hurts, or can be climbed or swum in.
const AREA: u64 = 96;

/// Bytes of a picture's pixel: decoded, and as a texture.
const PIXEL: u64 = 8;

/// Bytes of a tile that a layer shows, and of an object.
const TILE: u64 = 512;
const OBJECT: u64 = 1024;

/// About how many bytes a level takes that has so many pieces.
pub fn estimate(level: &Level, pieces: usize) -> u64 {
    let cells = |layer: &Layer| match &layer.content {
        LayerContent::Tiles { cells, .. } => cells.len() as u64 * CELL,
        LayerContent::Objects(list) => list.len() as u64 * OBJECT,
        LayerContent::Image { .. } => 0,
    };
    let areas = level.hazards.len() + level.ladders.len() + level.waters.len() + level.untextured.len();
    let edges = level.terrain.edges().len() + level.hazard_edges.len();
    let parts = [
        level.layers.iter().map(cells).sum(),
        edges as u64 * EDGE,
        pieces as u64 * PIECE,
        areas as u64 * AREA,
        level.claimed_pixels() * PIXEL,
        level.tiles.len() as u64 * TILE,
        level.objects.len() as u64 * OBJECT,
    ];
    parts.into_iter().fold(0, u64::saturating_add)
}
