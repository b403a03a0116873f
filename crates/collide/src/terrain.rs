//! Terrain, which does not move: edges (thick segments with an outward side) and pieces (boxes and convex slopes), each
//! in a grid.
//!
//! Both describe the same world. The separating-axis solvers read the edges, the box solvers read the pieces.
//!
//! Edges and pieces keep their indices for as long as they exist. [`Terrain::apply`] removes and adds some of them, and updates
//! the grids and the compiled cells around them (`apply.rs`). The place of a removed one stays vacant until the next addition takes the
//! vacant place with the lowest index: so the order of changes alone decides the indices.
//!
//! Clones share everything. The first change of a clone copies what it shares.

use alloc::collections::BTreeSet;
use alloc::sync::{Arc, Weak};
use alloc::vec::Vec;

use crate::edge::Edge;
use crate::edge_index::EdgeIndex;
use crate::grid::Grid;
use crate::layers::Layers;
use crate::lazy_mut::LazyMut;
use crate::mover::Mover;
use crate::piece::Piece;
use crate::separation::Hexagon;
use crate::shape::Aabb;
use crate::solver::ConfigSpaceGrid;
use crate::sync::{Locked, OnceLock};
use crate::view::CollisionView;

/// Everything that does not move, indexed for queries. A clone shares it; [`Terrain::apply`] changes it.
///
/// The separating-axis solvers (thick-sat, thin-sat, vertex-discard, edge-flags) see only the edges, and the box solvers
/// (per-axis, mandatory-first, swept) only the pieces: ground that should be solid for both must be both. A
/// [`TerrainBuilder`](super::TerrainBuilder) makes both from one polygon.
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
    pub(super) parts: Arc<TerrainParts>,
    pub(super) compiled: Vec<Arc<ConfigSpaceGrid>>,
}

/// What a terrain has a list of.
pub(super) trait TerrainItem: Clone {
    /// The place of a removed one.
    const VACANT: Self;

    fn is_vacant(&self) -> bool;

    /// Whether it is not vacant and all its numbers are finite.
    fn is_sound(&self) -> bool;
}

impl TerrainItem for Edge {
    const VACANT: Self = Self::VACANT;

    fn is_vacant(&self) -> bool {
        self.is_vacant()
    }

    fn is_sound(&self) -> bool {
        self.is_finite() && !self.is_vacant()
    }
}

impl TerrainItem for Piece {
    const VACANT: Self = Self::VACANT;

    fn is_vacant(&self) -> bool {
        self.is_vacant()
    }

    fn is_sound(&self) -> bool {
        self.is_valid()
    }
}

/// The vacant places of a list.
fn vacant<T: TerrainItem>(list: &[T]) -> BTreeSet<u32> {
    (0..).zip(list).filter(|(_, item)| item.is_vacant()).map(|(i, _)| i).collect()
}

/// The shared data of a terrain and its clones.
#[derive(Debug, Default)]
pub(super) struct TerrainParts {
    pub edges: Vec<Edge>,
    /// The indices of vacant edges.
    pub vacant: BTreeSet<u32>,
    /// Built on first use.
    pub index: OnceLock<EdgeIndex>,
    pub pieces: Arc<LazyMut<Pieces>>,
    /// Where edges may be added later; grids cover it.
    pub reserved: Option<Aabb>,
    /// The grids that any clone has compiled and still uses, so that all worlds of a level share them.
    pub compiled: Locked<Vec<Weak<ConfigSpaceGrid>>>,
}

impl TerrainParts {
    fn of_edges(edges: Vec<Edge>, pieces: LazyMut<Pieces>) -> Self {
        Self { vacant: vacant(&edges), edges, pieces: Arc::new(pieces), ..Self::default() }
    }

    /// A copy that shares only the pieces.
    pub fn copy(&self) -> Self {
        Self {
            edges: self.edges.clone(),
            vacant: self.vacant.clone(),
            index: self.index.clone(),
            pieces: Arc::clone(&self.pieces),
            reserved: self.reserved,
            compiled: Locked::default(),
        }
    }
}

/// The boxes and slopes, also by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Pieces {
    pub list: Vec<Piece>,
    pub grid: Grid,
    /// The indices of vacant pieces.
    pub vacant: BTreeSet<u32>,
}

impl Pieces {
    fn new(list: Vec<Piece>) -> Self {
        let boxes: Vec<Aabb> = list.iter().map(|p| p.aabb).collect();
        Self { vacant: vacant(&list), list, grid: Grid::of(boxes, Terrain::CELL, None) }
    }
}

