//! Pieces: boxes and convex slopes, as the box solvers see the world.

use alloc::vec::Vec;

use glam::Vec2;

use crate::edge::{Direction, Tag};
use crate::layers::Layers;
use crate::shape::{Aabb, Segment, sqrt};
use crate::tolerance::{CUT_SLACK, EXIT_TIE};

/// A slanted face of a piece: the points with `normal . (point - middle) <= offset` are inside, where `middle` is the
/// middle of the piece's box. Being relative to the piece, it loses no precision far from the origin.
///
/// ```
/// use seamwalker_collide::{Piece, Plane};
/// use seamwalker_collide::glam::Vec2;
///
/// // A tile whose upper left half is cut away rises to the right. Its one slanted face runs through its middle.
/// let slope = Piece::convex(&[Vec2::new(0.0, 16.0), Vec2::new(16.0, 0.0), Vec2::new(16.0, 16.0)]).unwrap();
/// let [Plane { normal, offset }] = slope.planes[..] else { panic!("one slanted face") };
/// assert!(normal.x < 0.0 && normal.y < 0.0, "out of the solid: to the left and up");
/// assert!(offset.abs() < 1e-5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Plane {
    /// Unit vector out of the solid.
    pub normal: Vec2,
    /// Distance of the face from the middle along the normal, in pixels.
    pub offset: f32,
}

/// A convex solid: a box, cut by slanted planes if it is a slope.
///
/// ```
/// use seamwalker_collide::{Aabb, Direction, Piece};
/// use seamwalker_collide::glam::Vec2;
///
/// let tile = Piece::solid_box(Aabb::from_corners(Vec2::ZERO, Vec2::splat(16.0)));
/// assert!(tile.planes.is_empty());
/// let slope = Piece::convex(&[Vec2::new(16.0, 16.0), Vec2::new(32.0, 0.0), Vec2::new(32.0, 16.0)]).unwrap();
/// assert_eq!(slope.planes.len(), 1);
/// // A ribbon is a piece that is solid only from above.
/// let ribbon = Piece { one_way: Some(Direction::Up), ..tile };
/// assert_eq!(ribbon.solid().one_way, Some(Direction::Up));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// The box around it.
    pub aabb: Aabb,
    /// The faces that are neither horizontal nor vertical; a plain box has none.
    pub planes: Vec<Plane>,
    /// Solid only from this side; `None` where it is solid from all sides.
    pub one_way: Option<Direction>,
    /// Data of the caller.
    pub tag: Tag,
    /// As [`Edge::layers`](crate::Edge::layers).
    pub layers: Layers,
}

impl Piece {
    /// The place of a piece that was removed from a [`Terrain`](super::Terrain), until another piece takes it. It is nowhere:
    /// no query finds it.
    pub const VACANT: Self = Self {
        aabb: Aabb::new(Vec2::ZERO, Vec2::splat(-1.0)),
        planes: Vec::new(),
        one_way: None,
        tag: Tag(0),
        layers: Layers::DEFAULT,
    };

    /// Whether this is the place of a removed piece: its box is inside out.
    #[must_use]
    pub fn is_vacant(&self) -> bool {
        !self.aabb.is_valid()
    }

    /// Whether its box exists and all its numbers are finite.
    pub(crate) fn is_valid(&self) -> bool {
        let is_finite = |plane: &Plane| plane.normal.is_finite() && plane.offset.is_finite();
        self.aabb.is_valid() && self.planes.iter().all(is_finite)
    }

    /// A solid box.
    #[must_use]
    pub const fn solid_box(aabb: Aabb) -> Self {
        Self { aabb, planes: Vec::new(), one_way: None, tag: Tag(0), layers: Layers::DEFAULT }
    }

    /// Its corners, clockwise on screen: the box, clipped by the slanted faces (Sutherland and Hodgman 1974).
    ///
    /// ```
    /// use seamwalker_collide::Piece;
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let slope = Piece::convex(&[Vec2::new(0.0, 16.0), Vec2::new(16.0, 0.0), Vec2::new(16.0, 16.0)]).unwrap();
    /// assert!(slope.corners().iter().all(|corner| corner.distance(Vec2::ZERO) > 11.0), "the upper left one is cut off");
    /// ```
    #[must_use]
    pub fn corners(&self) -> Vec<Vec2> {
        let around = Aabb::new(Vec2::ZERO, self.aabb.half).corners().to_vec();
        let cut = |corners: Vec<Vec2>, plane: &Plane| {
            let outside = |p: Vec2| plane.normal.dot(p) - plane.offset;
            let mut kept = Vec::new();
            for (i, &a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % corners.len()];
                let (at_a, at_b) = (outside(a), outside(b));
                if at_a <= CUT_SLACK {
                    kept.push(a);
                }
                if (at_a > CUT_SLACK && at_b < -CUT_SLACK) || (at_a < -CUT_SLACK && at_b > CUT_SLACK) {
                    kept.push(a + (b - a) * (at_a / (at_a - at_b)));
                }
            }
            kept
        };
        self.planes.iter().fold(around, cut).into_iter().map(|p| p + self.aabb.center).collect()
    }

    /// The convex polygon with these corners, clockwise or counter-clockwise. `None` when the corners enclose no area
    /// or are not convex.
    #[must_use]
    pub fn convex(corners: &[Vec2]) -> Option<Self> {
        let n = corners.len();
        let turn = |i: usize| {
            let (a, b, c) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
            (b - a).perp_dot(c - b)
        };
        let (mut left, mut right) = (false, false);
        for i in 0..n {
            left |= turn(i) < 0.0;
            right |= turn(i) > 0.0;
        }
        if left == right {
            return None;
        }
        let aabb = Aabb::around(corners.iter().copied())?;
        let mut planes = Vec::new();
        for i in 0..n {
            let [a, b] = [corners[i], corners[(i + 1) % n]];
            planes.extend(Plane::of_side(if left { Segment::new(b, a) } else { Segment::new(a, b) }, aabb.center));
        }
        Some(Self { aabb, planes, one_way: None, tag: Tag(0), layers: Layers::DEFAULT })
    }

    /// The shape of the piece.
    #[must_use]
    pub fn solid(&self) -> Solid<'_> {
        Solid { aabb: self.aabb, planes: &self.planes, one_way: self.one_way, corner: 0.0 }
    }
}

