//! WAV files of all effects, their measurements, and pictures of their spectra.

pub mod measure;
pub mod picture;
pub mod spectrum;

use std::error::Error;
use std::fs;

use seamwalker_synth::RATE;
use seamwalker_synth::effects::Effect;
use seamwalker_synth::music::Rendering;
use seamwalker_synth::score::Score;

/// The folder of the scores.
pub const MUSIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/music");

/// The name of a sound or its file, and its samples.
pub type NamedSamples = (String, Vec<i16>);

/// Every score by name.
///
/// # Errors
///
/// A file cannot be read, or is no score.
pub fn scores() -> Result<Vec<(String, Score)>, Box<dyn Error>> {
    let mut list = Vec::new();
    for entry in fs::read_dir(MUSIC)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        list.push((name, Score::parse(&fs::read_to_string(&path)?).map_err(|e| format!("{}: {e}", path.display()))?));
    }
    list.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(list)
}

/// A whole piece.
#[must_use]
pub fn rendered(score: Score) -> Rendering {
    let mut rendering = Rendering::new(score);
    rendering.advance(usize::MAX);
    rendering
}

/// Every piece by name, as samples of two channels.
///
/// # Errors
///
/// A score cannot be read.
pub fn music() -> Result<Vec<NamedSamples>, Box<dyn Error>> {
    Ok(scores()?.into_iter().map(|(name, score)| (name, rendered(score).part(0, usize::MAX))).collect())
}

/// Every file and its samples.
#[must_use]
pub fn all() -> Vec<NamedSamples> {
    let versions = |&effect: &Effect| {
        (0..effect.variants()).map(move |variant| {
            let number = if effect.variants() > 1 { format!("_{}", variant + 1) } else { String::new() };
            (format!("{}{number}.wav", effect.name()), effect.samples(variant))
        })
    };
    Effect::ALL.iter().flat_map(versions).collect()
}

/// The bytes of a file of 16 bits.
#[must_use]
pub fn file(samples: &[i16], channels: u16) -> Vec<u8> {
    let size = samples.len() as u32 * 2;
    let mut bytes = Vec::with_capacity(44 + size as usize);
    bytes.extend(b"RIFF");
    bytes.extend((36 + size).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16_u32.to_le_bytes());
    bytes.extend(1_u16.to_le_bytes());
    bytes.extend(channels.to_le_bytes());
    bytes.extend(RATE.to_le_bytes());
    bytes.extend((RATE * 2 * u32::from(channels)).to_le_bytes());
    bytes.extend((2 * channels).to_le_bytes());
    bytes.extend(16_u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(size.to_le_bytes());
    samples.iter().for_each(|sample| bytes.extend(sample.to_le_bytes()));
    bytes
}
