//! Any bytes as a tileset of a shipped map.
#![no_main]

mod one_file;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    one_file::try_file("maps/tilesets/denim.tsx", bytes, "maps/first_stitch.tmx");
});
