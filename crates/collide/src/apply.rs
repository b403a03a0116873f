//! Changes of a terrain in place: digging, building, blowing up.
//!
//! A change costs what lies near it, whatever the size of the terrain: edges and pieces come and go in lists with vacant places
//! (`terrain.rs`), in the rows of a grid (`grid.rs`), and in the compiled cells around (`config_space_update.rs`). Neighbours
//! are linked anew at the ends of what came and went (`links.rs`). Everything is checked before anything is changed.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use glam::Vec2;

use crate::contact::Obstacle;
use crate::edge::{Edge, Side};
use crate::edge_index::EdgeIndex;
use crate::links::Joint;
use crate::piece::Piece;
use crate::shape::Aabb;
use crate::solver::{ConfigSpaceGrid, ConfigSpaceUpdate};
use crate::terrain::{Pieces, Terrain, TerrainItem, TerrainParts};

/// How much larger a terrain is compiled anew that has outgrown its cells, as a part of its size on every side: so that a terrain
/// that grows tile by tile is not compiled for every tile.
const GROWTH: f32 = 0.125;

/// A change of a [`Terrain`].
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, CollisionView, Edge, Piece, Terrain, TerrainChange};
///
/// // A block of 16 px appears, for all solvers: its outline, and the same ground as a piece.
/// let block = Aabb::from_corners(Vec2::ZERO, Vec2::splat(16.0));
/// let outline = Edge::outline(&[block.corners()]).unwrap();
/// let edges = outline.into_iter().map(TerrainChange::AddEdge);
/// let mut terrain = Terrain::default();
/// let added = terrain.apply(edges.chain([TerrainChange::AddPiece(Piece::solid_box(block))])).unwrap();
/// assert_eq!(added.len(), 5);
/// assert!(!terrain.is_air_to(CollisionView::Thick) && !terrain.is_air_to(CollisionView::Pieces));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TerrainChange {
    /// An edge comes. Its neighbours are found: what it holds itself does not count.
    AddEdge(Edge),
    /// The edge with this index goes.
    RemoveEdge(u32),
    /// A piece comes.
    AddPiece(Piece),
    /// The piece with this index goes.
    RemovePiece(u32),
}

/// Why a change of a terrain was refused, with the number of the change. Nothing is changed then.
///
/// ```
/// use seamwalker_collide::{BadChange, Terrain, TerrainChange};
///
/// let refused = Terrain::default().apply([TerrainChange::RemoveEdge(7)]);
/// assert_eq!(refused, Err(BadChange::NoEdge { change: 0, index: 7 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadChange {
    /// No edge has this index, or it is removed twice.
    NoEdge {
        /// The number of the change, from 0.
        change: usize,
        /// The index of the edge.
        index: u32,
    },
    /// No piece has this index, or it is removed twice.
    NoPiece {
        /// The number of the change, from 0.
        change: usize,
        /// The index of the piece.
        index: u32,
    },
    /// An edge or a piece to add is not finite, or vacant.
    NotFinite {
        /// The number of the change, from 0.
        change: usize,
    },
}

impl fmt::Display for BadChange {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NoEdge { change, index } => write!(formatter, "change {change}: there is no edge {index} to remove"),
            Self::NoPiece { change, index } => {
                write!(formatter, "change {change}: there is no piece {index} to remove")
            }
            Self::NotFinite { change } => write!(
                formatter,
                "change {change}: the edge or piece to add is vacant or not finite; build it with Edge::new or Piece::convex"
            ),
        }
    }
}

impl core::error::Error for BadChange {}

/// Some changes, sorted by kind.
#[derive(Default)]
struct Changes {
    edges: ListChanges<Edge>,
    pieces: ListChanges<Piece>,
    /// For each addition, in order, whether it is an edge.
    additions: Vec<bool>,
}

/// The changes of one list.
struct ListChanges<T> {
    removed: BTreeSet<u32>,
    added: Vec<T>,
}

impl<T> Default for ListChanges<T> {
    fn default() -> Self {
        Self { removed: BTreeSet::new(), added: Vec::new() }
    }
}

