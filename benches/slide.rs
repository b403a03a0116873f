//! What a slide costs: a million ticks of a walk through a level of 200 x 60 tiles, next to the same walk without any
//! collision. Quote ratios of one run, never times.

#[path = "common/workload.rs"]
mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use seamwalker::collide::{Aabb, Mover, Solver, SolverKind, SolverSetup};
use workload::{HALF, keys, level, nothing, walk};

/// Ticks of one measured round.
const TICKS: usize = 100_000;

fn slides(c: &mut Criterion) {
    let level = level((1, 1));
    let keys = keys(TICKS, 3);
    let mut group = c.benchmark_group("a tick of the walk");
    group.throughput(Throughput::Elements(TICKS as u64)).sample_size(10);
    group.bench_function("no collision", |b| b.iter(|| black_box(walk(&level, &keys, nothing(&level)))));
    let mut compiled = level.space.clone();
    let mut terrain = (*compiled.terrain).clone();
    assert!(terrain.compile(&Mover::new(Aabb::new(glam::Vec2::ZERO, HALF))));
    compiled.terrain = std::sync::Arc::new(terrain);
    let solver = SolverSetup::default();
    group.bench_function("thick-sat, compiled", |b| {
        b.iter(|| {
            black_box(walk(&level, &keys, |at, delta| {
                solver.slide(&compiled, &Mover::new(Aabb::new(at, HALF)), delta).moved
            }))
        });
    });
    for kind in SolverKind::ALL {
        let solver = SolverSetup::new(kind);
        group.bench_function(kind.name(), |b| {
            b.iter(|| {
                black_box(walk(&level, &keys, |at, delta| {
                    solver.slide(&level.space, &Mover::new(Aabb::new(at, HALF)), delta).moved
                }))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, slides);
criterion_main!(benches);
