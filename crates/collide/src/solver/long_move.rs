//! Cuts a move into equal steps, and skips the free start of a move that needs more of them than a slide may have.

use glam::Vec2;

use super::options::MAX_SUB_STEPS;
use crate::mover::Mover;
use crate::slide::{Outcome, Slide};
use crate::space::Space;
use crate::view::CollisionView;

/// What the length limit of a step limits.
#[derive(Clone, Copy, Debug)]
pub enum StepMeasure {
    /// The longer of x and y: for methods that correct along the axes.
    LongerSide,
    /// The length.
    Length,
}

impl StepMeasure {
    fn of(self, delta: Vec2) -> f32 {
        match self {
            Self::LongerSide => delta.abs().max_element(),
            Self::Length => delta.length(),
        }
    }

    fn limited(self, step: Vec2, longest: f32) -> Vec2 {
        match self {
            Self::LongerSide => step.clamp(Vec2::splat(-longest), Vec2::splat(longest)),
            Self::Length => step.clamp_length_max(longest),
        }
    }
}

/// A move, cut into equal steps.
pub struct EqualSteps {
    /// The part of the move before the first step: nothing is in its way.
    pub skipped: Vec2,
    /// The move of each step.
    pub part: Vec2,
    /// The number of steps, at least 1.
    pub count: u32,
    /// Whether the steps make up the whole move.
    pub is_whole: bool,
}

impl EqualSteps {
    /// Plans a move in steps no longer than `longest`, in pixels; `None` makes it a single step.
    pub fn new(
        view: CollisionView,
        space: &Space,
        mover: &Mover,
        delta: Vec2,
        longest: Option<f32>,
        measure: StepMeasure,
    ) -> Self {
        let Some(longest) = longest else {
            return Self { skipped: Vec2::ZERO, part: delta, count: 1, is_whole: true };
        };
        let skipped = free_start(view, space, mover, delta, longest);
        let delta = delta - skipped;
        // Rounded up by glam, which can without the standard library as well.
        let needed = Vec2::new(measure.of(delta) / longest, 0.0).ceil().x.max(1.0);
        let count = needed.min(MAX_SUB_STEPS as f32) as u32;
        let part = measure.limited(delta / count as f32, longest);
        Self { skipped, part, count, is_whole: needed <= MAX_SUB_STEPS as f32 }
    }
}

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
