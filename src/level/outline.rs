//! From solid cells to outlines, in whole numbers: what two cells cover from both sides of their border is a seam and
//! vanishes, what is left is linked into loops and straightened.
//!
//! The idea is that of edge cancelling: the border of a union of cells is the sum of the cells' borders as directed edges,
//! where an edge and its reverse cancel (the boundary operator of a cellular chain; tile engines know it as "merging tile
//! edges"). Here it is done in four steps.
//!
//! 1. A [`CellShape`] holds what a cell covers of each of its four borders, as intervals, and its edges inside the cell.
//! 2. [`steps`] goes through the cells row by row. On each border the intervals of both neighbours are subtracted from each
//!    other; the differences, and all inner edges, are directed steps with the solid on their right.
//! 3. [`link`] joins steps into loops. Where several meet it turns right as sharply as it can, so that two solids that
//!    touch at a corner stay two loops.
//! 4. [`straighten`] drops corners that are none, starts every loop at its first corner in reading order; the loops are
//!    sorted. So the result depends on the cells alone.

use std::collections::BTreeMap;
use std::ops::Range;

use super::geometry::{Point, Polygon, bounds, convex_parts, edges, rectangle, union};

/// How far from the straight line a dropped corner may lie, in units of 1/256 px, on slopes. Slopes whose corners are not
/// multiples of 1/256 px (thirds of a tile) come in bends of one unit. Zero would cut such a slope into one run per tile.
pub const BEND: i32 = 1;

/// Two directions run along each other when the sine between them is at most about twice one part in this. Smaller numbers
/// take gentle slopes for one line; larger ones do not know the bends of short slopes again.
const PARALLEL: i64 = 64;

/// The part of a border that is covered: from, to.
type Interval = Range<i32>;

/// A directed edge with the solid to its right.
pub type Step = (Point, Point);

/// What one cell covers, relative to its upper left corner.
///
/// ```
/// use seamwalker::level::geometry::Point;
/// use seamwalker::level::outline::CellShape;
///
/// let size = Point::new(16 * 256, 16 * 256);
/// assert!(CellShape::full(size).is_full(size));
/// let slope = vec![Point::new(0, size.y), Point::new(size.x, 0), size];
/// assert!(!CellShape::new(size, &[slope]).is_full(size));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellShape {
    /// What it covers of the left, right, top and bottom border, in order and apart from each other.
    borders: [Vec<Interval>; 4],
    /// Edges inside the cell.
    inner: Vec<Step>,
    /// Convex polygons that cover the same; they may overlap.
    parts: Vec<Polygon>,
}

/// The index of a border.
const LEFT: usize = 0;
const RIGHT: usize = 1;
const TOP: usize = 2;
const BOTTOM: usize = 3;

impl CellShape {
    /// A cell of this size (in units) that is covered whole.
    #[must_use]
    pub fn full(size: Point) -> Self {
        Self::new(size, &[rectangle(Point::default(), size)])
    }

    /// The shape of simple clockwise polygons within a cell of this size.
    #[must_use]
    pub fn new(size: Point, polygons: &[Polygon]) -> Self {
        let parts = polygons.iter().flat_map(|p| convex_parts(p)).collect();
        Self::from_parts(size, polygons, parts)
    }

    /// The same, for polygons whose convex parts are already known.
    #[must_use]
    pub fn from_parts(size: Point, polygons: &[Polygon], parts: Vec<Polygon>) -> Self {
        let mut shape = Self { parts, ..Self::default() };
        match polygons {
            [single] => shape.add_border(size, single),
            several => union(several).iter().for_each(|p| shape.add_border(size, p)),
        }
        shape.borders.iter_mut().for_each(|border| *border = merged(std::mem::take(border)));
        shape
    }

    /// Sorts the edges of one loop into the four borders and the inside.
    fn add_border(&mut self, size: Point, polygon: &[Point]) {
        for (a, b) in edges(polygon) {
            match () {
                () if a.x == 0 && b.x == 0 => self.borders[LEFT].push(b.y..a.y),
                () if a.x == size.x && b.x == size.x => self.borders[RIGHT].push(a.y..b.y),
                () if a.y == 0 && b.y == 0 => self.borders[TOP].push(a.x..b.x),
                () if a.y == size.y && b.y == size.y => self.borders[BOTTOM].push(b.x..a.x),
                () => self.inner.push((a, b)),
            }
        }
    }

