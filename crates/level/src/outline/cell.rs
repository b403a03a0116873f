//! The outline within one cell: the covered parts of its four borders, and the lines through its inside.

use std::ops::Range;

use super::faces::{follow, joined};
use crate::geometry::{Point, Polygon, convex_parts, edges, rectangle, union};

/// A covered part of a border: from, to.
pub(super) type Interval = Range<i32>;

/// The area that one cell covers, relative to its upper left corner.
///
/// ```
/// use seamwalker_level::geometry::Point;
/// use seamwalker_level::outline::CellShape;
///
/// let size = Point::new(16 * 256, 16 * 256);
/// assert!(CellShape::full(size).is_full());
/// let slope = vec![Point::new(0, size.y), Point::new(size.x, 0), size];
/// assert!(!CellShape::new(size, &[slope]).is_full());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellShape {
    /// The covered parts of the left, right, top and bottom border, sorted and disjoint.
    borders: [Vec<Interval>; 4],
    /// Lines of the outline through the inside, solid on the right. Each begins and ends on the border.
    pub(super) lines: Vec<Vec<Point>>,
    /// Loops of the outline that do not touch the border.
    pub(super) loops: Vec<Polygon>,
    /// The ends of the lines.
    pub(super) line_ends: Vec<LineEnd>,
    /// A summary of the borders, for fast paths.
    pub(super) border_flags: BorderFlags,
    /// Convex polygons that cover the same area. They may overlap.
    parts: Vec<Polygon>,
}

/// The end of a line on the border of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineEnd {
    /// Its position in the cell.
    pub at: Point,
    /// The index of the line.
    pub line: u32,
    /// Whether the line begins here.
    pub begins: bool,
    /// Direction of the line away from this end.
    pub dir: Point,
}

/// A border of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Border {
    Left,
    Right,
    Top,
    Bottom,
}

/// A summary of a shape's borders as bits, for fast paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct BorderFlags(u16);

impl BorderFlags {
    /// The flags of an empty cell.
    pub const EMPTY: Self = Self(0);
    /// The whole cell is covered.
    const FULL: u16 = 1 << 12;
    /// Coverage changes within a border, not only at its ends.
    const BROKEN: u16 = 1 << 13;

    /// The bit of a border that is covered at its start (left or top) or at its end.
    const fn border_end(border: Border, end: bool) -> u16 {
        1 << (2 * border as u16 + end as u16)
    }

    /// The bit of a corner where a line ends.
    const fn corner(right: bool, lower: bool) -> u16 {
        1 << (8 + right as u16 + 2 * lower as u16)
    }

    pub const fn is_full(self) -> bool {
        self.0 & Self::FULL != 0
    }

    /// Whether coverage never changes within a border.
    pub const fn is_plain(self) -> bool {
        self.0 & Self::BROKEN == 0
    }

    /// Whether a border is covered at its start or end.
    pub const fn covers(self, border: Border, end: bool) -> bool {
        self.0 & Self::border_end(border, end) != 0
    }

    /// Whether a line ends at a corner.
    const fn has_line_end(self, right: bool, lower: bool) -> bool {
        self.0 & Self::corner(right, lower) != 0
    }
}

/// The flags of the four cells around a point.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub nw: BorderFlags,
    pub ne: BorderFlags,
    pub sw: BorderFlags,
    pub se: BorderFlags,
}

/// For each of the four borders that meet at the point: whether the cells to its left and right, or above and below it, cover
/// the near end of it.
impl Around {
    pub const fn north(self) -> (bool, bool) {
        (self.nw.covers(Border::Right, true), self.ne.covers(Border::Left, true))
    }

    pub const fn south(self) -> (bool, bool) {
        (self.sw.covers(Border::Right, false), self.se.covers(Border::Left, false))
    }

    pub const fn west(self) -> (bool, bool) {
        (self.nw.covers(Border::Bottom, true), self.sw.covers(Border::Top, true))
    }

    pub const fn east(self) -> (bool, bool) {
        (self.ne.covers(Border::Bottom, false), self.se.covers(Border::Top, false))
    }

    /// Which borders belong to the outline: north, south, west, east.
    const fn open(self) -> (bool, bool, bool, bool) {
        let (n, s, w, e) = (self.north(), self.south(), self.west(), self.east());
        (n.0 != n.1, s.0 != s.1, w.0 != w.1, e.0 != e.1)
    }

    /// Whether a line through one of the cells ends at the point.
    const fn has_line_end(self) -> bool {
        let upper = self.nw.has_line_end(true, true) || self.ne.has_line_end(false, true);
        upper || self.sw.has_line_end(true, false) || self.se.has_line_end(false, false)
    }

