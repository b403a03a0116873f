//! Turns runs of cells into closed loops, in one pass from top to bottom.
//!
//! A grid point lies between four cells. Their coverage of the four borders that meet there, and the inner lines that end
//! there, determine the outline at the point: a border that both cells cover is a seam and vanishes; a border that one cell
//! covers belongs to the outline. The remaining half-edges alternate between incoming and outgoing around the point, and each
//! incoming one is joined to the next outgoing one on its right. Two half-edges in a straight line are no corner, so a run is
//! never taken apart. Partly covered borders contain further such points.
//!
//! Open ends are found by position: one per column for edges that lead down, one for the edge that leads right, one per line
//! through a cell of this row. So nothing is searched or sorted, and the work is proportional to the corners, not to the
//! cells.

use super::point::{Meeting, OutlinePart, PlacedCell, Seam};
use super::{CellRun, Loops, ShapeGrid};
use crate::geometry::Point;

/// No corner.
const NO_CORNER: u32 = u32::MAX;

/// Columns per word of bits.
const WORD: usize = u64::BITS as usize;

/// The loops around all cells: clockwise around solids, counter-clockwise around holes. `None` if there are more than
/// `max_corners` corners, counted before straightening.
pub fn sweep(cells: &ShapeGrid, max_corners: usize) -> Option<Loops> {
    let Some(left) = cells.runs().iter().map(|run| run.column).min() else { return Some(Loops::default()) };
    let right = cells.runs().iter().map(CellRun::end).max().unwrap_or(left);
    let width = (right - left + 1).unsigned_abs() as usize;
    let mut sweep = OutlineSweep {
        cells,
        left,
        max_corners: max_corners.min(NO_CORNER as usize),
        corners: Vec::new(),
        columns: vec![NO_CORNER; width],
        along: NO_CORNER,
        meeting: Meeting::default(),
    };
    let row = || CellRow::new(width.div_ceil(WORD));
    let (mut above, mut here, mut number) = (row(), row(), 0);
    for runs in cells.runs().chunk_by(|a, b| a.row == b.row) {
        if runs[0].row != number {
            // There are empty rows in between.
            here.fill(cells, &[], left);
            sweep.line(number, &mut above, &mut here)?;
            above.fill(cells, &[], left);
            number = runs[0].row;
        }
        here.fill(cells, runs, left);
        sweep.line(number, &mut above, &mut here)?;
        sweep.inside(&mut here)?;
        std::mem::swap(&mut above, &mut here);
        number += 1;
    }
    here.fill(cells, &[], left);
    sweep.line(number, &mut above, &mut here)?;
    Some(traced(sweep.corners))
}

/// Follows linked corners to loops, sorted in reading order.
fn traced(mut corners: Vec<Linked>) -> Loops {
    let mut loops = Loops::default();
    let mut walk = Vec::new();
    for first in 0..corners.len() {
        walk.clear();
        let mut at = first;
        // Each round uses up a corner, so the loop ends.
        while let Some(corner) = corners.get_mut(at).filter(|corner| corner.next != NO_CORNER) {
            walk.push(corner.at);
            at = std::mem::replace(&mut corner.next, NO_CORNER) as usize;
        }
        if !walk.is_empty() {
            loops.push(&walk);
        }
    }
    loops.sort();
    loops
}

/// A row of cells.
struct CellRow<'a> {
    runs: &'a [CellRun],
    /// For each run, the index of its first line; empty if there are no lines at all.
    first_lines: Vec<u32>,
    /// The open end of each line through the cells.
    open: Vec<u32>,
    /// Bits of full cells, and of partly covered ones. The leftmost column is the first bit.
    whole: Vec<u64>,
    partly: Vec<u64>,
}

impl<'a> CellRow<'a> {
    fn new(words: usize) -> Self {
        Self { runs: &[], first_lines: Vec::new(), open: Vec::new(), whole: vec![0; words], partly: vec![0; words] }
    }

