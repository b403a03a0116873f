//! What a sound is made of over time: its spectrum, and from it the balance of low and high parts, the tempo and the key.
//!
//! Tempo and key are estimates. The tempo is the lag at which the onsets repeat best; it is often twice or half of the written
//! one. The key is the one whose usual shares of the twelve tones are most like those of the piece; it is often a relative or
//! neighbouring one.

use realfft::{RealFftPlanner, RealToComplex};

/// Samples of a window. At 44.1 kHz, it has 93 ms and resolves 11 Hz.
const WINDOW: usize = 4096;
/// The range of windows for the beginning of a sound, whose length they cover.
const BEGINNINGS: (usize, usize) = (256, 16_384);
/// Windows that cover each sample.
const OVERLAP: usize = 4;

/// The borders of the bands of [`Spectrum::balance`], in Hz.
pub const BAND_BORDERS: [f32; 3] = [200.0, 2000.0, 4000.0];
/// The range of tempos that is searched, in beats per minute; of several that fit, those near the preferred one win.
const TEMPOS: std::ops::RangeInclusive<u16> = 60..=200;
const PREFERRED_TEMPO: f32 = 120.0;
/// Larger values let tempos far from the preferred one win, in octaves.
const TEMPO_WIDTH: f32 = 0.9;
/// The range of frequencies that count for the key, in Hz.
const TONES: std::ops::Range<f32> = 80.0..2000.0;
/// The names of the twelve tones.
const TONE_NAMES: [&str; 12] = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"];
/// How well each of the twelve tones fits to a major and to a minor key, by the experiments of Krumhansl and Kessler (1982).
const KEY_PROFILES: [(&str, [f32; 12]); 2] = [
    ("major", [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88]),
    ("minor", [6.33, 2.68, 3.52, 5.38, 2.60, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17]),
];

/// The magnitudes of a sound's frequencies over time.
#[derive(Clone, Debug)]
pub struct Spectrum {
    /// For every window the magnitude of each frequency, from 0 to half the rate.
    pub frames: Vec<Vec<f32>>,
    /// Samples per second.
    rate: f32,
    /// Samples of a window.
    window: usize,
}

impl Spectrum {
    /// The spectrum of the mean of all channels. A short sound is followed by silence.
    #[must_use]
    pub fn of(samples: &[i16], channels: usize, rate: u32) -> Self {
        let mut mono: Vec<f32> = samples
            .chunks_exact(channels)
            .map(|frame| frame.iter().map(|s| f32::from(*s)).sum::<f32>() / (32768.0 * channels as f32))
            .collect();
        mono.resize(mono.len().max(WINDOW), 0.0);
        let turn = std::f32::consts::TAU / WINDOW as f32;
        let hann: Vec<f32> = (0..WINDOW).map(|i| 0.5 - 0.5 * libm::cosf(turn * i as f32)).collect();
        let transform = RealFftPlanner::<f32>::new().plan_fft_forward(WINDOW);
        let frames = mono
            .windows(WINDOW)
            .step_by(WINDOW / OVERLAP)
            .map(|window| magnitudes(&*transform, window.iter().zip(&hann).map(|(s, weight)| s * weight).collect()));
        Self { frames: frames.collect(), rate: rate as f32, window: WINDOW }
    }

    /// A single spectrum of the beginning of the first channel, of which every sample counts the same: for sounds that begin at
    /// their loudest.
    #[must_use]
    pub fn of_beginning(samples: &[i16], channels: usize, rate: u32) -> Self {
        let size = (samples.len() / channels).next_power_of_two().clamp(BEGINNINGS.0, BEGINNINGS.1);
        let mut input: Vec<f32> = samples.iter().step_by(channels).take(size).map(|s| f32::from(*s)).collect();
        input.resize(size, 0.0);
        let mut frame = magnitudes(&*RealFftPlanner::new().plan_fft_forward(size), input);
        frame.truncate(size / 2);
        Self { frames: vec![frame], rate: rate as f32, window: size }
    }

