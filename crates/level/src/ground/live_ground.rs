//! Ground whose cells change in a running game: a live outline, and the terrain that follows it.

use glam::Vec2;

use super::chained_edges::ChainedEdges;
use super::patches::Patch;
use super::terrain::piece;
use crate::geometry::Point;
use crate::model::Material;
use crate::outline::{CellShape, DirectedEdge, LiveError, LiveOutline, ShapeGrid};
use seamwalker_collide::{Aabb, BadChange, Edge, Piece, Segment, Side, Terrain, TerrainChange};

/// Ground of one material in a grid of cells that can be dug, built and blown up. It creates a [`Terrain`] and keeps it up to
/// date: edges for the separating-axis solvers, and a piece per tile for the box solvers.
///
/// ```
/// use seamwalker_collide::{Aabb, Mover, Solver, SolverSetup, Space};
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_level::geometry::{Point, UNIT};
/// use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid};
/// use seamwalker_level::{LiveGround, Surface};
/// use std::sync::Arc;
///
/// // A floor of a hundred tiles, three tiles below the origin.
/// let size = Point::new(16 * UNIT, 16 * UNIT);
/// let floor = vec![CellRun { row: 3, column: 0, length: 100, shape: 0 }];
/// let cells = ShapeGrid::new(size, Point::default(), vec![CellShape::full(size)], floor, &mut Effort(0)).unwrap();
/// let mut ground = LiveGround::new(&cells, Surface::Solid.into()).unwrap();
/// let mut space = Space::new(ground.terrain());
/// let miner = Mover::new(Aabb::new(Vec2::new(808.0, 30.0), Vec2::new(6.0, 11.0)));
/// let fall = |space: &Space| SolverSetup::default().slide(space, &miner, Vec2::new(0.0, 30.0)).moved.y;
/// assert_eq!(fall(&space), 7.0);
///
/// // The tile below is dug away.
/// ground.set(Arc::make_mut(&mut space.terrain), 50, 3, None).unwrap();
/// assert_eq!(fall(&space), 30.0);
/// ```
#[derive(Clone, Debug)]
pub struct LiveGround {
    outline: LiveOutline,
    material: Material,
    has_pieces: bool,
}

/// Why a cell of the ground was not changed. Nothing is changed then.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LiveGroundError {
    /// The outline refuses.
    #[error(transparent)]
    Outline(#[from] LiveError),
    /// The terrain lacks an edge or a piece of this ground.
    #[error("the terrain has no edge or piece at {0} that this ground has; only change the terrain that it has made")]
    OtherTerrain(Vec2),
    /// The terrain refuses.
    #[error(transparent)]
    Terrain(#[from] BadChange),
}

impl LiveGround {
    /// Ground of these cells.
    ///
    /// # Errors
    /// If the cells are not valid: see [`LiveError`].
    pub fn new(cells: &ShapeGrid, material: Material) -> Result<Self, LiveError> {
        Ok(Self { outline: LiveOutline::new(cells)?, material, has_pieces: true })
    }

    /// The same for games that use none of the box solvers (per-axis, mandatory-first, swept): for those, its terrain is air.
    /// It takes half the memory.
    #[must_use]
    pub fn without_pieces(self) -> Self {
        Self { has_pieces: false, ..self }
    }

    /// A new terrain of all cells as they are now.
    #[must_use]
    pub fn terrain(&self) -> Terrain {
        let mut edges = ChainedEdges::default();
        for polygon in self.outline.loops().iter() {
            edges.add(Patch::closed(polygon, self.material), Side::Outer);
        }
        let mut pieces = Vec::new();
        if self.has_pieces {
            self.outline.cells().each_part(|part| pieces.extend(piece(part, self.material)));
        }
        Terrain::new(edges.list, pieces)
    }

    /// The index of a cell's shape in the original grid; `None` if the cell is empty.
    #[must_use]
    pub fn get(&self, column: i32, row: i32) -> Option<u32> {
        self.outline.get(column, row)
    }

    /// Replaces the content of a cell by a shape of the original grid, by its index there, or by nothing. `terrain` is the
    /// one that [`LiveGround::terrain`] made, possibly with edges and pieces of the game's own; it follows.
    ///
    /// # Errors
    /// If the cell lies too far out, the shape does not exist, or the terrain is another one: see [`LiveGroundError`].
    pub fn set(
        &mut self,
        terrain: &mut Terrain,
        column: i32,
        row: i32,
        shape: Option<u32>,
    ) -> Result<(), LiveGroundError> {
        let before = self.outline.get(column, row);
        let change = self.outline.set(column, row, shape)?;
        let gone = change.vanished.iter().map(|edge| find_edge(terrain, *edge));
        let gone = gone.chain(self.pieces_of(before, column, row).map(|piece| find_piece(terrain, &piece)));
        let come = change.appeared.iter().map(|edge| Ok(TerrainChange::AddEdge(self.edge(*edge))));
        let come = come.chain(self.pieces_of(shape, column, row).map(|piece| Ok(TerrainChange::AddPiece(piece))));
        let changes: Result<Vec<TerrainChange>, LiveGroundError> = gone.chain(come).collect();
        let applied = changes.and_then(|changes| Ok(terrain.apply(changes)?));
        if applied.is_err() {
            self.outline.set(column, row, before)?;
        }
        applied.map(drop)
    }

    fn edge(&self, (a, b): DirectedEdge) -> Edge {
        Patch { a, b, direction: b.from(a), material: self.material }.edge(Side::Outer)
    }

    /// The pieces of a shape in a cell.
    fn pieces_of(&self, shape: Option<u32>, column: i32, row: i32) -> impl Iterator<Item = Piece> {
        let grid = &self.outline.grid;
        let shape = shape.filter(|_| self.has_pieces).and_then(|shape| grid.shapes().get(shape as usize));
        let corner = grid.corner((column, row));
        let parts = shape.into_iter().flat_map(CellShape::parts);
        parts.filter_map(move |part| {
            let placed: Vec<Point> = part.iter().map(|p| p.plus(corner)).collect();
            piece(&placed, self.material)
        })
    }
}

/// The removal of an edge, by its ends.
fn find_edge(terrain: &Terrain, (a, b): DirectedEdge) -> Result<TerrainChange, LiveGroundError> {
    let wanted = Segment::new(a.to_pixels(), b.to_pixels());
    let mut found = None;
    terrain.edges_near(&Aabb::new(wanted.a, Vec2::ZERO), |i| {
        let edge = &terrain.edges()[i as usize];
        if edge.segment == wanted && edge.side == Side::Outer {
            found = Some(TerrainChange::RemoveEdge(i));
        }
    });
    found.ok_or(LiveGroundError::OtherTerrain(wanted.a))
}

/// The removal of a piece that equals this one.
fn find_piece(terrain: &Terrain, wanted: &Piece) -> Result<TerrainChange, LiveGroundError> {
    let mut found = None;
    terrain.pieces_near(&Aabb::new(wanted.aabb.center, Vec2::ZERO), |i| {
        if terrain.pieces()[i as usize] == *wanted {
            found = Some(TerrainChange::RemovePiece(i));
        }
    });
    found.ok_or(LiveGroundError::OtherTerrain(wanted.aabb.center))
}
