//! Measures loudness.

use super::PER_SECOND;

/// Window of the loudness measurement, in seconds: about what the ear needs to judge a short sound.
const LOUDNESS_WINDOW: f32 = 0.05;

/// Peak and loudness, as parts of full scale.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Levels {
    /// The largest absolute sample.
    pub peak: f32,
    /// Root mean square of the loudest 50 ms.
    pub loudest: f32,
}

impl Levels {
    /// Measures samples with full scale 1.
    pub fn of(samples: &[f32]) -> Self {
        let square = |part: &[f32]| part.iter().map(|s| s * s).sum::<f32>();
        let window = (LOUDNESS_WINDOW * PER_SECOND) as usize;
        let loudest = (0..samples.len())
            .step_by(window / 5)
            .map(|from| square(&samples[from..samples.len().min(from + window)]) / window as f32)
            .fold(0.0, f32::max);
        Self { peak: samples.iter().fold(0.0, |max, s| s.abs().max(max)), loudest: loudest.sqrt() }
    }
}
