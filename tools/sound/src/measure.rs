//! Measures sounds: loudness by ITU-R BS.1770 and EBU R128, true peak, clipped samples, brightness.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use ebur128::{EbuR128, Mode};
use seamwalker_synth::RATE;
use seamwalker_synth::effects::Effect;

use seamwalker_synth::layers::LayerMix;
use seamwalker_synth::score::Score;

use crate::spectrum::{centroid, centroid_of_beginning, share_above};

/// Above this frequency a sound is bright, in Hz.
const HIGHS: f32 = 2000.0;

/// Length of the window of momentary loudness, and how often it is read, in seconds.
const MOMENTARY_WINDOW: f64 = 0.4;
const MOMENTARY_EVERY: f64 = 0.01;

/// The figures of a sound.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Its length in seconds.
    pub seconds: f64,
    /// Integrated loudness in LUFS. Not finite for sounds shorter than its window of 0.4 s.
    pub integrated: f64,
    /// The loudest momentary loudness in LUFS. Silence around the sound counts, as in play.
    pub momentary: f64,
    /// The loudness range in LU.
    pub range: f64,
    /// The highest peak between samples, in dBTP.
    pub true_peak: f64,
    /// The number of samples at full scale.
    pub clipped: usize,
    /// The spectral centroid of the beginning, in Hz: high for bright sounds.
    pub centroid: f32,
}

impl Measurement {
    /// Measures samples, interleaved if there are several channels.
    ///
    /// # Errors
    /// The sample rate or the number of channels is out of range.
    pub fn of(samples: &[i16], channels: u32, rate: u32) -> Result<Self, ebur128::Error> {
        let mode = Mode::I | Mode::LRA | Mode::TRUE_PEAK;
        let mut whole = EbuR128::new(channels, rate, mode)?;
        whole.add_frames_i16(samples)?;
        let true_peak = (0..channels).map(|c| whole.true_peak(c)).try_fold(0.0, |a, b| b.map(|b| f64::max(a, b)))?;
        Ok(Self {
            seconds: samples.len() as f64 / f64::from(channels * rate),
            integrated: whole.loudness_global()?,
            momentary: momentary(samples, channels, rate)?,
            range: whole.loudness_range()?,
            true_peak: 20.0 * libm::log10(true_peak.max(1e-9)),
            clipped: samples.iter().filter(|sample| sample.unsigned_abs() >= i16::MAX as u16).count(),
            centroid: centroid_of_beginning(samples, channels as usize, rate),
        })
    }
}

/// The largest momentary loudness in LUFS.
fn momentary(samples: &[i16], channels: u32, rate: u32) -> Result<f64, ebur128::Error> {
    let mut meter = EbuR128::new(channels, rate, Mode::M)?;
    let silence = vec![0; (MOMENTARY_WINDOW * f64::from(rate * channels)) as usize];
    let part = (MOMENTARY_EVERY * f64::from(rate)) as usize * channels as usize;
    let mut loudest = f64::NEG_INFINITY;
    for samples in [&silence[..], samples, &silence] {
        for part in samples.chunks(part) {
            meter.add_frames_i16(part)?;
            loudest = loudest.max(meter.loudness_momentary()?);
        }
    }
    Ok(loudest)
}

/// A piece of music with its figures.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The name of its file.
    pub name: String,
    /// Beats per minute.
    pub tempo: f32,
    /// Its key, as the score names it.
    pub key: String,
    /// The figures.
    pub figures: Measurement,
    /// The spectral centroid of all of it, in Hz.
    pub centroid: f32,
    /// The share of its energy above 2 kHz, in percent.
    pub highs: f32,
    /// The loudness range in LU as it is heard: that of a piece with layers in a run, see [`heard`].
    pub range_in_a_run: f64,
}

/// The length of a run, in times of its piece, and for which part of it the hero rests.
const RUN: usize = 2;
const REST: std::ops::Range<f32> = 0.6..0.7;
/// The time between two changes of the layers, in seconds.
const STEP: f32 = 0.05;

