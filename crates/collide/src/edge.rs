//! Edges: straight parts of an outline, with the side from which each is solid.

use core::fmt;
use core::num::NonZeroU32;

use glam::Vec2;

use crate::layers::Layers;
use crate::shape::Segment;

/// A number that the caller attaches to a surface and reads back from a touch. It means nothing to the library.
///
/// ```
/// use seamwalker_collide::{Edge, Side, Space, Obstacle, Tag, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// const ICE: Tag = Tag(7);
/// let pond = Edge { tag: ICE, ..Edge::new(Vec2::ZERO, Vec2::new(64.0, 0.0), Side::Outer) };
/// let space = Space::new(Terrain::new(vec![pond], Vec::new()));
/// assert_eq!(space.tag(Obstacle::Edge(0)), ICE);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tag(pub u16);

/// The sides from which an edge is solid.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverSetup, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let way_up = |side| {
///     let line = Edge::new(Vec2::new(-50.0, 0.0), Vec2::new(50.0, 0.0), side);
///     let space = Space::new(Terrain::new(vec![line], Vec::new()));
///     let below = Mover::new(Aabb::new(Vec2::new(0.0, 12.0), Vec2::splat(8.0)));
///     SolverSetup::default().slide(&space, &below, Vec2::new(0.0, -30.0)).moved.y
/// };
/// assert_eq!(way_up(Side::OneWay), -30.0, "a ribbon is open from below");
/// assert_eq!(way_up(Side::Both), -4.0, "a two-sided line is solid");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Side {
    /// From both sides: a line drawn by hand.
    #[default]
    Both,
    /// The border of a solid: pushes only outwards, even a mover that is inside.
    Outer,
    /// Solid for a mover that comes from the outer side, open for all others: what passes an end with its flat bottom below the line
    /// is not touched.
    OneWay,
}

/// One of the four sides of a tile: the side from which a one-way surface is solid.
///
/// ```
/// use seamwalker_collide::{Direction, glam::Vec2};
///
/// assert_eq!(Direction::default().normal(), Vec2::NEG_Y, "y points down");
/// assert_eq!(Direction::of(Vec2::new(-3.0, 1.0)), Direction::Left);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Direction {
    /// From above: a platform.
    #[default]
    Up,
    /// From below.
    Down,
    /// From the left.
    Left,
    /// From the right.
    Right,
}

impl Direction {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The unit vector in this direction.
    #[must_use]
    pub const fn normal(self) -> Vec2 {
        match self {
            Self::Up => Vec2::NEG_Y,
            Self::Down => Vec2::Y,
            Self::Left => Vec2::NEG_X,
            Self::Right => Vec2::X,
        }
    }

    /// The direction nearest to a vector; up and down where two are equally near.
    #[must_use]
    pub fn of(vector: Vec2) -> Self {
        if vector.x.abs() > vector.y.abs() && vector.x < 0.0 {
            Self::Left
        } else if vector.x.abs() > vector.y.abs() {
            Self::Right
        } else if vector.y > 0.0 {
            Self::Down
        } else {
            Self::Up
        }
    }
}

/// A straight part of an outline. Its radius is the mover's skin, so the same terrain serves movers with any skin.
///
/// The box solvers (per-axis, mandatory-first, swept) do not see edges: to them, edges without [pieces](super::Piece) are air.
/// [`TerrainBuilder`](super::TerrainBuilder) makes both.
///
/// ```
/// use seamwalker_collide::{Edge, Side, glam::Vec2};
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// assert_eq!(floor.normal, Vec2::NEG_Y, "drawn to the right, its solid is below");
/// let ceiling = Edge::new(floor.segment.b, floor.segment.a, Side::Outer);
/// assert_eq!(ceiling.normal, Vec2::Y, "drawn to the left, its solid is above");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edge {
    /// Its two ends, in pixels.
    pub segment: Segment,
    /// Unit vector from the solid to the free side. For [`Side::Both`] it only breaks ties.
    pub normal: Vec2,
    /// The sides from which it is solid.
    pub side: Side,
    /// Whether it pushes where a solver heeds that
    /// ([`SolverOptions::edge_visibility`](crate::SolverOptions::edge_visibility)). An edge between two solids is a seam
    /// that need not push.
    pub visible: bool,
    /// Data of the caller.
    pub tag: Tag,
    /// The layers it is in: it is open to movers and queries that [pass](crate::Mover::passes) one of them.
    pub layers: Layers,
    /// Edges of one outline share a number.
    pub chain: u32,
    /// The edge that ends where this one starts.
    pub prev: Option<EdgeId>,
    /// The edge that starts where this one ends.
    pub next: Option<EdgeId>,
}