    /// Whether the whole cell is covered.
    #[must_use]
    pub fn is_full(&self, size: Point) -> bool {
        let whole = |border: &Vec<Interval>, length: i32| border.len() == 1 && border[0] == (0..length);
        self.inner.is_empty()
            && whole(&self.borders[LEFT], size.y)
            && whole(&self.borders[RIGHT], size.y)
            && whole(&self.borders[TOP], size.x)
            && whole(&self.borders[BOTTOM], size.x)
    }

    /// Convex polygons that cover the same.
    #[must_use]
    pub fn parts(&self) -> &[Polygon] {
        &self.parts
    }
}

/// Intervals in order, with those that touch joined.
fn merged(mut intervals: Vec<Interval>) -> Vec<Interval> {
    intervals.sort_unstable_by_key(|i| i.start);
    let mut result: Vec<Interval> = Vec::with_capacity(intervals.len());
    for interval in intervals {
        match result.last_mut() {
            Some(last) if interval.start <= last.end => last.end = last.end.max(interval.end),
            _ => result.push(interval),
        }
    }
    result
}

/// The parts of `from` that `minus` does not cover; both in order.
fn difference(from: &[Interval], minus: &[Interval], mut emit: impl FnMut(i32, i32)) {
    for interval in from {
        let mut at = interval.start;
        for hole in minus.iter().filter(|m| m.start < interval.end && m.end > interval.start) {
            if hole.start > at {
                emit(at, hole.start);
            }
            at = at.max(hole.end);
        }
        if at < interval.end {
            emit(at, interval.end);
        }
    }
}

/// How many pairs of edges unions may still compare. It keeps a map that is made to be slow from being so.
#[derive(Clone, Copy, Debug)]
pub struct Effort(pub u64);

impl Effort {
    /// Pays for a union of polygons with so many edges in all; `None` when too little is left.
    pub fn spend(&mut self, edges: usize) -> Option<()> {
        let edges = edges as u64;
        self.0 = self.0.checked_sub(edges.checked_mul(edges)?)?;
        Some(())
    }
}

/// A shape in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placed {
    /// The row of the cell; may be negative.
    pub row: i32,
    /// The column of the cell; may be negative.
    pub column: i32,
    /// Index into [`Cells::shapes`].
    pub shape: u32,
}

/// Shapes in the cells of one grid.
#[derive(Clone, Debug)]
pub struct Cells {
    size: Point,
    origin: Point,
    shapes: Vec<CellShape>,
    placed: Vec<Placed>,
}

impl Cells {
    /// A grid with cells of `size`, cell (0, 0) at `origin`, both in units. Where several shapes share a cell, their union
    /// counts; the order of `placed` does not. `None` when the unions take more effort than there is.
    #[must_use]
    pub fn new(
        size: Point,
        origin: Point,
        shapes: Vec<CellShape>,
        mut placed: Vec<Placed>,
        effort: &mut Effort,
    ) -> Option<Self> {
        placed.sort_unstable();
        placed.dedup();
        let mut cells = Self { size, origin, shapes, placed: Vec::with_capacity(placed.len()) };
        let mut unions = BTreeMap::new();
        for stack in placed.chunk_by(|a, b| (a.row, a.column) == (b.row, b.column)) {
            let shape = if stack.len() == 1 { stack[0].shape } else { cells.stacked(stack, &mut unions, effort)? };
            cells.placed.push(Placed { shape, ..stack[0] });
        }
        Some(cells)
    }

