//! What never moves: edges (thick segments with an outward side) and pieces (boxes and convex slopes), each in a grid.
//!
//! Both describe the same world. The separating-axis solvers read the edges, the box solvers read the pieces.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::grid::Grid;
use super::separation::Hexagon;
use super::{Aabb, Segment};

/// A number that the caller attaches to a surface and reads back from a touch; the library gives it no meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tag(pub u16);

/// From where an edge is solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// From both sides: a line drawn by hand.
    #[default]
    Both,
    /// The border of something solid: pushes only outwards, even a mover that got inside.
    Outer,
    /// Solid for a mover that comes from the outer side, open for one that is inside or comes from elsewhere.
    OneWay,
}

/// A straight part of an outline. Radius comes from the mover's skin: the same terrain serves movers of any thickness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// From where to where, in pixels.
    pub segment: Segment,
    /// Unit vector from the solid to the free side. For [`Side::Both`] it says only which way ties fall.
    pub normal: Vec2,
    /// From where it is solid.
    pub side: Side,
    /// What the caller wants to know about the surface.
    pub tag: Tag,
    /// Edges of one outline share a number.
    pub chain: u32,
    /// The edge that ends where this one starts, by its index, if there is one.
    pub prev: Option<u32>,
    /// The edge that starts where this one ends, by its index, if there is one.
    pub next: Option<u32>,
}

impl Edge {
    /// An edge on its own. Its outward normal is to the left of the way from `a` to `b` (up, for a floor drawn from left
    /// to right).
    #[must_use]
    pub fn new(a: Vec2, b: Vec2, side: Side) -> Self {
        let segment = Segment::new(a, b);
        let normal = if a == b { Vec2::NEG_Y } else { segment.left_normal() };
        Self { segment, normal, side, tag: Tag::default(), chain: 0, prev: None, next: None }
    }
}

/// A half plane: the points with `normal . point <= offset` are inside.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plane {
    /// Unit vector out of the solid.
    pub normal: Vec2,
    /// Distance of the border from the origin along the normal, in pixels.
    pub offset: f32,
}

/// A convex solid: a box, cut by slanted planes if it is a slope.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The box around it.
    pub aabb: Aabb,
    /// The faces that are neither horizontal nor vertical; none for a plain box.
    pub planes: Vec<Plane>,
    /// Open from everywhere but above.
    pub one_way: bool,
    /// What the caller wants to know about the surface.
    pub tag: Tag,
}

impl Piece {
    /// A solid box.
    #[must_use]
    pub const fn solid_box(aabb: Aabb) -> Self {
        Self { aabb, planes: Vec::new(), one_way: false, tag: Tag(0) }
    }

    /// The convex polygon with these corners, in either direction of turning. `None` when the corners enclose no area or
    /// are not convex.
    #[must_use]
    pub fn convex(corners: &[Vec2]) -> Option<Self> {
        let n = corners.len();
        let turn = |i: usize| {
            let (a, b, c) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
            (b - a).perp_dot(c - b)
        };
        let (mut left, mut right) = (false, false);
        for i in 0..n {
            left |= turn(i) < 0.0;
            right |= turn(i) > 0.0;
        }
        if left == right {
            return None;
        }
        let mut planes = Vec::new();
        for i in 0..n {
            let segment = Segment::new(corners[i], corners[(i + 1) % n]);
            let along = segment.b - segment.a;
            if along.x != 0.0 && along.y != 0.0 {
                let normal = if left { -segment.left_normal() } else { segment.left_normal() };
                planes.push(Plane { normal, offset: normal.dot(segment.a) });
            }
        }
        Some(Self { aabb: Aabb::around(corners.iter().copied())?, planes, one_way: false, tag: Tag(0) })
    }

    /// How far a box that overlaps the piece must go along `direction` (one of the four axis directions) to leave it, in
    /// pixels; zero or less when the two do not overlap.
    #[must_use]
    pub fn exit(&self, mover: &Aabb, direction: Vec2) -> f32 {
        let reach = self.aabb.half + mover.half;
        let p = mover.center - self.aabb.center;
        let along = reach.dot(direction.abs()) - p.dot(direction);
        let across = reach.dot(direction.yx().abs()) - p.dot(direction.yx()).abs();
        if along <= 0.0 || across <= 0.0 || reach.dot(direction.abs()) + p.dot(direction) <= 0.0 {
            return along.min(across).min(0.0);
        }
        self.planes.iter().fold(along, |exit, plane| {
            let inside = plane.offset - plane.normal.dot(mover.center) + plane.normal.abs().dot(mover.half);
            let slope = plane.normal.dot(direction);
            if inside <= 0.0 {
                inside.min(exit)
            } else if slope > 0.0 {
                exit.min(inside / slope)
            } else {
                exit
            }
        })
    }
}

use glam::Vec2Swizzles;

/// Everything that never moves, indexed for queries. Build it once; it is shared and never changes.
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    edges: Vec<Edge>,
    pieces: Vec<Piece>,
    hexagons: Vec<Hexagon>,
    edge_grid: Grid,
    piece_grid: Grid,
}

impl Terrain {
    /// The side of a grid cell, in pixels: two tiles. Smaller cells cost memory, larger ones candidates.
    pub const CELL: f32 = 32.0;

    /// Indexes edges and pieces. Edges that are not finite are left out (the level reader reports them before).
    #[must_use]
    pub fn new(edges: Vec<Edge>, pieces: Vec<Piece>) -> Self {
        let mut edges = edges;
        edges.retain(|e| e.segment.a.is_finite() && e.segment.b.is_finite() && e.normal.is_finite());
        let mut pieces = pieces;
        pieces.retain(|p| p.aabb.is_valid());
        let edge_boxes: Vec<Aabb> = edges.iter().map(|e| e.segment.aabb()).collect();
        let piece_boxes: Vec<Aabb> = pieces.iter().map(|p| p.aabb).collect();
        Self {
            hexagons: edges.iter().map(|e| Hexagon::new(e.segment, e.normal)).collect(),
            edge_grid: Grid::new(&edge_boxes, Self::CELL),
            piece_grid: Grid::new(&piece_boxes, Self::CELL),
            edges,
            pieces,
        }
    }

    /// The outline, in index order.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The boxes and slopes, in index order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The edges in the form that the exact test wants, in index order.
    pub(super) fn hexagons(&self) -> &[Hexagon] {
        &self.hexagons
    }

    /// Calls `visit` with the index of every edge whose box comes within `area`, in index order, each once.
    pub fn edges_near(&self, area: &Aabb, visit: impl FnMut(u32)) {
        self.edge_grid.visit(area, visit);
    }

    /// Calls `visit` with the index of every piece whose box comes within `area`, in index order, each once.
    pub fn pieces_near(&self, area: &Aabb, visit: impl FnMut(u32)) {
        self.piece_grid.visit(area, visit);
    }

    /// The grid of the edges, to be drawn.
    #[must_use]
    pub const fn edge_grid(&self) -> &Grid {
        &self.edge_grid
    }
}
