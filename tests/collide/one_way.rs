//! One-way edges and pieces are solid from one of four sides, under every solver.

use glam::Vec2;
use seamwalker::collide::{
    Aabb, Direction, Edge, Mover, Outcome, Piece, Side, Solver, SolverKind, SolverSetup, Space, Terrain,
};

/// How far from flush a stop may be, in pixels. Swept stops slightly before a face, and thin-sat slightly inside it.
const FLUSH: f32 = 0.1;

/// A tile that is solid from one side. Its face is 8 px from the origin, and 4 px thick.
fn curtain(direction: Direction) -> Space {
    let out = direction.normal();
    let along = out.perp();
    let face = out * 8.0;
    let edge = Edge::new(face - along * 24.0, face + along * 24.0, Side::OneWay);
    assert_eq!(edge.normal, out);
    let slab = Aabb::from_corners(face - along * 24.0, face - out * 4.0 + along * 24.0);
    let piece = Piece { one_way: Some(direction), ..Piece::solid_box(slab) };
    Space::new(Terrain::new(vec![edge], vec![piece]))
}

/// Calls `act` for every solver and direction, with and without compiling the terrain.
fn each(mut act: impl FnMut(SolverSetup, Direction, &Space)) {
    for kind in SolverKind::ALL {
        for direction in Direction::ALL {
            let mut space = curtain(direction);
            act(SolverSetup::new(kind), direction, &space);
            let mut terrain = (*space.terrain).clone();
            assert!(terrain.compile(&mover(Vec2::ZERO)));
            space.terrain = terrain.into();
            act(SolverSetup::new(kind), direction, &space);
        }
    }
}

fn mover(center: Vec2) -> Mover {
    Mover::new(Aabb::new(center, Vec2::splat(7.0)))
}

/// The end of many slides of 1 px, like those of a game.
fn walked(solver: &SolverSetup, space: &Space, from: Vec2, way: Vec2) -> Vec2 {
    let mut mover = mover(from);
    for _ in 0..way.length() as u32 {
        mover = mover.moved(solver.slide(space, &mover, way.normalize()).moved);
    }
    mover.aabb.center
}

#[test]
fn a_mover_from_the_solid_side_is_stopped() {
    each(|solver, direction, space| {
        let out = direction.normal();
        let end = walked(&solver, space, out * 30.0, out * -40.0);
        assert!((end - out * 15.0).length() < FLUSH, "{} {direction:?}: {end}", solver.kind);
        let slide = solver.slide(space, &mover(out * 30.0), out * -40.0);
        let thin = solver.kind == SolverKind::ThinSat;
        assert!(thin || (slide.moved + out * 15.0).length() < FLUSH, "{} {direction:?}: {slide:?}", solver.kind);
    });
}

#[test]
fn movers_from_behind_and_from_the_ends_pass() {
    each(|solver, direction, space| {
        let (out, along) = (direction.normal(), direction.normal().perp());
        for (from, way) in [(out * -20.0, out * 60.0), (along * 50.0, along * -100.0), (along * -50.0, along * 100.0)] {
            let slide = solver.slide(space, &mover(from), way);
            let free = slide.outcome == Outcome::Free && (slide.moved - way).length() < 1e-3;
            assert!(free, "{} {direction:?}: {slide:?}", solver.kind);
            let end = walked(&solver, space, from, way);
            assert!((end - from - way).length() < 1e-3, "{} {direction:?}: {end}", solver.kind);
        }
    });
}

#[test]
fn a_mover_slides_along_the_solid_side() {
    each(|solver, direction, space| {
        let (out, along) = (direction.normal(), direction.normal().perp());
        let end = walked(&solver, space, out * 15.0 - along * 16.0, (along * 4.0 - out).normalize() * 20.0);
        assert!(end.dot(along) > 2.0 && (end.dot(out) - 15.0).abs() < FLUSH, "{} {direction:?}: {end}", solver.kind);
    });
}

/// All other directions stay solid for a mover that drops through.
#[test]
fn only_upward_faces_can_be_dropped_through() {
    each(|solver, direction, space| {
        let out = direction.normal();
        let dropping = Mover { drops_through: true, ..mover(out * 20.0) };
        let moved = solver.slide(space, &dropping, out * -10.0).moved;
        let passes = (moved.length() - 10.0).abs() < 1e-3;
        assert_eq!(passes, direction == Direction::Up, "{} {direction:?}: {moved}", solver.kind);
        let free = solver.cast(space, &dropping, out * -10.0).is_none();
        assert_eq!(free, direction == Direction::Up, "{} {direction:?}", solver.kind);
    });
}
