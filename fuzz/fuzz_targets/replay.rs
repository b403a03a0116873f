//! Any bytes as a replay: what can be read comes back from its text, and is played in the level that it is made to name.
#![no_main]

mod play;
mod saved;

use std::sync::{Arc, LazyLock};

use saved::replay_file::ReplayFile;
use seamwalker::level::Level;

static LEVEL: LazyLock<Arc<Level>> = LazyLock::new(play::things);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(mut tape) = ReplayFile::parse(bytes) else { return };
    assert!(ReplayFile::is_one(bytes));
    assert_eq!(ReplayFile::parse(tape.text().as_bytes()).as_ref(), Ok(&tape));
    // No coverage leads to the hash of a level.
    tape.replay.level_hash = LEVEL.hash();
    if let Ok(world) = tape.replay.begin(Arc::clone(&LEVEL)) {
        play::play(world, &tape.replay.inputs);
    }
});
