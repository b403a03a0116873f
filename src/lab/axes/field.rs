//! The field around a segment: what it says to a mover at every place near it.

use glam::Vec2;
use serde::Serialize;

use super::best;
use crate::collide::{Aabb, Contact, Edge, EndAxes, Mover, Separation, axes_aabb_segment};

/// The most cells of a field along x and y.
const MAX_CELLS: f32 = 48.0;

/// The sides of a field's cells, in pixels, where that is not too many.
const CELL: f32 = 4.0;

/// How far beyond everything that touches a field goes, in pixels.
const AROUND: f32 = 14.0;

/// What an edge says to movers everywhere around it: a normal and a depth for every place of the mover's centre.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ContactField {
    /// The middle of the first cell.
    pub corner: Vec2,
    /// From one cell to the next, in pixels.
    pub step: f32,
    /// How many cells are in a row.
    pub columns: usize,
    /// Row by row.
    pub cells: Vec<Contact>,
}

impl ContactField {
    /// The field of a mover around an edge, with these end axes; at most 48 x 48 cells.
    ///
    /// ```
    /// use seamwalker::collide::{Aabb, Edge, EndAxes, Mover, Side};
    /// use seamwalker::glam::Vec2;
    /// use seamwalker::lab::axes::ContactField;
    ///
    /// let slope = Edge::new(Vec2::new(0.0, 32.0), Vec2::new(32.0, 0.0), Side::Both);
    /// let tall = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 24.0)));
    /// let [exact, centre] = [EndAxes::ClosestPoint, EndAxes::BoxCentre].map(|ends| ContactField::around(&slope, &tall, ends));
    /// assert!(exact.jump() <= exact.step, "depth changes by no more than the way");
    /// assert!(centre.error(&exact).0 > 0.5, "the centre of a tall box is far from its corners");
    /// ```
    #[must_use]
    pub fn around(edge: &Edge, mover: &Mover, ends: EndAxes) -> Self {
        let (half, radius) = (mover.core_half(), mover.effective_skin());
        let area = edge.segment.aabb();
        let reach = area.half + half + Vec2::splat(radius + AROUND);
        let step = (reach.max_element() * 2.0 / MAX_CELLS).max(CELL);
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

    /// The middle of a cell.
    #[must_use]
    pub fn place(&self, cell: usize) -> Vec2 {
        let columns = self.columns.max(1);
        self.corner + Vec2::new((cell % columns) as f32, (cell / columns) as f32) * self.step
    }

    /// The largest difference of depth between two cells that are neighbours, in pixels.
    #[must_use]
    pub fn jump(&self) -> f32 {
        let depth = |i: usize| self.cells.get(i).map_or(f32::NAN, |cell| cell.depth);
        let beside = |i: usize| if (i + 1).is_multiple_of(self.columns.max(1)) { f32::NAN } else { depth(i + 1) };
        let each = (0..self.cells.len()).flat_map(|i| [beside(i) - depth(i), depth(i + self.columns) - depth(i)]);
        // Beyond the last cell there is none: a NaN, which `max` passes by.
        each.map(f32::abs).fold(0.0, f32::max)
    }

    /// How much deeper this field is than another one of the same size, at most, in pixels; and where.
    #[must_use]
    pub fn error(&self, exact: &Self) -> (f32, Vec2) {
        let errors = self.cells.iter().zip(&exact.cells).map(|(own, exact)| own.depth - exact.depth);
        let (worst, at) = errors.enumerate().fold((0.0, 0), |worst, (i, e)| if e > worst.0 { (e, i) } else { worst });
        (worst, self.place(at))
    }
}
