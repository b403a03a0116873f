//! Makes every sound of the game, as files, and measures them.
//!
//! ```text
//! cargo run --release --manifest-path tools/sound/Cargo.toml -- --write DIR     writes effects and music, to listen to
//! cargo run --release --manifest-path tools/sound/Cargo.toml -- --measure       prints the tables of docs/SOUND.md
//! ```

use seamwalker_sound::{effects, measure, music};
use seamwalker_synth::RATE;
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--write", folder] => write(Path::new(folder))?,
        ["--measure"] => print!("{}", measure::tables()?),
        _ => return Err("usage: sound [--write DIR | --measure]".into()),
    }
    Ok(())
}

/// Writes every effect and every piece.
fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let effects = effects().into_iter().map(|sound| (sound, 1));
    for ((name, samples), channels) in effects.chain(music()?.into_iter().map(|piece| (piece, 2))) {
        let format = hound::WavSpec {
            channels,
            sample_rate: RATE,
            bits_per_sample: 16,
            sample_format: hound::SampleFormat::Int,
        };
        let mut file = hound::WavWriter::create(folder.join(format!("{name}.wav")), format)?;
        samples.into_iter().try_for_each(|sample| file.write_sample(sample))?;
        file.finalize()?;
    }
    Ok(())
}
