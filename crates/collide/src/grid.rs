//! A uniform grid of boxes that can be added and removed one by one.
//!
//! The lists of the cells in a row lie one after the other, so that a query reads one stretch per row, and a box that comes or goes
//! changes only the rows that it touches.

use alloc::vec;
use alloc::vec::Vec;

use glam::{DVec2, IVec2, Vec2};

use crate::shape::Aabb;
use crate::tolerance::{CAST_TOUCH, spacing};

/// The most cells of a grid. A map that would need more gets larger cells.
const MAX_GRID_CELLS: f64 = 4_194_304.0;

/// The side of a cell where none that is positive was asked for, in pixels.
const DEFAULT_CELL: f32 = 32.0;

/// The largest side of a cell, in pixels.
const MAX_CELL: f32 = 1e38;

/// The most indices that all cells list together. Where long slanted edges would need more, cells get larger.
const MAX_INDICES: f64 = 16_777_216.0;

/// How far along a row a walk looks at once, in cells. Smaller values take more steps; larger ones visit boxes behind the first hit.
const STRETCH: f64 = 8.0;

/// How many indices one pass of a query can sort without allocating. A larger answer takes several passes.
pub(super) const PASS: usize = 64;

/// Where the cells of a query list more than so many, the answer is sorted in a list of its own: passes would take longer. No slide
/// asks for as many at once.
const MAX_SORTED_IN_PASSES: usize = 4096;

/// How many boxes may lie outside of the cells before the grid is built anew around them: so many, or a quarter of all. They
/// are listed at the border meanwhile, which makes queries there slower.
const MAX_OUTSIDE: usize = 32;

/// A box that is in no cell.
pub(super) const ABSENT: Aabb = Aabb::new(Vec2::INFINITY, Vec2::ZERO);

/// Finds boxes by place. A query visits each box once, in index order, and allocates nothing, unless thousands are near.
///
/// ```
/// use seamwalker_collide::{Aabb, Grid};
/// use seamwalker_collide::glam::Vec2;
///
/// let boxes: Vec<Aabb> = (0..10).map(|i| Aabb::new(Vec2::new(i as f32 * 20.0, 0.0), Vec2::splat(8.0))).collect();
/// let grid = Grid::new(&boxes, 32.0);
/// let mut near = Vec::new();
/// grid.visit(&Aabb::new(Vec2::new(50.0, 0.0), Vec2::splat(5.0)), |index| near.push(index));
/// assert_eq!(near, [2, 3]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Grid {
    origin: Vec2,
    cell: f32,
    /// Cells per pixel.
    per_pixel: f32,
    size: IVec2,
    /// The last column and row.
    last: Vec2,
    /// By how much boxes may be listed in the wrong place, in cells.
    margin: f32,
    /// The side of cells that was asked for.
    smallest: f32,
    rows: Vec<GridRow>,
    boxes: Vec<Aabb>,
    /// The first cell of every box.
    firsts: Vec<IVec2>,
    /// How many boxes were added that reach beyond the cells.
    outside: usize,
}

/// The lists of the cells in a row, one after the other.
#[derive(Clone, Debug, Default)]
struct GridRow {
    /// Where the list of each cell starts; then where the row ends.
    starts: Vec<u32>,
    indices: Vec<u32>,
}

impl GridRow {
    /// The lists of some cells.
    #[inline(always)]
    fn stretch(&self, from: i32, to: i32) -> &[u32] {
        &self.indices[self.starts[from as usize] as usize..self.starts[to as usize + 1] as usize]
    }

    /// Appends an index to the lists of some cells.
    fn add(&mut self, from: usize, to: usize, index: u32) {
        let mut end = self.indices.len();
        self.indices.resize(end + to - from + 1, index);
        for x in (from..=to).rev() {
            let (list_end, by) = (self.starts[x + 1] as usize, x - from + 1);
            self.indices.copy_within(list_end..end, list_end + by);
            self.indices[list_end + by - 1] = index;
            end = list_end;
        }
        for (x, start) in self.starts.iter_mut().enumerate().skip(from + 1) {
            *start += x.min(to + 1).abs_diff(from) as u32;
        }
    }

