//! An outline that can be edited: when a cell changes, only nearby edges are recomputed.
//!
//! Only the cells are stored, as runs in both directions. The edges at a cell follow from the rule of the sweep, before an edit
//! and after it; the difference is the change. An edge along a grid line is followed from run to run, so a long one costs
//! little more than a short one. The reported edges are straight: a slope, which has a corner in every cell, is followed from
//! end to end.

use std::iter::{self, Peekable};

use super::faces::DirectedEdge;
use super::field::CellRunBlocks;
use super::point::{HalfEdge, Meeting, OutlinePart, PlacedCell, Seam};
use super::straight::{heading, straightened_line};
use super::sweep::sweep;
use super::{CellRun, Loops, ShapeGrid, add_run};
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
    /// The shapes, and where cells lie; its own cells are all empty.
    pub(crate) grid: ShapeGrid,
    rows: CellRunBlocks,
    /// The same with columns and rows swapped.
    columns: CellRunBlocks,
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
}

impl LiveOutline {
    /// Builds the outline of a grid. Takes time proportional to the cells.
    ///
    /// # Errors
    /// If the grid is not valid: see [`LiveError`].
    pub fn new(cells: &ShapeGrid) -> Result<Self, LiveError> {
        let (size, origin) = (cells.size(), cells.corner((0, 0)));
        let near = |place: i32| i64::from(place).abs() <= FAR;
        if size.x <= 0 || size.y <= 0 || !near(origin.x) || !near(origin.y) {
            return Err(LiveError::Grid);
        }
        for (i, shape) in (0..).zip(cells.shapes()) {
            if !shape.fits(size) {
                return Err(LiveError::ShapeOutside(i));
            }
        }
        let (rows, columns) = Default::default();
        let live = Self { grid: cells.with_runs(Vec::new()), rows, columns };
        for run in cells.runs() {
            live.known(run.shape)?;
            live.near(run.column, run.row)?;
            live.near(run.column.saturating_add(run.length - 1), run.row)?;
        }
        let columns = CellRunBlocks::new(&turned(cells.runs()));
        Ok(Self { rows: CellRunBlocks::new(cells.runs()), columns, ..live })
    }

    /// The index of a cell's shape among the shapes of the original grid; `None` if the cell is empty.
    #[must_use]
    pub fn get(&self, column: i32, row: i32) -> Option<u32> {
        self.rows.get(column, row)
    }

    /// Replaces the content of a cell by a shape, given as index into the shapes of a [`ShapeGrid`], or by nothing. The cell may lie
    /// anywhere.
    ///
    /// The cost depends on the edges near the cell: a few microseconds. Slopes, and lines inside of cells, that pass the cell
    /// are walked from end to end.
    ///
    /// # Errors
    /// If the shape does not exist, or the cell lies too far out.
    pub fn set(&mut self, column: i32, row: i32, shape: Option<u32>) -> Result<Change, LiveError> {
        self.near(column, row)?;
        shape.map_or(Ok(()), |shape| self.known(shape))?;
        if self.get(column, row) == shape {
            return Ok(Change::default());
        }
        let vanished = self.edges_at(column, row);
        self.rows.set(column, row, shape);
        self.columns.set(row, column, shape);
        let appeared = self.edges_at(column, row);
        let without = |list: &[DirectedEdge], other: &[DirectedEdge]| -> Vec<DirectedEdge> {
            list.iter().filter(|step| other.binary_search(step).is_err()).copied().collect()
        };
        Ok(Change { vanished: without(&vanished, &appeared), appeared: without(&appeared, &vanished) })
    }

    /// All loops, bit for bit what [`outline`](crate::outline) computes from [`cells`](Self::cells). Takes time proportional
    /// to the map.
    #[must_use]
    pub fn loops(&self) -> Loops {
        sweep(&self.cells(), usize::MAX).unwrap_or_default()
    }

    /// The current cells. Takes time proportional to the map.
    #[must_use]
    pub fn cells(&self) -> ShapeGrid {
        self.grid.with_runs(self.rows.runs())
    }

    fn known(&self, shape: u32) -> Result<(), LiveError> {
        if (shape as usize) < self.grid.shapes().len() { Ok(()) } else { Err(LiveError::UnknownShape(shape)) }
    }

