//! A point that snaps to the nearest edge: of all, and of those that are not internal.

use glam::Vec2;
use seamwalker_collide::{Aabb, Edge, Side, Terrain};
use seamwalker_lab::story::StoryNumber;
use seamwalker_lab::{Mark, MarkShape, Tone};

use crate::edge_snap::EdgeSnap;
use crate::figure::{Drag, Figure, FigureSpec, number};

/// Half the side of what can be grabbed, in pixels.
const GRIP: f32 = 7.0;
const START: Vec2 = Vec2::new(75.0, 91.0);
/// The tiles, and the side of one in pixels. Every solid one is a shape of its own.
const TILES: [&[u8; 7]; 5] = [b"....#..", b"##..##.", b".#..##.", b"#######", b"#######"];
const TILE: f32 = 24.0;

/// The figure.
pub(crate) struct InternalEdges {
    tiles: EdgeSnap,
    point: Drag,
}

impl Default for InternalEdges {
    fn default() -> Self {
        let edges = tiles().flat_map(|tile| {
            let [a, b, c, d] = tile.corners();
            [[a, b], [b, c], [c, d], [d, a]].map(|[from, to]| Edge::new(from, to, Side::Outer))
        });
        let tiles = EdgeSnap::new(&Terrain::new(edges.collect(), Vec::new()));
        Self { tiles, point: Drag::new(START) }
    }
}

/// The solid tiles, row by row.
fn tiles() -> impl Iterator<Item = Aabb> {
    TILES.iter().enumerate().flat_map(|(y, row)| {
        let solid = row.iter().enumerate().filter(|(_, tile)| **tile == b'#');
        solid.map(move |(x, _)| {
            let corner = Vec2::new(x as f32, y as f32) * TILE;
            Aabb::from_corners(corner, corner + TILE)
        })
    })
}

impl Figure for InternalEdges {
    fn spec(&self) -> FigureSpec {
        let view = Aabb::from_corners(Vec2::ZERO, Vec2::new(7.0, 5.0) * TILE).grown(16.0);
        let handle = Some(Aabb::new(self.point.at, Vec2::splat(GRIP)));
        FigureSpec { view, slider: None, handle, moves: false }
    }

    fn step(&mut self, finger: Option<Vec2>) {
        let view = self.spec().view;
        self.point.step(finger, &view);
    }

    fn marks(&self) -> Vec<Mark> {
        let area = |tile: Aabb| Mark::new(Tone::Ground, MarkShape::Area(tile.corners().to_vec()));
        let mut marks: Vec<Mark> = tiles().map(area).collect();
        for edge in self.tiles.terrain.edges() {
            let (a, b) = (edge.segment.a, edge.segment.b);
            if edge.visible {
                marks.push(Mark::new(Tone::Ground, MarkShape::Bar(a, b)));
            } else {
                marks.push(Mark::new(Tone::Other, MarkShape::Line(a, b)));
            }
        }
        for (tone, internal_too) in [(Tone::Bad, true), (Tone::End, false)] {
            let Some(snap) = self.tiles.snap(self.point.at, internal_too) else { continue };
            let Some(edge) = self.tiles.terrain.edges().get(snap.edge) else { continue };
            marks.push(Mark::new(tone, MarkShape::Bar(edge.segment.a, edge.segment.b)));
            marks.push(Mark::new(tone, MarkShape::Arrow(self.point.at, snap.at)));
        }
        marks.push(Mark::new(Tone::Mover, MarkShape::Frame(Aabb::new(self.point.at, Vec2::splat(GRIP * 0.5)))));
        marks
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        let snap = |internal_too, tone| {
            let snap = self.tiles.snap(self.point.at, internal_too)?;
            Some(number("distance", snap.distance, tone))
        };
        [snap(true, Tone::Bad), snap(false, Tone::End)].into_iter().flatten().collect()
    }
}
