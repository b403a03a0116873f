//! Music from a score: every note is a handful of swinging, fading partials, as a comb of a music box has them.

use std::f32::consts::{FRAC_PI_4, TAU};

use super::levels::Levels;
use super::score::{Note, Score, Voice};
use super::synth::Noise;
use super::{PER_SECOND, to_i16};

/// What makes the sound of a voice.
struct Instrument {
    name: &'static str,
    /// How many times the note's pitch, or for a drum how many Hz; how loud; seconds to fade to a third, 0 for never.
    partials: &'static [(f32, f32, f32)],
    /// Seconds to become loud, and to become silent when the note is over.
    attack: f32,
    release: f32,
    /// How loud a hiss is, and in how many seconds it fades to a third.
    hiss: (f32, f32),
    drum: bool,
}

/// What the others differ from.
const PLAIN: Instrument =
    Instrument { name: "", partials: &[], attack: 0.002, release: 0.06, hiss: (0.0, 0.01), drum: false };

/// All instruments.
const INSTRUMENTS: [Instrument; 10] = [
    Instrument {
        name: "box",
        partials: &[(1.0, 1.0, 0.5), (2.0, 0.16, 0.3), (4.02, 0.2, 0.12), (6.9, 0.07, 0.04)],
        release: 0.5,
        hiss: (0.05, 0.004),
        ..PLAIN
    },
    Instrument {
        name: "pluck",
        partials: &[(1.0, 1.0, 0.2), (2.0, 0.55, 0.13), (3.0, 0.3, 0.09), (4.0, 0.16, 0.06), (5.01, 0.08, 0.04)],
        hiss: (0.08, 0.006),
        ..PLAIN
    },
    Instrument {
        name: "harp",
        partials: &[(1.0, 1.0, 0.45), (2.0, 0.4, 0.25), (3.0, 0.2, 0.15), (4.0, 0.08, 0.1)],
        attack: 0.004,
        release: 0.3,
        ..PLAIN
    },
    Instrument {
        name: "organ",
        partials: &[(1.0, 0.6, 0.0), (1.004, 0.4, 0.0), (2.0, 0.25, 0.0), (3.0, 0.1, 0.0), (4.0, 0.05, 0.0)],
        attack: 0.09,
        release: 0.22,
        ..PLAIN
    },
    Instrument {
        name: "reed",
        partials: &[
            (0.998, 0.55, 0.0),
            (1.003, 0.45, 0.0),
            (2.0, 0.16, 0.0),
            (3.0, 0.34, 0.0),
            (4.0, 0.07, 0.0),
            (5.0, 0.15, 0.0),
            (7.0, 0.05, 0.0),
        ],
        attack: 0.03,
        release: 0.09,
        ..PLAIN
    },
    Instrument {
        name: "whistle",
        partials: &[(1.0, 1.0, 0.0), (2.0, 0.07, 0.0), (3.0, 0.03, 0.0)],
        attack: 0.05,
        release: 0.12,
        hiss: (0.02, 0.05),
        ..PLAIN
    },
    Instrument {
        name: "thump",
        partials: &[(64.0, 1.0, 0.09), (101.0, 0.6, 0.05)],
        release: 0.2,
        hiss: (0.06, 0.008),
        drum: true,
        ..PLAIN
    },
    Instrument { name: "brush", partials: &[], attack: 0.006, release: 0.1, hiss: (0.5, 0.045), drum: true },
    Instrument {
        name: "tick",
        partials: &[(1720.0, 0.5, 0.014), (2630.0, 0.3, 0.01)],
        hiss: (0.1, 0.004),
        drum: true,
        ..PLAIN
    },
    Instrument {
        name: "clack",
        partials: &[(610.0, 0.6, 0.022), (985.0, 0.4, 0.016), (2210.0, 0.15, 0.01)],
        hiss: (0.25, 0.012),
        drum: true,
        ..PLAIN
    },
];

/// Partials above are not heard, in Hz: there would be no samples for them.
const HIGHEST: f32 = 9000.0;

/// How much is left of a note when it is over, at the least.
const NOTHING: f32 = 0.001;

