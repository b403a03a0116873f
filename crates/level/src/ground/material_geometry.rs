//! The shapes of one material, and lines as thin polygons.

use crate::geometry::{Point, Polygon, UNIT, bounds, tidy};
use crate::ground::shapes::Shape;
use crate::outline::{Loops, ShapeGrid, outline};
use seamwalker_collide::{Aabb, Direction};

/// Thickness of a drawn line for solvers that only know boxes and areas, in pixels. The line itself is its upper or left
/// side. Fast movers cross thinner ones in a single step.
pub const LINE_DEPTH: i32 = 2;

/// The grids, free shapes and lines of one material.
#[derive(Clone, Debug, Default)]
pub struct MaterialGeometry {
    pub cells: Vec<ShapeGrid>,
    pub free: Vec<Shape>,
    pub lines: Vec<Vec<Point>>,
    /// The outline, while the terrain is built.
    pub loops: Loops,
}

impl MaterialGeometry {
    /// Computes the outline. Subtracts its corners from `max_corners`; `None` if there are more.
    pub fn outline(&mut self, max_corners: &mut usize) -> Option<()> {
        let free: Vec<Polygon> = self.free.iter().map(|s| s.polygon.clone()).collect();
        self.loops = outline(&self.cells, &free, *max_corners)?;
        *max_corners = max_corners.saturating_sub(self.loops.corners());
        Some(())
    }

    /// Visits every convex part: cells, free shapes, then lines, which extend away from the direction `up`.
    pub fn each_part(&self, up: Direction, mut visit: impl FnMut(&[Point])) {
        self.cells.iter().for_each(|cells| cells.each_part(&mut visit));
        self.each_free(up, visit);
    }

    /// Visits the parts outside of the cells.
    pub fn each_free(&self, up: Direction, mut visit: impl FnMut(&[Point])) {
        self.free.iter().flat_map(|s| &s.parts).for_each(|part| visit(part));
        self.lines.iter().flat_map(|line| line.windows(2)).for_each(|w| visit(&sliver(w[0], w[1], up)));
    }
}

/// Rotates a point by the quarter turns that bring a direction to up.
pub const fn upright(p: Point, direction: Direction) -> Point {
    match direction {
        Direction::Up => p,
        Direction::Down => Point::new(-p.x, -p.y),
        Direction::Left => Point::new(-p.y, p.x),
        Direction::Right => Point::new(p.y, -p.x),
    }
}

/// The inverse of [`upright`].
pub const fn turned_back(p: Point, direction: Direction) -> Point {
    match direction {
        Direction::Left => upright(p, Direction::Right),
        Direction::Right => upright(p, Direction::Left),
        Direction::Up | Direction::Down => upright(p, direction),
    }
}

/// A line as a thin parallelogram: below the line, or to the right of a steep one, if `up` is up.
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
