//! Any text as inputs: written and read again they are the same, and what is played from them can be saved and loaded.
#![no_main]

mod play;

use std::sync::{Arc, LazyLock};

use seamwalker::lab::Take;
use seamwalker::level::Level;
use seamwalker::sim::{World, fold_inputs, parse_inputs, unfold_inputs, write_inputs};

static LEVEL: LazyLock<Arc<Level>> = LazyLock::new(play::things);
static START: LazyLock<World> = LazyLock::new(|| World::new(Arc::clone(&LEVEL), Default::default()));

libfuzzer_sys::fuzz_target!(|text: &str| {
    let take = Take::parse(text);
    let Ok(runs) = parse_inputs(text) else {
        assert!(take.is_err(), "a take of inputs that are none");
        return;
    };
    assert_eq!(parse_inputs(&write_inputs(&runs)).as_ref(), Ok(&runs));
    let played: Vec<_> = unfold_inputs(&runs).take(play::TICKS).collect();
    assert_eq!(unfold_inputs(&fold_inputs(played.iter().copied())).collect::<Vec<_>>(), played);
    if let Ok(take) = take {
        assert!(played.iter().enumerate().all(|(tick, input)| take.input(tick as u32) == Some(*input)));
    }

    let world = play::play(START.clone(), played);
    let loaded = World::load(Arc::clone(&LEVEL), world.save()).expect("what was played can be loaded");
    assert_eq!(loaded.hash(), world.hash());
});
