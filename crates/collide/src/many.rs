//! Slides of many movers at once, on one core or all of them.

use glam::Vec2;

use crate::mover::Mover;
use crate::slide::Slide;
use crate::solver::{Solver, SolverSetup};
use crate::space::Space;

/// How many movers a thread takes at a time with the feature `rayon`: enough to outweigh the cost of scheduling.
#[cfg(feature = "rayon")]
const MIN_BATCH: usize = 256;

/// Slides many movers. `describe` returns one of them and its wanted move, in pixels; `apply` receives its
/// slide. The movers are no obstacles to each other: use bodies or [`Crowd`](super::Crowd) for that. With the feature
/// `rayon` all cores take part. The number of threads does not change the results.
///
/// # Examples
/// ```
/// use seamwalker_collide::glam::Vec2;
/// use seamwalker_collide::{Aabb, Mover, SolverSetup, Space, slide_all};
///
/// let mut places = [Vec2::ZERO, Vec2::new(40.0, 0.0)];
/// let describe = |place: &mut Vec2| (Mover::new(Aabb::new(*place, Vec2::splat(8.0))), Vec2::X);
/// slide_all(&SolverSetup::default(), &Space::default(), &mut places, describe, |place, slide| *place += slide.moved);
/// assert_eq!(places, [Vec2::X, Vec2::new(41.0, 0.0)]);
/// ```
#[inline]
pub fn slide_all<T: Send>(
    solver: &SolverSetup,
    space: &Space,
    movers: &mut [T],
    describe: impl Fn(&mut T) -> (Mover, Vec2) + Sync,
    apply: impl Fn(&mut T, &Slide) + Sync,
) {
    let slide = |one: &mut T| {
        let (mover, delta) = describe(one);
        apply(one, &solver.slide(space, &mover, delta));
    };
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        movers.par_iter_mut().with_min_len(MIN_BATCH).for_each(slide);
    }
    #[cfg(not(feature = "rayon"))]
    movers.iter_mut().for_each(slide);
}
