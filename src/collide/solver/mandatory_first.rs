//! mandatory-first.
use glam::Vec2;

use super::{Slide, Solver, SolverOptions, View};
use crate::collide::{Mover, Space};

/// Corrections with one possible axis first.
#[derive(Clone, Copy, Debug, Default)]
pub struct MandatoryFirst {
    /// Sub-steps.
    pub options: SolverOptions,
}

impl Solver for MandatoryFirst {
    fn slide(&self, _: &Space, _: &Mover, delta: Vec2) -> Slide {
        Slide { moved: delta, ..Slide::default() }
    }

    fn view(&self) -> View {
        View::Pieces
    }
}
