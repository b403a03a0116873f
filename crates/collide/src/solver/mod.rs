//! Solvers: each turns a space, a mover and a wanted delta into a slide. A solver keeps no state and knows no time, so
//! one can replace another between any two ticks.

mod api;
mod boxes;
mod edge_flags;
mod edges;
mod escape;
mod kind;
mod mandatory_first;
mod options;
mod per_axis;
pub(crate) mod place;
mod planes;
mod setup;
mod swept;
pub(crate) mod thick_sat;
mod vertex_discard;

pub use api::{BadInput, Solver};
pub use boxes::Exit;
pub use edge_flags::EdgeFlags;
pub use kind::{Law, SolverKind, UnknownSolver};
pub use mandatory_first::{Choice, MandatoryFirst};
pub use options::{Setting, SolverOptions};
pub use per_axis::PerAxis;
pub use setup::SolverSetup;
pub use swept::{Crossing, Swept};
pub use thick_sat::ThickSat;
pub use vertex_discard::VertexDiscard;

/// How a slide ended.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Mover, Outcome, Side, Solver, SolverSetup, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 80.0), Vec2::splat(8.0)));
/// let fall = |px| SolverSetup::default().slide(&space, &mover, Vec2::new(0.0, px)).outcome;
/// assert_eq!((fall(5.0), fall(50.0)), (Outcome::Free, Outcome::Slid));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Nothing was in the way.
    #[default]
    Free,
    /// Obstacles turned the move or stopped it.
    Slid,
    /// There was no room: the move was taken back along itself to the last free position.
    TakenBack,
    /// The mover began inside something and is still inside; [`Slide::overlap`] says how deep.
    Stuck,
}

/// What became of a wanted move.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverSetup, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mut mover = Mover::new(Aabb::new(Vec2::new(32.0, 88.0), Vec2::splat(8.0)));
/// let mut velocity = Vec2::new(3.0, 9.0);
/// let slide = SolverSetup::default().slide(&space, &mover, velocity);
/// mover = mover.moved(slide.moved);
/// // A slide knows no velocity. What becomes of it is up to the game; this one loses what went into the ground.
/// for touch in &slide.touches {
///     velocity -= touch.contact.normal * velocity.dot(touch.contact.normal).min(0.0);
/// }
/// assert_eq!((mover.aabb.max().y, velocity), (100.0, Vec2::new(3.0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[must_use = "a slide moves nothing by itself: add `moved` to the mover's place"]
pub struct Slide {
    /// How far the mover really goes, in pixels.
    pub moved: Vec2,
    /// What pushed it on the way, with the normal at that moment and the depth that was pushed out.
    pub touches: Touches,
    /// How it ended.
    pub outcome: Outcome,
    /// The deepest overlap that is left, in pixels; zero unless there is no room.
    pub overlap: f32,
    /// How often the obstacles were evaluated.
    pub rounds: u32,
    /// Into how many steps the move was cut.
    pub steps: u32,
    /// How many obstacles were near enough to be asked.
    pub candidates: u32,
}

/// Which description of the world a solver collides with.
///
/// ```
/// use seamwalker_collide::{Aabb, Mover, Solver, SolverKind, SolverSetup, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
/// assert_eq!(CollisionView::Thick.core(&mover), (Vec2::new(3.0, 8.0), 3.0));
/// assert_eq!(CollisionView::Pieces.core(&mover), (Vec2::new(6.0, 11.0), 0.0));
/// // Ask queries in the view of the solver in use, and the two agree.
/// assert_eq!(SolverSetup::new(SolverKind::ThickSat).view(), CollisionView::Thick);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum CollisionView {
    /// Edges, thick by the mover's skin.
    Thick,
    /// Edges without thickness: the mover's core is its whole box.
    Thin,
    /// Edges, thick by half the mover's smaller side: the mover is the largest disk in its box, swept along the box where
    /// that is not square.
    Round,
    /// Boxes and convex slopes.
    Pieces,
}

impl CollisionView {
    /// What of the mover must stay clear: half extents of the core, and how far it must stay from obstacles.
    #[must_use]
    pub fn core(self, mover: &Mover) -> (Vec2, f32) {
        match self {
            Self::Thick => (mover.core_half(), mover.skin()),
            Self::Thin | Self::Pieces => (mover.aabb.half, 0.0),
            Self::Round => {
                let radius = mover.aabb.half.min_element();
                (mover.aabb.half - Vec2::splat(radius), radius)
            }
        }
    }
}

