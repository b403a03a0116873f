//! Trace events: what a solver does, step by step. In play there is no tracer, and no event is built.

use alloc::vec::Vec;
use core::cell::RefCell;

use glam::Vec2;

use crate::contact::{Contact, Obstacle, Touch};
use crate::mover::Mover;
use crate::shape::Aabb;
use crate::slide::Slide;
use crate::view::CollisionView;

pub(crate) mod words;

pub use words::{CandidateStatus, Question, Reason};

/// Receives trace events. A `Vec` of them collects them all.
///
/// ```
/// use seamwalker_collide::{Aabb, Edge, TraceEvent, Mover, Side, Solver, SolverSetup, Space, Terrain};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// let mover = Mover::new(Aabb::new(Vec2::new(32.0, 91.0), Vec2::splat(8.0)));
/// let mut events: Vec<TraceEvent> = Vec::new();
/// let slide = SolverSetup::default().trace(&space, &mover, Vec2::new(2.0, 2.0), &mut events);
/// assert_eq!(slide, SolverSetup::default().slide(&space, &mover, Vec2::new(2.0, 2.0)));
/// let pushes = events.iter().filter(|event| matches!(event, TraceEvent::Chosen { .. })).count();
/// assert_eq!(pushes, 1, "out of the floor");
/// ```
pub trait Tracer {
    /// Receives the next event.
    fn emit(&mut self, event: TraceEvent);
}

impl Tracer for Vec<TraceEvent> {
    fn emit(&mut self, event: TraceEvent) {
        self.push(event);
    }
}

/// One event of a slide; all solvers share these. Places are offsets from where the mover began, in pixels.
///
/// ```
/// use seamwalker_collide::{TraceEvent, Reason};
/// use seamwalker_collide::glam::Vec2;
///
/// let event = TraceEvent::Reached { at: Vec2::X, why: Reason::Free };
/// if let TraceEvent::Reached { at, why } = event {
///     println!("at {at}: {}", why.text());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum TraceEvent {
    /// The slide begins.
    Begins {
        /// The view of the world that the solver reads.
        view: CollisionView,
        /// Half extents of the core.
        half: Vec2,
        /// How far the core must stay away from obstacles, px.
        radius: f32,
        /// The wanted move.
        delta: Vec2,
    },
    /// A step begins.
    Step {
        /// Its number, from 1.
        number: u32,
        /// The number of steps planned.
        of: u32,
        /// Where it begins.
        from: Vec2,
        /// The wanted move.
        wanted: Vec2,
    },
    /// The solver looks up all obstacles within an area.
    Looks {
        /// In the world's pixels.
        area: Aabb,
    },
    /// The solver evaluates the nearby obstacles at one place; candidates follow.
    Asks {
        /// The question.
        question: Question,
        /// The place of the mover.
        at: Vec2,
    },
    /// The result for one obstacle.
    Candidate {
        /// The obstacle.
        obstacle: Obstacle,
        /// Normal and depth (negative: the gap) for the mover at that place.
        contact: Contact,
        /// Whether it counts.
        status: CandidateStatus,
    },
    /// The corrections that could undo an overlap.
    Exits {
        /// The overlapped obstacle.
        obstacle: Obstacle,
        /// Along x, px with sign; `None` where that axis is not possible.
        x: Option<f32>,
        /// Along y.
        y: Option<f32>,
    },
    /// Where the ray of the move enters and leaves an obstacle that is grown by the mover.
    Entry {
        /// The obstacle.
        obstacle: Obstacle,
        /// Normal of the face through which it enters.
        normal: Vec2,
        /// The fraction of the move until it enters.
        enters: f32,
        /// The fraction until it leaves.
        leaves: f32,
        /// Whether it blocks the move.
        status: CandidateStatus,
    },
    /// The correction that is made, or the obstacle that counts.
    Chosen {
        /// The obstacle, with normal and depth.
        touch: Touch,
        /// The push, px.
        push: Vec2,
        /// The reason.
        why: Reason,
    },
    /// A plane that the mover must stay beyond: `normal . offset >= limit`. A solution follows.
    Plane {
        /// The obstacle.
        obstacle: Obstacle,
        /// Unit vector away from the obstacle.
        normal: Vec2,
        /// Its position along the normal.
        limit: f32,
    },
    /// The planes are solved together.
    Solved {
        /// Where the step wants to end.
        target: Vec2,
        /// The nearest point to that beyond all planes; `None` when they leave no room.
        point: Option<Vec2>,
    },
    /// The rest of the move continues along the obstacle.
    Rest {
        /// Where the mover is by now.
        at: Vec2,
        /// The rest of the move.
        rest: Vec2,
    },
    /// The solver makes a decision.
    Decides {
        /// The decision and its reason.
        why: Reason,
    },
    /// The mover reaches a place.
    Reached {
        /// The place.
        at: Vec2,
        /// The reason.
        why: Reason,
    },
    /// The slide ends.
    Ends {
        /// Its result.
        slide: Slide,
    },
}

/// Where a solver sends its trace events: to a tracer, or nowhere.
#[derive(Clone, Copy)]
pub(super) struct TraceSink<'a>(Option<&'a dyn Fn(TraceEvent)>);

impl TraceSink<'_> {
    /// Discards all events.
    pub const OFF: Self = Self(None);

    /// Whether there is a tracer.
    #[inline(always)]
    pub const fn is_on(self) -> bool {
        self.0.is_some()
    }

    /// Emits an event, which is built only if there is a tracer.
    #[inline(always)]
    pub fn emit(self, event: impl FnOnce() -> TraceEvent) {
        if let Some(send) = self.0 {
            send(event());
        }
    }
}

/// Emits the beginning and the end of a slide. `run` makes the slide and emits the events between.
pub(super) fn emit_slide(
    view: CollisionView,
    mover: &Mover,
    delta: Vec2,
    tracer: &mut dyn Tracer,
    run: &dyn Fn(TraceSink) -> Slide,
) -> Slide {
    let (half, radius) = view.core(mover);
    tracer.emit(TraceEvent::Begins { view, half, radius, delta });
    let shared = RefCell::new(&mut *tracer);
    let slide = run(TraceSink(Some(&|event| shared.borrow_mut().emit(event))));
    tracer.emit(TraceEvent::Ends { slide });
    slide
}
