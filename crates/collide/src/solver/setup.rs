//! A solver and its settings, as data.

use glam::Vec2;

use super::api::Solver;
use super::kind::SolverKind;
use super::options::{PushOrder, SolverOptions};
use super::{edge_flags, mandatory_first, per_axis, swept, thick_sat, vertex_discard};
use crate::contact::Hit;
use crate::mover::Mover;
use crate::separation::EndAxes;
use crate::slide::Slide;
use crate::space::Space;
use crate::trace::{TraceSink, Tracer, emit_slide};
use crate::view::CollisionView;

/// A solver and its settings, as data: it can be stored, compared and sent, and is itself a [`Solver`]. The
/// [guide](crate::guide#which-solver) helps to choose.
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct SolverSetup {
    /// The method.
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

    /// A method as its article has it: [`SolverOptions::as_written`], and for thin-sat the plain loop of its article, whose
    /// steps end wherever their pushes lead.
    ///
    /// ```
    /// use seamwalker_collide::{PushOrder, SolverKind, SolverSetup};
    ///
    /// assert_eq!(SolverSetup::as_written(SolverKind::ThinSat).options.push_order, PushOrder::Deepest);
    /// ```
    #[must_use]
    pub fn as_written(kind: SolverKind) -> Self {
        let options = SolverOptions::as_written();
        let plain_loop = SolverOptions { push_order: PushOrder::Deepest, corrections: false, ..options };
        Self { kind, options: if kind == SolverKind::ThinSat { plain_loop } else { options } }
    }
}

impl Solver for SolverSetup {
    #[inline(always)]
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        // By far the most frequent kind: inlined into the caller, where unused parts of the slide vanish.
        if self.kind == SolverKind::ThickSat {
            return thick_sat::slide_inlined(&self.options, space, mover, delta);
        }
        self.slide_by_kind(space, mover, delta)
    }

    #[inline(always)]
    fn cast(&self, space: &Space, mover: &Mover, delta: Vec2) -> Option<Hit> {
        // The same as for a slide: the kind that is asked most, without a look at the others.
        let view =
            if self.kind == SolverKind::ThickSat && !self.options.disk { CollisionView::Thick } else { self.view() };
        space.cast_inlined(view, mover, delta)
    }

    /// Traces the general path of thick-sat and disk. The fast path gives the same slide; only its counts of evaluations may differ.
    fn trace(&self, space: &Space, mover: &Mover, delta: Vec2, tracer: &mut dyn Tracer) -> Slide {
        emit_slide(self.view(), mover, delta, tracer, &|sink| self.run(sink, space, mover, delta))
    }

    fn view(&self) -> CollisionView {
        match self.kind {
            SolverKind::ThickSat | SolverKind::EdgeFlags if self.options.disk => CollisionView::Round,
            SolverKind::ThickSat => CollisionView::Thick,
            SolverKind::ThinSat | SolverKind::VertexDiscard | SolverKind::EdgeFlags => CollisionView::Thin,
            SolverKind::PerAxis | SolverKind::MandatoryFirst | SolverKind::Swept => CollisionView::Pieces,
            SolverKind::Disk => CollisionView::Round,
        }
    }
}

impl SolverSetup {
    /// Slides by any method. Not inlined, so that callers stay small.
    #[inline(never)]
    fn slide_by_kind(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        if self.kind == SolverKind::Disk {
            return thick_sat::slide(&self.disk_options(), space, mover, delta);
        }
        self.run(TraceSink::OFF, space, mover, delta)
    }

    fn run(&self, sink: TraceSink, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let (options, view) = (&self.options, self.view());
        match self.kind {
            SolverKind::ThickSat | SolverKind::ThinSat => {
                thick_sat::slide_general(sink, options, view, space, mover, delta)
            }
            SolverKind::Disk => thick_sat::slide_general(sink, &self.disk_options(), view, space, mover, delta),
            SolverKind::PerAxis => per_axis::slide(sink, options, space, mover, delta),
            SolverKind::MandatoryFirst => mandatory_first::slide(sink, options, space, mover, delta),
            SolverKind::Swept => swept::slide(sink, options, space, mover, delta),
            SolverKind::VertexDiscard => vertex_discard::slide(sink, options, space, mover, delta),
            SolverKind::EdgeFlags => edge_flags::slide(sink, options, space, mover, delta),
        }
    }

    /// The settings with which thick-sat is disk.
    fn disk_options(&self) -> SolverOptions {
        SolverOptions { disk: true, end_axes: EndAxes::ClosestPoint, ..self.options }
    }
}

#[cfg(test)]
#[path = "setup_tests.rs"]
mod tests;
