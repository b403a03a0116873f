//! All effects and music as samples, and their measurements.

pub mod measure;
pub mod spectrum;

use std::error::Error;
use std::fs;

use seamwalker_synth::effects::Effect;
use seamwalker_synth::music::Rendering;
use seamwalker_synth::score::Score;

/// The folder of the scores.
pub const MUSIC: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/music");

/// The name of a sound, and its samples.
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

/// A whole piece, or one of its layers.
pub fn rendered(score: Score, layer: Option<usize>) -> Vec<i16> {
    let mut rendering = Rendering::new(score, layer);
    rendering.advance(usize::MAX);
    rendering.part(0, usize::MAX)
}

/// Every piece by name, as samples of two channels.
///
/// # Errors
///
/// A score cannot be read.
pub fn music() -> Result<Vec<NamedSamples>, Box<dyn Error>> {
    Ok(scores()?.into_iter().map(|(name, score)| (name, rendered(score, None))).collect())
}

/// Every variant of every effect by name, as samples of one channel.
pub fn effects() -> Vec<NamedSamples> {
    let variants = |&effect: &Effect| {
        (0..effect.variants()).map(move |variant| {
            let number = if effect.variants() > 1 { format!("_{}", variant + 1) } else { String::new() };
            (effect.name() + &number, effect.samples(variant))
        })
    };
    Effect::ALL.iter().flat_map(variants).collect()
}