    /// Takes an index from the lists of some cells.
    fn drop(&mut self, from: usize, to: usize, index: u32) {
        let (first, end) = (self.starts[from] as usize, self.starts[to + 1] as usize);
        let mut kept = first;
        for at in first..end {
            if self.indices[at] != index {
                self.indices[kept] = self.indices[at];
                kept += 1;
            }
        }
        self.indices.drain(kept..end);
        for (x, start) in self.starts.iter_mut().enumerate().skip(from + 1) {
            *start -= x.min(to + 1).abs_diff(from) as u32;
        }
    }
}

/// By how much a box within these bounds may be listed in the wrong place: it is rounded like every number.
fn margin(bounds: &Aabb) -> f32 {
    CAST_TOUCH + 4.0 * spacing(bounds.center.abs() + bounds.half)
}

/// Estimates how many indices the cells of a grid list together.
fn listed(boxes: &[Aabb], origin: Vec2, cell: f32) -> f64 {
    let at = |p: Vec2| ((p - origin) / cell).floor();
    let cells = |b: &Aabb| (at(b.max()) - at(b.min()) + Vec2::ONE).as_dvec2();
    boxes.iter().filter(|b| b.is_valid()).map(cells).map(|size| size.x * size.y).sum()
}

impl Grid {
    /// A grid over the boxes, with cells of at least `cell` pixels, or 32 if that is not positive.
    #[must_use]
    pub fn new(boxes: &[Aabb], cell: f32) -> Self {
        Self::of(boxes.to_vec(), cell, None)
    }

    /// The same for owned boxes, without a copy of millions of them, and with cells in `area` as well. Boxes that are not valid
    /// are in no cell.
    pub(super) fn of(boxes: Vec<Aabb>, cell: f32, area: Option<Aabb>) -> Self {
        let cell = if cell > 0.0 { cell } else { DEFAULT_CELL };
        let smallest = cell;
        let corners = boxes.iter().chain(&area).filter(|b| b.is_valid()).flat_map(|b| [b.min(), b.max()]);
        let Some(bounds) = Aabb::around(corners) else {
            return Self { smallest, firsts: vec![IVec2::ZERO; boxes.len()], boxes, ..Self::default() };
        };
        let mut cell = cell;
        let size = loop {
            let size = ((bounds.size() / cell).floor() + 1.0).as_dvec2();
            let few = size.x * size.y <= MAX_GRID_CELLS;
            if few && (size == DVec2::ONE || listed(&boxes, bounds.min(), cell) <= MAX_INDICES) {
                break size.as_ivec2();
            }
            // Bounds so wide that `f32` cannot say how wide.
            if cell > MAX_CELL {
                break IVec2::ONE;
            }
            cell *= 2.0;
        };
        let (per_pixel, last) = (1.0 / cell, (size - IVec2::ONE).as_vec2());
        let origin = bounds.min();
        let margin = margin(&bounds) * per_pixel;
        let mut grid = Self { origin, cell, per_pixel, size, last, margin, smallest, boxes, ..Self::default() };
        grid.fill();
        grid
    }

    /// Counting sort of the boxes into their cells: count, find where each cell starts, fill in the indices.
    fn fill(&mut self) {
        let empty = GridRow { starts: vec![0; self.size.x as usize + 1], indices: Vec::new() };
        let mut rows = vec![empty; self.size.y as usize];
        let ranges = || self.boxes.iter().map(|b| b.is_valid().then(|| self.range(b)));
        for (from, to) in ranges().flatten() {
            each_cell(from, to, |x, y| rows[y as usize].starts[x as usize] += 1);
        }
        for row in &mut rows {
            let mut total = 0;
            row.starts.iter_mut().for_each(|start| total += core::mem::replace(start, total));
            row.indices = vec![0; total as usize];
        }
        let mut firsts = Vec::with_capacity(self.boxes.len());
        for (index, range) in (0..).zip(ranges()) {
            firsts.push(range.map_or(IVec2::ZERO, |(from, _)| from));
            let Some((from, to)) = range else { continue };
            each_cell(from, to, |x, y| {
                let GridRow { starts, indices } = &mut rows[y as usize];
                indices[starts[x as usize] as usize] = index;
                starts[x as usize] += 1;
            });
        }
        // By now, each start is where the next list starts.
        for row in &mut rows {
            row.starts.rotate_right(1);
            row.starts[0] = 0;
        }
        (self.rows, self.firsts) = (rows, firsts);
    }

