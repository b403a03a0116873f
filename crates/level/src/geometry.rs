//! Points and polygons in integers of 1/256 px. Integers keep equal edges equal and make results independent of order.

use glam::{DVec2, Vec2};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay::Overlay;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::i_float::int::point::IntPoint;
use i_triangle::int::triangulatable::IntTriangulatable;

/// Units per pixel. Tile corners, half and quarter pixels are exact; anything else is rounded once, by at most 1/512 px. A
/// different value changes the hash of every level.
pub const UNIT: i32 = 256;

/// The largest coordinate, in pixels: 2^20. Products of two differences then fit 64 bits with room to spare. Larger
/// coordinates are clamped; the guard refuses such files before that.
pub(crate) const MAX_DISTANCE: f32 = 1_048_576.0;

/// Maximum distance between an ellipse and its polygon, in pixels. Smaller values give more edges without a better feel.
const ELLIPSE_ERROR: f64 = 0.25;

/// Maximum number of corners of an ellipse. Only ellipses wider than ten thousand pixels need more.
const MAX_ELLIPSE_CORNERS: u32 = 512;

/// A point in units of 1/256 px, x right and y down. Points are ordered as in reading: row by row, left to right.
///
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_level::geometry::Point;
///
/// let corner = Point::from_pixels(2.5, -1.0);
/// assert_eq!(corner, Point::new(640, -256));
/// assert_eq!(corner.to_pixels(), Vec2::new(2.5, -1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Down.
    pub y: i32,
    /// To the right.
    pub x: i32,
}

impl Point {
    /// The point with these coordinates in units.
    #[must_use]
    pub const fn new(x: i32, y: i32) -> Self {
        Self { y, x }
    }

    /// The point nearest to a position in pixels. Values that are not finite become zero.
    #[must_use]
    pub fn from_pixels(x: f64, y: f64) -> Self {
        Self::new(units(x), units(y))
    }

    /// The point nearest to a position in pixels.
    pub(crate) fn nearest(place: DVec2) -> Self {
        Self::from_pixels(place.x, place.y)
    }

    /// The position in pixels, exact within 65536 px of the origin.
    #[must_use]
    pub fn to_pixels(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32) / UNIT as f32
    }

    /// The point moved by another.
    #[must_use]
    pub const fn plus(self, by: Self) -> Self {
        Self::new(self.x.saturating_add(by.x), self.y.saturating_add(by.y))
    }

    /// The vector from `from` to this point.
    #[must_use]
    pub const fn from(self, from: Self) -> Self {
        Self::new(self.x - from.x, self.y - from.y)
    }

    /// Positive if `other` is clockwise (on screen) from this direction, zero if the two are parallel.
    #[must_use]
    pub const fn cross(self, other: Self) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    /// Positive if the angle between the two directions is less than a right angle.
    #[must_use]
    pub const fn dot(self, other: Self) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }
}

/// Pixels to units.
fn units(pixels: f64) -> i32 {
    let far = f64::from(MAX_DISTANCE);
    let pixels = if pixels.is_finite() { pixels.clamp(-far, far) } else { 0.0 };
    libm::round(pixels * f64::from(UNIT)) as i32
}

/// The corners of a polygon, clockwise on screen: the inside is to the right of every edge.
///
/// ```
/// use seamwalker_level::geometry::{Point, Polygon, double_area};
///
/// let triangle: Polygon = vec![Point::new(0, 0), Point::new(256, 256), Point::new(0, 256)];
/// assert!(double_area(&triangle) > 0, "clockwise");
/// ```
pub type Polygon = Vec<Point>;

/// The polygon's edges, each from corner to corner.
///
/// ```
/// use seamwalker_level::geometry::{Point, edges, rectangle};
///
/// let square = rectangle(Point::new(0, 0), Point::new(256, 256)); // 1 px
/// let (from, to) = edges(&square).next().unwrap();
/// assert_eq!((from, to), (Point::new(0, 0), Point::new(256, 0)), "the top, to the right: its solid is below");
/// ```
pub fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| (*a, *b))
}

