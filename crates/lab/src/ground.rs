//! Builds terrain from polygons, islands and boxes, where tiles are too coarse.

use glam::Vec2;

use super::ascii::link;
use seamwalker_collide::{Aabb, Edge, Piece, Side, Terrain};

/// The width of the piece of a line, in pixels: less is hardly visible.
const SLIVER: f32 = 1.0;

/// Collects solid shapes for scenes. Unlike those of `collide::TerrainBuilder` they are not joined: there is a seam where two touch,
/// and box solvers see the parts that the scene chooses.
#[derive(Clone, Debug, Default)]
pub(super) struct UnjoinedTerrain {
    /// The chain of an edge is the number of its shape.
    edges: Vec<Edge>,
    pieces: Vec<Piece>,
}

impl UnjoinedTerrain {
    /// Adds a convex polygon; corners clockwise on screen, in pixels.
    pub fn polygon(&mut self, corners: &[Vec2]) {
        self.outline(corners);
        self.pieces.extend(Piece::convex(corners));
    }

    /// Adds a polygon that is not convex; corners clockwise on screen. `parts` are convex, cover it, and list its corners by number.
    pub fn concave(&mut self, corners: &[Vec2], parts: &[&[usize]]) {
        self.outline(corners);
        let part = |part: &&[usize]| Piece::convex(&part.iter().map(|&i| corners[i]).collect::<Vec<_>>());
        self.pieces.extend(parts.iter().filter_map(part));
    }

    /// Adds a polyline that is solid from both sides. Box solvers see slivers.
    pub fn line(&mut self, points: &[Vec2]) {
        let chain = self.next_chain();
        for pair in points.windows(2) {
            let edge = Edge { chain, ..Edge::new(pair[0], pair[1], Side::Both) };
            let aside = edge.normal * (SLIVER * 0.5);
            self.pieces.extend(Piece::convex(&[pair[0] + aside, pair[1] + aside, pair[1] - aside, pair[0] - aside]));
            self.edges.push(edge);
        }
    }

    /// Adds a wall of this thickness along the inside of a box.
    pub fn room(&mut self, bounds: &Aabb, thickness: f32) {
        let inside = bounds.grown(-thickness);
        let mut corners = inside.corners();
        corners.reverse();
        self.outline(&corners);
        let (a, b, c, d) = (bounds.min(), inside.min(), inside.max(), bounds.max());
        let parts = [
            (a, Vec2::new(d.x, b.y)),
            (Vec2::new(a.x, b.y), Vec2::new(b.x, c.y)),
            (Vec2::new(c.x, b.y), Vec2::new(d.x, c.y)),
            (Vec2::new(a.x, c.y), d),
        ];
        self.pieces.extend(parts.map(|(min, max)| Piece::solid_box(Aabb::from_corners(min, max))));
    }

    /// Adds a box between two opposite corners, upper left and lower right.
    pub fn block(&mut self, min: Vec2, max: Vec2) {
        self.polygon(&Aabb::from_corners(min, max).corners());
    }

    /// Adds ground with a surface through these points from left to right, and a flat bottom at `base`, below all of them. Box
    /// solvers see a convex column below every part of the surface.
    pub fn island(&mut self, surface: &[Vec2], base: f32) {
        let (Some(first), Some(last)) = (surface.first(), surface.last()) else { return };
        let bottom = [Vec2::new(last.x, base), Vec2::new(first.x, base)];
        self.outline(&[surface, &bottom].concat());
        self.pieces.extend(columns(surface, base).filter_map(|column| Piece::convex(&column)));
    }

    fn outline(&mut self, corners: &[Vec2]) {
        let chain = self.next_chain();
        let next = corners.iter().cycle().skip(1);
        let edges = corners.iter().zip(next).map(|(&a, &b)| Edge { chain, ..Edge::new(a, b, Side::Outer) });
        self.edges.extend(edges);
    }

    fn next_chain(&self) -> u32 {
        self.edges.last().map_or(0, |edge| edge.chain + 1)
    }

    /// The finished terrain.
    pub fn terrain(mut self) -> Terrain {
        link(&mut self.edges, |edge, next| edge.chain == next.chain);
        Terrain::new(self.edges, self.pieces)
    }
}

/// The column below every part of a surface, down to `base`; corners clockwise on screen, from the surface.
pub(super) fn columns(surface: &[Vec2], base: f32) -> impl Iterator<Item = [Vec2; 4]> {
    let below = move |p: Vec2| Vec2::new(p.x, base);
    surface.windows(2).map(move |pair| [pair[0], pair[1], below(pair[1]), below(pair[0])])
}

/// The gap between a mover at its start and the surface below it, in pixels.
const START_GAP: f32 = 0.5;

/// The centre of a mover at `x` just above a surface.
pub(super) fn above(surface: &[Vec2], x: f32, half: Vec2) -> Vec2 {
    let (from, to) = (x - half.x - START_GAP, x + half.x + START_GAP);
    let corners = surface.iter().filter(|p| (from..=to).contains(&p.x)).map(|p| p.y);
    let sides = [from, to].into_iter().filter_map(|x| height(surface, x));
    let top = corners.chain(sides).fold(f32::INFINITY, f32::min);
    Vec2::new(x, top - half.y - START_GAP)
}

/// The y of a surface at `x`; `None` beside it.
fn height(surface: &[Vec2], x: f32) -> Option<f32> {
    let pair = surface.windows(2).find(|pair| (pair[0].x..=pair[1].x).contains(&x))?;
    let part = (x - pair[0].x) / (pair[1].x - pair[0].x).max(f32::MIN_POSITIVE);
    Some(pair[0].y + (pair[1].y - pair[0].y) * part)
}

/// The unit vector that rises by `degrees`.
pub(super) fn rising(degrees: f32) -> Vec2 {
    let (sin, cos) = libm::sincosf(degrees.to_radians());
    Vec2::new(cos, -sin)
}
