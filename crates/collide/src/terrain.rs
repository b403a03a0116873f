//! What never moves: edges (thick segments with an outward side) and pieces (boxes and convex slopes), each in a grid.
//!
//! Both describe the same world. The separating-axis solvers read the edges, the box solvers read the pieces.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, Weak};

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::config_space_grid::ConfigSpaceGrid;
use super::grid::Grid;
use super::separation::Hexagon;
use super::{Aabb, Mover, Segment};

/// A number that the caller attaches to a surface and reads back from a touch; the library gives it no meaning.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Tag(pub u16);

/// From where an edge is solid.
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
/// assert_eq!(way_up(Side::Both), -4.0, "a line is not");
/// ```
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

/// One of the four sides of a tile: the side from which something one-way is solid.
///
/// ```
/// use seamwalker_collide::{Direction, glam::Vec2};
///
/// assert_eq!(Direction::default().normal(), Vec2::NEG_Y, "y points down");
/// assert_eq!(Direction::of(Vec2::new(-3.0, 1.0)), Direction::Left);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    /// From above: what one stands on.
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

    /// The unit vector that points there.
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

/// A straight part of an outline. Radius comes from the mover's skin: the same terrain serves movers of any thickness.
///
/// ```
/// use seamwalker_collide::{Edge, Side, glam::Vec2};
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// assert_eq!(floor.normal, Vec2::NEG_Y, "drawn to the right, its solid is below");
/// let ceiling = Edge::new(floor.segment.b, floor.segment.a, Side::Outer);
/// assert_eq!(ceiling.normal, Vec2::Y, "drawn to the left, its solid is above");
/// ```
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
    /// The edge that ends where this one starts, if there is one.
    pub prev: Option<EdgeId>,
    /// The edge that starts where this one ends, if there is one.
    pub next: Option<EdgeId>,
}

/// An edge by its index in its terrain. Where there may be none, `Option<EdgeId>` takes no more room than the index: an
/// outline of millions of edges is a sixth smaller for it.
///
/// ```
/// use seamwalker_collide::EdgeId;
///
/// assert_eq!(EdgeId::new(7).map(EdgeId::index), Some(7));
/// assert_eq!(EdgeId::new(u32::MAX), None, "no terrain has so many edges");
/// assert_eq!(size_of::<Option<EdgeId>>(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "u32", try_from = "u32")]
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

    /// Its index in [`Terrain::edges`].
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
    /// An edge on its own. Its outward normal is to the left of the way from `a` to `b` (up, for a floor drawn from left
    /// to right).
    #[must_use]
    pub fn new(a: Vec2, b: Vec2, side: Side) -> Self {
        let segment = Segment::new(a, b);
        let normal = if a == b { Vec2::NEG_Y } else { segment.left_normal() };
        Self { segment, normal, side, tag: Tag::default(), chain: 0, prev: None, next: None }
    }
}

/// A slanted face of a piece: the points with `normal . (point - middle) <= offset` are inside, where `middle` is the
/// middle of the piece's box. (Relative to the piece, so that nothing is lost far from the origin.)
///
/// ```
/// use seamwalker_collide::{Piece, Plane};
/// use seamwalker_collide::glam::Vec2;
///
/// // A tile whose upper left half is cut away rises to the right. Its one slanted face runs through its middle.
/// let slope = Piece::convex(&[Vec2::new(0.0, 16.0), Vec2::new(16.0, 0.0), Vec2::new(16.0, 16.0)]).unwrap();
/// let [Plane { normal, offset }] = slope.planes[..] else { panic!("one slanted face") };
/// assert!(normal.x < 0.0 && normal.y < 0.0, "out of the solid: to the left and up");
/// assert!(offset.abs() < 1e-5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plane {
    /// Unit vector out of the solid.
    pub normal: Vec2,
    /// Distance of the face from the middle along the normal, in pixels.
    pub offset: f32,
}

/// A convex solid: a box, cut by slanted planes if it is a slope.
///
/// ```
/// use seamwalker_collide::{Aabb, Direction, Piece};
/// use seamwalker_collide::glam::Vec2;
///
/// let tile = Piece::solid_box(Aabb::from_corners(Vec2::ZERO, Vec2::splat(16.0)));
/// assert!(tile.planes.is_empty());
/// let slope = Piece::convex(&[Vec2::new(16.0, 16.0), Vec2::new(32.0, 0.0), Vec2::new(32.0, 16.0)]).unwrap();
/// assert_eq!(slope.planes.len(), 1);
/// // A ribbon is a piece that is open from everywhere but above.
/// let ribbon = Piece { one_way: Some(Direction::Up), ..tile };
/// assert_eq!(ribbon.solid().one_way, Some(Direction::Up));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// The box around it.
    pub aabb: Aabb,
    /// The faces that are neither horizontal nor vertical; none for a plain box.
    pub planes: Vec<Plane>,
    /// Open from everywhere but this side; `None` where it is solid from all sides.
    pub one_way: Option<Direction>,
    /// What the caller wants to know about the surface.
    pub tag: Tag,
}

