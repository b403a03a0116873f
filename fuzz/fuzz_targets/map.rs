//! Any bytes as a map that may use the shipped tilesets.
#![no_main]

mod play;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| play::try_files(&[("fuzz.tmx", bytes)], "fuzz.tmx"));