    /// Whether it should be built anew: it has no cells yet, or too many boxes outside of them, or too long lists.
    pub(super) fn is_outgrown(&self) -> bool {
        let indices: usize = self.rows.iter().map(|row| row.indices.len()).sum();
        self.rows.is_empty()
            || self.outside > MAX_OUTSIDE.max(self.boxes.len() / 4)
            || indices as f64 > MAX_INDICES * 2.0
    }

    /// The same boxes in cells that suit them, and that cover `area`.
    pub(super) fn rebuilt(&mut self, area: Option<Aabb>) -> Self {
        Self::of(core::mem::take(&mut self.boxes), self.smallest, area)
    }

    /// Adds a box under an index that is not in use: one of a box that was removed, or the next one.
    pub(super) fn insert(&mut self, index: u32, aabb: Aabb) {
        let at = index as usize;
        if at >= self.boxes.len() {
            self.boxes.resize(at + 1, ABSENT);
            self.firsts.resize(at + 1, IVec2::ZERO);
        }
        self.boxes[at] = aabb;
        if self.rows.is_empty() || !aabb.is_valid() {
            return;
        }
        let (from, to) = self.range(&aabb);
        self.firsts[at] = from;
        let end = self.origin + (self.last + 1.0) * self.cell;
        if aabb.min().cmplt(self.origin).any() || aabb.max().cmpgt(end).any() {
            self.outside += 1;
            self.margin = self.margin.max(margin(&aabb) * self.per_pixel);
        }
        let rows = &mut self.rows[from.y as usize..=to.y as usize];
        rows.iter_mut().for_each(|row| row.add(from.x as usize, to.x as usize, index));
    }

    /// Removes the box with this index.
    pub(super) fn remove(&mut self, index: u32) {
        let aabb = core::mem::replace(&mut self.boxes[index as usize], ABSENT);
        if self.rows.is_empty() || !aabb.is_valid() {
            return;
        }
        let (from, to) = self.range(&aabb);
        let rows = &mut self.rows[from.y as usize..=to.y as usize];
        rows.iter_mut().for_each(|row| row.drop(from.x as usize, to.x as usize, index));
    }

    /// The cells that a box touches, first and last, clamped to the grid.
    #[inline]
    fn range(&self, area: &Aabb) -> (IVec2, IVec2) {
        // Clamped first, so that a cast rounds down. Without SSE4.1 `f32::floor` is a function call.
        let at = |p: Vec2| ((p - self.origin) * self.per_pixel).clamp(Vec2::ZERO, self.last).as_ivec2();
        (at(area.min()), at(area.max()))
    }

    /// The rows of two cells, and those between.
    #[inline(always)]
    fn rows_between(&self, from: IVec2, to: IVec2) -> &[GridRow] {
        &self.rows[from.y as usize..=to.y as usize]
    }

