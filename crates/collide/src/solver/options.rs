//! The settings of solvers: one plain struct for all of them.

use serde::{Deserialize, Serialize};

use crate::separation::EndAxes;

/// The most sub-steps of one slide: 12,288 tiles at the default skin of thick-sat. A longer move first skips what is free; if
/// the rest is still longer, the slide ends as [`Outcome::Incomplete`](crate::Outcome::Incomplete).
pub(super) const MAX_SUB_STEPS: u32 = 1 << 16;

/// Settings of solvers. Each lists the solvers that use it; the others ignore it. Build them with
/// `..Default::default()`, because a new solver may add one.
///
/// ```
/// use seamwalker_collide::{EndAxes, SolverKind, SolverOptions, SolverSetup};
///
/// // As in the article: axes to the centre of the box.
/// let options = SolverOptions { end_axes: EndAxes::BoxCentre, ..SolverOptions::default() };
/// let article = SolverSetup { kind: SolverKind::ThickSat, options };
/// assert_eq!(article.options.rounds, 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SolverOptions {
    /// How often a step may push out before the move is taken back, at least 1. For swept: how often it may hit an
    /// obstacle; for vertex-discard: how often it goes through its contacts. Used by all but per-axis and
    /// mandatory-first.
    pub rounds: u32,
    /// Which axes the ends of a segment add to the separating-axis test. Used by thick-sat.
    pub end_axes: EndAxes,
    /// Whether a long move is cut into steps. Used by all but thin-sat, which never cuts, and swept, which needs no
    /// steps.
    pub sub_steps: bool,
    /// Whether the deepest obstacle pushes first, and two planes are solved together; if not, obstacles push one after
    /// the other in the order of their index, as in the article's plain loop. Used by thick-sat, thin-sat and disk.
    pub deepest_first: bool,
    /// How far before an obstacle a move stops, in pixels. Used by swept.
    pub epsilon: f32,
    /// The highest step that is climbed without a jump, in pixels; 0 climbs none. Used by edge-flags.
    pub step_up: f32,
    /// Whether the mover's shape is the largest disk in its box, swept along the box if that is not square. Used by
    /// thick-sat and edge-flags; always on for disk. (For vertex-discard, a disk's core is a single vertex: it would
    /// only meet faces.)
    pub disk: bool,
}

impl Default for SolverOptions {
    fn default() -> Self {
        Self {
            rounds: 5,
            end_axes: EndAxes::ClosestPoint,
            sub_steps: true,
            deepest_first: true,
            epsilon: 0.016,
            step_up: 0.0,
            disk: false,
        }
    }
}

/// The name of a setting. A menu checks [`SolverKind::uses`](super::SolverKind::uses) before it shows one.
///
/// ```
/// use seamwalker_collide::{Setting, SolverKind};
///
/// // A menu shows only settings that change anything.
/// assert!(SolverKind::Swept.uses(Setting::Epsilon));
/// assert!(!SolverKind::PerAxis.uses(Setting::EndAxes));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Setting {
    /// [`Mover::skin`](crate::Mover::skin).
    Skin,
    /// [`SolverOptions::rounds`].
    Rounds,
    /// [`SolverOptions::end_axes`].
    EndAxes,
    /// [`SolverOptions::sub_steps`].
    SubSteps,
    /// [`SolverOptions::deepest_first`].
    DeepestFirst,
    /// [`SolverOptions::epsilon`].
    Epsilon,
    /// [`SolverOptions::step_up`].
    StepUp,
    /// [`SolverOptions::disk`].
    Disk,
}
