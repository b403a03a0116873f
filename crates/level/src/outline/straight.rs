//! Removes superfluous corners from loops and lines.

use crate::geometry::{Point, Polygon, edges};

/// How far from the straight line a removed corner may lie on slopes, in units of 1/256 px. Slopes whose corners are not
/// multiples of 1/256 px (thirds of a tile) bend by one unit. Smaller values cut such a slope into one edge per tile; larger
/// ones flatten real bends.
pub const BEND: i32 = 1;

/// Closed loops, stored in one list. Each begins at its first corner in reading order, and has no superfluous corner.
///
/// ```
/// use seamwalker_level::outline::{Loops, outline};
///
/// assert_eq!(outline(&[], &[], 100), Some(Loops::default()), "no cells, no loops");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loops {
    points: Vec<Point>,
    ends: Vec<u32>,
}

impl Loops {
    /// The loops, as slices of corners.
    pub fn iter(&self) -> impl Iterator<Item = &[Point]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let corners = &self.points[start..*end as usize];
            start = *end as usize;
            corners
        })
    }

    /// The number of loops.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no loops.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The total number of corners, which is also that of edges.
    #[must_use]
    pub const fn corners(&self) -> usize {
        self.points.len()
    }

    /// Adds a loop, straightened, starting at its first corner in reading order. Loops without area are omitted.
    pub(crate) fn push(&mut self, polygon: &[Point]) {
        let start = self.points.len();
        let n = polygon.len();
        let Some(mut before) = polygon.last().copied() else { return };
        let (mut smallest, mut times, mut slanted) = (polygon[0], 0_u32, false);
        for (i, &at) in polygon.iter().enumerate() {
            let after = polygon[if i + 1 == n { 0 } else { i + 1 }];
            let (dir, on) = (at.from(before), after.from(at));
            before = at;
            // Recognize a right angle without a multiplication.
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

    /// Rotates the last loop to its lexicographically smallest form. `smallest` is its smallest corner, which occurs `times`
    /// times.
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

    /// Sorts the loops by their corners.
    pub(crate) fn sort(&mut self) {
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

    /// The loops as separate lists.
    #[must_use]
    pub fn polygons(&self) -> Vec<Polygon> {
        self.iter().map(<[Point]>::to_vec).collect()
    }
}

/// One of eight headings: along an axis, or between two. A change of heading is always a corner, so the treatment of a slope
/// depends on that slope alone, not on where its loop begins.
pub(super) const fn heading(dir: Point) -> (i32, i32) {
    (dir.x.signum(), dir.y.signum())
}

/// Removes the corners of a line that deviate from the straight line only by rounding. Both ends stay. Edges along an axis
/// are exact and stay; a slope that turns from up to down, or from left to right, keeps a corner.
///
/// ```
/// use seamwalker_level::geometry::Point;
/// use seamwalker_level::outline::without_bends;
///
/// // A slope of one third, whose middle is rounded by a part of 1/256 px.
/// let slope = [Point::new(0, 0), Point::new(256, 85), Point::new(768, 256)];
/// assert_eq!(without_bends(&slope), [slope[0], slope[2]]);
/// ```
#[must_use]
pub fn without_bends(line: &[Point]) -> Vec<Point> {
    let Some((&first, rest)) = line.split_first() else { return Vec::new() };
    let slanted = |d: Point| d.x != 0 && d.y != 0;
    let mut kept = vec![first];
    // The range of directions from the last kept corner that pass all removed ones closely enough, clockwise.
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

/// Restricts the cone to directions that pass within [`BEND`] of `dir`. The result may be inverted, which matches nothing.
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

/// Removes superfluous corners from an open line.
pub(crate) fn straightened_line(line: &[Point]) -> Vec<Point> {
    let turns = |w: &&[Point]| {
        let (dir, on) = (w[1].from(w[0]), w[2].from(w[1]));
        dir.cross(on) != 0 || dir.dot(on) < 0
    };
    let inner = line.windows(3).filter(turns).map(|w| w[1]);
    let corners: Vec<Point> = line.first().copied().into_iter().chain(inner).chain(line.last().copied()).collect();
    without_bends(&corners)
}
