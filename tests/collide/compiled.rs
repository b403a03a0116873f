//! Compiling a terrain changes no slide and no query by a single bit.

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use glam::Vec2;
use seamwalker_collide::{Aabb, Body, CollisionView, Mover, Solver, SolverSetup, Space};
use seamwalker_lab::Rng;

use crate::random_field;
use crate::settings::is_long;

fn compiled(space: &Space, mover: &Mover) -> Space {
    let mut terrain = (*space.terrain).clone();
    assert!(terrain.compile(mover));
    Space { terrain: Arc::new(terrain), bodies: space.bodies.clone() }
}

/// Compares the slides and queries of random walks with and without compiling.
fn compare(seed: u64, moves: u32) {
    let mut rng = Rng(seed ^ 0xface);
    let mut plain = random_field(&mut Rng(seed));
    if seed.is_multiple_of(3) {
        plain.bodies.push(Body::new(Aabb::new(Vec2::new(100.0, 100.0), Vec2::new(30.0, 8.0))));
        plain
            .bodies
            .push(Body { one_way: true, ..Body::new(Aabb::new(Vec2::new(260.0, 200.0), Vec2::new(40.0, 8.0))) });
    }
    let half = Vec2::new(rng.range(2.0, 20.0), rng.range(2.0, 24.0));
    let mover = Mover::new(Aabb::new(Vec2::ZERO, half)).with_skin(rng.range(0.5, 6.0));
    let fast = compiled(&plain, &mover);
    let solver = SolverSetup::default();
    let mut at = Vec2::ZERO;
    for i in 0..moves {
        if i % 50 == 0 {
            at = Vec2::new(rng.range(-140.0, 580.0), rng.range(0.0, 460.0));
        }
        let speed = [1.0, 4.0, 12.0, 60.0][(rng.bits() % 4) as usize];
        let delta = Vec2::new(rng.range(-speed, speed), rng.range(-speed, speed));
        // Zeros of both signs are moves, too.
        let delta = match rng.bits() % 12 {
            0 => Vec2::new(-0.0, delta.y),
            1 => Vec2::new(delta.x, -0.0),
            2 => Vec2::new(0.0, -0.0),
            _ => delta,
        };
        let drops_through = rng.bits().is_multiple_of(16);
        let mover = Mover { aabb: Aabb::new(at, half), drops_through, ..mover };
        let (slow, quick) = (solver.slide(&plain, &mover, delta), solver.slide(&fast, &mover, delta));
        let bits = |moved: Vec2| moved.to_array().map(f32::to_bits);
        assert_eq!(bits(slow.moved), bits(quick.moved), "seed {seed}, move {i}: at {at} {half} {delta}");
        assert_eq!(
            (slow.outcome, slow.overlap, slow.touches.as_slice()),
            (quick.outcome, quick.overlap, quick.touches.as_slice()),
            "seed {seed}, move {i}: at {at} {half} {delta}"
        );
        let short = [delta, delta.clamp_length_max(1.2), Vec2::new(0.0, 1.0)][(rng.bits() % 3) as usize];
        let reach = [0.0, 0.02, 0.5, 1.5][(rng.bits() % 4) as usize];
        let ask = |space: &Space, place: Vec2| {
            let mover = Mover { aabb: Aabb::new(place, half), ..mover };
            let hit = solver.cast(space, &mover, short);
            (hit, solver.touching(space, &mover, reach), space.overlap(CollisionView::Thick, &mover))
        };
        for place in [at, at + slow.moved, at + delta] {
            assert_eq!(
                ask(&plain, place),
                ask(&fast, place),
                "seed {seed}, query {i}: at {place} {half} {short} {reach}"
            );
        }
        at += slow.moved;
    }
}

/// Worlds in which a step that began inside an edge, and one that ended behind a one-sided edge, were stopped as if they
/// led through a pinch, but only without compiling.
const ONCE_DIFFERENT: [u64; 2] = [357, 394];

/// 70,000 slides, or three million with `LONG=1`.
#[test]
fn a_compiled_terrain_gives_the_same_slides_and_answers() {
    let (seeds, moves) = (0..if is_long() { 600 } else { 12 }, 5000);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for first in 0..threads {
            let seeds = seeds.clone().chain(ONCE_DIFFERENT).skip(first).step_by(threads);
            scope.spawn(move || seeds.for_each(|seed| compare(seed, moves)));
        }
    });
}

#[test]
fn a_terrain_that_is_too_large_or_empty_is_not_compiled_and_still_works() {
    use seamwalker_collide::{Edge, Side, Terrain};
    let far = |x: f32| Edge::new(Vec2::new(x, 0.0), Vec2::new(x + 10.0, 100_000.0), Side::Outer);
    let mut terrain = Terrain::new(vec![far(0.0), far(100_000.0)], Vec::new());
    let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0)));
    assert!(!terrain.compile(&mover));
    assert!(SolverSetup::default().slide(&Space::new(terrain), &mover, Vec2::X).moved.is_finite());
    assert!(!Terrain::default().compile(&mover), "there is nothing to compile");
}
