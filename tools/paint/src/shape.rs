//! Collision shapes of tiles: what the picture is cut along and what the .tsx file says are the same thing.

use crate::palette::Color;
use crate::picture::Picture;

/// A shape inside a tile, in pixels from its top left corner.
#[derive(Clone)]
pub enum Shape {
    /// The whole cell; written without a shape, as a classed tile fills its cell.
    Full,
    Rect {
        x: i32,
        y: i32,
        width: i32,
        height: i32,
    },
    /// Convex, either winding.
    Polygon(Vec<(i32, i32)>),
}

impl Shape {
    pub fn rect(x: i32, y: i32, width: i32, height: i32) -> Self {
        Self::Rect { x, y, width, height }
    }

    pub fn polygon(points: &[(i32, i32)]) -> Self {
        Self::Polygon(points.to_vec())
    }

    /// Top and bottom exchanged within the cell.
    pub fn flipped(&self) -> Self {
        match self {
            Self::Full => Self::Full,
            &Self::Rect { x, y, width, height } => Self::rect(x, 16 - y - height, width, height),
            Self::Polygon(points) => Self::Polygon(points.iter().map(|&(x, y)| (x, 16 - y)).collect()),
        }
    }

    /// A tile whose pixels have the colour `thread(x, y)` within the shape.
    pub fn cut(&self, thread: impl Fn(i32, i32) -> Color) -> Picture {
        Picture::from_fn(16, 16, |x, y| self.covers(x, y).then(|| thread(x, y)))
    }

    /// Whether the middle of the pixel lies in the shape or on its border.
    pub fn covers(&self, x: i32, y: i32) -> bool {
        match self {
            Self::Full => true,
            Self::Rect { x: left, y: top, width, height } => {
                (*left..left + width).contains(&x) && (*top..top + height).contains(&y)
            }
            Self::Polygon(points) => in_convex(points, (2 * x + 1, 2 * y + 1)),
        }
    }
}

/// Whether a point, given in half pixels, is on the same side of all edges.
fn in_convex(points: &[(i32, i32)], point: (i32, i32)) -> bool {
    let next = points.iter().cycle().skip(1);
    let sides: Vec<i32> = points
        .iter()
        .zip(next)
        .map(|(a, b)| (b.0 - a.0) * (point.1 - 2 * a.1) - (b.1 - a.1) * (point.0 - 2 * a.0))
        .collect();
    sides.iter().all(|&side| side >= 0) || sides.iter().all(|&side| side <= 0)
}

/// The shapes of the 32 tiles of every fabric tileset, by local id.
///
/// 0-7 full; 8-11 one up, one across; 12-19 one up, two across; 20-27 two up, one across; 28-31 halves. Within a
/// group floors come first, rising to the right before falling, then the same mirrored into ceilings.
pub fn fabric_shapes() -> Vec<Shape> {
    let mut shapes = vec![Shape::Full; 8];
    shapes.extend(with_ceilings(&[&[(0, 16), (16, 0), (16, 16)], &[(0, 0), (16, 16), (0, 16)]]));
    shapes.extend(with_ceilings(&[
        &[(0, 16), (16, 8), (16, 16)],
        &[(0, 8), (16, 0), (16, 16), (0, 16)],
        &[(0, 0), (16, 8), (16, 16), (0, 16)],
        &[(0, 8), (16, 16), (0, 16)],
    ]));
    shapes.extend(with_ceilings(&[
        &[(8, 16), (16, 0), (16, 16)],
        &[(0, 16), (8, 0), (16, 0), (16, 16)],
        &[(0, 0), (8, 0), (16, 16), (0, 16)],
        &[(0, 0), (8, 16), (0, 16)],
    ]));
    shapes.extend([
        Shape::rect(0, 8, 16, 8),
        Shape::rect(0, 0, 16, 8),
        Shape::rect(0, 0, 8, 16),
        Shape::rect(8, 0, 8, 16),
    ]);
    shapes
}

/// The floors, then each of them mirrored vertically.
fn with_ceilings(floors: &[&[(i32, i32)]]) -> Vec<Shape> {
    let floors: Vec<Shape> = floors.iter().map(|points| Shape::polygon(points)).collect();
    let ceilings: Vec<Shape> = floors.iter().map(Shape::flipped).collect();
    [floors, ceilings].concat()
}
