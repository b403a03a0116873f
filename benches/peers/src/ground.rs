//! The terrain of a scene or of the walk, in the forms that libraries take.

use glam::Vec2;
use seamwalker_collide::{Side, Terrain};

use crate::workload::Level;

/// Static terrain, in pixels, y down.
#[derive(Debug, Default)]
pub struct Ground {
    /// Closed outlines. Seen from one corner to the next, the solid is to the right on screen.
    pub rings: Vec<Vec<Vec2>>,
    /// Convex solids, as corners: one for each tile or part.
    pub pieces: Vec<Vec<Vec2>>,
}

/// How a library gets the terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Outlines, solid from both sides.
    Outlines,
    /// Outlines that are solid from the outside only, and whose segments know their neighbours.
    OneSided,
    /// Convex pieces.
    Pieces,
}

impl Form {
    pub const ALL: [Self; 3] = [Self::Outlines, Self::OneSided, Self::Pieces];

    pub fn name(self) -> &'static str {
        match self {
            Self::Outlines => "outlines",
            Self::OneSided => "one-sided outlines",
            Self::Pieces => "convex pieces",
        }
    }
}

impl Ground {
    /// The solid terrain; ribbons are left out.
    pub fn of(terrain: &Terrain) -> Self {
        let edges = terrain.edges();
        let mut seen = vec![false; edges.len()];
        let mut rings = Vec::new();
        for first in 0..edges.len() {
            let (mut ring, mut at) = (Vec::new(), Some(first));
            while let Some(i) = at.filter(|&i| !seen[i] && edges[i].side == Side::Outer) {
                seen[i] = true;
                ring.push(edges[i].segment.a);
                at = edges[i].next.map(|next| next.index());
            }
            if ring.len() > 2 {
                rings.push(ring);
            }
        }
        let solid = terrain.pieces().iter().filter(|piece| piece.one_way.is_none());
        Self { rings, pieces: solid.map(|piece| piece.corners()).collect() }
    }

    /// The level of the walk.
    pub fn of_walk(level: &Level) -> Self {
        Self { rings: level.loops.clone(), pieces: level.pieces.clone() }
    }

    /// Pairs of neighbouring corners of a ring, as indices.
    pub fn segments(ring: &[Vec2]) -> Vec<[u32; 2]> {
        let n = ring.len() as u32;
        (0..n).map(|i| [i, (i + 1) % n]).collect()
    }
}

/// Half extents and centre of a piece that is a box.
pub fn as_box(corners: &[Vec2]) -> Option<(Vec2, Vec2)> {
    let [low, high] = corners.iter().fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[l, h], p| [l.min(*p), h.max(*p)]);
    let on_corner = |p: &Vec2| (p.x == low.x || p.x == high.x) && (p.y == low.y || p.y == high.y);
    (corners.len() == 4 && corners.iter().all(on_corner)).then(|| ((high - low) * 0.5, (high + low) * 0.5))
}