    /// The shape that several shapes in one cell make together. Stacks that were seen before are looked up.
    fn stacked(&mut self, stack: &[Placed], unions: &mut BTreeMap<Vec<u32>, u32>, effort: &mut Effort) -> Option<u32> {
        let key: Vec<u32> = stack.iter().map(|p| p.shape).collect();
        if let Some(full) = key.iter().find(|i| self.shapes[**i as usize].is_full(self.size)) {
            return Some(*full);
        }
        if let Some(known) = unions.get(&key) {
            return Some(*known);
        }
        let parts: Vec<Polygon> = key.iter().flat_map(|i| self.shapes[*i as usize].parts.clone()).collect();
        effort.spend(parts.iter().map(Vec::len).sum())?;
        self.shapes.push(CellShape::from_parts(self.size, &parts.clone(), parts));
        let made = u32::try_from(self.shapes.len() - 1).ok()?;
        unions.insert(key, made);
        Some(made)
    }

    /// The size of a cell, in units.
    #[must_use]
    pub const fn size(&self) -> Point {
        self.size
    }

    /// The shapes that cells refer to.
    #[must_use]
    pub fn shapes(&self) -> &[CellShape] {
        &self.shapes
    }

    /// The cells that are not empty, row by row.
    #[must_use]
    pub fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// The upper left corner of a cell, in units.
    #[must_use]
    pub const fn corner(&self, column: i32, row: i32) -> Point {
        Point::new(self.origin.x + column * self.size.x, self.origin.y + row * self.size.y)
    }

    /// The cell that holds a point that is given in half units (so that the middle of an edge is exact).
    #[allow(
        clippy::cast_possible_truncation,
        reason = "no place is farther than 2^30 units, no cell smaller than a pixel"
    )]
    const fn cell_at(&self, twice: (i64, i64)) -> (i32, i32) {
        let column = (twice.0 - 2 * self.origin.x as i64).div_euclid(2 * self.size.x as i64);
        let row = (twice.1 - 2 * self.origin.y as i64).div_euclid(2 * self.size.y as i64);
        (column as i32, row as i32)
    }

    /// What lies in a cell.
    fn at(&self, column: i32, row: i32) -> Option<&CellShape> {
        let found = self.placed.binary_search_by_key(&(row, column), |p| (p.row, p.column)).ok()?;
        self.shapes.get(self.placed[found].shape as usize)
    }

    /// Calls `visit` with every convex part in the cells that touch the box between two points, in place.
    pub fn parts_near(&self, min: Point, max: Point, mut visit: impl FnMut(Polygon)) {
        let twice = |p: Point, by: i64| (2 * i64::from(p.x) + by, 2 * i64::from(p.y) + by);
        let (first, last) = (self.cell_at(twice(min, -1)), self.cell_at(twice(max, 1)));
        for row in first.1..=last.1 {
            let from = self.placed.partition_point(|p| (p.row, p.column) < (row, first.0));
            let cells = self.placed[from..].iter().take_while(|p| p.row == row && p.column <= last.0);
            for cell in cells {
                let corner = self.corner(cell.column, cell.row);
                for part in &self.shapes[cell.shape as usize].parts {
                    visit(part.iter().map(|p| p.plus(corner)).collect());
                }
            }
        }
    }

    /// The cells on the inner side of an edge, in the order of the edge, as column and row.
    #[must_use]
    pub fn along(&self, (a, b): Step) -> Vec<(i32, i32)> {
        let way = b.from(a);
        let mut cuts = vec![(0, 1), (1, 1)];
        cuts.extend(crossings(a.x, b.x, self.origin.x, self.size.x));
        cuts.extend(crossings(a.y, b.y, self.origin.y, self.size.y));
        cuts.sort_unstable_by(|p, q| compare(*p, *q));
        let mut cells = Vec::new();
        for pair in cuts.windows(2) {
            if compare(pair[0], pair[1]).is_eq() {
                continue;
            }
            // Twice the middle of this part; one half unit to the right where the edge lies on a border.
            let middle = |a: i32, d: i32| -> i64 {
                let part = |(n, den): Fraction| i128::from(d) * i128::from(n) / i128::from(den);
                2 * i64::from(a) + i64::try_from(part(pair[0]) + part(pair[1])).unwrap_or(0)
            };
            let inwards = (
                if way.x == 0 { -i64::from(way.y.signum()) } else { 0 },
                if way.y == 0 { i64::from(way.x.signum()) } else { 0 },
            );
            let cell = self.cell_at((middle(a.x, way.x) + inwards.0, middle(a.y, way.y) + inwards.1));
            if self.at(cell.0, cell.1).is_some() && cells.last() != Some(&cell) {
                cells.push(cell);
            }
        }
        cells
    }
}

