//! An outline that can be edited: when a cell changes, only nearby edges are recomputed.
//!
//! Every corner knows the one before and after it, and is indexed by its position on the grid lines. An edit removes the
//! corners in the cell and on its borders, applies the rule of the sweep to each point of the cell, and connects the loose
//! ends. It never walks along a straight line, however long. The reported edges are straight: a slope, which has a corner in
//! every cell, is straightened again over its whole length.

use super::faces::DirectedEdge;
use super::field::CellRunBlocks;
use super::net::{LooseEnd, Net};
use super::point::{HalfEdge, Meeting, PlacedCell, Seam, flags_around};
use super::sweep::{Links, linked};
use super::{CellShape, Loops, ShapeGrid};
use crate::geometry::{MAX_DISTANCE, Point, UNIT};

/// The largest coordinate, in units.
const FAR: i64 = MAX_DISTANCE as i64 * UNIT as i64;

/// An outline whose cells can be changed one by one. The cost of a change does not depend on the size of the map.
///
/// ```
/// use seamwalker_level::geometry::Point;
/// use seamwalker_level::outline::{CellShape, ShapeGrid, Effort, LiveOutline, CellRun, outline};
///
/// // A floor of a thousand full cells of 16 px: one loop of four edges.
/// let side = 16 * 256;
/// let size = Point::new(side, side);
/// let runs = vec![CellRun { row: 0, column: 0, length: 1000, shape: 0 }];
/// let cells = ShapeGrid::new(size, Point::default(), vec![CellShape::full(size)], runs, &mut Effort(1000)).unwrap();
/// let mut live = LiveOutline::new(&cells).unwrap();
/// assert_eq!(live.loops().corners(), 4);
///
/// // A bomb takes one of them away: the upper and the lower edge are cut in two, and two upright ones are new.
/// let change = live.set(500, 0, None).unwrap();
/// assert_eq!((change.vanished.len(), change.appeared.len()), (2, 6));
/// assert!(change.appeared.contains(&(Point::new(500 * side, 0), Point::new(500 * side, side))));
/// // It is what one would have got from the start.
/// assert_eq!(Some(live.loops()), outline(&[live.cells()], &[], usize::MAX));
/// ```
#[derive(Clone, Debug)]
pub struct LiveOutline {
    size: Point,
    origin: Point,
    shapes: Vec<CellShape>,
    field: CellRunBlocks,
    net: Net,
}

/// The result of an edit: directed edges, solid on the right, in reading order.
///
/// ```
/// use seamwalker_level::geometry::Point;
/// use seamwalker_level::outline::{CellShape, ShapeGrid, Change, Effort, LiveOutline};
///
/// let size = Point::new(256, 256);
/// let none = ShapeGrid::new(size, Point::default(), vec![CellShape::full(size)], vec![], &mut Effort(0)).unwrap();
/// let mut live = LiveOutline::new(&none).unwrap();
/// let change = live.set(0, 0, Some(0)).unwrap();
/// assert_eq!(change.appeared[0], (Point::new(0, 0), Point::new(256, 0)));
/// // Taken back, all four vanish; the same again changes nothing.
/// assert_eq!(live.set(0, 0, None).unwrap().vanished, change.appeared);
/// assert_eq!(live.set(0, 0, None).unwrap(), Change::default());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Removed edges, as from and to.
    pub vanished: Vec<DirectedEdge>,
    /// Added edges.
    pub appeared: Vec<DirectedEdge>,
}

/// Why a live outline could not be created, or why an edit was refused. A refused edit changes nothing.
///
/// ```
/// use seamwalker_level::geometry::Point;
/// use seamwalker_level::outline::{CellShape, ShapeGrid, Effort, LiveError, LiveOutline};
///
/// let size = Point::new(256, 256);
/// let none = ShapeGrid::new(size, Point::default(), vec![CellShape::full(size)], vec![], &mut Effort(0)).unwrap();
/// let mut live = LiveOutline::new(&none).unwrap();
/// assert_eq!(live.set(0, 0, Some(7)), Err(LiveError::UnknownShape(7)));
/// assert_eq!(live.set(i32::MAX, 0, None), Err(LiveError::TooFar(i32::MAX, 0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LiveError {
    /// No shape has this index.
    #[error("there is no shape {0}")]
    UnknownShape(u32),
    /// The shape with this index extends beyond its cell.
    #[error("shape {0} reaches out of its cell")]
    ShapeOutside(u32),
    /// The cell in this column and row would lie farther out than 2^20 px.
    #[error("the cell in column {0}, row {1} lies too far out")]
    TooFar(i32, i32),
    /// The cell size is not positive, or the grid begins too far out.
    #[error("there is no such grid")]
    Grid,
    /// There are more corners than fit 32 bits.
    #[error("there are too many corners")]
    TooMany,
}