    /// Refuses a cell that lies too far out.
    fn near(&self, column: i32, row: i32) -> Result<(), LiveError> {
        let (origin, size) = (self.grid.corner((0, 0)), self.grid.size());
        let is_near = |origin: i32, index: i32, size: i32| {
            let from = i64::from(origin) + i64::from(index) * i64::from(size);
            from >= -FAR && from + i64::from(size) <= FAR
        };
        let fits = is_near(origin.x, column, size.x) && is_near(origin.y, row, size.y);
        if fits { Ok(()) } else { Err(LiveError::TooFar(column, row)) }
    }

    /// The content of a cell, which may lie anywhere near the others.
    fn cell(&self, column: i32, row: i32) -> Option<PlacedCell<'_>> {
        let shape = self.grid.shapes().get(self.get(column, row)? as usize)?;
        Some(PlacedCell { shape, column, row, first: 0 })
    }

    /// The two cells on both sides of the left or upper border of a cell.
    fn beside(&self, seam: Seam, (column, row): (i32, i32)) -> [Option<PlacedCell<'_>>; 2] {
        let across = seam.at(0, 1);
        [self.cell(column - across.x, row - across.y), self.cell(column, row)]
    }

    /// The cell that contains a point, and the point relative to it.
    const fn locate(&self, at: Point) -> ((i32, i32), Point) {
        let (at, size) = (at.from(self.grid.corner((0, 0))), self.grid.size());
        let inside = Point::new(at.x.rem_euclid(size.x), at.y.rem_euclid(size.y));
        ((at.x.div_euclid(size.x), at.y.div_euclid(size.y)), inside)
    }

    /// The straight edges that touch a cell, sorted.
    fn edges_at(&self, column: i32, row: i32) -> Vec<DirectedEdge> {
        let (corners, mut edges) = self.corners_around(column, row);
        for corner in &corners {
            let mut ahead = self.walk(corner.at, corner.outgoing);
            let mut line = self.run(corner.at, &mut ahead);
            if corner.goes_on() {
                let mut behind = self.run(corner.at, &mut self.walk(corner.at, corner.incoming));
                behind.reverse();
                behind.extend_from_slice(&line[1..]);
                line = behind;
            }
            self.add_straight(&line, &mut ahead, &mut edges);
        }
        for corner in corners.iter().filter(|corner| !corner.goes_on()) {
            let (at, dir) = (corner.at, heading(corner.incoming.dir));
            // Only along an axis is the heading of an edge its direction.
            let is_known = |(from, to): &DirectedEdge| *to == at && heading(from.from(at)) == dir && !is_sloped(dir);
            if !edges.iter().any(is_known) {
                let mut line = self.run(at, &mut self.walk(at, corner.incoming));
                line.reverse();
                self.add_straight(&line, &mut self.walk(at, corner.outgoing), &mut edges);
            }
        }
        if let Some(PlacedCell { shape, .. }) = self.cell(column, row) {
            let min = self.grid.corner((column, row));
            let place = |points: &[Point]| points.iter().map(|p| p.plus(min)).collect::<Vec<_>>();
            for line in &shape.lines {
                let steps: Vec<DirectedEdge> = line.windows(2).map(|w| (w[0], w[1])).collect();
                let dir = |(from, to): &DirectedEdge| heading(to.from(*from));
                let runs: Vec<_> = steps.chunk_by(|one, other| dir(one) == dir(other)).collect();
                // The first and the last are known from the border.
                for run in runs.get(1..runs.len().saturating_sub(1)).into_iter().flatten() {
                    let corners: Vec<Point> = iter::once(run[0].0).chain(run.iter().map(|step| step.1)).collect();
                    edges.extend(straightened_line(&place(&corners)).windows(2).map(|w| (w[0], w[1])));
                }
            }
            let mut loops = Loops::default();
            shape.loops.iter().for_each(|ring| loops.push(&place(ring)));
            edges.extend(loops.edges());
        }
        edges.sort();
        edges.dedup();
        edges
    }

    /// Straightens a run of edges. A loop of two opposite slopes has no area once both are straight: it is omitted. `ahead`
    /// are the corners that follow.
    fn add_straight(
        &self,
        line: &[Point],
        ahead: &mut Peekable<impl Iterator<Item = Point>>,
        edges: &mut Vec<DirectedEdge>,
    ) {
        let (straight, [first, second, ..]) = (straightened_line(line), line) else { return };
        if let ([_, to], true) = (&straight[..], is_sloped(heading(second.from(*first)))) {
            let back = self.run(*to, ahead);
            let is_closed = back.last() == Some(first) && ahead.peek() == Some(second);
            if is_closed && straightened_line(&back).len() == 2 {
                return;
            }
        }
        edges.extend(straight.windows(2).map(|pair| (pair[0], pair[1])));
    }

    /// A corner, and those ahead of it as long as the heading stays.
    fn run(&self, from: Point, ahead: &mut Peekable<impl Iterator<Item = Point>>) -> Vec<Point> {
        let mut line = vec![from];
        line.extend(ahead.next());
        let [from, to] = line[..] else { return line };
        let (dir, (_, inside)) = (heading(to.from(from)), self.locate(from));
        // A grid line has no corners within an edge.
        if (dir.1 == 0 && inside.y == 0) || (dir.0 == 0 && inside.x == 0) {
            return line;
        }
        let mut last = to;
        while let Some(next) = ahead.next_if(|next| heading(next.from(last)) == dir) {
            line.push(next);
            last = next;
        }
        line
    }

    /// The corners that follow a corner along a half-edge, without end if the loop is closed.
    fn walk<'a>(&'a self, at: Point, half: HalfEdge<'a>) -> Peekable<impl Iterator<Item = Point> + 'a> {
        let mut ahead = Vec::new();
        // Where the last step ended, and the direction back from there.
        let mut arrived = None;
        let corners = iter::from_fn(move || {
            if ahead.is_empty() {
                let next = |(end, back): (Point, Point)| {
                    let corners = self.corners(end);
                    let onwards = corners.iter().find_map(|corner| corner.other(back, half.is_outgoing))?;
                    Some((end, onwards))
                };
                let (from, half) = arrived.map_or(Some((at, half)), next)?;
                let (points, back) = self.step(from, half)?;
                arrived = Some((*points.last()?, back));
                ahead = points;
                ahead.reverse();
            }
            ahead.pop()
        });
        corners.peekable()
    }

    /// Follows a half-edge to the next corner on the border of a cell: the corners up to there, and the direction back from it.
    fn step(&self, at: Point, half: HalfEdge) -> Option<(Vec<Point>, Point)> {
        let OutlinePart::Line { cell, line, .. } = half.end else {
            return Some((vec![self.along(at, half.dir)?], Point::default().from(half.dir)));
        };
        let min = self.grid.corner((cell.column, cell.row));
        let mut points: Vec<Point> = cell.shape.lines[line as usize].iter().map(|p| p.plus(min)).collect();
        if !half.is_outgoing {
            points.reverse();
        }
        let [.., before, last] = points[..] else { return None };
        points.remove(0);
        Some((points, before.from(last)))
    }

    /// The end of an edge along a grid line. `dir` has length 1.
    fn along(&self, mut at: Point, dir: Point) -> Option<Point> {
        let (seam, is_forward) = (if dir.y == 0 { Seam::Level } else { Seam::Upright }, dir.x + dir.y > 0);
        let back = Point::default().from(dir);
        let ends = |at: &Point| self.corners(*at).iter().any(|corner| corner.has(back));
        let mut meeting = Meeting::default();
        // Each round leads at least one cell further, and ends where there are no cells.
        loop {
            let (mut cell, inside) = self.locate(at);
            let (mut place, length) = (seam.along(inside), seam.along(self.grid.size()));
            if !is_forward && place == 0 {
                (cell, place) = ((cell.0 + dir.x, cell.1 + dir.y), length);
            }
            let pair = self.beside(seam, cell);
            if pair.iter().all(Option::is_none) {
                return None;
            }
            meeting.find(seam, pair, self.grid.size());
            let is_plain = meeting.places.is_empty();
            meeting.places.extend([0, length]);
            let mut places = std::mem::take(&mut meeting.places);
            places.retain(|p| if is_forward { *p > place } else { *p < place });
            places.sort_by_key(|p| (p - place).abs());
            let min = self.grid.corner(cell);
            let point = |place: &i32| min.plus(seam.at(*place, 0));
            if let Some(end) = places.iter().map(point).find(ends) {
                return Some(end);
            }
            if is_plain {
                // Where equal cells follow, there is no corner between them.
                let reach = self.reach(seam, cell);
                places.push(length * if is_forward { reach.end } else { reach.start });
                if let Some(end) = places.last().map(point).filter(ends) {
                    return Some(end);
                }
            }
            at = point(places.last()?);
        }
    }

    /// How far the two cells beside a border stay the same along it: first cell and the one after the last, relative to theirs.
    fn reach(&self, seam: Seam, (column, row): (i32, i32)) -> std::ops::Range<i32> {
        let [one, other] = match seam {
            Seam::Level => [row - 1, row].map(|row| self.rows.stretch(column, row).1),
            Seam::Upright => [column - 1, column].map(|column| self.columns.stretch(row, column).1),
        };
        let from = seam.along(Point::new(column, row));
        one.start.max(other.start) - from..one.end.min(other.end) - from
    }

    /// The corners on the borders of a cell, and the edges that pass along it.
    fn corners_around(&self, column: i32, row: i32) -> (Vec<OutlineCorner<'_>>, Vec<DirectedEdge>) {
        let sides = [(Seam::Level, 0), (Seam::Level, 1), (Seam::Upright, 0), (Seam::Upright, 1)];
        let mut meeting = Meeting::default();
        let mut found = Vec::new();
        let mut open = Vec::new();
        for (seam, side) in sides {
            let (across, along) = (seam.at(0, side), seam.at(1, 0));
            let cell = (column + across.x, row + across.y);
            let (pair, start) = (self.beside(seam, cell), self.grid.corner(cell));
            meeting.find(seam, pair, self.grid.size());
            found.extend(meeting.places.iter().flat_map(|place| self.corners(start.plus(seam.at(*place, 0)))));
            if seam == Seam::Level {
                let end = start.plus(Point::new(self.grid.size().x, 0));
                found.extend([start, end].into_iter().flat_map(|at| self.corners(at)));
            }
            if seam.is_open(pair) {
                open.push((start, along));
            }
        }
        open.retain(|(start, dir)| !found.iter().any(|corner| corner.at == *start && corner.has(*dir)));
        let passing = open.into_iter().filter_map(|(start, dir)| {
            let back = Point::default().from(dir);
            let (one, other) = (self.along(start, back)?, self.along(start, dir)?);
            let is_forward = self.corners(other).iter().any(|corner| corner.incoming.dir == back);
            Some(if is_forward { (one, other) } else { (other, one) })
        });
        let passing = passing.collect();
        (found, passing)
    }

    /// The corners at a point on the border of a cell.
    fn corners(&self, at: Point) -> Vec<OutlineCorner<'_>> {
        let ((column, row), inside) = self.locate(at);
        let (mut meeting, size) = (Meeting::default(), self.grid.size());
        match (inside.x, inside.y) {
            (0, 0) => {
                let [above, below] = [row - 1, row].map(|row| [self.cell(column - 1, row), self.cell(column, row)]);
                meeting.gather([above[0], above[1], below[0], below[1]], size);
            }
            (place, 0) => meeting.gather_seam(Seam::Level, self.beside(Seam::Level, (column, row)), place, size),
            (0, place) => meeting.gather_seam(Seam::Upright, self.beside(Seam::Upright, (column, row)), place, size),
            _ => {}
        }
        let corners = iter::from_fn(|| meeting.corner());
        corners.map(|(incoming, outgoing)| OutlineCorner { at, incoming, outgoing }).collect()
    }
}

