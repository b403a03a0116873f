//! From runs of cells to closed loops, in one pass from top to bottom that looks at nothing but what meets at a point.
//!
//! A point of the grid lies between four cells. What these cover of the four borders that meet there, and which lines of
//! their insides end there, says everything: a border that both its cells cover is a seam and vanishes, one that a single
//! cell covers is part of the outline. The halves that are left come and go in turns round the point; each that comes is
//! joined to the next that goes on its right hand. Where exactly two meet in a straight line there is no corner and nothing
//! to do, so that a run is never taken apart. Borders whose cells cover them partly have further such points.
//!
//! What is open is known by where it is: one end per column for what leads down, one for what leads right, one for every
//! line through a cell of this row. So nothing is searched or sorted, and all work is that of corners, not of cells.

use super::point::{Meeting, OutlinePart, PlacedCell};
use super::{CellRun, Loops, ShapeGrid};
use crate::geometry::Point;

/// No corner yet.
pub(super) const NONE: u32 = u32::MAX;

/// How many columns one word of bits stands for.
const WORD: usize = u64::BITS as usize;

/// The loops around all cells: clockwise around what is solid, the other way round holes. `None` when there are more than
/// `max_corners` corners, those between lines through neighbouring cells included.
pub fn sweep(cells: &ShapeGrid, max_corners: usize) -> Option<Loops> {
    Some(traced(linked(cells, max_corners)?.corners))
}

/// The corners of everything, each with the one that follows.
#[derive(Default)]
pub(super) struct Links {
    pub corners: Vec<Linked>,
    /// The first corner of every loop that touches no border of a cell.
    pub rings: Vec<u32>,
}

/// The corners around all cells. `None` when there are more than `max_corners`.
pub(super) fn linked(cells: &ShapeGrid, max_corners: usize) -> Option<Links> {
    let Some(left) = cells.runs().iter().map(|run| run.column).min() else { return Some(Links::default()) };
    let right = cells.runs().iter().map(CellRun::end).max().unwrap_or(left);
    let width = (right - left + 1).unsigned_abs() as usize;
    let mut sweep = OutlineSweep {
        cells,
        left,
        max_corners: max_corners.min(NONE as usize),
        corners: Vec::new(),
        rings: Vec::new(),
        columns: vec![NONE; width],
        along: NONE,
        meeting: Meeting::default(),
    };
    let row = || CellRow::new(width.div_ceil(WORD));
    let (mut above, mut here, mut number) = (row(), row(), 0);
    for runs in cells.runs().chunk_by(|a, b| a.row == b.row) {
        if runs[0].row != number {
            // Rows with nothing in them lie between.
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
    Some(Links { corners: sweep.corners, rings: sweep.rings })
}

/// The loops that linked corners make, in the order of the first corner of each in reading order.
pub(super) fn traced(mut corners: Vec<Linked>) -> Loops {
    let mut loops = Loops::default();
    let mut walk = Vec::new();
    for first in 0..corners.len() {
        walk.clear();
        let mut at = first;
        // Every round uses up a corner.
        while let Some(corner) = corners.get_mut(at).filter(|corner| corner.next != NONE) {
            walk.push(corner.at);
            at = std::mem::replace(&mut corner.next, NONE) as usize;
        }
        if !walk.is_empty() {
            loops.push(&walk);
        }
    }
    loops.sort();
    loops
}

/// What lies in a row of cells.
struct CellRow<'a> {
    runs: &'a [CellRun],
    /// For every run, the first of its lines; empty when there are no lines at all.
    first_lines: Vec<u32>,
    /// The open end of every line through its cells.
    open: Vec<u32>,
    /// A bit for every cell that is whole, and one for every other that is not empty; the leftmost column has the first.
    whole: Vec<u64>,
    partly: Vec<u64>,
}

impl<'a> CellRow<'a> {
    fn new(words: usize) -> Self {
        Self { runs: &[], first_lines: Vec::new(), open: Vec::new(), whole: vec![0; words], partly: vec![0; words] }
    }

    /// Takes up other runs.
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
        self.open.resize(lines as usize, NONE);
    }

    /// The cell of a run in a column.
    fn cell(&self, cells: &'a ShapeGrid, run: usize, column: i32) -> PlacedCell<'a> {
        let (first, run) = (self.first_lines[run], &self.runs[run]);
        let shape = cells.shape(run);
        let lines = (column - run.column).unsigned_abs() * shape.line_count();
        PlacedCell { shape, column, row: run.row, first: first + lines }
    }

    /// The cell in a column; `at` is a run not behind it, and moves along.
    fn look(&self, cells: &'a ShapeGrid, at: &mut usize, column: i32) -> Option<PlacedCell<'a>> {
        while self.runs.get(*at).is_some_and(|run| run.end() <= column) {
            *at += 1;
        }
        self.runs.get(*at).filter(|run| run.column <= column).map(|_| self.cell(cells, *at, column))
    }
}

/// Sets the bits from one place to before another.
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

/// The bits of the columns in a word, and those of the columns to the left of each.
fn both(bits: &[u64], word: usize) -> (u64, u64) {
    let before = word.checked_sub(1).map_or(0, |word| bits[word] >> (WORD - 1));
    (bits[word] << 1 | before, bits[word])
}

/// The open ends of the lines in the row above and in that below.
struct OpenEnds<'o> {
    above: &'o mut [u32],
    below: &'o mut [u32],
}

/// A corner, and the one that follows.
pub(super) struct Linked {
    pub at: Point,
    /// `NONE` when there is none.
    pub next: u32,
}

struct OutlineSweep<'a> {
    cells: &'a ShapeGrid,
    left: i32,
    max_corners: usize,
    corners: Vec<Linked>,
    rings: Vec<u32>,
    /// The corner where what leads down in a column begins.
    columns: Vec<u32>,
    /// The corner where what leads to the right begins.
    along: u32,
    /// Scratch: what meets at a point.
    meeting: Meeting<'a>,
}

