//! Any bytes that start like JSON, as a map, world, tileset or template.
#![no_main]

mod play;

use libfuzzer_sys::{Corpus, fuzz_target};

fuzz_target!(|bytes: &[u8]| -> Corpus {
    if !bytes.starts_with(b"{") {
        return Corpus::Reject;
    }
    let things = ("things.tmx", play::THINGS);
    play::try_files(&[("fuzz.tmj", bytes)], "fuzz.tmj");
    play::try_files(&[("fuzz.world", bytes)], "fuzz.world");
    play::try_files(&[things, ("tilesets/denim.tsx", bytes)], "things.tmx");
    play::try_files(&[things, ("templates/player.tx", bytes)], "things.tmx");
    Corpus::Keep
});
