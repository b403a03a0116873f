//! Terrain, which never moves: edges (thick segments with an outward side) and pieces (boxes and convex slopes), each
//! in a grid.
//!
//! Both describe the same world. The separating-axis solvers read the edges, the box solvers read the pieces.

use alloc::boxed::Box;
use alloc::sync::{Arc, Weak};
use alloc::vec::Vec;
use core::fmt;

use crate::edge::Edge;
use crate::edge_index::EdgeIndex;
use crate::grid::Grid;
use crate::mover::Mover;
use crate::piece::Piece;
use crate::separation::Hexagon;
use crate::shape::Aabb;
use crate::solver::ConfigSpaceGrid;
use crate::sync::{LazyLock, Locked, OnceLock};

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

/// The shared data of a terrain and its clones.
#[derive(Debug, Default)]
struct TerrainParts {
    edges: Vec<Edge>,
    /// Built on first use.
    index: OnceLock<EdgeIndex>,
    pieces: Later<Pieces>,
    /// The grids that any clone has compiled and still uses, so that all worlds of a level share them.
    compiled: Locked<Vec<Weak<ConfigSpaceGrid>>>,
}

/// The boxes and slopes, also by place.
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

/// A value that is built on first use.
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
    /// The side of a grid cell, in pixels: two tiles. Smaller cells cost memory; larger ones cost candidates.
    pub const CELL: f32 = 32.0;

    /// A terrain of edges and pieces. Edges that are not finite are left out. Edges are enough for thick-sat and the other solvers
    /// that see outlines. Solvers whose [view](crate::Solver::view) is [`CollisionView::Pieces`](crate::CollisionView::Pieces) see
    /// pieces only: without them, everything falls through.
    #[must_use]
    pub fn new(edges: Vec<Edge>, pieces: Vec<Piece>) -> Self {
        let mut edges = edges;
        edges.retain(|e| e.segment.a.is_finite() && e.segment.b.is_finite() && e.normal.is_finite());
        let terrain = Self::with_pieces_later(edges, || pieces);
        // Build the indices now, so that even the first slide allocates nothing.
        let (_, _) = (terrain.index(), terrain.pieces());
        terrain
    }

    /// A terrain of edges, all of them finite, and pieces. Both are indexed on first use, and pieces are only built
    /// then: thick-sat never needs them. So a large map loads at once.
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

    /// Compiles the terrain for movers with the size and skin of `mover`. thick-sat then slides them twice as fast,
    /// with the same results, bit for bit. Returns false when the terrain is too large, or the mover smaller than a pixel; then
    /// nothing changes.
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
        // Small movers are swept, without the grid.
        if mover.is_small() {
            return false;
        }
        let mut known = self.parts.compiled.lock();
        known.retain(|compiled| compiled.strong_count() > 0);
        let found = known.iter().filter_map(Weak::upgrade).find(|compiled| compiled.fits(mover));
        let made = found.or_else(|| {
            let made = ConfigSpaceGrid::new(self.edges(), self.index(), mover).map(Arc::new)?;
            known.push(Arc::downgrade(&made));
            Some(made)
        });
        drop(known);
        let fits = made.is_some();
        self.compiled.extend(made);
        fits
    }

    /// The size of the compiled terrain in memory, in bytes.
    #[must_use]
    pub fn compiled_bytes(&self) -> usize {
        self.compiled.iter().map(|c| c.bytes()).sum()
    }

    /// The terrain compiled for movers of this size and skin.
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

    /// The edges in the form that the exact test needs, in index order.
    #[inline]
    pub(super) fn hexagons(&self) -> &[Hexagon] {
        &self.index().hexagons
    }

    #[inline]
    pub(super) fn index(&self) -> &EdgeIndex {
        self.parts.index.get_or_init(|| EdgeIndex::new(&self.parts.edges, Self::CELL))
    }

    /// Calls `visit` once with the index of every edge whose box touches `area`, in index order.
    pub fn edges_near(&self, area: &Aabb, visit: impl FnMut(u32)) {
        self.index().grid.visit(area, visit);
    }

    /// The same in any order, which is faster.
    #[inline]
    pub(super) fn edges_near_unordered(&self, area: &Aabb, visit: impl FnMut(u32)) {
        self.index().grid.visit_unordered(area, visit);
    }

    /// Calls `visit` once with the index of every piece whose box touches `area`, in index order.
    pub fn pieces_near(&self, area: &Aabb, visit: impl FnMut(u32)) {
        self.parts.pieces.0.grid.visit(area, visit);
    }

    /// The grid of the edges, for drawing.
    #[must_use]
    pub fn edge_grid(&self) -> &Grid {
        &self.index().grid
    }

    /// The grid of the pieces, for drawing.
    #[must_use]
    pub fn piece_grid(&self) -> &Grid {
        &self.parts.pieces.0.grid
    }
}
