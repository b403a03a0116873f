//! The settings of solvers: one plain struct for all of them.

use crate::named_enum;
use crate::separation::EndAxes;

/// The most sub-steps of one slide: 12,288 tiles at the default skin of thick-sat. A longer move first skips what is free; if
/// the rest is still longer, the slide ends as [`Outcome::Incomplete`](crate::Outcome::Incomplete).
pub(super) const MAX_SUB_STEPS: u32 = 1 << 16;

/// The shortest value of [`SolverOptions::max_step`], in pixels; shorter ones are raised to it. Smaller values would only cost time.
const MIN_STEP: f32 = 0.125;

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
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct SolverOptions {
    /// How often a step may push out before the move is taken back, at least 1. For swept: how often it may hit an
    /// obstacle; for vertex-discard: how often it goes through its contacts. Used by all but per-axis and
    /// mandatory-first.
    pub rounds: u32,
    /// Which axes the ends of a segment add to the separating-axis test. Used by thick-sat.
    pub end_axes: EndAxes,
    /// Whether a long move is cut into steps. Used by all but thin-sat, which never cuts.
    pub sub_steps: bool,
    /// The longest of these steps, in pixels, at least 0.125. 0 chooses a length by the method: 8 px
    /// for per-axis and mandatory-first, 1 px for vertex-discard and edge-flags, no steps for swept. Larger values snag
    /// more often, smaller ones cost time. Thick-sat and disk ignore it: their steps are as long as the skin is deep.
    pub max_step: f32,
    /// Along which axes a slanted face pushes. Used by mandatory-first.
    pub slope_axes: SlopeAxes,
    /// Whether a step up a slope is as long as wanted; if not, its part along x is, and the rise comes on top. Used by
    /// per-axis.
    pub equal_climb: bool,
    /// In which order overlapping obstacles push. Used by thick-sat, thin-sat and disk.
    pub push_order: PushOrder,
    /// Whether a step without room is halved, and one that leads farther than wanted or backwards is shortened or not
    /// made; if not, a step ends where its pushes lead, as in the articles. Used by thick-sat, thin-sat and disk.
    pub corrections: bool,
    /// Whether the mover remembers on which side of an edge a step began, and is pushed back to that side. Used by
    /// thin-sat.
    pub side_memory: bool,
    /// What happens with axes that lead past the end of an edge where another edge continues. Used by thin-sat.
    pub ignored_axes: IgnoredAxes,
    /// How far before an obstacle a move stops, in pixels. Used by swept.
    pub epsilon: f32,
    /// The direction in which that distance is kept. Used by swept.
    pub gap: GapDirection,
    /// The highest step that is climbed without a jump, in pixels; 0 climbs none. Used by edge-flags.
    pub step_up: f32,
    /// How such a step is climbed. Used by edge-flags.
    pub stairs: Stairs,
    /// Whether edges that are not [`visible`](crate::Edge::visible) push nothing. Used by edge-flags.
    pub edge_visibility: bool,
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
            max_step: 0.5,
            slope_axes: SlopeAxes::One,
            equal_climb: true,
            push_order: PushOrder::Together,
            corrections: true,
            side_memory: false,
            ignored_axes: IgnoredAxes::None,
            epsilon: 0.016,
            gap: GapDirection::Normal,
            step_up: 0.0,
            stairs: Stairs::Climb,
            edge_visibility: true,
            disk: false,
        }
    }
}

impl SolverOptions {
    /// The settings of the methods as the articles have them, without what was added later: no sub-steps but those that
    /// keep a move from jumping over a tile, slopes that push along both axes, constant x speed on slopes, a gap along the
    /// move. [`SolverSetup::as_written`](crate::SolverSetup::as_written) knows what else belongs to thin-sat's article.
    ///
    /// ```
    /// use seamwalker_collide::SolverOptions;
    ///
    /// assert_eq!(SolverOptions::as_written().max_step, 0.0);
    /// ```
    #[must_use]
    pub fn as_written() -> Self {
        Self {
            max_step: 0.0,
            slope_axes: SlopeAxes::Both,
            equal_climb: false,
            gap: GapDirection::Move,
            ..Self::default()
        }
    }

