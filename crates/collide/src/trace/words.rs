//! The questions, verdicts and reasons in traces, and their texts.

use serde::Serialize;

/// The question that a solver asks about a place.
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
    /// At the target of a step.
    End,
    /// After a correction.
    Again,
    /// Before a place is kept or refused.
    Room,
    /// Where the slide or the step began.
    Began,
    /// Along the move.
    Ahead,
    /// About contacts found in advance.
    Gaps,
    /// Under a walker.
    Slope,
    /// Above a walker.
    SlopeAbove,
    /// At the upper end of a slope.
    LowStep,
    /// Above a walker that a slope has lifted.
    HeadRoom,
    /// After a move along one axis.
    Back,
}

impl Question {
    /// Its text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::End => "what overlaps at the end of the step?",
            Self::Again => "is it free now?",
            Self::Room => "is there room here?",
            Self::Began => "did it begin inside of something?",
            Self::Ahead => "what is in the way?",
            Self::Gaps => "which gap does the move not keep?",
            Self::Slope => "is there a slope under the foot?",
            Self::SlopeAbove => "is there a slope above the head?",
            Self::LowStep => "is there something low enough to be walked onto?",
            Self::HeadRoom => "is something in the way of the climb?",
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
    /// One-way surfaces stop only movers that come from their outer side.
    Open,
    /// A one-sided edge never pushes inwards.
    Behind,
    /// Two vertices are the closest features.
    Vertices,
    /// The normal leans beyond that of a neighbour.
    Turned,
    /// The normal comes from a seam.
    Forbidden,
    /// No correction against the movement undoes it.
    Uncaused,
    /// A one-way piece can be left to one side only.
    NotThisWay,
    /// Only slanted faces are wanted.
    Level,
    /// The ray misses it, or leaves it before it enters.
    PassedBy,
    /// The move ends before it.
    TooFar,
}

impl Verdict {
    /// Its text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Counts => "it counts",
            Self::Apart => "apart",
            Self::Open => "one-way, and open from here",
            Self::Behind => "only its inner side, from which it never pushes",
            Self::Vertices => "vertex against vertex does not count",
            Self::Turned => "it counts; its normal is outside of what the neighbours allow, and turned",
            Self::Forbidden => "its neighbours forbid this normal",
            Self::Uncaused => "the movement did not cause it: no axis is possible",
            Self::NotThisWay => "it lets nobody out this way",
            Self::Level => "it has no slanted face to this side",
            Self::PassedBy => "passed by",
            Self::TooFar => "beyond the end of the move",
        }
    }
}

/// The reason for a choice or a place.
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
    /// Several obstacles overlap.
    Deepest,
    /// Several obstacles overlap, in the plain loop of the article.
    FirstListed,
    /// Several corrections lead along the axis.
    LongestBack,
    /// A walker is on a slope.
    SlopeUnderFoot,
    /// A walker is at the upper end of a slope.
    LowStep,
    /// Some corrections have only one possible axis.
    OnlyAxis,
    /// All corrections have two possible axes.
    SmallestAxis,
    /// The ray enters several obstacles.
    EarliestEntry,
    /// The move breaks several contacts found in advance.
    MostMissed,
    /// Several edges touch.
    FaceFirst,
    /// Several ends of edges touch.
    CornerLast,
    /// The mover overlaps an obstacle before its move.
    BeganInside,
    /// The step met nothing.
    Free,
    /// The step cannot meet anything.
    NotAsked,
    /// The step was pushed.
    Pushed,
    /// The step met several planes.
    Nearest,
    /// The step leads around a round corner.
    Shortened,
    /// The step leads into a narrow place.
    Backwards,
    /// The step leads into a corner.
    Aside,
    /// The mover is wedged into a corner.
    Still,
    /// The step leads into a narrow place.
    Halves,
    /// The nearest free end of the step is behind it.
    HalvesThrough,
    /// The step ended without room.
    TakenBack,
    /// The mover began inside an obstacle.
    Stuck,
    /// The step ends inside an obstacle.
    LeadsOut,
    /// A walker is on a slope under a ceiling.
    NoClimb,
    /// A walker is between two slopes.
    BothWays,
    /// A low step blocks the move.
    Climbed,
    /// The move reached the earliest entry.
    StopsBefore,
    /// A discarded pair became one with a face.
    OverFace,
    /// The first axis of a step is done.
    Along,
    /// The step was corrected out of boxes.
    Corrected,
}

impl Reason {
    /// Its text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Deepest => "the deepest overlap goes first",
            Self::FirstListed => "the first in the list goes first",
            Self::LongestBack => "the longest way back along this axis",
            Self::SlopeUnderFoot => "the slope's height under the foot decides",
            Self::LowStep => "so low that it is walked onto",
            Self::OnlyAxis => "only this axis is possible: mandatory, and the longest of those",
            Self::SmallestAxis => "no axis is mandatory: the smaller axis of each, and the smallest of those",
            Self::EarliestEntry => "the earliest entry",
            Self::MostMissed => "the gap that the move misses most",
            Self::FaceFirst => "the deepest face; faces go before corners",
            Self::CornerLast => "no face overlaps: the deepest corner",
            Self::BeganInside => "it began inside of something: out by the least way",
            Self::Free => "nothing is in the way",
            Self::NotAsked => "everything is farther away than this step is long: not even asked",
            Self::Pushed => "pushed out, and free",
            Self::Nearest => "the nearest point to the target beyond all planes",
            Self::Shortened => "the push led farther than asked: the step is shortened along itself",
            Self::Backwards => "the nearest free place is behind: not made",
            Self::Aside => "backwards by rounding alone: only what leads aside is made",
            Self::Still => "it gained nothing: not made, and the move ends",
            Self::Halves => "no room at its end: the step is made in halves",
            Self::HalvesThrough => "a shorter step may come farther: the step is tried in halves",
            Self::TakenBack => "no room: the step is taken back",
            Self::Stuck => "it began inside, and finds no way out",
            Self::LeadsOut => "still inside, but less than before",
            Self::NoClimb => "something is in the way above: not climbed",
            Self::BothWays => "a slope above and one below: neither is followed",
            Self::Climbed => "the step is low: climbed",
            Self::StopsBefore => "a hair before the face",
            Self::OverFace => "a pair of vertices becomes one with a face here: the step ends early",
            Self::Along => "x is done; y begins here",
            Self::Corrected => "all corrections are made",
        }
    }
}
