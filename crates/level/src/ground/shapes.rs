//! The shapes of Tiled as integer polygons: rectangles, polygons, ellipses, capsules, polylines.

use glam::{DVec2, Vec2};
use tiled::{ObjectData, ObjectShape as TiledShape};

use crate::geometry::{
    Point, Polygon, UNIT, convex_parts, double_area, ellipse, is_simple, meetings, rotated, tidy, untangled,
};
use crate::limits::or_raise;
use crate::model::ObjectShape;
use crate::outline::Effort;
use crate::report::{Place, Report};

/// Corners of a tile's shape this close to the border of its cell snap to it, in pixels. Larger values join shapes that
/// should be apart; smaller ones leave slits that a mover's skin ignores but the outline shows.
pub const SNAP: i32 = 2;

/// What a place where a polygon meets itself costs, in comparisons of edges: up to twenty microseconds where many are close together.
const CROSSING: u64 = 1000;

/// The shape of an object, rotated and in place, in pixels. Its points are not yet rounded to units.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    pub kind: FormKind,
    pub points: Vec<DVec2>,
}

impl Form {
    /// The shape for programs that use the level.
    pub fn shape(&self) -> ObjectShape {
        let points = self.points.iter().map(DVec2::as_vec2);
        match self.kind {
            FormKind::Polygon => ObjectShape::Polygon(points.collect()),
            FormKind::Round => ObjectShape::Round(points.collect()),
            FormKind::Line => ObjectShape::Polyline(points.collect()),
            FormKind::Dot => ObjectShape::Point(points.sum()),
        }
    }

    /// Whether it covers anything.
    pub fn has_inside(&self) -> bool {
        self.kind.is_closed() && !outline(&self.points).is_empty()
    }
}

/// What the points of a form stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormKind {
    /// The corners of a polygon, set by hand.
    Polygon,
    /// The corners of a polygon that stands for an ellipse or a capsule.
    Round,
    /// A polyline.
    Line,
    /// A point or a text.
    Dot,
}

impl FormKind {
    /// Whether the form has an inside.
    pub const fn is_closed(self) -> bool {
        matches!(self, Self::Polygon | Self::Round)
    }
}

/// The form of an object, without the offset of its layer.
pub fn form(object: &ObjectData) -> Form {
    let wide = |points: &[(f32, f32)]| points.iter().map(|p| Vec2::from(*p).as_dvec2()).collect();
    let size = |width: &f32, height: &f32| Vec2::new(*width, *height).as_dvec2();
    let (kind, points): (_, Vec<DVec2>) = match &object.shape {
        TiledShape::Rect { width, height } if size(width, height) != DVec2::ZERO => {
            (FormKind::Polygon, box_corners(DVec2::ZERO, size(width, height)).to_vec())
        }
        TiledShape::Ellipse { width, height } => {
            let half = size(width, height) / 2.0;
            (FormKind::Round, ellipse(half.x, half.y).into_iter().map(|p| DVec2::from(p) + half).collect())
        }
        TiledShape::Capsule { width, height } => (FormKind::Round, capsule(size(width, height))),
        TiledShape::Polygon { points } => (FormKind::Polygon, wide(points)),
        TiledShape::Polyline { points } => (FormKind::Line, wide(points)),
        TiledShape::Rect { .. } | TiledShape::Point(..) | TiledShape::Text { .. } => (FormKind::Dot, vec![DVec2::ZERO]),
    };
    Form { kind, points: points.into_iter().map(|p| turned(object, p)).collect() }
}

/// The position of a point of an object, which is given relative to the object's origin before rotation.
pub fn turned(object: &ObjectData, point: DVec2) -> DVec2 {
    let at = Vec2::new(object.x, object.y).as_dvec2();
    DVec2::from(rotated(point.into(), f64::from(object.rotation))) + at
}

