//! Every solver by name: its description, its source, the settings it uses and the laws it breaks.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use super::options::Setting;
use crate::named_enum;

/// The laws of `docs/ARCHITECTURE.md`, by their numbers there.
///
/// ```
/// use seamwalker_collide::{Law, SolverKind};
///
/// let snags = |kind: SolverKind| kind.known_violations().iter().any(|(law, _)| *law == Law::NoSnag);
/// assert!(!snags(SolverKind::ThickSat));
/// assert!(snags(SolverKind::ThinSat));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Law {
    /// 1: zero in, zero out.
    Idle,
    /// 2: no overlap is left.
    NoOverlap,
    /// 3: never farther than asked, never against it.
    NoLurch,
    /// 4: mirrored and moved worlds give the same result.
    Symmetry,
    /// 5: no tunnelling.
    NoTunnel,
    /// 6: no snag.
    NoSnag,
    /// 7: no drift at rest.
    Rest,
    /// 8: the same bits everywhere.
    Bits,
    /// 9: slow moves lead as far as fast ones.
    Slow,
    /// 10: no way through a gap that is narrower than the mover.
    NoSqueeze,
    /// 11: the order of edges and pieces makes no difference.
    AnyOrder,
}

named_enum! {
    /// Every solver that can be chosen, by name. To use one, see [`SolverSetup`](super::SolverSetup) and the
    /// [guide](crate::guide#which-solver).
    ///
    /// ```
    /// use seamwalker_collide::SolverKind;
    ///
    /// assert_eq!(SolverKind::default(), SolverKind::ThickSat);
    /// for kind in SolverKind::ALL {
    ///     println!("{kind:16} {} ({})", kind.description(), kind.source());
    ///     for (law, reason) in kind.known_violations() {
    ///         println!("{:16} does not claim {law:?}: {reason}", "");
    ///     }
    /// }
    /// ```
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
    #[non_exhaustive]
    pub enum SolverKind {
        /// Move, then push out of the deepest thick segment.
        #[default]
        ThickSat = "thick-sat",
        /// The same without thickness.
        ThinSat = "thin-sat",
        /// Move x, correct, move y, correct.
        PerAxis = "per-axis",
        /// Corrections with one possible axis first.
        MandatoryFirst = "mandatory-first",
        /// The earliest hit of the whole move, then the rest of it along the face.
        Swept = "swept",
        /// Contacts before they happen, without those of vertex against vertex.
        VertexDiscard = "vertex-discard",
        /// Contacts whose normals the neighbours of an edge allow.
        EdgeFlags = "edge-flags",
        /// thick-sat for a mover whose shape is a disk: [`SolverOptions::disk`](super::SolverOptions::disk).
        Disk = "disk",
    }
}

