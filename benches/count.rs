//! A walk whose instructions are counted: `count PEER TICKS` walks and prints nothing. `.ci/instructions` runs it under valgrind.

#[path = "common/workload.rs"]
mod workload;

use std::hint::black_box;

use seamwalker_collide::{Aabb, Mover, Solver, SolverKind, SolverSetup, Space};
use workload::{HALF, compiled, level, nothing, walk};

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    // Cargo runs every bench without arguments.
    let (Some(peer), Some(ticks)) = (words.next(), words.next().and_then(|t| t.parse().ok())) else { return };
    let level = level((1, 1));
    let compiled = compiled(&level.space);
    let under = |kind: SolverKind, space: &Space| {
        let solver = SolverSetup::new(kind);
        walk(&level, ticks, |at, delta| solver.slide(space, &Mover::new(Aabb::new(at, HALF)), delta).moved)
    };
    black_box(match (peer.as_str(), peer.parse()) {
        ("nothing", _) => walk(&level, ticks, nothing(&level)),
        ("compiled", _) => under(SolverKind::ThickSat, &compiled),
        (_, Ok(kind)) => under(kind, &level.space),
        (_, Err(error)) => panic!("{error}"),
    });
}
