//! Computes outlines of solid cells in integers. Where two cells cover both sides of their border, the seam vanishes; the
//! remaining edges are linked into loops and straightened.
//!
//! The method is edge cancelling: the border of a union of cells is the sum of the cells' borders as directed edges, where an
//! edge and its reverse cancel (the boundary operator of a cellular chain; tile engines call it "merging tile edges"). A
//! [`CellShape`] (`cell.rs`) stores the covered intervals of a cell's four borders, and the lines of its outline inside the
//! cell. A [`ShapeGrid`] stores cells as runs of equal shapes. One pass over the runs (`sweep.rs`) finds the corners and
//! links them by one rule (`point.rs`). It never visits a full cell between full cells. [`Loops`] (`straight.rs`) are
//! straightened and in reading order, so the result depends on the cells alone. Where solids touch at a corner, the outline
//! turns right as sharply as possible: they remain two loops. `faces.rs` does the same for arbitrary edges, with exact
//! fractions.

mod cell;
mod cells;
mod faces;
mod point;
mod straight;
mod sweep;

pub use cell::CellShape;
pub use cells::{CellRun, Effort, ShapeGrid, add_run};
pub use faces::DirectedEdge;
pub(crate) use faces::{Fraction, compare, inside, joined, part_of, upper_sides};
pub(crate) use straight::straightened_line;
pub use straight::{BEND, Loops, without_bends};

use super::geometry::{Point, Polygon, bounds, boxes_touch, edges, union};

/// The outline of grids of cells, united with free polygons (simple, clockwise). Loops are clockwise around solids and
/// counter-clockwise around holes, straight, and in reading order. `None` if there are more than `max_corners` corners before
/// straightening.
///
/// ```
/// use seamwalker_level::geometry::Point;
/// use seamwalker_level::outline::{CellShape, ShapeGrid, Effort, CellRun, outline};
///
/// // Two full cells of 16 px side by side: the seam between them is gone.
/// let size = Point::new(16 * 256, 16 * 256);
/// let runs = vec![CellRun { row: 0, column: 0, length: 2, shape: 0 }];
/// let cells = ShapeGrid::new(size, Point::default(), vec![CellShape::full(size)], runs, &mut Effort(1000)).unwrap();
/// let loops = outline(&[cells], &[], 1000).unwrap();
/// assert_eq!((loops.len(), loops.corners()), (1, 4), "one loop of four corners");
/// ```
#[must_use]
pub fn outline(grids: &[ShapeGrid], free: &[Polygon], max_corners: usize) -> Option<Loops> {
    let mut sources = Vec::new();
    let mut left = max_corners;
    for cells in grids {
        let loops = sweep::sweep(cells, left)?;
        left = left.saturating_sub(loops.corners());
        sources.push(loops);
    }
    sources.retain(|loops| !loops.is_empty());
    if sources.len() <= 1 && free.is_empty() {
        return Some(sources.pop().unwrap_or_default());
    }
    let mut lists: Vec<Vec<Polygon>> = sources.iter().map(Loops::polygons).collect();
    lists.extend(free.iter().map(|p| vec![p.clone()]));
    let joined = if lists.len() > 1 { united(lists) } else { lists.into_iter().flatten().collect() };
    let mut loops = Loops::default();
    joined.iter().for_each(|polygon| loops.push(polygon));
    loops.sort();
    Some(loops)
}

/// The union of the loops of several sources. Loops far from all other sources stay as they are.
fn united(sources: Vec<Vec<Polygon>>) -> Vec<Polygon> {
    let boxes: Vec<(Point, Point)> = sources
        .iter()
        .map(|s| bounds(&s.iter().flat_map(|p| <[Point; 2]>::from(bounds(p))).collect::<Vec<_>>()))
        .collect();
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for (i, source) in sources.into_iter().enumerate() {
        let others: Vec<_> = (0..boxes.len()).filter(|k| *k != i && boxes_touch(boxes[*k], boxes[i])).collect();
        for polygon in source {
            let own = bounds(&polygon);
            let touched = others.iter().any(|k| boxes_touch(boxes[*k], own));
            if touched { near.push(polygon) } else { far.push(polygon) }
        }
    }
    if near.is_empty() {
        return far;
    }
    // Link again, so that loops that touch at a corner stay separate whatever their source.
    let all = union(&near).into_iter().chain(far);
    faces::link(all.flat_map(|p| edges(&p).collect::<Vec<_>>()).collect())
}
