//! The interface of every solver.

use alloc::vec::Vec;
use core::fmt;

use glam::Vec2;

use crate::contact::{Hit, Touch};
use crate::mover::Mover;
use crate::slide::Slide;
use crate::space::Space;
use crate::trace::{Tracer, emit_slide};
use crate::view::CollisionView;

/// The longest move of [`Solver::try_slide`], in pixels: beyond it f32 does not count every pixel.
const MAX_MOVE: f32 = (1 << 24) as f32;

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
    /// Mover and delta must be finite; [`Solver::try_slide`] checks that.
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

    /// The same slide, but with checked input: numbers that are not finite are rejected instead of spreading.
    ///
    /// # Errors
    /// [`BadInput`] when a number of the mover or of the delta is NaN or infinite, a size is negative, or the move is longer than
    /// 2^24 px.
    fn try_slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Result<Slide, BadInput> {
        if !mover.is_valid() {
            return Err(BadInput::Mover);
        }
        if !delta.is_finite() || delta.abs().max_element() > MAX_MOVE {
            return Err(BadInput::Delta);
        }
        Ok(self.slide(space, mover, delta))
    }
}

/// Input that the library rejects.
///
/// ```
/// use seamwalker_collide::{Aabb, BadInput, Mover, Solver, SolverSetup, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
/// let refused = SolverSetup::default().try_slide(&Space::default(), &mover, Vec2::new(f32::NAN, 0.0));
/// assert_eq!(refused, Err(BadInput::Delta));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadInput {
    /// The mover's box or skin.
    Mover,
    /// The wanted move.
    Delta,
}

impl fmt::Display for BadInput {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Self::Mover => "the mover's place or size is not finite, or a size is negative: give it finite numbers",
            Self::Delta => "the wanted move is not finite, or longer than 2^24 px: give it smaller numbers",
        })
    }
}

impl core::error::Error for BadInput {}
