//! The result of a slide.

use glam::Vec2;

use crate::contact::{Touch, Touches};

/// How a slide ended.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Mover, Outcome, Side, Solver, SolverSetup, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 80.0), Vec2::splat(8.0)));
/// let fall = |px| SolverSetup::default().slide(&space, &mover, Vec2::new(0.0, px)).outcome;
/// assert_eq!((fall(5.0), fall(50.0)), (Outcome::Free, Outcome::Slid));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// No obstacle blocked the move.
    #[default]
    Free,
    /// Obstacles turned the move or stopped it.
    Slid,
    /// There was no room: the move ended at the last free position.
    TakenBack,
    /// The mover began inside an obstacle and is still inside, or was left there without
    /// [`SolverOptions::corrections`](crate::SolverOptions::corrections); [`Slide::overlap`] says how deep.
    Stuck,
    /// The move needed more than 65,536 steps along obstacles, or met more than 64 of them with half extents below half a
    /// pixel. The mover stopped there; it could go on.
    Incomplete,
}

/// The result of a wanted move.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverSetup, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mut mover = Mover::new(Aabb::new(Vec2::new(32.0, 88.0), Vec2::splat(8.0)));
/// let mut velocity = Vec2::new(3.0, 9.0);
/// let slide = SolverSetup::default().slide(&space, &mover, velocity);
/// mover = mover.moved(slide.moved);
/// // A slide knows no velocity. This game removes the part that led into the ground.
/// for touch in &slide.touches {
///     velocity -= touch.contact.normal * velocity.dot(touch.contact.normal).min(0.0);
/// }
/// assert_eq!((mover.aabb.max().y, velocity), (100.0, Vec2::new(3.0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use = "a slide moves nothing by itself: add `moved` to the mover's place"]
pub struct Slide {
    /// How far the mover goes, in pixels.
    pub moved: Vec2,
    /// The obstacles that pushed it, each with the normal and the depth of the push.
    pub touches: Touches,
    /// How it ended.
    pub outcome: Outcome,
    /// The deepest overlap that is left, in pixels; zero unless there was no room.
    pub overlap: f32,
    /// How often the obstacles were evaluated.
    pub rounds: u32,
    /// How many steps were made.
    pub steps: u32,
    /// How many obstacles were near enough to be evaluated.
    pub candidates: u32,
}

impl Slide {
    /// Adds what pushed the mover.
    #[inline]
    pub(super) fn note(&mut self, touch: Touch) {
        self.touches.add(touch);
        if self.outcome == Outcome::Free {
            self.outcome = Outcome::Slid;
        }
    }
}
