//! thick-sat and thin-sat: move, then push out of the deepest thick segment, at most five times.
//!
//! Source: "Smooth collisions" part 2, Sebastien Alaiwan. `general.rs` is the method and what differs from the article.
//! `fast/` is an optional fast path with the same results, bit for bit; nearly all slides of a game end there.

use glam::Vec2;

use super::api::Solver;
use super::options::SolverOptions;
use super::small;
use crate::mover::Mover;
use crate::separation::EndAxes;
use crate::slide::Slide;
use crate::space::Space;
use crate::trace::{TraceSink, Tracer, emit_slide};
use crate::view::CollisionView;

mod edge_record;
pub(crate) mod fast;
mod general;
mod nearby;
mod pinch;
mod steps;
mod thin;

/// Move, then push out of the deepest segment.
///
/// ```
/// use seamwalker_collide::{Aabb, Mover, Piece, Solver, Space, Terrain, ThickSat, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// assert_eq!(ThickSat::default().view(), CollisionView::Thick);
/// assert_eq!(ThickSat { thin: true, ..ThickSat::default() }.view(), CollisionView::Thin);
/// // It sees only edges and passes through a terrain of boxes.
/// let tile = Piece::solid_box(Aabb::from_corners(Vec2::new(0.0, 10.0), Vec2::new(64.0, 26.0)));
/// let space = Space::new(Terrain::new(Vec::new(), vec![tile]));
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 0.0), Vec2::splat(8.0)));
/// assert_eq!(ThickSat::default().slide(&space, &mover, Vec2::new(0.0, 4.0)).moved.y, 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ThickSat {
    /// Rounds, axes, sub-steps.
    pub options: SolverOptions,
    /// Without thickness and end axes: the article's first attempt.
    pub thin: bool,
}

impl Solver for ThickSat {
    #[inline]
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        if self.thin {
            return self.slide_general((), space, mover, delta);
        }
        Self::slide_thick(&self.options, space, mover, delta)
    }

    /// Traces the general path. The fast path gives the same slide; only its counts of evaluations may differ.
    fn trace(&self, space: &Space, mover: &Mover, delta: Vec2, tracer: &mut dyn Tracer) -> Slide {
        emit_slide(self.view(), mover, delta, tracer, |sink| self.slide_general(sink, space, mover, delta))
    }

    fn view(&self) -> CollisionView {
        match (self.thin, self.options.disk) {
            (true, _) => CollisionView::Thin,
            (false, false) => CollisionView::Thick,
            (false, true) => CollisionView::Round,
        }
    }
}

impl ThickSat {
    /// A slide with thickness. Inlined into the caller, where unused parts of the slide vanish.
    #[inline(always)]
    pub(super) fn slide_thick(options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let delta = without_negative_zeros(delta);
        fast::slide(options, space, mover, delta).unwrap_or_else(|| Self::slide_fallback(options, space, mover, delta))
    }

    #[cold]
    fn slide_fallback(options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        Self { options: *options, thin: false }.slide_general((), space, mover, delta)
    }

    fn slide_general<V: TraceSink>(&self, sink: V, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let delta = without_negative_zeros(delta);
        if !self.thin
            && let Some(slide) = small::slide(self.view(), space, mover, delta)
        {
            return slide;
        }
        let square_ends = SolverOptions { end_axes: EndAxes::None, sub_steps: false, ..self.options };
        let options = if self.thin { square_ends } else { self.options };
        general::slide(sink, &options, self.view(), space, mover, delta)
    }
}

/// The same vector. Adding to a negative zero makes it positive, and only some paths add: all of them begin with a positive one.
#[inline(always)]
fn without_negative_zeros(delta: Vec2) -> Vec2 {
    delta + Vec2::ZERO
}
