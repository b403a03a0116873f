//! Changes of a terrain in place: digging, building, blowing up.
//!
//! A change costs what lies near it, whatever the size of the terrain: edges and pieces come and go in lists with vacant places
//! (`terrain.rs`), in the blocks of a grid (`grid.rs`), and in the compiled cells around (`config_space_update.rs`). Neighbours
//! are linked anew at the ends of what came and went (`links.rs`). Everything is checked before anything is changed.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use glam::Vec2;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::contact::Obstacle;
use crate::edge::{Edge, Side};
use crate::edge_index::EdgeIndex;
use crate::links::Joint;
use crate::piece::Piece;
use crate::shape::Aabb;
use crate::solver::{ConfigSpaceGrid, ConfigSpaceUpdate};
use crate::terrain::{Pieces, Terrain, TerrainParts};

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
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum TerrainChange {
    /// An edge comes. Its neighbours are found: what it holds itself does not count.
    AddEdge(Edge),
    /// The edge with this index goes.
    RemoveEdge(u32),
    /// A piece comes.
    AddPiece(Piece),
    /// The piece with this index goes.
    RemovePiece(u32),
    /// An edge comes back at an index that is vacant, or becomes so in the same changes: see [`Terrain::apply_undoable`].
    RestoreEdge(u32, Edge),
    /// A piece comes back at an index that is vacant, or becomes so in the same changes.
    RestorePiece(u32, Piece),
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
    /// An edge or a piece cannot come back at this index: another one has it, or none ever had.
    NotVacant {
        /// The number of the change, from 0.
        change: usize,
        /// The index of the edge or piece.
        index: u32,
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
            Self::NotVacant { change, index } => {
                write!(formatter, "change {change}: the index {index} is not vacant, so nothing can come back there")
            }
        }
    }
}

impl core::error::Error for BadChange {}

/// Some changes, sorted by kind.
#[derive(Default)]
struct Changes {
    removed_edges: BTreeSet<u32>,
    removed_pieces: BTreeSet<u32>,
    restored_edges: BTreeMap<u32, Edge>,
    restored_pieces: BTreeMap<u32, Piece>,
    added_edges: Vec<Edge>,
    added_pieces: Vec<Piece>,
    /// For each addition, in order, whether it is an edge.
    additions: Vec<bool>,
}

impl Changes {
    fn concern_edges(&self) -> bool {
        !(self.removed_edges.is_empty() && self.restored_edges.is_empty() && self.added_edges.is_empty())
    }

    fn concern_pieces(&self) -> bool {
        !(self.removed_pieces.is_empty() && self.restored_pieces.is_empty() && self.added_pieces.is_empty())
    }
}

impl Terrain {
    /// Removes and adds edges and pieces. All of the removed ones go first, so the order only matters among additions. Returns
    /// what the added ones are from now on, in their order.
    ///
    /// Grids and compiled cells are updated around the changes. That costs microseconds for a tile, however large the terrain
    /// is. These cost more, once: the first change of a terrain that shares its data with a clone, which copies them (for
    /// rollback, see [`Terrain::apply_undoable`]); the first
    /// change of pieces that were not built yet ([`Terrain::with_pieces_later`]); and edges far outside of all others, which
    /// need cells ([`Terrain::reserve`] makes them beforehand). In a [`Space`](super::Space), reach the terrain by
    /// [`Arc::make_mut`].
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
    /// use std::sync::Arc;
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
    /// let added = Arc::make_mut(&mut space.terrain).apply(dig).unwrap();
    /// assert_eq!(added, [Obstacle::Edge(0), Obstacle::Edge(1)], "the first one takes the vacant index");
    /// assert_eq!(fall(&space), 20.0);
    /// ```
    pub fn apply(&mut self, changes: impl IntoIterator<Item = TerrainChange>) -> Result<Vec<Obstacle>, BadChange> {
        let changes = self.checked(changes)?;
        Ok(self.make(&changes))
    }

