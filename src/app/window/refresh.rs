//! Frame times in whole periods of the screen. A program measures when it is woken, which varies by milliseconds, and what a screen
//! shows comes at even intervals: with measured times, things that move at an even speed judder.
//!
//! A phase-locked loop, as radios and audio interfaces have: it predicts the next frames from the period, compares them with the clock,
//! and corrects phase and period by a small part of the difference. Screens without a fixed rate are not followed: there the
//! measured times are the right ones.

use seamwalker_sim::TICK;

/// Shares of the difference that correct the phase and the period in each frame.
const PHASE_GAIN: f64 = 0.05;
const PERIOD_GAIN: f64 = 0.003;
/// The difference is averaged over about so many frames.
const AVERAGED_FRAMES: f64 = 48.0;
/// Up to this average difference the screen is followed, and beyond the other not any more, in periods.
const LOCK: f64 = 0.13;
const UNLOCK: f64 = 0.2;
/// After so many frames that do not fit the period, it is measured anew.
const MAX_STRAYS: u32 = 60;
/// Frames that the first guess at the period is made from.
const GUESSED_FROM: usize = 31;
/// The fastest and the slowest screen, in Hz.
const RATES: (f64, f64) = (23.0, 500.0);
/// A longer frame is a pause, in seconds.
const MAX_GAP: f64 = 0.25;
/// A period this near to a tick, or to a whole part of one, counts as exactly that, as a share: 59.94 Hz is played as 60.
const NEAR_TICK: f64 = 0.006;

/// Follows the refreshes of a screen.
#[derive(Clone, Debug, Default)]
pub struct RefreshClock {
    /// The period in seconds, once it is known.
    period: Option<f64>,
    /// How far the clock is behind the prediction, in seconds.
    late: f64,
    /// The average size of the difference, in periods.
    error: f64,
    locked: bool,
    /// Frames since it was last locked.
    strays: u32,
    /// The last frame times, until there is a period.
    measured: Vec<f64>,
}

impl RefreshClock {
    /// For a screen with this rate in Hz, if that is known.
    pub fn new(rate: Option<f32>) -> Self {
        let rate = rate.map(f64::from).filter(|rate| (RATES.0..RATES.1).contains(rate));
        Self { period: rate.map(|rate| 1.0 / rate), ..Self::default() }
    }

    /// For how long a frame is shown that took this many seconds.
    pub fn frame(&mut self, measured: f32) -> f32 {
        let time = f64::from(measured);
        if !(0.0..MAX_GAP).contains(&time) {
            self.late = 0.0;
            return measured;
        }
        let Some(period) = self.period else {
            self.guess(time);
            return measured;
        };
        let (since, before) = (self.late + time, self.late);
        let periods = (since / period).round();
        let late = since - periods * period;
        self.error += (late.abs() / period - self.error) / AVERAGED_FRAMES;
        self.late = late * (1.0 - PHASE_GAIN);
        self.period = Some((period + late * PERIOD_GAIN / periods.max(1.0)).clamp(1.0 / RATES.1, 1.0 / RATES.0));
        let was_locked = self.locked;
        self.locked = self.error < if was_locked { UNLOCK } else { LOCK };
        match (was_locked, self.locked) {
            (true, true) => {
                self.strays = 0;
                (periods * near_tick(period)) as f32
            }
            // From measured times to predicted ones: what they differ by now is not shown again.
            (false, true) => (since - late) as f32,
            (true, false) => (time + before) as f32,
            (false, false) => {
                self.strays += 1;
                if self.strays == MAX_STRAYS {
                    // Perhaps the window is on another screen now.
                    *self = Self::default();
                }
                measured
            }
        }
    }

    /// Collects frame times until the period can be guessed.
    fn guess(&mut self, time: f64) {
        self.measured.push(time);
        if self.measured.len() < GUESSED_FROM {
            return;
        }
        let mut sorted = self.measured.clone();
        sorted.sort_by(f64::total_cmp);
        let median = sorted[GUESSED_FROM / 2].max(1.0 / RATES.1);
        // Refreshes that a frame missed count, too.
        let periods: f64 = sorted.iter().map(|time| (time / median).round()).sum();
        let period = sorted.iter().sum::<f64>() / periods.max(1.0);
        self.period = (1.0 / RATES.1..1.0 / RATES.0).contains(&period).then_some(period);
        // How well it fits them.
        let (mut at, mut error) = (0.0, 0.0);
        for time in &self.measured {
            at += time / period;
            error += (at - at.round()).abs();
        }
        (self.error, self.late) = (error / GUESSED_FROM as f64, 0.0);
        self.measured.clear();
    }
}

