//! The shapes in the cells of a grid, stored as runs: neighbours in a row with the same shape form one run.

use std::collections::BTreeMap;
use std::ops::Range;

use super::CellShape;
use crate::geometry::{Point, Polygon};

/// A budget of edge comparisons for polygon unions. It bounds the time that a hostile map can take.
///
/// ```
/// use seamwalker_level::geometry::{Point, rectangle};
/// use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid};
///
/// // Two shapes in one cell have to be united.
/// let size = Point::new(256, 256);
/// let half = |x: i32| CellShape::new(size, &[rectangle(Point::new(x, 0), Point::new(x + 128, 256))]);
/// let grid = |mut effort: Effort| {
///     let runs = [0, 1].map(|shape| CellRun { row: 0, column: 0, length: 1, shape });
///     ShapeGrid::new(size, Point::default(), vec![half(0), half(128)], runs.to_vec(), &mut effort)
/// };
/// assert!(grid(Effort(64)).is_some(), "eight edges, each compared with each");
/// assert!(grid(Effort(63)).is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort(pub u64);

impl Effort {
    /// Pays for so many comparisons, the square of the edges of a union; `None` if the budget is exhausted.
    pub(crate) fn pay(&mut self, pairs: u64) -> Option<()> {
        self.0 = self.0.checked_sub(pairs)?;
        Some(())
    }
}

/// Neighbouring cells of a row with the same shape.
///
/// ```
/// use seamwalker_level::outline::CellRun;
///
/// let floor = CellRun { row: 9, column: -4, length: 20, shape: 0 };
/// assert_eq!(floor.end(), 16);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CellRun {
    /// The row, possibly negative.
    pub row: i32,
    /// The column of the first cell, possibly negative.
    pub column: i32,
    /// The number of cells, at least one.
    pub length: i32,
    /// Index into the shapes of a [`ShapeGrid`].
    pub shape: u32,
}

impl CellRun {
    /// The column after the last cell.
    #[must_use]
    pub const fn end(&self) -> i32 {
        self.column + self.length
    }

    /// Splits the run into single cells.
    fn singles(&self) -> impl Iterator<Item = Self> + use<> {
        let run = *self;
        (run.column..run.end()).map(move |column| Self { column, length: 1, ..run })
    }
}

/// Appends a run to a list, or extends the last one.
///
/// ```
/// use seamwalker_level::outline::{CellRun, add_run};
///
/// let mut row = Vec::new();
/// for column in [0, 1, 2, 5] {
///     add_run(&mut row, CellRun { row: 0, column, length: 1, shape: 0 });
/// }
/// assert_eq!(row.iter().map(|run| run.length).collect::<Vec<_>>(), [3, 1]);
/// ```
pub fn add_run(list: &mut Vec<CellRun>, run: CellRun) {
    match list.last_mut() {
        Some(last) if (last.row, last.shape, last.end()) == (run.row, run.shape, run.column) => {
            last.length += run.length;
        }
        _ => list.push(run),
    }
}

/// The shapes in the cells of a grid.
///
/// ```
/// use seamwalker_level::geometry::Point;
/// use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid, outline};
///
/// // An arch: three cells, and one below each end.
/// let size = Point::new(16 * 256, 16 * 256);
/// let run = |row, column, length| CellRun { row, column, length, shape: 0 };
/// let runs = vec![run(0, 0, 3), run(1, 0, 1), run(1, 2, 1)];
/// let grid = ShapeGrid::new(size, Point::default(), vec![CellShape::full(size)], runs, &mut Effort(1000)).unwrap();
/// assert_eq!(outline(&[grid], &[], 1000).unwrap().corners(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct ShapeGrid {
    size: Point,
    origin: Point,
    shapes: Vec<CellShape>,
    runs: Vec<CellRun>,
}

impl ShapeGrid {
    /// A grid of cells of `size` with cell (0, 0) at `origin`, both in units. Shapes that share a cell are united; the order
    /// of `runs` does not matter. `None` if the unions exceed the budget.
    #[must_use]
    pub fn new(
        size: Point,
        origin: Point,
        shapes: Vec<CellShape>,
        mut runs: Vec<CellRun>,
        effort: &mut Effort,
    ) -> Option<Self> {
        runs.retain(|run| run.length > 0);
        // One layer is sorted, and several are a few sorted stretches: the best case of a merge sort.
        if !runs.is_sorted() {
            runs.sort();
        }
        let mut cells = Self { size, origin, shapes, runs: Vec::new() };
        let apart = runs.windows(2).all(|w| w[0].row < w[1].row || w[0].end() <= w[1].column);
        if apart {
            cells.runs = runs;
            return Some(cells);
        }
        let mut unions = BTreeMap::new();
        for row in runs.chunk_by(|a, b| a.row == b.row) {
            cells.add_row(row, &mut unions, effort)?;
        }
        Some(cells)
    }

    /// Adds the runs of a row, which may overlap.
    fn add_row(&mut self, row: &[CellRun], unions: &mut BTreeMap<Vec<u32>, u32>, effort: &mut Effort) -> Option<()> {
        if row.windows(2).all(|w| w[0].end() <= w[1].column) {
            row.iter().for_each(|run| add_run(&mut self.runs, *run));
            return Some(());
        }
        let mut singles: Vec<CellRun> = row.iter().flat_map(CellRun::singles).collect();
        singles.sort();
        singles.dedup();
        for stack in singles.chunk_by(|a, b| a.column == b.column) {
            let shape = if stack.len() == 1 { stack[0].shape } else { self.stacked(stack, unions, effort)? };
            add_run(&mut self.runs, CellRun { shape, ..stack[0] });
        }
        Some(())
    }

