//! The clock: how many ticks a frame runs, and how far between two ticks it is drawn.

use seamwalker_sim::TICK;

/// The longest frame that is simulated, in seconds. The rest of a longer one is skipped.
const MAX_FRAME_TIME: f32 = 0.25;

/// Sums of frame times are not exact: what is this near counts as equal, in ticks.
const TICK_ROUNDING: f64 = 1e-4;

/// How much of the way to the phase in which a frame shows its tick is gone in a frame.
const SETTLE_SHARE: f64 = 0.1;

/// The speeds that keys choose from, slowest first.
pub const SPEEDS: [f32; 7] = [0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0];

/// Turns frames of any length into ticks of one length.
///
/// A tick runs as late as possible: between two frames of 1/60 s, what is drawn is the last tick itself and not the one before.
pub struct Clock {
    /// Time since the tick before the last one, in ticks: above 0, at most 1.
    phase: f64,
    /// Seconds of the game per second.
    pub speed: f32,
    /// Factor of the speed assist: fewer ticks, never shorter ones.
    pub assist: f32,
    /// Only single steps run.
    pub paused: bool,
    steps: u32,
    /// How many of the next ticks are skipped.
    held: u32,
    /// The tick that was due last was skipped: until the next one, the last tick is shown.
    frozen: bool,
}

impl Default for Clock {
    fn default() -> Self {
        Self { phase: 1.0, speed: 1.0, assist: 1.0, paused: false, steps: 0, held: 0, frozen: false }
    }
}

impl Clock {
    /// The number of ticks that this frame runs.
    pub fn ticks(&mut self, frame_time: f32) -> u32 {
        if self.paused {
            self.phase = 1.0;
            return std::mem::take(&mut self.steps);
        }
        self.steps = 0;
        if frame_time.is_finite() {
            let frame = f64::from(frame_time.clamp(0.0, MAX_FRAME_TIME) * self.rate() / TICK);
            self.phase += frame;
            self.settle(frame);
        }
        let due = ((self.phase - TICK_ROUNDING).ceil() - 1.0).max(0.0);
        self.phase = (self.phase - due).min(1.0);
        let held = self.held.min(due as u32);
        self.held -= held;
        let ticks = due as u32 - held;
        if due > 0.0 {
            self.frozen = ticks == 0;
        }
        ticks
    }

    /// Where a tick lasts a whole number of frames, moves the phase until a frame shows the tick that it ran. It starts anywhere
    /// after a frame that was late.
    fn settle(&mut self, frame: f64) {
        let frames = (1.0 / frame).round();
        if frames >= 1.0 && (frame * frames - 1.0).abs() < TICK_ROUNDING {
            let wanted = ((self.phase - TICK_ROUNDING) * frames).ceil() / frames;
            self.phase += (wanted - self.phase) * SETTLE_SHARE;
        }
    }

    /// Seconds of the game per second, with the assist.
    pub fn rate(&self) -> f32 {
        self.speed * self.assist
    }

    /// Hit stop: skips the next ticks that are due.
    pub fn hold(&mut self, ticks: u32) {
        self.held = self.held.max(ticks);
    }

    /// Interpolation between the last two ticks, 0 to 1. While paused or held, the last tick is shown.
    pub fn between(&self) -> f32 {
        if self.paused || self.held > 0 || self.frozen { 1.0 } else { self.phase as f32 }
    }

    /// Pauses, and runs one tick in the next frame.
    pub fn step(&mut self) {
        self.paused = true;
        self.steps += 1;
    }

    /// Runs at full speed.
    pub fn go_on(&mut self) {
        (self.paused, self.speed) = (false, 1.0);
    }

    /// Switches to the next slower (-1) or faster (1) speed.
    pub fn shift(&mut self, by: i32) {
        let now = SPEEDS.iter().position(|&s| s >= self.speed).unwrap_or(SPEEDS.len() - 1) as i32;
        self.speed = SPEEDS[(now + by).clamp(0, SPEEDS.len() as i32 - 1) as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_has_sixty_ticks_at_any_frame_rate_and_fewer_when_slowed() {
        for (rate, speed, assist, expected) in [
            (24.0, 1.0, 1.0, 60),
            (60.0, 1.0, 1.0, 60),
            (144.0, 1.0, 1.0, 60),
            (144.0, 0.5, 1.0, 30),
            (144.0, 1.0, 0.7, 42),
        ] {
            let mut clock = Clock { speed, assist, ..Clock::default() };
            let ticks: u32 = (0..rate as u32).map(|_| clock.ticks(1.0 / rate)).sum();
            assert!((expected - 1..=expected).contains(&ticks), "{ticks} ticks at {rate} Hz, {speed}, {assist}");
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
    fn hit_stop_skips_this_many_ticks() {
        let mut clock = Clock::default();
        clock.hold(3);
        clock.hold(2);
        let ran: Vec<u32> = (0..5).map(|_| clock.ticks(TICK)).collect();
        assert_eq!(ran, [0, 0, 0, 1, 1]);
        clock.hold(4);
        assert_eq!((clock.ticks(6.0 * TICK), clock.ticks(TICK)), (2, 1), "also within a long frame");
        clock.hold(1);
        assert_eq!(clock.between(), 1.0);
        assert_eq!((clock.ticks(TICK), clock.between()), (0, 1.0), "until the next tick");
        clock.hold(1);
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
