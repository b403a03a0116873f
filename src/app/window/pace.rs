//! How often the window is drawn: as often as the screen shows pictures while something moves, seldom while nothing does or
//! another window has the focus, and not at all while it is hidden. What is drawn seldom is the same picture once more, unless
//! there is something new to see. The simulation has its own clock and does not notice.

use std::time::{Duration, Instant};

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods, MouseButton, TouchPhase};

use super::{Desktop, Told, page};

/// Seconds from frame to frame while nothing moves.
const SELDOM: f32 = 0.1;
/// Seconds after the last input for which everything still moves: panels come and go.
const SETTLED: f32 = 1.0;
/// Frames per second where the screen's rate is unknown.
const USUAL_RATE: f32 = 60.0;
/// Frames may be a little faster than the screen, so that it is the screen which sets the pace wherever it can.
const SLACK: f32 = 1.05;

/// What changes the picture without anybody doing something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// Nothing but needles that bob; after a while they rest.
    None,
    /// The title's meadow, which rests while no level is played.
    Decoration,
    /// A level, a message, a zip.
    Essential,
}

/// What a frame draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Everything.
    New,
    /// What the view shows already, enlarged once more.
    Same,
    /// Nothing: the window is hidden.
    None,
}

/// What decides about the pace.
#[derive(Clone, Copy, Debug)]
struct Situation {
    /// Seconds since the last input.
    idle: f32,
    focused: bool,
    hidden: bool,
}

impl Situation {
    /// Whether the window is visible and has the keyboard focus.
    fn is_attended(self) -> bool {
        self.focused && !self.hidden
    }

    /// Whether the next frame is due as soon as the screen shows one, instead of ten times a second and when there is input.
    fn is_fast(self, motion: Motion) -> bool {
        self.is_attended() && (motion != Motion::None || self.idle < SETTLED)
    }

    fn picture(self, motion: Motion) -> Picture {
        if self.hidden {
            Picture::None
        } else if self.is_fast(motion) || motion == Motion::Essential || self.idle < SETTLED {
            Picture::New
        } else {
            Picture::Same
        }
    }
}

/// Lets time pass between two frames.
pub struct Pacer {
    situation: Situation,
    /// As it was in the last frame.
    was_attended: bool,
    fast: bool,
    /// What the last frame would have drawn by itself.
    picture: Picture,
    desktop: Desktop,
    events: Events,
    subscriber: usize,
    /// Where there is a clock to sleep by.
    last: Option<Instant>,
}

impl Pacer {
    /// As if there had just been input. The window must be open.
    pub fn new(desktop: Desktop) -> Self {
        Self {
            situation: Situation { idle: 0.0, focused: true, hidden: false },
            was_attended: true,
            fast: true,
            picture: Picture::New,
            desktop,
            events: Events::default(),
            subscriber: register_input_subscriber(),
            last: (!page::IS_THERE).then(Instant::now),
        }
    }

    /// Whether the player went to another window since the last frame, or hid this one.
    pub fn was_left(&self) -> bool {
        self.was_attended && !self.situation.is_attended()
    }

    /// A pad, of which the window does not hear, was used.
    pub fn note_input(&mut self) {
        self.situation.idle = 0.0;
    }

    /// Takes note of what the window heard in this frame, which took `dt` seconds; answers with what is to be drawn.
    pub fn frame(&mut self, motion: Motion, dt: f32) -> Picture {
        self.situation.idle += dt;
        self.was_attended = self.situation.is_attended();
        repeat_all_miniquad_input(&mut self.events, self.subscriber);
        let Events { input, focused } = std::mem::take(&mut self.events);
        if input {
            self.situation.idle = 0.0;
        }
        // A system that can be asked knows better: the library takes a key that opens the volume for a loss of the focus.
        if let Some(focused) = focused.filter(|_| self.desktop.told.is_none()) {
            self.situation.focused = focused;
        }
        self.fast = self.situation.is_fast(motion);
        if !self.fast {
            page::ask(&["rest"]);
        }
        let (before, now) = (self.picture, self.situation.picture(motion));
        self.picture = now;
        // What has just come to rest is drawn once more as it rests.
        if now == Picture::Same && before != Picture::Same { Picture::New } else { now }
    }

    /// Sleeps until the next frame is due. A browser calls when it is, and its page sees to the rest.
    pub fn wait(&mut self) {
        let Some(last) = self.last else { return };
        let least = last + Duration::from_secs_f32(1.0 / self.desktop.rate.map_or(USUAL_RATE, |rate| rate * SLACK));
        std::thread::sleep(least.saturating_duration_since(Instant::now()));
        let most = if self.fast { least } else { last + Duration::from_secs_f32(SELDOM) };
        self.listen(most);
        self.last = Some(Instant::now());
    }