    /// Whether there is no outline, or it continues straight.
    #[inline]
    pub const fn is_straight(self) -> bool {
        let (n, s, w, e) = self.open();
        n == s && w == e && !(n && w) && !self.has_line_end()
    }
}

impl CellShape {
    /// A fully covered cell of this size in units.
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

    /// Same as [`new`](Self::new), for polygons with known convex parts.
    pub(crate) fn from_parts(size: Point, polygons: &[Polygon], parts: Vec<Polygon>) -> Self {
        let mut shape = Self { parts, ..Self::default() };
        let mut inner = Vec::new();
        match polygons {
            [single] => shape.add_border(size, single, &mut inner),
            several => union(several).iter().for_each(|p| shape.add_border(size, p, &mut inner)),
        }
        shape.borders.iter_mut().for_each(|border| *border = joined(std::mem::take(border), |a, b| a.cmp(&b)));
        shape.join_inner_edges(size, inner);
        shape.border_flags = shape.summed_border_flags(size);
        shape
    }

    /// Sorts the edges of a loop into the four borders and the inside.
    fn add_border(&mut self, size: Point, polygon: &[Point], inner: &mut Vec<(Point, Point)>) {
        for (a, b) in edges(polygon) {
            if a.x == 0 && b.x == 0 {
                self.borders[Border::Left as usize].push(b.y..a.y);
            } else if a.x == size.x && b.x == size.x {
                self.borders[Border::Right as usize].push(a.y..b.y);
            } else if a.y == 0 && b.y == 0 {
                self.borders[Border::Top as usize].push(a.x..b.x);
            } else if a.y == size.y && b.y == size.y {
                self.borders[Border::Bottom as usize].push(b.x..a.x);
            } else {
                inner.push((a, b));
            }
        }
    }

    /// Joins inner edges into lines from border to border, and into loops.
    fn join_inner_edges(&mut self, size: Point, mut inner: Vec<(Point, Point)>) {
        let on_border = |p: Point| p.x == 0 || p.y == 0 || p.x == size.x || p.y == size.y;
        inner.sort();
        let mut used = vec![false; inner.len()];
        let from_border = |i: &usize| on_border(inner[*i].0);
        let order = (0..inner.len()).filter(from_border).chain((0..inner.len()).filter(|i| !from_border(i)));
        for first in order.collect::<Vec<_>>() {
            if used[first] {
                continue;
            }
            let mut line = follow(&inner, first, &mut used, on_border);
            let index = u32::try_from(self.lines.len()).unwrap_or(u32::MAX);
            let (begin, end, last) = (line[0], line[line.len() - 1], line.len() - 1);
            if on_border(begin) && on_border(end) {
                self.line_ends.push(LineEnd { at: begin, line: index, begins: true, dir: line[1].from(begin) });
                self.line_ends.push(LineEnd { at: end, line: index, begins: false, dir: line[last - 1].from(end) });
                self.lines.push(line);
            } else {
                line.pop();
                self.loops.push(line);
            }
        }
    }

    /// Summarizes the borders.
    fn summed_border_flags(&self, size: Point) -> BorderFlags {
        let mut bits = 0;
        let mut whole = self.lines.is_empty() && self.loops.is_empty();
        for (border, length) in sides(size) {
            let list = self.border(border);
            bits |= if list.first().is_some_and(|i| i.start == 0) { BorderFlags::border_end(border, false) } else { 0 };
            bits |=
                if list.last().is_some_and(|i| i.end == length) { BorderFlags::border_end(border, true) } else { 0 };
            let covered = matches!(list, [all] if *all == (0..length));
            whole &= covered;
            bits |= if list.is_empty() || covered { 0 } else { BorderFlags::BROKEN };
        }
        for LineEnd { at, .. } in &self.line_ends {
            let at_corner = (at.x == 0 || at.x == size.x) && (at.y == 0 || at.y == size.y);
            bits |= if at_corner { BorderFlags::corner(at.x != 0, at.y != 0) } else { BorderFlags::BROKEN };
        }
        BorderFlags(bits | if whole { BorderFlags::FULL } else { 0 })
    }

    /// Whether the whole cell is covered.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.border_flags.is_full()
    }

    /// The number of lines.
    pub(super) fn line_count(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(0)
    }

    /// The covered parts of a border.
    pub(super) fn border(&self, border: Border) -> &[Interval] {
        &self.borders[border as usize]
    }

    /// Convex polygons that cover the same area.
    pub(crate) fn parts(&self) -> &[Polygon] {
        &self.parts
    }
}

/// The borders of a cell of this size, with their lengths.
const fn sides(size: Point) -> [(Border, i32); 4] {
    [(Border::Left, size.y), (Border::Right, size.y), (Border::Top, size.x), (Border::Bottom, size.x)]
}