/// A method of resolving collisions. The promise is written in the laws (`docs/ARCHITECTURE.md`); a method that breaks one
/// lists it in [`SolverKind::known_violations`].
///
/// Your own method is a solver as well:
///
/// ```
/// use seamwalker_collide::{Mover, Slide, Solver, Space, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// /// Stops at the first thing in the way.
/// struct Stop;
///
/// impl Solver for Stop {
///     fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
///         let free = self.cast(space, mover, delta).map_or(1.0, |hit| hit.fraction);
///         Slide { moved: delta * free, ..Slide::default() }
///     }
///
///     fn view(&self) -> CollisionView {
///         CollisionView::Thick
///     }
/// }
/// let solvers: [&dyn Solver; 1] = [&Stop];
/// let mover = Mover::new(Default::default());
/// assert_eq!(solvers[0].slide(&Space::default(), &mover, Vec2::X).moved, Vec2::X);
/// ```
pub trait Solver {
    /// Moves as far along `delta` as the obstacles allow, sliding along what is in the way.
    ///
    /// Mover and delta must be finite; [`Solver::try_slide`] checks that.
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide;

    /// Which description of the world it reads.
    fn view(&self) -> CollisionView;

    /// The same slide, told moment by moment. A method of your own tells no more than its beginning and its end unless it has
    /// a `trace`.
    fn trace(&self, space: &Space, mover: &Mover, delta: Vec2, tracer: &mut dyn Tracer) -> Slide {
        tell_slide(self, mover, delta, tracer, |_| self.slide(space, mover, delta))
    }

    /// The pure twin of a slide that stops at the first obstacle instead of sliding; `None` when nothing is in the way.
    fn cast(&self, space: &Space, mover: &Mover, delta: Vec2) -> Option<Hit> {
        space.cast(self.view(), mover, delta)
    }

    /// Everything within `reach` pixels of the mover, obstacles it overlaps first of all.
    fn touching(&self, space: &Space, mover: &Mover, reach: f32) -> Touches {
        space.touching(self.view(), mover, reach)
    }

    /// The border of the library: the same slide, but input that is not finite is refused instead of spreading.
    ///
    /// # Errors
    /// [`BadInput`] when a number of the mover or of the delta is NaN or infinite, or a size is negative.
    fn try_slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Result<Slide, BadInput> {
        if !mover.is_valid() {
            return Err(BadInput::Mover);
        }
        if !delta.is_finite() {
            return Err(BadInput::Delta);
        }
        Ok(self.slide(space, mover, delta))
    }
}

/// Input that the library refuses.
///
/// ```
/// use seamwalker_collide::{Aabb, BadInput, Mover, Solver, SolverSetup, Space};
/// use seamwalker_collide::glam::Vec2;
///
/// let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
/// let refused = SolverSetup::default().try_slide(&Space::default(), &mover, Vec2::new(f32::NAN, 0.0));
/// assert_eq!(refused, Err(BadInput::Delta));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BadInput {
    /// The mover's box or skin.
    #[error("the mover's place or size is not finite, or a size is negative: give it finite numbers")]
    Mover,
    /// The wanted move.
    #[error("the wanted move is not finite: give it finite numbers")]
    Delta,
}

/// The laws of `docs/ARCHITECTURE.md`, by their numbers there.
///
/// ```
/// use seamwalker_collide::{Law, SolverKind};
///
/// let snags = |kind: SolverKind| kind.known_violations().iter().any(|(law, _)| *law == Law::NoSnag);
/// assert!(!snags(SolverKind::ThickSat));
/// assert!(snags(SolverKind::ThinSat));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
}

/// Every solver that can be chosen.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SolverKind {
    /// Move, then push out of the deepest thick segment.
    #[default]
    ThickSat,
    /// The same without thickness.
    ThinSat,
    /// Move x, correct, move y, correct.
    PerAxis,
    /// Corrections with one possible axis first.
    MandatoryFirst,
    /// The earliest hit of the whole move, then the rest of it along the face.
    Swept,
    /// Contacts before they happen, without those of vertex against vertex.
    VertexDiscard,
    /// Contacts whose normals the neighbours of an edge allow.
    EdgeFlags,
    /// The mover's shape is a disk.
    Disk,
}

impl SolverKind {
    /// All of them, in the order of the debug menu.
    pub const ALL: [Self; 8] = [
        Self::ThickSat,
        Self::ThinSat,
        Self::PerAxis,
        Self::MandatoryFirst,
        Self::Swept,
        Self::VertexDiscard,
        Self::EdgeFlags,
        Self::Disk,
    ];

