//! Many movers in one call; with the feature `rayon`, on all cores.

use glam::Vec2;
use seamwalker_collide::{Aabb, Edge, Mover, Side, Slide, Solver, SolverSetup, Space, Terrain, slide_all};

#[test]
fn slide_all_matches_single_slides() {
    let floor = Edge::new(Vec2::new(-500.0, 0.0), Vec2::new(500.0, 30.0), Side::Outer);
    let space = Space::new(Terrain::new(vec![floor], Vec::new()));
    let solver = SolverSetup::default();
    let moves = (0..1000_u16).map(|i| {
        let at = Vec2::new(f32::from(i) - 500.0, f32::from(i % 37) - 30.0);
        (Mover::new(Aabb::new(at, Vec2::new(6.0, 11.0))), Vec2::new(f32::from(i % 7) - 3.0, f32::from(i % 5)))
    });
    let mut requests: Vec<_> = moves.map(|(mover, delta)| (mover, delta, Slide::default())).collect();
    slide_all(&solver, &space, &mut requests, |one| (one.0, one.1), |one, slide| one.2 = *slide);
    for (mover, delta, slide) in requests {
        assert_eq!(slide, solver.slide(&space, &mover, delta));
    }
}
