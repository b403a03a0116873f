//! Any bytes as a replay: it survives writing and reading, and is played.
#![no_main]

mod play;
mod saved;

use std::sync::Arc;

use play::LEVEL;
use saved::replay_file::ReplayFile;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(mut file) = ReplayFile::parse(bytes) else { return };
    assert!(ReplayFile::is_one(bytes));
    assert_eq!(ReplayFile::parse(file.text().as_bytes()).as_ref(), Ok(&file));
    // No fuzzer would find the hash of a level.
    file.replay.level_hash = LEVEL.hash();
    if let Ok(world) = file.replay.begin(Arc::clone(&LEVEL)) {
        play::play(world, &file.replay.inputs);
    }
});
