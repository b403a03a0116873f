//! Slides of many movers at once, one core or all of them.

use glam::Vec2;

use super::{Mover, Slide, Solver, SolverSetup, Space};

/// How many movers a thread takes at a time with the feature `rayon`: enough to pay for being asked.
#[cfg(feature = "rayon")]
const SHARE: usize = 256;

/// Slides everybody of a crowd: `ask` says what one of them is and how far it wants to move, in pixels, and `answer` tells it
/// its slide. Nobody is an obstacle for another: that is what bodies and [`Crowd`](super::Crowd) are for. The results are
/// the same however many threads there are: with the feature `rayon` all cores take part.
///
/// # Examples
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Mover, SolverSetup, Space, slide_all};
///
/// let mut places = [Vec2::ZERO, Vec2::new(40.0, 0.0)];
/// let ask = |place: &mut Vec2| (Mover::new(Aabb::new(*place, Vec2::splat(8.0))), Vec2::X);
/// slide_all(&SolverSetup::default(), &Space::default(), &mut places, ask, |place, slide| *place += slide.moved);
/// assert_eq!(places, [Vec2::X, Vec2::new(41.0, 0.0)]);
/// ```
#[inline]
pub fn slide_all<T: Send>(
    solver: &SolverSetup,
    space: &Space,
    movers: &mut [T],
    ask: impl Fn(&mut T) -> (Mover, Vec2) + Sync,
    answer: impl Fn(&mut T, &Slide) + Sync,
) {
    let slide = |one: &mut T| {
        let (mover, delta) = ask(one);
        answer(one, &solver.slide(space, &mover, delta));
    };
    // The build script reads this file, too, and has no threads.
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        movers.par_iter_mut().with_min_len(SHARE).for_each(slide);
    }
    #[cfg(not(feature = "rayon"))]
    movers.iter_mut().for_each(slide);
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
        let moves = (0..1000_u16).map(|i| {
            let at = Vec2::new(f32::from(i) - 500.0, f32::from(i % 37) - 30.0);
            (Mover::new(Aabb::new(at, Vec2::new(6.0, 11.0))), Vec2::new(f32::from(i % 7) - 3.0, f32::from(i % 5)))
        });
        let mut asked: Vec<_> = moves.map(|(mover, delta)| (mover, delta, Slide::default())).collect();
        slide_all(&solver, &space, &mut asked, |one| (one.0, one.1), |one, slide| one.2 = *slide);
        for (mover, delta, slide) in asked {
            assert_eq!(slide, solver.slide(&space, &mover, delta));
        }
    }
}
