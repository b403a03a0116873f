//! Movers with half extents below half a pixel: bullets, points. Story: thick-sat and disk passed a floor 60 px thick.

use glam::Vec2;
use seamwalker_collide::{
    Aabb, CollisionView, Edge, Mover, Outcome, Side, Solver, SolverKind, SolverSetup, Space, Terrain, TraceEvent,
};
use seamwalker_lab::Rng;

const KINDS: [SolverKind; 4] =
    [SolverKind::ThickSat, SolverKind::Disk, SolverKind::VertexDiscard, SolverKind::EdgeFlags];

fn ring(corners: &[Vec2]) -> Vec<Edge> {
    (0..corners.len()).map(|i| Edge::new(corners[i], corners[(i + 1) % corners.len()], Side::Outer)).collect()
}

/// A floor of tiles whose seams are kept.
fn floor() -> Space {
    let tops = (0..60).map(|i| {
        let x = i as f32 * 16.0;
        Edge::new(Vec2::new(x, 100.0), Vec2::new(x + 16.0, 100.0), Side::Outer)
    });
    let bottom = Edge::new(Vec2::new(960.0, 160.0), Vec2::new(0.0, 160.0), Side::Outer);
    Space::new(Terrain::new(tops.chain([bottom]).collect(), Vec::new()))
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
fn a_small_mover_in_a_corner_stays_there() {
    let room = ring(&[Vec2::new(0.0, 0.0), Vec2::new(0.0, 100.0), Vec2::new(100.0, 100.0), Vec2::new(100.0, 0.0)]);
    let space = Space::new(Terrain::new(room, Vec::new()));
    for half in [0.0, 0.2] {
        for kind in KINDS {
            let mut at = Vec2::new(50.0, 50.0);
            for _ in 0..60 {
                let slide = SolverSetup::new(kind).slide(&space, &mover(at, half), Vec2::new(7.0, 9.0));
                at += slide.moved;
            }
            assert!((at - (100.0 - half)).abs().max_element() < 0.02, "{kind}, half {half}: {at}");
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
        let space = Space::new(Terrain::new(bowl, Vec::new()));
        let slide = SolverSetup::default().slide(&space, &mover(Vec2::new(98.0, 0.0), 0.0), Vec2::new(90.0, 90.0));
        assert_eq!(slide.outcome, outcome, "{sides} sides: {slide:?}");
        assert!(slide.moved.y > 1.0, "{sides} sides: {slide:?}");
    }
}

/// Story: the trace of a small mover showed the steps that its slide does not make.
#[test]
fn a_traced_slide_of_a_small_mover_is_the_same_slide() {
    let (space, mover) = (floor(), mover(Vec2::new(300.0, 60.0), 0.01));
    for kind in KINDS {
        let (setup, delta) = (SolverSetup::new(kind), Vec2::new(20.0, 200.0));
        let mut events: Vec<TraceEvent> = Vec::new();
        assert_eq!(setup.trace(&space, &mover, delta, &mut events), setup.slide(&space, &mover, delta), "{kind}");
    }
}
