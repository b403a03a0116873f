//! Slides, casts, queries and ticks of the game allocate nothing. The program has no test harness, because allocations of the
//! harness's thread would be counted as well.

#[path = "common/settings.rs"]
mod settings;

use std::alloc::System;

use glam::Vec2;
use seamwalker_collide::{
    Aabb, Body, CollisionView, Crowd, Edge, Member, Mover, QueryFilter, QueryShape, Side, Solver, SolverKind,
    SolverSetup, Space, TerrainChange, TriggerArea, Triggers, Visitor,
};
use seamwalker_lab::Recorded;
use seamwalker_lab::ascii::{self, Make};
use seamwalker_level::Folder;
use seamwalker_sim::World;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Checks that something allocates nothing.
fn allocates_nothing(what: &str, act: impl FnOnce()) {
    let region = Region::new(COUNTING);
    act();
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0), "{what}");
}

fn main() {
    neither_a_solver_nor_a_warm_crowd_allocates();
    println!("test neither_a_solver_nor_a_warm_crowd_allocates ... ok");
    a_tick_of_a_recorded_run_allocates_nothing();
    println!("test a_tick_of_a_recorded_run_allocates_nothing ... ok");
}

fn neither_a_solver_nor_a_warm_crowd_allocates() {
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
    // The same after the terrain was compiled and changed in place.
    let mut changed = space.clone();
    let terrain = changed.terrain_mut();
    assert!(terrain.compile(&Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)))));
    let wall = Edge::new(Vec2::new(100.0, 90.0), Vec2::new(100.0, 20.0), Side::Both);
    terrain.apply([3, 8].map(TerrainChange::RemoveEdge).into_iter().chain([TerrainChange::AddEdge(wall)])).unwrap();
    for (kind, space) in SolverKind::ALL.into_iter().flat_map(|kind| [(kind, &space), (kind, &changed)]) {
        let solver = SolverSetup::new(kind);
        allocates_nothing(kind.name(), || {
            for i in 0..2000_u16 {
                let at = Vec2::new(20.0 + f32::from(i % 211), 20.0 + f32::from(i % 41));
                let delta = Vec2::new(f32::from(i % 97) - 48.0, f32::from(i % 31) - 8.0);
                // Half of them start with an overlap. A large one meets more edges than a solver stores.
                let half = if i % 50 == 0 { Vec2::splat(90.0) } else { Vec2::new(6.0, 11.0) };
                let mover = Mover::new(Aabb::new(at, half));
                let _ = std::hint::black_box(solver.slide(space, &mover, delta));
                std::hint::black_box(solver.cast(space, &mover, delta));
                space.each_touching(solver.view(), &mover, 2.0, |touch| _ = std::hint::black_box(touch));
                query(space, solver.view(), &mover, delta);
            }
        });
    }

    // A hundred trigger areas and two hundred movers, after a warm-up.
    let square =
        |i: u16, half| Aabb::new(Vec2::new(f32::from(i % 40) * 20.0, f32::from(i / 40) * 20.0), Vec2::splat(half));
    let mut triggers = Triggers::default();
    (0..100).for_each(|i| _ = triggers.add(TriggerArea::new(square(i * 2, 9.0))));
    let visitors = |t: u16| (0..200).map(move |i| Visitor::new(u32::from(i), square((i + t) % 400, 7.0)));
    let events: usize = (0..400).map(|t| triggers.update(visitors(t)).len()).sum();
    assert!(events > 1000);
    allocates_nothing("triggers", || (0..400).for_each(|t| _ = std::hint::black_box(triggers.update(visitors(t)))));

    // A crowd of forty and one of four hundred, which has a broad phase. Many of either are squished.
    for count in [40, 400] {
        let place = |i: u16| Vec2::new(24.0 + f32::from(i % 8) * 24.0, 20.0 + f32::from(i / 8) * 11.0);
        let one = |i: u16| Member::new(Aabb::new(place(i), Vec2::new(11.0, 6.0)), i as u8 % 7);
        let step = |i: u16, t: u16| Vec2::new(f32::from((i * 7 + t) % 9) - 4.0, f32::from((i * 5 + t) % 7) - 3.0);
        let members = |t: u16| (0..count).map(|i| one(i).moved(step(i, t))).collect::<Vec<_>>();
        let ticks: Vec<Vec<Member>> = (0..20).map(members).collect();
        let mut crowd = Crowd::new();
        let squished: usize = ticks.iter().map(|members| crowd.resolve(&space, members).contradictions.len()).sum();
        assert!(squished > 0);
        allocates_nothing("a crowd", || {
            ticks.iter().for_each(|members| _ = std::hint::black_box(crowd.resolve(&space, members)));
        });
    }
}

fn query(space: &Space, view: CollisionView, mover: &Mover, delta: Vec2) {
    let (filter, at) = (QueryFilter { view, ..QueryFilter::default() }, mover.aabb.center);
    std::hint::black_box((space.ray_cast(at, delta, &filter), space.is_visible(at, at + delta, &filter)));
    std::hint::black_box(space.shape_cast(QueryShape::of_mover(mover, view), delta, &filter));
    std::hint::black_box(space.closest_point(at, 100.0, &filter));
    std::hint::black_box(space.is_solid(at, &filter));
    space.each_overlapping(mover.aabb, &filter, |obstacle| _ = std::hint::black_box(obstacle));
}

/// Buffers are allocated when they are first needed. After that, no tick allocates.
fn a_tick_of_a_recorded_run_allocates_nothing() {
    let files = Folder::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let every = if settings::is_long() { 1 } else { 7 };
    for run in Recorded::list(&files).unwrap().iter().step_by(every) {
        let (level, inputs) = (run.level(&files).unwrap(), run.inputs(&files).unwrap());
        // The pieces are built once, when something first looks for room: in few runs.
        let _ = level.terrain.pieces();
        let mut world = World::new(level, run.setup());
        let mut events = Vec::with_capacity(256);
        let region = Region::new(COUNTING);
        for input in &inputs {
            events.clear();
            world.step_into(input, &mut events);
        }
        let change = region.change();
        // Each of a dozen buffers grows a few times. The shortest run has 600 ticks.
        let count = change.allocations + change.reallocations;
        assert!(
            count <= 48,
            "{} under {}: {count} allocations in {} ticks",
            run.map,
            run.solver.name(),
            world.state.ticks
        );
    }
}
