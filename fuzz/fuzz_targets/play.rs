//! The level for recordings, and playing a bounded number of ticks in any level.
#![allow(dead_code, reason = "every target uses a part of it")]

use std::sync::{Arc, LazyLock};

use seamwalker_level::{Files, Level, Limits, MemoryFiles, Severity, check, read};
use seamwalker_sim::{Input, World};

/// The most ticks that are played: enough for every kind of body to move, land and push.
pub const TICKS: usize = 60;

/// The fixture with one of every moving thing.
pub const THINGS: &[u8] = include_bytes!("../../tests/fixtures/things/things.tmx");

pub fn memory(list: &[(&str, &[u8])]) -> Result<MemoryFiles, String> {
    let list = list.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
    Ok(MemoryFiles::new(list, &Limits::DEFAULT)?.with_fallback(seamwalker_assets::shipped()))
}

/// The level of [`THINGS`].
pub static LEVEL: LazyLock<Arc<Level>> = LazyLock::new(|| {
    let files = memory(&[("things.tmx", THINGS)]).expect("a small map");
    Arc::new(read(&files, "things.tmx").unwrap_or_else(|problems| panic!("{problems:?}")))
});

/// Plays up to [`TICKS`] ticks, and checks that all numbers stay finite.
pub fn play(mut world: World, inputs: impl IntoIterator<Item = Input>) -> World {
    for input in inputs.into_iter().take(TICKS) {
        world.step(input);
        let (player, ticks) = (&world.state.player, world.state.ticks);
        assert!(player.aabb.center.is_finite() && player.velocity.is_finite(), "tick {ticks}: {player:?}");
        assert!(world.state.space.bodies.iter().all(|body| body.aabb.center.is_finite()), "tick {ticks}");
    }
    world
}

/// Tries a map among these files, which may replace shipped ones.
pub fn try_files(list: &[(&str, &[u8])], map: &str) {
    if let Ok(files) = memory(list) {
        try_map(&files, map);
    }
}

/// Reads a map, and plays a few ticks. A map without a level must have an error.
pub fn try_map(files: &dyn Files, map: &str) {
    let level = read(files, map);
    let problems = check(files, map);
    let error = problems.iter().any(|p| p.severity == Severity::Error);
    assert!(error || level.is_ok(), "refused without an error: {problems:?}");
    if let Ok(level) = level {
        // A tick of 65,536 bodies takes long, and its speed is not tested here.
        let few = level.objects.len() <= 64;
        let ticks = if few { 10 } else { 1 };
        play(World::new(Arc::new(level), Default::default()), std::iter::repeat_n(Input::default(), ticks));
    }
}
