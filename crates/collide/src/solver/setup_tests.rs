use super::*;
use crate::{Aabb, Edge, Piece, Side, Terrain};

fn floor() -> Space {
    let edge = Edge::new(Vec2::new(-100.0, 0.0), Vec2::new(100.0, 0.0), Side::Outer);
    let piece = Piece::solid_box(Aabb::from_corners(Vec2::new(-100.0, 0.0), Vec2::new(100.0, 16.0)));
    Space::new(Terrain::new(vec![edge], vec![piece]))
}

#[test]
fn odd_but_finite_input_gives_finite_answers() {
    let space = floor();
    let sizes = [Vec2::ZERO, Vec2::new(0.0, 8.0), Vec2::splat(1e-6), Vec2::splat(90.0)];
    let places = [Vec2::ZERO, Vec2::new(0.0, -3.0), Vec2::new(100.0, 0.0), Vec2::splat(1e7), Vec2::splat(-3e30)];
    let moves = [Vec2::ZERO, Vec2::new(1e-30, 1e-30), Vec2::new(0.0, 9e4), Vec2::splat(-1e20)];
    for kind in SolverKind::ALL {
        for half in sizes {
            for center in places {
                for delta in moves {
                    for skin in [0.0, 3.0, 500.0] {
                        let mover = Mover::new(Aabb::new(center, half)).with_skin(skin);
                        let slide = SolverSetup::new(kind).slide(&space, &mover, delta);
                        assert!(slide.moved.is_finite(), "{kind:?} {mover:?} {delta}: {slide:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_box_rests_flush_with_the_tile_to_the_last_bit() {
    let space = floor();
    let mover = Mover::new(Aabb::new(Vec2::new(3.3, -20.7), Vec2::new(6.0, 11.0)));
    for kind in SolverKind::ALL.into_iter().filter(|kind| *kind != SolverKind::ThinSat) {
        // Swept stops just before its obstacle by design. Without that gap it rests flush as well.
        let options = SolverOptions { epsilon: 0.0, ..SolverOptions::default() };
        let slide = SolverSetup { kind, options }.slide(&space, &mover, Vec2::new(1.0, 30.0));
        assert_eq!(mover.moved(slide.moved).aabb.max().y, 0.0, "{kind:?}");
    }
}