/// A convex solid for the box solvers: a piece of the terrain, or a body.
///
/// ```
/// use seamwalker_collide::{Aabb, Piece};
/// use seamwalker_collide::glam::Vec2;
///
/// let tile = Piece::solid_box(Aabb::from_corners(Vec2::ZERO, Vec2::splat(16.0)));
/// let mover = Aabb::new(Vec2::new(8.0, -6.0), Vec2::splat(8.0));
/// assert_eq!(tile.solid().depth(&mover), 2.0);
/// assert_eq!(tile.solid().exit(&mover, Vec2::NEG_Y), (2.0, Vec2::NEG_Y), "2 px up, and it leaves through the top");
/// assert_eq!(tile.solid().exit(&mover, Vec2::X).0, 16.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid<'a> {
    /// The box around it.
    pub aabb: Aabb,
    /// The slanted faces that cut the box.
    pub planes: &'a [Plane],
    /// Solid only from this side; `None` where it is solid from all sides.
    pub one_way: Option<Direction>,
    /// The radius of its corners and of those of the mover, together, in pixels.
    pub corner: f32,
}

impl Solid<'_> {
    /// How deep a box is inside, in pixels: the least distance over all faces. Zero or less when the two are apart.
    #[must_use]
    pub fn depth(&self, mover: &Aabb) -> f32 {
        let p = mover.center - self.aabb.center;
        let gap = p.abs() - (self.aabb.half + mover.half);
        let at_corner = gap + self.corner;
        let inside = if self.corner > 0.0 && at_corner.min_element() > 0.0 {
            self.corner - at_corner.length()
        } else {
            -gap.max_element()
        };
        self.planes.iter().fold(inside, |inside, plane| inside.min(self.plane_depth(plane, p, mover.half)))
    }

    /// The same without the outermost pixels that round its corners: a box, around which everything is that near is in it.
    pub(crate) fn core(&self) -> Self {
        Self { aabb: self.aabb.grown(-self.corner), corner: 0.0, ..*self }
    }

    /// How deep a box reaches behind a slanted face. Round corners reach less far.
    fn plane_depth(&self, plane: &Plane, p: Vec2, half: Vec2) -> f32 {
        plane.depth(p, half) - self.corner * (plane.normal.abs().element_sum() - 1.0)
    }

    /// How far a box is above a one-way solid, in pixels: negative below it.
    pub(crate) fn height(&self, mover: &Aabb) -> f32 {
        self.one_way.map_or(0.0, |side| -self.exit(mover, side.normal()).0)
    }

    /// How far a box that overlaps the solid must go along `direction`, one of the four axis directions, to leave it;
    /// and the normal of the face through which it leaves.
    #[must_use]
    pub fn exit(&self, mover: &Aabb, direction: Vec2) -> (f32, Vec2) {
        let p = mover.center - self.aabb.center;
        let size = self.aabb.half + mover.half;
        let mut straight = (size.dot(direction.abs()) - p.dot(direction), direction);
        // Beside the flat part of that side, the way out is shorter, around a corner.
        let beside = direction.perp().abs().dot(p.abs() - size) + self.corner;
        if self.corner > 0.0 && beside > 0.0 {
            let ahead = sqrt((self.corner * self.corner - beside * beside).into()).unwrap_or(0.0) as f32;
            let across = direction.perp() * beside * p.dot(direction.perp()).signum();
            straight = (straight.0 - self.corner + ahead, (direction * ahead + across) / self.corner);
        }
        self.planes.iter().fold(straight, |best, plane| {
            let slope = plane.normal.dot(direction);
            let distance = self.plane_depth(plane, p, mover.half) / slope;
            // At the foot of a slope, its face and the side of its box are equally far away. Take the face: there is no
            // wall.
            if slope > 0.0 && distance < best.0 + EXIT_TIE { (distance.min(best.0), plane.normal) } else { best }
        })
    }
}

impl Plane {
    /// The face of a side that has the solid on its right, in a piece with its middle there; `None` if the box has that face.
    pub(crate) fn of_side(side: Segment, middle: Vec2) -> Option<Self> {
        let (normal, run) = (side.left_normal(), side.b - side.a);
        let is_slanted = run.x != 0.0 && run.y != 0.0;
        is_slanted.then(|| Self { normal, offset: normal.dot(side.a - middle) })
    }

    /// How deep a box reaches behind the face, in pixels; its centre lies at `p` relative to the middle of the piece.
    pub(crate) fn depth(&self, p: Vec2, half: Vec2) -> f32 {
        self.offset - self.normal.dot(p) + self.normal.abs().dot(half)
    }
}
