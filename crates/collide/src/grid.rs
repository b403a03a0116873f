//! A uniform grid of boxes in flat arrays: where each cell starts, and the indices of its boxes.

use alloc::vec;
use alloc::vec::Vec;

use glam::{IVec2, Vec2};

use crate::shape::Aabb;

/// The most cells of a grid. A map that would need more gets larger cells.
const MAX_GRID_CELLS: i64 = 1 << 22;

/// The most indices that all cells list together. Where long slanted edges would need more, cells get larger.
const MAX_INDICES: f64 = 16_777_216.0;

/// How many indices one pass of a query can sort without allocating. A larger answer takes several passes.
pub(super) const PASS: usize = 64;

/// Finds boxes by place. A query visits each box once, in index order, and allocates nothing.
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
    starts: Vec<u32>,
    indices: Vec<u32>,
    boxes: Vec<Aabb>,
    /// The first cell of every box.
    firsts: Vec<IVec2>,
}

/// Estimates how many indices the cells of a grid list together.
fn listed(boxes: &[Aabb], origin: Vec2, cell: f32) -> f64 {
    let at = |p: Vec2| ((p - origin) / cell).floor();
    let cells = |b: &Aabb| (at(b.max()) - at(b.min()) + Vec2::ONE).as_dvec2();
    boxes.iter().map(cells).map(|size| size.x * size.y).sum()
}

impl Grid {
    /// A grid over the boxes, with cells of at least `cell` pixels.
    #[must_use]
    pub fn new(boxes: &[Aabb], cell: f32) -> Self {
        Self::of(boxes.to_vec(), cell)
    }

    /// The same for owned boxes, without a copy of millions of them.
    pub(super) fn of(boxes: Vec<Aabb>, cell: f32) -> Self {
        let Some(bounds) = Aabb::around(boxes.iter().flat_map(|b| [b.min(), b.max()])) else {
            return Self::default();
        };
        let mut cell = cell;
        let size = loop {
            let size = (bounds.size() / cell).floor().as_ivec2() + IVec2::ONE;
            let few = i64::from(size.x) * i64::from(size.y) <= MAX_GRID_CELLS;
            if few && (size == IVec2::ONE || listed(&boxes, bounds.min(), cell) <= MAX_INDICES) {
                break size;
            }
            cell *= 2.0;
        };
        let (per_pixel, last) = (1.0 / cell, (size - IVec2::ONE).as_vec2());
        let mut grid = Self { origin: bounds.min(), cell, per_pixel, size, last, boxes, ..Self::default() };
        grid.fill();
        grid
    }

