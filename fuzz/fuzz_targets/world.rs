//! Any bytes as a world file beside three maps, read as a whole and in parts.
#![no_main]

mod play;

use seamwalker_level::{Limits, ReadOptions, WorldFile};

/// The maps of the worlds, and their tileset.
const MAPS: [(&str, &[u8]); 4] = [
    ("hall.tmx", include_bytes!("../../tests/fixtures/world/hall.tmx")),
    ("stairs.tmx", include_bytes!("../../tests/fixtures/world/stairs.tmx")),
    ("room-2-0.tmx", include_bytes!("../../tests/fixtures/world/room-2-0.tmx")),
    ("cloth.tsx", include_bytes!("../../tests/fixtures/world/cloth.tsx")),
];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let files = [&MAPS[..], &[("fuzz.world", bytes)]].concat();
    let Ok(files) = play::memory(&files) else { return };
    play::try_map(&files, "fuzz.world");
    if let Ok(world) = WorldFile::open(&files, "fuzz.world", &Limits::DEFAULT)
        && let Some(first) = world.maps.first()
    {
        let near = world.near(first.aabb.center, 0.0);
        let _ = world.read(&files, &near, &ReadOptions::default());
    }
});
