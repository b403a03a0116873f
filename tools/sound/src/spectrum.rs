//! How bright a sound is: its spectral centroid, the mean frequency by magnitude.

use realfft::{RealFftPlanner, RealToComplex};

/// Samples of a window. At 44.1 kHz, it has 93 ms and resolves 11 Hz.
const WINDOW: usize = 4096;
/// The range of windows for the beginning of a sound, whose length they cover.
const BEGINNINGS: (usize, usize) = (256, 16_384);
/// Windows that cover each sample.
const OVERLAP: usize = 4;

/// The centroid of the whole sound, over the mean of all channels, in Hz.
pub fn centroid(samples: &[i16], channels: usize, rate: u32) -> f32 {
    mean(frames(samples, channels).into_iter(), |index| index * rate as f32 / WINDOW as f32)
}

/// The share of the energy of the whole sound above a frequency in Hz, over the mean of all channels.
pub fn share_above(samples: &[i16], channels: usize, rate: u32, hertz: f32) -> f32 {
    let first = (hertz * WINDOW as f32 / rate as f32).ceil() as usize;
    let energy = |values: &[f32]| values.iter().map(|value| value * value).sum::<f32>();
    let frames = frames(samples, channels);
    let [high, all] = [first, 0].map(|from| frames.iter().map(|frame| energy(&frame[from..])).sum::<f32>());
    high / all.max(f32::MIN_POSITIVE)
}

/// The magnitudes of all windows, over the mean of all channels.
fn frames(samples: &[i16], channels: usize) -> Vec<Vec<f32>> {
    let mono: Vec<f32> = samples
        .chunks_exact(channels)
        .map(|frame| frame.iter().map(|s| f32::from(*s)).sum::<f32>() / (32768.0 * channels as f32))
        .collect();
    let turn = std::f32::consts::TAU / WINDOW as f32;
    let hann: Vec<f32> = (0..WINDOW).map(|i| 0.5 - 0.5 * libm::cosf(turn * i as f32)).collect();
    let transform = RealFftPlanner::<f32>::new().plan_fft_forward(WINDOW);
    mono.windows(WINDOW)
        .step_by(WINDOW / OVERLAP)
        .map(|window| magnitudes(&*transform, window.iter().zip(&hann).map(|(s, weight)| s * weight).collect()))
        .collect()
}

/// The centroid of the beginning of the first channel, of which every sample counts the same: for sounds that begin at their loudest.
pub fn centroid_of_beginning(samples: &[i16], channels: usize, rate: u32) -> f32 {
    let size = (samples.len() / channels).next_power_of_two().clamp(BEGINNINGS.0, BEGINNINGS.1);
    let mut input: Vec<f32> = samples.iter().step_by(channels).take(size).map(|s| f32::from(*s)).collect();
    input.resize(size, 0.0);
    let mut frame = magnitudes(&*RealFftPlanner::new().plan_fft_forward(size), input);
    frame.truncate(size / 2);
    mean(std::iter::once(frame), |index| index * rate as f32 / size as f32)
}

/// The mean frequency of all frames, weighted by magnitude. `frequency` is that of a value by its index.
fn mean(frames: impl Iterator<Item = Vec<f32>>, frequency: impl Fn(f32) -> f32) -> f32 {
    let (mut sum, mut weighted) = (0.0, 0.0);
    for frame in frames {
        for (i, magnitude) in frame.iter().enumerate() {
            sum += magnitude;
            weighted += magnitude * frequency(i as f32);
        }
    }
    weighted / f32::max(sum, f32::MIN_POSITIVE)
}

/// The magnitudes of the frequencies of as many samples as the transform is made for.
fn magnitudes(transform: &dyn RealToComplex<f32>, mut samples: Vec<f32>) -> Vec<f32> {
    let mut output = transform.make_output_vec();
    // The lengths are those of the transform, so this cannot fail.
    let _ = transform.process(&mut samples, &mut output);
    output.iter().map(|value| value.norm()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_centroid_of_a_sine_is_its_frequency() {
        let rate = 44_100;
        for hz in [100.0, 1000.0, 8000.0] {
            let turn = std::f32::consts::TAU * hz / rate as f32;
            let sine: Vec<i16> = (0..rate).map(|i| (9000.0 * libm::sinf(turn * i as f32)) as i16).collect();
            let found = centroid(&sine, 1, rate);
            assert!((found / hz - 1.0).abs() < 0.1, "{hz}: {found}");
            let high = share_above(&sine, 1, rate, 2000.0);
            assert!((high - f32::from(u8::from(hz > 2000.0))).abs() < 0.01, "{hz}: {high}");
        }
    }
}
