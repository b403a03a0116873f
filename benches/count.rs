//! Ticks whose instructions are counted: `count PEER TICKS` walks, `count LEVEL TICKS` plays the recorded run of a shipped level again
//! and again. Both print nothing. `.ci/instructions` runs it under valgrind.

#[path = "common/workload.rs"]
mod workload;

use std::hint::black_box;

use seamwalker_lab::Recorded;
use seamwalker_level::Folder;
use seamwalker_sim::{Input, World};
use workload::{compiled, level, ours};

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
    black_box(ours(&peer, &level, &compiled(&level.space), ticks));
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
