//! Sounds of a pack: WAV files that replace effects.

use std::collections::BTreeMap;
use std::io::Cursor;

use hound::{SampleFormat, WavReader};
use seamwalker::level::Files;
use seamwalker_synth::RATE;
use seamwalker_synth::effects::Effect;

use crate::app::library::OWN;

/// The folder of the sounds.
const SOUND_FOLDER: &str = "sounds";

/// The longest effect, in seconds.
const MAX_SECONDS: u32 = 10;

/// The sounds of a pack, by the index of the sample that each replaces: see [`samples`]. Errors are passed to `complain`.
pub fn own_sounds(files: &dyn Files, complain: &mut dyn FnMut(String)) -> BTreeMap<usize, Vec<i16>> {
    let names = files.list(&format!("{OWN}{SOUND_FOLDER}")).unwrap_or_default();
    for name in names.iter().filter_map(|name| name.strip_suffix(".wav")) {
        let known = |(_, effect, variant): (usize, Effect, u32)| file_names(effect, variant).contains(&name.to_owned());
        if !samples().any(known) {
            let all = Effect::ALL.iter().map(|effect| effect.name());
            let nearest =
                all.max_by(|a, b| strsim::jaro(name, a).total_cmp(&strsim::jaro(name, b))).unwrap_or_default();
            complain(format!("{SOUND_FOLDER}/{name}.wav: there is no sound '{name}'; did you mean '{nearest}'?"));
        }
    }
    let mut own = BTreeMap::new();
    for (index, effect, variant) in samples() {
        for name in file_names(effect, variant) {
            // Reading also those that are not there has them watched.
            let Ok(bytes) = files.read(&format!("{OWN}{SOUND_FOLDER}/{name}.wav")) else { continue };
            match wav(&bytes) {
                Ok(samples) => drop(own.insert(index, samples)),
                Err(why) => complain(format!("{SOUND_FOLDER}/{name}.wav: {why}")),
            }
        }
    }
    own
}

/// The samples of all effects: index, effect, variant.
pub fn samples() -> impl Iterator<Item = (usize, Effect, u32)> {
    let variants = |&effect: &Effect| (0..effect.variants()).map(move |variant| (effect, variant));
    Effect::ALL.iter().flat_map(variants).enumerate().map(|(index, (effect, variant))| (index, effect, variant))
}

/// The names of the files that replace a variant: one for all variants, and, where there are several, one for this.
fn file_names(effect: Effect, variant: u32) -> Vec<String> {
    let name = effect.name();
    if effect.variants() == 1 { vec![name] } else { vec![name.clone(), format!("{name}_{}", variant + 1)] }
}

/// The samples of a WAV file, as one channel at the game's rate.
fn wav(bytes: &[u8]) -> Result<Vec<i16>, String> {
    let help = "save it as WAV with 16 bits";
    let mut reader = WavReader::new(Cursor::new(bytes)).map_err(|error| format!("{error}; {help}"))?;
    let spec = reader.spec();
    let (rate, channels) = (spec.sample_rate, usize::from(spec.channels));
    if !(1..=2).contains(&channels) || !(1000..=384_000).contains(&rate) {
        return Err(format!("it has {channels} channels and {rate} samples per second; {help}, mono, {RATE} Hz"));
    }
    let max = (MAX_SECONDS * rate) as usize * channels;
    if reader.len() as usize > max {
        return Err(format!("it is longer than {MAX_SECONDS} seconds; shorten it"));
    }
    let read: Result<Vec<f32>, hound::Error> = match spec.sample_format {
        SampleFormat::Float => reader.samples::<f32>().take(max).collect(),
        SampleFormat::Int => {
            let full = 2.0_f32.powi(i32::from(spec.bits_per_sample) - 1);
            reader.samples::<i32>().take(max).map(|sample| Ok(sample? as f32 / full)).collect()
        }
    };
    let read = read.map_err(|error| format!("{error}; {help}"))?;
    let mono: Vec<f32> = read.chunks_exact(channels).map(|frame| frame.iter().sum::<f32>() / channels as f32).collect();
    let length = (mono.len() as u64 * u64::from(RATE) / u64::from(rate)) as usize;
    let at = |i: usize| mono.get(i).copied().unwrap_or_default();
    let sample = |i: usize| {
        let place = i as f64 * f64::from(rate) / f64::from(RATE);
        let (whole, part) = (place as usize, place.fract() as f32);
        // Rust's casts saturate, and NaN becomes silence.
        ((at(whole) * (1.0 - part) + at(whole + 1) * part) * 32_767.0) as i16
    };
    Ok((0..length).map(sample).collect())
}

#[cfg(test)]
mod tests {
    use hound::{WavSpec, WavWriter};
    use seamwalker::level::{Limits, MemoryFiles};

    use super::*;

    fn file(channels: u16, sample_rate: u32, seconds: f32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let spec = WavSpec { channels, sample_rate, bits_per_sample: 16, sample_format: SampleFormat::Int };
        let mut writer = WavWriter::new(&mut bytes, spec).unwrap();
        (0..(sample_rate as f32 * seconds) as u32 * u32::from(channels))
            .for_each(|_| writer.write_sample(8000_i16).unwrap());
        writer.finalize().unwrap();
        bytes.into_inner()
    }

    #[test]
    fn sounds_replace_effects_at_the_games_rate() {
        let list = [("jump", file(2, 44_100, 0.5)), ("jump_2", file(1, 11_025, 1.0)), ("jmup", file(1, 8000, 0.1))];
        let broken = [("bead", file(1, 44_100, 0.1)[..30].to_vec()), ("dash", file(1, 8000, 11.0))];
        let list = list.into_iter().chain(broken).map(|(name, bytes)| (format!("own/sounds/{name}.wav"), bytes));
        let files = MemoryFiles::new(list, &Limits::DEFAULT).unwrap();
        let mut complaints = Vec::new();
        let own = own_sounds(&files, &mut |why| complaints.push(why));
        let jumps: Vec<&Vec<i16>> = own.values().collect();
        assert_eq!(jumps.iter().map(|samples| samples.len()).collect::<Vec<_>>(), [11_025, 22_050]);
        assert!(jumps.iter().all(|samples| samples[100].abs_diff(8000) < 2));
        let text = complaints.join("\n");
        for part in ["jmup.wav: there is no sound 'jmup'; did you mean 'jump'?", "bead.wav: ", "dash.wav: it is longer"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
