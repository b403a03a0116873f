//! The time of a tick with many bodies, as ratios within one run: `cargo bench --bench bodies`.
//!
//! It must grow with the number of neighbours of a body, not with the number of all bodies.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use glam::Vec2;
use seamwalker_collide::{Aabb, SolverSetup};
use seamwalker_lab::ascii::level_with;
use seamwalker_level::ObjectKind;
use seamwalker_sim::{Input, World};

/// The number of measurements of each figure; the fastest counts.
const ROUNDS: u32 = 9;

/// Ticks until the crates have come to rest.
const SETTLED: u32 = 400;

/// Ten floors above each other, each with room for 1,000 crates, and crates that start slightly above them.
fn world(crates: impl Iterator<Item = Vec2>) -> World {
    let (air, floor) = (".".repeat(4000), "#".repeat(4000));
    let storey = format!("{air}\n{air}\n{air}\n{floor}\n");
    let objects = crates.map(|at| (Aabb::new(at, Vec2::splat(8.0)), ObjectKind::Crate { priority: 3 })).collect();
    World::new(Arc::new(level_with(&storey.repeat(10), objects)), SolverSetup::default())
}

/// `count` crates that do not touch each other, 1,000 on each floor.
fn spread(count: u16) -> World {
    world((0..count).map(|i| Vec2::new(100.0 + f32::from(i % 1000) * 60.0, 30.0 + f32::from(i / 1000) * 64.0)))
}

fn stacked(count: u16) -> World {
    world((0..count).map(|_| Vec2::new(3000.0, 30.0)))
}

/// The times of the first tick, and of one after all crates have come to rest.
fn times(make: impl Fn() -> World) -> [Duration; 2] {
    let tick = |world: &mut World| {
        let start = Instant::now();
        black_box(world.step(Input::default()));
        start.elapsed()
    };
    let world = make();
    let first = (0..ROUNDS).map(|_| tick(&mut world.clone())).min();
    let mut settled = world;
    (0..SETTLED).for_each(|_| drop(settled.step(Input::default())));
    let rest = (0..ROUNDS).map(|_| tick(&mut settled)).min();
    // ROUNDS is not zero.
    [first, rest].map(Option::unwrap_or_default)
}

fn main() {
    let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
    let [few, few_rest] = times(|| spread(1000));
    let [many, many_rest] = times(|| spread(10_000));
    let [stack, stack_rest] = times(|| stacked(1000));
    println!("1,000 crates spread out: first tick {few:?}, at rest {few_rest:?}");
    println!(
        "10,000 spread out, times 1,000: first tick {:.1}, at rest {:.1}",
        ratio(many, few),
        ratio(many_rest, few_rest)
    );
    println!(
        "1,000 at one point, times spread out: first tick {:.1}, settled {:.1}",
        ratio(stack, few),
        ratio(stack_rest, few_rest)
    );
}
