//! What meets at a point of the grid, or at a place on a border between two: the halves of the outline that come and go
//! there, and how they are joined. The one rule for whole maps (`sweep.rs`) and for single cells (`live.rs`).

use super::cell::{Around, Border, BorderFlags, CellShape, Interval, LineEnd};
use super::faces::is_sharper;
use crate::geometry::Point;

/// A cell that is not empty.
#[derive(Clone, Copy)]
pub(super) struct PlacedCell<'a> {
    pub shape: &'a CellShape,
    pub column: i32,
    pub row: i32,
    /// The first of its lines in its row; only a sweep counts them.
    pub first: u32,
}

/// One of the parts of the outline that meet at a point.
#[derive(Clone, Copy)]
pub(super) struct HalfEdge<'a> {
    /// Where it leads from here.
    pub dir: Point,
    /// Whether the outline goes there, rather than come from there.
    pub is_outgoing: bool,
    pub end: OutlinePart<'a>,
}

/// Which part of the outline a half belongs to.
#[derive(Clone, Copy)]
pub(super) enum OutlinePart<'a> {
    North,
    South,
    West,
    East,
    /// A line through a cell; whether that lies in the row above.
    Line {
        cell: PlacedCell<'a>,
        above: bool,
        line: u32,
    },
}

/// What meets at one point after the other.
#[derive(Default)]
pub(super) struct Meeting<'a> {
    halves: Vec<HalfEdge<'a>>,
    /// The places on a border where something changes, in order.
    pub places: Vec<i32>,
}

/// What is covered of a border just before and just after a place on it.
fn around(cell: Option<PlacedCell>, border: Border, place: i32) -> (bool, bool) {
    let list = cell.map_or(&[][..], |cell| cell.shape.border(border));
    let before = list.iter().any(|i: &Interval| i.start < place && place <= i.end);
    let after = list.iter().any(|i| i.start <= place && place < i.end);
    (before, after)
}

/// A half that leads along a border: `is_outgoing` says for either side, if it alone is covered, whether the outline goes away.
fn half(one: bool, other: bool, dir: (i32, i32), end: OutlinePart) -> Option<HalfEdge> {
    (one != other).then_some(HalfEdge { dir: Point::new(dir.0, dir.1), is_outgoing: one, end })
}

impl<'a> Meeting<'a> {
    /// Gathers what meets between four cells of this size. False when there is no corner.
    pub fn gather(&mut self, [nw, ne, sw, se]: [Option<PlacedCell<'a>>; 4], size: Point) -> bool {
        self.halves.clear();
        let border_flags = |cell: Option<PlacedCell>| cell.map_or(BorderFlags::EMPTY, |cell| cell.shape.border_flags);
        let around = Around { nw: border_flags(nw), ne: border_flags(ne), sw: border_flags(sw), se: border_flags(se) };
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

    /// Gathers what meets on the border between a cell and the one below it, at a place on it.
    pub fn gather_level(&mut self, above: Option<PlacedCell<'a>>, below: Option<PlacedCell<'a>>, x: i32, size: Point) {
        let (upper, lower) = (around(above, Border::Bottom, x), around(below, Border::Top, x));
        self.halves.clear();
        self.halves.extend(half(upper.0, lower.0, (-1, 0), OutlinePart::West));
        self.halves.extend(half(lower.1, upper.1, (1, 0), OutlinePart::East));
        self.line_ends(above, Point::new(x, size.y), true);
        self.line_ends(below, Point::new(x, 0), false);
    }

    /// The same on the border between a cell and the one to its right.
    pub fn gather_upright(&mut self, west: Option<PlacedCell<'a>>, east: Option<PlacedCell<'a>>, y: i32, size: Point) {
        let (left, right) = (around(west, Border::Right, y), around(east, Border::Left, y));
        self.halves.clear();
        self.halves.extend(half(right.0, left.0, (0, -1), OutlinePart::North));
        self.halves.extend(half(left.1, right.1, (0, 1), OutlinePart::South));
        self.line_ends(west, Point::new(size.x, y), false);
        self.line_ends(east, Point::new(0, y), false);
    }

    /// Adds the lines of a cell that end at a place on its border.
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

    /// Finds the places within the border between a cell and the one below it where one of the two changes.
    pub fn find_level(&mut self, above: Option<PlacedCell>, below: Option<PlacedCell>, size: Point) {
        self.find((above, Border::Bottom), (below, Border::Top), size.x, size, |p| p.x);
    }

    /// The same within the border between a cell and the one to its right.
    pub fn find_upright(&mut self, west: Option<PlacedCell>, east: Option<PlacedCell>, size: Point) {
        self.find((west, Border::Right), (east, Border::Left), size.y, size, |p| p.y);
    }

    /// Finds the places within a border, which has this length.
    fn find(
        &mut self,
        one: (Option<PlacedCell>, Border),
        other: (Option<PlacedCell>, Border),
        length: i32,
        size: Point,
        along: fn(Point) -> i32,
    ) {
        self.places.clear();
        for (cell, border) in [one, other] {
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

    /// The next corner of what was gathered: the half that comes, and the one that goes on. Each half that comes is joined
    /// to the one that goes on most to the right; two that run straight along borders make no corner.
    pub fn corner(&mut self) -> Option<(HalfEdge<'a>, HalfEdge<'a>)> {
        // Every round uses up two halves.
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