impl Piece {
    /// A solid box.
    #[must_use]
    pub const fn solid_box(aabb: Aabb) -> Self {
        Self { aabb, planes: Vec::new(), one_way: None, tag: Tag(0) }
    }

    /// Its corners, clockwise on screen: those of the box, cut by the slanted faces (Sutherland and Hodgman 1974).
    ///
    /// ```
    /// use seamwalker_collide::Piece;
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let slope = Piece::convex(&[Vec2::new(0.0, 16.0), Vec2::new(16.0, 0.0), Vec2::new(16.0, 16.0)]).unwrap();
    /// assert!(slope.corners().iter().all(|corner| corner.distance(Vec2::ZERO) > 11.0), "the upper left one is cut off");
    /// ```
    #[must_use]
    pub fn corners(&self) -> Vec<Vec2> {
        let around = Aabb::new(Vec2::ZERO, self.aabb.half).corners().to_vec();
        let cut = |corners: Vec<Vec2>, plane: &Plane| {
            let outside = |p: Vec2| plane.normal.dot(p) - plane.offset;
            let mut kept = Vec::new();
            for (i, &a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % corners.len()];
                let (at_a, at_b) = (outside(a), outside(b));
                if at_a <= CUT_SLACK {
                    kept.push(a);
                }
                if (at_a > CUT_SLACK && at_b < -CUT_SLACK) || (at_a < -CUT_SLACK && at_b > CUT_SLACK) {
                    kept.push(a + (b - a) * (at_a / (at_a - at_b)));
                }
            }
            kept
        };
        self.planes.iter().fold(around, cut).into_iter().map(|p| p + self.aabb.center).collect()
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
        let aabb = Aabb::around(corners.iter().copied())?;
        let mut planes = Vec::new();
        for i in 0..n {
            let segment = Segment::new(corners[i], corners[(i + 1) % n]);
            let along = segment.b - segment.a;
            if along.x != 0.0 && along.y != 0.0 {
                let normal = if left { -segment.left_normal() } else { segment.left_normal() };
                planes.push(Plane { normal, offset: normal.dot(segment.a - aabb.center) });
            }
        }
        Some(Self { aabb, planes, one_way: None, tag: Tag(0) })
    }

    /// The piece as a plain view of its shape.
    #[must_use]
    pub fn solid(&self) -> Solid<'_> {
        Solid { aabb: self.aabb, planes: &self.planes, one_way: self.one_way }
    }
}

/// Two ways out of a solid whose lengths differ by less than this count as equal, in pixels: the rounding of coordinates
/// within 2^14 px of the origin.
const TIE: f32 = 2e-3;

/// Corners that are no farther beyond a slanted face than this are on it, in pixels. Smaller values give pieces slivers for sides.
const CUT_SLACK: f32 = 1.0 / 64.0;

/// A convex solid as the box solvers see it: a piece of the terrain, or a body.
///
/// ```
/// use seamwalker_collide::{Aabb, Piece};
/// use seamwalker_collide::glam::Vec2;
///
/// let tile = Piece::solid_box(Aabb::from_corners(Vec2::ZERO, Vec2::splat(16.0)));
/// let mover = Aabb::new(Vec2::new(8.0, -6.0), Vec2::splat(8.0));
/// assert_eq!(tile.solid().depth(&mover), 2.0);
/// assert_eq!(tile.solid().exit(&mover, Vec2::NEG_Y), (2.0, Vec2::NEG_Y), "2 px up, and it leaves through the top");
/// assert_eq!(tile.solid().exit(&mover, Vec2::X).0, 16.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid<'a> {
    /// The box around it.
    pub aabb: Aabb,
    /// The slanted faces that cut the box.
    pub planes: &'a [Plane],
    /// Open from everywhere but this side; `None` where it is solid from all sides.
    pub one_way: Option<Direction>,
}