/// A piece as it is heard in a run that makes even progress through a level and rests once: left and right interleaved.
pub fn heard(score: &Score) -> Vec<i16> {
    let layers: Vec<Vec<i16>> = (0..score.layers()).map(|layer| super::rendered(score.clone(), Some(layer))).collect();
    let (all, mut mix) = (layers[0].len() * RUN, LayerMix::default());
    let step = (STEP * RATE as f32) as usize * 2;
    let mut samples = Vec::with_capacity(all);
    for from in (0..all).step_by(step) {
        let progress = from as f32 / all as f32;
        mix.update(progress, REST.contains(&progress), STEP);
        samples.extend((from..all.min(from + step)).map(|i| {
            let sum = layers.iter().zip(mix.levels).map(|(layer, level)| f32::from(layer[i % layer.len()]) * level);
            sum.sum::<f32>() as i16
        }));
    }
    samples
}

/// All music.
///
/// # Errors
/// A score cannot be read.
pub fn pieces() -> Result<Vec<Piece>, Box<dyn Error>> {
    let measure = |(name, score): (String, Score)| {
        let text = fs::read_to_string(Path::new(super::MUSIC).join(format!("{name}.score")))?;
        let key = text.lines().find_map(|line| line.strip_prefix("scale ")).unwrap_or_default().trim().to_owned();
        let tempo = score.tempo;
        let in_a_run = (score.layers() > 1).then(|| Measurement::of(&heard(&score), 2, RATE)).transpose()?;
        let samples = super::rendered(score, None);
        let (figures, centroid) = (Measurement::of(&samples, 2, RATE)?, centroid(&samples, 2, RATE));
        let range_in_a_run = in_a_run.unwrap_or(figures).range;
        let highs = share_above(&samples, 2, RATE, HIGHS) * 100.0;
        Ok(Piece { name, tempo, key, figures, centroid, highs, range_in_a_run })
    };
    super::scores()?.into_iter().map(measure).collect()
}

/// The figures of every variant of an effect. An effect is played in the middle with the power of one channel.
///
/// # Errors
/// Never: rate and channels are in range.
pub fn effect(effect: Effect) -> Result<Vec<Measurement>, ebur128::Error> {
    (0..effect.variants()).map(|variant| Measurement::of(&effect.samples(variant), 1, RATE)).collect()
}

/// The difference between the largest and the smallest value.
pub fn spread(values: impl IntoIterator<Item = f64>) -> f64 {
    let (least, most) =
        values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), v| (least.min(v), most.max(v)));
    most - least
}

/// The tables of music and effects, as they are in docs/SOUND.md.
///
/// # Errors
/// A score cannot be read.
pub fn tables() -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    writeln!(
        text,
        "| piece | key | beats per minute | seconds | LUFS | range, LU | in a run, LU | true peak, dBTP | clipped | centroid, Hz | above 2 kHz, % |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|---|---|---|")?;
    for Piece { name, tempo, key, figures: f, centroid, highs, range_in_a_run } in pieces()? {
        let (seconds, lufs, range, peak) = (f.seconds, f.integrated, f.range, f.true_peak);
        writeln!(
            text,
            "| {name} | {key} | {tempo:.0} | {seconds:.0} | {lufs:.1} | {range:.1} | {range_in_a_run:.1} | {peak:.1} | {} | {centroid:.0} | {highs:.1} |",
            f.clipped
        )?;
    }
    writeln!(
        text,
        "\n| effect | variants | ms | loudest, LUFS | true peak, dBTP | clipped | centroid, Hz | spread, Hz |"
    )?;
    writeln!(text, "|---|---|---|---|---|---|---|---|")?;
    for &kind in Effect::ALL {
        let all = effect(kind)?;
        let most = |of: fn(&Measurement) -> f64| all.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let (ms, loudest, peak) = (most(|f| f.seconds * 1e3), most(|f| f.momentary), most(|f| f.true_peak));
        let clipped: usize = all.iter().map(|f| f.clipped).sum();
        let centroids = || all.iter().map(|f| f64::from(f.centroid));
        let mean = centroids().sum::<f64>() / all.len() as f64;
        let (name, count, apart) = (kind.name(), all.len(), spread(centroids()));
        writeln!(
            text,
            "| {name} | {count} | {ms:.0} | {loudest:.1} | {peak:.1} | {clipped} | {mean:.0} | {apart:.0} |"
        )?;
    }
    Ok(text)
}