    /// The frequency of a value, in Hz.
    #[must_use]
    pub fn frequency(&self, index: usize) -> f32 {
        index as f32 * self.rate / self.window as f32
    }

    /// Every frequency with its power in the whole sound.
    fn powers(&self) -> impl Iterator<Item = (f32, f32)> + '_ {
        let count = self.frames.first().map_or(0, Vec::len);
        (0..count).map(|i| (self.frequency(i), self.frames.iter().map(|frame| frame[i] * frame[i]).sum()))
    }

    /// The shares of the power below 200 Hz, to 2 kHz, to 4 kHz, and above, in percent.
    #[must_use]
    pub fn balance(&self) -> [f32; 4] {
        let mut bands = [0.0; 4];
        for (frequency, power) in self.powers() {
            bands[BAND_BORDERS.iter().filter(|border| frequency >= **border).count()] += power;
        }
        let all: f32 = bands.iter().sum();
        bands.map(|power| power / all.max(f32::MIN_POSITIVE) * 100.0)
    }

    /// The mean frequency of all windows, weighted by magnitude, in Hz.
    #[must_use]
    pub fn centroid(&self) -> f32 {
        let (mut sum, mut weighted) = (0.0, 0.0);
        for frame in &self.frames {
            for (i, magnitude) in frame.iter().enumerate() {
                sum += magnitude;
                weighted += magnitude * self.frequency(i);
            }
        }
        weighted / sum.max(f32::MIN_POSITIVE)
    }

    /// How much louder each window is than the one before, summed over its frequencies on a logarithmic scale.
    fn onsets(&self) -> Vec<f32> {
        let loud = |magnitude: f32| libm::logf(1.0 + 100.0 * magnitude);
        let rise = |pair: &[Vec<f32>]| {
            pair[0].iter().zip(&pair[1]).map(|(before, after)| (loud(*after) - loud(*before)).max(0.0)).sum()
        };
        let onsets: Vec<f32> = self.frames.windows(2).map(rise).collect();
        let mean = onsets.iter().sum::<f32>() / onsets.len().max(1) as f32;
        onsets.into_iter().map(|onset| onset - mean).collect()
    }

    /// The estimated tempo, in beats per minute.
    #[must_use]
    pub fn tempo(&self) -> f32 {
        let onsets = self.onsets();
        let fits = |lag: f32| {
            let (whole, part) = (lag as usize, lag.fract());
            let pairs = onsets.iter().zip(onsets.iter().skip(whole).zip(onsets.iter().skip(whole + 1)));
            pairs.map(|(now, (a, b))| now * (a * (1.0 - part) + b * part)).sum::<f32>()
        };
        let score = |tempo: f32| {
            let beat = 60.0 / tempo * self.rate * OVERLAP as f32 / self.window as f32;
            let octaves = libm::log2f(tempo / PREFERRED_TEMPO) / TEMPO_WIDTH;
            // A bar of four beats repeats as well.
            (fits(beat) + 0.5 * fits(beat * 2.0) + 0.5 * fits(beat * 4.0)) * libm::expf(-0.5 * octaves * octaves)
        };
        // Half beats per minute.
        let tempos = (TEMPOS.start() * 2..=TEMPOS.end() * 2).map(|half| f32::from(half) * 0.5);
        tempos.max_by(|a, b| score(*a).total_cmp(&score(*b))).unwrap_or(0.0)
    }

    /// The shares of the twelve tones, beginning with C.
    fn tones(&self) -> [f32; 12] {
        let mut tones = [0.0; 12];
        let count = self.frames.first().map_or(0, Vec::len);
        for i in (0..count).filter(|i| TONES.contains(&self.frequency(*i))) {
            // A4 has 440 Hz and is the tone 9.
            let tone = libm::roundf(12.0 * libm::log2f(self.frequency(i) / 440.0)) as i32 + 9;
            let sum: f32 = self.frames.iter().map(|frame| frame[i]).sum();
            tones[tone.rem_euclid(12) as usize] += sum;
        }
        tones
    }

    /// The estimated key.
    #[must_use]
    pub fn key(&self) -> String {
        let tones = self.tones();
        let keys = (0..12).flat_map(|tonic| KEY_PROFILES.map(|(mode, profile)| (tonic, mode, profile)));
        let fits = |(tonic, _, profile): &(usize, &str, [f32; 12])| {
            correlation(&tones, &std::array::from_fn(|tone| profile[(tone + 12 - tonic) % 12]))
        };
        let best = keys.max_by(|a, b| fits(a).total_cmp(&fits(b)));
        best.map_or_else(String::new, |(tonic, mode, _)| format!("{} {mode}", TONE_NAMES[tonic]))
    }
}

