//! The steps of a slide, and what makes a pushed step lawful. The general path and the fast path share it.

use glam::Vec2;

use crate::solver::options::MAX_SUB_STEPS;
use crate::tolerance::{
    MAX_ROUNDING_PART, MIN_ASIDE, MIN_GAIN, SETTLED, SINGLE_STILL_FRACTION, STILL_FRACTION, spacing,
};

/// The most steps whose ends are added up one by one. With more of them rounding would accumulate.
pub(super) const MAX_ADDED_STEPS: u32 = 16;

/// How often a step that went too far around a round corner is shortened.
const MAX_SHORTENINGS: u32 = 4;

/// A wanted move, cut into equal steps: [`EqualSteps`](crate::solver::long_move::EqualSteps) by length, with fewer operations.
pub(super) struct SubSteps {
    pub count: u32,
    pub step: Vec2,
    /// The longest step allowed; the whole move where it is not cut.
    pub longest: f32,
}

impl SubSteps {
    #[inline]
    pub fn new(delta: Vec2, longest: f32, cut: bool) -> Self {
        if !cut {
            return Self { count: 1, step: delta, longest: delta.length() };
        }
        let square = delta.length_squared();
        if square <= longest * longest {
            return Self { count: 1, step: delta, longest };
        }
        let parts = delta.length() / longest;
        let whole = (parts as u32).clamp(1, MAX_SUB_STEPS);
        // Rounded up by hand: without SSE4.1 `f32::ceil` is a function call.
        let count = if (whole as f32) < parts { (whole + 1).min(MAX_SUB_STEPS) } else { whole };
        Self { count, step: (delta / count as f32).clamp_length_max(longest), longest }
    }

    /// Whether the steps make up the whole move.
    pub fn is_whole(&self) -> bool {
        self.count < MAX_SUB_STEPS
    }
}

/// Whether a step led neither farther than asked nor backwards (law 3). `square` is the step's length, squared.
#[inline(always)]
pub(super) fn is_lawful(moved: Vec2, step: Vec2, square: f32) -> bool {
    moved.length_squared() <= square && moved.dot(step) >= 0.0
}

/// Whether a pushed step made so little progress that it counts as none. All further steps of the move would do the
/// same. Without this, a mover wedged into a corner jitters from `f32` rounding. The push out of a `single` obstacle is more
/// exact than one between several.
#[inline]
pub(super) fn is_still(moved: Vec2, step_square: f32, single: bool) -> bool {
    let square = moved.length_squared();
    if single {
        return square <= SINGLE_STILL_FRACTION * SINGLE_STILL_FRACTION * step_square;
    }
    square <= SETTLED * SETTLED && square <= STILL_FRACTION * STILL_FRACTION * step_square
}

/// Whether a pushed step covers so much of its length that it is neither still nor rounding.
#[inline(always)]
pub(super) fn is_long(moved: Vec2, step_square: f32) -> bool {
    moved.length_squared() > MAX_ROUNDING_PART * MAX_ROUNDING_PART * step_square
}

/// Whether a pushed move of `delta` led no farther than from one place that `f32` can hold to the next. Rounded, it would
/// lead there and back for ever. `center` is where it began.
#[inline]
pub(super) fn is_rounding(moved: Vec2, delta: Vec2, center: Vec2) -> bool {
    !is_long(moved, delta.length_squared()) && moved.abs().max_element() <= spacing(center)
}

/// How an unlawful step was corrected.
pub(super) enum StepChange {
    /// Shortened along itself, it is lawful.
    Shortened,
    /// It is still too long. Cut to its length, it ends here.
    CutAt(Vec2),
    /// It leads backwards, and aside by this much. It is refused where rounding alone cannot explain that.
    Backwards { aside: Vec2, refused: bool },
}

/// Corrects a step that led farther than asked or backwards: the push out of a round corner can lengthen a step by a
/// few percent. `settle` moves to another target and answers where that ends, or `None` to give up.
#[inline(always)]
pub(super) fn shortened(
    start: Vec2,
    step: Vec2,
    end: &mut Vec2,
    mut settle: impl FnMut(Vec2) -> Option<Vec2>,
) -> Option<StepChange> {
    let length = step.length();
    for _ in 0..MAX_SHORTENINGS {
        let moved = *end - start;
        // Never shorten a backward step: it could end where it began and seem lawful.
        if moved.length_squared() <= length * length || moved.dot(step) < 0.0 {
            break;
        }
        *end = settle(start + moved * (length / moved.length()))?;
    }
    let moved = *end - start;
    let along = moved.dot(step);
    Some(if along < 0.0 {
        StepChange::Backwards {
            aside: (moved - step * (along / step.length_squared())).clamp_length_max(length),
            refused: along < -MIN_GAIN * length,
        }
    } else if moved.length_squared() > length * length {
        StepChange::CutAt(start + moved * (length / moved.length()))
    } else {
        StepChange::Shortened
    })
}

/// Whether the part of a backward step that leads aside is worth making.
#[inline]
pub(super) fn is_worth(aside: Vec2, step_square: f32, single: bool) -> bool {
    !is_still(aside, step_square, single) && (single || aside.length_squared() > MIN_ASIDE * MIN_ASIDE)
}
