//! The nearest edge to a point, among edges of which some are internal.
//!
//! Source: the comments under "2D polygonal collision-detection and internal edges", P. Firth: a circle at the mouse snaps
//! to the nearest visible edge.

use glam::Vec2;

use seamwalker_collide::{Edge, Side, Terrain};

/// How far the end of an edge may be from another one that covers it, in pixels: tiles lie on whole pixels. Larger values
/// take a slit for a seam.
const COVERED: f32 = 1e-3;

/// Terrain whose internal edges are marked as not visible ([`Edge::visible`]).
#[derive(Clone, Debug)]
pub(crate) struct EdgeSnap {
    /// The terrain.
    pub(crate) terrain: Terrain,
}

/// The point of an edge that is nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SnapPoint {
    /// The index of the edge.
    pub(crate) edge: usize,
    /// The nearest point of the edge, in pixels.
    pub(crate) at: Vec2,
    /// The distance in pixels.
    pub(crate) distance: f32,
}

impl EdgeSnap {
    /// Marks the internal edges of a terrain.
    pub(crate) fn new(terrain: &Terrain) -> Self {
        let marked = |edge: &Edge| Edge { visible: edge.visible && is_visible(terrain, edge), ..*edge };
        let edges = terrain.edges().iter().map(marked).collect();
        Self { terrain: Terrain::new(edges, terrain.pieces().to_vec()) }
    }

    /// The nearest of the visible edges, or of all. Where several meet in one point, the one that faces the point most.
    pub(crate) fn snap(&self, point: Vec2, internal_too: bool) -> Option<SnapPoint> {
        let edges = self.terrain.edges().iter().enumerate().filter(|(_, edge)| internal_too || edge.visible);
        let near = edges.map(|(i, edge)| {
            let at = edge.segment.closest_point(point);
            (SnapPoint { edge: i, at, distance: at.distance(point) }, (point - at).dot(edge.normal))
        });
        let nearest = near.min_by(|(one, faces), (other, other_faces)| {
            one.distance.total_cmp(&other.distance).then_with(|| other_faces.total_cmp(faces))
        });
        nearest.map(|(snap, _)| snap)
    }
}

/// Whether a mover can meet an edge. It cannot meet an internal one: edges that face the other way cover its ends and its
/// middle, so both of its sides are solid.
fn is_visible(terrain: &Terrain, edge: &Edge) -> bool {
    let (a, b) = (edge.segment.a, edge.segment.b);
    let covers = |other: &Edge, p: Vec2| {
        other.normal.dot(edge.normal) < COVERED - 1.0 && other.segment.closest_point(p).distance(p) < COVERED
    };
    let is_covered = |p: &Vec2| terrain.edges().iter().any(|other| covers(other, *p));
    edge.side != Side::Outer || ![a, (a + b) * 0.5, b].iter().all(is_covered)
}

#[cfg(test)]
mod tests {
    use seamwalker_lab::ascii::{self, Make};

    use super::*;

    fn tiles(picture: &str) -> EdgeSnap {
        EdgeSnap::new(&ascii::terrain(&ascii::rows(picture), Make::Separate, Vec2::ZERO))
    }

    /// The total length of the visible edges, in tiles.
    fn visible(picture: &str) -> f32 {
        let tiles = tiles(picture);
        let edges = tiles.terrain.edges().iter().filter(|edge| edge.visible);
        edges.map(|edge| edge.segment.length()).sum::<f32>() / ascii::CELL
    }

    #[test]
    fn common_borders_are_internal_and_partly_covered_ones_are_not() {
        assert_eq!(visible("#"), 4.0);
        assert_eq!(visible("##\n##"), 8.0);
        assert_eq!(visible("#.\n.#"), 8.0, "two tiles that share a corner");
        assert_eq!(visible("#.#\n.#.\n#.#"), 20.0, "ends alone cover nothing");
        assert_eq!(visible("#_"), 6.5, "the upper half of the border is free");
    }

    /// Story: a circle that sinks into the second of two bricks snaps to the border between them.
    #[test]
    fn a_seam_attracts_only_if_internal_edges_count() {
        let bricks = tiles("##");
        let snap = |internal_too| {
            let snap = bricks.snap(Vec2::new(17.0, 3.0), internal_too).unwrap();
            (bricks.terrain.edges()[snap.edge].normal, snap.distance, snap.at)
        };
        assert_eq!(
            snap(true),
            (Vec2::X, 1.0, Vec2::new(16.0, 3.0)),
            "the side of the first brick, which faces the point"
        );
        assert_eq!(snap(false), (Vec2::NEG_Y, 3.0, Vec2::new(17.0, 0.0)));
    }

    #[test]
    fn without_edges_there_is_nothing_to_snap_to() {
        assert_eq!(EdgeSnap::new(&Terrain::default()).snap(Vec2::ZERO, true), None);
    }
}
