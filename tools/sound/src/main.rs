//! Makes every sound of the game, as files.
//!
//! ```text
//! cargo run --release --manifest-path tools/sound/Cargo.toml -- --effects DIR   writes the effects, to listen to
//! cargo run --release --manifest-path tools/sound/Cargo.toml -- --music DIR     writes the music, to listen to
//! cargo run --release --manifest-path tools/sound/Cargo.toml -- --levels        prints the level of every sound
//! cargo run --release --manifest-path tools/sound/Cargo.toml -- --measure       prints the tables of docs/SOUND.md
//! cargo run --release --manifest-path tools/sound/Cargo.toml -- --measure A.wav ...   measures other files
//! cargo run --release --manifest-path tools/sound/Cargo.toml -- --spectra DIR   writes pictures of spectra
//! ```

use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use seamwalker_sound as wav;
use seamwalker_synth::RATE;
use seamwalker_synth::effects::Effect;
use seamwalker_synth::levels::{Levels, decibels};

/// The effects on the sheet in docs/SOUND.md.
const ON_SHEET: [&str; 16] = [
    "step_1",
    "step_silk_1",
    "step_velcro_1",
    "step_zip_1",
    "jump_1",
    "land_1",
    "dash",
    "bead_1",
    "golden",
    "checkpoint",
    "tear_1",
    "finish",
    "wind_1",
    "splash",
    "record",
    "finale",
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--effects", folder] => effects(Path::new(folder)),
        ["--music", folder] => music(Path::new(folder)),
        ["--levels"] => levels(),
        ["--spectra", folder] => wav::picture::write_all(Path::new(folder), &ON_SHEET),
        ["--measure", ..] => measure(&arguments[1..]),
        _ => Err("usage: sound [--effects DIR | --music DIR | --levels | --measure [WAV ...] | --spectra DIR]".into()),
    }
}

/// Prints the figures of these files, or those of the game.
fn measure(paths: &[String]) -> Result<(), Box<dyn Error>> {
    print!("{}", if paths.is_empty() { wav::measure::tables() } else { wav::measure::files(paths) }?);
    Ok(())
}

/// Writes every effect.
fn effects(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    for (name, samples) in wav::all() {
        fs::write(folder.join(name), wav::file(&samples, 1))?;
    }
    Ok(())
}

/// Writes the music.
fn music(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    for (name, samples) in wav::music()? {
        fs::write(folder.join(format!("{name}.wav")), wav::file(&samples, 2))?;
    }
    Ok(())
}

/// Prints length, level and synthesis time of every sound.
fn levels() -> Result<(), Box<dyn Error>> {
    let line = |name: &str, samples: usize, levels: Levels, begun: Instant| {
        let [peak, rms, loudest] = [levels.peak, levels.rms, levels.loudest].map(decibels);
        let (seconds, cost) = (samples as f32 / RATE as f32, begun.elapsed().as_secs_f32() * 1e3);
        println!(
            "{name:16} {seconds:6.2} s, peak {peak:6.1} dB, loudest 50 ms {loudest:6.1} dB, whole {rms:6.1} dB, {cost:6.1} ms"
        );
    };
    for &effect in Effect::ALL {
        let begun = Instant::now();
        let samples = effect.samples(0);
        line(&effect.name(), samples.len(), Levels::of_i16(&samples), begun);
    }
    for (name, score) in wav::scores()? {
        let begun = Instant::now();
        let count = score.notes.len();
        let rendering = wav::rendered(score);
        let levels = rendering.levels();
        line(&format!("{name} ({count})"), rendering.total() / 2, levels, begun);
    }
    Ok(())
}
