//! Bodies: boxes, disks and turning ground that the game moves between slides.

use glam::Vec2;

use crate::contact::BodyId;
use crate::edge::{Direction, Side, Tag};
use crate::layers::Layers;
use crate::mover::Mover;
use crate::obstacle::ObstacleShape;
use crate::piece::Solid;
use crate::separation::Hexagon;
use crate::shape::{Aabb, Disk, Segment};
use crate::view::CollisionView;

/// A box or a disk that the game moves between slides: a platform, a crate, an enemy. Build it from [`Body::new`] or [`Body::disk`] and
/// `..`, as below: fields may be added. [`Bodies::push_terrain`](crate::Bodies::push_terrain) adds bodies of other shapes, which turn.
///
/// ```
/// use seamwalker_collide::{Aabb, Body};
/// use seamwalker_collide::glam::Vec2;
///
/// // A raft that goes 2 px to the right in every tick. The game moves it and stores how far.
/// let mut raft = Body { one_way: true, ..Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0))) };
/// raft.delta = Vec2::new(2.0, 0.0);
/// raft.aabb = raft.aabb.moved(raft.delta);
/// assert_eq!(raft.aabb.center.x, 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Body {
    /// Where it is now. Of a body of another shape, the box around it.
    pub aabb: Aabb,
    /// The radius of its corners, in pixels: 0 for a box; half the smaller side, which is the most, makes a square a disk.
    pub corner: f32,
    /// How far it moved in this tick, in pixels, for solvers that ask for the relative movement. A [`Carrier`](crate::Carrier) sets it
    /// while it moves the body, and resets it.
    pub delta: Vec2,
    /// Lower numbers yield less; walls have 0, and platforms 1 by default. A crate that platforms push needs 2 or more.
    pub priority: u8,
    /// Solid only from above.
    pub one_way: bool,
    /// Whether it exists for queries. A disabled body keeps its index in the list.
    pub enabled: bool,
    /// A number for its surface, which [`Space::tag`](crate::Space::tag) tells.
    pub tag: Tag,
    /// Data of the caller, such as the id of its entity.
    pub data: u64,
    /// The layers it is in: movers and queries that meet none of them pass through.
    pub layers: Layers,
}

impl Body {
    /// A solid body that yields only to walls.
    #[doc(alias = "collider")]
    #[doc(alias = "kinematic")]
    #[must_use]
    pub const fn new(aabb: Aabb) -> Self {
        Self {
            aabb,
            corner: 0.0,
            delta: Vec2::ZERO,
            priority: 1,
            one_way: false,
            enabled: true,
            tag: Tag(0),
            data: 0,
            layers: Layers::DEFAULT,
        }
    }

    /// A solid disk that yields only to walls.
    ///
    /// ```
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Body, Disk, QueryFilter, Space};
    ///
    /// let mut space = Space::default();
    /// space.bodies.push(Body::disk(Disk::new(Vec2::ZERO, 8.0)));
    /// let ray = |y| space.ray_cast(Vec2::new(-20.0, y), Vec2::X * 40.0, &QueryFilter::default());
    /// assert_eq!(ray(0.0).unwrap().point.x, -8.0);
    /// assert!(ray(7.5).unwrap().point.x > -3.0, "near its rim");
    /// assert!(ray(8.5).is_none());
    /// ```
    #[must_use]
    pub const fn disk(disk: Disk) -> Self {
        Self { corner: disk.radius, ..Self::new(Aabb::new(disk.center, Vec2::splat(disk.radius))) }
    }

    /// Whether it is an obstacle for this mover at all.
    pub(crate) fn blocks(&self, id: BodyId, mover: &Mover) -> bool {
        self.enabled
            && self.priority <= mover.priority
            && mover.ignores != Some(id)
            && mover.meets.intersects(self.layers)
            && !(self.one_way && mover.falls_through(Vec2::NEG_Y))
    }

    /// The body's shape in a view: edge views see only the top of a one-way body.
    pub(crate) fn shape(&self, view: CollisionView) -> ObstacleShape<'_> {
        match self.top(view) {
            Some(top) => ObstacleShape::Edge(Hexagon::new(top, Vec2::NEG_Y), Side::OneWay),
            None => ObstacleShape::Solid(self.solid()),
        }
    }

    /// What a view sees of a body that is one-way only at its top.
    pub(crate) fn top(&self, view: CollisionView) -> Option<Segment> {
        let [left, right, ..] = self.aabb.corners();
        (self.one_way && view != CollisionView::Pieces).then(|| Segment::new(left, right))
    }

    pub(crate) fn solid(&self) -> Solid<'static> {
        let corner = self.aabb.corner(self.corner);
        Solid { aabb: self.aabb, planes: &[], one_way: self.one_way.then_some(Direction::Up), corner }
    }
}
