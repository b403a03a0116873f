//! The questions, resolution and reasons in traces, and their texts.

use crate::named_enum;

named_enum! {
    #[text]
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
        End = "what overlaps at the end of the step?",
        /// After a correction.
        Again = "is it free now?",
        /// Before a place is kept or refused.
        Room = "is there room here?",
        /// Where the slide or the step began.
        Began = "did it start inside something?",
        /// Along the move.
        Ahead = "what is in the way?",
        /// About contacts found in advance.
        Gaps = "which gaps would the move close?",
        /// Under a walker.
        Slope = "is there a slope under the foot?",
        /// Above a walker.
        SlopeAbove = "is there a slope above the head?",
        /// At the upper end of a slope.
        LowStep = "is there a step low enough to walk onto?",
        /// Above a walker that a slope has lifted.
        HeadRoom = "is anything in the way of the climb?",
        /// After a move along one axis.
        Back = "how far back along this axis?",
    }
}

named_enum! {
    #[text]
    /// Whether an obstacle counts, or why not.
    ///
    /// ```
    /// use seamwalker_collide::CandidateStatus;
    ///
    /// assert_eq!(CandidateStatus::Apart.text(), "apart");
    /// ```
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
    #[non_exhaustive]
    pub enum CandidateStatus {
        /// It is an obstacle here.
        Counts = "it counts",
        /// It does not overlap, or by no more than rounding.
        Apart = "apart",
        /// One-way surfaces stop only movers that come from their outer side.
        Open = "one-way, and open from here",
        /// A one-sided edge never pushes inwards.
        Behind = "on its inner side, from which it never pushes",
        /// Two vertices are the closest features.
        Vertices = "vertex against vertex does not count",
        /// The normal leans beyond that of a neighbour.
        Turned = "it counts; its normal is outside the range that its neighbours allow, and is turned",
        /// The normal comes from a seam.
        Forbidden = "its neighbours forbid this normal",
        /// No correction against the movement undoes it.
        Uncaused = "the move did not cause it: no axis is possible",
        /// A one-way piece can be left to one side only.
        NotThisWay = "there is no way out of it on this side",
        /// Only slanted faces are wanted.
        Level = "it has no slanted face on this side",
        /// The ray misses it, or leaves it before it enters.
        PassedBy = "passed by",
        /// The move ends before it.
        TooFar = "beyond the end of the move",
    }
}

named_enum! {
    #[text]
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
        Deepest = "the deepest overlap goes first",
        /// Several obstacles overlap, in the plain loop of the article.
        FirstListed = "the first in the list goes first",
        /// Several obstacles overlap, and the shallowest goes first.
        Shallowest = "the shallowest overlap goes first",
        /// Several obstacles overlap, and all orders were tried.
        BestOrder = "of all orders, this one ends nearest to the target",
        /// Several corrections lead along the axis.
        LongestBack = "the longest way back along this axis",
        /// A walker is on a slope.
        SlopeUnderFoot = "the slope's height under the foot decides",
        /// A walker is at the upper end of a slope.
        LowStep = "low enough to walk onto",
        /// Some corrections have only one possible axis.
        OnlyAxis = "only this axis is possible: mandatory, and the longest of those",
        /// All corrections have two possible axes.
        SmallestAxis = "no axis is mandatory: the smaller axis of each, and the smallest of those",
        /// The ray enters several obstacles.
        EarliestEntry = "the earliest entry",
        /// The move breaks several contacts found in advance.
        MostMissed = "the gap that the move violates most",
        /// Several edges touch.
        FaceFirst = "the deepest face; faces go before corners",
        /// Several ends of edges touch.
        CornerLast = "no face overlaps: the deepest corner",
        /// The mover overlaps an obstacle before its move.
        BeganInside = "it started inside something: take the shortest way out",
        /// The step met nothing.
        Free = "nothing is in the way",
        /// The step cannot meet anything.
        NotAsked = "everything is farther away than this step is long: no query needed",
        /// The step was pushed.
        Pushed = "pushed out, and free",
        /// The step met several planes.
        Nearest = "the nearest point to the target beyond all planes",
        /// A step leads through a gap that is too narrow.
        Pinch = "the way leads through a gap that is narrower than the mover: end before it",
        /// The step leads around a round corner.
        Shortened = "the push led farther than wanted: shorten the step",
        /// The step leads into a narrow place.
        Backwards = "the nearest free place is behind: skip the step",
        /// The step leads into a corner.
        Aside = "backwards only by rounding: keep the sideways part",
        /// The mover is wedged into a corner.
        Still = "no progress: skip the step and end the move",
        /// The step leads into a narrow place.
        Halves = "no room at its end: halve the step",
        /// The nearest free end of the step is behind it.
        HalvesThrough = "a shorter step may get farther: try it in halves",
        /// The step ended without room.
        TakenBack = "no room: undo the step",
        /// The mover began inside an obstacle.
        Stuck = "it started inside and finds no way out",
        /// The step ends inside an obstacle.
        LeadsOut = "still inside, but less than before",
        /// A walker is on a slope under a ceiling.
        NoClimb = "something above is in the way: do not climb",
        /// A walker is between two slopes.
        BothWays = "a slope above and one below: follow neither",
        /// A low step blocks the move.
        Climbed = "the step is low: climb it",
        /// The move reached the earliest entry.
        StopsBefore = "just before the face",
        /// A discarded pair became one with a face.
        OverFace = "a pair of vertices becomes vertex against face here: the step ends early",
        /// The first axis of a step is done.
        Along = "x is done; y starts here",
        /// The step was corrected out of boxes.
        Corrected = "all corrections are done",
    }
}
