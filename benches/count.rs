//! Ticks whose instructions are counted: `count PEER TICKS` walks, `count LEVEL TICKS` plays the recorded run of a shipped level again
//! and again. Both print nothing. `.ci/instructions` runs it under valgrind.

#[path = "common/workload.rs"]
mod workload;

use std::hint::black_box;

use glam::Vec2;
use seamwalker_collide::controller::{Controller, GroundSettings, Intent};
use seamwalker_collide::{Aabb, Mover, Solver, SolverKind, SolverSetup, Space};
use seamwalker_lab::Recorded;
use seamwalker_level::Folder;
use seamwalker_sim::{Input, World};
use workload::{HALF, compiled, level, nothing, walk};

fn main() {
    let mut words = std::env::args().skip(1).filter(|word| !word.starts_with('-'));
    // Cargo runs every bench without arguments.
    let (Some(peer), Some(ticks)) = (words.next(), words.next().and_then(|t| t.parse().ok())) else { return };
    let files = Folder::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    if let Some(run) = Recorded::list(&files).expect("a list").into_iter().find(|run| run.map == peer) {
        let new = World::new(run.level(&files).expect("a level"), run.setup());
        let inputs: Vec<Input> = run.inputs(&files).expect("inputs").iter().collect();
        black_box(play(&new, &inputs, ticks));
        return;
    }
    let level = level((1, 1));
    let compiled = compiled(&level.space);
    let under = |kind: SolverKind, space: &Space| {
        let solver = SolverSetup::new(kind);
        walk(&level, ticks, |at, delta| solver.slide(space, &Mover::new(Aabb::new(at, HALF)), delta).moved)
    };
    black_box(match (peer.as_str(), peer.parse()) {
        ("nothing", _) => walk(&level, ticks, nothing(&level)),
        ("compiled", _) => under(SolverKind::ThickSat, &compiled),
        ("slide-and-ground", _) => {
            let (solver, settings) = (SolverSetup::default(), GroundSettings::default());
            walk(&level, ticks, |at, delta| {
                let mover = Mover::new(Aabb::new(at, HALF));
                let moved = solver.slide(&compiled, &mover, delta).moved;
                black_box(settings.step_down(&solver, &compiled, &mover.moved(moved), delta.x, None));
                moved
            })
        }
        ("controller", _) => {
            let (solver, mut hero) = (SolverSetup::default(), Controller::new(Aabb::new(Vec2::ZERO, HALF)));
            walk(&level, ticks, |at, delta| {
                // It is back at a start.
                if at.distance(hero.state.mover.aabb.center) > 1.0 {
                    hero.teleport(at);
                }
                let (x, jump) = (if delta.x == 0.0 { 0.0 } else { delta.x.signum() }, delta.y < 0.0);
                hero.step(&solver, &compiled, &Intent { x, jump, pressed: jump, down: false }, 1.0 / 60.0);
                hero.state.mover.aabb.center - at
            })
        }
        (_, Ok(kind)) => under(kind, &level.space),
        (_, Err(error)) => panic!("{error}"),
    });
}

/// Repeats a run from its start for this many ticks in all.
fn play(new: &World, inputs: &[Input], ticks: usize) -> World {
    let (mut world, mut events) = (new.clone(), Vec::new());
    for tick in 0..ticks {
        if tick % inputs.len() == 0 {
            world = new.clone();
        }
        world.step_into(inputs[tick % inputs.len()], &mut events);
        events.clear();
    }
    world
}
