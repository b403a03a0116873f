//! The nearest edge to a point, among edges of which some are internal.
//!
//! Source: the comments under "2D polygonal collision-detection and internal edges", P. Firth: a circle at the mouse snaps
//! to the nearest visible edge.

use glam::Vec2;

use crate::ascii::{self, Make};
use seamwalker_collide::{Edge, Side, Terrain};

/// Loose tiles: every border between two of them is a pair of internal edges.
const LOOSE_TILES: &str = "
    ...................
    ..###......../##\\..
    ..#.#........v##w..
    ..###.../\\.........
    ......./##\\........
    ...ab######cd...__.
    ..################.
    ..######..########.
";

/// How far the end of an edge may be from another one that covers it, in pixels: tiles lie on whole pixels. Larger values
/// take a slit for a seam.
const COVERED: f32 = 1e-3;

/// Terrain whose internal edges are marked as not visible ([`Edge::visible`]).
#[derive(Clone, Debug)]
pub struct EdgeSnap {
    /// The terrain.
    pub terrain: Terrain,
}

/// The point of an edge that is nearest to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnapPoint {
    /// The index of the edge.
    pub edge: usize,
    /// The nearest point of the edge, in pixels.
    pub at: Vec2,
    /// Unit vector from there to the point; the normal of the edge where the point is behind it.
    pub normal: Vec2,
    /// The distance in pixels, negative behind the edge.
    pub distance: f32,
}

impl EdgeSnap {
    /// Marks the internal edges of a terrain.
    #[must_use]
    pub fn new(terrain: &Terrain) -> Self {
        let marked = |edge: &Edge| Edge { visible: edge.visible && is_visible(terrain, edge), ..*edge };
        let edges = terrain.edges().iter().map(marked).collect();
        Self { terrain: Terrain::new(edges, terrain.pieces().to_vec()) }
    }

    /// Whether an edge is no internal one.
    #[must_use]
    pub fn is_visible(&self, edge: usize) -> bool {
        self.terrain.edges().get(edge).is_some_and(|edge| edge.visible)
    }

    /// The nearest of the visible edges, or of all. Where several meet in one point, the one that faces the point most.
    #[must_use]
    pub fn snap(&self, point: Vec2, internal_too: bool) -> Option<SnapPoint> {
        let edges = self.terrain.edges().iter().enumerate().filter(|(_, edge)| internal_too || edge.visible);
        let (edge, found, at) = edges.map(|(i, edge)| (i, edge, edge.segment.closest_point(point))).min_by(
            |(_, one, p), (_, other, q)| {
                let faces = |edge: &Edge, at: Vec2| (point - at).dot(edge.normal);
                let nearer = p.distance(point).total_cmp(&q.distance(point));
                nearer.then_with(|| faces(other, *q).total_cmp(&faces(one, *p)))
            },
        )?;
        let way = point - at;
        let behind = found.side == Side::Outer && way.dot(found.normal) < 0.0;
        let normal = if behind { found.normal } else { way.try_normalize().unwrap_or(found.normal) };
        Some(SnapPoint { edge, at, normal, distance: if behind { -way.length() } else { way.length() } })
    }
}

impl Default for EdgeSnap {
    fn default() -> Self {
        Self::new(&ascii::terrain(&ascii::rows(LOOSE_TILES), Make::Separate, Vec2::ZERO))
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
    use super::*;

    fn tiles(picture: &str) -> EdgeSnap {
        EdgeSnap::new(&ascii::terrain(&ascii::rows(picture), Make::Separate, Vec2::ZERO))
    }

    /// The total length of the visible edges, in tiles.
    fn visible(picture: &str) -> f32 {
        let tiles = tiles(picture);
        let edges = tiles.terrain.edges().iter().enumerate();
        edges.filter(|(i, _)| tiles.is_visible(*i)).map(|(_, edge)| edge.segment.length()).sum::<f32>() / ascii::CELL
    }

    #[test]
    fn common_borders_are_internal_and_partly_covered_ones_are_not() {
        assert_eq!(visible("#"), 4.0);
        assert_eq!(visible("##\n##"), 8.0);
        assert_eq!(visible("#.\n.#"), 8.0, "two tiles that share a corner");
        assert_eq!(visible("#.#\n.#.\n#.#"), 20.0, "ends alone cover nothing");
        assert_eq!(visible("#_"), 6.5, "the upper half of the border is free");
    }

    /// Story: a circle that sinks into the second of two bricks snaps to the border between them, and its normal points
    /// along the floor.
    #[test]
    fn a_seam_attracts_only_if_internal_edges_count() {
        let bricks = tiles("##");
        let snap = |internal_too| bricks.snap(Vec2::new(17.0, 3.0), internal_too).unwrap();
        assert_eq!((snap(true).normal, snap(true).distance), (Vec2::X, 1.0), "before the side of the first brick");
        assert_eq!(
            (snap(false).normal, snap(false).distance, snap(false).at),
            (Vec2::NEG_Y, -3.0, Vec2::new(17.0, 0.0))
        );
    }

    #[test]
    fn beside_a_corner_the_normal_points_from_the_corner() {
        let snap = tiles("#").snap(Vec2::new(19.0, -4.0), false).unwrap();
        assert_eq!((snap.at, snap.distance, snap.normal), (Vec2::new(16.0, 0.0), 5.0, Vec2::new(0.6, -0.8)));
        let acute = tiles("/").snap(Vec2::new(-3.0, 15.0), false).unwrap();
        assert!(acute.distance > 0.0 && acute.normal.x < -0.9, "before the foot, not behind it: {acute:?}");
    }

    #[test]
    fn without_edges_there_is_nothing_to_snap_to() {
        assert_eq!(EdgeSnap::new(&Terrain::default()).snap(Vec2::ZERO, true), None);
    }
}
