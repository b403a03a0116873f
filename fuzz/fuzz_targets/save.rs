//! Any bytes as the file of a slot: it survives writing and reading, and merging it twice is the same as merging it once.
#![no_main]

mod play;
mod saved;

use std::sync::Arc;

use play::LEVEL;
use saved::save_slot::SaveSlot;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let claims = SaveSlot::is_one(bytes);
    let Ok(slot) = SaveSlot::parse(bytes) else { return };
    let text = slot.text();
    assert_eq!(SaveSlot::parse(text.as_bytes()).as_ref(), Ok(&slot));
    assert!(!claims || SaveSlot::is_one(text.as_bytes()));
    let mut sum = SaveSlot::default();
    sum.add(&slot);
    let once = sum.clone();
    sum.add(&slot);
    assert_eq!(sum, once);
    // The fastest run of a map, as a ghost.
    if let Some(file) = sum.run("things", &LEVEL)
        && let Ok(world) = file.replay.begin(Arc::clone(&LEVEL))
    {
        play::play(world, &file.replay.inputs);
    }
});