    /// Reuses the row for other runs.
    fn fill(&mut self, cells: &ShapeGrid, runs: &'a [CellRun], left: i32) {
        self.runs = runs;
        self.whole.fill(0);
        self.partly.fill(0);
        self.first_lines.clear();
        let mut lines = 0;
        for run in runs {
            let shape = cells.shape(run);
            let bits = if shape.is_full() { &mut self.whole } else { &mut self.partly };
            let [from, to] = [run.column, run.end()].map(|column| (column - left).unsigned_abs() as usize);
            set_bits(bits, from, to);
            self.first_lines.push(lines);
            lines += shape.line_count() * run.length.unsigned_abs();
        }
        self.open.clear();
        self.open.resize(lines as usize, NO_CORNER);
    }

    /// The cell of a run in a column.
    fn cell(&self, cells: &'a ShapeGrid, run: usize, column: i32) -> PlacedCell<'a> {
        let (first, run) = (self.first_lines[run], &self.runs[run]);
        let shape = cells.shape(run);
        let lines = (column - run.column).unsigned_abs() * shape.line_count();
        PlacedCell { shape, column, row: run.row, first: first + lines }
    }

    /// The cell in a column. `at` is the index of a run that does not lie behind it, and advances.
    fn look(&self, cells: &'a ShapeGrid, at: &mut usize, column: i32) -> Option<PlacedCell<'a>> {
        while self.runs.get(*at).is_some_and(|run| run.end() <= column) {
            *at += 1;
        }
        self.runs.get(*at).filter(|run| run.column <= column).map(|_| self.cell(cells, *at, column))
    }
}

/// Sets the bits from `from` to before `to`.
fn set_bits(bits: &mut [u64], from: usize, to: usize) {
    let (first, last) = (from / WORD, (to - 1) / WORD);
    let (begin, end) = (u64::MAX << (from % WORD), u64::MAX >> (WORD - 1 - (to - 1) % WORD));
    if first == last {
        bits[first] |= begin & end;
    } else {
        bits[first] |= begin;
        bits[first + 1..last].fill(u64::MAX);
        bits[last] |= end;
    }
}

/// The bits of the columns to the left of each column, and of the columns themselves.
fn both(bits: &[u64], word: usize) -> (u64, u64) {
    let before = word.checked_sub(1).map_or(0, |word| bits[word] >> (WORD - 1));
    (bits[word] << 1 | before, bits[word])
}

/// The open ends of lines in the rows above and below.
struct OpenEnds<'o> {
    above: &'o mut [u32],
    below: &'o mut [u32],
}

/// A corner with a link to the next one.
struct Linked {
    at: Point,
    /// `NO_CORNER` if there is none.
    next: u32,
}

struct OutlineSweep<'a> {
    cells: &'a ShapeGrid,
    left: i32,
    max_corners: usize,
    corners: Vec<Linked>,
    /// Per column, the corner where the edge that leads down begins.
    columns: Vec<u32>,
    /// The corner where the edge that leads right begins.
    along: u32,
    /// Scratch memory for one point.
    meeting: Meeting<'a>,
}

