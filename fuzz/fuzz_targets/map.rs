//! Any bytes as a map.
#![no_main]

mod one_file;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| one_file::try_file("maps/fuzz.tmx", bytes, "maps/fuzz.tmx"));