/// A part of an edge: numerator, denominator (positive).
pub(super) type Fraction = (i64, i64);

/// Exact comparison of two fractions.
pub(super) fn compare(p: Fraction, q: Fraction) -> std::cmp::Ordering {
    (i128::from(p.0) * i128::from(q.1)).cmp(&(i128::from(q.0) * i128::from(p.1)))
}

/// Where the way from `a` to `b` crosses the lines of a grid, as parts of the way.
fn crossings(a: i32, b: i32, origin: i32, size: i32) -> impl Iterator<Item = Fraction> {
    let (a, b) = (i64::from(a) - i64::from(origin), i64::from(b) - i64::from(origin));
    let size = i64::from(size);
    let (low, high) = (a.min(b), a.max(b));
    let lines = low.div_euclid(size) + 1..=(high - 1).div_euclid(size);
    lines.filter(move |_| a != b).map(move |k| ((k * size - a) * (b - a).signum(), (b - a).abs()))
}

/// The directed edges that are left of all cells once seams are gone.
#[must_use]
pub fn steps(cells: &Cells) -> Vec<Step> {
    let list = &cells.placed;
    let mut steps = Vec::with_capacity(list.len());
    let shape = |p: &Placed| &cells.shapes[p.shape as usize];
    // The neighbours above and below move along with the cell, so that each row is read three times and never searched.
    let (mut above, mut below) = (0, 0);
    for (i, cell) in list.iter().enumerate() {
        let here = shape(cell);
        let corner = cells.corner(cell.column, cell.row);
        let far = corner.plus(cells.size);
        let find = |at: &mut usize, row: i32| {
            while *at < list.len() && (list[*at].row, list[*at].column) < (row, cell.column) {
                *at += 1;
            }
            list.get(*at).filter(|p| p.row == row && p.column == cell.column).map(shape)
        };
        let beside = |k: Option<usize>, column: i32| {
            let neighbour = k.and_then(|k| list.get(k));
            neighbour.filter(|p| p.row == cell.row && p.column == column).map(shape)
        };
        vertical(&mut steps, corner, beside(i.checked_sub(1), cell.column - 1), Some(here));
        if beside(Some(i + 1), cell.column + 1).is_none() {
            vertical(&mut steps, Point::new(far.x, corner.y), Some(here), None);
        }
        horizontal(&mut steps, corner, find(&mut above, cell.row - 1), Some(here));
        if find(&mut below, cell.row + 1).is_none() {
            horizontal(&mut steps, Point::new(corner.x, far.y), Some(here), None);
        }
        steps.extend(here.inner.iter().map(|(a, b)| (a.plus(corner), b.plus(corner))));
    }
    steps
}

/// What is left of the border between a cell to the west and one to the east; `top` is its upper end.
fn vertical(steps: &mut Vec<Step>, top: Point, west: Option<&CellShape>, east: Option<&CellShape>) {
    let west = west.map_or(&[][..], |s| &s.borders[RIGHT]);
    let east = east.map_or(&[][..], |s| &s.borders[LEFT]);
    if west != east {
        let at = |y: i32| Point::new(top.x, top.y + y);
        difference(west, east, |from, to| steps.push((at(from), at(to))));
        difference(east, west, |from, to| steps.push((at(to), at(from))));
    }
}

/// What is left of the border between a cell above and one below; `left` is its left end.
fn horizontal(steps: &mut Vec<Step>, left: Point, above: Option<&CellShape>, below: Option<&CellShape>) {
    let above = above.map_or(&[][..], |s| &s.borders[BOTTOM]);
    let below = below.map_or(&[][..], |s| &s.borders[TOP]);
    if above != below {
        let at = |x: i32| Point::new(left.x + x, left.y);
        difference(below, above, |from, to| steps.push((at(from), at(to))));
        difference(above, below, |from, to| steps.push((at(to), at(from))));
    }
}