    /// The name used on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ThickSat => "thick-sat",
            Self::ThinSat => "thin-sat",
            Self::PerAxis => "per-axis",
            Self::MandatoryFirst => "mandatory-first",
            Self::Swept => "swept",
            Self::VertexDiscard => "vertex-discard",
            Self::EdgeFlags => "edge-flags",
            Self::Disk => "disk",
        }
    }

    /// What it does, in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::ThickSat => "moves, then pushes out of the deepest rounded segment: exact, glides over every seam",
            Self::ThinSat => "like thick-sat, but without thickness: snags where two segments meet",
            Self::PerAxis => {
                "moves x, corrects, moves y, corrects, on boxes: simple; follows slopes by the height under the foot"
            }
            Self::MandatoryFirst => "corrects only against the movement, single-axis corrections first, by priority",
            Self::Swept => "moves to the earliest hit, stops a hair before it, slides the rest, repeats",
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
            Self::PerAxis => "\"Smooth collisions\" part 1, 1.1.1, S. Alaiwan",
            Self::MandatoryFirst => "\"AABB Collision Resolution, Phase I\", Metareal",
            Self::Swept => "\"AABB Collision Handling\", Reis",
            Self::VertexDiscard => "\"2D polygonal collision-detection and internal edges\", P. Firth",
            Self::EdgeFlags => "the comments under Firth's article; the ghost vertices of Box2D's chain shapes",
            Self::Disk => "\"Smooth collisions\" part 1, S. Alaiwan",
        }
    }

    /// The laws that it does not keep, each with the reason.
    #[must_use]
    pub const fn known_violations(self) -> &'static [(Law, &'static str)] {
        match self {
            Self::ThickSat | Self::Disk => &[],
            Self::ThinSat => &[
                (Law::NoOverlap, "a corner behind a line is pushed out on the wrong side"),
                (Law::Symmetry, "at a corner two axes are equally short, and rounding decides"),
                (Law::NoTunnel, "a move is a single step, and a line has no thickness"),
                (Law::NoSnag, "the end of a line pushes against the move: the snag that thickness prevents"),
            ],
            Self::PerAxis => &[
                (Law::NoLurch, "a slope lifts the mover without shortening its move along x"),
                (
                    Law::NoSnag,
                    "x is corrected before y has made room, so edges and slopes stop moves that could continue",
                ),
                (Law::Rest, "pressed against a slope, it walks up: x moves before y is corrected"),
            ],
            Self::MandatoryFirst => &[
                (Law::NoLurch, "the way out of a slope along one axis is longer than the move into it"),
                (Law::NoSnag, "the box behind a slope's upper end has only one possible axis, and it is the wrong one"),
                (Law::Rest, "pressed against a slope, it is corrected along one axis only"),
            ],
            Self::Swept => &[(
                Law::NoSnag,
                "movement blocked by a face is not restored past its end: over an apex it flies on, uphill",
            )],
            Self::VertexDiscard => {
                &[(Law::NoSnag, "contacts are found at the start of a step, and hold it back past the end of a slope")]
            }
            Self::EdgeFlags => &[
                (Law::NoLurch, "the shortest way out of a corner may lead forwards"),
                (Law::NoSnag, "loose tiles have the wrong neighbours, and then every seam is a wall"),
            ],
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
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownSolver { name: name.to_owned() })
    }
}

/// A name that no solver has. Its message lists the names there are.
///
/// ```
/// use seamwalker_collide::{SolverKind, UnknownSolver};
///
/// let UnknownSolver { name, .. } = "magic".parse::<SolverKind>().unwrap_err();
/// assert_eq!(name, "magic");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no solver '{name}': the names are {}", SolverKind::ALL.map(SolverKind::name).join(", "))]
#[non_exhaustive]
pub struct UnknownSolver {
    /// What was asked for.
    pub name: String,
}

/// A solver and its settings, as data: it can be stored, compared and sent, and is itself a [`Solver`].
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverKind, SolverSetup, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// // Two floors that meet at x = 64, and a walker that presses down a little, as gravity does.
/// let floor = |from, to| Edge::new(Vec2::new(from, 100.0), Vec2::new(to, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor(0.0, 64.0), floor(64.0, 128.0)], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(56.0, 89.0), Vec2::new(6.0, 11.0)));
/// let slide = SolverSetup::new(SolverKind::ThickSat).slide(&space, &mover, Vec2::new(8.0, 0.5));
/// assert_eq!(mover.moved(slide.moved).aabb.center, Vec2::new(64.0, 89.0), "no snag at the seam");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SolverSetup {
    /// Which method.
    pub kind: SolverKind,
    /// Its settings.
    pub options: SolverOptions,
}

impl SolverSetup {
    /// A method with the default settings.
    #[must_use]
    pub fn new(kind: SolverKind) -> Self {
        Self { kind, options: SolverOptions::default() }
    }

    #[inline(never)]
    fn slide_by_kind(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        self.with(|solver| solver.slide(space, mover, delta))
    }

