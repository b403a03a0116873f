//! Joins the half-edges of the outline that meet at a grid point, or on the border between two cells. Whole maps (`sweep.rs`)
//! and single edits (`live.rs`) use the same rule.

use super::cell::{Around, Border, BorderFlags, CellShape, Interval, LineEnd};
use super::faces::is_sharper;
use crate::geometry::Point;

/// A cell that is not empty, at its place.
#[derive(Clone, Copy)]
pub(super) struct PlacedCell<'a> {
    pub shape: &'a CellShape,
    pub column: i32,
    pub row: i32,
    /// Index of its first line in the row. Only a sweep sets it.
    pub first: u32,
}

/// One of the half-edges that meet at a point.
#[derive(Clone, Copy)]
pub(super) struct HalfEdge<'a> {
    /// Direction away from the point.
    pub dir: Point,
    /// Whether the outline leaves the point here.
    pub is_outgoing: bool,
    pub end: OutlinePart<'a>,
}

/// The part of the outline that a half-edge belongs to.
#[derive(Clone, Copy)]
pub(super) enum OutlinePart<'a> {
    North,
    South,
    West,
    East,
    /// A line through a cell, and whether that cell is in the row above.
    Line {
        cell: PlacedCell<'a>,
        above: bool,
        line: u32,
    },
}

/// The half-edges at one point, reused from point to point.
#[derive(Default)]
pub(super) struct Meeting<'a> {
    halves: Vec<HalfEdge<'a>>,
    /// Positions on a border where coverage changes, sorted.
    pub places: Vec<i32>,
}

/// A border of a cell, if there is one.
type CellBorder<'a> = (Option<PlacedCell<'a>>, Border);

/// The flags of the four cells around a point.
#[inline]
pub(super) fn flags_around(cells: [Option<PlacedCell>; 4]) -> Around {
    let [nw, ne, sw, se] = cells.map(|cell| cell.map_or(BorderFlags::EMPTY, |cell| cell.shape.border_flags));
    Around { nw, ne, sw, se }
}

/// Whether a border is covered just before and just after a position.
fn around(cell: Option<PlacedCell>, border: Border, place: i32) -> (bool, bool) {
    let list = cell.map_or(&[][..], |cell| cell.shape.border(border));
    let before = list.iter().any(|i: &Interval| i.start < place && place <= i.end);
    let after = list.iter().any(|i| i.start <= place && place < i.end);
    (before, after)
}

/// A half-edge along a border, if exactly one side is covered. It is outgoing if that is the side `one`.
fn half(one: bool, other: bool, dir: (i32, i32), end: OutlinePart) -> Option<HalfEdge> {
    (one != other).then_some(HalfEdge { dir: Point::new(dir.0, dir.1), is_outgoing: one, end })
}