impl Terrain {
    /// The side of a grid cell, in pixels: two tiles. Smaller cells cost memory; larger ones cost candidates.
    pub const CELL: f32 = 32.0;

    /// A terrain of edges and pieces, which should be the same ground: see [`Terrain::is_air_to`]. Edges and pieces that are not
    /// finite become vacant. Edges keep the neighbours that they come with, as [`Edge::outline`] and
    /// [`TerrainBuilder`](super::TerrainBuilder) link them; only edge-flags asks for those. [`Terrain::apply`] finds neighbours by itself.
    #[must_use]
    pub fn new(edges: Vec<Edge>, pieces: Vec<Piece>) -> Self {
        let (mut edges, mut pieces) = (edges, pieces);
        edges.iter_mut().filter(|edge| !edge.is_finite()).for_each(|edge| *edge = Edge::VACANT);
        pieces.iter_mut().filter(|piece| !piece.is_valid()).for_each(|piece| *piece = Piece::VACANT);
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
        let pieces = LazyMut::new(|| Pieces::new(pieces()));
        Self { parts: Arc::new(TerrainParts::of_edges(edges, pieces)), compiled: Vec::new() }
    }

    /// Compiles the terrain for movers with the size and skin of `mover`. thick-sat then slides them about three times as fast,
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
            let made = ConfigSpaceGrid::new(self.edges(), self.index(), mover, self.parts.reserved).map(Arc::new)?;
            known.push(Arc::downgrade(&made));
            Some(made)
        });
        drop(known);
        let fits = made.is_some();
        self.compiled.extend(made);
        fits
    }

    /// Whether solvers with this view find nothing here although others do: edges alone are air to box solvers
    /// ([`CollisionView::Pieces`]), and pieces alone to all others. Ask it when a terrain is built by hand: a mover that falls
    /// through the floor says nothing about why.
    ///
    /// ```
    /// use seamwalker_collide::{CollisionView, Edge, Side, Solver, SolverKind, SolverSetup, Terrain, TerrainBuilder};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let floor = [Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0)];
    /// let edges_alone = Terrain::new(vec![Edge::new(floor[0], floor[1], Side::Outer)], Vec::new());
    /// assert!(edges_alone.is_air_to(SolverSetup::new(SolverKind::PerAxis).view()));
    /// assert!(!edges_alone.is_air_to(CollisionView::Thick));
    /// let mut both = TerrainBuilder::default();
    /// both.ribbon(&floor).unwrap();
    /// let both = both.build();
    /// assert!(SolverKind::ALL.into_iter().all(|kind| !both.is_air_to(SolverSetup::new(kind).view())));
    /// ```
    #[must_use]
    pub fn is_air_to(&self, view: CollisionView) -> bool {
        let has_edges = || self.edges().iter().any(|edge| !edge.is_vacant());
        let has_pieces = || self.pieces().iter().any(|piece| !piece.is_vacant());
        match view {
            CollisionView::Pieces => has_edges() && !has_pieces(),
            CollisionView::Thick | CollisionView::Thin | CollisionView::Round => !has_edges() && has_pieces(),
        }
    }

    /// The size of the compiled terrain in memory, in bytes.
    #[must_use]
    pub fn compiled_bytes(&self) -> usize {
        self.compiled.iter().map(|c| c.bytes()).sum()
    }

    /// The terrain compiled for movers of this size and skin.
    #[inline]
    pub(super) fn compiled(&self, mover: &Mover) -> Option<&ConfigSpaceGrid> {
        // What passes ground needs to know all of its edges.
        self.compiled.iter().map(|c| &**c).find(|c| mover.passes == Layers::NONE && c.fits(mover))
    }

    /// The outline, in index order. Where an edge was removed, there is [`Edge::VACANT`] until another takes its place.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.parts.edges
    }

    /// The boxes and slopes, in index order. Where a piece was removed, there is [`Piece::VACANT`] until another takes its place.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.parts.pieces.get().list
    }

    /// The edges in the form that the exact test needs, in index order.
    #[inline]
    pub(super) fn hexagons(&self) -> &[Hexagon] {
        &self.index().hexagons
    }

    #[inline]
    pub(super) fn index(&self) -> &EdgeIndex {
        self.parts.index.get_or_init(|| EdgeIndex::new(&self.parts.edges, Self::CELL, self.parts.reserved))
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
        self.parts.pieces.get().grid.visit(area, visit);
    }
}