    /// The union of several shapes in one cell. Results are cached by the set of shapes.
    fn stacked(&mut self, stack: &[CellRun], unions: &mut BTreeMap<Vec<u32>, u32>, effort: &mut Effort) -> Option<u32> {
        let key: Vec<u32> = stack.iter().map(|p| p.shape).collect();
        if let Some(full) = key.iter().find(|i| self.shapes[**i as usize].is_full()) {
            return Some(*full);
        }
        if let Some(known) = unions.get(&key) {
            return Some(*known);
        }
        let parts: Vec<Polygon> = key.iter().flat_map(|i| self.shapes[*i as usize].parts().to_vec()).collect();
        effort.pay((parts.iter().map(Vec::len).sum::<usize>() as u64).saturating_pow(2))?;
        self.shapes.push(CellShape::from_parts(self.size, &parts.clone(), parts));
        let made = u32::try_from(self.shapes.len() - 1).ok()?;
        unions.insert(key, made);
        Some(made)
    }

    /// The size of a cell, in units.
    pub(crate) const fn size(&self) -> Point {
        self.size
    }

    /// The shapes that runs refer to.
    pub(crate) fn shapes(&self) -> &[CellShape] {
        &self.shapes
    }

    /// The cells that are not empty, row by row.
    #[must_use]
    pub fn runs(&self) -> &[CellRun] {
        &self.runs
    }

    /// The run that contains a cell; `None` if the cell is empty.
    pub(crate) fn run_at(&self, column: i32, row: i32) -> Option<&CellRun> {
        let run = self.runs.get(self.first_from(column, row))?;
        (run.row == row && run.column <= column).then_some(run)
    }

    /// Replaces the content of a cell.
    pub(crate) fn set(&mut self, column: i32, row: i32, shape: Option<u32>) {
        let [from, to] = [row, row.saturating_add(1)].map(|row| self.runs.partition_point(|run| run.row < row));
        let part = |run: &CellRun, from: i32, to: i32| {
            let (column, end) = (run.column.max(from), run.end().min(to));
            (column < end).then_some(CellRun { column, length: end - column, ..*run })
        };
        let own = shape.map(|shape| CellRun { row, column, length: 1, shape });
        let before = self.runs[from..to].iter().filter_map(|run| part(run, i32::MIN, column));
        let after = self.runs[from..to].iter().filter_map(|run| part(run, column.saturating_add(1), i32::MAX));
        let mut made = Vec::new();
        before.chain(own).chain(after).for_each(|run| add_run(&mut made, run));
        self.runs.splice(from..to, made);
    }

    /// The shape of a run's cells.
    pub(super) fn shape(&self, run: &CellRun) -> &CellShape {
        &self.shapes[run.shape as usize]
    }

    /// The upper left corner of a cell, in units.
    pub(crate) const fn corner(&self, (column, row): (i32, i32)) -> Point {
        Point::new(self.origin.x + column * self.size.x, self.origin.y + row * self.size.y)
    }

    /// The number of convex parts of all cells. Check it before requesting the parts.
    pub(crate) fn part_count(&self) -> usize {
        self.runs.iter().map(|run| run.length.unsigned_abs() as usize * self.shape(run).parts().len()).sum()
    }

    /// Visits every convex part, in place, row by row.
    pub(crate) fn each_part(&self, mut visit: impl FnMut(&[Point])) {
        let mut place = Vec::new();
        for run in &self.runs {
            self.visit_parts(run, run.column..run.end(), &mut place, &mut visit);
        }
    }

    /// Visits the convex parts of some cells of a run, each as written to `place`.
    fn visit_parts(&self, run: &CellRun, columns: Range<i32>, place: &mut Polygon, visit: &mut impl FnMut(&[Point])) {
        for column in columns {
            let corner = self.corner((column, run.row));
            for part in self.shape(run).parts() {
                place.clear();
                place.extend(part.iter().map(|p| p.plus(corner)));
                visit(place);
            }
        }
    }

    /// The cell that contains a point. Coordinates are in half units, so that the midpoint of an edge is exact.
    const fn cell_at(&self, twice: (i64, i64)) -> (i32, i32) {
        let column = (twice.0 - 2 * self.origin.x as i64).div_euclid(2 * self.size.x as i64);
        let row = (twice.1 - 2 * self.origin.y as i64).div_euclid(2 * self.size.y as i64);
        (column as i32, row as i32)
    }

    /// The first run that does not end before the cell.
    fn first_from(&self, column: i32, row: i32) -> usize {
        self.runs.partition_point(|run| (run.row, run.end()) <= (row, column))
    }

    /// Visits every convex part in the cells that touch the box between two points.
    pub(crate) fn parts_near(&self, min: Point, max: Point, mut visit: impl FnMut(Polygon)) {
        let twice = |p: Point, by: i64| (2 * i64::from(p.x) + by, 2 * i64::from(p.y) + by);
        let (first, last) = (self.cell_at(twice(min, -1)), self.cell_at(twice(max, 1)));
        let mut place = Vec::new();
        for row in first.1..=last.1 {
            let runs = self.runs[self.first_from(first.0, row)..].iter();
            for run in runs.take_while(|run| run.row == row && run.column <= last.0) {
                let columns = run.column.max(first.0)..run.end().min(last.0 + 1);
                self.visit_parts(run, columns, &mut place, &mut |part| visit(part.to_vec()));
            }
        }
    }
}
