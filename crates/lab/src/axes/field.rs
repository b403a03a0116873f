//! The field around a segment: its contact with a mover at every position nearby.

use glam::Vec2;
use serde::Serialize;

use super::best;
use seamwalker_collide::{Aabb, Contact, Edge, EndAxes, Mover, Separation, axes_aabb_segment};

/// The maximum number of cells along x and y.
const MAX_FIELD_CELLS: f32 = 48.0;

/// The minimum side of a cell, in pixels.
const MIN_FIELD_CELL: f32 = 4.0;

/// How far the field extends beyond all positions where mover and edge touch, in pixels.
const FIELD_MARGIN: f32 = 14.0;

/// The contacts of a mover with an edge: a normal and a depth for every position of the mover's centre.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ContactField {
    /// The centre of the first cell.
    pub corner: Vec2,
    /// The distance between cells, in pixels.
    pub step: f32,
    /// The number of cells in a row.
    pub columns: usize,
    /// Row by row.
    pub cells: Vec<Contact>,
}

impl ContactField {
    /// The field of a mover around an edge, with these end axes; at most 48 x 48 cells.
    #[must_use]
    pub fn around(edge: &Edge, mover: &Mover, ends: EndAxes) -> Self {
        let (half, radius) = (mover.core_half(), mover.effective_skin());
        let area = edge.segment.aabb();
        let reach = area.half + half + Vec2::splat(radius + FIELD_MARGIN);
        let step = (reach.max_element() * 2.0 / MAX_FIELD_CELLS).max(MIN_FIELD_CELL);
        let columns = (reach * 2.0 / step).floor().max(Vec2::ONE);
        let corner = area.center - (columns - Vec2::ONE) * 0.5 * step;
        let (columns, rows) = (columns.x as usize, columns.y as usize);
        let mut field = Self { corner, step, columns, cells: Vec::with_capacity(columns * rows) };
        for i in 0..columns * rows {
            let gaps = axes_aabb_segment(Aabb::new(field.place(i), half), edge.segment, ends);
            let gap = best(&gaps).unwrap_or(Separation { distance: 0.0, normal: Vec2::NEG_Y });
            field.cells.push(gap.contact(radius));
        }
        field
    }

    /// The centre of a cell.
    #[must_use]
    pub fn place(&self, cell: usize) -> Vec2 {
        let columns = self.columns.max(1);
        self.corner + Vec2::new((cell % columns) as f32, (cell / columns) as f32) * self.step
    }

    /// The largest difference of depth between neighbouring cells, in pixels.
    #[must_use]
    pub fn jump(&self) -> f32 {
        let depth = |i: usize| self.cells.get(i).map_or(f32::NAN, |cell| cell.depth);
        let beside = |i: usize| if (i + 1).is_multiple_of(self.columns.max(1)) { f32::NAN } else { depth(i + 1) };
        let each = (0..self.cells.len()).flat_map(|i| [beside(i) - depth(i), depth(i + self.columns) - depth(i)]);
        // The depth beyond the last cell is NaN, which `max` ignores.
        each.map(f32::abs).fold(0.0, f32::max)
    }

    /// The maximum by which this field is deeper than another one of the same size, in pixels, and where.
    #[must_use]
    pub fn error(&self, exact: &Self) -> (f32, Vec2) {
        let errors = self.cells.iter().zip(&exact.cells).map(|(own, exact)| own.depth - exact.depth);
        let (worst, at) = errors.enumerate().fold((0.0, 0), |worst, (i, e)| if e > worst.0 { (e, i) } else { worst });
        (worst, self.place(at))
    }
}