/// The magnitudes of the frequencies of as many samples as the transform is made for.
fn magnitudes(transform: &dyn RealToComplex<f32>, mut samples: Vec<f32>) -> Vec<f32> {
    let mut output = transform.make_output_vec();
    // The lengths are those of the transform, so this cannot fail.
    let _ = transform.process(&mut samples, &mut output);
    output.iter().map(|value| value.norm()).collect()
}

/// The correlation of two lists, -1 to 1.
fn correlation(a: &[f32; 12], b: &[f32; 12]) -> f32 {
    let centred = |list: &[f32; 12]| list.map(|value| value - list.iter().sum::<f32>() / 12.0);
    let (a, b) = (centred(a), centred(b));
    let product = |a: &[f32; 12], b: &[f32; 12]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt().max(f32::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 44_100;

    /// Beats of these tones, in Hz, at a tempo.
    fn beats(tempo: f32, tones: &[f32]) -> Vec<i16> {
        let beat = (60.0 / tempo * RATE as f32) as usize;
        let sample = |i: usize| {
            let (at, tone) = ((i % beat) as f32 / RATE as f32, tones[i / beat % tones.len()]);
            (12_000.0 * libm::expf(-8.0 * at) * libm::sinf(std::f32::consts::TAU * tone * at)) as i16
        };
        (0..RATE as usize * 20).map(sample).collect()
    }

    #[test]
    fn beats_have_their_tempo_and_key() {
        // C major: C E G C F A G B.
        let c_major = [261.6, 329.6, 392.0, 523.3, 349.2, 440.0, 392.0, 493.9];
        for tempo in [90.0, 126.0, 150.0] {
            let spectrum = Spectrum::of(&beats(tempo, &c_major), 1, RATE);
            assert!((spectrum.tempo() - tempo).abs() <= 1.0, "{} for {tempo}", spectrum.tempo());
            assert_eq!(spectrum.key(), "C major");
        }
        let a_minor = [220.0, 261.6, 329.6, 440.0, 293.7, 349.2, 329.6, 220.0];
        assert_eq!(Spectrum::of(&beats(120.0, &a_minor), 1, RATE).key(), "A minor");
    }

    #[test]
    fn a_sine_lies_in_its_band() {
        let sine = |hz: f32| -> Vec<i16> {
            (0..RATE)
                .map(|i| (9000.0 * libm::sinf(std::f32::consts::TAU * hz * i as f32 / RATE as f32)) as i16)
                .collect()
        };
        for (hz, band) in [(100.0, 0), (1000.0, 1), (3000.0, 2), (8000.0, 3)] {
            let spectrum = Spectrum::of(&sine(hz), 1, RATE);
            assert!(spectrum.balance()[band] > 99.0, "{hz}: {:?}", spectrum.balance());
            assert!((spectrum.centroid() / hz - 1.0).abs() < 0.1, "{hz}: {}", spectrum.centroid());
        }
    }
}