impl<'a> OutlineSweep<'a> {
    /// Goes along the line above a row. `None` when there are too many corners.
    ///
    /// Where all cells are whole or empty a corner is where one or three of the four are, or two that lie across: 64 columns
    /// are looked at in one go. Only next to other cells a point is looked at by itself.
    fn line(&mut self, row: i32, above: &mut CellRow<'a>, below: &mut CellRow<'a>) -> Option<()> {
        self.along = NONE;
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
                    let at = self.point((column, row));
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
                self.top_border((column, row), ne, se, &mut open);
            }
            if self.corners.len() > self.max_corners {
                return None;
            }
        }
        Some(())
    }

    /// Where a point of the grid is.
    const fn point(&self, (column, row): (i32, i32)) -> Point {
        self.cells.corner(column, row)
    }

    /// The usual corner: one half leads up or down, one to the left or to the right. `index` is that of the column; a half
    /// that leads up lies between `nw` and `ne`, one that leads to the left between `nw` and `sw`.
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

    /// A point where two solids touch at their corners: they stay apart. Whether those are the upper right and the lower left.
    fn pass(&mut self, at: Point, index: usize, rising: bool) {
        let [one, other] = [self.push(at), self.push(at)];
        self.join(self.columns[index], one, rising);
        // What comes from above goes on to the right of who comes: to the west. Who goes up came from the east.
        self.join(self.along, if rising { other } else { one }, !rising);
        (self.columns[index], self.along) = (other, if rising { one } else { other });
    }

    /// Any other point where four cells meet.
    fn meet(&mut self, at: (i32, i32), cells_around: [Option<PlacedCell<'a>>; 4], open: &mut OpenEnds) {
        if self.meeting.gather(cells_around, self.cells.size()) {
            self.resolve(self.point(at), at.0, open);
        }
    }

    /// The places on the border between a cell and the one below it.
    fn top_border(
        &mut self,
        at: (i32, i32),
        above: Option<PlacedCell<'a>>,
        below: Option<PlacedCell<'a>>,
        open: &mut OpenEnds,
    ) {
        let size = self.cells.size();
        self.meeting.find_level(above, below, size);
        for i in 0..self.meeting.places.len() {
            let x = self.meeting.places[i];
            self.meeting.gather_level(above, below, x, size);
            self.resolve(self.point(at).plus(Point::new(x, 0)), at.0, open);
        }
    }

    /// The places on the border between a cell and the one to its right.
    fn left_border(
        &mut self,
        at: (i32, i32),
        west: Option<PlacedCell<'a>>,
        east: Option<PlacedCell<'a>>,
        open: &mut [u32],
    ) {
        let mut open = OpenEnds { above: &mut [], below: open };
        let size = self.cells.size();
        self.meeting.find_upright(west, east, size);
        for i in 0..self.meeting.places.len() {
            let y = self.meeting.places[i];
            self.meeting.gather_upright(west, east, y, size);
            self.resolve(self.point(at).plus(Point::new(0, y)), at.0, &mut open);
        }
    }

    /// What lies between the lines above and below a row: the borders between its cells, and loops that touch no border.
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
                    self.left_border((run.column, run.row), west, Some(here), &mut row.open);
                }
                west = Some(row.cell(cells, i, run.end() - 1));
                continue;
            }
            for column in run.column..run.end() {
                let here = row.cell(cells, i, column);
                self.left_border((column, run.row), west, Some(here), &mut row.open);
                for polygon in &here.shape.loops {
                    self.ring((column, run.row), polygon);
                }
                if self.corners.len() > self.max_corners {
                    return None;
                }
                west = Some(here);
            }
            if runs.get(i + 1).is_none_or(|next| next.column > run.end()) {
                self.left_border((run.end(), run.row), west, None, &mut row.open);
            }
        }
        Some(())
    }

    /// Adds a loop that lies within a cell.
    fn ring(&mut self, at: (i32, i32), polygon: &[Point]) {
        let corner = self.point(at);
        let first = self.push(polygon[0].plus(corner));
        self.rings.push(first);
        let mut last = first;
        for p in &polygon[1..] {
            let this = self.push(p.plus(corner));
            self.join(last, this, false);
            last = this;
        }
        self.join(last, first, false);
    }

    /// Makes the corners at a point, of what was gathered.
    fn resolve(&mut self, at: Point, column: i32, open: &mut OpenEnds) {
        let column = (column - self.left).unsigned_abs() as usize;
        let (mut south, mut east) = (NONE, NONE);
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
                            NONE => *end = corner,
                            other if half.is_outgoing => self.follow(cell, line, corner, other),
                            other => self.follow(cell, line, other, corner),
                        }
                    }
                }
            }
        }
        if south != NONE {
            self.columns[column] = south;
        }
        if east != NONE {
            self.along = east;
        }
    }

    /// Adds the corners of a line between its two ends.
    fn follow(&mut self, cell: PlacedCell, line: u32, from: u32, to: u32) {
        let corner = self.point((cell.column, cell.row));
        let line = &cell.shape.lines[line as usize];
        let mut last = from;
        for p in &line[1..line.len() - 1] {
            let this = self.push(p.plus(corner));
            self.join(last, this, false);
            last = this;
        }
        self.join(last, to, false);
    }

    /// A new corner.
    #[inline]
    fn push(&mut self, at: Point) -> u32 {
        let index = u32::try_from(self.corners.len()).unwrap_or(NONE);
        self.corners.push(Linked { at, next: NONE });
        index
    }

    /// Says that one corner follows another: the second the first, or if it goes back the first the second.
    #[inline]
    fn join(&mut self, one: u32, other: u32, back: bool) {
        let (from, to) = if back { (other, one) } else { (one, other) };
        if let Some(corner) = self.corners.get_mut(from as usize) {
            corner.next = to;
        }
    }
}
