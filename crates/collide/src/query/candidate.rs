//! An obstacle that a query may find, in the form that exact geometry needs.

use core::cmp::Ordering;

use glam::Vec2;

use super::filter::QueryFilter;
use crate::body::Body;
use crate::compound::Part;
use crate::contact::{BodyId, Obstacle};
use crate::edge::{Edge, Side};
use crate::obstacle::ObstacleShape;
use crate::piece::Solid;
use crate::separation::Hexagon;
use crate::shape::{Aabb, Segment};
use crate::space::Space;
use crate::terrain::Terrain;
use crate::tolerance::{CAST_TOUCH, spacing};
use crate::view::CollisionView;

/// An obstacle that a query may find.
#[derive(Clone, Copy)]
pub(super) enum Candidate<'a> {
    /// A segment with its outward normal: an edge, or the top of a one-way body.
    Line { segment: Segment, normal: Vec2, side: Side },
    /// A piece or a body.
    Solid(Solid<'a>),
}

impl Candidate<'_> {
    #[inline]
    fn of_edge(&Edge { segment, normal, side, .. }: &Edge) -> Self {
        Self::Line { segment, normal, side }
    }

    fn is_one_way(&self) -> bool {
        match self {
            Self::Line { side, .. } => *side == Side::OneWay,
            Self::Solid(solid) => solid.one_way.is_some(),
        }
    }

    /// The shape that casts and overlaps measure; `round` for a shape with a radius.
    pub fn shape(&self, round: bool) -> ObstacleShape<'_> {
        match *self {
            Self::Line { segment, normal, side } => ObstacleShape::Edge(Hexagon::new(segment, normal), side),
            Self::Solid(solid) if round => ObstacleShape::Rounded(solid),
            Self::Solid(solid) => ObstacleShape::Solid(solid),
        }
    }

    /// Place and size, by which the order of two is decided that are equally near in the same direction. The order of lists
    /// must make no difference.
    pub fn place(&self) -> [f32; 3] {
        match *self {
            Self::Line { segment, .. } => [segment.a.x + segment.b.x, segment.a.y + segment.b.y, segment.length()],
            Self::Solid(Solid { aabb, .. }) => [aabb.center.x, aabb.center.y, aabb.half.length_squared()],
        }
    }
}

/// Which of two equally near obstacles counts: what the numbers say first, then the normal, then place and size, then the index.
/// The order of lists must make no difference.
#[derive(Clone, Copy)]
pub(super) struct Precedence {
    numbers: [f32; 6],
    place: [f32; 3],
    obstacle: Obstacle,
}

impl Precedence {
    pub fn new([first, second]: [f32; 2], normal: Vec2, place: [f32; 3], obstacle: Obstacle) -> Self {
        let numbers = [first, second, normal.x.abs(), normal.y.abs(), normal.x, normal.y];
        Self { numbers, place, obstacle }
    }

    pub fn is_before(&self, other: &Self) -> bool {
        let by_numbers = compare(self.numbers, other.numbers).then_with(|| compare(self.place, other.place));
        by_numbers.then_with(|| self.obstacle.cmp(&other.obstacle)).is_lt()
    }
}

/// Compares number by number.
fn compare<const N: usize>(a: [f32; N], b: [f32; N]) -> Ordering {
    a.into_iter().zip(b).map(|(a, b)| a.total_cmp(&b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

impl Space {
    /// Calls `visit` once with everything that a query sees in `area`, in the order of [`Obstacle`]. What only touches it
    /// may or may not be visited.
    pub(super) fn each_seen(&self, filter: &QueryFilter, area: &Aabb, visit: &mut dyn FnMut(Obstacle, &Candidate)) {
        let terrain = &*self.terrain;
        if filter.sees_edges() {
            terrain.edges_near(&rounded_up(area), |i| {
                filter.edge(terrain, i).into_iter().for_each(|edge| visit(Obstacle::Edge(i), &edge));
            });
        } else if filter.terrain {
            terrain.pieces_near(&rounded_up(area), |i| {
                filter.piece(terrain, i).into_iter().for_each(|piece| visit(Obstacle::Piece(i), &piece));
            });
        }
        let area = rounded_up(area);
        let is_seen = |i: usize, body: &Body| body.aabb.overlaps(&area) && filter.sees(self.bodies.id(i), body);
        self.bodies.each_near(&area, is_seen, &mut |id, body| self.visit_seen((id, body), filter, &area, visit));
    }

    /// Calls `visit` with a body that a filter sees, or with each part of it that touches `area`.
    pub(super) fn visit_seen(
        &self,
        (id, body): (BodyId, &Body),
        filter: &QueryFilter,
        area: &Aabb,
        visit: &mut dyn FnMut(Obstacle, &Candidate),
    ) {
        match self.bodies.compound(id) {
            None if filter.accepts(Obstacle::Body(id), body.tag) => {
                visit(Obstacle::Body(id), &body.candidate(filter.view));
            }
            None => {}
            Some(compound) => compound.each_part((id, body), filter.view, area, &mut |obstacle, part| {
                let (tag, candidate) = (part.tag(), part.candidate());
                if (filter.one_way || !candidate.is_one_way()) && filter.accepts(obstacle, tag) {
                    visit(obstacle, &candidate);
                }
            }),
        }
    }
}

/// An area that holds everything that touches `area`: boxes are rounded like every number.
fn rounded_up(area: &Aabb) -> Aabb {
    area.grown(CAST_TOUCH + 4.0 * spacing(area.center.abs() + area.half))
}

impl QueryFilter<'_> {
    /// Whether it sees the terrain as edges, and not as pieces or not at all.
    pub(super) fn sees_edges(&self) -> bool {
        self.terrain && self.view != CollisionView::Pieces
    }

    /// Whether it sees a body, or some of it.
    pub(super) fn sees(&self, id: BodyId, body: &Body) -> bool {
        body.enabled
            && self.bodies.intersects(body.layers)
            && self.ignores != Some(id)
            && (self.one_way || !body.one_way)
    }

    /// An edge, if it sees it.
    #[inline]
    pub(super) fn edge<'a>(&self, terrain: &'a Terrain, i: u32) -> Option<Candidate<'a>> {
        let edge = &terrain.edges()[i as usize];
        let is_seen = (self.one_way || edge.side != Side::OneWay)
            && !self.passes.intersects(edge.layers)
            && self.accepts(Obstacle::Edge(i), edge.tag);
        is_seen.then(|| Candidate::of_edge(edge))
    }

    /// A piece, if it sees it.
    pub(super) fn piece<'a>(&self, terrain: &'a Terrain, i: u32) -> Option<Candidate<'a>> {
        let piece = &terrain.pieces()[i as usize];
        let is_seen = (self.one_way || piece.one_way.is_none())
            && !self.passes.intersects(piece.layers)
            && self.accepts(Obstacle::Piece(i), piece.tag);
        is_seen.then(|| Candidate::Solid(piece.solid()))
    }
}

impl<'a> Part<'a> {
    fn candidate(self) -> Candidate<'a> {
        match self {
            Self::Edge(edge, _) => Candidate::of_edge(&edge),
            Self::Piece(solid, _) => Candidate::Solid(solid),
        }
    }
}

impl Body {
    /// As [`Body::shape`]: edge views see only the top of a one-way body.
    fn candidate(&self, view: CollisionView) -> Candidate<'static> {
        match self.top(view) {
            Some(segment) => Candidate::Line { segment, normal: Vec2::NEG_Y, side: Side::OneWay },
            None => Candidate::Solid(self.solid()),
        }
    }
}