    /// The one place where a kind becomes a method.
    fn with<T>(&self, act: impl FnOnce(&dyn Solver) -> T) -> T {
        let options = self.options;
        match self.kind {
            SolverKind::ThickSat => act(&ThickSat { options, thin: false }),
            SolverKind::ThinSat => act(&ThickSat { options, thin: true }),
            SolverKind::PerAxis => act(&PerAxis { options }),
            SolverKind::MandatoryFirst => act(&MandatoryFirst { options }),
            SolverKind::Swept => act(&Swept { options }),
            SolverKind::VertexDiscard => act(&VertexDiscard { options }),
            SolverKind::EdgeFlags => act(&EdgeFlags { options }),
            SolverKind::Disk => {
                let options = SolverOptions { disk: true, end_axes: EndAxes::ClosestPoint, ..options };
                act(&ThickSat { options, thin: false })
            }
        }
    }
}

impl Solver for SolverSetup {
    #[inline(always)]
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        // Asked far more often than all others together: put into the caller's code, where all but the parts of the slide
        // that are read falls away.
        if self.kind == SolverKind::ThickSat {
            return ThickSat::slide_thick(&self.options, space, mover, delta);
        }
        self.slide_by_kind(space, mover, delta)
    }

    fn trace(&self, space: &Space, mover: &Mover, delta: Vec2, tracer: &mut dyn Tracer) -> Slide {
        self.with(|solver| solver.trace(space, mover, delta, tracer))
    }

    fn view(&self) -> CollisionView {
        self.with(|solver| solver.view())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Aabb, Edge, Piece, Side, Terrain};
    use super::*;

    fn floor() -> Space {
        let edge = Edge::new(Vec2::new(-100.0, 0.0), Vec2::new(100.0, 0.0), Side::Outer);
        let piece = Piece::solid_box(Aabb::from_corners(Vec2::new(-100.0, 0.0), Vec2::new(100.0, 16.0)));
        Space::new(Terrain::new(vec![edge], vec![piece]))
    }

    #[test]
    fn what_is_not_finite_is_refused_at_the_border() {
        let space = floor();
        let good = Mover::new(Aabb::new(Vec2::new(0.0, -20.0), Vec2::splat(8.0)));
        for kind in SolverKind::ALL {
            let solver = SolverSetup::new(kind);
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                assert_eq!(solver.try_slide(&space, &good, Vec2::new(bad, 0.0)).unwrap_err(), BadInput::Delta);
                let nowhere = good.moved(Vec2::new(0.0, bad));
                assert_eq!(solver.try_slide(&space, &nowhere, Vec2::X).unwrap_err(), BadInput::Mover);
                assert_eq!(solver.try_slide(&space, &good.with_thickness(bad), Vec2::X).unwrap_err(), BadInput::Mover);
            }
            let inside_out = Mover { aabb: Aabb::new(Vec2::ZERO, Vec2::new(-1.0, 1.0)), ..good };
            assert!(solver.try_slide(&space, &inside_out, Vec2::X).is_err());
            assert!(solver.try_slide(&space, &good, Vec2::X).is_ok());
        }
    }

    #[test]
    fn odd_but_finite_input_gives_finite_answers() {
        let space = floor();
        let sizes = [Vec2::ZERO, Vec2::new(0.0, 8.0), Vec2::splat(1e-6), Vec2::splat(90.0)];
        let places = [Vec2::ZERO, Vec2::new(0.0, -3.0), Vec2::new(100.0, 0.0), Vec2::splat(1e7), Vec2::splat(-3e30)];
        let moves = [Vec2::ZERO, Vec2::new(1e-30, 1e-30), Vec2::new(0.0, 9e4), Vec2::splat(-1e20)];
        for kind in SolverKind::ALL {
            for half in sizes {
                for center in places {
                    for delta in moves {
                        for thickness in [0.0, 3.0, 500.0] {
                            let mover = Mover::new(Aabb::new(center, half)).with_thickness(thickness);
                            let slide = SolverSetup::new(kind).slide(&space, &mover, delta);
                            assert!(slide.moved.is_finite(), "{kind:?} {mover:?} {delta}: {slide:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_box_rests_flush_with_the_tile_to_the_last_bit() {
        let space = floor();
        let mover = Mover::new(Aabb::new(Vec2::new(3.3, -20.7), Vec2::new(6.0, 11.0)));
        for kind in SolverKind::ALL.into_iter().filter(|kind| *kind != SolverKind::ThinSat) {
            // Swept stops a hair before: that is its method, and without the hair it rests flush, too.
            let options = SolverOptions { epsilon: 0.0, ..SolverOptions::default() };
            let slide = SolverSetup { kind, options }.slide(&space, &mover, Vec2::new(1.0, 30.0));
            assert_eq!(mover.moved(slide.moved).aabb.max().y, 0.0, "{kind:?}");
        }
    }

    #[test]
    fn names_lead_back_to_their_kind() {
        for kind in SolverKind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        assert_eq!("thick".parse::<SolverKind>(), Err(UnknownSolver { name: "thick".into() }));
    }
}
