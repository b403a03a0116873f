//! Bodies that are a small terrain of their own, which turns with them.
//!
//! The terrain is turned anew whenever the rotation changes, in buffers that are kept. What it is turned into is relative to the
//! middle of the body's box, so a move costs nothing.

use alloc::vec::Vec;

use glam::Vec2;

use crate::body::Body;
use crate::contact::{BodyId, Obstacle};
use crate::edge::{Direction, Edge, Tag};
use crate::obstacle::ObstacleShape;
use crate::piece::{Piece, Plane, Solid};
use crate::pose::Pose;
use crate::separation::Hexagon;
use crate::shape::{Aabb, Segment};
use crate::terrain::Terrain;
use crate::view::CollisionView;

/// The most edges, and the most pieces, of one body: [`Obstacle::Part`] has 16 bits, and pieces are counted from here on.
const MAX_PARTS: usize = 1 << 15;

/// The ground of one body.
#[derive(Clone, Debug)]
pub(crate) struct Compound {
    /// Its edges and pieces as they were given, around its origin.
    pub terrain: Terrain,
    /// The corners of each piece, one after the other, and how many each has.
    corners: (Vec<Vec2>, Vec<u32>),
    /// How it is turned at present.
    pub rotation: Vec2,
    /// Its origin. As all that follows, relative to the middle of the body's box.
    origin: Vec2,
    edges: Vec<Edge>,
    hexagons: Vec<Hexagon>,
    pieces: Vec<Piece>,
}

impl PartialEq for Compound {
    fn eq(&self, other: &Self) -> bool {
        (&self.edges, &self.pieces, self.rotation) == (&other.edges, &other.pieces, other.rotation)
    }
}

impl Compound {
    /// The ground in a terrain, unturned.
    pub fn new(terrain: &Terrain) -> Self {
        let mut corners = (Vec::new(), Vec::new());
        let mut pieces: Vec<Piece> = terrain.pieces().iter().take(MAX_PARTS).cloned().collect();
        for piece in &mut pieces {
            let own = if piece.is_vacant() { Vec::new() } else { piece.corners() };
            piece.planes = Vec::with_capacity(own.len());
            corners.1.push(own.len() as u32);
            corners.0.extend(own);
        }
        let edges = terrain.edges()[..terrain.edges().len().min(MAX_PARTS)].to_vec();
        let hexagons = edges.iter().map(|_| Hexagon::NOWHERE).collect();
        let (terrain, rotation, origin) = (terrain.clone(), Vec2::X, Vec2::ZERO);
        Self { terrain, corners, rotation, origin, edges, hexagons, pieces }
    }

    /// Turns it. Returns half the size of the box around it.
    pub fn turn(&mut self, rotation: Vec2) -> Vec2 {
        let turned = |p: Vec2| rotation.rotate(p);
        let ends = self.terrain.edges().iter().filter(|edge| !edge.is_vacant()).take(MAX_PARTS);
        let ends = ends.flat_map(|edge| [edge.segment.a, edge.segment.b]);
        let around = Aabb::around(ends.chain(self.corners.0.iter().copied()).map(turned)).unwrap_or_default();
        (self.rotation, self.origin) = (rotation, -around.center);
        for ((given, edge), hexagon) in self.terrain.edges().iter().zip(&mut self.edges).zip(&mut self.hexagons) {
            if !given.is_vacant() {
                let [a, b] = [given.segment.a, given.segment.b].map(|end| turned(end) - around.center);
                (edge.segment, edge.normal) = (Segment::new(a, b), turned(given.normal));
                *hexagon = Hexagon::new(edge.segment, edge.normal);
            }
        }
        let mut corners = &self.corners.0[..];
        for ((given, piece), count) in self.terrain.pieces().iter().zip(&mut self.pieces).zip(&self.corners.1) {
            let (own, others) = corners.split_at(*count as usize);
            corners = others;
            let at = |i: usize| turned(own[i % own.len()]) - around.center;
            piece.aabb = Aabb::around((0..own.len()).map(at)).unwrap_or(Piece::VACANT.aabb);
            piece.planes.clear();
            // Clockwise on screen, the solid is on the right.
            let sides = (0..own.len()).map(|i| Segment::new(at(i), at(i + 1)));
            piece.planes.extend(sides.filter_map(|side| Plane::of_side(side, piece.aabb.center)));
            piece.one_way = given.one_way.map(|side| Direction::of(turned(side.normal())));
        }
        around.half
    }

    /// Where it is, if the middle of the body's box is at `center`.
    pub fn pose(&self, center: Vec2) -> Pose {
        Pose { at: center + self.origin, rotation: self.rotation }
    }

    /// The middle of the body's box in a pose.
    pub fn center(&self, pose: &Pose) -> Vec2 {
        pose.at - self.origin
    }

    /// Its edges in the world.
    pub fn edges(&self, center: Vec2) -> impl Iterator<Item = Edge> {
        self.edges.iter().map(move |edge| Edge { segment: edge.segment.moved(center), ..*edge })
    }

    /// Calls `visit` with every part that touches an area, in a view.
    pub fn each_part(
        &self,
        (id, body): (BodyId, &Body),
        view: CollisionView,
        area: &Aabb,
        visit: &mut dyn FnMut(Obstacle, Part),
    ) {
        let (near, center) = (area.moved(-body.aabb.center), body.aabb.center);
        let visit = &mut |part: usize, is_near: bool| {
            if let Some(found) = is_near.then(|| self.part(center, part)).flatten() {
                visit(Obstacle::Part(id, part as u16), found);
            }
        };
        if view == CollisionView::Pieces {
            let is_near = |piece: &Piece| piece.aabb.overlaps(&near);
            self.pieces.iter().enumerate().for_each(|(i, piece)| visit(MAX_PARTS + i, is_near(piece)));
        } else {
            let is_near = |hexagon: &Hexagon| hexagon.is_within(near.center - hexagon.middle, near.half, 0.0);
            self.hexagons.iter().enumerate().for_each(|(i, hexagon)| visit(i, is_near(hexagon)));
        }
    }

    /// A part by its index, if the middle of the body's box is at `center`.
    pub fn part(&self, center: Vec2, index: usize) -> Option<Part<'_>> {
        if index >= MAX_PARTS {
            let piece = self.pieces.get(index - MAX_PARTS)?;
            let solid = Solid { aabb: piece.aabb.moved(center), ..piece.solid() };
            return Some(Part::Piece(solid, piece.tag));
        }
        let (edge, hexagon) = (self.edges.get(index)?, self.hexagons.get(index)?);
        let segment = edge.segment.moved(center);
        Some(Part::Edge(Edge { segment, ..*edge }, hexagon.moved(center)))
    }
}

/// A part of a body's ground, in the world.
pub(crate) enum Part<'a> {
    Edge(Edge, Hexagon),
    Piece(Solid<'a>, Tag),
}

impl<'a> Part<'a> {
    /// Its tag.
    pub fn tag(&self) -> Tag {
        match self {
            Self::Edge(edge, _) => edge.tag,
            Self::Piece(_, tag) => *tag,
        }
    }

    /// The edge, if it is one.
    pub fn edge(self) -> Option<Edge> {
        if let Self::Edge(edge, _) = self { Some(edge) } else { None }
    }

    /// Its shape.
    pub fn shape(self) -> ObstacleShape<'a> {
        match self {
            Self::Edge(edge, hexagon) => ObstacleShape::Edge(hexagon, edge.side),
            Self::Piece(solid, _) => ObstacleShape::Solid(solid),
        }
    }
}