/// Joins directed edges into loops; at a point where several begin, the sharpest turn to the right is taken.
#[must_use]
pub fn link(mut steps: Vec<Step>) -> Vec<Polygon> {
    steps.sort_unstable();
    let mut used = vec![false; steps.len()];
    let mut loops = Vec::new();
    for first in 0..steps.len() {
        if used[first] {
            continue;
        }
        let mut polygon = Vec::new();
        let mut at = first;
        // Every round uses up a step.
        loop {
            used[at] = true;
            polygon.push(steps[at].0);
            let fresh = |i: &usize| !used[*i] || *i == first;
            match sharpest(&steps, steps[at], starting(&steps, steps[at].1).filter(fresh)) {
                Some(next) if next != first => at = next,
                _ => break,
            }
        }
        loops.push(polygon);
    }
    loops
}

/// The steps that begin at a point, by their index in the sorted list.
fn starting(steps: &[Step], at: Point) -> Range<usize> {
    let from = steps.partition_point(|s| s.0 < at);
    let count = steps[from..].iter().take_while(|s| s.0 == at).count();
    from..from + count
}

/// Of several ways to go on, the one that turns right most.
fn sharpest(steps: &[Step], (a, b): Step, candidates: impl Iterator<Item = usize>) -> Option<usize> {
    let way = b.from(a);
    let direction = |i: usize| steps[i].1.from(steps[i].0);
    // 2: to the right, 1: straight on, 0: to the left, -1: back.
    let rank = |d: Point| match way.cross(d).signum() {
        1 => 2,
        0 if way.dot(d) > 0 => 1,
        0 => -1,
        _ => 0,
    };
    candidates.reduce(|best, other| {
        let (p, q) = (direction(best), direction(other));
        let sharper = rank(q) > rank(p) || (rank(q) == rank(p) && p.cross(q) > 0);
        if sharper { other } else { best }
    })
}

/// Drops the corners of a loop that are none and begins it at its first corner in reading order (which never lies on a
/// straight run, for it is an outermost one).
#[must_use]
pub fn straighten(polygon: &[Point]) -> Polygon {
    let n = polygon.len();
    let is_corner = |i: &usize| {
        let (a, b, c) = (polygon[(i + n - 1) % n], polygon[*i], polygon[(i + 1) % n]);
        b.from(a).cross(c.from(b)) != 0 || b.from(a).dot(c.from(b)) < 0
    };
    let mut corners: Polygon = (0..n).filter(is_corner).map(|i| polygon[i]).collect();
    let m = corners.len();
    let turned = |i: usize| (0..m).map(|k| corners[(i + k) % m]).collect::<Vec<_>>();
    let smallest = corners.iter().min().copied();
    let starts = (0..m).filter(|&i| Some(corners[i]) == smallest);
    let Some(first) = starts.min_by_key(|&i| turned(i)) else { return corners };
    corners.rotate_left(first);
    let Some(&start) = corners.first() else { return corners };
    corners.push(start);
    let mut corners = without_bends(&corners);
    corners.pop();
    corners
}

/// Drops the corners of a line that lie on the straight way between those that stay, but for rounding; both ends stay.
/// Edges along an axis are exact and never bent.
#[must_use]
pub fn without_bends(line: &[Point]) -> Vec<Point> {
    let Some((&first, rest)) = line.split_first() else { return Vec::new() };
    let slanted = |d: Point| d.x != 0 && d.y != 0;
    let mut kept = vec![first];
    // The directions from the last kept corner that pass all dropped ones closely enough: from, to (clockwise).
    let mut cone: Option<(Point, Point)> = None;
    for pair in rest.windows(2) {
        let (at, b, c) = (kept[kept.len() - 1], pair[0], pair[1]);
        let (way, on) = (b.from(at), c.from(b));
        let straight = c.from(at);
        let (low, high) = narrowed(cone, way);
        let within = low.cross(straight) >= 0 && straight.cross(high) >= 0;
        cone = Some((low, high));
        if !(slanted(way) && slanted(on) && way.dot(on) > 0 && within) {
            kept.push(b);
            cone = None;
        }
    }
    kept.extend(rest.last());
    kept
}

