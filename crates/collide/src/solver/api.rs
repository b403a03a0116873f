//! The interface of every solver.

use alloc::vec::Vec;

use glam::Vec2;

use crate::contact::{Hit, Obstacle, Touch};
use crate::edge::Edge;
use crate::mover::Mover;
use crate::slide::Slide;
use crate::space::Space;
use crate::trace::{Tracer, emit_slide};
use crate::view::CollisionView;

/// A method of resolving collisions. The laws in `docs/ARCHITECTURE.md` say what it promises.
/// [`SolverKind::known_violations`](super::SolverKind::known_violations) lists the laws that a method breaks.
///
/// Your own method is a solver as well:
///
/// ```
/// use seamwalker_collide::{Mover, Slide, Solver, Space, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// /// Stops at the first obstacle.
/// struct Stop;
///
/// impl Solver for Stop {
///     fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
///         let free = self.cast(space, mover, delta).map_or(1.0, |hit| hit.fraction);
///         Slide { moved: delta * free, ..Slide::default() }
///     }
///
///     fn view(&self) -> CollisionView {
///         CollisionView::Thick
///     }
/// }
/// let solvers: [&dyn Solver; 1] = [&Stop];
/// let mover = Mover::new(Default::default());
/// assert_eq!(solvers[0].slide(&Space::default(), &mover, Vec2::X).moved, Vec2::X);
/// ```
pub trait Solver {
    /// Moves as far along `delta` as the obstacles allow, sliding along them.
    ///
    /// Mover and delta must be finite: ask [`Mover::is_valid`] and [`Vec2::is_finite`] about numbers from outside.
    #[doc(alias = "move_and_slide")]
    #[doc(alias = "move_and_collide")]
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide;

    /// The view of the world that it reads.
    fn view(&self) -> CollisionView;

    /// The same slide, with trace events. The default emits only its beginning and its end.
    fn trace(&self, space: &Space, mover: &Mover, delta: Vec2, tracer: &mut dyn Tracer) -> Slide {
        emit_slide(self.view(), mover, delta, tracer, &|_| self.slide(space, mover, delta))
    }

    /// The first obstacle along `delta`, without sliding; `None` when the whole move is free.
    fn cast(&self, space: &Space, mover: &Mover, delta: Vec2) -> Option<Hit> {
        space.cast(self.view(), mover, delta)
    }

    /// Every obstacle within `reach` pixels of the mover, overlapped ones included. [`Space::each_touching`] visits them without
    /// a list.
    fn touching(&self, space: &Space, mover: &Mover, reach: f32) -> Vec<Touch> {
        space.touching(self.view(), mover, reach)
    }

    /// As [`Space::each_touching`].
    fn each_touching(&self, space: &Space, mover: &Mover, reach: f32, visit: &mut dyn FnMut(Touch)) {
        space.each_touching(self.view(), mover, reach, visit);
    }

    /// As [`Space::overlap`].
    fn overlap(&self, space: &Space, mover: &Mover) -> f32 {
        space.overlap(self.view(), mover)
    }

    /// As [`Space::one_way`].
    #[inline(always)]
    fn one_way(&self, space: &Space, obstacle: Obstacle) -> Option<Vec2> {
        space.one_way(obstacle)
    }

    /// How far a mover is above a one-way obstacle, in pixels; `None` for other and for unknown obstacles.
    fn height_above(&self, space: &Space, mover: &Mover, obstacle: Obstacle) -> Option<f32> {
        space.height_above(self.view(), mover, obstacle)
    }

    /// The edge of the terrain, or of a body, that an obstacle is; `None` for others.
    fn edge(&self, space: &Space, obstacle: Obstacle) -> Option<Edge> {
        space.edge(obstacle)
    }
}
