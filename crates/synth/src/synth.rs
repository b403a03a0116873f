//! The synthesiser of the effects, in the manner of sfxr: layers of one wave each, with an envelope, slides and filters.

use std::f32::consts::TAU;

use super::levels::Levels;
use super::{PER_SECOND, to_i16};

/// Target level of the loudest 50 ms of an effect, and the maximum of its samples, as parts of full scale.
const TARGET_LEVEL: f32 = 0.15;
const MAX_PEAK: f32 = 0.8;

/// The longest effect, in seconds.
const MAX_EFFECT_SECONDS: f32 = 3.0;

/// White noise (xorshift), the same on every machine.
#[derive(Debug)]
pub struct Noise(u32);

impl Noise {
    /// The noise of a seed.
    pub fn new(seed: u32) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9) | 1)
    }

    /// The next sample, from -1 to 1.
    pub fn sample(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }
}

/// A waveform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wave {
    Sine,
    Triangle,
    Square,
    /// A new random value at every period: a hiss, or a rumble at low frequencies.
    Hiss,
}

/// One layer of an effect. Units are seconds, Hz, and octaves per second.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    /// The waveform.
    pub wave: Wave,
    /// Start time.
    pub at: f32,
    /// Frequency at the start.
    pub pitch: f32,
    /// Rise of the frequency.
    pub slide: f32,
    /// Time of a jump in pitch, and its factor.
    pub jump: (f32, f32),
    /// Frequency of a vibrato, and its depth in octaves.
    pub waver: (f32, f32),
    /// Rate at which the sound is cut into grains; 0 for none.
    pub grains: f32,
    /// Durations of the envelope's phases.
    pub attack: f32,
    pub hold: f32,
    pub decay: f32,
    /// Cutoff of the low pass, and its rise.
    pub below: f32,
    pub below_slide: f32,
    /// Cutoff of the high pass.
    pub above: f32,
    /// Level within the effect.
    pub level: f32,
}

/// The defaults of a layer: a short soft tone.
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

impl Layer {
    /// Its end, from the beginning of the effect.
    fn end(&self) -> f32 {
        self.at + self.attack + self.hold + self.decay
    }

    /// The value of the envelope at a time after its start.
    fn loudness(&self, t: f32) -> f32 {
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
        let (mut low_passed, mut low_passed_twice, mut rumble) = (0.0, 0.0, 0.0);
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
            low_passed += (wave - low_passed) * low;
            low_passed_twice += (low_passed - low_passed_twice) * low;
            rumble += (low_passed_twice - rumble) * high;
            *out += (low_passed_twice - rumble) * self.loudness(t) * self.level;
            pitch *= rise;
            below *= opening;
        }
    }
}

/// The coefficient of a one-pole filter, for a cutoff in Hz.
fn one_pole(hertz: f32) -> f32 {
    let turn = TAU * hertz / PER_SECOND;
    turn / (1.0 + turn)
}

/// The samples of an effect: the sum of its layers, normalized to the same loudness as all effects. `seed` determines the noise,
/// `tuning` scales the pitch.
pub fn render(layers: &[Layer], seed: u32, tuning: f32) -> Vec<i16> {
    let seconds = layers.iter().map(Layer::end).fold(0.0, f32::max).min(MAX_EFFECT_SECONDS);
    let mut samples = vec![0.0; (seconds * PER_SECOND) as usize];
    let mut noise = Noise::new(seed);
    for layer in layers {
        layer.add(&mut samples, &mut noise, tuning);
    }
    let levels = Levels::of(&samples);
    let gain = (TARGET_LEVEL / levels.loudest.max(1e-6)).min(MAX_PEAK / levels.peak.max(1e-6));
    samples.iter().map(|s| to_i16(s * gain)).collect()
}