    /// Calls `visit` with every box that overlaps or touches `area`, in index order, each once.
    pub fn visit(&self, area: &Aabb, mut visit: impl FnMut(u32)) {
        if self.rows.is_empty() {
            return;
        }
        let (from, to) = self.range(area);
        let mut first = 0;
        // Each pass visits at most PASS indices, all larger than those before: at most boxes / PASS + 1 passes.
        loop {
            let mut sorted = [0_u32; PASS];
            let mut count = 0;
            let mut more = false;
            for row in self.rows_between(from, to) {
                // A box wider than a cell often follows itself.
                let mut before = u32::MAX;
                for &index in row.stretch(from.x, to.x) {
                    if index != before && index >= first && self.near(index, area) {
                        more |= insert(&mut sorted, &mut count, index);
                    }
                    before = index;
                }
            }
            if more && first == 0 && self.listed_in(from, to) > MAX_SORTED_IN_PASSES {
                return self.visit_sorted(area, &mut visit);
            }
            sorted[..count].iter().for_each(|index| visit(*index));
            if !more {
                return;
            }
            first = sorted[PASS - 1] + 1;
        }
    }

    /// How many entries the lists of some cells have.
    fn listed_in(&self, from: IVec2, to: IVec2) -> usize {
        self.rows_between(from, to).iter().map(|row| row.stretch(from.x, to.x).len()).sum()
    }

    /// The same by a list of all.
    fn visit_sorted(&self, area: &Aabb, visit: &mut dyn FnMut(u32)) {
        let mut found = Vec::new();
        self.visit_unordered(area, |index| found.push(index));
        found.sort_unstable();
        found.into_iter().for_each(visit);
    }

    /// The same in the order of the cells. A box in several cells is visited in the first of them that the area
    /// touches.
    #[inline]
    pub(super) fn visit_unordered(&self, area: &Aabb, mut visit: impl FnMut(u32)) {
        if self.rows.is_empty() {
            return;
        }
        let (from, to) = self.range(area);
        for (y, row) in (from.y..).zip(self.rows_between(from, to)) {
            for x in from.x..=to.x {
                for &index in row.stretch(x, x) {
                    let first = || self.firsts[index as usize].max(from);
                    if self.near(index, area) && first() == IVec2::new(x, y) {
                        visit(index);
                    }
                }
            }
        }
    }

    /// Calls `visit` with every index in the cells that `area` touches. Boxes in several cells come several times, and
    /// some boxes do not touch the area.
    #[inline(always)]
    pub(super) fn visit_cells(&self, area: &Aabb, mut visit: impl FnMut(u32)) {
        if self.rows.is_empty() {
            return;
        }
        let (from, to) = self.range(area);
        for row in self.rows_between(from, to) {
            row.stretch(from.x, to.x).iter().copied().for_each(&mut visit);
        }
    }

    /// The cells that a segment passes or almost passes. Cells at the border reach endlessly far.
    pub(super) fn walk(&self, from: DVec2, delta: DVec2) -> CellWalk<'_> {
        let per_pixel = f64::from(self.per_pixel);
        let (from, delta) = ((from - self.origin.as_dvec2()) * per_pixel, delta * per_pixel);
        let margin = DVec2::splat(f64::from(self.margin.min(0.5))).copysign(delta);
        let (tail, head) = (from - margin, from + margin);
        let step = if delta.y.is_sign_negative() { -1 } else { 1 };
        let start = tail.clamp(DVec2::ZERO, self.last.as_dvec2());
        let y = start.y as u32 as i32;
        // Fractions of the segment per row; huge where it stays in its row.
        let per_row = 1.0 / (delta.y.abs() + 1e-200);
        // The fraction at which the box enters the next row, and how much later it has left the one before.
        let next = (f64::from(y + step.max(0)) - head.y) * f64::from(step) * per_row;
        let late = 2.0 * margin.y.abs() * per_row;
        let mut walk = CellWalk {
            grid: self,
            head,
            delta,
            y,
            step,
            rows_left: self.rows.len() as i32 - 1,
            ends: [start.x; 2],
            enter: tail.x,
            leave: head.x + delta.x * (next + late),
            per_row: delta.x * per_row,
            overlap: delta.x * late + 2.0 * margin.x,
        };
        walk.end_at(1.0);
        walk
    }

    #[inline]
    fn near(&self, index: u32, area: &Aabb) -> bool {
        let b = &self.boxes[index as usize];
        let gap = (b.center - area.center).abs() - (b.half + area.half);
        gap.x <= 0.0 && gap.y <= 0.0
    }
}