impl SolverKind {
    /// A description in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::ThickSat => "moves, then pushes out of the deepest rounded segment: exact, glides over every seam",
            Self::ThinSat => "like thick-sat, but without thickness: snags where two segments meet",
            Self::PerAxis => {
                "moves x, corrects, moves y, corrects, on boxes: simple; follows slopes by the height under the foot"
            }
            Self::MandatoryFirst => "corrects only against the movement, single-axis corrections first, by priority",
            Self::Swept => "moves to the earliest hit, stops just before it, slides the rest, repeats",
            Self::VertexDiscard => {
                "speculative contacts: removes the part of the move beyond each gap, ignoring vertex against vertex"
            }
            Self::EdgeFlags => {
                "pushes out of edges, only along normals that their neighbours allow, so that no joint catches"
            }
            Self::Disk => "like thick-sat, for a disk (a capsule where the box is not square): rolls off corners",
        }
    }

    /// Where the method comes from.
    #[must_use]
    pub const fn source(self) -> &'static str {
        match self {
            Self::ThickSat => "\"Smooth collisions\" part 2, S. Alaiwan, with exact end axes",
            Self::ThinSat => "\"Smooth collisions\" part 2, S. Alaiwan, its first attempt",
            Self::PerAxis => "\"Smooth collisions\" part 2, 1.1.1, S. Alaiwan",
            Self::MandatoryFirst => "\"AABB Collision Resolution, Phase I\", Metareal",
            Self::Swept => "\"AABB Collision Handling\", Reis",
            Self::VertexDiscard => "\"2D polygonal collision-detection and internal edges\", P. Firth",
            Self::EdgeFlags => "the comments under Firth's article; the ghost vertices of Box2D's chain shapes",
            Self::Disk => "\"Smooth collisions\" part 1, S. Alaiwan",
        }
    }

    /// The laws that it breaks, each with the reason.
    #[must_use]
    pub const fn known_violations(self) -> &'static [(Law, &'static str)] {
        match self {
            Self::ThickSat | Self::Disk => &[],
            Self::ThinSat => &[
                (Law::NoOverlap, "a corner behind a line is pushed out on the wrong side"),
                (Law::Symmetry, "at a corner two axes are equally short, and rounding decides"),
                (Law::NoTunnel, "a move is a single step, and a line has no thickness"),
                (Law::NoSnag, "the end of a line pushes against the move: the snag that thickness prevents"),
                (Law::NoSqueeze, "a move is a single step, and may end beyond the gap"),
            ],
            Self::PerAxis => &[
                (Law::NoLurch, "a rise along a slope and a move along y in the same step add up"),
                (
                    Law::NoSnag,
                    "x is corrected before y has made room, so edges and slopes stop moves that could continue",
                ),
                (Law::Rest, "pressed against a slope, it walks up: x moves before y is corrected"),
                (Law::Slow, "its tolerances hold the shortest steps on steep slopes"),
            ],
            Self::MandatoryFirst => &[
                (Law::NoLurch, "the way out of a slope along one axis is longer than the move into it"),
                (Law::NoSnag, "the box behind a slope's upper end has only one possible axis, and it is the wrong one"),
                (Law::Rest, "pressed against a slope, it is corrected along one axis only"),
            ],
            Self::Swept => &[
                (Law::NoSnag, "movement blocked by a face is not restored past its end before the next step"),
                (Law::Slow, "steps shorter than the distance that it keeps from faces stop short of them"),
            ],
            Self::VertexDiscard => {
                &[(Law::NoSnag, "contacts are found at the start of a step, and hold it back past the end of a slope")]
            }
            Self::EdgeFlags => &[
                (Law::NoLurch, "the shortest way out of a corner may lead forwards"),
                (Law::NoSnag, "loose tiles have the wrong neighbours, and then every seam is a wall"),
                (Law::AnyOrder, "of equally deep edges, the first in the list pushes"),
            ],
        }
    }

    /// Whether a setting changes anything under this solver.
    #[must_use]
    pub fn uses(self, setting: Setting) -> bool {
        self.settings().contains(&setting)
    }

    const fn settings(self) -> &'static [Setting] {
        use Setting as S;
        match self {
            Self::ThickSat => &[S::Skin, S::Rounds, S::EndAxes, S::SubSteps, S::PushOrder, S::Corrections, S::Disk],
            Self::ThinSat => &[S::Rounds, S::PushOrder, S::Corrections, S::SideMemory, S::IgnoredAxes],
            Self::PerAxis => &[S::SubSteps, S::MaxStep, S::EqualClimb],
            Self::MandatoryFirst => &[S::SubSteps, S::MaxStep, S::SlopeAxes],
            Self::Swept => &[S::Rounds, S::SubSteps, S::MaxStep, S::Epsilon, S::Gap],
            Self::VertexDiscard => &[S::Rounds, S::SubSteps, S::MaxStep],
            Self::EdgeFlags => &[S::Rounds, S::SubSteps, S::MaxStep, S::StepUp, S::Stairs, S::EdgeVisibility, S::Disk],
            Self::Disk => &[S::Rounds, S::SubSteps, S::PushOrder, S::Corrections],
        }
    }
}

/// Its name.
///
/// ```
/// use seamwalker_collide::SolverKind;
///
/// assert_eq!(SolverKind::VertexDiscard.to_string(), "vertex-discard");
/// ```
impl fmt::Display for SolverKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The kind with this name.
///
/// ```
/// use seamwalker_collide::SolverKind;
///
/// assert_eq!("per-axis".parse(), Ok(SolverKind::PerAxis));
/// let error = "thick".parse::<SolverKind>().unwrap_err();
/// assert!(error.to_string().starts_with("there is no solver 'thick': the names are thick-sat, thin-sat, per-axis, "));
/// ```
impl FromStr for SolverKind {
    type Err = UnknownSolver;

    fn from_str(name: &str) -> Result<Self, UnknownSolver> {
        Self::from_name(name).ok_or_else(|| UnknownSolver { name: name.to_owned() })
    }
}

/// An unknown solver name. The message lists the known names.
///
/// ```
/// use seamwalker_collide::{SolverKind, UnknownSolver};
///
/// let UnknownSolver { name, .. } = "magic".parse::<SolverKind>().unwrap_err();
/// assert_eq!(name, "magic");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownSolver {
    /// The unknown name.
    pub name: String,
}

impl fmt::Display for UnknownSolver {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let names = SolverKind::ALL.map(SolverKind::name).join(", ");
        write!(formatter, "there is no solver '{}': the names are {names}", self.name)
    }
}

impl core::error::Error for UnknownSolver {}
