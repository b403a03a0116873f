//! The shapes of Tiled as integer polygons: rectangles, polygons, ellipses, capsules, polylines.

use tiled::{ObjectData, ObjectShape};

use crate::geometry::{Point, Polygon, UNIT, convex_parts, double_area, ellipse, is_simple, rotated, tidy, untangled};

/// Corners of a tile's shape this close to the border of its cell snap to it, in pixels. Larger values join shapes that
/// should be apart; smaller ones leave slits that a mover's skin ignores but the outline shows.
pub const SNAP: i32 = 2;

/// A position in pixels, before it is rounded to units.
pub type UnroundedPoint = (f64, f64);

/// The shape of an object, rotated and in place, in pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A polygon, and whether its corners were set by hand.
    Closed(Vec<UnroundedPoint>, bool),
    /// A polyline.
    Open(Vec<UnroundedPoint>),
    /// A point or a text.
    Dot(UnroundedPoint),
}

impl Form {
    /// All its points.
    pub fn places(&self) -> &[UnroundedPoint] {
        match self {
            Self::Closed(places, _) | Self::Open(places) => places,
            Self::Dot(place) => std::slice::from_ref(place),
        }
    }

    /// The form, translated.
    pub fn moved(mut self, by: UnroundedPoint) -> Self {
        let places = match &mut self {
            Self::Closed(places, _) | Self::Open(places) => places.as_mut_slice(),
            Self::Dot(place) => std::slice::from_mut(place),
        };
        for p in places {
            *p = (p.0 + by.0, p.1 + by.1);
        }
        self
    }
}

/// The form of an object, without the offset of its layer.
pub fn form(object: &ObjectData) -> Form {
    let at = (f64::from(object.x), f64::from(object.y));
    let turned = |places: Vec<UnroundedPoint>| -> Vec<UnroundedPoint> {
        let turn = |p| rotated(p, f64::from(object.rotation));
        places.into_iter().map(turn).map(|p| (p.0 + at.0, p.1 + at.1)).collect()
    };
    let wide = |points: &[(f32, f32)]| points.iter().map(|p| (f64::from(p.0), f64::from(p.1))).collect::<Vec<_>>();
    match &object.shape {
        ObjectShape::Rect { width, height } => {
            let (w, h) = (f64::from(*width), f64::from(*height));
            if w == 0.0 && h == 0.0 {
                Form::Dot(at)
            } else {
                Form::Closed(turned(vec![(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]), true)
            }
        }
        ObjectShape::Ellipse { width, height } => {
            let (w, h) = (f64::from(*width) / 2.0, f64::from(*height) / 2.0);
            Form::Closed(turned(ellipse(w, h).into_iter().map(|p| (p.0 + w, p.1 + h)).collect()), false)
        }
        ObjectShape::Capsule { width, height } => {
            Form::Closed(turned(capsule(f64::from(*width), f64::from(*height))), false)
        }
        ObjectShape::Polygon { points } => Form::Closed(turned(wide(points)), true),
        ObjectShape::Polyline { points } => Form::Open(turned(wide(points))),
        ObjectShape::Point(..) | ObjectShape::Text { .. } => Form::Dot(at),
    }
}

/// A rectangle whose shorter sides are half circles.
fn capsule(width: f64, height: f64) -> Vec<UnroundedPoint> {
    let radius = width.abs().min(height.abs()) / 2.0;
    let stretch = (width / 2.0 - radius, height / 2.0 - radius);
    let circle = ellipse(radius, radius);
    let quarter = circle.len() / 4;
    let signs = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
    let mut places = Vec::new();
    for (q, sign) in signs.into_iter().enumerate() {
        for i in 0..=quarter {
            let p = circle[(q * quarter + i) % circle.len()];
            places.push((p.0 + sign.0 * stretch.0 + width / 2.0, p.1 + sign.1 * stretch.1 + height / 2.0));
        }
    }
    places
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

/// The result of rounding a closed form.
#[derive(Clone, Debug, Default)]
pub struct CutResult {
    /// The polygon, or several if it crossed itself. None if it has no area.
    pub polygons: Vec<Polygon>,
    /// Whether it crossed itself.
    pub tangled: bool,
}

/// Rounds a closed form to units and makes it simple.
pub fn cut(places: &[UnroundedPoint]) -> CutResult {
    let polygon = tidy(places.iter().map(|p| Point::from_pixels(p.0, p.1)).collect());
    if polygon.is_empty() || is_simple(&polygon) {
        let polygons = if polygon.is_empty() { Vec::new() } else { vec![polygon] };
        return CutResult { polygons, tangled: false };
    }
    CutResult { polygons: untangled(&polygon), tangled: true }
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
mod tests {
    use super::*;
    use crate::geometry::rectangle;

    fn px(x: i32, y: i32) -> Point {
        Point::new(x * UNIT, y * UNIT)
    }

    #[test]
    fn corners_near_the_border_snap_to_it_unless_the_shape_collapses() {
        let size = px(16, 16);
        assert_eq!(snapped(&rectangle(px(1, 8), px(15, 17)), size), Some(rectangle(px(0, 8), px(16, 16))));
        assert_eq!(snapped(&rectangle(px(0, 8), px(16, 16)), size), None);
        assert_eq!(snapped(&rectangle(px(3, 3), px(13, 13)), size), None);
        assert_eq!(snapped(&rectangle(px(0, 0), px(16, 2)), size), None, "a thin plank stays thin");
    }

    #[test]
    fn a_bow_tie_becomes_two_triangles() {
        let bow = cut(&[(0.0, 0.0), (16.0, 16.0), (16.0, 0.0), (0.0, 16.0)]);
        assert!(bow.tangled);
        assert_eq!(bow.polygons.len(), 2);
        assert!(cut(&[(0.0, 0.0), (8.0, 8.0)]).polygons.is_empty());
    }

    #[test]
    fn a_capsule_has_the_given_size() {
        let places = capsule(30.0, 10.0);
        let polygon = cut(&places).polygons.remove(0);
        assert_eq!(crate::geometry::bounds(&polygon), (px(0, 0), px(30, 10)));
    }
}
