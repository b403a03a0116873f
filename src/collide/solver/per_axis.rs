//! per-axis.
use glam::Vec2;

use super::{Slide, Solver, SolverOptions, View};
use crate::collide::{Mover, Space};

/// Move x, correct, move y, correct.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerAxis {
    /// Sub-steps.
    pub options: SolverOptions,
}

impl Solver for PerAxis {
    fn slide(&self, _: &Space, _: &Mover, delta: Vec2) -> Slide {
        Slide { moved: delta, ..Slide::default() }
    }

    fn view(&self) -> View {
        View::Pieces
    }
}