/// A piece that is being made, note by note.
#[derive(Debug)]
pub struct Rendering {
    score: Score,
    /// Left and right in turns.
    samples: Vec<f32>,
    /// How many notes are done.
    next: usize,
    note: Vec<f32>,
}

impl Rendering {
    /// Begins.
    #[must_use]
    pub fn new(score: Score) -> Self {
        let frames = (score.seconds() * PER_SECOND) as usize;
        Self { samples: vec![0.0; frames.max(1) * 2], next: 0, note: Vec::new(), score }
    }

    /// Makes the next notes, at most so many; whether some are left.
    pub fn go_on(&mut self, most: usize) -> bool {
        let end = self.score.notes.len().min(self.next.saturating_add(most));
        for i in self.next..end {
            self.play(self.score.notes[i]);
        }
        self.next = end;
        end < self.score.notes.len()
    }

    /// Whether it has no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// How many samples it has, left and right counted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Some of its samples, left and right in turns, as they are kept. The end runs into the beginning: what still sounds there
    /// is in both.
    #[must_use]
    pub fn part(&self, from: usize, most: usize) -> Vec<i16> {
        let end = self.samples.len().min(from.saturating_add(most));
        self.samples[from.min(end)..end].iter().map(|s| to_i16(*s)).collect()
    }

    /// How loud it is so far.
    #[must_use]
    pub fn levels(&self) -> Levels {
        Levels::of(&self.samples)
    }

    /// Adds a note and its echoes, each on the other side.
    fn play(&mut self, note: Note) {
        let Some(voice) = self.score.voices.get(note.voice) else { return };
        let Some(instrument) = INSTRUMENTS.iter().find(|instrument| instrument.name == voice.instrument) else {
            return;
        };
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

/// Whether there is such an instrument.
#[must_use]
pub fn is_instrument(name: &str) -> bool {
    INSTRUMENTS.iter().any(|instrument| instrument.name == name)
}

/// Whether an instrument has no pitch.
#[must_use]
pub fn is_drum(name: &str) -> bool {
    INSTRUMENTS.iter().any(|instrument| instrument.name == name && instrument.drum)
}

/// The samples of a note that is held for so many samples.
fn sound(instrument: &Instrument, note: &Note, held: f32, into: &mut Vec<f32>) {
    let pitch = if instrument.drum { 1.0 } else { 440.0 * libm::exp2f((f32::from(note.pitch) - 69.0) / 12.0) };
    // Low strings swing longer than high ones.
    let long = if instrument.drum { 1.0 } else { libm::sqrtf(330.0 / pitch).clamp(0.6, 1.6) };
    let release = instrument.release * PER_SECOND;
    let slowest = instrument.partials.iter().map(|p| p.2 * long).fold(instrument.hiss.1, f32::max);
    let endless = instrument.partials.iter().any(|p| p.2 == 0.0);
    let fades = slowest * PER_SECOND * 6.0;
    let length = if endless { held + release } else { (held + release).min(fades) };
    into.resize(length as usize, 0.0);
    for &(times, level, decay) in instrument.partials {
        let hertz = pitch * times;
        if hertz > HIGHEST {
            continue;
        }
        let kept = if decay > 0.0 { libm::expf(-1.0 / (decay * long * PER_SECOND)) } else { 1.0 };
        let turn = TAU * hertz / PER_SECOND;
        let (across, along) = (libm::cosf(turn) * kept, libm::sinf(turn) * kept);
        let (mut x, mut y) = (level, 0.0);
        for out in into.iter_mut() {
            *out += y;
            (x, y) = (x * across - y * along, x * along + y * across);
            if x.abs() + y.abs() < NOTHING * 0.1 {
                break;
            }
        }
    }
    let (level, decay) = instrument.hiss;
    if level > 0.0 {
        let mut noise = Noise::new((note.start * 64.0) as u32 + 7);
        let kept = libm::expf(-1.0 / (decay * PER_SECOND));
        let (mut loud, mut before) = (level, 0.0);
        for out in into.iter_mut() {
            let now = noise.sample();
            // The difference of two has more above than below.
            *out += (now - before) * loud;
            before = now * 0.6;
            loud *= kept;
            if loud < NOTHING {
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
