//! What meets at a point of the grid, or at a place on a border between two: the halves of the outline that come and go
//! there, and how they are joined. The one rule for whole maps (`sweep.rs`) and for single cells (`live.rs`).

use super::cell::{Around, Border, BorderFlags, CellShape, Interval, Knot};
use super::faces::is_sharper;
use crate::geometry::Point;

/// A cell that is not empty.
#[derive(Clone, Copy)]
pub(super) struct Spot<'a> {
    pub shape: &'a CellShape,
    pub column: i32,
    pub row: i32,
    /// The first of its lines in its row; only a sweep counts them.
    pub first: u32,
}

/// One of the parts of the outline that meet at a point.
#[derive(Clone, Copy)]
pub(super) struct Half<'a> {
    /// Where it leads from here.
    pub way: Point,
    /// Whether the outline goes there, rather than come from there.
    pub goes: bool,
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
        spot: Spot<'a>,
        above: bool,
        line: u32,
    },
}

/// What meets at one point after the other.
#[derive(Default)]
pub(super) struct Meeting<'a> {
    halves: Vec<Half<'a>>,
    /// The places on a border where something changes, in order.
    pub places: Vec<i32>,
}

/// What is covered of a border just before and just after a place on it.
fn around(spot: Option<Spot>, border: Border, place: i32) -> (bool, bool) {
    let list = spot.map_or(&[][..], |spot| spot.shape.border(border));
    let before = list.iter().any(|i: &Interval| i.start < place && place <= i.end);
    let after = list.iter().any(|i| i.start <= place && place < i.end);
    (before, after)
}

/// A half that leads along a border: `goes` says for either side, if it alone is covered, whether the outline goes away.
fn half(one: bool, other: bool, way: (i32, i32), end: OutlinePart) -> Option<Half> {
    (one != other).then_some(Half { way: Point::new(way.0, way.1), goes: one, end })
}

impl<'a> Meeting<'a> {
    /// Gathers what meets between four cells of this size. False when there is no corner.
    pub fn gather(&mut self, [nw, ne, sw, se]: [Option<Spot<'a>>; 4], size: Point) -> bool {
        self.halves.clear();
        let marks = |spot: Option<Spot>| spot.map_or(BorderFlags::EMPTY, |spot| spot.shape.marks);
        let around = Around { nw: marks(nw), ne: marks(ne), sw: marks(sw), se: marks(se) };
        let (north, south, west, east) = (around.north(), around.south(), around.west(), around.east());
        if around.is_straight() {
            return false;
        }
        self.halves.extend(half(north.1, north.0, (0, -1), OutlinePart::North));
        self.halves.extend(half(south.0, south.1, (0, 1), OutlinePart::South));
        self.halves.extend(half(west.0, west.1, (-1, 0), OutlinePart::West));
        self.halves.extend(half(east.1, east.0, (1, 0), OutlinePart::East));
        self.knots(nw, size, true);
        self.knots(ne, Point::new(0, size.y), true);
        self.knots(sw, Point::new(size.x, 0), false);
        self.knots(se, Point::default(), false);
        true
    }

    /// Gathers what meets on the border between a cell and the one below it, at a place on it.
    pub fn gather_level(&mut self, above: Option<Spot<'a>>, below: Option<Spot<'a>>, x: i32, size: Point) {
        let (upper, lower) = (around(above, Border::Bottom, x), around(below, Border::Top, x));
        self.halves.clear();
        self.halves.extend(half(upper.0, lower.0, (-1, 0), OutlinePart::West));
        self.halves.extend(half(lower.1, upper.1, (1, 0), OutlinePart::East));
        self.knots(above, Point::new(x, size.y), true);
        self.knots(below, Point::new(x, 0), false);
    }

    /// The same on the border between a cell and the one to its right.
    pub fn gather_upright(&mut self, west: Option<Spot<'a>>, east: Option<Spot<'a>>, y: i32, size: Point) {
        let (left, right) = (around(west, Border::Right, y), around(east, Border::Left, y));
        self.halves.clear();
        self.halves.extend(half(right.0, left.0, (0, -1), OutlinePart::North));
        self.halves.extend(half(left.1, right.1, (0, 1), OutlinePart::South));
        self.knots(west, Point::new(size.x, y), false);
        self.knots(east, Point::new(0, y), false);
    }

    /// Adds the lines of a cell that end at a place on its border.
    fn knots(&mut self, spot: Option<Spot<'a>>, at: Point, above: bool) {
        let Some(spot) = spot else { return };
        let here = spot.shape.knots.iter().filter(|knot| knot.at == at);
        let half = |k: &Knot| Half { way: k.way, goes: k.begins, end: OutlinePart::Line { spot, above, line: k.line } };
        self.halves.extend(here.map(half));
    }

    /// Finds the places within the border between a cell and the one below it where one of the two changes.
    pub fn find_level(&mut self, above: Option<Spot>, below: Option<Spot>, size: Point) {
        self.find((above, Border::Bottom), (below, Border::Top), size.x, size, |p| p.x);
    }

    /// The same within the border between a cell and the one to its right.
    pub fn find_upright(&mut self, west: Option<Spot>, east: Option<Spot>, size: Point) {
        self.find((west, Border::Right), (east, Border::Left), size.y, size, |p| p.y);
    }

    /// Finds the places within a border, which has this length.
    fn find(
        &mut self,
        one: (Option<Spot>, Border),
        other: (Option<Spot>, Border),
        length: i32,
        size: Point,
        along: fn(Point) -> i32,
    ) {
        self.places.clear();
        for (spot, border) in [one, other] {
            let Some(spot) = spot.filter(|spot| !spot.shape.marks.is_plain()) else { continue };
            self.places.extend(spot.shape.border(border).iter().flat_map(|i| [i.start, i.end]));
            let on_border = |p: Point| match border {
                Border::Left => p.x == 0,
                Border::Right => p.x == size.x,
                Border::Top => p.y == 0,
                Border::Bottom => p.y == size.y,
            };
            self.places.extend(spot.shape.knots.iter().map(|k| k.at).filter(|p| on_border(*p)).map(along));
        }
        self.places.retain(|place| (1..length).contains(place));
        self.places.sort_unstable();
        self.places.dedup();
    }

    /// The next corner of what was gathered: the half that comes, and the one that goes on. Each half that comes is joined
    /// to the one that goes on most to the right; two that run straight along borders make no corner.
    pub fn corner(&mut self) -> Option<(Half<'a>, Half<'a>)> {
        // Every round uses up two halves.
        loop {
            let i = self.halves.iter().position(|half| !half.goes)?;
            let come = self.halves.swap_remove(i);
            let way = Point::default().from(come.way);
            let halves = &self.halves;
            let goes = (0..halves.len()).filter(|k| halves[*k].goes);
            let best = goes.reduce(|best, k| if is_sharper(way, halves[k].way, halves[best].way) { k } else { best });
            let go = self.halves.swap_remove(best?);
            let straight = matches!(
                (come.end, go.end),
                (OutlinePart::North, OutlinePart::South)
                    | (OutlinePart::South, OutlinePart::North)
                    | (OutlinePart::West, OutlinePart::East)
                    | (OutlinePart::East, OutlinePart::West)
            );
            if !straight {
                return Some((come, go));
            }
        }
    }
}