/// Twice the area; positive if the corners run clockwise on screen.
///
/// ```
/// use seamwalker_level::geometry::{Point, double_area, rectangle};
///
/// let square = rectangle(Point::new(0, 0), Point::new(256, 256)); // 1 px
/// assert_eq!(double_area(&square), 2 * 256 * 256);
/// ```
#[must_use]
pub fn double_area(polygon: &[Point]) -> i64 {
    let Some(&origin) = polygon.first() else { return 0 };
    edges(polygon).map(|(a, b)| a.from(origin).cross(b.from(origin))).sum()
}

/// The smallest box around the points, as its two corners.
pub(crate) fn bounds(points: &[Point]) -> (Point, Point) {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold((first, first), |(min, max), p| {
        (Point::new(min.x.min(p.x), min.y.min(p.y)), Point::new(max.x.max(p.x), max.y.max(p.y)))
    })
}

/// Whether two boxes, each as its two corners, overlap or touch.
pub(crate) const fn boxes_touch(one: (Point, Point), other: (Point, Point)) -> bool {
    one.0.x <= other.1.x && other.0.x <= one.1.x && one.0.y <= other.1.y && other.0.y <= one.1.y
}

/// A rectangle from two opposite corners.
///
/// ```
/// use seamwalker_level::geometry::{Point, rectangle};
///
/// let tile = rectangle(Point::from_pixels(16.0, 0.0), Point::from_pixels(32.0, 16.0));
/// assert_eq!(tile.len(), 4);
/// assert_eq!(tile[2], Point::from_pixels(32.0, 16.0), "clockwise from the upper left");
/// ```
#[must_use]
pub fn rectangle(min: Point, max: Point) -> Polygon {
    vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]
}

/// The corners of an ellipse around (0, 0) with these half axes, in pixels. Clockwise, within 0.25 px of the ellipse, with
/// the four extreme points exactly on the axes.
pub(crate) fn ellipse(half_width: f64, half_height: f64) -> Vec<(f64, f64)> {
    let radius = half_width.abs().max(half_height.abs()).max(1.0);
    let angle = libm::acos(1.0 - ELLIPSE_ERROR / radius);
    let quarter = libm::ceil(std::f64::consts::FRAC_PI_4 / angle).clamp(2.0, f64::from(MAX_ELLIPSE_CORNERS / 4)) as u32;
    (0..4 * quarter)
        .map(|i| {
            let turn = f64::from(i) / f64::from(4 * quarter) * std::f64::consts::TAU;
            (half_width * clean(libm::cos(turn)), half_height * clean(libm::sin(turn)))
        })
        .collect()
}

/// Rounds the sine and cosine of quarter turns to exactly zero.
fn clean(value: f64) -> f64 {
    if value.abs() < 1e-12 { 0.0 } else { value }
}

/// Rotates a position around the origin, clockwise on screen. Quarter turns are exact.
pub(crate) fn rotated((x, y): (f64, f64), degrees: f64) -> (f64, f64) {
    let turn = degrees.to_radians();
    let (sin, cos) = (clean(libm::sin(turn)), clean(libm::cos(turn)));
    (x * cos - y * sin, x * sin + y * cos)
}

/// Positive if the polygon turns clockwise at a corner, zero if the corner is superfluous.
fn turn(polygon: &[Point], i: usize) -> i64 {
    let (a, b, c) = corners_around(polygon, i);
    b.from(a).cross(c.from(b))
}

/// A corner with the ones before and after it. Any index stands for a corner.
fn corners_around(polygon: &[Point], i: usize) -> (Point, Point, Point) {
    let n = polygon.len();
    (polygon[(i + n - 1) % n], polygon[i % n], polygon[(i + 1) % n])
}

