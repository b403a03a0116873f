//! Edges that push nothing: those marked as invisible, and risers that a walker climbs.
//!
//! Source: the comments under "2D polygonal collision-detection and internal edges". A designer marks internal edges as
//! invisible, and contacts with them are dropped. A staircase with invisible risers is walked up without further code: the
//! mover enters a stair, and its top pushes it up.

use super::options::{SolverOptions, Stairs};
use crate::terrain::Terrain;

/// How upright the normal of a walkable edge must be (cosine): 46 degrees, the steepest slope that the game lets a
/// player walk.
const WALKABLE: f32 = 0.69;

/// How level the normal of an edge must be to stop a walker like a step (cosine).
pub(super) const RISER: f32 = 0.9;

/// The edges that push nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct InvisibleEdges {
    /// Whether edges that are marked as invisible do.
    marked: bool,
    /// The highest riser that does, in pixels; 0 for none.
    riser: f32,
}

impl InvisibleEdges {
    pub fn new(options: &SolverOptions) -> Self {
        let riser = if options.stairs == Stairs::InvisibleRisers { options.step_up } else { 0.0 };
        Self { marked: options.edge_visibility, riser }
    }

    /// Whether an edge pushes nothing.
    pub fn contains(self, terrain: &Terrain, index: u32) -> bool {
        if !self.marked && self.riser == 0.0 {
            return false;
        }
        let Some(edge) = terrain.edges().get(index as usize) else { return false };
        let height = (edge.segment.b.y - edge.segment.a.y).abs();
        let is_low = self.riser > 0.0 && height <= self.riser;
        self.marked && !edge.visible || is_low && edge.normal.x.abs() > RISER && walkable_top(terrain, index).is_some()
    }
}

/// The height of an edge's upper end, if the edge that continues there is walkable.
pub(super) fn walkable_top(terrain: &Terrain, index: u32) -> Option<f32> {
    let edge = terrain.edges().get(index as usize)?;
    let (a, b) = (edge.segment.a.y, edge.segment.b.y);
    let neighbour = terrain.edges().get((if a < b { edge.prev } else { edge.next })?.index())?;
    (neighbour.normal.y < -WALKABLE).then_some(a.min(b))
}
