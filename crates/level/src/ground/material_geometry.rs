//! The shapes of one material, and lines as thin polygons.

use crate::geometry::{Point, Polygon, UNIT, bounds, tidy};
use crate::ground::shapes::Shape;
use crate::outline::{Loops, ShapeGrid, outline};
use seamwalker_collide::{Aabb, Direction};

/// How thick a line drawn by hand is for those who know only boxes and areas, in pixels. The line is its upper (or left)
/// side; thinner ones are crossed in one step by what is fast.
pub const LINE_DEPTH: i32 = 2;

/// The same with the grids laid out.
#[derive(Clone, Debug, Default)]
pub struct MaterialGeometry {
    pub cells: Vec<ShapeGrid>,
    pub free: Vec<Shape>,
    pub lines: Vec<Vec<Point>>,
    /// Its outline, while it is worked out.
    pub loops: Loops,
}

impl MaterialGeometry {
    /// Shapes that are part of no grid, and lines; grids are added.
    pub fn new(free: Vec<Shape>, lines: Vec<Vec<Point>>) -> Self {
        Self { free, lines, ..Self::default() }
    }

    /// Finds the outline, which may have so many corners at most; fewer may be left to the next.
    pub fn outline(&mut self, max_corners: &mut usize) -> Option<()> {
        let free: Vec<Polygon> = self.free.iter().map(|s| s.polygon.clone()).collect();
        self.loops = outline(&self.cells, &free, *max_corners)?;
        *max_corners = max_corners.saturating_sub(self.loops.corners());
        Some(())
    }

    /// Every convex part: cells first, then free shapes, then lines, which are thin below the side `up`.
    pub fn each_part(&self, up: Direction, mut visit: impl FnMut(&[Point])) {
        self.cells.iter().for_each(|cells| cells.each_part(&mut visit));
        self.each_free(up, visit);
    }

    /// Those in no cell.
    pub fn each_free(&self, up: Direction, mut visit: impl FnMut(&[Point])) {
        self.free.iter().flat_map(|s| &s.parts).for_each(|part| visit(part));
        self.lines.iter().flat_map(|line| line.windows(2)).for_each(|w| visit(&sliver(w[0], w[1], up)));
    }
}

/// A point after the quarter turns that bring a direction up.
pub const fn upright(p: Point, direction: Direction) -> Point {
    match direction {
        Direction::Up => p,
        Direction::Down => Point::new(-p.x, -p.y),
        Direction::Left => Point::new(-p.y, p.x),
        Direction::Right => Point::new(p.y, -p.x),
    }
}

/// The same undone.
pub const fn turned_back(p: Point, direction: Direction) -> Point {
    match direction {
        Direction::Up => p,
        Direction::Down => Point::new(-p.x, -p.y),
        Direction::Left => Point::new(p.y, -p.x),
        Direction::Right => Point::new(-p.y, p.x),
    }
}

/// A line as a thin parallelogram: below it, or to the right of a line that is steep, where `up` is up.
pub fn sliver(a: Point, b: Point, up: Direction) -> Polygon {
    let (a, b) = (upright(a, up), upright(b, up));
    let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
    let flat = (b.x - a.x) >= (b.y - a.y).abs();
    let by = if flat { Point::new(0, LINE_DEPTH * UNIT) } else { Point::new(LINE_DEPTH * UNIT, 0) };
    let polygon = tidy(vec![a, b, b.plus(by), a.plus(by)]);
    polygon.into_iter().map(|p| turned_back(p, up)).collect()
}

/// The box around a polygon, in pixels.
pub fn aabb(polygon: &[Point]) -> Aabb {
    let (min, max) = bounds(polygon);
    Aabb::from_corners(min.to_pixels(), max.to_pixels())
}
