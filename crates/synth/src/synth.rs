//! The synthesiser of the effects, in the manner of sfxr: layers of one wave each, with an envelope, slides and filters.

use std::f32::consts::TAU;

use super::levels::Levels;
use super::{PER_SECOND, to_i16};

/// How loud the loudest 50 ms of an effect are, and what its largest sample may be, as parts of full scale.
const LOUD: f32 = 0.15;
const MAX: f32 = 0.89;

/// The longest effect, in seconds.
const LONGEST: f32 = 3.0;

/// Random numbers that are the same everywhere.
#[derive(Debug)]
pub struct Noise(u32);

impl Noise {
    /// The numbers of a seed.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9) | 1)
    }

    /// The next one, from -1 to 1.
    pub fn sample(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }
}

/// What swings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wave {
    /// Round and soft.
    Sine,
    /// A little brighter.
    Triangle,
    /// Hollow.
    Square,
    /// A new random value at every period: a hiss, or a rumble where the frequency is low.
    Hiss,
}

/// One layer of an effect. Seconds, Hz, and octaves per second.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    /// What swings.
    pub wave: Wave,
    /// When it begins.
    pub at: f32,
    /// How often it swings at first.
    pub pitch: f32,
    /// How fast that rises.
    pub slide: f32,
    /// Where it jumps to another pitch, and by which factor.
    pub jump: (f32, f32),
    /// How often the pitch wavers, and how far, in octaves.
    pub waver: (f32, f32),
    /// How often it is cut into grains; 0 for not at all.
    pub grains: f32,
    /// Until it is at its loudest, how long it stays there, how long it takes to fade.
    pub attack: f32,
    pub hold: f32,
    pub decay: f32,
    /// What is above is dampened, and how fast that limit rises.
    pub below: f32,
    pub below_slide: f32,
    /// What is below is dampened.
    pub above: f32,
    /// How loud it is among its fellows.
    pub level: f32,
}

/// What the others differ from: a short soft tone.
pub const TONE: Layer = Layer {
    wave: Wave::Sine,
    at: 0.0,
    pitch: 440.0,
    slide: 0.0,
    jump: (0.0, 1.0),
    waver: (0.0, 0.0),
    grains: 0.0,
    attack: 0.003,
    hold: 0.0,
    decay: 0.12,
    below: 9000.0,
    below_slide: 0.0,
    above: 20.0,
    level: 1.0,
};

/// A short hiss, as cloth makes it.
pub const CLOTH: Layer = Layer { wave: Wave::Hiss, pitch: 22_050.0, below: 2200.0, above: 250.0, decay: 0.07, ..TONE };

impl Layer {
    /// How long it sounds, from the beginning of the effect.
    fn end(&self) -> f32 {
        self.at + self.attack + self.hold + self.decay
    }

    /// Its loudness at a moment after its beginning.
    fn envelope(&self, t: f32) -> f32 {
        let fading = t - self.attack - self.hold;
        let shape = if t < self.attack {
            t / self.attack
        } else if fading < 0.0 {
            1.0
        } else {
            let left = (1.0 - fading / self.decay).max(0.0);
            left * left
        };
        let grain = t * self.grains;
        shape * (1.0 - 0.85 * (grain - grain.floor()))
    }

    /// Adds it to an effect.
    fn add(&self, into: &mut [f32], noise: &mut Noise, tuning: f32) {
        let first = (self.at * PER_SECOND) as usize;
        let (rise, opening) = (libm::exp2f(self.slide / PER_SECOND), libm::exp2f(self.below_slide / PER_SECOND));
        let (mut pitch, mut below) = (self.pitch * tuning, self.below);
        let (mut phase, mut held) = (0.0_f32, noise.sample());
        let (mut soft, mut softer, mut rest) = (0.0, 0.0, 0.0);
        for (i, out) in into.iter_mut().skip(first).enumerate() {
            let t = i as f32 / PER_SECOND;
            let jump = if self.jump.0 > 0.0 && t >= self.jump.0 { self.jump.1 } else { 1.0 };
            let waver =
                if self.waver.1 > 0.0 { libm::exp2f(self.waver.1 * libm::sinf(TAU * self.waver.0 * t)) } else { 1.0 };
            phase += (pitch * jump * waver / PER_SECOND).min(1.0);
            if phase >= 1.0 {
                phase -= 1.0;
                held = noise.sample();
            }
            let wave = match self.wave {
                Wave::Sine => libm::sinf(TAU * phase),
                Wave::Triangle => 1.0 - 4.0 * (phase - 0.5).abs(),
                Wave::Square => 0.6 * if phase < 0.5 { 1.0 } else { -1.0 },
                Wave::Hiss => held,
            };
            // Two low passes and a high pass of one pole each.
            let (low, high) = (one_pole(below), one_pole(self.above));
            soft += (wave - soft) * low;
            softer += (soft - softer) * low;
            rest += (softer - rest) * high;
            *out += (softer - rest) * self.envelope(t) * self.level;
            pitch *= rise;
            below *= opening;
        }
    }
}

/// The share by which a filter of one pole follows its input, for a limit in Hz.
fn one_pole(hertz: f32) -> f32 {
    let turn = TAU * hertz / PER_SECOND;
    turn / (1.0 + turn)
}

/// The samples of an effect: all layers, as loud as every other effect is. `seed` chooses the noise, `tuning` the pitch.
pub fn render(layers: &[Layer], seed: u32, tuning: f32) -> Vec<i16> {
    let seconds = layers.iter().map(Layer::end).fold(0.0, f32::max).min(LONGEST);
    let mut samples = vec![0.0; (seconds * PER_SECOND) as usize];
    let mut noise = Noise::new(seed);
    for layer in layers {
        layer.add(&mut samples, &mut noise, tuning);
    }
    let levels = Levels::of(&samples);
    let gain = (LOUD / levels.loudest.max(1e-6)).min(MAX / levels.peak.max(1e-6));
    samples.iter().map(|s| to_i16(s * gain)).collect()
}
