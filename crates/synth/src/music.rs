//! Renders scores: every note is a handful of decaying partials, like the teeth of a music box.

use std::f32::consts::{FRAC_PI_4, TAU};
use std::str::SplitWhitespace;
use std::sync::LazyLock;

use super::score::{Note, Score, Voice};
use super::synth::Noise;
use super::{PER_SECOND, to_i16};

/// The timbre of a voice.
struct Instrument {
    name: &'static str,
    /// Frequency as a multiple of the note's, in Hz for a drum; level; seconds to decay to 1/e, 0 for never.
    partials: Vec<(f32, f32, f32)>,
    /// Seconds to fade in, and to fade out after the note.
    attack: f32,
    release: f32,
    /// Level of a hiss, and seconds to decay to 1/e.
    hiss: (f32, f32),
    drum: bool,
}

/// All instruments.
static INSTRUMENTS: LazyLock<Vec<Instrument>> =
    LazyLock::new(|| include_str!("instruments.txt").lines().filter_map(Instrument::parse).collect());

impl Instrument {
    /// Reads a line of the table; `None` for a comment.
    fn parse(line: &'static str) -> Option<Self> {
        let mut groups = line.split('|').map(str::split_whitespace);
        let mut head = groups.next()?;
        let (name, drum) = (head.next()?, head.next()? == "drum");
        let numbers = |words: SplitWhitespace| words.filter_map(|word| word.parse().ok()).collect::<Vec<f32>>();
        let [attack, release, level, decay] = numbers(head)[..] else { return None };
        let partial = |words| match numbers(words)[..] {
            [frequency, level, decay] => Some((frequency, level, decay)),
            _ => None,
        };
        Some(Self { name, partials: groups.filter_map(partial).collect(), attack, release, hiss: (level, decay), drum })
    }

    fn named(name: &str) -> Option<&'static Self> {
        INSTRUMENTS.iter().find(|instrument| instrument.name == name)
    }
}

/// Higher partials are left out, in Hz: the sample rate is too low for them.
const MAX_HERTZ: f32 = 9000.0;

/// Below this level, a note is silent.
const SILENCE: f32 = 0.001;

/// A piece that is being rendered, note by note.
#[derive(Debug)]
pub struct Rendering {
    score: Score,
    /// The layer whose voices are rendered; `None` for all.
    layer: Option<usize>,
    /// Left and right, interleaved.
    samples: Vec<f32>,
    /// Index of the next note.
    next: usize,
    note: Vec<f32>,
}

impl Rendering {
    /// A rendering of a layer, or of the whole, without any notes yet.
    pub fn new(score: Score, layer: Option<usize>) -> Self {
        let frames = (score.seconds() * PER_SECOND) as usize;
        Self { layer, samples: vec![0.0; frames.max(1) * 2], next: 0, note: Vec::new(), score }
    }

    /// Renders the next notes, at most `max`. Returns whether some are left.
    pub fn advance(&mut self, max: usize) -> bool {
        let end = self.score.notes.len().min(self.next.saturating_add(max));
        for i in self.next..end {
            self.play(self.score.notes[i]);
        }
        self.next = end;
        end < self.score.notes.len()
    }

    /// The number of samples, both sides counted.
    pub fn total(&self) -> usize {
        self.samples.len()
    }

    /// At most `max` samples, left and right interleaved. Notes at the end wrap around to the beginning, so that the piece loops.
    pub fn part(&self, from: usize, max: usize) -> Vec<i16> {
        let end = self.samples.len().min(from.saturating_add(max));
        self.samples[from.min(end)..end].iter().map(|s| to_i16(*s)).collect()
    }