impl Solid<'_> {
    /// How deep a box is inside, in pixels: the least distance over all faces. Zero or less when the two are apart.
    #[must_use]
    pub fn depth(&self, mover: &Aabb) -> f32 {
        let p = mover.center - self.aabb.center;
        let inside = -(p.abs() - (self.aabb.half + mover.half)).max_element();
        self.planes.iter().fold(inside, |inside, plane| inside.min(plane.depth(p, mover.half)))
    }

    /// How far a box that overlaps the solid must go along `direction`, one of the four axis directions, to leave it; and
    /// the normal of the face through which it leaves.
    #[must_use]
    pub fn exit(&self, mover: &Aabb, direction: Vec2) -> (f32, Vec2) {
        let p = mover.center - self.aabb.center;
        let straight = ((self.aabb.half + mover.half).dot(direction.abs()) - p.dot(direction), direction);
        self.planes.iter().fold(straight, |best, plane| {
            let slope = plane.normal.dot(direction);
            let way = plane.depth(p, mover.half) / slope;
            // At the foot of a slope its face and the side of its box are equally far: there is no wall, only the face.
            if slope > 0.0 && way < best.0 + TIE { (way.min(best.0), plane.normal) } else { best }
        })
    }
}

impl Plane {
    /// How deep a box reaches behind the face, in pixels; its centre lies at `p` relative to the middle of the piece.
    pub(super) fn depth(&self, p: Vec2, half: Vec2) -> f32 {
        self.offset - self.normal.dot(p) + self.normal.abs().dot(half)
    }
}

/// Everything that never moves, indexed for queries. Build it once; it never changes, and a clone shares it.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Piece, Side, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// // The same floor twice: as an edge for the solvers that see outlines, as a box for those that see boxes.
/// let edge = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let piece = Piece::solid_box(Aabb::from_corners(Vec2::new(0.0, 100.0), Vec2::new(64.0, 116.0)));
/// let terrain = Terrain::new(vec![edge], vec![piece]);
/// let mut near = 0;
/// terrain.edges_near(&Aabb::new(Vec2::new(8.0, 95.0), Vec2::splat(8.0)), |_| near += 1);
/// assert_eq!(near, 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Terrain {
    parts: Arc<TerrainParts>,
    compiled: Vec<Arc<ConfigSpaceGrid>>,
}

/// What a terrain is made of.
#[derive(Debug, Default)]
struct TerrainParts {
    edges: Vec<Edge>,
    /// Made when a solver first asks.
    index: OnceLock<EdgeIndex>,
    pieces: Later<Pieces>,
    /// What any clone was compiled for, as long as one of them is there: the worlds of one level share it.
    compiled: Mutex<Vec<Weak<ConfigSpaceGrid>>>,
}

/// The edges in the form that the exact test wants, and by place.
#[derive(Debug)]
pub(super) struct EdgeIndex {
    /// In index order.
    pub hexagons: Vec<Hexagon>,
    /// By their boxes.
    pub grid: Grid,
}

impl EdgeIndex {
    fn new(edges: &[Edge]) -> Self {
        let boxes: Vec<Aabb> = edges.iter().map(|e| e.segment.aabb()).collect();
        let grid = Grid::of(boxes, Terrain::CELL);
        Self { hexagons: edges.iter().map(|e| Hexagon::new(e.segment, e.normal)).collect(), grid }
    }
}

/// The boxes and slopes, and the same by place.
#[derive(Debug, Default)]
struct Pieces {
    list: Vec<Piece>,
    grid: Grid,
}

impl Pieces {
    fn new(mut list: Vec<Piece>) -> Self {
        list.retain(|p| p.aabb.is_valid());
        let boxes: Vec<Aabb> = list.iter().map(|p| p.aabb).collect();
        Self { list, grid: Grid::of(boxes, Terrain::CELL) }
    }
}

/// Something that is made when it is first asked for.
struct Later<T>(LazyLock<T, Box<dyn FnOnce() -> T + Send>>);

impl<T> Later<T> {
    fn new(make: impl FnOnce() -> T + Send + 'static) -> Self {
        Self(LazyLock::new(Box::new(make)))
    }
}

impl<T: Default + 'static> Default for Later<T> {
    fn default() -> Self {
        Self::new(T::default)
    }
}

impl<T: fmt::Debug> fmt::Debug for Later<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Terrain {
    /// The side of a grid cell, in pixels: two tiles. Smaller cells cost memory, larger ones candidates.
    pub const CELL: f32 = 32.0;

    /// Indexes edges and pieces. Edges that are not finite are left out (the level reader reports them before).
    #[must_use]
    pub fn new(edges: Vec<Edge>, pieces: Vec<Piece>) -> Self {
        let mut edges = edges;
        edges.retain(|e| e.segment.a.is_finite() && e.segment.b.is_finite() && e.normal.is_finite());
        let terrain = Self::with_pieces_later(edges, || pieces);
        // A slide allocates nothing, not even the first one.
        let (_, _) = (terrain.index(), terrain.pieces());
        terrain
    }

