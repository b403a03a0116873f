//! Any bytes as a tileset of a map.
#![no_main]

mod play;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    play::try_files(&[("things.tmx", play::THINGS), ("tilesets/denim.tsx", bytes)], "things.tmx");
});
