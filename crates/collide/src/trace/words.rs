//! The questions, verdicts and reasons in traces, and their texts.

/// The question that a solver asks about a place.
///
/// ```
/// use seamwalker_collide::Question;
///
/// assert_eq!(Question::End.text(), "what overlaps at the end of the step?");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
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

/// The reason for a choice or a place.
///
/// ```
/// use seamwalker_collide::Reason;
///
/// assert_eq!(Reason::Deepest.text(), "the deepest overlap goes first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Reason {
    /// Several obstacles overlap.
    Deepest,
    /// Several obstacles overlap, in the plain loop of the article.
    FirstListed,
    /// Several obstacles overlap, and the shallowest goes first.
    Shallowest,
    /// Several obstacles overlap, and all orders were tried.
    BestOrder,
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
    /// A step leads through a gap that is too narrow.
    Pinch,
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
            Self::Shallowest => "the shallowest overlap goes first",
            Self::BestOrder => "of all orders, this one ends nearest to the target",
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
            Self::Pinch => "the way leads through a gap that is narrower than the mover: end before it",
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
            Self::StopsBefore => "just before the face",
            Self::OverFace => "a pair of vertices becomes vertex against face here: the step ends early",
            Self::Along => "x is done; y starts here",
            Self::Corrected => "all corrections are done",
        }
    }
}