    /// The longest step, in pixels; `None` where a move is not cut. `by_method` is the length for 0.
    pub(super) fn longest_step(&self, by_method: f32) -> Option<f32> {
        let longest = if self.max_step > 0.0 { self.max_step.max(MIN_STEP) } else { by_method };
        (self.sub_steps && longest < f32::INFINITY).then_some(longest)
    }
}

named_enum! {
    /// The order in which overlapping obstacles push.
    ///
    /// ```
    /// use seamwalker_collide::{PushOrder, SolverOptions};
    ///
    /// assert_eq!(SolverOptions::default().push_order, PushOrder::Together);
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
    pub enum PushOrder {
        /// The deepest first. From the second one on, the step ends at the point nearest to its target beyond all of them.
        #[default]
        Together = "together",
        /// The deepest first, one after another: the loop of "Smooth collisions".
        Deepest = "deepest",
        /// The first in the list, one after another.
        Listed = "listed",
        /// The shallowest first, one after another.
        Shallowest = "shallowest",
        /// All orders are tried, and the free end nearest to the target counts. Without any, [`PushOrder::Deepest`].
        All = "all",
    }
}

impl PushOrder {
    /// Whether the deepest overlap is pushed out of first.
    pub(super) const fn is_deepest(self) -> bool {
        matches!(self, Self::Together | Self::Deepest | Self::All)
    }
}

/// What thin-sat does with an axis along which an edge would push a mover out past an end that it shares with another
/// edge. Such a push comes from a seam.
///
/// ```
/// use seamwalker_collide::{IgnoredAxes, SolverOptions};
///
/// assert_eq!(SolverOptions::default().ignored_axes, IgnoredAxes::None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum IgnoredAxes {
    /// It counts like all others.
    #[default]
    None,
    /// The shortest push along another axis counts instead.
    Skip,
    /// If it is the shortest push, the contact does not count at all.
    Discard,
}

/// How edge-flags climbs a step.
///
/// ```
/// use seamwalker_collide::{SolverOptions, Stairs};
///
/// assert_eq!(SolverOptions::default().stairs, Stairs::Climb);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Stairs {
    /// A mover that a riser stopped is put onto the step, if there is room.
    #[default]
    Climb,
    /// Risers of such steps push nothing, and the top of the step pushes the mover up.
    InvisibleRisers,
}

/// How swept keeps a distance from what it hits.
///
/// ```
/// use seamwalker_collide::{GapDirection, SolverOptions};
///
/// assert_eq!(SolverOptions::default().gap, GapDirection::Normal);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum GapDirection {
    /// The move stops early.
    Move,
    /// The move goes on to the face and is then pushed back along the face's normal, which costs no way along the face.
    #[default]
    Normal,
}

/// The axes along which a slanted face may push a box.
///
/// ```
/// use seamwalker_collide::{SlopeAxes, SolverOptions};
///
/// assert_eq!(SolverOptions::default().slope_axes, SlopeAxes::One);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum SlopeAxes {
    /// Along y if a walker can climb the face (up to 63.4 degrees), along x if it is steeper. A slope is then either
    /// ground or a wall, and never both.
    #[default]
    One,
    /// Along both, and the shorter way out counts.
    Both,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// [`SolverOptions::max_step`].
    MaxStep,
    /// [`SolverOptions::slope_axes`].
    SlopeAxes,
    /// [`SolverOptions::equal_climb`].
    EqualClimb,
    /// [`SolverOptions::push_order`].
    PushOrder,
    /// [`SolverOptions::corrections`].
    Corrections,
    /// [`SolverOptions::side_memory`].
    SideMemory,
    /// [`SolverOptions::ignored_axes`].
    IgnoredAxes,
    /// [`SolverOptions::epsilon`].
    Epsilon,
    /// [`SolverOptions::gap`].
    Gap,
    /// [`SolverOptions::step_up`].
    StepUp,
    /// [`SolverOptions::stairs`].
    Stairs,
    /// [`SolverOptions::edge_visibility`].
    EdgeVisibility,
    /// [`SolverOptions::disk`].
    Disk,
}