/// The cone of directions that also pass within [`BEND`] of `way`; it may turn inside out, then no direction does.
fn narrowed(cone: Option<(Point, Point)>, way: Point) -> (Point, Point) {
    let aside = if way.x.abs() >= way.y.abs() { Point::new(0, BEND) } else { Point::new(BEND, 0) };
    let (p, q) = (way.plus(aside), way.from(aside));
    let (mut low, mut high) = if p.cross(q) >= 0 { (p, q) } else { (q, p) };
    if let Some((known_low, known_high)) = cone {
        low = if low.cross(known_low) > 0 { known_low } else { low };
        high = if high.cross(known_high) < 0 { known_high } else { high };
    }
    (low, high)
}

/// The outline of everything solid: grids of cells, and free polygons (simple, clockwise) that are united with them.
/// Loops are clockwise around solids, the other way round holes, straight, in reading order.
///
/// ```
/// use seamwalker::level::geometry::Point;
/// use seamwalker::level::outline::{CellShape, Cells, Effort, Placed, outline};
///
/// // Two full cells of 16 px side by side: the seam between them is gone.
/// let size = Point::new(16 * 256, 16 * 256);
/// let placed = vec![Placed { row: 0, column: 0, shape: 0 }, Placed { row: 0, column: 1, shape: 0 }];
/// let cells = Cells::new(size, Point::default(), vec![CellShape::full(size)], placed, &mut Effort(1000)).unwrap();
/// let loops = outline(&[cells], &[]);
/// assert_eq!((loops.len(), loops[0].len()), (1, 4), "one loop of four corners");
/// ```
#[must_use]
pub fn outline(grids: &[Cells], free: &[Polygon]) -> Vec<Polygon> {
    let mut loops: Vec<Vec<Polygon>> = grids.iter().map(|cells| link(steps(cells))).collect();
    loops.extend(free.iter().map(|p| vec![p.clone()]));
    loops.retain(|l| !l.is_empty());
    let joined = if loops.len() > 1 { united(loops) } else { loops.into_iter().flatten().collect() };
    let mut result: Vec<Polygon> = joined.iter().map(|l| straighten(l)).filter(|l| l.len() > 2).collect();
    result.sort_unstable();
    result
}

/// The union of the loops of several sources. Loops that are far from all other sources stay as they are.
fn united(sources: Vec<Vec<Polygon>>) -> Vec<Polygon> {
    let boxes: Vec<(Point, Point)> = sources
        .iter()
        .map(|s| bounds(&s.iter().flat_map(|p| <[Point; 2]>::from(bounds(p))).collect::<Vec<_>>()))
        .collect();
    let overlap =
        |p: &(Point, Point), q: &(Point, Point)| p.0.x <= q.1.x && q.0.x <= p.1.x && p.0.y <= q.1.y && q.0.y <= p.1.y;
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for (i, source) in sources.into_iter().enumerate() {
        let others: Vec<_> = (0..boxes.len()).filter(|k| *k != i && overlap(&boxes[*k], &boxes[i])).collect();
        for polygon in source {
            let own = bounds(&polygon);
            let touched = others.iter().any(|k| overlap(&boxes[*k], &own));
            if touched { near.push(polygon) } else { far.push(polygon) }
        }
    }
    if near.is_empty() {
        return far;
    }
    // Links are made anew, so that what touches at corners stays apart no matter where it came from.
    let all = union(&near).into_iter().chain(far);
    link(all.flat_map(|p| edges(&p).collect::<Vec<_>>()).collect())
}

/// The upper sides of loops, and lines that are drawn by hand (edges to the right), as open lines from left to right,
/// without what solid parts cover. `solids` calls back with every convex solid part near a box.
#[must_use]
pub fn upper_sides(
    loops: &[Polygon],
    drawn: &[Step],
    solids: impl Fn(Point, Point, &mut dyn FnMut(&[Point])),
) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let upper = loops.iter().flat_map(|l| edges(l)).filter(|(a, b)| b.x > a.x);
    for (a, b) in upper.chain(drawn.iter().copied()) {
        let (min, max) = bounds(&[a, b]);
        let mut covered = Vec::new();
        solids(min, max, &mut |part| covered.extend(inside(a, b, part, 0)));
        covered.sort_unstable_by(|p, q| compare(p.0, q.0).then(compare(p.1, q.1)));
        free_parts(a, b, &covered, &mut pieces);
    }
    let mut lines = open_lines(pieces);
    lines.sort_unstable();
    lines
}

