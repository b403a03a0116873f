//! Sounds of a pack: WAV files that replace effects.

use std::collections::{BTreeMap, BTreeSet};

use seamwalker_level::Files;
use seamwalker_synth::RATE;
use seamwalker_synth::effects::Effect;

use crate::app::art_file::{OWN, is_pack};
use crate::nearest::did_you_mean;

/// The folder of the sounds.
const SOUND_FOLDER: &str = "sounds";

/// The longest effect, in seconds.
const MAX_SECONDS: u32 = 10;

/// The sounds of a pack, by the index of the sample that each replaces: see [`samples`]. Errors are passed to `complain`.
pub fn own_sounds(files: &dyn Files, complain: &mut dyn FnMut(String)) -> BTreeMap<usize, Vec<i16>> {
    let names = files.list(&format!("{OWN}{SOUND_FOLDER}")).unwrap_or_default();
    let in_pack = is_pack(files);
    for name in names.iter().filter_map(|name| name.strip_suffix(".wav")) {
        let known = |(_, effect, variant): (usize, Effect, u32)| file_names(effect, variant).contains(&name.to_owned());
        if in_pack && !samples().any(known) {
            let question = did_you_mean(name, Effect::ALL.iter().map(|effect| effect.name()));
            complain(format!("{SOUND_FOLDER}/{name}.wav: there is no sound '{name}'; {question}"));
        }
    }
    let mut own = BTreeMap::new();
    let mut refused = BTreeSet::new();
    for (index, effect, variant) in samples() {
        for name in file_names(effect, variant) {
            // Reading also those that are not there has them watched.
            let Ok(bytes) = files.read(&format!("{OWN}{SOUND_FOLDER}/{name}.wav")) else { continue };
            match wav(&bytes) {
                Ok(samples) => drop(own.insert(index, samples)),
                // One file may stand for several variants.
                Err(why) if refused.insert(name.clone()) => complain(format!("{SOUND_FOLDER}/{name}.wav: {why}")),
                Err(_) => {}
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

/// A WAV file: how it is sampled, and the bytes of its samples.
struct Wav<'a> {
    is_float: bool,
    channels: usize,
    rate: u32,
    /// Bytes per sample.
    width: usize,
    data: &'a [u8],
}

impl<'a> Wav<'a> {
    /// Finds the chunks. The lengths that a file claims are not trusted.
    fn parse(bytes: &'a [u8]) -> Option<Self> {
        let number = |bytes: &[u8], at: usize, count: usize| {
            let bytes = bytes.get(at..at + count)?;
            Some(bytes.iter().rev().fold(0, |sum: u32, byte| sum << 8 | u32::from(*byte)))
        };
        let mut rest = bytes.strip_prefix(b"RIFF")?.get(4..)?.strip_prefix(b"WAVE")?;
        let mut format: Option<&[u8]> = None;
        loop {
            let (id, length) = (rest.get(..4)?, number(rest, 4, 4)? as usize);
            let chunk = rest.get(8..)?;
            let content = &chunk[..length.min(chunk.len())];
            match id {
                b"fmt " => format = Some(content),
                b"data" => {
                    let format = format?;
                    // The extensible format names the real one behind its other members.
                    let kind = number(format, 0, 2)
                        .and_then(|kind| if kind == 0xfffe { number(format, 24, 2) } else { Some(kind) })?;
                    let (channels, bits) = (number(format, 2, 2)? as usize, number(format, 14, 2)?);
                    let is_known = matches!((kind, bits), (1, 8 | 16 | 24 | 32) | (3, 32));
                    let wav = Self {
                        is_float: kind == 3,
                        channels,
                        rate: number(format, 4, 4)?,
                        width: bits as usize / 8,
                        data: content,
                    };
                    return Some(wav).filter(|_| is_known);
                }
                _ => {}
            }
            // Chunks begin at even places.
            rest = chunk.get(length.checked_add(length % 2)?..)?;
        }
    }

    /// A sample from its bytes, -1 to 1.
    fn sample(&self, bytes: &[u8]) -> f32 {
        match *bytes {
            [byte] => (f32::from(byte) - 128.0) / 128.0,
            [a, b] => f32::from(i16::from_le_bytes([a, b])) / 32_768.0,
            [a, b, c] => i32::from_le_bytes([0, a, b, c]) as f32 / 2_147_483_648.0,
            [a, b, c, d] if self.is_float => f32::from_le_bytes([a, b, c, d]),
            [a, b, c, d] => i32::from_le_bytes([a, b, c, d]) as f32 / 2_147_483_648.0,
            _ => 0.0,
        }
    }
}

/// The samples of a WAV file, as one channel at the game's rate.
fn wav(bytes: &[u8]) -> Result<Vec<i16>, String> {
    let help = format!("save it as WAV with 16 bits, mono, {RATE} Hz");
    let wav = Wav::parse(bytes).ok_or_else(|| format!("it is no WAV file, or of an unknown kind; {help}"))?;
    let (rate, channels) = (wav.rate, wav.channels);
    if !(1..=2).contains(&channels) || !(1000..=384_000).contains(&rate) {
        return Err(format!("it has {channels} channels and {rate} samples per second; {help}"));
    }
    let frame = channels * wav.width;
    if wav.data.len() / frame > (MAX_SECONDS * rate) as usize {
        return Err(format!("it is longer than {MAX_SECONDS} seconds; shorten it"));
    }
    let mix =
        |frame: &[u8]| frame.chunks_exact(wav.width).map(|bytes| wav.sample(bytes)).sum::<f32>() / channels as f32;
    let mono: Vec<f32> = wav.data.chunks_exact(frame).map(mix).collect();
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
    use seamwalker_level::{Limits, MemoryFiles};

    use super::*;

    /// A file of a constant level.
    fn file(channels: u16, rate: u32, seconds: f32) -> Vec<u8> {
        let data: Vec<u8> = 8000_i16.to_le_bytes().repeat((rate as f32 * seconds) as usize * usize::from(channels));
        let format =
            [&1_u16.to_le_bytes()[..], &channels.to_le_bytes(), &rate.to_le_bytes(), &[0; 6], &16_u16.to_le_bytes()];
        chunks(&[("LIST", vec![7; 5]), ("fmt ", format.concat()), ("data", data)])
    }

    fn chunks(list: &[(&str, Vec<u8>)]) -> Vec<u8> {
        let mut bytes = b"RIFF\0\0\0\0WAVE".to_vec();
        for (id, content) in list {
            bytes.extend(id.bytes().chain((content.len() as u32).to_le_bytes()).chain(content.iter().copied()));
            bytes.resize(bytes.len().next_multiple_of(2), 0);
        }
        bytes
    }

    #[test]
    fn samples_of_every_width_have_the_same_level() {
        let half = [
            (1, vec![192]),
            (1, vec![0, 64]),
            (1, vec![0, 0, 64]),
            (1, vec![0, 0, 0, 64]),
            (3, 0.5_f32.to_le_bytes().to_vec()),
        ];
        for (kind, sample) in half {
            let bits = sample.len() as u16 * 8;
            let format = [&[kind, 0, 1, 0][..], &RATE.to_le_bytes(), &[0; 6], &bits.to_le_bytes()].concat();
            let samples = wav(&chunks(&[("fmt ", format), ("data", sample.repeat(50))])).unwrap();
            assert!(samples.len() == 50 && samples[10].abs_diff(16_384) < 2, "{bits} bits: {}", samples[10]);
        }
    }

    #[test]
    fn damaged_files_are_refused_or_shorter() {
        let whole = file(2, 44_100, 0.01);
        for cut in 0..whole.len() {
            let _ = wav(&whole[..cut]);
        }
        for at in 0..60 {
            for value in [0, 1, 0x7f, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] = value;
                let _ = wav(&damaged);
            }
        }
    }

    #[test]
    fn sounds_replace_effects_at_the_games_rate() {
        let list = [("jump", file(2, 44_100, 0.5)), ("jump_2", file(1, 11_025, 1.0)), ("jmup", file(1, 8000, 0.1))];
        let broken = [("bead", file(1, 44_100, 0.1)[..30].to_vec()), ("dash", file(1, 8000, 11.0))];
        let list = list.into_iter().chain(broken).map(|(name, bytes)| (format!("own/sounds/{name}.wav"), bytes));
        let manifest = ("own/pack.ron".to_owned(), Vec::new());
        let files = MemoryFiles::new(list.chain([manifest]), &Limits::DEFAULT).unwrap();
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
