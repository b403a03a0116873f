//! How a solver tells what it does: moments, one after the other, to whoever listens. Nobody listens in play, and then all of
//! it is compiled away.

use std::cell::RefCell;

use glam::Vec2;
use serde::Serialize;

use crate::contact::{Contact, Obstacle, Touch};
use crate::mover::Mover;
use crate::shape::Aabb;
use crate::slide::Slide;
use crate::view::CollisionView;

pub(crate) mod words;

pub use words::{Question, Reason, Verdict};

/// Who is told. A list of moments is one.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, TraceEvent, Mover, Side, Solver, SolverSetup, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 91.0), Vec2::splat(8.0)));
/// let mut story: Vec<TraceEvent> = Vec::new();
/// let slide = SolverSetup::default().trace(&space, &mover, Vec2::new(2.0, 2.0), &mut story);
/// assert_eq!(slide, SolverSetup::default().slide(&space, &mover, Vec2::new(2.0, 2.0)));
/// let pushes = story.iter().filter(|moment| matches!(moment, TraceEvent::Chosen { .. })).count();
/// assert_eq!(pushes, 1, "out of the floor");
/// ```
pub trait Tracer {
    /// Takes note of the next moment.
    fn emit(&mut self, event: TraceEvent);
}

impl Tracer for Vec<TraceEvent> {
    fn emit(&mut self, event: TraceEvent) {
        self.push(event);
    }
}

/// One moment of a slide; all solvers share these. Places are offsets from where the mover began, in pixels.
///
/// ```
/// use seamwalker_collide::{TraceEvent, Reason};
/// use seamwalker_collide::glam::Vec2;
///
/// let moment = TraceEvent::Reached { at: Vec2::X, why: Reason::Free };
/// if let TraceEvent::Reached { at, why } = moment {
///     println!("at {at}: {}", why.text());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TraceEvent {
    /// The slide begins.
    Begins {
        /// Which description of the world is read.
        view: CollisionView,
        /// Half extents of what must stay clear.
        half: Vec2,
        /// How far it must stay away from obstacles, px.
        radius: f32,
        /// The wanted move.
        delta: Vec2,
    },
    /// A step begins.
    Step {
        /// Which, from 1.
        number: u32,
        /// Of how many; fewer if the move ends early.
        of: u32,
        /// Where it begins.
        from: Vec2,
        /// How far it wants to go.
        wanted: Vec2,
    },
    /// The grid is asked for everything within an area.
    Looks {
        /// In the world's pixels.
        area: Aabb,
    },
    /// All that is near is asked about one place; candidates follow.
    Asks {
        /// What is to be known.
        question: Question,
        /// Where the mover is thought to be.
        at: Vec2,
    },
    /// What one obstacle answered.
    Candidate {
        /// Which.
        obstacle: Obstacle,
        /// Normal and depth (negative: the gap) for the mover at that place.
        contact: Contact,
        /// Whether it counts.
        verdict: Verdict,
    },
    /// The corrections that could undo an overlap.
    Exits {
        /// With what.
        obstacle: Obstacle,
        /// Along x, px with sign; `None` where that axis is not possible.
        x: Option<f32>,
        /// Along y.
        y: Option<f32>,
    },
    /// Where the ray of the move enters and leaves an obstacle that is grown by the mover.
    Entry {
        /// Which.
        obstacle: Obstacle,
        /// Normal of the face through which it enters.
        normal: Vec2,
        /// The part of the move until it enters.
        enters: f32,
        /// The part until it leaves.
        leaves: f32,
        /// Whether that is in the way.
        verdict: Verdict,
    },
    /// The correction that is made, or the obstacle that counts.
    Chosen {
        /// The obstacle, with normal and depth.
        touch: Touch,
        /// Where it pushes to, px.
        push: Vec2,
        /// Why this one.
        why: Reason,
    },
    /// A plane that the mover must stay beyond: `normal . offset >= limit`. A solution follows.
    Plane {
        /// Whose.
        obstacle: Obstacle,
        /// Unit vector away from the obstacle.
        normal: Vec2,
        /// Where it is, along the normal.
        limit: f32,
    },
    /// The planes are solved together.
    Solved {
        /// Where the step wants to end.
        target: Vec2,
        /// The nearest point to that beyond all planes; `None` when they leave no room.
        point: Option<Vec2>,
    },
    /// What is left of the move is made along the obstacle.
    Rest {
        /// Where the mover is by now.
        at: Vec2,
        /// What is still to be made.
        rest: Vec2,
    },
    /// Something is decided.
    Decides {
        /// What, and why.
        why: Reason,
    },
    /// The mover is put somewhere.
    Reached {
        /// Where.
        at: Vec2,
        /// Why there.
        why: Reason,
    },
    /// The slide ends.
    Ends {
        /// Its result.
        slide: Slide,
    },
}

/// Where moments go inside of a solver: nowhere, or to a tracer. It can be copied as freely as nothing.
pub(super) trait TraceSink: Copy {
    /// Whether anybody listens.
    const ON: bool;

    /// Tells a moment, which is made only if somebody listens.
    fn emit(self, event: impl FnOnce() -> TraceEvent);
}

/// Nobody listens.
impl TraceSink for () {
    const ON: bool = false;

    #[inline(always)]
    fn emit(self, _: impl FnOnce() -> TraceEvent) {}
}

/// A tracer listens.
#[derive(Clone, Copy)]
pub(super) struct ActiveSink<'a, 't>(&'a RefCell<&'t mut (dyn Tracer + 't)>);

impl TraceSink for ActiveSink<'_, '_> {
    const ON: bool = true;

    fn emit(self, event: impl FnOnce() -> TraceEvent) {
        self.0.borrow_mut().emit(event());
    }
}

/// Tells the beginning and the end of a slide whose `run` tells what is between.
pub(super) fn emit_slide(
    view: CollisionView,
    mover: &Mover,
    delta: Vec2,
    tracer: &mut dyn Tracer,
    run: impl FnOnce(ActiveSink) -> Slide,
) -> Slide {
    let (half, radius) = view.core(mover);
    tracer.emit(TraceEvent::Begins { view, half, radius, delta });
    let slide = run(ActiveSink(&RefCell::new(tracer)));
    tracer.emit(TraceEvent::Ends { slide });
    slide
}
