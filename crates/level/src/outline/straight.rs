//! Loops and lines without corners that are none.

use crate::geometry::{Point, Polygon, edges};

/// How far from the straight line a dropped corner may lie, in units of 1/256 px, on slopes. Slopes whose corners are not
/// multiples of 1/256 px (thirds of a tile) come in bends of one unit. Zero would cut such a slope into one run per tile.
pub const BEND: i32 = 1;

/// Closed loops, one after the other in one list.
///
/// ```
/// use seamwalker_level::geometry::{Point, rectangle};
/// use seamwalker_level::outline::Loops;
///
/// let square = rectangle(Point::new(0, 0), Point::new(16, 16));
/// let mut loops = Loops::default();
/// // It begins at its first corner in reading order, wherever it is begun, and has no corner that is none.
/// loops.push(&[square[2], Point::new(8, 16), square[3], square[0], square[1]]);
/// assert_eq!(loops.iter().next(), Some(&square[..]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loops {
    points: Vec<Point>,
    ends: Vec<u32>,
}

impl Loops {
    /// The loops, each as its corners.
    pub fn iter(&self) -> impl Iterator<Item = &[Point]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let corners = &self.points[start..*end as usize];
            start = *end as usize;
            corners
        })
    }

    /// How many loops.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many corners, and so how many edges, all of them have.
    #[must_use]
    pub const fn corners(&self) -> usize {
        self.points.len()
    }

    /// Adds a loop, straight and begun at its first corner in reading order. One without an area is left out.
    pub fn push(&mut self, polygon: &[Point]) {
        let start = self.points.len();
        let n = polygon.len();
        let Some(mut before) = polygon.last().copied() else { return };
        let (mut smallest, mut times, mut slanted) = (polygon[0], 0_u32, false);
        for (i, &at) in polygon.iter().enumerate() {
            let after = polygon[if i + 1 == n { 0 } else { i + 1 }];
            let (dir, on) = (at.from(before), after.from(at));
            before = at;
            // A right angle is seen without a product.
            let square = (dir.x == 0) != (on.x == 0) && (dir.y == 0) != (on.y == 0);
            if !square && dir.cross(on) == 0 && dir.dot(on) >= 0 {
                continue;
            }
            slanted |= on.x != 0 && on.y != 0;
            times = if self.points.len() == start || at < smallest { 0 } else { times };
            smallest = if times == 0 { at } else { smallest };
            times += u32::from(at == smallest);
            self.points.push(at);
        }
        self.begin_anew(start, smallest, times);
        if slanted {
            let mut corners = self.points.split_off(start);
            corners.extend(corners.first().copied());
            corners = without_bends(&corners);
            corners.pop();
            self.points.append(&mut corners);
        }
        if self.points.len() - start < 3 {
            self.points.truncate(start);
        } else {
            self.ends.push(u32::try_from(self.points.len()).unwrap_or(u32::MAX));
        }
    }

    /// Rotates the last loop so that it begins with its smallest corner; where that is met several times, with the one from
    /// which on it is smallest.
    fn begin_anew(&mut self, start: usize, smallest: Point, times: u32) {
        let corners = &mut self.points[start..];
        let m = corners.len();
        if times == 0 || (times == 1 && corners[0] == smallest) {
            return;
        }
        let turned = |i: usize| (0..m).map(move |k| (i + k) % m);
        let starts = (0..m).filter(|&i| corners[i] == smallest);
        let first = starts.min_by(|&i, &k| turned(i).map(|i| corners[i]).cmp(turned(k).map(|k| corners[k])));
        corners.rotate_left(first.unwrap_or(0));
    }

    /// Brings the loops into the order of their corners.
    pub fn sort(&mut self) {
        if self.iter().is_sorted() {
            return;
        }
        let mut list: Vec<&[Point]> = self.iter().collect();
        list.sort();
        let mut sorted =
            Self { points: Vec::with_capacity(self.points.len()), ends: Vec::with_capacity(self.ends.len()) };
        for polygon in list {
            sorted.points.extend_from_slice(polygon);
            sorted.ends.push(u32::try_from(sorted.points.len()).unwrap_or(u32::MAX));
        }
        *self = sorted;
    }

    /// The edges of all loops.
    pub fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        self.iter().flat_map(edges)
    }

    /// The loops as a list each.
    #[must_use]
    pub fn polygons(&self) -> Vec<Polygon> {
        self.iter().map(<[Point]>::to_vec).collect()
    }
}

/// Which of eight ways a direction leads: along an axis, or between two of them. Where that changes there is a corner, so
/// that what happens to a slope is known from that slope alone, wherever its loop begins.
pub(super) const fn heading(dir: Point) -> (i32, i32) {
    (dir.x.signum(), dir.y.signum())
}

/// Drops the corners of a line that lie on the straight way between those that stay, but for rounding; both ends stay.
/// Edges along an axis are exact and never bent, and a slope that turns from up to down, or from left to right, has a corner.
#[must_use]
pub fn without_bends(line: &[Point]) -> Vec<Point> {
    let Some((&first, rest)) = line.split_first() else { return Vec::new() };
    let slanted = |d: Point| d.x != 0 && d.y != 0;
    let mut kept = vec![first];
    // The directions from the last kept corner that pass all dropped ones closely enough: from, to (clockwise).
    let mut cone: Option<(Point, Point)> = None;
    for pair in rest.windows(2) {
        let (at, b, c) = (kept[kept.len() - 1], pair[0], pair[1]);
        let (dir, on) = (b.from(at), c.from(b));
        let straight = c.from(at);
        let (low, high) = narrowed(cone, dir);
        let within = low.cross(straight) >= 0 && straight.cross(high) >= 0;
        cone = Some((low, high));
        if !(slanted(dir) && heading(dir) == heading(on) && within) {
            kept.push(b);
            cone = None;
        }
    }
    kept.extend(rest.last());
    kept
}

/// The cone of directions that also pass within [`BEND`] of `dir`; it may turn inside out, then no direction does.
fn narrowed(cone: Option<(Point, Point)>, dir: Point) -> (Point, Point) {
    let aside = if dir.x.abs() >= dir.y.abs() { Point::new(0, BEND) } else { Point::new(BEND, 0) };
    let (p, q) = (dir.plus(aside), dir.from(aside));
    let (mut low, mut high) = if p.cross(q) >= 0 { (p, q) } else { (q, p) };
    if let Some((known_low, known_high)) = cone {
        low = if low.cross(known_low) > 0 { known_low } else { low };
        high = if high.cross(known_high) < 0 { known_high } else { high };
    }
    (low, high)
}

/// Drops the corners of an open line that are none.
#[must_use]
pub fn straightened_line(line: &[Point]) -> Vec<Point> {
    let turns = |w: &&[Point]| {
        let (dir, on) = (w[1].from(w[0]), w[2].from(w[1]));
        dir.cross(on) != 0 || dir.dot(on) < 0
    };
    let inner = line.windows(3).filter(turns).map(|w| w[1]);
    let corners: Vec<Point> = line.first().copied().into_iter().chain(inner).chain(line.last().copied()).collect();
    without_bends(&corners)
}
