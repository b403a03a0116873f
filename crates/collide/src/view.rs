//! The descriptions of the world that solvers read.

use glam::Vec2;

use crate::mover::Mover;

/// Which description of the world a solver collides with.
///
/// ```
/// use seamwalker_collide::{Aabb, Mover, Solver, SolverKind, SolverSetup, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
/// assert_eq!(CollisionView::Thick.core(&mover), (Vec2::new(3.0, 8.0), 3.0));
/// assert_eq!(CollisionView::Pieces.core(&mover), (Vec2::new(6.0, 11.0), 0.0));
/// // Queries in the view of the solver in use agree with it.
/// assert_eq!(SolverSetup::new(SolverKind::ThickSat).view(), CollisionView::Thick);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum CollisionView {
    /// Edges, thick by the mover's skin.
    Thick,
    /// Edges without thickness: the mover's core is its whole box.
    Thin,
    /// Edges, thick by half the mover's smaller side: the mover is the largest disk in its box, swept along the box if
    /// that is not square.
    Round,
    /// Boxes and convex slopes.
    Pieces,
}

impl CollisionView {
    /// Half extents of the mover's core, and how far the core must stay from obstacles.
    #[must_use]
    pub fn core(self, mover: &Mover) -> (Vec2, f32) {
        match self {
            Self::Thick => (mover.core_half(), mover.effective_skin()),
            Self::Thin | Self::Pieces => (mover.aabb.half, 0.0),
            Self::Round => {
                let radius = mover.aabb.half.min_element();
                (mover.aabb.half - Vec2::splat(radius), radius)
            }
        }
    }
}
