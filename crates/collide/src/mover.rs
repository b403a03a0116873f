//! The moving box, as its caller describes it for a query.

use glam::Vec2;

use crate::contact::BodyId;
use crate::layers::Layers;
use crate::shape::Aabb;
use crate::tolerance::{MIDDLE_CLEAR, MIN_SKIN, ONE_WAY_SLACK, SMALL_MOVER};

/// The default skin of a mover, in pixels: about a fifth of a 16 px tile, so that most moves of one tick
/// need a single step. Thinner skins work and cost more steps; thicker ones round corners visibly.
pub const DEFAULT_SKIN: f32 = 3.0;

/// A box that moves. The caller describes it anew for every query; a solver keeps no state. Build it from
/// [`Mover::new`] and `..`, as below: fields may be added.
///
/// ```
/// use seamwalker_collide::{Aabb, BodyId, Mover};
/// use seamwalker_collide::glam::Vec2;
///
/// let hero = Mover::new(Aabb::new(Vec2::new(40.0, 60.0), Vec2::new(6.0, 11.0)));
/// assert_eq!(hero.core_half(), Vec2::new(3.0, 8.0), "the box less 3 px of skin on every side");
/// // Set other fields by struct update. This mover falls through ribbons and passes through body 2.
/// let ghost = Mover { drops_through: true, ignores: Some(BodyId(2)), ..hero };
/// assert_eq!(ghost.with_skin(1.0).effective_skin(), 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mover {
    /// The whole box, skin included: on flat ground it rests flush with the tiles.
    pub aabb: Aabb,
    /// Thickness of the skin, in pixels. The core, which never touches anything, is the box less the skin on every
    /// side. The corners of the box are as round as the skin is thick: sharp corners of the ground reach into them by up to 0.3 of
    /// the skin, and on a slope of 45 degrees the corner of the box itself is 0.41 of the skin in the ground, 1.2 px by default.
    pub skin: f32,
    /// Bodies with a larger number yield to this mover: they are no obstacles (the game shoves them instead).
    pub priority: u8,
    /// Where up is to it, a unit vector; -y by default. [`Controller`](crate::controller::Controller) moves it accordingly. Solvers ask
    /// it only about one-way surfaces, and where two obstacles are equally near.
    pub up: Vec2,
    /// Whether one-way surfaces that face up are open, as for a player that drops through a ribbon.
    pub drops_through: bool,
    /// How far above a one-way surface that faces up its flat bottom must have been for the surface to hold it, in pixels; negative:
    /// how far below it may be. -0.25 by default. A character that drops through a platform needs more than the height that it has
    /// above the platform: then the platform is open, and those below it are solid. One that has walked onto a platform's end, where
    /// its round corner rests, may be as far below as its skin is thick. [`Controller`](crate::controller::Controller) sets it.
    pub one_way_height: f32,
    /// A body that is no obstacle, such as the platform that pushes this mover, or the mover's own body.
    pub ignores: Option<BodyId>,
    /// The layers of the bodies that are obstacles; all by default. With [`Layers::NONE`], slides do not look for bodies.
    pub meets: Layers,
    /// The layers of ground that is open to it, such as a door for ghosts; none by default. Ground is in [`Layers::DEFAULT`] unless
    /// [`Edge::layers`](crate::Edge::layers) and [`Piece::layers`](crate::Piece::layers) say otherwise. Of bodies that are a terrain,
    /// only [`Body::layers`](crate::Body::layers) count. Slides with any do not use
    /// [compiled](crate::Terrain::compile) terrain.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Layers, Mover, Solver, SolverKind, SolverSetup, Space, TerrainBuilder};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// const LEAVES: Layers = Layers::layer(1);
    /// let mut ground = TerrainBuilder::default();
    /// ground.layers = LEAVES;
    /// ground.solid(&[Aabb::new(Vec2::new(50.0, 0.0), Vec2::new(10.0, 40.0)).corners()]).unwrap();
    /// let space = Space::new(ground.build());
    /// let hero = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
    /// let bullet = Mover { passes: LEAVES, ..hero };
    /// for kind in SolverKind::ALL {
    ///     let flies = |mover| SolverSetup::new(kind).slide(&space, &mover, Vec2::X * 36.0).moved.x;
    ///     assert!(flies(hero) < 33.0 && flies(bullet) == 36.0, "{kind}");
    /// }
    /// ```
    pub passes: Layers,
}

