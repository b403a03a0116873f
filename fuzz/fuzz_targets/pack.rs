//! Any bytes as the manifest of a pack: it is read, and compared with the maps of the game.
#![no_main]

use seamwalker_level::pack::Manifest;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(manifest) = Manifest::parse(&text) {
        let maps = ["first_stitch", "ribbons"].map(String::from);
        let missing = manifest.levels().filter(|level| !maps.iter().any(|map| map == level)).count();
        assert!(manifest.problems(&text, &maps).len() >= usize::from(missing > 0));
    }
});