    /// The same, and the changes that undo it: with them, every edge and piece has its index again. For rollback: keep them, instead of a
    /// clone of the terrain, which the next change would have to copy. Undo the latest changes first. Neighbours are found as for added
    /// edges; links that the caller made otherwise, which only edge-flags asks for, are not restored.
    ///
    /// # Errors
    /// As [`Terrain::apply`].
    ///
    /// ```
    /// use seamwalker_collide::{Edge, Side, Terrain, TerrainChange};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let floor = |y: f32| Edge::new(Vec2::new(0.0, y), Vec2::new(64.0, y), Side::Outer);
    /// let mut terrain = Terrain::new(vec![floor(0.0), floor(50.0)], Vec::new());
    /// let dig = [TerrainChange::RemoveEdge(0), TerrainChange::AddEdge(floor(90.0))];
    /// let (_, undo) = terrain.apply_undoable(dig).unwrap();
    /// assert_eq!(terrain.edges()[0], floor(90.0));
    /// terrain.apply(undo).unwrap();
    /// assert_eq!(terrain.edges(), [floor(0.0), floor(50.0)]);
    /// ```
    pub fn apply_undoable(
        &mut self,
        changes: impl IntoIterator<Item = TerrainChange>,
    ) -> Result<(Vec<Obstacle>, Vec<TerrainChange>), BadChange> {
        let changes = self.checked(changes)?;
        let edge = |i: &u32| TerrainChange::RestoreEdge(*i, self.edges()[*i as usize]);
        let piece = |i: &u32| TerrainChange::RestorePiece(*i, self.pieces()[*i as usize].clone());
        let restored = changes.removed_edges.iter().map(edge).chain(changes.removed_pieces.iter().map(piece));
        let mut undo: Vec<TerrainChange> = restored.collect();
        undo.extend(changes.restored_edges.keys().map(|i| TerrainChange::RemoveEdge(*i)));
        undo.extend(changes.restored_pieces.keys().map(|i| TerrainChange::RemovePiece(*i)));
        let added = self.make(&changes);
        undo.extend(added.iter().filter_map(|obstacle| match obstacle {
            Obstacle::Edge(i) => Some(TerrainChange::RemoveEdge(*i)),
            Obstacle::Piece(i) => Some(TerrainChange::RemovePiece(*i)),
            Obstacle::Body(_) => None,
        }));
        Ok((added, undo))
    }

    /// Makes changes that were checked. Returns what was added.
    fn make(&mut self, changes: &Changes) -> Vec<Obstacle> {
        let edges = if changes.concern_edges() { self.apply_edges(changes) } else { Vec::new() };
        let pieces = if changes.concern_pieces() {
            let parts = self.own_parts();
            if Arc::get_mut(&mut parts.pieces).is_none() {
                let copy = parts.pieces.get().clone();
                parts.pieces = Arc::new(copy.into());
            }
            // Not shared, as of the line above.
            Arc::get_mut(&mut parts.pieces).map_or_else(Vec::new, |pieces| pieces.get_mut().apply(changes))
        } else {
            Vec::new()
        };
        let (mut edges, mut pieces) = (edges.into_iter().map(Obstacle::Edge), pieces.into_iter().map(Obstacle::Piece));
        let next = |is_edge: &bool| if *is_edge { edges.next() } else { pieces.next() };
        changes.additions.iter().filter_map(next).collect()
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
        let (mut sorted, mut restored) = (Changes::default(), Vec::new());
        for (change, wanted) in changes.into_iter().enumerate() {
            match wanted {
                TerrainChange::RemoveEdge(index) => {
                    let exists = self.edges().get(index as usize).is_some_and(|edge| !edge.is_vacant());
                    if !exists || !sorted.removed_edges.insert(index) {
                        return Err(BadChange::NoEdge { change, index });
                    }
                }
                TerrainChange::RemovePiece(index) => {
                    let exists = self.pieces().get(index as usize).is_some_and(|piece| !piece.is_vacant());
                    if !exists || !sorted.removed_pieces.insert(index) {
                        return Err(BadChange::NoPiece { change, index });
                    }
                }
                TerrainChange::RestoreEdge(index, edge) => {
                    if !edge.is_finite() || edge.is_vacant() {
                        return Err(BadChange::NotFinite { change });
                    }
                    if index as usize >= self.edges().len() || sorted.restored_edges.insert(index, edge).is_some() {
                        return Err(BadChange::NotVacant { change, index });
                    }
                    restored.push((change, true, index));
                }
                TerrainChange::RestorePiece(index, piece) => {
                    if !piece.is_valid() {
                        return Err(BadChange::NotFinite { change });
                    }
                    if index as usize >= self.pieces().len() || sorted.restored_pieces.insert(index, piece).is_some() {
                        return Err(BadChange::NotVacant { change, index });
                    }
                    restored.push((change, false, index));
                }
                TerrainChange::AddEdge(edge) => {
                    if !edge.is_finite() || edge.is_vacant() {
                        return Err(BadChange::NotFinite { change });
                    }
                    sorted.added_edges.push(edge);
                    sorted.additions.push(true);
                }
                TerrainChange::AddPiece(piece) => {
                    if !piece.is_valid() {
                        return Err(BadChange::NotFinite { change });
                    }
                    sorted.added_pieces.push(piece);
                    sorted.additions.push(false);
                }
            }
        }
        // Removals go first, wherever they stand.
        for (change, is_edge, index) in restored {
            let is_vacant = if is_edge {
                self.edges()[index as usize].is_vacant() || sorted.removed_edges.contains(&index)
            } else {
                self.pieces()[index as usize].is_vacant() || sorted.removed_pieces.contains(&index)
            };
            if !is_vacant {
                return Err(BadChange::NotVacant { change, index });
            }
        }
        Ok(sorted)
    }