    /// Adds a note and its echoes, on alternating sides.
    fn play(&mut self, note: Note) {
        let voices = &self.score.voices;
        let is_rendered = |voice: &&Voice| self.layer.is_none_or(|layer| voice.layer == layer);
        let Some(voice) = voices.get(note.voice).filter(is_rendered) else { return };
        let Some(instrument) = Instrument::named(&voice.instrument) else { return };
        let beat = 60.0 / self.score.tempo * PER_SECOND;
        self.note.clear();
        sound(instrument, &note, note.beats * beat, &mut self.note);
        let (after, strength) = self.score.echo;
        let mut volume = self.score.volume * voice.level * note.force;
        let Voice { mut pan, .. } = *voice;
        let mut start = note.start * beat;
        let frames = self.samples.len() / 2;
        let echoes = if strength > 0.0 && !instrument.drum { 2 } else { 0 };
        for _ in 0..=echoes {
            let angle = (pan + 1.0) * FRAC_PI_4;
            let (left, right) = (volume * libm::cosf(angle), volume * libm::sinf(angle));
            let mut frame = start as usize % frames;
            for sample in &self.note {
                self.samples[frame * 2] += sample * left;
                self.samples[frame * 2 + 1] += sample * right;
                frame += 1;
                if frame == frames {
                    frame = 0;
                }
            }
            volume *= strength;
            pan = -pan;
            start += after * beat;
        }
    }
}

/// Whether an instrument has no pitch; `None` for an unknown instrument.
pub fn is_drum(name: &str) -> Option<bool> {
    Instrument::named(name).map(|instrument| instrument.drum)
}

/// The samples of a note that is held for this many samples.
fn sound(instrument: &Instrument, note: &Note, held: f32, into: &mut Vec<f32>) {
    let pitch = if instrument.drum { 1.0 } else { 440.0 * libm::exp2f((f32::from(note.pitch) - 69.0) / 12.0) };
    // Low strings sound longer than high ones.
    let length_factor = if instrument.drum { 1.0 } else { libm::sqrtf(330.0 / pitch).clamp(0.6, 1.6) };
    let release = instrument.release * PER_SECOND;
    let slowest = instrument.partials.iter().map(|p| p.2 * length_factor).fold(instrument.hiss.1, f32::max);
    let endless = instrument.partials.iter().any(|p| p.2 == 0.0);
    let fades = slowest * PER_SECOND * 6.0;
    let length = if endless { held + release } else { (held + release).min(fades) };
    into.resize(length as usize, 0.0);
    for &(times, level, decay) in &instrument.partials {
        let hertz = pitch * times;
        if hertz > MAX_HERTZ {
            continue;
        }
        let kept = if decay > 0.0 { libm::expf(-1.0 / (decay * length_factor * PER_SECOND)) } else { 1.0 };
        let turn = TAU * hertz / PER_SECOND;
        let (across, along) = (libm::cosf(turn) * kept, libm::sinf(turn) * kept);
        let (mut x, mut y) = (level, 0.0);
        for out in into.iter_mut() {
            *out += y;
            (x, y) = (x * across - y * along, x * along + y * across);
            if x.abs() + y.abs() < SILENCE * 0.1 {
                break;
            }
        }
    }
    let (level, decay) = instrument.hiss;
    if level > 0.0 {
        let mut noise = Noise::new((note.start * 64.0) as u32 + 7);
        let kept = libm::expf(-1.0 / (decay * PER_SECOND));
        let (mut volume, mut before) = (level, 0.0);
        for out in into.iter_mut() {
            let now = noise.sample();
            // The difference of two samples acts as a high pass.
            *out += (now - before) * volume;
            before = now * 0.6;
            volume *= kept;
            if volume < SILENCE {
                break;
            }
        }
    }
    let attack = instrument.attack * PER_SECOND;
    let end = into.len() as f32;
    let fade = release.min(end * 0.5).max(1.0);
    for (i, out) in into.iter_mut().enumerate() {
        let i = i as f32;
        *out *= (i / attack).min(1.0) * ((end - i) / fade).min(1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_instruments_can_be_read() {
        for line in include_str!("instruments.txt").lines().filter(|line| !line.starts_with('#')) {
            let instrument = Instrument::parse(line).unwrap();
            assert_eq!(instrument.partials.len(), line.matches('|').count(), "{line}");
        }
    }
}
