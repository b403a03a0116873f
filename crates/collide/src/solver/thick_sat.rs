//! thick-sat and thin-sat: move, then push out of the deepest thick segment, at most five times.
//!
//! Source: "Smooth collisions" part 2, Sebastien Alaiwan. Ours differs in three things that make it smooth: the test is
//! exact (see `separation.rs`), moves longer than the skin are cut, and as soon as a step meets a second obstacle, it ends
//! at the point nearest to the wanted one that lies beyond all planes met: pushing out of one wall of a wedge pushes into
//! the other, and in an acute one for ever.

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::planes::SETTLED;
use super::{CollisionView, Outcome, Slide, Solver, SolverOptions};
use crate::trace::tell_slide;
use crate::{Mover, Space, Touches, Tracer};

mod glide;
mod walk;

use glide::Ended;

/// Which axes the two ends of a segment add to the separating-axis test.
///
/// ```
/// use seamwalker_collide::{EndAxes, Solver, SolverOptions, ThickSat, CollisionView};
///
/// let square_ends = SolverOptions { end_axes: EndAxes::None, ..SolverOptions::default() };
/// let solver = ThickSat { options: square_ends, thin: false };
/// assert_eq!(solver.view(), CollisionView::Thick, "it sees the same world, and catches on its joints");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum EndAxes {
    /// From the end to the closest point of the box: exact.
    #[default]
    ClosestPoint,
    /// From the end to the centre of the box, as in the article: a tall mover snags on apexes.
    BoxCentre,
    /// None: ends are square, and every joint of two slopes can catch.
    None,
}

/// Move, then push out of the deepest segment.
///
/// ```
/// use seamwalker_collide::{Aabb, Mover, Piece, Solver, Space, Terrain, ThickSat, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// assert_eq!(ThickSat::default().view(), CollisionView::Thick);
/// assert_eq!(ThickSat { thin: true, ..ThickSat::default() }.view(), CollisionView::Thin);
/// // It sees edges only: a terrain of boxes alone is nothing to it.
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

/// The deepest overlap that a slide may leave, in pixels (law 2).
const ALLOWED: f32 = 1.5e-3;

/// The overlap from which a mover began inside of something, in pixels. What one slide may leave, and the next one measures
/// from another place, must be less.
const INSIDE: f32 = 1.8e-3;

/// The shortest step a move is cut into, in pixels, where the skin is thinner.
const MIN_STEP: f32 = 0.5;

/// How far from any line the middle of a mover stays during a step, in pixels: more than the overlap that a slide may leave.
const MIDDLE_CLEAR: f32 = 0.02;

/// How much less than its radius a mover may be inside of an edge, in pixels, for a glide to push it out. Deeper ones may be
/// behind it, and that is for a walk to judge.
const BEHIND: f32 = 0.01;

/// The most steps of one slide. At the default skin that is a way of 12 288 tiles; a longer move ends there.
const MAX_STEPS: u32 = 1 << 16;

/// The part of a step that counts as no way, if it is shorter than [`SETTLED`] too. Larger values stop slow slides on slopes.
const STILL: f32 = 1e-3;

/// What halves must gain to count, in pixels. Smaller values make movers creep that are pressed into a wedge.
const GAINED: f32 = 0.02;

/// How far aside a step that rounding turned backwards must lead to be made, in pixels. With less, movers creep to and fro that
/// are pressed into a wedge.
const ASIDE: f32 = 5e-4;

/// How often a step that went farther than asked, around a round corner, is shortened.
const SHORTENINGS: u32 = 4;

/// The most steps that are added one by one. At more of them rounding would add up; the fast path leaves those to the walk.
const MAX_ADDED: u32 = 16;

impl Solver for ThickSat {
    #[inline]
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        if self.thin {
            return walk::walk((), self, space, mover, delta);
        }
        Self::slide_thick(&self.options, space, mover, delta)
    }

    /// Tells the walk: a glide makes the same evaluations, and its counts of them alone may differ.
    fn trace(&self, space: &Space, mover: &Mover, delta: Vec2, tracer: &mut dyn Tracer) -> Slide {
        tell_slide(self, mover, delta, tracer, |sink| walk::walk(sink, self, space, mover, delta))
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
    /// A slide with thickness: in play nearly all there are.
    #[inline(always)]
    pub(super) fn slide_thick(options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        match glide::glide(options, space, mover, delta) {
            Ended::Free(candidates) => Slide { moved: delta, rounds: 1, steps: 1, candidates, ..Slide::default() },
            Ended::Face(moved, touch) => {
                let touches = Touches::few([touch], 1);
                let outcome = Outcome::Slid;
                Slide { moved, touches, outcome, overlap: 0.0, rounds: 1, steps: 1, candidates: 1 }
            }
            Ended::Glided(glided) => glided.slide(),
            Ended::Unusual => Self::walk_thick(options, space, mover, delta),
        }
    }

    #[cold]
    fn walk_thick(options: &SolverOptions, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        walk::walk((), &Self { options: *options, thin: false }, space, mover, delta)
    }

    /// Whether long moves are cut into steps.
    fn cuts(&self) -> bool {
        self.options.sub_steps && !self.thin
    }
}

/// The longest step that a slide may make, px: the skin, but never so long that the middle of a mover that is all skin gets
/// behind a line that its front touched. A one-sided edge is open from there.
pub(crate) fn longest_step(mover: &Mover, radius: f32) -> f32 {
    let half = mover.aabb.half;
    let deep = (if half.x < half.y { half.x } else { half.y }) - MIDDLE_CLEAR;
    let longest = radius.max(MIN_STEP);
    if deep < longest { deep.max(MIDDLE_CLEAR) } else { longest }
}

/// A wanted move, cut into equal steps.
struct SubSteps {
    steps: u32,
    step: Vec2,
    /// The longest step, or the only one.
    longest: f32,
}

impl SubSteps {
    /// Whether the steps make up the whole move.
    fn is_whole(&self) -> bool {
        self.steps < MAX_STEPS
    }

    #[inline]
    fn new(delta: Vec2, longest: f32, cut: bool) -> Self {
        if !cut {
            return Self { steps: 1, step: delta, longest: delta.length() };
        }
        let square = delta.length_squared();
        if square <= longest * longest {
            return Self { steps: 1, step: delta, longest };
        }
        let parts = square.sqrt() / longest;
        let whole = (parts as u32).clamp(1, MAX_STEPS);
        // Rounded up by hand: `f32::ceil` is a call where the processor's own instruction may not be used.
        let steps = if (whole as f32) < parts { (whole + 1).min(MAX_STEPS) } else { whole };
        Self { steps, step: (delta / steps as f32).clamp_length_max(longest), longest }
    }
}

/// A way that leads backwards by a hair, without that hair; `None` when nothing worth going is left.
#[inline]
fn aside(way: Vec2, step: Vec2) -> Option<Vec2> {
    let aside = way - step * (way.dot(step) / step.length_squared());
    (aside.length_squared() > ASIDE * ASIDE).then_some(aside)
}

/// Whether a step that was pushed made so little way that it counts as none. All further steps of the move would do the
/// same. Without this, f32 rounding moves who is pressed into a wedge to and fro for ever.
#[inline]
fn is_still(way: Vec2, step_square: f32) -> bool {
    let way_square = way.length_squared();
    way_square <= SETTLED * SETTLED && way_square <= STILL * STILL * step_square
}