impl<T: TerrainItem> ListChanges<T> {
    /// Returns whether there is such an item that is not removed yet.
    fn remove(&mut self, list: &[T], index: u32) -> bool {
        list.get(index as usize).is_some_and(|item| !item.is_vacant()) && self.removed.insert(index)
    }

    fn add(&mut self, change: usize, item: T) -> Result<(), BadChange> {
        if !item.is_sound() {
            return Err(BadChange::NotFinite { change });
        }
        self.added.push(item);
        Ok(())
    }

    fn is_empty(&self) -> bool {
        self.removed.is_empty() && self.added.is_empty()
    }

    /// Makes the changes. Returns the indices of what was added: the lowest vacant ones.
    fn make(&self, list: &mut Vec<T>, vacant: &mut BTreeSet<u32>) -> Vec<u32> {
        self.removed.iter().for_each(|i| list[*i as usize] = T::VACANT);
        vacant.extend(&self.removed);
        let mut come = Vec::new();
        for item in &self.added {
            let i = vacant.pop_first().unwrap_or(list.len() as u32);
            match list.get_mut(i as usize) {
                Some(slot) => *slot = item.clone(),
                None => list.push(item.clone()),
            }
            come.push(i);
        }
        come
    }
}

impl Terrain {
    /// Removes and adds edges and pieces. All of the removed ones go first, so the order only matters among additions. Returns
    /// what the added ones are from now on, in their order.
    ///
    /// Grids and compiled cells are updated around the changes. That costs microseconds for a tile, however large the terrain
    /// is. These cost more, once: the first change of a terrain that shares its data with a clone, which copies them; the first
    /// change of pieces that were not built yet ([`Terrain::with_pieces_later`]); and edges far outside of all others, which
    /// need cells ([`Terrain::reserve`] makes them beforehand). In a [`Space`](super::Space), reach the terrain by
    /// [`Space::terrain_mut`](super::Space::terrain_mut).
    ///
    /// An added edge is linked to those of its [`Side`] that end exactly where it starts, and start where it ends. Where several
    /// do, it is the one that borders the same solid. Edges keep their numbers of a [chain](Edge::chain), also where
    /// two chains become one.
    ///
    /// # Errors
    /// If a change is not possible: see [`BadChange`]. Then nothing changes.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Edge, Mover, Obstacle, Side, Solver, SolverSetup, Space, Terrain, TerrainChange};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let floor = |from, to| Edge::new(Vec2::new(from, 100.0), Vec2::new(to, 100.0), Side::Outer);
    /// let hero = Mover::new(Aabb::new(Vec2::new(32.0, 80.0), Vec2::new(6.0, 11.0)));
    /// let mut terrain = Terrain::new(vec![floor(0.0, 64.0)], Vec::new());
    /// terrain.compile(&hero);
    /// let mut space = Space::new(terrain);
    /// let fall = |space: &Space| SolverSetup::default().slide(space, &hero, Vec2::new(0.0, 20.0)).moved.y;
    /// assert_eq!(fall(&space), 9.0);
    ///
    /// // Dig a hole below the hero: the floor goes, and two shorter ones come.
    /// let dig = [
    ///     TerrainChange::RemoveEdge(0),
    ///     TerrainChange::AddEdge(floor(0.0, 16.0)),
    ///     TerrainChange::AddEdge(floor(48.0, 64.0)),
    /// ];
    /// let added = space.terrain_mut().apply(dig).unwrap();
    /// assert_eq!(added, [Obstacle::Edge(0), Obstacle::Edge(1)], "the first one takes the vacant index");
    /// assert_eq!(fall(&space), 20.0);
    /// ```
    pub fn apply(&mut self, changes: impl IntoIterator<Item = TerrainChange>) -> Result<Vec<Obstacle>, BadChange> {
        let changes = self.checked(changes)?;
        let edges = if changes.edges.is_empty() { Vec::new() } else { self.apply_edges(&changes.edges) };
        let pieces = if changes.pieces.is_empty() {
            Vec::new()
        } else {
            let parts = self.own_parts();
            if Arc::get_mut(&mut parts.pieces).is_none() {
                let copy = parts.pieces.get().clone();
                parts.pieces = Arc::new(copy.into());
            }
            // Not shared, as of the line above.
            Arc::get_mut(&mut parts.pieces).map_or_else(Vec::new, |pieces| pieces.get_mut().apply(&changes.pieces))
        };
        let (mut edges, mut pieces) = (edges.into_iter().map(Obstacle::Edge), pieces.into_iter().map(Obstacle::Piece));
        let next = |is_edge: &bool| if *is_edge { edges.next() } else { pieces.next() };
        Ok(changes.additions.iter().filter_map(next).collect())
    }