/// A point at the origin.
impl Default for Mover {
    fn default() -> Self {
        Self::new(Aabb::default())
    }
}

/// A vector, turned so that `up` becomes -y. Adding zero removes negative zeros.
pub fn upright(up: Vec2, vector: Vec2) -> Vec2 {
    Vec2::new(up.perp_dot(vector), -up.dot(vector)) + Vec2::ZERO
}

impl Mover {
    /// A mover with the default skin that yields to everything.
    #[must_use]
    pub const fn new(aabb: Aabb) -> Self {
        let (priority, drops_through, one_way_height) = (u8::MAX, false, -ONE_WAY_SLACK);
        let (skin, up, ignores, meets, passes) = (DEFAULT_SKIN, Vec2::NEG_Y, None, Layers::ALL, Layers::NONE);
        Self { aabb, skin, priority, up, drops_through, one_way_height, ignores, meets, passes }
    }

    /// The same mover with another skin. [`Mover::effective_skin`] limits it to what the box allows.
    #[must_use]
    pub const fn with_skin(mut self, skin: f32) -> Self {
        self.skin = skin;
        self
    }

    /// The same mover, moved.
    #[must_use]
    pub fn moved(&self, by: Vec2) -> Self {
        Self { aabb: self.aabb.moved(by), ..*self }
    }

    /// The skin in use: at least 0.1 px, or joints between edges could catch, and at most the smaller half extent, so that the
    /// core is never inside out.
    #[must_use]
    pub fn effective_skin(&self) -> f32 {
        let half = self.aabb.half;
        let smaller = if half.x < half.y { half.x } else { half.y };
        let skin = if self.skin > MIN_SKIN { self.skin } else { MIN_SKIN };
        if skin < smaller { skin } else { smaller }
    }

    /// Half extents of the core: the box less the skin.
    #[must_use]
    pub fn core_half(&self) -> Vec2 {
        self.aabb.half - Vec2::splat(self.effective_skin())
    }

    /// The longest step that this mover may make with a skin of `radius`, in pixels: the skin, but never so long that
    /// the middle of a mover that is all skin gets behind a line that its front touched. A one-sided edge is open from
    /// there.
    pub(crate) fn longest_step(&self, radius: f32) -> f32 {
        let half = self.aabb.half;
        let deep = (if half.x < half.y { half.x } else { half.y }) - MIDDLE_CLEAR;
        let longest = radius.max(MIN_SKIN);
        if deep < longest { deep.max(MIDDLE_CLEAR) } else { longest }
    }

    /// To the right, where up is [`Mover::up`]: a unit vector.
    #[must_use]
    pub const fn right(&self) -> Vec2 {
        Vec2::new(-self.up.y, self.up.x)
    }

    /// A direction or a velocity as the mover sees it: turned as the mover would have to be for -y to be up.
    #[must_use]
    pub fn upright(&self, direction: Vec2) -> Vec2 {
        upright(self.up, direction)
    }

    /// Whether a one-way surface that faces this way is open to it because it drops through.
    #[inline]
    pub(crate) fn falls_through(&self, outward: Vec2) -> bool {
        self.drops_through && outward.dot(self.up) > 0.0
    }

    /// [`Mover::one_way_height`], with the direction that surfaces must face for it to count.
    pub(crate) const fn lowest(&self) -> (f32, Vec2) {
        (self.one_way_height, self.up)
    }

    /// Whether steps would lead it through lines, so that it has to be swept.
    #[inline]
    pub(crate) fn is_small(&self) -> bool {
        self.aabb.half.min_element() < SMALL_MOVER
    }

    /// Whether every number is finite and no size is negative.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.aabb.is_valid() && self.skin.is_finite() && self.skin >= 0.0
    }
}
