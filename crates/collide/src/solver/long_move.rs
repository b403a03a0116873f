//! Moves of more steps than a slide may have.

use glam::Vec2;

use super::options::MAX_SUB_STEPS;
use crate::mover::Mover;
use crate::slide::{Outcome, Slide};
use crate::space::Space;
use crate::view::CollisionView;

/// The part of a long move that needs no steps, because nothing is in its way; zero for all other moves. `longest` is the
/// length of a step, in pixels.
#[inline]
pub fn free_start(view: CollisionView, space: &Space, mover: &Mover, delta: Vec2, longest: f32) -> Vec2 {
    let max_length = longest * MAX_SUB_STEPS as f32;
    if delta.length_squared() <= max_length * max_length {
        Vec2::ZERO
    } else {
        cast_free_start(view, space, mover, delta, longest)
    }
}

#[cold]
fn cast_free_start(view: CollisionView, space: &Space, mover: &Mover, delta: Vec2, longest: f32) -> Vec2 {
    let free = space.cast(view, mover, delta).map_or(1.0, |hit| hit.fraction);
    // The last two steps before the obstacle are made.
    delta * (free - 2.0 * longest / delta.length()).max(0.0)
}

/// Reports a slide whose steps were all made, the last one with progress, although the move was longer.
#[inline]
pub fn mark_incomplete(slide: &mut Slide, is_whole: bool, goes_on: bool) {
    if !is_whole && goes_on && matches!(slide.outcome, Outcome::Free | Outcome::Slid) {
        slide.outcome = Outcome::Incomplete;
    }
}