    /// Removes, restores and adds the edges. Returns the indices of the added ones.
    fn apply_edges(&mut self, changes: &Changes) -> Vec<u32> {
        self.index();
        self.own_parts();
        // Nothing else refers to the compiled grids weakly, so they need not move in memory either.
        self.parts.compiled.lock().clear();
        let removed: Vec<u32> = changes.removed_edges.iter().copied().collect();
        let update = |grid: &Arc<ConfigSpaceGrid>| ConfigSpaceUpdate::begin(grid, self.edges(), self.index(), &removed);
        let updates: Vec<ConfigSpaceUpdate> = self.compiled.iter().map(update).collect();
        let mut come = self.own_parts().apply_edges(changes);
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
        come.split_off(changes.restored_edges.len())
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
    /// Removes, restores and adds the edges, in the list and in the index, which is built. Returns the indices of the restored ones, then
    /// those of the added ones.
    fn apply_edges(&mut self, changes: &Changes) -> Vec<u32> {
        let Self { edges, vacant, index, reserved, .. } = self;
        let Some(index) = index.get_mut() else { return Vec::new() };
        let mut ends = BTreeMap::new();
        let mut note = |edge: &Edge| {
            for end in [edge.segment.a, edge.segment.b] {
                ends.insert((edge.side as u8, (end.x + 0.0).to_bits(), (end.y + 0.0).to_bits()), (end, edge.side));
            }
        };
        for &i in &changes.removed_edges {
            let edge = core::mem::replace(&mut edges[i as usize], Edge::VACANT);
            note(&edge);
            // Links that the caller made between edges that do not meet.
            if let Some(before) = edge.prev.and_then(|prev| edges.get_mut(prev.index())) {
                before.next = before.next.filter(|next| next.index() != i as usize);
            }
            if let Some(after) = edge.next.and_then(|next| edges.get_mut(next.index())) {
                after.prev = after.prev.filter(|prev| prev.index() != i as usize);
            }
            index.remove(i);
            vacant.insert(i);
        }
        let mut come = Vec::new();
        changes.restored_edges.keys().for_each(|i| _ = vacant.remove(i));
        let restored = changes.restored_edges.iter().map(|(i, edge)| (Some(*i), edge));
        for (place, edge) in restored.chain(changes.added_edges.iter().map(|edge| (None, edge))) {
            let edge = Edge { prev: None, next: None, ..*edge };
            note(&edge);
            let i = place.or_else(|| vacant.pop_first()).unwrap_or(edges.len() as u32);
            match edges.get_mut(i as usize) {
                Some(slot) => *slot = edge,
                None => edges.push(edge),
            }
            index.insert(i, &edge);
            come.push(i);
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
    fn apply(&mut self, changes: &Changes) -> Vec<u32> {
        let Self { list, grid, vacant } = self;
        for &i in &changes.removed_pieces {
            list[i as usize] = Piece::VACANT;
            grid.remove(i);
            vacant.insert(i);
        }
        let mut added = Vec::new();
        changes.restored_pieces.keys().for_each(|i| _ = vacant.remove(i));
        let restored = changes.restored_pieces.iter().map(|(i, piece)| (Some(*i), piece));
        for (place, piece) in restored.chain(changes.added_pieces.iter().map(|piece| (None, piece))) {
            let i = place.or_else(|| vacant.pop_first()).unwrap_or(list.len() as u32);
            grid.insert(i, piece.aabb);
            match list.get_mut(i as usize) {
                Some(slot) => *slot = piece.clone(),
                None => list.push(piece.clone()),
            }
            if place.is_none() {
                added.push(i);
            }
        }
        if grid.is_outgrown() {
            *grid = grid.rebuilt(None);
        }
        added
    }
}