/// A corner on the border of a cell.
struct OutlineCorner<'a> {
    at: Point,
    incoming: HalfEdge<'a>,
    outgoing: HalfEdge<'a>,
}

impl<'a> OutlineCorner<'a> {
    /// Whether one of its half-edges has this direction.
    fn has(&self, dir: Point) -> bool {
        self.incoming.dir == dir || self.outgoing.dir == dir
    }

    /// The half-edge that continues the one with the direction `from`, along the outline or against it.
    fn other(&self, from: Point, is_forward: bool) -> Option<HalfEdge<'a>> {
        let (one, other) = if is_forward { (self.incoming, self.outgoing) } else { (self.outgoing, self.incoming) };
        (one.dir == from).then_some(other)
    }

    /// Whether the outline keeps its heading.
    fn goes_on(&self) -> bool {
        heading(Point::default().from(self.incoming.dir)) == heading(self.outgoing.dir)
    }
}

const fn is_sloped(heading: (i32, i32)) -> bool {
    heading.0 != 0 && heading.1 != 0
}

/// The same cells as runs along the columns, with columns and rows swapped.
fn turned(runs: &[CellRun]) -> Vec<CellRun> {
    let left = runs.iter().map(|run| run.column).min().unwrap_or(0);
    let right = runs.iter().map(CellRun::end).max().unwrap_or(left);
    let mut columns = vec![Vec::new(); (right - left).unsigned_abs() as usize];
    for run in runs {
        for column in run.column..run.end() {
            let single = CellRun { row: column, column: run.row, length: 1, shape: run.shape };
            add_run(&mut columns[(column - left).unsigned_abs() as usize], single);
        }
    }
    columns.concat()
}
