//! Any bytes as an archive that is dropped onto the window: it is unpacked, and its map read and played.
#![no_main]

mod play;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(files) = play::memory(&[("fuzz.zip", bytes)])
        && let Some(map) = files.map()
    {
        play::try_map(&files, map);
    }
});