/// Makes a polygon clockwise and removes repeated and collinear corners. Empty if fewer than three corners remain.
///
/// ```
/// use seamwalker_level::geometry::{Point, rectangle, tidy};
///
/// let square = rectangle(Point::new(0, 0), Point::new(256, 256)); // 1 px
/// let mut messy = square.clone();
/// messy.insert(1, Point::new(128, 0)); // no corner
/// messy.reverse(); // counter-clockwise
/// assert_eq!(tidy(messy).len(), 4);
/// assert!(tidy(vec![Point::new(0, 0), Point::new(9, 9)]).is_empty());
/// ```
#[must_use]
pub fn tidy(polygon: Polygon) -> Polygon {
    let mut polygon = tidy_loop(polygon);
    if double_area(&polygon) < 0 {
        polygon.reverse();
    }
    polygon
}

/// Same as [`tidy`], but keeps the orientation.
fn tidy_loop(mut polygon: Polygon) -> Polygon {
    // Each round but the last removes a corner, so the loop ends.
    loop {
        if polygon.len() < 3 {
            return Vec::new();
        }
        match (0..polygon.len()).find(|&i| turn(&polygon, i) == 0) {
            Some(i) => drop(polygon.remove(i)),
            None => return polygon,
        }
    }
}

/// Whether every corner turns clockwise and the polygon winds around once.
pub(crate) fn is_convex(polygon: &[Point]) -> bool {
    let n = polygon.len();
    let turns = (0..n).all(|i| turn(polygon, i) > 0);
    // If it wound around twice, the x direction would change more than twice.
    let flips = (0..n).filter(|&i| {
        let (a, b, c) = corners_around(polygon, i);
        (a.x < b.x || (a.x == b.x && a.y < b.y)) != (b.x < c.x || (b.x == c.x && b.y < c.y))
    });
    n >= 3 && turns && flips.count() == 2
}

/// Whether no two edges touch, except neighbours at their common corner.
pub(crate) fn is_simple(polygon: &[Point]) -> bool {
    is_convex(polygon) || meetings(polygon).next().is_none()
}

/// The pairs of edges that touch, except neighbours.
pub(crate) fn meetings(polygon: &[Point]) -> impl Iterator<Item = (usize, usize)> {
    let list: Vec<_> = edges(polygon).collect();
    let n = list.len();
    let pairs = (0..n).flat_map(move |i| (i + 2..n - usize::from(i == 0)).map(move |k| (i, k)));
    pairs.filter(move |(i, k)| meet(list[*i], list[*k]))
}

/// Whether two segments have a point in common.
fn meet((a, b): (Point, Point), (c, d): (Point, Point)) -> bool {
    let side = |p: Point, q: Point, r: Point| q.from(p).cross(r.from(p)).signum();
    let apart = |a: i32, b: i32, c: i32, d: i32| a.max(b) < c.min(d) || c.max(d) < a.min(b);
    !apart(a.x, b.x, c.x, d.x)
        && !apart(a.y, b.y, c.y, d.y)
        && side(a, b, c) * side(a, b, d) <= 0
        && side(c, d, a) * side(c, d, b) <= 0
}

/// The union of polygons: outer outlines clockwise, holes counter-clockwise. Counter-clockwise input counts as a hole.
///
/// ```
/// use seamwalker_level::geometry::{Point, rectangle, union};
///
/// let left = rectangle(Point::new(0, 0), Point::new(256, 256));
/// let right = rectangle(Point::new(256, 0), Point::new(512, 256));
/// let united = union(&[left, right]);
/// assert_eq!((united.len(), united[0].len()), (1, 4), "one rectangle, without the seam");
/// ```
#[must_use]
pub fn union(polygons: &[Polygon]) -> Vec<Polygon> {
    overlay(polygons, FillRule::Positive).into_iter().flatten().collect()
}