    /// A terrain of edges, all of them finite, and pieces. Both are indexed when a solver first asks for them, and pieces are
    /// not even made before: thick-sat never asks. So a large map is there at once.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Piece, Terrain};
    ///
    /// let terrain = Terrain::with_pieces_later(Vec::new(), || vec![Piece::solid_box(Aabb::default())]);
    /// assert_eq!(terrain.pieces().len(), 1);
    /// ```
    #[must_use]
    pub fn with_pieces_later(edges: Vec<Edge>, pieces: impl FnOnce() -> Vec<Piece> + Send + 'static) -> Self {
        let pieces = Later::new(|| Pieces::new(pieces()));
        Self { parts: Arc::new(TerrainParts { edges, pieces, ..TerrainParts::default() }), compiled: Vec::new() }
    }

    /// Prepares the terrain for movers with the size and skin of `mover`: thick-sat then slides them twice as fast, to the
    /// same results bit by bit. False when the terrain is too large for that; then all stays as it is.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverSetup, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
    /// let mut terrain = Terrain::new(vec![floor], Vec::new());
    /// let hero = Mover::new(Aabb::new(Vec2::new(32.0, 80.0), Vec2::new(6.0, 11.0)));
    /// let fall = Vec2::new(2.0, 20.0);
    /// let plain = SolverSetup::default().slide(&Space::new(terrain.clone()), &hero, fall);
    /// assert!(terrain.compile(&hero), "once per size of mover, when the map is loaded");
    /// let prepared = SolverSetup::default().slide(&Space::new(terrain), &hero, fall);
    /// assert_eq!(prepared.moved, plain.moved);
    /// ```
    pub fn compile(&mut self, mover: &Mover) -> bool {
        if self.compiled(mover).is_some() {
            return true;
        }
        // What is locked is never left half done.
        let mut known = self.parts.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|compiled| compiled.strong_count() > 0);
        let found = known.iter().filter_map(Weak::upgrade).find(|compiled| compiled.fits(mover));
        let made = found.or_else(|| {
            let made = ConfigSpaceGrid::new(self, mover).map(Arc::new)?;
            known.push(Arc::downgrade(&made));
            Some(made)
        });
        drop(known);
        let fits = made.is_some();
        self.compiled.extend(made);
        fits
    }

    /// What the prepared forms take, in bytes.
    #[must_use]
    pub fn compiled_bytes(&self) -> usize {
        self.compiled.iter().map(|c| c.bytes()).sum()
    }

    /// What was prepared for movers of this size and skin.
    #[inline]
    pub(super) fn compiled(&self, mover: &Mover) -> Option<&ConfigSpaceGrid> {
        self.compiled.iter().map(|c| &**c).find(|c| c.fits(mover))
    }

    /// The outline, in index order.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.parts.edges
    }

    /// The boxes and slopes, in index order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.parts.pieces.0.list
    }

    /// The edges in the form that the exact test wants, in index order.
    #[inline]
    pub(super) fn hexagons(&self) -> &[Hexagon] {
        &self.index().hexagons
    }

    #[inline]
    pub(super) fn index(&self) -> &EdgeIndex {
        self.parts.index.get_or_init(|| EdgeIndex::new(&self.parts.edges))
    }

    /// Calls `visit` with the index of every edge whose box comes within `area`, in index order, each once.
    pub fn edges_near(&self, area: &Aabb, visit: impl FnMut(u32)) {
        self.index().grid.visit(area, visit);
    }

    /// The same in no particular order, which is faster.
    #[inline]
    pub(super) fn edges_near_unordered(&self, area: &Aabb, visit: impl FnMut(u32)) {
        self.index().grid.visit_unordered(area, visit);
    }

    /// Calls `visit` with the index of every piece whose box comes within `area`, in index order, each once.
    pub fn pieces_near(&self, area: &Aabb, visit: impl FnMut(u32)) {
        self.parts.pieces.0.grid.visit(area, visit);
    }

    /// The grid of the edges, to be drawn.
    #[must_use]
    pub fn edge_grid(&self) -> &Grid {
        &self.index().grid
    }

    /// The grid of the pieces, to be drawn.
    #[must_use]
    pub fn piece_grid(&self) -> &Grid {
        &self.parts.pieces.0.grid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slope_is_a_triangle() {
        let corners = [Vec2::new(0.0, 16.0), Vec2::new(16.0, 0.0), Vec2::new(16.0, 16.0)];
        let mut cut = Piece::convex(&corners).unwrap().corners();
        cut.dedup_by(|a, b| a.distance(*b) < 1e-3);
        let area = (0..cut.len()).map(|i| cut[i].perp_dot(cut[(i + 1) % cut.len()])).sum::<f32>() * 0.5;
        assert!((area - 128.0).abs() < 0.01, "{cut:?}");
    }
}
