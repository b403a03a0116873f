//! Any bytes that begin like JSON as a map, world, tileset or template.
#![no_main]

mod one_file;

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    if !bytes.starts_with(b"{") {
        return Corpus::Reject;
    }
    one_file::try_file("maps/fuzz.tmj", bytes, "maps/fuzz.tmj");
    one_file::try_file("maps/fuzz.world", bytes, "maps/fuzz.world");
    one_file::try_file("maps/tilesets/denim.tsx", bytes, "maps/first_stitch.tmx");
    one_file::try_file("maps/templates/player.tx", bytes, "maps/first_stitch.tmx");
    Corpus::Keep
});
