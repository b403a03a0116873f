//! Joins the half-edges of the outline that meet at a grid point, or on the border between two cells.

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

/// The border between two neighbouring cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Seam {
    /// Between a cell and the one below it.
    Level,
    /// Between a cell and the one to its right.
    Upright,
}

impl Seam {
    /// The index of each of the two cells, and its own border there.
    const fn borders(self) -> [(usize, Border); 2] {
        match self {
            Self::Level => [(0, Border::Bottom), (1, Border::Top)],
            Self::Upright => [(0, Border::Right), (1, Border::Left)],
        }
    }

    /// The point with these coordinates along the border and across it.
    pub const fn at(self, along: i32, across: i32) -> Point {
        match self {
            Self::Level => Point::new(along, across),
            Self::Upright => Point::new(across, along),
        }
    }

    /// The coordinate of a point along the border.
    pub const fn along(self, at: Point) -> i32 {
        self.at(at.x, at.y).x
    }

    /// The coordinate of a point across the border.
    pub const fn across(self, at: Point) -> i32 {
        self.at(at.x, at.y).y
    }
}

/// The flags of the four cells around a point.
#[inline]
fn flags_around(cells: [Option<PlacedCell>; 4]) -> Around {
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

    /// Gathers the half-edges at a position on the border between two cells.
    pub fn gather_seam(&mut self, seam: Seam, cells: [Option<PlacedCell<'a>>; 2], place: i32, size: Point) {
        let [first, second] = seam.borders().map(|(index, border)| around(cells[index], border, place));
        self.halves.clear();
        match seam {
            Seam::Level => {
                self.halves.extend(half(first.0, second.0, (-1, 0), OutlinePart::West));
                self.halves.extend(half(second.1, first.1, (1, 0), OutlinePart::East));
            }
            Seam::Upright => {
                self.halves.extend(half(second.0, first.0, (0, -1), OutlinePart::North));
                self.halves.extend(half(first.1, second.1, (0, 1), OutlinePart::South));
            }
        }
        self.line_ends(cells[0], seam.at(place, seam.across(size)), seam == Seam::Level);
        self.line_ends(cells[1], seam.at(place, 0), false);
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

    /// Finds the positions within the border between two cells where coverage changes.
    pub fn find(&mut self, seam: Seam, cells: [Option<PlacedCell>; 2], size: Point) {
        self.places.clear();
        for ((index, border), side) in seam.borders().into_iter().zip([seam.across(size), 0]) {
            let Some(cell) = cells[index].filter(|cell| !cell.shape.border_flags.is_plain()) else { continue };
            self.places.extend(cell.shape.border(border).iter().flat_map(|i| [i.start, i.end]));
            let ends = cell.shape.line_ends.iter().map(|end| end.at).filter(|at| seam.across(*at) == side);
            self.places.extend(ends.map(|at| seam.along(at)));
        }
        self.places.retain(|place| (1..seam.along(size)).contains(place));
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
