//! The edges of a terrain in the form that the exact test needs, and by place.

use alloc::vec::Vec;

use crate::edge::Edge;
use crate::grid::{ABSENT, Grid};
use crate::separation::Hexagon;
use crate::shape::Aabb;

/// Edges, prepared for queries.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeIndex {
    /// In index order.
    pub hexagons: Vec<Hexagon>,
    /// By their boxes.
    pub grid: Grid,
}

impl EdgeIndex {
    /// Prepares edges, in a grid of cells with this side in pixels that covers `area` as well.
    pub fn new(edges: &[Edge], cell: f32, area: Option<Aabb>) -> Self {
        let boxes = edges.iter().map(|e| if e.is_vacant() { ABSENT } else { e.segment.aabb() }).collect();
        let grid = Grid::of(boxes, cell, area);
        let hexagon = |e: &Edge| if e.is_vacant() { Hexagon::NOWHERE } else { Hexagon::new(e.segment, e.normal) };
        Self { hexagons: edges.iter().map(hexagon).collect(), grid }
    }

    /// Removes an edge.
    pub fn remove(&mut self, index: u32) {
        self.hexagons[index as usize] = Hexagon::NOWHERE;
        self.grid.remove(index);
    }

    /// Adds an edge under an index that is not in use: that of a removed edge, or the next one.
    pub fn insert(&mut self, index: u32, edge: &Edge) {
        let hexagon = Hexagon::new(edge.segment, edge.normal);
        match self.hexagons.get_mut(index as usize) {
            Some(slot) => *slot = hexagon,
            None => self.hexagons.push(hexagon),
        }
        self.grid.insert(index, edge.segment.aabb());
    }
}
