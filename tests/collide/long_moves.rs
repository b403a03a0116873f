//! Very long and very slow moves. Story: a move of 300,000 px through empty space ended after 196,608 px and called
//! itself free.

use glam::Vec2;
use seamwalker_collide::{Aabb, Law, Outcome, Solver, SolverKind, SolverSetup, Space};

use crate::{HALF, LAWFUL, mover, outline, solids, space};

const FAR: f32 = 300_000.0;

#[test]
fn a_free_move_arrives_however_long() {
    for kind in SolverKind::ALL {
        let slide = SolverSetup::new(kind).slide(&Space::default(), &mover(Vec2::ZERO), Vec2::new(FAR, -FAR));
        // f32 counts in steps of 0.03 px there.
        let missing = slide.moved.distance(Vec2::new(FAR, -FAR));
        assert!(missing < 0.1 && slide.outcome == Outcome::Free, "{kind}: {slide:?}");
    }
}

#[test]
fn a_wall_stops_a_move_however_long() {
    let wall = solids(&[Aabb::from_corners(Vec2::new(100_000.0, -500.0), Vec2::new(100_064.0, 500.0))]);
    let tunnels = |kind: &SolverKind| kind.known_violations().iter().any(|(law, _)| *law == Law::NoTunnel);
    for kind in SolverKind::ALL.into_iter().filter(|kind| !tunnels(kind)) {
        let slide = SolverSetup::new(kind).slide(&wall, &mover(Vec2::ZERO), Vec2::new(FAR, 0.0));
        assert!((slide.moved.x - (100_000.0 - 6.0)).abs() < 0.1, "{kind}: {}", slide.moved);
        assert!(slide.outcome != Outcome::Free && slide.outcome != Outcome::Incomplete, "{kind}: {:?}", slide.outcome);
    }
}

#[test]
fn a_long_slide_along_the_ground_says_that_it_is_incomplete() {
    let ground = solids(&[Aabb::from_corners(Vec2::new(-100.0, 11.0), Vec2::new(2.0 * FAR, 64.0))]);
    for kind in [SolverKind::ThickSat, SolverKind::VertexDiscard, SolverKind::EdgeFlags] {
        let slide = SolverSetup::new(kind).slide(&ground, &mover(Vec2::ZERO), Vec2::new(FAR, FAR * 0.1));
        assert_eq!(slide.outcome, Outcome::Incomplete, "{kind}: {}", slide.moved);
        assert!(slide.moved.x > 30_000.0, "{kind}: {}", slide.moved);
    }
}

/// Story: far away, the time of impact between thin shapes was rounded so much that a cast missed a wall at 200,000 px.
#[test]
fn a_cast_finds_a_wall_however_far_away() {
    for kind in SolverKind::ALL {
        for x in [1000.0_f32, 60_000.0, 200_000.0, 3_000_000.0] {
            let wall = solids(&[Aabb::from_corners(Vec2::new(x, -500.0), Vec2::new(x + 64.0, 500.0))]);
            let hit = SolverSetup::new(kind).cast(&wall, &mover(Vec2::ZERO), Vec2::new(x * 1.25, 0.0));
            let at = hit.map_or(f32::INFINITY, |hit| hit.fraction * x * 1.25);
            assert!((at - (x - 6.0)).abs() < 0.01 + x * 1e-6, "{kind}, {x}: {at}");
        }
    }
}

/// Story: rounding and movement were separated by fixed lengths, and a slow walk stopped under a hard press.
#[test]
fn a_slow_walk_goes_on_under_a_hard_press() {
    let floor = space(outline(&[(-1000.0, HALF.y), (1000.0, HALF.y)]));
    for setup in LAWFUL.map(SolverSetup::new) {
        for (x, y) in [(0.0004, 0.4), (0.003, 100.0), (0.05, 1600.0), (0.5, 30_000.0)] {
            let step = |at, _| at + setup.slide(&floor, &mover(at), Vec2::new(x, y)).moved;
            let way = (0..600).fold(Vec2::ZERO, step).x;
            assert!((way - 600.0 * x).abs() < 0.6 * x, "{}, {x} under {y}: {way} of {}", setup.kind, 600.0 * x);
        }
    }
}