    /// Hears what the system tells, until some time, or until there is input. What was told before counts as well: perhaps the
    /// window library has not heard of it yet.
    fn listen(&mut self, until: Instant) {
        let Some(told) = &self.desktop.told else {
            return std::thread::sleep(until.saturating_duration_since(Instant::now()));
        };
        let mut wakes = false;
        loop {
            let left = if wakes { Duration::ZERO } else { until.saturating_duration_since(Instant::now()) };
            let Ok(told) = told.recv_timeout(left) else { break };
            // What is hidden wakes only to be seen.
            wakes |= told == Told::Hidden(false) || !self.situation.hidden;
            match told {
                Told::Input => {}
                Told::Focused(focused) => self.situation.focused = focused,
                Told::Hidden(hidden) => self.situation.hidden = hidden,
            }
        }
        // It ended before its time where the system tells nothing any more.
        if !wakes {
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
    }
}

/// What the window heard in a frame.
#[derive(Debug, Default)]
struct Events {
    input: bool,
    focused: Option<bool>,
}

impl EventHandler for Events {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    fn mouse_motion_event(&mut self, _x: f32, _y: f32) {
        self.input = true;
    }

    fn mouse_wheel_event(&mut self, _x: f32, _y: f32) {
        self.input = true;
    }

    fn mouse_button_down_event(&mut self, _button: MouseButton, _x: f32, _y: f32) {
        self.input = true;
    }

    fn mouse_button_up_event(&mut self, _button: MouseButton, _x: f32, _y: f32) {
        self.input = true;
    }

    fn key_down_event(&mut self, _key: KeyCode, _mods: KeyMods, _repeat: bool) {
        self.input = true;
    }

    fn key_up_event(&mut self, _key: KeyCode, _mods: KeyMods) {
        self.input = true;
    }

    fn touch_event(&mut self, _phase: TouchPhase, _id: u64, _x: f32, _y: f32) {
        self.input = true;
    }

    // The library's names: it is the focus that comes and goes.
    fn window_minimized_event(&mut self) {
        self.focused = Some(false);
    }

    fn window_restored_event(&mut self) {
        self.focused = Some(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUSY: Situation = Situation { idle: 0.0, focused: true, hidden: false };

    #[test]
    fn what_moves_is_drawn_at_once_and_what_rests_is_shown_again() {
        let still = Situation { idle: 60.0, ..BUSY };
        for motion in [Motion::Decoration, Motion::Essential] {
            assert_eq!((still.is_fast(motion), still.picture(motion)), (true, Picture::New));
        }
        assert_eq!((still.is_fast(Motion::None), still.picture(Motion::None)), (false, Picture::Same));
        let answer = (BUSY.is_fast(Motion::None), BUSY.picture(Motion::None));
        assert_eq!(answer, (true, Picture::New), "what answers input moves for a while");
    }

    #[test]
    fn without_the_focus_it_is_drawn_seldom_and_hidden_never() {
        let away = Situation { focused: false, idle: 60.0, ..BUSY };
        for (motion, picture) in
            [(Motion::None, Picture::Same), (Motion::Decoration, Picture::Same), (Motion::Essential, Picture::New)]
        {
            assert_eq!((away.is_fast(motion), away.picture(motion)), (false, picture), "{motion:?}");
            let hidden = Situation { hidden: true, ..BUSY };
            assert_eq!((hidden.is_fast(motion), hidden.picture(motion)), (false, Picture::None), "{motion:?}");
        }
        let left = Situation { focused: false, ..BUSY };
        assert_eq!(left.picture(Motion::None), Picture::New, "the menu that the level waits with is new");
    }

    #[test]
    fn keys_and_mouse_are_input_and_the_focus_is_not() {
        let heard = |hear: fn(&mut Events)| {
            let mut events = Events::default();
            hear(&mut events);
            (events.input, events.focused)
        };
        assert_eq!(heard(|events| events.key_down_event(KeyCode::A, KeyMods::default(), false)), (true, None));
        assert_eq!(heard(|events| events.mouse_motion_event(1.0, 2.0)), (true, None));
        assert_eq!(heard(|events| events.touch_event(TouchPhase::Started, 1, 1.0, 2.0)), (true, None));
        assert_eq!(heard(EventHandler::window_minimized_event), (false, Some(false)));
        assert_eq!(heard(EventHandler::window_restored_event), (false, Some(true)));
    }
}
