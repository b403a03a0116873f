//! The time of a slide: the walk of `common/workload.rs` under every solver, and without any collision. Quote ratios of one run,
//! never times. `benches/peers` compares with other libraries.

#[path = "common/workload.rs"]
mod workload;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use seamwalker_collide::{Aabb, Mover, Solver, SolverKind, SolverSetup, Space};
use workload::{HALF, compiled, level, nothing, walk};

/// Ticks of a measured round.
const TICKS: usize = 100_000;

fn slides(c: &mut Criterion) {
    let level = level((1, 1));
    let compiled = compiled(&level.space);
    let mut group = c.benchmark_group("a tick of the walk");
    group.throughput(Throughput::Elements(TICKS as u64)).sample_size(10);
    group.bench_function("no collision", |b| b.iter(|| black_box(walk(&level, TICKS, nothing(&level)))));
    let mut measure = |name: &str, solver: SolverSetup, space: &Space| {
        group.bench_function(name, |b| {
            b.iter(|| {
                let slide = |at, delta| solver.slide(space, &Mover::new(Aabb::new(at, HALF)), delta).moved;
                black_box(walk(&level, TICKS, slide))
            });
        });
    };
    measure("thick-sat, compiled", SolverSetup::default(), &compiled);
    for kind in SolverKind::ALL {
        measure(kind.name(), SolverSetup::new(kind), &level.space);
    }
    group.finish();
}

criterion_group!(benches, slides);
criterion_main!(benches);
