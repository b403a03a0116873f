//! Renders scores: every note is a handful of decaying partials, like the teeth of a music box.

use std::f32::consts::{FRAC_PI_4, TAU};

use super::score::{Note, Score, Voice};
use super::synth::Noise;
use super::{PER_SECOND, to_i16};

/// The timbre of a voice.
struct Instrument {
    name: &'static str,
    /// Frequency as a multiple of the note's, in Hz for a drum; level; seconds to decay to 1/e, 0 for never.
    partials: &'static [(f32, f32, f32)],
    /// Seconds to fade in, and to fade out after the note.
    attack: f32,
    release: f32,
    /// Level of a hiss, and seconds to decay to 1/e.
    hiss: (f32, f32),
    drum: bool,
}

impl Instrument {
    /// The same instrument with other seconds to fade in and out.
    const fn fades(self, attack: f32, release: f32) -> Self {
        Self { attack, release, ..self }
    }

    /// The same instrument with a hiss of this level and decay.
    const fn hiss(self, level: f32, decay: f32) -> Self {
        Self { hiss: (level, decay), ..self }
    }

    fn named(name: &str) -> Option<&'static Self> {
        INSTRUMENTS.iter().find(|instrument| instrument.name == name)
    }
}

/// An instrument that plays notes, with these partials.
const fn tone(name: &'static str, partials: &'static [(f32, f32, f32)]) -> Instrument {
    Instrument { name, partials, attack: 0.002, release: 0.06, hiss: (0.0, 0.01), drum: false }
}

/// A drum with these partials.
const fn drum(name: &'static str, partials: &'static [(f32, f32, f32)]) -> Instrument {
    Instrument { drum: true, ..tone(name, partials) }
}

/// All instruments.
const INSTRUMENTS: [Instrument; 10] = [
    tone("box", &[(1.0, 1.0, 0.5), (2.0, 0.16, 0.3), (4.02, 0.2, 0.12), (6.9, 0.09, 0.05), (10.8, 0.07, 0.03)])
        .fades(0.002, 0.5)
        .hiss(0.14, 0.008),
    tone(
        "pluck",
        &[
            (1.0, 1.0, 0.2),
            (2.0, 0.55, 0.13),
            (3.0, 0.3, 0.09),
            (4.0, 0.16, 0.06),
            (5.01, 0.1, 0.05),
            (7.03, 0.09, 0.04),
            (10.1, 0.07, 0.03),
        ],
    )
    .hiss(0.2, 0.01),
    tone(
        "harp",
        &[
            (1.0, 1.0, 0.45),
            (2.0, 0.4, 0.25),
            (3.0, 0.2, 0.15),
            (4.0, 0.1, 0.1),
            (6.01, 0.07, 0.06),
            (9.02, 0.05, 0.04),
        ],
    )
    .fades(0.004, 0.3)
    .hiss(0.06, 0.01),
    tone("organ", &[(1.0, 0.6, 0.0), (1.004, 0.4, 0.0), (2.0, 0.25, 0.0), (3.0, 0.1, 0.0), (4.0, 0.05, 0.0)])
        .fades(0.09, 0.22),
    tone(
        "reed",
        &[
            (0.998, 0.55, 0.0),
            (1.003, 0.45, 0.0),
            (2.0, 0.16, 0.0),
            (3.0, 0.34, 0.0),
            (4.0, 0.07, 0.0),
            (5.0, 0.15, 0.0),
            (7.0, 0.05, 0.0),
        ],
    )
    .fades(0.03, 0.09),
    tone("whistle", &[(1.0, 1.0, 0.0), (2.0, 0.07, 0.0), (3.0, 0.03, 0.0)]).fades(0.05, 0.12).hiss(0.02, 0.05),
    drum("thump", &[(64.0, 1.0, 0.09), (101.0, 0.6, 0.05)]).fades(0.002, 0.2).hiss(0.06, 0.008),
    drum("brush", &[]).fades(0.006, 0.1).hiss(0.9, 0.06),
    drum("tick", &[(1720.0, 0.5, 0.014), (2630.0, 0.3, 0.01)]).hiss(0.35, 0.012),
    drum("clack", &[(610.0, 0.6, 0.022), (985.0, 0.4, 0.016), (2210.0, 0.15, 0.01)]).hiss(0.25, 0.012),
];

/// Higher partials are left out, in Hz: the sample rate is too low for them.
const MAX_HERTZ: f32 = 9000.0;

/// Below this level, a note is silent.
const SILENCE: f32 = 0.001;

/// A piece that is being rendered, note by note.
#[derive(Debug)]
pub struct Rendering {
    score: Score,
    /// Left and right, interleaved.
    samples: Vec<f32>,
    /// Index of the next note.
    next: usize,
    note: Vec<f32>,
}

impl Rendering {
    /// A rendering without any notes yet.
    #[must_use]
    pub fn new(score: Score) -> Self {
        let frames = (score.seconds() * PER_SECOND) as usize;
        Self { samples: vec![0.0; frames.max(1) * 2], next: 0, note: Vec::new(), score }
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
    #[must_use]
    pub fn total(&self) -> usize {
        self.samples.len()
    }

    /// At most `max` samples, left and right interleaved. Notes at the end wrap around to the beginning, so that the piece loops.
    #[must_use]
    pub fn part(&self, from: usize, max: usize) -> Vec<i16> {
        let end = self.samples.len().min(from.saturating_add(max));
        self.samples[from.min(end)..end].iter().map(|s| to_i16(*s)).collect()
    }

    /// Adds a note and its echoes, on alternating sides.
    fn play(&mut self, note: Note) {
        let Some(voice) = self.score.voices.get(note.voice) else { return };
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
#[must_use]
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
    for &(times, level, decay) in instrument.partials {
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