/// The corners of a box: upper left, upper right, lower right, lower left.
pub fn box_corners(min: DVec2, max: DVec2) -> [DVec2; 4] {
    [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
}

/// A rectangle whose shorter sides are half circles.
fn capsule(size: DVec2) -> Vec<DVec2> {
    let radius = size.abs().min_element() / 2.0;
    let stretch = size / 2.0 - radius;
    let circle = ellipse(radius, radius);
    let quarter = circle.len() / 4;
    let signs = [DVec2::ONE, DVec2::new(-1.0, 1.0), DVec2::NEG_ONE, DVec2::new(1.0, -1.0)];
    let corner = |q: usize, i: usize| DVec2::from(circle[(q * quarter + i) % circle.len()]);
    let place = |q: usize, i: usize| corner(q, i) + signs[q] * stretch + size / 2.0;
    (0..4).flat_map(|q| (0..=quarter).map(move |i| (q, i))).map(|(q, i)| place(q, i)).collect()
}

/// A simple clockwise polygon, and convex polygons that cover the same area.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shape {
    /// Its outline.
    pub polygon: Polygon,
    /// The convex polygons.
    pub parts: Vec<Polygon>,
}

impl Shape {
    /// The polygon must be simple and clockwise.
    pub fn new(polygon: Polygon) -> Self {
        Self { parts: convex_parts(&polygon), polygon }
    }

    /// Maps every point; `mirrored` if the map reverses the orientation.
    pub fn mapped(&self, mirrored: bool, map: impl Fn(Point) -> Point) -> Self {
        let polygon = |old: &Polygon| {
            let mut new: Polygon = old.iter().map(|p| map(*p)).collect();
            if mirrored {
                new.reverse();
            }
            new
        };
        Self { polygon: polygon(&self.polygon), parts: self.parts.iter().map(polygon).collect() }
    }

    /// The shape, translated.
    pub fn moved(&self, by: Point) -> Self {
        self.mapped(false, |p| p.plus(by))
    }
}

/// Rounds a closed form to units and makes it simple: one polygon, or several if it crosses or touches itself, or none if it has
/// no area, or crosses itself more often than `effort` pays for. Reports what is likely a mistake.
pub fn cut(points: &[DVec2], effort: &mut Effort, report: &Report, place: impl Fn() -> Place) -> Vec<Polygon> {
    let mut polygons = vec![outline(points)];
    polygons.retain(|polygon| !polygon.is_empty());
    if let [polygon] = &polygons[..]
        && !is_simple(polygon)
    {
        if effort.pay(meetings(polygon).count() as u64 * CROSSING).is_none() {
            report.warn(place(), "it crosses itself too often", or_raise("it is left out", "edge_pairs"));
            return Vec::new();
        }
        let parts = untangled(polygon);
        // A ring touches itself along its bridge, but covers nothing twice.
        if parts.iter().map(|part| double_area(part)).sum::<i64>() != double_area(polygon) {
            let help = "as in Tiled, what it covers twice is free; draw it again";
            report.warn(place(), "the polygon crosses itself", help);
        }
        polygons = parts;
    }
    if polygons.is_empty() {
        report.warn(place(), "the shape has no area", "it is ignored; delete it, or draw it again");
    }
    polygons
}

/// The corners in units, without those that are superfluous; empty if there is no area.
fn outline(points: &[DVec2]) -> Polygon {
    tidy(points.iter().map(|p| Point::nearest(*p)).collect())
}

/// Snaps corners near the border of a cell onto it. `None` if there are none, or if little of the polygon would remain.
pub fn snapped(polygon: &[Point], size: Point) -> Option<Polygon> {
    let near = |v: i32, border: i32| (v - border).abs() <= SNAP * UNIT;
    let pull = |v: i32, length: i32| {
        if near(v, 0) {
            0
        } else if near(v, length) {
            length
        } else {
            v
        }
    };
    let pulled: Polygon = polygon.iter().map(|p| Point::new(pull(p.x, size.x), pull(p.y, size.y))).collect();
    if pulled == polygon {
        return None;
    }
    let tidied = tidy(pulled);
    let collapsed = tidied.is_empty() || !is_simple(&tidied) || double_area(&tidied) * 2 < double_area(polygon);
    (!collapsed).then_some(tidied)
}

#[cfg(test)]
#[path = "shapes_tests.rs"]
mod tests;
