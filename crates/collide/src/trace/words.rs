//! What solvers ask, answer and decide, and the words for it.

use serde::Serialize;

/// What a solver wants to know of a place.
///
/// ```
/// use seamwalker_collide::Question;
///
/// assert_eq!(Question::End.text(), "what overlaps at the end of the step?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Question {
    /// Of the place where a step wants to end.
    End,
    /// Of the place that a correction led to.
    Again,
    /// Of a place that is to be kept or refused.
    Room,
    /// Of the place where the slide or the step began.
    Began,
    /// Of the way of the move.
    Ahead,
    /// Of the contacts that were made in advance.
    Gaps,
    /// Of a walker.
    Slope,
    /// Of a walker under a ceiling.
    SlopeAbove,
    /// Of a walker at the upper end of a slope.
    LowStep,
    /// Of a walker that a slope has lifted.
    HeadRoom,
    /// Of a move along one axis.
    Back,
}

impl Question {
    /// The same in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::End => "what overlaps at the end of the step?",
            Self::Again => "is it free now?",
            Self::Room => "is there room here?",
            Self::Began => "did it start inside something?",
            Self::Ahead => "what is in the way?",
            Self::Gaps => "which gaps would the move close?",
            Self::Slope => "is there a slope under the foot?",
            Self::SlopeAbove => "is there a slope above the head?",
            Self::LowStep => "is there a step low enough to walk onto?",
            Self::HeadRoom => "is anything in the way of the climb?",
            Self::Back => "how far back along this axis?",
        }
    }
}

/// Whether an obstacle counts, or why not.
///
/// ```
/// use seamwalker_collide::Verdict;
///
/// assert_eq!(Verdict::Apart.text(), "apart");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Verdict {
    /// It is an obstacle here.
    Counts,
    /// It does not overlap, or by no more than rounding.
    Apart,
    /// One-way surfaces stop only what comes from their outer side.
    Open,
    /// A one-sided edge never pushes inwards.
    Behind,
    /// Two vertices are the closest features.
    Vertices,
    /// The normal leans beyond that of a neighbour.
    Turned,
    /// The normal is the work of a seam.
    Forbidden,
    /// No correction against the movement undoes it.
    Uncaused,
    /// A one-way piece lets out to one side only.
    NotThisWay,
    /// Only slanted faces are asked for.
    Level,
    /// The ray misses it, or leaves it before it enters.
    PassedBy,
    /// The move ends before it.
    TooFar,
}

impl Verdict {
    /// The same in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Counts => "it counts",
            Self::Apart => "apart",
            Self::Open => "one-way, and open from here",
            Self::Behind => "on its inner side, from which it never pushes",
            Self::Vertices => "vertex against vertex does not count",
            Self::Turned => "it counts; its normal is outside the range that its neighbours allow, and is turned",
            Self::Forbidden => "its neighbours forbid this normal",
            Self::Uncaused => "the move did not cause it: no axis is possible",
            Self::NotThisWay => "there is no way out of it on this side",
            Self::Level => "it has no slanted face on this side",
            Self::PassedBy => "passed by",
            Self::TooFar => "beyond the end of the move",
        }
    }
}

/// Why something is done.
///
/// ```
/// use seamwalker_collide::Reason;
///
/// assert_eq!(Reason::Deepest.text(), "the deepest overlap goes first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// Of several overlaps.
    Deepest,
    /// Of several overlaps, in the plain loop of the article.
    FirstListed,
    /// Of several corrections along an axis.
    LongestBack,
    /// Of walkers on boxes and slopes.
    SlopeUnderFoot,
    /// At the upper end of a slope.
    LowStep,
    /// Of corrections against the movement.
    OnlyAxis,
    /// Of corrections with a choice.
    SmallestAxis,
    /// Of all that is in the way of a ray.
    EarliestEntry,
    /// Of contacts made in advance.
    MostMissed,
    /// Of several contacts with edges.
    FaceFirst,
    /// Of several contacts with the ends of edges.
    CornerLast,
    /// Of what overlaps before the move.
    BeganInside,
    /// Of a step that met nothing.
    Free,
    /// Of a step that cannot meet anything.
    NotAsked,
    /// Of a step that was corrected.
    Pushed,
    /// Of a step that met several planes.
    Nearest,
    /// Of a step around a round corner.
    Shortened,
    /// Of a step into a narrow place.
    Backwards,
    /// Of a step into a corner.
    Aside,
    /// Of who is pressed into a wedge.
    Still,
    /// Of a step into a narrow place.
    Halves,
    /// Of a step whose nearest free end is behind.
    HalvesThrough,
    /// Of a step that ended without room.
    TakenBack,
    /// Of who began inside.
    Stuck,
    /// Of a step that ends inside.
    LeadsOut,
    /// Of a walker on a slope under a ceiling.
    NoClimb,
    /// Of a walker between two slopes.
    BothWays,
    /// Of a low step in the way.
    Climbed,
    /// Of a move to the earliest entry.
    StopsBefore,
    /// Of pairs that do not count.
    OverFace,
    /// Of the first half of a step by axes.
    Along,
    /// Of a step on boxes.
    Corrected,
}

impl Reason {
    /// The same in words.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Deepest => "the deepest overlap goes first",
            Self::FirstListed => "the first in the list goes first",
            Self::LongestBack => "the longest way back along this axis",
            Self::SlopeUnderFoot => "the slope's height under the foot decides",
            Self::LowStep => "low enough to walk onto",
            Self::OnlyAxis => "only this axis is possible: mandatory, and the longest of those",
            Self::SmallestAxis => "no axis is mandatory: the smaller axis of each, and the smallest of those",
            Self::EarliestEntry => "the earliest entry",
            Self::MostMissed => "the gap that the move violates most",
            Self::FaceFirst => "the deepest face; faces go before corners",
            Self::CornerLast => "no face overlaps: the deepest corner",
            Self::BeganInside => "it started inside something: take the shortest way out",
            Self::Free => "nothing is in the way",
            Self::NotAsked => "everything is farther away than this step is long: no query needed",
            Self::Pushed => "pushed out, and free",
            Self::Nearest => "the nearest point to the target beyond all planes",
            Self::Shortened => "the push led farther than wanted: shorten the step",
            Self::Backwards => "the nearest free place is behind: skip the step",
            Self::Aside => "backwards only by rounding: keep the sideways part",
            Self::Still => "no progress: skip the step and end the move",
            Self::Halves => "no room at its end: halve the step",
            Self::HalvesThrough => "a shorter step may get farther: try it in halves",
            Self::TakenBack => "no room: undo the step",
            Self::Stuck => "it started inside and finds no way out",
            Self::LeadsOut => "still inside, but less than before",
            Self::NoClimb => "something above is in the way: do not climb",
            Self::BothWays => "a slope above and one below: follow neither",
            Self::Climbed => "the step is low: climb it",
            Self::StopsBefore => "a hair before the face",
            Self::OverFace => "a pair of vertices becomes vertex against face here: the step ends early",
            Self::Along => "x is done; y starts here",
            Self::Corrected => "all corrections are done",
        }
    }
}