/// A walk over the cells that a segment passes, row by row (after J. Amanatides and A. Woo, *A Fast Voxel Traversal Algorithm for
/// Ray Tracing*). What passes is a small box around the segment: lists and cells are rounded like every number. The unit is a cell.
pub(super) struct CellWalk<'a> {
    grid: &'a Grid,
    /// Where the corner of the box starts that enters a cell first, and its way.
    head: DVec2,
    delta: DVec2,
    y: i32,
    /// 1, or -1 backwards.
    step: i32,
    /// How many rows follow; negative after the last.
    rows_left: i32,
    /// Where the box starts and ends along x.
    ends: [f64; 2],
    /// Where it enters the cells of the row, and leaves the row.
    enter: f64,
    leave: f64,
    /// How far it gets along x from one row to the next, and while it is in both.
    per_row: f64,
    overlap: f64,
}

impl<'a> CellWalk<'a> {
    /// The lists of the next cells in which anything is, together: those of a row, or of [`STRETCH`] cells and one.
    // Not inlined, so that its loop has all registers.
    #[inline(never)]
    pub fn next_lists(&mut self) -> Option<&'a [u32]> {
        let (max, min) = (|a: f64, b: f64| if a > b { a } else { b }, |a: f64, b: f64| if a < b { a } else { b });
        let [start, end] = self.ends;
        let (left, right) = (min(start, end), max(start, end));
        while self.rows_left >= 0 {
            let to = if self.rows_left == 0 { end } else { min(max(self.leave, left), right) };
            let at = min(max(self.enter, left), right);
            let stop = min(max(to, at - STRETCH), at + STRETCH);
            let (a, b) = (at as u32 as usize, stop as u32 as usize);
            let GridRow { starts, indices } = &self.grid.rows[self.y as usize];
            let list = starts[a.min(b)] as usize..starts[a.max(b) + 1] as usize;
            if stop == to {
                self.rows_left -= 1;
                self.y += self.step;
                self.enter = self.leave - self.overlap;
                self.leave += self.per_row;
            } else {
                self.enter = stop;
            }
            if !list.is_empty() {
                return Some(&indices[list]);
            }
        }
        None
    }

    /// Ends the walk at a fraction of the segment, or a little later: fractions are rounded.
    pub fn end_at(&mut self, fraction: f32) {
        let end = self.head + self.delta * f64::from(fraction + f32::EPSILON);
        let end = end.clamp(DVec2::ZERO, self.grid.last.as_dvec2());
        self.ends[1] = end.x;
        self.rows_left = self.rows_left.min((end.y as u32 as i32 - self.y) * self.step);
    }
}

/// Calls `act` with the column and row of every cell between two, row by row.
fn each_cell(from: IVec2, to: IVec2, mut act: impl FnMut(i32, i32)) {
    for y in from.y..=to.y {
        for x in from.x..=to.x {
            act(x, y);
        }
    }
}

/// Inserts `index` into the sorted front of `list` unless it is there. A full list drops its largest index. Returns
/// whether an index was dropped, `index` included.
#[inline]
pub(super) fn insert(list: &mut [u32; PASS], count: &mut usize, index: u32) -> bool {
    if *count < PASS && list[..*count].last().is_none_or(|last| *last < index) {
        list[*count] = index;
        *count += 1;
        return false;
    }
    insert_before(list, count, index)
}

fn insert_before(list: &mut [u32; PASS], count: &mut usize, index: u32) -> bool {
    let Err(at) = list[..*count].binary_search(&index) else { return false };
    if at == PASS {
        return true;
    }
    let full = *count == PASS;
    let end = if full { PASS - 1 } else { *count };
    list.copy_within(at..end, at + 1);
    list[at] = index;
    *count = end + 1;
    full
}

#[cfg(test)]
#[path = "grid_tests.rs"]
mod tests;
