//! A slide, a cast and a query allocate nothing, whatever they meet.

use std::alloc::System;

use glam::Vec2;
use seamwalker::collide::{Aabb, Body, Mover, Solver, SolverKind, SolverSetup};
use seamwalker::lab::ascii::{self, Make};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn no_solver_allocates() {
    let rows = [
        "################",
        "#......=====...#",
        "#...../\\.......#",
        "#.ab#/##\\#cd...#",
        "#/##########\\..#",
        "################",
    ];
    let mut space = ascii::space(&rows, Make::Separate, Vec2::ZERO);
    space.bodies.push(Body::new(Aabb::new(Vec2::new(60.0, 40.0), Vec2::new(24.0, 8.0))));
    space.bodies.push(Body { one_way: true, ..Body::new(Aabb::new(Vec2::new(120.0, 40.0), Vec2::new(24.0, 8.0))) });
    for kind in SolverKind::ALL {
        let solver = SolverSetup::new(kind);
        let region = Region::new(COUNTING);
        for i in 0..2000_u16 {
            let at = Vec2::new(20.0 + f32::from(i % 211), 20.0 + f32::from(i % 41));
            let delta = Vec2::new(f32::from(i % 97) - 48.0, f32::from(i % 31) - 8.0);
            // Half of them start inside something; a large one meets more edges than a solver remembers.
            let half = if i % 50 == 0 { Vec2::splat(90.0) } else { Vec2::new(6.0, 11.0) };
            let mover = Mover::new(Aabb::new(at, half));
            std::hint::black_box(solver.slide(&space, &mover, delta));
            std::hint::black_box(solver.cast(&space, &mover, delta));
            std::hint::black_box(solver.touching(&space, &mover, 2.0));
        }
        let change = region.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0), "{}", kind.name());
    }
}
