//! Any text as inputs: they survive writing and reading, and the world after playing them survives saving and loading.
#![no_main]

mod play;

use std::sync::{Arc, LazyLock};

use play::LEVEL;
use seamwalker_lab::Take;
use seamwalker_sim::{InputTimeline, World};

static START: LazyLock<World> = LazyLock::new(|| World::new(Arc::clone(&LEVEL), Default::default()));

libfuzzer_sys::fuzz_target!(|text: &str| {
    let take = Take::parse_inputs(text);
    let Ok(inputs) = text.parse::<InputTimeline>() else {
        assert!(take.is_err(), "the laboratory accepts bad inputs");
        return;
    };
    assert_eq!(inputs.to_string().parse().as_ref(), Ok(&inputs));
    let played: Vec<_> = inputs.iter().take(play::TICKS).collect();
    assert_eq!(played.iter().copied().collect::<InputTimeline>(), inputs.slice(0..play::TICKS as u32));
    assert!(played.iter().enumerate().all(|(tick, input)| inputs.get(tick as u32) == Some(*input)));
    assert!(take.is_err() || take == Ok(inputs));

    let world = play::play(START.clone(), played);
    let loaded = World::load(Arc::clone(&LEVEL), world.save()).expect("a saved world can be loaded");
    assert_eq!(loaded.hash(), world.hash());
});