/// The period, or the whole part of a tick, or multiple of one, that it is meant to be.
fn near_tick(period: f64) -> f64 {
    let tick = f64::from(TICK);
    let parts = (tick / period).round().max(1.0);
    if (period * parts / tick - 1.0).abs() < NEAR_TICK { tick / parts } else { period }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::play::clock::Clock;

    /// A number from -1 to 1 that looks random.
    fn noise(i: u32) -> f64 {
        let mut h = i.wrapping_mul(0x9e37_79b1);
        h = (h ^ (h >> 15)).wrapping_mul(0x85eb_ca6b);
        f64::from((h ^ (h >> 13)) >> 8) / f64::from(1 << 23) - 1.0
    }

    /// The refreshes of a screen, and the frame times that a program measures: it is woken up to `jitter` seconds before or after
    /// a refresh, and misses those that `lost` names.
    fn woken(rate: f64, jitter: f64, lost: impl Fn(u32) -> bool) -> Vec<(u32, f32)> {
        let at = |i: u32| f64::from(i) / rate + noise(i) * jitter;
        let woken: Vec<u32> = (0..(rate * 20.0) as u32).filter(|i| !lost(*i)).collect();
        woken.windows(2).map(|pair| (pair[1] - pair[0], (at(pair[1]) - at(pair[0])).max(0.0) as f32)).collect()
    }

    const RATES_OF_SCREENS: [f64; 8] = [50.0, 59.94, 60.0, 75.0, 119.88, 120.0, 144.0, 240.0];

    /// After the first second, while it finds out the rate.
    fn settled(rate: f64) -> usize {
        rate as usize + GUESSED_FROM
    }

    #[test]
    fn what_is_shown_moves_as_the_screen_does_and_no_tick_is_doubled_or_missed() {
        for rate in RATES_OF_SCREENS {
            for known in [None, Some(rate.round() as f32)] {
                let (mut refresh, mut clock) = (RefreshClock::new(known), Clock::default());
                let (mut shown, mut due) = (0.0, Vec::new());
                let mut worst: f64 = 0.0;
                let jitter = (0.2 / rate).min(0.002);
                for (i, (periods, time)) in woken(rate, jitter, |i| i % 97 == 0).into_iter().enumerate() {
                    let before = shown + f64::from(clock.between());
                    let ticks = clock.ticks(refresh.frame(time));
                    shown += f64::from(ticks);
                    let moved = (shown + f64::from(clock.between()) - before) * f64::from(TICK);
                    if i > settled(rate) {
                        worst = worst.max((moved - f64::from(periods) / rate).abs());
                        let most = (f64::from(periods) * 60.0 / rate.round()).ceil() as u32;
                        assert!(ticks <= most, "{rate} Hz: {ticks} ticks in a frame");
                        due.extend((ticks > 0).then_some(i));
                    }
                }
                let frames = (rate.round() / 60.0).ceil() as usize;
                assert!(due.windows(2).all(|pair| pair[1] - pair[0] <= frames), "{rate} Hz: a tick is missed");
                assert!(worst < 0.001, "{rate} Hz, known {known:?}: {:.2} ms", worst * 1000.0);
            }
        }
    }

    /// Frames from a press to the first one that shows what it did, the frame that reads it included.
    fn latency(rate: f64) -> (f64, usize) {
        let (mut refresh, mut clock) = (RefreshClock::new(None), Clock::default());
        let mut frames: Vec<bool> = Vec::new();
        for (_, time) in woken(rate, 0.0, |_| false) {
            let ran = clock.ticks(refresh.frame(time)) > 0;
            frames.push(ran);
        }
        let rest = &frames[settled(rate)..];
        // The frame that runs the tick already shows a part of its way.
        let waits: Vec<usize> =
            (0..rest.len() / 2).map(|i| 1 + rest[i..].iter().position(|ran| *ran).unwrap_or(usize::MAX - 1)).collect();
        (waits.iter().sum::<usize>() as f64 / waits.len() as f64, waits.into_iter().max().unwrap_or(0))
    }

    /// docs/PERFORMANCE.md states these.
    #[test]
    fn a_press_is_seen_within_a_tick() {
        for (rate, mean, most) in [(60.0, 1.0, 1), (75.0, 1.2, 2), (120.0, 1.5, 2), (144.0, 1.7, 3), (240.0, 2.5, 4)] {
            let (measured, worst) = latency(rate);
            assert!((measured - mean).abs() < 0.05, "{rate} Hz: {measured:.2} frames");
            assert_eq!(worst, most, "{rate} Hz");
        }
    }

    #[test]
    fn a_screen_without_a_fixed_rate_is_not_followed() {
        let mut refresh = RefreshClock::new(None);
        for i in 0..2000 {
            let time = (0.0105 + noise(i) * 0.0035) as f32;
            let shown = refresh.frame(time);
            assert!(i < 100 || (shown - time).abs() < 0.004, "{time} is shown for {shown}");
        }
    }

    #[test]
    fn pauses_and_nonsense_pass_through() {
        let mut refresh = RefreshClock::new(Some(60.0));
        for time in [0.0, 3.0, f32::INFINITY, -1.0] {
            assert_eq!(refresh.frame(time), time);
        }
        assert!(refresh.frame(f32::NAN).is_nan());
    }

    #[test]
    fn another_screen_is_found() {
        let mut refresh = RefreshClock::new(Some(60.0));
        let times = woken(60.0, 0.001, |_| false).into_iter().chain(woken(144.0, 0.001, |_| false));
        let shown: Vec<f32> = times.map(|(_, time)| refresh.frame(time)).collect();
        let last = shown[shown.len() - 1];
        assert!((last - 1.0 / 144.0).abs() < 1e-4, "{last}");
    }
}
