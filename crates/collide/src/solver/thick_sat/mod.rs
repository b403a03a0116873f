//! thick-sat and thin-sat: move, then push out of the deepest thick segment, at most five times.
//!
//! Source: "Smooth collisions" part 2, Sebastien Alaiwan. `general.rs` is the method and what differs from the article.
//! `fast/` is an optional fast path with the same results, bit for bit; nearly all slides of a game end there.

use glam::Vec2;

use super::options::SolverOptions;
use super::small;
use crate::mover::Mover;
use crate::separation::EndAxes;
use crate::slide::Slide;
use crate::space::Space;
use crate::trace::TraceSink;
use crate::view::CollisionView;

mod edge_record;
pub(crate) mod fast;
mod general;
mod nearby;
mod pinch;
mod steps;
mod thin;

/// A slide of thick-sat, or of a disk.
pub(super) fn slide(options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    slide_inlined(options, space, mover, delta)
}

/// The same, inlined into the caller, where unused parts of the slide vanish.
#[inline(always)]
pub(super) fn slide_inlined(options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    let delta = without_negative_zeros(delta);
    fast::slide(options, space, mover, delta, || slide_fallback(options, space, mover, delta))
}

#[cold]
fn slide_fallback(options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
    let view = if options.disk { CollisionView::Round } else { CollisionView::Thick };
    slide_general(TraceSink::OFF, options, view, space, mover, delta)
}

/// A slide on the general path, in any view of edges. The fast path gives the same slide; only its counts of evaluations may
/// differ. The thin view is the article's first attempt, without thickness and end axes.
#[inline]
pub(super) fn slide_general(
    sink: TraceSink,
    options: &SolverOptions,
    view: CollisionView,
    space: &Space,
    mover: &Mover,
    delta: Vec2,
) -> Slide {
    let delta = without_negative_zeros(delta);
    if view == CollisionView::Thin {
        let square_ends = SolverOptions { end_axes: EndAxes::None, sub_steps: false, ..*options };
        return general::slide(sink, &square_ends, view, space, mover, delta);
    }
    small::slide(view, space, mover, delta).unwrap_or_else(|| general::slide(sink, options, view, space, mover, delta))
}

/// The same vector. Adding to a negative zero makes it positive, and only some paths add: all of them begin with a positive one.
#[inline(always)]
fn without_negative_zeros(delta: Vec2) -> Vec2 {
    delta + Vec2::ZERO
}