impl LiveOutline {
    /// Builds the outline of a grid. Takes a few times as long as [`outline`](crate::outline), and about 40 bytes per corner.
    ///
    /// # Errors
    /// If the grid is not valid: see [`LiveError`].
    pub fn new(cells: &ShapeGrid) -> Result<Self, LiveError> {
        let (size, origin) = (cells.size(), cells.corner(0, 0));
        let near = |place: i32| i64::from(place).abs() <= FAR;
        if size.x <= 0 || size.y <= 0 || !near(origin.x) || !near(origin.y) {
            return Err(LiveError::Grid);
        }
        for (i, shape) in (0..).zip(cells.shapes()) {
            if !shape.fits(size) {
                return Err(LiveError::ShapeOutside(i));
            }
        }
        let live = Self {
            size,
            origin,
            shapes: cells.shapes().to_vec(),
            field: CellRunBlocks::default(),
            net: Net::new(Links::default(), size, origin),
        };
        for run in cells.runs() {
            live.known(run.shape)?;
            live.corner(run.column, run.row)?;
            live.corner(run.column.saturating_add(run.length - 1), run.row)?;
        }
        let links = linked(cells, usize::MAX).ok_or(LiveError::TooMany)?;
        Ok(Self { field: CellRunBlocks::new(cells.runs()), net: Net::new(links, size, origin), ..live })
    }

    /// The index of a cell's shape in [`ShapeGrid::shapes`] of the original grid; `None` if the cell is empty.
    #[must_use]
    pub fn get(&self, column: i32, row: i32) -> Option<u32> {
        self.field.get(column, row)
    }

    /// Replaces the content of a cell by a shape, given as index into [`ShapeGrid::shapes`], or by nothing. The cell may lie
    /// anywhere.
    ///
    /// The cost depends on the edges near the cell: a few microseconds. Slopes, and lines inside of cells, that pass the cell
    /// are walked from end to end.
    ///
    /// # Errors
    /// If the shape does not exist, or the cell lies too far out.
    pub fn set(&mut self, column: i32, row: i32, shape: Option<u32>) -> Result<Change, LiveError> {
        let min = self.corner(column, row)?;
        let max = min.plus(self.size);
        shape.map_or(Ok(()), |shape| self.known(shape))?;
        if self.field.get(column, row) == shape {
            return Ok(Change::default());
        }
        let before = CellNeighbourhood::new(&self.shapes, &self.field, column, row);
        let cut = self.net.cut(min, max, before.open());
        let touched = || cut.loose.iter().map(|end| end.corner);
        let vanished = self.net.steps(touched().chain(cut.corners.iter().copied()));
        self.net.remove(&cut.corners, min);

        self.field.set(column, row, shape);
        let after = CellNeighbourhood::new(&self.shapes, &self.field, column, row);
        let (mut made, mut loose) = (Vec::new(), cut.loose.clone());
        after.each_point(self.size, |place, incoming, outgoing| {
            let corner = self.net.add(min.plus(place));
            made.push(corner);
            loose.extend([incoming, outgoing].map(|half| LooseEnd {
                corner,
                dir: half.dir,
                is_outgoing: half.is_outgoing,
            }));
        });
        if let Some(cell) = after.cells_around[1][1] {
            for line in &cell.shape.lines {
                let [begin, inner @ .., end] = &line[..] else { continue };
                let corners = self.net.add_line(inner.iter().map(|p| p.plus(min)));
                let ends = [(corners.first(), inner.first(), begin), (corners.last(), inner.last(), end)];
                for ((corner, from, to), is_outgoing) in ends.into_iter().zip([false, true]) {
                    let dir = from.map(|from| to.from(*from));
                    loose.extend(corner.zip(dir).map(|(corner, dir)| LooseEnd { corner: *corner, dir, is_outgoing }));
                }
                made.extend(corners);
            }
            for ring in &cell.shape.loops {
                made.extend(self.net.add_ring(ring.iter().map(|p| p.plus(min)), min));
            }
        }
        self.net.connect(&loose);
        let appeared = self.net.steps(touched().chain(made));

        let without = |list: &[DirectedEdge], other: &[DirectedEdge]| -> Vec<DirectedEdge> {
            list.iter().filter(|step| other.binary_search(step).is_err()).copied().collect()
        };
        Ok(Change { vanished: without(&vanished, &appeared), appeared: without(&appeared, &vanished) })
    }

