//! The edges of a terrain in the form that the exact test needs, and by place.

use alloc::vec::Vec;

use crate::edge::Edge;
use crate::grid::Grid;
use crate::separation::Hexagon;
use crate::shape::Aabb;

/// Edges, prepared for queries.
#[derive(Debug)]
pub(super) struct EdgeIndex {
    /// In index order.
    pub hexagons: Vec<Hexagon>,
    /// By their boxes.
    pub grid: Grid,
}

impl EdgeIndex {
    /// Prepares edges, in a grid of cells with this side in pixels.
    pub fn new(edges: &[Edge], cell: f32) -> Self {
        let boxes: Vec<Aabb> = edges.iter().map(|e| e.segment.aabb()).collect();
        let grid = Grid::of(boxes, cell);
        Self { hexagons: edges.iter().map(|e| Hexagon::new(e.segment, e.normal)).collect(), grid }
    }
}
