//! How loud samples are.

use super::PER_SECOND;

/// The ear takes about so long to judge how loud a short sound is, in seconds.
const EAR: f32 = 0.05;

/// The largest sample and how loud it is, as parts of full scale.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Levels {
    /// The largest sample.
    pub peak: f32,
    /// Root of the mean square, of the whole.
    pub rms: f32,
    /// The same of the loudest 50 ms.
    pub loudest: f32,
}

impl Levels {
    /// Measures samples of full scale 1.
    pub fn of(samples: &[f32]) -> Self {
        let square = |part: &[f32]| part.iter().map(|s| s * s).sum::<f32>();
        let window = (EAR * PER_SECOND) as usize;
        let loudest = (0..samples.len())
            .step_by(window / 5)
            .map(|from| square(&samples[from..samples.len().min(from + window)]) / window as f32)
            .fold(0.0, f32::max);
        // In pieces, or a long sum in f32 would lose what is small.
        let whole: f64 = samples.chunks(window).map(|part| f64::from(square(part))).sum();
        Self {
            peak: samples.iter().fold(0.0, |most, s| s.abs().max(most)),
            rms: libm::sqrt(whole / samples.len().max(1) as f64) as f32,
            loudest: loudest.sqrt(),
        }
    }

    /// Measures samples as they are kept.
    #[must_use]
    pub fn of_kept(samples: &[i16]) -> Self {
        Self::of(&samples.iter().map(|&s| f32::from(s) / 32_767.0).collect::<Vec<_>>())
    }
}

/// A level in decibels of full scale.
#[must_use]
pub fn decibels(level: f32) -> f32 {
    20.0 * libm::log10f(level.max(1e-6))
}
