//! What a slide costs, solver by solver, next to the same walk without any collision: quote ratios of one run, never times.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use glam::Vec2;
use seamwalker::collide::{
    Aabb, Edge, Mover, Piece, Side, Slide, Solver, SolverKind, SolverSetup, Space, Terrain, View,
};
use seamwalker::lab::Rng;

/// How many steps one measured round makes.
const STEPS: u32 = 10_000;

/// 200 tiles of hills with slopes of 45 degrees, steps and blocks in the air.
fn terrain() -> Terrain {
    let mut rng = Rng(1);
    let (mut edges, mut pieces) = (Vec::new(), Vec::new());
    let (mut x, mut y) = (0.0_f32, 400.0_f32);
    let mut line = |a: Vec2, b: Vec2| edges.push(Edge::new(a, b, Side::Outer));
    while x < 3200.0 {
        let wide = 16.0 * (1.0 + (rng.unit() * 5.0).floor());
        let rise = [0.0, 0.0, 16.0, -16.0][(rng.bits() % 4) as usize];
        let rise = if (320.0..480.0).contains(&(y + rise)) { rise } else { 0.0 };
        line(Vec2::new(x, y), Vec2::new(x + wide, y));
        pieces.push(Piece::solid_box(Aabb::from_corners(Vec2::new(x, y), Vec2::new(x + wide, 600.0))));
        x += wide;
        if rng.bits().is_multiple_of(2) {
            line(Vec2::new(x, y), Vec2::new(x + 16.0, y + rise));
            let corners =
                [Vec2::new(x, y), Vec2::new(x + 16.0, y + rise), Vec2::new(x + 16.0, 600.0), Vec2::new(x, 600.0)];
            pieces.extend(Piece::convex(&corners));
            x += 16.0;
        } else if rise != 0.0 {
            line(Vec2::new(x, y), Vec2::new(x, y + rise));
        }
        y += rise;
    }
    Terrain::new(edges, pieces)
}

/// The bare walk: the same inputs and positions without collision.
struct Nothing;

impl Solver for Nothing {
    fn slide(&self, _: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let lowest = 380.0 - mover.aabb.center.y;
        Slide { moved: Vec2::new(delta.x, delta.y.min(lowest)), ..Slide::default() }
    }

    fn view(&self) -> View {
        View::Thick
    }
}

fn walk(solver: &dyn Solver, space: &Space) -> Vec2 {
    let mut rng = Rng(2);
    let mut at = Vec2::new(100.0, 200.0);
    let (mut fall, mut wish) = (0.0_f32, 3.0);
    for step in 0..STEPS {
        if step % 64 == 0 {
            wish = [-3.0, 3.0, 3.0][(rng.bits() % 3) as usize];
            fall = if rng.bits().is_multiple_of(2) { -4.0 } else { fall };
        }
        fall = (fall + 0.5).min(5.3);
        let mover = Mover::new(Aabb::new(at, Vec2::new(6.0, 11.0)));
        let moved = solver.slide(space, &mover, Vec2::new(wish, fall)).moved;
        fall = if moved.y < fall * 0.5 { 0.0 } else { fall };
        at += moved;
        if !(50.0..3100.0).contains(&at.x) {
            at = Vec2::new(100.0, 200.0);
        }
    }
    at
}

fn slides(c: &mut Criterion) {
    let space = Space::new(terrain());
    let mut group = c.benchmark_group("slide, 10 000 steps");
    group.bench_function("no collision", |b| b.iter(|| black_box(walk(&Nothing, &space))));
    for kind in SolverKind::ALL {
        let solver = SolverSetup::new(kind);
        group.bench_function(kind.name(), |b| b.iter(|| black_box(walk(&solver, &space))));
    }
    group.finish();
}

criterion_group!(benches, slides);
criterion_main!(benches);