    /// All loops, bit for bit what [`outline`](crate::outline) computes from [`cells`](Self::cells). Takes time proportional
    /// to the map.
    #[must_use]
    pub fn loops(&self) -> Loops {
        self.net.loops()
    }

    /// The current cells. Takes time proportional to the map.
    #[must_use]
    pub fn cells(&self) -> ShapeGrid {
        ShapeGrid::apart(self.size, self.origin, self.shapes.clone(), self.field.runs())
    }

    fn known(&self, shape: u32) -> Result<(), LiveError> {
        if (shape as usize) < self.shapes.len() { Ok(()) } else { Err(LiveError::UnknownShape(shape)) }
    }

    /// The upper left corner of a cell, if it does not lie too far out.
    fn corner(&self, column: i32, row: i32) -> Result<Point, LiveError> {
        let place = |origin: i32, index: i32, size: i32| {
            let from = i64::from(origin) + i64::from(index) * i64::from(size);
            let fits = from >= -FAR && from + i64::from(size) <= FAR;
            i32::try_from(from).ok().filter(|_| fits)
        };
        let (x, y) = (place(self.origin.x, column, self.size.x), place(self.origin.y, row, self.size.y));
        x.zip(y).map(|(x, y)| Point::new(x, y)).ok_or(LiveError::TooFar(column, row))
    }
}

/// A cell and its eight neighbours.
struct CellNeighbourhood<'a> {
    /// By row and column.
    cells_around: [[Option<PlacedCell<'a>>; 3]; 3],
}

impl<'a> CellNeighbourhood<'a> {
    fn new(shapes: &'a [CellShape], field: &CellRunBlocks, column: i32, row: i32) -> Self {
        let cell = |column: i32, row: i32| {
            let shape = shapes.get(field.get(column, row)? as usize)?;
            Some(PlacedCell { shape, column, row, first: 0 })
        };
        Self { cells_around: [-1, 0, 1].map(|down| [-1, 0, 1].map(|right| cell(column + right, row + down))) }
    }

    /// The four cells around a corner of the middle one.
    fn around(&self, right: usize, down: usize) -> [Option<PlacedCell<'a>>; 4] {
        let [upper, lower] = [self.cells_around[down], self.cells_around[down + 1]];
        [upper[right], upper[right + 1], lower[right], lower[right + 1]]
    }

    /// Whether the outline runs along the start of the top, bottom, left and right border. The start is at the left or top.
    fn open(&self) -> [bool; 4] {
        let differ = |(one, other): (bool, bool)| one != other;
        let [upper_left, upper_right, lower_left] =
            [(0, 0), (1, 0), (0, 1)].map(|(right, down)| flags_around(self.around(right, down)));
        [upper_left.east(), lower_left.east(), upper_left.south(), upper_right.south()].map(differ)
    }

    /// Visits every corner on the borders of the middle cell: its position relative to the cell, the incoming and the
    /// outgoing half-edge.
    fn each_point(&self, size: Point, mut visit: impl FnMut(Point, HalfEdge<'a>, HalfEdge<'a>)) {
        let mut meeting = Meeting::default();
        let mut corners = |meeting: &mut Meeting<'a>, place: Point| {
            while let Some((incoming, outgoing)) = meeting.corner() {
                visit(place, incoming, outgoing);
            }
        };
        for (right, down, x, y) in [(0, 0, 0, 0), (1, 0, size.x, 0), (0, 1, 0, size.y), (1, 1, size.x, size.y)] {
            if meeting.gather(self.around(right, down), size) {
                corners(&mut meeting, Point::new(x, y));
            }
        }
        for (seam, side) in [(Seam::Level, 0), (Seam::Level, 1), (Seam::Upright, 0), (Seam::Upright, 1)] {
            let cells = [side, side + 1].map(|side| match seam {
                Seam::Level => self.cells_around[side][1],
                Seam::Upright => self.cells_around[1][side],
            });
            meeting.find(seam, cells, size);
            for place in std::mem::take(&mut meeting.places) {
                meeting.gather_seam(seam, cells, place, size);
                corners(&mut meeting, seam.at(place, if side == 0 { 0 } else { seam.across(size) }));
            }
        }
    }
}
