//! Slides of many movers at once, one core or all of them.

use glam::Vec2;

use super::{Mover, Slide, Solver, SolverSetup, Space};

/// How many movers a thread takes at a time with the feature `rayon`: enough to pay for being asked.
#[cfg(all(feature = "rayon", embedded))]
const SHARE: usize = 256;

/// Slides every mover along its own wanted move, in pixels, and keeps of each slide what `keep` takes of it: a slide is much
/// to store, and thousands of movers rarely need more than [`Slide::moved`]. Nobody is an obstacle for another: that is what
/// bodies and [`Crowd`](super::Crowd) are for. The answers are in the order of the questions, and the same however many
/// threads there are: with the feature `rayon` all cores take part.
///
/// # Examples
/// ```
/// use seamwalker::glam::Vec2;
/// use seamwalker::collide::{Aabb, Mover, SolverSetup, Space, slide_all};
///
/// let mover = |x: f32| Mover::new(Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0)));
/// let moves = [(mover(0.0), Vec2::X), (mover(40.0), Vec2::Y)];
/// let moved = slide_all(&SolverSetup::default(), &Space::default(), &moves, |slide| slide.moved);
/// assert_eq!(moved, [Vec2::X, Vec2::Y]);
/// ```
#[must_use]
#[inline]
pub fn slide_all<T: Send>(
    solver: &SolverSetup,
    space: &Space,
    moves: &[(Mover, Vec2)],
    keep: impl Fn(&Slide) -> T + Sync,
) -> Vec<T> {
    let slide = |(mover, delta): &(Mover, Vec2)| keep(&solver.slide(space, mover, *delta));
    // The build script reads this file, too, and has no threads.
    #[cfg(all(feature = "rayon", embedded))]
    {
        use rayon::prelude::*;
        moves.par_iter().with_min_len(SHARE).map(slide).collect()
    }
    #[cfg(not(all(feature = "rayon", embedded)))]
    moves.iter().map(slide).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Aabb, Edge, Side, Terrain};
    use super::*;

    #[test]
    fn many_slides_are_the_slides_one_by_one() {
        let floor = Edge::new(Vec2::new(-500.0, 0.0), Vec2::new(500.0, 30.0), Side::Outer);
        let space = Space::new(Terrain::new(vec![floor], Vec::new()));
        let solver = SolverSetup::default();
        let moves: Vec<(Mover, Vec2)> = (0..1000_u16)
            .map(|i| {
                let at = Vec2::new(f32::from(i) - 500.0, f32::from(i % 37) - 30.0);
                (Mover::new(Aabb::new(at, Vec2::new(6.0, 11.0))), Vec2::new(f32::from(i % 7) - 3.0, f32::from(i % 5)))
            })
            .collect();
        let one_by_one: Vec<Slide> = moves.iter().map(|(mover, delta)| solver.slide(&space, mover, *delta)).collect();
        assert_eq!(slide_all(&solver, &space, &moves, |slide| *slide), one_by_one);
    }
}