    /// Prepares for edges that will be added within an area: grids and compiled cells cover it from now on. Compiles anew what
    /// is compiled, if needed; so call it before [`Terrain::compile`].
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Mover, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut sandbox = Terrain::default();
    /// let hero = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
    /// assert!(!sandbox.compile(&hero), "there is nothing to compile");
    /// sandbox.reserve(&Aabb::from_corners(Vec2::ZERO, Vec2::new(640.0, 360.0)));
    /// assert!(sandbox.compile(&hero), "an empty room that will be built in");
    /// ```
    pub fn reserve(&mut self, area: &Aabb) {
        if !area.is_valid() {
            return;
        }
        let parts = self.own_parts();
        let corners = parts.reserved.iter().chain([area]).flat_map(|area| [area.min(), area.max()]);
        parts.reserved = Aabb::around(corners);
        if let Some(index) = parts.index.get_mut() {
            index.grid = index.grid.rebuilt(parts.reserved);
        }
        self.compile_anew(|_| true, 0.0);
        self.share_compiled();
    }

    /// Checks all changes, and sorts them.
    fn checked(&self, changes: impl IntoIterator<Item = TerrainChange>) -> Result<Changes, BadChange> {
        let mut sorted = Changes::default();
        let (edges, pieces) = (self.edges(), self.pieces());
        for (change, wanted) in changes.into_iter().enumerate() {
            match wanted {
                TerrainChange::RemoveEdge(index) if !sorted.edges.remove(edges, index) => {
                    return Err(BadChange::NoEdge { change, index });
                }
                TerrainChange::RemovePiece(index) if !sorted.pieces.remove(pieces, index) => {
                    return Err(BadChange::NoPiece { change, index });
                }
                TerrainChange::RemoveEdge(_) | TerrainChange::RemovePiece(_) => {}
                TerrainChange::AddEdge(edge) => {
                    sorted.edges.add(change, edge)?;
                    sorted.additions.push(true);
                }
                TerrainChange::AddPiece(piece) => {
                    sorted.pieces.add(change, piece)?;
                    sorted.additions.push(false);
                }
            }
        }
        // Removals go first, wherever they stand.
        Ok(sorted)
    }

    /// Removes, restores and adds the edges. Returns the indices of the added ones.
    fn apply_edges(&mut self, changes: &ListChanges<Edge>) -> Vec<u32> {
        self.index();
        self.own_parts();
        // Nothing else refers to the compiled grids weakly, so they need not move in memory either.
        self.parts.compiled.lock().clear();
        let removed: Vec<u32> = changes.removed.iter().copied().collect();
        let update = |grid: &Arc<ConfigSpaceGrid>| ConfigSpaceUpdate::begin(grid, self.edges(), self.index(), &removed);
        let updates: Vec<ConfigSpaceUpdate> = self.compiled.iter().map(update).collect();
        let come = self.own_parts().apply_edges(changes);
        let mut is_outgrown = Vec::new();
        let Self { parts, compiled } = &mut *self;
        let index = parts.index.get_or_init(EdgeIndex::default);
        for (grid, update) in compiled.iter_mut().zip(updates) {
            is_outgrown.push(!update.finish(Arc::make_mut(grid), &parts.edges, index, &come));
        }
        if is_outgrown.contains(&true) {
            self.compile_anew(|number| is_outgrown[number], GROWTH);
        }
        self.share_compiled();
        come
    }