/// Which part of a segment lies within a convex clockwise polygon, its border included: from, to. Both are parts of the way.
/// Sides that the segment runs along count as lying `along` units farther out.
pub(super) fn inside(a: Point, b: Point, polygon: &[Point], along: i32) -> Option<(Fraction, Fraction)> {
    let way = b.from(a);
    let length = |p: Point| i64::from(p.x.abs()) + i64::from(p.y.abs());
    let (mut from, mut to) = ((0, 1), (1, 1));
    for (p, q) in edges(polygon) {
        let edge = q.from(p);
        // Inside is to the right of every edge: cross >= 0.
        let (mut start, change) = (edge.cross(a.from(p)), edge.cross(way));
        if change.abs() <= length(edge) * length(way) / PARALLEL {
            start += i64::from(along) * length(edge);
        }
        match change.signum() {
            0 if start < 0 => return None,
            0 => {}
            1 if compare((-start, change), from).is_gt() => from = (-start, change),
            -1 if compare((start, -change), to).is_lt() => to = (start, -change),
            _ => {}
        }
    }
    compare(from, to).is_lt().then_some((from, to))
}

/// What is left of a segment without the covered parts (which are in order).
fn free_parts(a: Point, b: Point, covered: &[(Fraction, Fraction)], pieces: &mut Vec<Step>) {
    let mut at = (0, 1);
    for (from, to) in covered.iter().copied().chain([((1, 1), (1, 1))]) {
        if compare(at, from).is_lt() {
            let (start, end) = (part_of(a, b, at), part_of(a, b, from));
            if start.x < end.x {
                pieces.push((start, end));
            }
        }
        if compare(at, to).is_lt() {
            at = to;
        }
    }
}

/// The point at a part of a segment, rounded to the nearest unit.
pub(super) fn part_of(a: Point, b: Point, (n, d): Fraction) -> Point {
    let way = b.from(a);
    let along = |w: i32| {
        let (n, d) = (i128::from(n) * i128::from(w), i128::from(d));
        i32::try_from((2 * n + d).div_euclid(2 * d)).unwrap_or(0)
    };
    Point::new(a.x + along(way.x), a.y + along(way.y))
}

/// Joins edges that run to the right into lines, straightened.
fn open_lines(mut pieces: Vec<Step>) -> Vec<Vec<Point>> {
    pieces.sort_unstable();
    pieces.dedup();
    let mut used = vec![false; pieces.len()];
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    // From the left, so that a line is found from its beginning.
    order.sort_by_key(|&i| (pieces[i].0.x, pieces[i].0.y));
    let mut lines = Vec::new();
    for first in order {
        if used[first] {
            continue;
        }
        let mut line = vec![pieces[first].0];
        let mut at = Some(first);
        while let Some(i) = at {
            used[i] = true;
            line.push(pieces[i].1);
            at = sharpest(&pieces, pieces[i], starting(&pieces, pieces[i].1).filter(|k| !used[*k]));
        }
        lines.push(straightened_line(&line));
    }
    lines
}

/// Drops the corners of an open line that are none.
#[must_use]
pub fn straightened_line(line: &[Point]) -> Vec<Point> {
    let turns = |w: &&[Point]| {
        let (way, on) = (w[1].from(w[0]), w[2].from(w[1]));
        way.cross(on) != 0 || way.dot(on) < 0
    };
    let inner = line.windows(3).filter(turns).map(|w| w[1]);
    let corners: Vec<Point> = line.first().copied().into_iter().chain(inner).chain(line.last().copied()).collect();
    without_bends(&corners)
}

/// How many convex parts the cells make: what a caller checks before it asks for them.
#[must_use]
pub fn piece_count(cells: &Cells) -> usize {
    cells.placed.iter().map(|p| cells.shapes[p.shape as usize].parts.len()).sum()
}
