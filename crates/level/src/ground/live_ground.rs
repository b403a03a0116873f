//! Ground whose cells change in a running game, and the terrain that follows it.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec2;

use super::chained_edges::ChainedEdges;
use super::patches::Patch;
use super::terrain::piece;
use crate::geometry::{MAX_DISTANCE, Point, UNIT, edges};
use crate::model::Material;
use crate::outline::{CellShape, DirectedEdge, Loops, ShapeGrid, outline};
use seamwalker_collide::{Aabb, BadChange, Edge, Piece, Segment, Side, Terrain, TerrainChange};

/// How far out cells may lie, in units.
const FAR: i64 = MAX_DISTANCE as i64 * UNIT as i64;

/// Ground of one material in a grid of cells that can be dug, built and blown up. It creates a [`Terrain`] and keeps it up to
/// date: edges for the separating-axis solvers, and a piece per tile for the box solvers.
///
/// ```
/// use seamwalker_collide::{Aabb, Mover, Solver, SolverSetup, Space};
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_level::geometry::{Point, UNIT};
/// use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid};
/// use seamwalker_level::{LiveGround, Surface};
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
/// ground.set(space.terrain_mut(), [((50, 3), None)]).unwrap();
/// assert_eq!(fall(&space), 30.0);
/// ```
#[derive(Clone, Debug)]
pub struct LiveGround {
    cells: ShapeGrid,
    loops: Loops,
    material: Material,
    has_pieces: bool,
}

/// Why cells of the ground were not changed. Nothing is changed then.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LiveGroundError {
    /// The grid has fewer shapes.
    #[error("there is no shape {0}")]
    UnknownShape(u32),
    /// The cell in this column and row would lie farther out than 2^20 px.
    #[error("the cell in column {0}, row {1} lies too far out")]
    TooFar(i32, i32),
    /// The cell size is not positive, or the grid begins too far out.
    #[error("there is no such grid")]
    Grid,
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
    /// If the cells are not valid: see [`LiveGroundError`].
    pub fn new(cells: &ShapeGrid, material: Material) -> Result<Self, LiveGroundError> {
        let (size, origin) = (cells.size(), cells.corner((0, 0)));
        let is_near = |place: i32| i64::from(place).abs() <= FAR;
        if size.x <= 0 || size.y <= 0 || !is_near(origin.x) || !is_near(origin.y) {
            return Err(LiveGroundError::Grid);
        }
        for run in cells.runs() {
            check(cells, (run.column, run.row), Some(run.shape))?;
            check(cells, (run.column.saturating_add(run.length - 1), run.row), None)?;
        }
        Ok(Self { loops: loops_of(cells), cells: cells.clone(), material, has_pieces: true })
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
        for polygon in self.loops.iter() {
            edges.add(Patch::closed(polygon, self.material), Side::Outer);
        }
        let mut pieces = Vec::new();
        if self.has_pieces {
            self.cells.each_part(|part| pieces.extend(piece(part, self.material)));
        }
        Terrain::new(edges.list, pieces)
    }

    /// The index of a cell's shape in the original grid; `None` if the cell is empty.
    #[must_use]
    pub fn get(&self, column: i32, row: i32) -> Option<u32> {
        self.cells.run_at(column, row).map(|run| run.shape)
    }

    /// Replaces the contents of cells, each given as column and row, by shapes of the original grid, as indices, or by nothing.
    /// `terrain` is the one that [`LiveGround::terrain`] made, possibly with edges and pieces of the game's own; it follows.
    ///
    /// The outline is computed anew, once for all these cells, and the terrain is changed only where it differs: in less than a
    /// millisecond up to 800 x 100 tiles, but in more than a frame for millions.
    ///
    /// # Errors
    /// If a cell lies too far out, a shape does not exist, or the terrain is another one: see [`LiveGroundError`].
    pub fn set(
        &mut self,
        terrain: &mut Terrain,
        cells: impl IntoIterator<Item = ((i32, i32), Option<u32>)>,
    ) -> Result<(), LiveGroundError> {
        let wanted: BTreeMap<(i32, i32), Option<u32>> = cells.into_iter().collect();
        let mut new = self.cells.clone();
        for (&at, &shape) in &wanted {
            check(&new, at, shape)?;
            new.set(at.0, at.1, shape);
        }
        let loops = loops_of(&new);
        let (old_edges, new_edges) = (edges_beyond(&self.loops, &loops), edges_beyond(&loops, &self.loops));
        let mut changes = Vec::new();
        for edge in old_edges.difference(&new_edges) {
            changes.push(find_edge(terrain, *edge)?);
        }
        changes.extend(new_edges.difference(&old_edges).map(|edge| TerrainChange::AddEdge(self.edge(*edge))));
        for (&at, &shape) in wanted.iter().filter(|(at, shape)| self.get(at.0, at.1) != **shape) {
            for piece in self.pieces_of(self.get(at.0, at.1), at) {
                changes.push(find_piece(terrain, &piece)?);
            }
            changes.extend(self.pieces_of(shape, at).map(TerrainChange::AddPiece));
        }
        terrain.apply(changes)?;
        (self.cells, self.loops) = (new, loops);
        Ok(())
    }

    fn edge(&self, (a, b): DirectedEdge) -> Edge {
        Patch { a, b, direction: b.from(a), material: self.material }.edge(Side::Outer)
    }

    /// The pieces of a shape in a cell.
    fn pieces_of(&self, shape: Option<u32>, at: (i32, i32)) -> impl Iterator<Item = Piece> {
        let shape = shape.filter(|_| self.has_pieces).and_then(|shape| self.cells.shapes().get(shape as usize));
        let corner = self.cells.corner(at);
        let parts = shape.into_iter().flat_map(CellShape::parts);
        parts.filter_map(move |part| {
            let placed: Vec<Point> = part.iter().map(|p| p.plus(corner)).collect();
            piece(&placed, self.material)
        })
    }
}

fn loops_of(cells: &ShapeGrid) -> Loops {
    // Without a limit it cannot fail.
    outline(std::slice::from_ref(cells), &[], usize::MAX).unwrap_or_default()
}

/// The edges of the loops that another outline lacks.
fn edges_beyond(loops: &Loops, other: &Loops) -> BTreeSet<DirectedEdge> {
    let known: Vec<&[Point]> = other.iter().collect();
    loops.iter().filter(|one| known.binary_search(one).is_err()).flat_map(edges).collect()
}

/// Refuses a cell that lies too far out, and an unknown shape.
fn check(cells: &ShapeGrid, (column, row): (i32, i32), shape: Option<u32>) -> Result<(), LiveGroundError> {
    let (origin, size) = (cells.corner((0, 0)), cells.size());
    let is_near = |origin: i32, index: i32, size: i32| {
        let from = i64::from(origin) + i64::from(index) * i64::from(size);
        from >= -FAR && from + i64::from(size) <= FAR
    };
    if !is_near(origin.x, column, size.x) || !is_near(origin.y, row, size.y) {
        return Err(LiveGroundError::TooFar(column, row));
    }
    let unknown = shape.filter(|shape| *shape as usize >= cells.shapes().len());
    unknown.map_or(Ok(()), |shape| Err(LiveGroundError::UnknownShape(shape)))
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