    /// Lets clones find what is compiled.
    fn share_compiled(&self) {
        let mut known = self.parts.compiled.lock();
        known.retain(|grid| grid.strong_count() > 0);
        for grid in self.compiled.iter().map(Arc::downgrade) {
            if !known.iter().any(|other| other.ptr_eq(&grid)) {
                known.push(grid);
            }
        }
    }

    /// Compiles some of the compiled sizes anew, with room around all edges. Those for which the terrain is too large now are
    /// compiled no more.
    fn compile_anew(&mut self, which: impl Fn(usize) -> bool, spare: f32) {
        if self.compiled.is_empty() {
            return;
        }
        let ends = self.edges().iter().filter(|edge| !edge.is_vacant()).flat_map(|e| [e.segment.a, e.segment.b]);
        let reserved = self.parts.reserved.iter().flat_map(|area| [area.min(), area.max()]);
        let area = Aabb::around(ends.chain(reserved)).map(|area| area.grown(area.size().max_element() * spare));
        let compiled = core::mem::take(&mut self.compiled);
        let again = |(number, grid): (usize, Arc<ConfigSpaceGrid>)| {
            if !which(number) {
                return Some(grid);
            }
            ConfigSpaceGrid::new(self.edges(), self.index(), &grid.mover(), area).map(Arc::new)
        };
        self.compiled = compiled.into_iter().enumerate().filter_map(again).collect();
    }

    /// The data of this terrain alone. Copies them if they are shared.
    fn own_parts(&mut self) -> &mut TerrainParts {
        if Arc::get_mut(&mut self.parts).is_none() {
            self.parts = Arc::new(self.parts.copy());
        }
        Arc::get_mut(&mut self.parts).expect("not shared, as of the lines above")
    }
}

impl TerrainParts {
    /// Removes and adds the edges, in the list and in the index, which is built. Returns the indices of the added ones.
    fn apply_edges(&mut self, changes: &ListChanges<Edge>) -> Vec<u32> {
        let Self { edges, vacant, index, reserved, .. } = self;
        let Some(index) = index.get_mut() else { return Vec::new() };
        let mut ends = BTreeMap::new();
        let mut note = |edge: &Edge| {
            for end in [edge.segment.a, edge.segment.b] {
                ends.insert((edge.side as u8, (end.x + 0.0).to_bits(), (end.y + 0.0).to_bits()), (end, edge.side));
            }
        };
        for &i in &changes.removed {
            let edge = edges[i as usize];
            note(&edge);
            // Links that the caller made between edges that do not meet.
            if let Some(before) = edge.prev.and_then(|prev| edges.get_mut(prev.index())) {
                before.next = before.next.filter(|next| next.index() != i as usize);
            }
            if let Some(after) = edge.next.and_then(|next| edges.get_mut(next.index())) {
                after.prev = after.prev.filter(|prev| prev.index() != i as usize);
            }
            index.remove(i);
        }
        let come = changes.make(edges, vacant);
        for &i in &come {
            let edge = &mut edges[i as usize];
            (edge.prev, edge.next) = (None, None);
            note(edge);
            index.insert(i, edge);
        }
        if index.grid.is_outgrown() {
            index.grid = index.grid.rebuilt(*reserved);
        }
        ends.into_values().for_each(|(end, side)| link_at(edges, index, end, side));
        come
    }
}

/// Links the edges of a side that meet at a point.
fn link_at(edges: &mut [Edge], index: &EdgeIndex, point: Vec2, side: Side) {
    let mut joint = Joint::default();
    index.grid.visit_unordered(&Aabb::new(point, Vec2::ZERO), |i| {
        let edge = &edges[i as usize];
        if edge.side == side {
            joint.add(point, i, edge);
        }
    });
    joint.link(edges);
}

impl Pieces {
    /// Removes, restores and adds the pieces. Returns the indices of the added ones.
    fn apply(&mut self, changes: &ListChanges<Piece>) -> Vec<u32> {
        let Self { list, grid, vacant } = self;
        changes.removed.iter().for_each(|i| grid.remove(*i));
        let come = changes.make(list, vacant);
        come.iter().for_each(|i| grid.insert(*i, list[*i as usize].aabb));
        if grid.is_outgrown() {
            *grid = grid.rebuilt(None);
        }
        come
    }
}
