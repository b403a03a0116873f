//! Slow moves lead as far as fast ones. Story: rounding and movement were separated by fixed lengths, so slow presses on a corner were
//! held for ever, and a slow walk stopped under a hard press.

use glam::Vec2;
use seamwalker_collide::{Aabb, Edge, Mover, Side, Solver, SolverKind, SolverSetup, Space, Terrain};

const KINDS: [SolverKind; 2] = [SolverKind::ThickSat, SolverKind::Disk];

fn solid(corners: &[(f32, f32)]) -> Space {
    let at = |i: usize| Vec2::from(corners[i % corners.len()]);
    let edges = (0..corners.len()).map(|i| Edge::new(at(i), at(i + 1), Side::Outer)).collect();
    Space::new(Terrain::new(edges, Vec::new()))
}

/// The same steps again and again: how far they lead.
fn walked(kind: SolverKind, space: &Space, mover: Mover, step: Vec2, steps: u32) -> Vec2 {
    let setup = SolverSetup::new(kind);
    (0..steps).fold(mover, |m, _| m.moved(setup.slide(space, &m, step).moved)).aabb.center - mover.aabb.center
}

#[test]
fn a_slow_press_on_a_corner_rolls_off_like_a_faster_one() {
    let tile = solid(&[(56.0, 24.0), (72.0, 24.0), (72.0, 40.0), (56.0, 40.0)]);
    let mover = Mover::new(Aabb::new(Vec2::new(80.77692, 20.58286), Vec2::new(10.0, 4.0)));
    let press = Vec2::new(-0.583_187_64, 0.812_337_46);
    for kind in KINDS {
        let fast = walked(kind, &tile, mover, press * 0.05, 60);
        assert!(fast.length() > 0.02, "{kind:?}: {fast}");
        for speed in [0.002, 0.006, 0.01, 0.015, 0.02] {
            let slow = walked(kind, &tile, mover, press * speed, (3.0 / speed) as u32);
            assert!(slow.distance(fast) < 0.005, "{kind:?} at {speed}: {slow} but {fast}");
        }
    }
}

#[test]
fn a_slow_walk_goes_on_under_a_hard_press() {
    let floor = solid(&[(-1000.0, 11.0), (1000.0, 11.0), (1000.0, 40.0), (-1000.0, 40.0)]);
    let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
    for kind in KINDS {
        for (x, y) in [(0.0004, 0.4), (0.003, 100.0), (0.05, 1600.0), (0.5, 30_000.0)] {
            let way = walked(kind, &floor, mover, Vec2::new(x, y), 600).x;
            assert!((way - 600.0 * x).abs() < 1e-3 * 600.0 * x, "{kind:?}, {x} under {y}: {way} of {}", 600.0 * x);
        }
    }
}