/// An edge by its index in its terrain. `Option<EdgeId>` takes no more memory than the index, which makes an outline of
/// millions of edges a sixth smaller.
///
/// ```
/// use seamwalker_collide::EdgeId;
///
/// assert_eq!(EdgeId::new(7).map(EdgeId::index), Some(7));
/// assert_eq!(EdgeId::new(u32::MAX), None, "no terrain has so many edges");
/// assert_eq!(size_of::<Option<EdgeId>>(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(into = "u32", try_from = "u32"))]
pub struct EdgeId(NonZeroU32);

impl EdgeId {
    /// The edge with this index; `None` for [`u32::MAX`].
    #[must_use]
    pub const fn new(index: u32) -> Option<Self> {
        match NonZeroU32::new(!index) {
            Some(kept) => Some(Self(kept)),
            None => None,
        }
    }

    /// Its index in [`Terrain::edges`](super::Terrain::edges).
    #[must_use]
    pub const fn index(self) -> usize {
        !self.0.get() as usize
    }
}

impl fmt::Debug for EdgeId {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_tuple("EdgeId").field(&self.index()).finish()
    }
}

impl From<EdgeId> for u32 {
    fn from(edge: EdgeId) -> Self {
        !edge.0.get()
    }
}

impl TryFrom<u32> for EdgeId {
    type Error = &'static str;

    fn try_from(index: u32) -> Result<Self, Self::Error> {
        Self::new(index).ok_or("no edge has the index 4294967295")
    }
}

impl Edge {
    /// An edge without neighbours. Seen from `a` towards `b`, its outward normal points left: up, for a floor drawn
    /// from left to right.
    #[must_use]
    pub fn new(a: Vec2, b: Vec2, side: Side) -> Self {
        let segment = Segment::new(a, b);
        let normal = if a == b { Vec2::NEG_Y } else { segment.left_normal() };
        Self {
            segment,
            normal,
            side,
            visible: true,
            tag: Tag(0),
            layers: Layers::DEFAULT,
            chain: 0,
            prev: None,
            next: None,
        }
    }

    /// The place of an edge that was removed from a [`Terrain`](super::Terrain), until another edge takes it. It is nowhere:
    /// no query finds it.
    pub const VACANT: Self = Self {
        segment: Segment::new(Vec2::ZERO, Vec2::ZERO),
        normal: Vec2::ZERO,
        side: Side::Outer,
        visible: false,
        tag: Tag(0),
        layers: Layers::DEFAULT,
        chain: 0,
        prev: None,
        next: None,
    };

    /// Whether this is the place of a removed edge: it has no normal.
    ///
    /// ```
    /// use seamwalker_collide::{Edge, Side, glam::Vec2};
    ///
    /// assert!(Edge::VACANT.is_vacant());
    /// assert!(!Edge::new(Vec2::ZERO, Vec2::ZERO, Side::Both).is_vacant(), "a point is an edge");
    /// ```
    #[must_use]
    pub fn is_vacant(&self) -> bool {
        self.normal == Vec2::ZERO
    }

    /// Whether all its numbers are finite.
    pub(super) fn is_finite(&self) -> bool {
        self.segment.a.is_finite() && self.segment.b.is_finite() && self.normal.is_finite()
    }
}
