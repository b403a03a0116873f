//! What meets in triggers: areas, and movers as visitors of them.

use glam::Vec2;

use crate::edge::Tag;
use crate::layers::Layers;
use crate::query::QueryShape;
use crate::shape::Aabb;

/// Id of a trigger area. It is given to another area only after the update that reported all movers as gone.
///
/// ```
/// use seamwalker_collide::{Aabb, TriggerArea, Triggers};
///
/// let mut triggers = Triggers::default();
/// let (first, second) = (triggers.add(TriggerArea::default()), triggers.add(TriggerArea::default()));
/// assert_ne!(first, second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AreaId(pub u32);

/// An area that movers can be in: a door, a checkpoint, water, a blast. It stops nothing.
///
/// ```
/// use seamwalker_collide::{Aabb, Disk, Layers, Tag, TriggerArea};
/// use seamwalker_collide::glam::Vec2;
///
/// const HEROES: Layers = Layers::layer(2);
/// const WATER: Tag = Tag(9);
/// let lake = Aabb::from_corners(Vec2::new(100.0, 80.0), Vec2::new(300.0, 160.0));
/// let lake = TriggerArea { tag: WATER, meets: HEROES, ..TriggerArea::new(lake) };
/// assert!(!lake.meets.intersects(Layers::DEFAULT));
/// let magnet = TriggerArea::new(Disk::new(Vec2::new(50.0, 50.0), 30.0));
/// assert_eq!(magnet.shape.bounds().half, Vec2::splat(30.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TriggerArea {
    /// Its place and shape. An area of another shape is several areas.
    pub shape: QueryShape,
    /// The layers of the movers that it notices; all by default.
    pub meets: Layers,
    /// Data of the caller, which comes back with every event.
    pub tag: Tag,
}

impl TriggerArea {
    /// An area that notices all movers.
    #[must_use]
    pub fn new(shape: impl Into<QueryShape>) -> Self {
        Self { shape: shape.into(), meets: Layers::ALL, tag: Tag(0) }
    }
}

impl Default for TriggerArea {
    fn default() -> Self {
        Self::new(Aabb::default())
    }
}

/// A mover, as [`Triggers::update`](super::Triggers::update) sees it.
///
/// ```
/// use seamwalker_collide::{Disk, Layers, Visitor};
/// use seamwalker_collide::glam::Vec2;
///
/// let ball = Visitor::new(7, Disk::new(Vec2::new(60.0, 0.0), 4.0));
/// let ball = Visitor { moved: Vec2::new(40.0, 0.0), layers: Layers::layer(3), ..ball };
/// assert_eq!(ball.id, 7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Visitor {
    /// The caller's number for it, the same in every tick.
    pub id: u32,
    /// Its shape where it is now: `mover.aabb`, for one.
    pub shape: QueryShape,
    /// The straight way on which it came there in this tick, in pixels. Areas on the way are entered and left at once. Zero for
    /// a mover that was put there, or that is too slow to skip an area.
    pub moved: Vec2,
    /// The layers it is in.
    pub layers: Layers,
}

impl Visitor {
    /// A mover in the default layer that was put where it is.
    #[must_use]
    pub fn new(id: u32, shape: impl Into<QueryShape>) -> Self {
        Self { id, shape: shape.into(), moved: Vec2::ZERO, layers: Layers::DEFAULT }
    }
}

/// A visitor and an area as a point and a shape: what each of two rounded boxes has in size, their Minkowski sum has.
pub(super) struct Relative {
    /// Where the point is now, seen from the middle of the shape.
    at: Vec2,
    half: Vec2,
    radius: f32,
}

impl Relative {
    pub fn new(visitor: &QueryShape, area: &QueryShape) -> Self {
        let (half, radius) = (visitor.half + area.half, visitor.radius + area.radius);
        Self { at: visitor.center - area.center, half, radius }
    }

    /// Whether the two share more than their border.
    pub fn overlaps(&self) -> bool {
        let gap = self.at.abs() - self.half;
        if self.radius > 0.0 {
            gap.max(Vec2::ZERO).length_squared() < self.radius * self.radius
        } else {
            gap.x < 0.0 && gap.y < 0.0
        }
    }

    /// Whether they did so anywhere on the straight way that led here.
    pub fn overlapped(&self, moved: Vec2) -> bool {
        let from = self.at - moved;
        if self.radius <= 0.0 {
            return crosses(from, moved, self.half);
        }
        // A box with round corners is a cross of two boxes, and a disk at each corner.
        let (x, y) = (Vec2::new(self.radius, 0.0), Vec2::new(0.0, self.radius));
        let corners = [self.half, Vec2::new(self.half.x, -self.half.y)];
        crosses(from, moved, self.half + x)
            || crosses(from, moved, self.half + y)
            || corners.into_iter().flat_map(|corner| [corner, -corner]).any(|corner| {
                let to_corner = corner - from;
                let part = (to_corner.dot(moved) / moved.length_squared()).clamp(0.0, 1.0);
                (to_corner - moved * part).length_squared() < self.radius * self.radius
            })
    }
}

/// Whether a way leads through a box around the origin.
fn crosses(from: Vec2, moved: Vec2, half: Vec2) -> bool {
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for (from, moved, half) in [(from.x, moved.x, half.x), (from.y, moved.y, half.y)] {
        if moved == 0.0 {
            if from.abs() >= half {
                return false;
            }
        } else {
            let (a, b) = ((-half - from) / moved, (half - from) / moved);
            (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
        }
    }
    enter < leave
}