/// What a polygon covers that crosses or touches itself, as simple polygons. As in Tiled, a place counts if the outline winds
/// around it an odd number of times. What has holes is cut into convex parts.
pub(crate) fn untangled(polygon: &[Point]) -> Vec<Polygon> {
    let parts = |contours: Vec<Polygon>| {
        let tidied = contours.into_iter().map(tidy_loop);
        let contours: Vec<Polygon> = tidied.filter(|contour| !contour.is_empty()).collect();
        match contours.first() {
            Some(outer) if double_area(outer) <= 0 => Vec::new(),
            _ if contours.len() < 2 => contours,
            _ => cut(&contours),
        }
    };
    overlay(&[polygon.to_vec()], FillRule::EvenOdd).into_iter().flat_map(parts).collect()
}

/// The union as shapes, each its outline and then its holes.
fn overlay(polygons: &[Polygon], fill: FillRule) -> Vec<Vec<Polygon>> {
    let shapes = Overlay::from_subj(&int_contours(polygons)).overlay(OverlayRule::Subject, fill);
    shapes.into_iter().map(|contours| contours.into_iter().map(from_int).collect()).collect()
}

/// Polygons as the libraries for unions and triangles have them.
fn int_contours(polygons: &[impl AsRef<[Point]>]) -> Vec<Vec<IntPoint<i32>>> {
    polygons.iter().map(|p| p.as_ref().iter().map(|c| IntPoint::new(c.x, c.y)).collect()).collect()
}

fn from_int(contour: Vec<IntPoint<i32>>) -> Polygon {
    contour.into_iter().map(|p| Point::new(p.x, p.y)).collect()
}

/// Cuts a simple clockwise polygon into convex parts.
pub(crate) fn convex_parts(polygon: &[Point]) -> Vec<Polygon> {
    if is_convex(polygon) { vec![polygon.to_vec()] } else { cut(&[polygon]) }
}

/// Cuts a simple clockwise polygon and the holes in it into convex parts: rectangles if it is rectilinear, for solvers that only
/// know boxes, or else joined triangles.
fn cut(contours: &[impl AsRef<[Point]>]) -> Vec<Polygon> {
    if contours.iter().all(|contour| is_rectilinear(contour.as_ref())) {
        return rectangles(contours);
    }
    let parts = int_contours(contours).triangulate().into_delaunay().to_convex_polygons();
    parts.into_iter().map(|part| tidy_loop(from_int(part))).collect()
}

fn is_rectilinear(polygon: &[Point]) -> bool {
    edges(polygon).all(|(a, b)| a.x == b.x || a.y == b.y)
}

/// Cuts a rectilinear polygon, which may have holes, into horizontal slabs and joins slabs of equal extent.
fn rectangles(contours: &[impl AsRef<[Point]>]) -> Vec<Polygon> {
    let contours = || contours.iter().map(AsRef::as_ref);
    let mut levels: Vec<i32> = contours().flatten().map(|p| p.y).collect();
    levels.sort_unstable();
    levels.dedup();
    let mut boxes: Vec<(Point, Point)> = Vec::new();
    for slab in levels.windows(2) {
        let (top, bottom) = (slab[0], slab[1]);
        let crosses = |a: Point, b: Point| a.y.min(b.y) <= top && a.y.max(b.y) >= bottom;
        let crossing = contours().flat_map(edges).filter(|(a, b)| crosses(*a, *b));
        let mut sides: Vec<i32> = crossing.map(|(a, _)| a.x).collect();
        sides.sort_unstable();
        for pair in sides.chunks_exact(2) {
            let above = boxes.iter_mut().find(|(min, max)| (min.x, max.x, max.y) == (pair[0], pair[1], top));
            match above {
                Some((_, max)) => max.y = bottom,
                None => boxes.push((Point::new(pair[0], top), Point::new(pair[1], bottom))),
            }
        }
    }
    boxes.into_iter().map(|(min, max)| rectangle(min, max)).collect()
}

#[cfg(test)]
#[path = "geometry_tests.rs"]
mod tests;