    /// Counting sort of the boxes into their cells: count, find where each cell starts, fill in the indices.
    fn fill(&mut self) {
        let cells = (self.size.x * self.size.y) as usize;
        let mut starts = vec![0_u32; cells + 1];
        for (from, to) in self.boxes.iter().map(|b| self.range(b)) {
            self.each_cell(from, to, |cell| starts[cell + 1] += 1);
        }
        for i in 0..cells {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut indices = vec![0; starts[cells] as usize];
        let mut firsts = Vec::with_capacity(self.boxes.len());
        for (index, (from, to)) in (0_u32..).zip(self.boxes.iter().map(|b| self.range(b))) {
            firsts.push(from);
            self.each_cell(from, to, |cell| {
                indices[next[cell] as usize] = index;
                next[cell] += 1;
            });
        }
        self.firsts = firsts;
        self.starts = starts;
        self.indices = indices;
    }

    /// The cells that a box touches, first and last, clamped to the grid.
    #[inline]
    fn range(&self, area: &Aabb) -> (IVec2, IVec2) {
        // Clamped first, so that a cast rounds down. Without SSE4.1 `f32::floor` is a function call.
        let at = |p: Vec2| ((p - self.origin) * self.per_pixel).clamp(Vec2::ZERO, self.last).as_ivec2();
        (at(area.min()), at(area.max()))
    }

    fn each_cell(&self, from: IVec2, to: IVec2, mut act: impl FnMut(usize)) {
        for y in from.y..=to.y {
            for x in from.x..=to.x {
                act((y * self.size.x + x) as usize);
            }
        }
    }

    /// Calls `visit` with every box that overlaps or touches `area`, in index order, each once.
    pub fn visit(&self, area: &Aabb, mut visit: impl FnMut(u32)) {
        if self.boxes.is_empty() {
            return;
        }
        let (from, to) = self.range(area);
        let mut first = 0;
        // Each pass visits at most PASS indices, all larger than those before: at most boxes / PASS + 1 passes.
        loop {
            let mut sorted = [0_u32; PASS];
            let mut count = 0;
            let mut more = false;
            self.each_cell(from, to, |cell| {
                let (start, end) = (self.starts[cell] as usize, self.starts[cell + 1] as usize);
                for &index in &self.indices[start..end] {
                    if index >= first && self.near(index, area) {
                        more |= insert(&mut sorted, &mut count, index);
                    }
                }
            });
            sorted[..count].iter().copied().for_each(&mut visit);
            if !more {
                return;
            }
            first = sorted[PASS - 1] + 1;
        }
    }

    /// The same in the order of the cells. A box in several cells is visited in the first of them that the area
    /// touches.
    #[inline]
    pub fn visit_unordered(&self, area: &Aabb, mut visit: impl FnMut(u32)) {
        if self.boxes.is_empty() {
            return;
        }
        let (from, to) = self.range(area);
        for y in from.y..=to.y {
            for x in from.x..=to.x {
                let cell = (y * self.size.x + x) as usize;
                for &index in &self.indices[self.starts[cell] as usize..self.starts[cell + 1] as usize] {
                    if self.near(index, area) {
                        let first = self.firsts[index as usize];
                        if (first.x.max(from.x), first.y.max(from.y)) == (x, y) {
                            visit(index);
                        }
                    }
                }
            }
        }
    }

    /// Calls `visit` with every index in the cells that `area` touches. Boxes in several cells come several times, and
    /// some boxes do not touch the area.
    #[inline(always)]
    pub(super) fn visit_cells(&self, area: &Aabb, mut visit: impl FnMut(u32)) {
        if self.boxes.is_empty() {
            return;
        }
        let (from, to) = self.range(area);
        // The lists of cells in a row are adjacent in memory.
        for y in from.y..=to.y {
            let row = (y * self.size.x) as usize;
            let (first, end) = (self.starts[row + from.x as usize], self.starts[row + to.x as usize + 1]);
            self.indices[first as usize..end as usize].iter().copied().for_each(&mut visit);
        }
    }

    #[inline]
    fn near(&self, index: u32, area: &Aabb) -> bool {
        let b = &self.boxes[index as usize];
        let gap = (b.center - area.center).abs() - (b.half + area.half);
        gap.x <= 0.0 && gap.y <= 0.0
    }

    /// Calls `visit` with every cell that touches `area` and how many boxes it lists; for drawing.
    pub fn cells(&self, area: &Aabb, mut visit: impl FnMut(Aabb, u32)) {
        if self.boxes.is_empty() {
            return;
        }
        let (from, to) = self.range(area);
        let half = Vec2::splat(self.cell * 0.5);
        for y in from.y..=to.y {
            for x in from.x..=to.x {
                let cell = IVec2::new(x, y);
                self.each_cell(cell, cell, |i| {
                    let center = self.origin + cell.as_vec2() * self.cell + half;
                    visit(Aabb::new(center, half), self.starts[i + 1] - self.starts[i]);
                });
            }
        }
    }
}

/// Inserts `index` into the sorted front of `list` unless it is there. A full list drops its largest index. Returns
/// whether an index was dropped, `index` included.
pub(super) fn insert(list: &mut [u32; PASS], count: &mut usize, index: u32) -> bool {
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
mod tests {
    use super::*;

    fn squares(n: u16) -> Vec<Aabb> {
        (0..n)
            .map(|i| Aabb::new(Vec2::new(f32::from(i * 37 % 101), f32::from(i * 53 % 89)), Vec2::splat(3.0)))
            .collect()
    }

    #[test]
    fn a_query_matches_a_full_search_in_index_order() {
        let boxes = squares(400);
        let grid = Grid::new(&boxes, 8.0);
        for area in squares(50).iter().map(|b| b.grown(20.0)) {
            let mut got = Vec::new();
            grid.visit(&area, |i| got.push(i));
            let mut unordered = Vec::new();
            grid.visit_unordered(&area, |i| unordered.push(i));
            unordered.sort_unstable();
            assert_eq!(got, unordered, "each once");
            let touches = |b: &Aabb| area.grown(0.001).overlaps(b);
            let want: Vec<u32> = (0..400).filter(|&i| touches(&boxes[i as usize])).collect();
            assert_eq!(got, want);
        }
    }

    #[test]
    fn an_empty_grid_and_a_huge_one_answer() {
        Grid::new(&[], 32.0).visit(&Aabb::default(), |_| panic!("nothing is there"));
        let far = [Aabb::default(), Aabb::new(Vec2::splat(1e7), Vec2::ONE)];
        let grid = Grid::new(&far, 32.0);
        let mut got = Vec::new();
        grid.visit(&Aabb::new(Vec2::splat(5e6), Vec2::splat(1e9)), |i| got.push(i));
        assert_eq!(got, [0, 1]);
    }
}
