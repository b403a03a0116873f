//! Movers with half extents below half a pixel: bullets, points. Story: thick-sat and disk passed a floor 60 px thick.

use glam::Vec2;
use seamwalker_collide::{Aabb, CollisionView, Mover, Outcome, Solver, SolverKind, SolverSetup, Space};
use seamwalker_lab::Rng;

use crate::{outline, ring, space};

const KINDS: [SolverKind; 4] =
    [SolverKind::ThickSat, SolverKind::Disk, SolverKind::VertexDiscard, SolverKind::EdgeFlags];

/// A floor of tiles whose seams are kept.
fn floor() -> Space {
    let tops: Vec<Vec2> = (0..=60_u16).map(|i| Vec2::new(f32::from(i) * 16.0, 100.0)).collect();
    space([outline(&tops), outline(&[(960.0, 160.0), (0.0, 160.0)])].concat())
}

fn mover(at: Vec2, half: f32) -> Mover {
    Mover::new(Aabb::new(at, Vec2::splat(half)))
}

#[test]
fn small_movers_do_not_tunnel() {
    let (space, mut rng) = (floor(), Rng(1));
    for half in [0.0, 0.001, 0.01, 0.1, 0.3, 0.49, 0.5, 0.6] {
        for kind in KINDS {
            for _ in 0..300 {
                let start = Vec2::new(rng.range(300.0, 600.0), rng.range(40.0, 98.0));
                let delta = Vec2::new(rng.range(-200.0, 200.0), rng.range(1.0, 400.0));
                let slide = SolverSetup::new(kind).slide(&space, &mover(start, half), delta);
                let end = start + slide.moved;
                assert!(end.y <= 100.0 - half + 0.01, "{kind}, half {half}: from {start} by {delta} to {end}");
                assert!(
                    slide.moved.length() <= delta.length() * 1.0001 + 1e-4,
                    "{kind}, half {half}: {delta} {slide:?}"
                );
            }
        }
    }
}

#[test]
fn small_movers_glide_over_seams() {
    let space = floor();
    for half in [0.0, 0.01, 0.2, 0.45] {
        for kind in KINDS {
            let mut at = Vec2::new(100.0, 90.0);
            for _ in 0..200 {
                at += SolverSetup::new(kind).slide(&space, &mover(at, half), Vec2::new(3.0, 2.0)).moved;
            }
            assert!((at.x - 700.0).abs() < 0.5, "{kind}, half {half}: {at}");
        }
    }
}

#[test]
fn a_cast_of_a_point_is_a_ray() {
    let (space, mut rng) = (floor(), Rng(7));
    for _ in 0..2000 {
        let start = Vec2::new(rng.range(200.0, 700.0), rng.range(0.0, 99.0));
        let delta = Vec2::new(rng.range(-100.0, 100.0), rng.range(-50.0, 300.0));
        let hit = space.cast(CollisionView::Thick, &mover(start, 0.0), delta);
        let exact = (100.0 - start.y) / delta.y;
        match hit {
            Some(hit) => {
                assert!((hit.fraction - exact).abs() * delta.length() < 0.05, "{start} {delta}: {hit:?}, {exact}");
            }
            None => assert!(delta.y <= 0.0 || exact > 0.9999, "{start} {delta} misses: {exact}"),
        }
    }
    let slide = SolverSetup::default().slide(&space, &mover(Vec2::new(300.0, 99.0), 0.0), Vec2::new(0.0, -10.0));
    assert_eq!((slide.moved, slide.outcome), (Vec2::new(0.0, -10.0), Outcome::Free));
}

/// Story: a move that met more than eight obstacles ended there without a word.
#[test]
#[allow(clippy::disallowed_methods, reason = "a test's own bowl; its bits are stored nowhere")]
fn a_small_mover_follows_a_bowl_or_says_that_it_did_not_arrive() {
    for (sides, outcome) in [(30_u16, Outcome::Slid), (3000, Outcome::Incomplete)] {
        let at = |i: u16| 100.0 * Vec2::from_angle(-std::f32::consts::TAU * f32::from(i) / f32::from(sides));
        let bowl = ring(&(0..sides).map(at).collect::<Vec<_>>());
        let space = space(bowl);
        let slide = SolverSetup::default().slide(&space, &mover(Vec2::new(98.0, 0.0), 0.0), Vec2::new(90.0, 90.0));
        assert_eq!(slide.outcome, outcome, "{sides} sides: {slide:?}");
        assert!(slide.moved.y > 1.0, "{sides} sides: {slide:?}");
    }
}