impl<'a> OutlineSweep<'a> {
    /// Processes the grid line above a row. `None` if there are too many corners.
    ///
    /// Where all cells are full or empty, a corner is where one or three of the four cells are full, or two diagonal ones.
    /// That is tested for 64 columns at a time. Points next to partly covered cells are processed one by one.
    fn line(&mut self, row: i32, above: &mut CellRow<'a>, below: &mut CellRow<'a>) -> Option<()> {
        self.along = NO_CORNER;
        let (mut upper, mut lower) = (0, 0);
        for word in 0..above.whole.len() {
            let ((nw, ne), (sw, se)) = (both(&above.whole, word), both(&below.whole, word));
            let (partly_above, partly_below) = (both(&above.partly, word), both(&below.partly, word));
            let partly = partly_above.0 | partly_above.1 | partly_below.0 | partly_below.1;
            let across = (nw ^ ne) & (nw ^ sw) & (ne ^ se);
            let mut left = (nw ^ ne ^ sw ^ se) | across | partly;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let has = |bits: u64| bits >> bit & 1 == 1;
                let index = word * WORD + bit as usize;
                let column = self.left + i32::try_from(index).unwrap_or(0);
                if !has(partly) {
                    let at = self.cells.corner((column, row));
                    if has(across) {
                        self.pass(at, index, has(ne));
                    } else {
                        self.turn(at, index, has(nw), has(ne), has(sw));
                    }
                    continue;
                }
                let cells = self.cells;
                let [nw, sw] =
                    [(&*above, &mut upper), (&*below, &mut lower)].map(|(r, at)| r.look(cells, at, column - 1));
                let [ne, se] = [(&*above, &mut upper), (&*below, &mut lower)].map(|(r, at)| r.look(cells, at, column));
                let mut open = OpenEnds { above: &mut above.open, below: &mut below.open };
                self.meet((column, row), [nw, ne, sw, se], &mut open);
                self.seam(Seam::Level, (column, row), [ne, se], &mut open);
            }
            if self.corners.len() > self.max_corners {
                return None;
            }
        }
        Some(())
    }

    /// The ordinary corner: one half-edge is vertical, one horizontal. `index` is that of the column. A half-edge upwards
    /// lies between `nw` and `ne`, one to the left between `nw` and `sw`.
    #[inline]
    fn turn(&mut self, at: Point, index: usize, nw: bool, ne: bool, sw: bool) {
        let corner = self.push(at);
        if nw == ne {
            self.columns[index] = corner;
        } else {
            self.join(self.columns[index], corner, ne);
        }
        if nw == sw {
            self.along = corner;
        } else {
            self.join(self.along, corner, nw);
        }
    }

    /// A point where two solids touch diagonally. They stay separate. `rising`: the solids are at the upper right and lower
    /// left.
    fn pass(&mut self, at: Point, index: usize, rising: bool) {
        let [one, other] = [self.push(at), self.push(at)];
        self.join(self.columns[index], one, rising);
        // An edge from above turns right, to the west; an edge that leads up comes from the east.
        self.join(self.along, if rising { other } else { one }, !rising);
        (self.columns[index], self.along) = (other, if rising { one } else { other });
    }

    /// Any other point between four cells.
    fn meet(&mut self, at: (i32, i32), cells_around: [Option<PlacedCell<'a>>; 4], open: &mut OpenEnds) {
        if self.meeting.gather(cells_around, self.cells.size()) {
            self.resolve(self.cells.corner(at), at.0, open);
        }
    }

    /// Processes the positions on the border between two cells. `at` is the second one.
    fn seam(&mut self, seam: Seam, at: (i32, i32), cells: [Option<PlacedCell<'a>>; 2], open: &mut OpenEnds) {
        let size = self.cells.size();
        self.meeting.find(seam, cells, size);
        for i in 0..self.meeting.places.len() {
            let place = self.meeting.places[i];
            self.meeting.gather_seam(seam, cells, place, size);
            self.resolve(self.cells.corner(at).plus(seam.at(place, 0)), at.0, open);
        }
    }

    /// Processes the positions on the border between a cell and the one to its right.
    fn left_border(&mut self, at: (i32, i32), cells: [Option<PlacedCell<'a>>; 2], open: &mut [u32]) {
        self.seam(Seam::Upright, at, cells, &mut OpenEnds { above: &mut [], below: open });
    }

    /// Processes the inside of a row: borders between its cells, and loops that touch no border.
    fn inside(&mut self, row: &mut CellRow<'a>) -> Option<()> {
        if row.partly.iter().all(|bits| *bits == 0) {
            return Some(());
        }
        let (cells, runs) = (self.cells, row.runs);
        let mut west: Option<PlacedCell> = None;
        for (i, run) in runs.iter().enumerate() {
            west = west.filter(|cell| cell.column + 1 == run.column);
            if cells.shape(run).is_full() {
                if west.is_some() {
                    let here = row.cell(cells, i, run.column);
                    self.left_border((run.column, run.row), [west, Some(here)], &mut row.open);
                }
                west = Some(row.cell(cells, i, run.end() - 1));
                continue;
            }
            for column in run.column..run.end() {
                let here = row.cell(cells, i, column);
                self.left_border((column, run.row), [west, Some(here)], &mut row.open);
                for polygon in &here.shape.loops {
                    self.ring((column, run.row), polygon);
                }
                if self.corners.len() > self.max_corners {
                    return None;
                }
                west = Some(here);
            }
            if runs.get(i + 1).is_none_or(|next| next.column > run.end()) {
                self.left_border((run.end(), run.row), [west, None], &mut row.open);
            }
        }
        Some(())
    }

    /// Adds a loop inside of a cell.
    fn ring(&mut self, at: (i32, i32), polygon: &[Point]) {
        let corner = self.cells.corner(at);
        let first = self.push(polygon[0].plus(corner));
        let last = self.chain(first, &polygon[1..], corner);
        self.join(last, first, false);
    }

    /// Creates the corners of the gathered half-edges.
    fn resolve(&mut self, at: Point, column: i32, open: &mut OpenEnds) {
        let column = (column - self.left).unsigned_abs() as usize;
        let (mut south, mut east) = (NO_CORNER, NO_CORNER);
        while let Some((incoming, outgoing)) = self.meeting.corner() {
            let corner = self.push(at);
            for half in [incoming, outgoing] {
                match half.end {
                    OutlinePart::North => {
                        self.join(self.columns[column], corner, half.is_outgoing);
                    }
                    OutlinePart::West => self.join(self.along, corner, half.is_outgoing),
                    OutlinePart::South => south = corner,
                    OutlinePart::East => east = corner,
                    OutlinePart::Line { cell, above, line } => {
                        let ends = if above { &mut *open.above } else { &mut *open.below };
                        let end = &mut ends[(cell.first + line) as usize];
                        match *end {
                            NO_CORNER => *end = corner,
                            other if half.is_outgoing => self.follow(cell, line, corner, other),
                            other => self.follow(cell, line, other, corner),
                        }
                    }
                }
            }
        }
        if south != NO_CORNER {
            self.columns[column] = south;
        }
        if east != NO_CORNER {
            self.along = east;
        }
    }

    /// Adds the corners of a line between its ends.
    fn follow(&mut self, cell: PlacedCell, line: u32, from: u32, to: u32) {
        let corner = self.cells.corner((cell.column, cell.row));
        let line = &cell.shape.lines[line as usize];
        let last = self.chain(from, &line[1..line.len() - 1], corner);
        self.join(last, to, false);
    }

    /// Adds corners after another one, relative to the corner of their cell. Returns the last.
    fn chain(&mut self, from: u32, points: &[Point], corner: Point) -> u32 {
        points.iter().fold(from, |last, point| {
            let this = self.push(point.plus(corner));
            self.join(last, this, false);
            this
        })
    }

    /// Adds a corner.
    #[inline]
    fn push(&mut self, at: Point) -> u32 {
        let index = u32::try_from(self.corners.len()).unwrap_or(NO_CORNER);
        self.corners.push(Linked { at, next: NO_CORNER });
        index
    }

    /// Links two corners: `other` follows `one`, or if `back` the other way round.
    #[inline]
    fn join(&mut self, one: u32, other: u32, back: bool) {
        let (from, to) = if back { (other, one) } else { (one, other) };
        if let Some(corner) = self.corners.get_mut(from as usize) {
            corner.next = to;
        }
    }
}
