//! Bodies: boxes that the game moves between slides.

use glam::Vec2;

use crate::contact::{BodyId, Contact};
use crate::edge::{Direction, Side, Tag};
use crate::layers::Layers;
use crate::mover::Mover;
use crate::obstacle::{ObstacleShape, Shape, time_of_impact};
use crate::piece::Solid;
use crate::separation::Hexagon;
use crate::shape::{Aabb, Segment};
use crate::tolerance::CAST_TOUCH;
use crate::view::CollisionView;

/// A box that the game moves between slides: a platform or a crate. Build it from [`Body::new`] and `..`, as below:
/// fields may be added.
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
    /// Where it is now.
    pub aabb: Aabb,
    /// How far it moved in this tick, in pixels, for solvers that ask for the relative movement. A [`Carrier`](crate::Carrier) sets it
    /// while it moves the body, and resets it.
    pub delta: Vec2,
    /// Lower numbers yield less; walls have 0, and platforms 1 by default. A crate that platforms push needs 2 or more.
    pub priority: u8,
    /// Solid only from above.
    pub one_way: bool,
    /// Whether it exists for queries. A disabled body keeps its index in the list.
    pub enabled: bool,
    /// Data of the caller.
    pub tag: Tag,
    /// The layers it is in: movers and queries that meet none of them pass through.
    pub layers: Layers,
}

impl Body {
    /// A solid body that yields only to walls.
    #[must_use]
    pub const fn new(aabb: Aabb) -> Self {
        Self {
            aabb,
            delta: Vec2::ZERO,
            priority: 1,
            one_way: false,
            enabled: true,
            tag: Tag(0),
            layers: Layers::DEFAULT,
        }
    }

    /// The contact of a mover within `reach` pixels of this body alone; the depth is negative when the two are apart.
    /// Priority, layers and [`Body::enabled`] are ignored. `None` when the mover is farther away or the body is one-way and
    /// open to it.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, Mover, CollisionView};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let raft = Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0)));
    /// let rider = Mover::new(Aabb::new(Vec2::new(0.0, -12.0), Vec2::splat(8.0)));
    /// let contact = raft.touching(CollisionView::Thick, &rider, 0.5).unwrap();
    /// assert_eq!((contact.normal, contact.depth), (Vec2::NEG_Y, 0.0));
    /// ```
    #[must_use]
    pub fn touching(&self, view: CollisionView, mover: &Mover, reach: f32) -> Option<Contact> {
        let shape = self.alone(view, mover, &mover.aabb.grown(reach.max(0.0) + CAST_TOUCH))?;
        shape.touching(mover.aabb.center, view.core(mover), reach, mover.lowest())
    }

    /// The fraction of the move `delta` that is free until the mover meets this body alone, and the normal there.
    /// Priority, layers and [`Body::enabled`] are ignored. `None` when the whole move is free.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, Mover, CollisionView};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let raft = Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0)));
    /// let above = Mover::new(Aabb::new(Vec2::new(0.0, -22.0), Vec2::splat(8.0)));
    /// let (fraction, normal) = raft.cast(CollisionView::Thick, &above, Vec2::new(0.0, 20.0)).unwrap();
    /// assert!((fraction - 0.5).abs() < 1e-3);
    /// assert_eq!(normal, Vec2::NEG_Y);
    /// ```
    #[must_use]
    pub fn cast(&self, view: CollisionView, mover: &Mover, delta: Vec2) -> Option<(f32, Vec2)> {
        let shape = self.alone(view, mover, &mover.aabb.swept(delta).grown(CAST_TOUCH))?;
        let (start, core) = (mover.aabb.center, view.core(mover));
        time_of_impact(&shape, shape.separation(start, core.0), start, core, delta, 1.0, mover.lowest())
    }

    /// The body's shape for a mover that can meet it within `area`.
    fn alone(&self, view: CollisionView, mover: &Mover, area: &Aabb) -> Option<ObstacleShape<'_>> {
        (self.aabb.grown(CAST_TOUCH).overlaps(area) && !(self.one_way && mover.falls_through(Vec2::NEG_Y)))
            .then(|| self.shape(view))
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
        Solid { aabb: self.aabb, planes: &[], one_way: self.one_way.then_some(Direction::Up) }
    }
}
