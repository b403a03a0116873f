//! Time: how many ticks of the simulation a frame runs, and how far between two ticks it is drawn.

use seamwalker::sim::TICK;

/// The longest frame that is made up for, in seconds. After a longer one the game has simply paused.
const MAX_FRAME: f32 = 0.25;

/// A tick that is this near to complete runs, in ticks: sums of frames are not exact.
const ROUNDING: f32 = 1e-4;

/// The speeds that the keys step through, slowest first.
pub const SPEEDS: [f32; 7] = [0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0];

/// Turns frames of any length into ticks of one length.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    accumulated: f32,
    /// How many seconds of the game pass in a second.
    pub speed: f32,
    /// The part of that speed which the player has time for: fewer ticks, never shorter ones.
    pub assist: f32,
    /// No ticks run by themselves.
    pub paused: bool,
    steps: u32,
    /// How many of the next ticks do not run.
    held: u32,
}

impl Default for Clock {
    fn default() -> Self {
        Self { accumulated: 0.0, speed: 1.0, assist: 1.0, paused: false, steps: 0, held: 0 }
    }
}

impl Clock {
    /// How many ticks this frame runs.
    pub fn ticks(&mut self, frame_time: f32) -> u32 {
        if self.paused {
            self.accumulated = 0.0;
            return std::mem::take(&mut self.steps);
        }
        self.steps = 0;
        if frame_time.is_finite() {
            self.accumulated += frame_time.clamp(0.0, MAX_FRAME) * self.rate();
        }
        let ticks = (self.accumulated / TICK + ROUNDING).floor();
        self.accumulated = (self.accumulated - ticks * TICK).max(0.0);
        let held = self.held.min(ticks as u32);
        self.held -= held;
        ticks as u32 - held
    }

    /// How many seconds of the game really pass in a second.
    pub fn rate(&self) -> f32 {
        self.speed * self.assist
    }

    /// Holds time: the next so many ticks that are due do not run.
    pub fn hold(&mut self, ticks: u32) {
        self.held = self.held.max(ticks);
    }

    /// Where between the last two ticks the picture is, 0 to 1. A game that is paused or held shows the last tick itself.
    pub fn between(&self) -> f32 {
        if self.paused || self.held > 0 { 1.0 } else { (self.accumulated / TICK).clamp(0.0, 1.0) }
    }

    /// Pauses, and runs one tick in the next frame.
    pub fn step(&mut self) {
        self.paused = true;
        self.steps += 1;
    }

    /// The next slower (-1) or faster (1) speed.
    pub fn shift(&mut self, by: i32) {
        let now = SPEEDS.iter().position(|&s| s >= self.speed).unwrap_or(SPEEDS.len() - 1) as i32;
        self.speed = SPEEDS[(now + by).clamp(0, SPEEDS.len() as i32 - 1) as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_sixty_ticks_at_any_frame_rate() {
        for rate in [24.0, 60.0, 144.0] {
            let mut clock = Clock::default();
            let ticks: u32 = (0..rate as u32).map(|_| clock.ticks(1.0 / rate)).sum();
            assert!((59..=60).contains(&ticks), "{ticks} ticks at {rate} frames per second");
        }
    }

    #[test]
    fn slow_motion_runs_fewer_ticks() {
        let mut clock = Clock { speed: 0.125, ..Clock::default() };
        let ticks: u32 = (0..480).map(|_| clock.ticks(1.0 / 60.0)).sum();
        assert!((59..=60).contains(&ticks));
    }

    #[test]
    fn whoever_wants_more_time_has_fewer_ticks() {
        for (assist, expected) in [(0.5, 30), (0.7, 42), (1.0, 60)] {
            let mut clock = Clock { assist, ..Clock::default() };
            let ticks: u32 = (0..144).map(|_| clock.ticks(1.0 / 144.0)).sum();
            assert!((expected - 1..=expected).contains(&ticks), "{ticks} ticks at {assist}");
        }
    }

    #[test]
    fn a_long_frame_is_cut() {
        assert_eq!(Clock::default().ticks(10.0), 15);
        assert_eq!(Clock::default().ticks(f32::NAN), 0);
    }

    #[test]
    fn a_paused_clock_runs_single_steps() {
        let mut clock = Clock::default();
        clock.step();
        assert_eq!((clock.ticks(0.1), clock.ticks(0.1)), (1, 0));
    }

    #[test]
    fn held_time_goes_on_after_so_many_ticks() {
        let mut clock = Clock::default();
        clock.hold(3);
        clock.hold(2);
        let ran: Vec<u32> = (0..5).map(|_| clock.ticks(TICK)).collect();
        assert_eq!(ran, [0, 0, 0, 1, 1]);
        clock.hold(4);
        assert_eq!((clock.ticks(6.0 * TICK), clock.ticks(TICK)), (2, 1), "also within a long frame");
        clock.hold(1);
        assert_eq!(clock.between(), 1.0);
        clock.step();
        assert_eq!(clock.ticks(TICK), 1, "single steps are never held");
    }

    #[test]
    fn speeds_are_stepped_through() {
        let mut clock = Clock::default();
        (0..20).for_each(|_| clock.shift(-1));
        assert_eq!(clock.speed, SPEEDS[0]);
        (0..20).for_each(|_| clock.shift(1));
        assert_eq!(clock.speed, 2.0);
    }
}