impl<'a> Meeting<'a> {
    /// Gathers the half-edges at the point between four cells. False if there is no corner.
    pub fn gather(&mut self, cells: [Option<PlacedCell<'a>>; 4], size: Point) -> bool {
        self.halves.clear();
        let (around, [nw, ne, sw, se]) = (flags_around(cells), cells);
        let (north, south, west, east) = (around.north(), around.south(), around.west(), around.east());
        if around.is_straight() {
            return false;
        }
        self.halves.extend(half(north.1, north.0, (0, -1), OutlinePart::North));
        self.halves.extend(half(south.0, south.1, (0, 1), OutlinePart::South));
        self.halves.extend(half(west.0, west.1, (-1, 0), OutlinePart::West));
        self.halves.extend(half(east.1, east.0, (1, 0), OutlinePart::East));
        self.line_ends(nw, size, true);
        self.line_ends(ne, Point::new(0, size.y), true);
        self.line_ends(sw, Point::new(size.x, 0), false);
        self.line_ends(se, Point::default(), false);
        true
    }

    /// Gathers the half-edges at a position on the border between a cell and the one below it.
    pub fn gather_level(&mut self, [above, below]: [Option<PlacedCell<'a>>; 2], x: i32, size: Point) {
        let (upper, lower) = (around(above, Border::Bottom, x), around(below, Border::Top, x));
        self.halves.clear();
        self.halves.extend(half(upper.0, lower.0, (-1, 0), OutlinePart::West));
        self.halves.extend(half(lower.1, upper.1, (1, 0), OutlinePart::East));
        self.line_ends(above, Point::new(x, size.y), true);
        self.line_ends(below, Point::new(x, 0), false);
    }

    /// Gathers the half-edges at a position on the border between a cell and the one to its right.
    pub fn gather_upright(&mut self, [west, east]: [Option<PlacedCell<'a>>; 2], y: i32, size: Point) {
        let (left, right) = (around(west, Border::Right, y), around(east, Border::Left, y));
        self.halves.clear();
        self.halves.extend(half(right.0, left.0, (0, -1), OutlinePart::North));
        self.halves.extend(half(left.1, right.1, (0, 1), OutlinePart::South));
        self.line_ends(west, Point::new(size.x, y), false);
        self.line_ends(east, Point::new(0, y), false);
    }

    /// Adds the lines of a cell that end at a position on its border.
    fn line_ends(&mut self, cell: Option<PlacedCell<'a>>, at: Point, above: bool) {
        let Some(cell) = cell else { return };
        let here = cell.shape.line_ends.iter().filter(|line_end| line_end.at == at);
        let half = |k: &LineEnd| HalfEdge {
            dir: k.dir,
            is_outgoing: k.begins,
            end: OutlinePart::Line { cell, above, line: k.line },
        };
        self.halves.extend(here.map(half));
    }

    /// Finds the positions within the border between a cell and the one below it where coverage changes.
    pub fn find_level(&mut self, [above, below]: [Option<PlacedCell>; 2], size: Point) {
        self.find([(above, Border::Bottom), (below, Border::Top)], size.x, size, |p| p.x);
    }

    /// Same as [`find_level`](Self::find_level), for the border between a cell and the one to its right.
    pub fn find_upright(&mut self, [west, east]: [Option<PlacedCell>; 2], size: Point) {
        self.find([(west, Border::Right), (east, Border::Left)], size.y, size, |p| p.y);
    }

    /// Finds the positions within a border of this length.
    fn find(&mut self, sides: [CellBorder; 2], length: i32, size: Point, along: fn(Point) -> i32) {
        self.places.clear();
        for (cell, border) in sides {
            let Some(cell) = cell.filter(|cell| !cell.shape.border_flags.is_plain()) else { continue };
            self.places.extend(cell.shape.border(border).iter().flat_map(|i| [i.start, i.end]));
            let on_border = |p: Point| match border {
                Border::Left => p.x == 0,
                Border::Right => p.x == size.x,
                Border::Top => p.y == 0,
                Border::Bottom => p.y == size.y,
            };
            self.places.extend(cell.shape.line_ends.iter().map(|k| k.at).filter(|p| on_border(*p)).map(along));
        }
        self.places.retain(|place| (1..length).contains(place));
        self.places.sort_unstable();
        self.places.dedup();
    }

    /// The next corner: an incoming half-edge and the outgoing one that turns right most sharply. Straight pairs along
    /// borders are not corners.
    pub fn corner(&mut self) -> Option<(HalfEdge<'a>, HalfEdge<'a>)> {
        // Each round uses up two half-edges, so the loop ends.
        loop {
            let i = self.halves.iter().position(|half| !half.is_outgoing)?;
            let incoming = self.halves.swap_remove(i);
            let dir = Point::default().from(incoming.dir);
            let halves = &self.halves;
            let is_outgoing = (0..halves.len()).filter(|k| halves[*k].is_outgoing);
            let best =
                is_outgoing.reduce(|best, k| if is_sharper(dir, halves[k].dir, halves[best].dir) { k } else { best });
            let outgoing = self.halves.swap_remove(best?);
            let straight = matches!(
                (incoming.end, outgoing.end),
                (OutlinePart::North, OutlinePart::South)
                    | (OutlinePart::South, OutlinePart::North)
                    | (OutlinePart::West, OutlinePart::East)
                    | (OutlinePart::East, OutlinePart::West)
            );
            if !straight {
                return Some((incoming, outgoing));
            }
        }
    }
}
