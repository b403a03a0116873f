//! The pace of frames: at the screen's rate while something moves, a few times a second while nothing does or another window
//! has the focus, and once a second while the window is minimised. Slow frames repeat the last picture unless it has changed. The
//! simulation has its own clock and is not affected.

use std::path::PathBuf;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods, MouseButton, TouchPhase};
use macroquad::window::set_fullscreen;

use super::{Desktop, Watch, WindowEvent, page};
use crate::app::input::KeyChange;
use crate::app::settings::FrameRate;

/// Seconds between frames while nothing moves.
const IDLE_INTERVAL: f32 = 0.15;
/// The same while the window is said to be minimised. It is still drawn: what is said may be wrong.
const HIDDEN_INTERVAL: f32 = 1.0;
/// Seconds after the last input during which animations may still run.
const SETTLE_TIME: f32 = 1.0;
/// Frames per second if the screen's rate is unknown.
const DEFAULT_RATE: f32 = 60.0;
/// Frames may be this much faster than the screen, so that vertical sync sets the pace where it works.
const RATE_SLACK: f32 = 1.05;

/// What changes the picture without input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// Only bobbing needles, which rest after a while.
    None,
    /// The title's meadow.
    Decoration,
    /// A level, a message, a transition.
    #[default]
    Essential,
}

/// What a frame draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Everything.
    New,
    /// The last picture again.
    Same,
}

/// What the pace depends on.
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

    /// Whether frames come at the screen's rate, instead of a few times a second and on input.
    fn is_fast(self, motion: Motion) -> bool {
        self.is_attended() && (motion != Motion::None || self.idle < SETTLE_TIME)
    }

    fn picture(self, motion: Motion) -> Picture {
        if self.is_fast(motion) || motion == Motion::Essential || self.idle < SETTLE_TIME {
            Picture::New
        } else {
            Picture::Same
        }
    }
}

/// Seconds from one frame to the next, at least; vertical sync does the rest. A limit is a whole number of refreshes: 60 frames on a
/// screen of 144 Hz would come after two and after three, by turns, and judder.
fn interval(frame_rate: FrameRate, screen: Option<f32>) -> f32 {
    match (frame_rate, frame_rate.limit()) {
        (FrameRate::Unlimited, _) => 0.0,
        (_, Some(limit)) => {
            let refreshes = screen.map_or(1.0, |screen| (screen / (limit * RATE_SLACK)).ceil().max(1.0));
            screen.map_or(1.0 / limit, |screen| (refreshes - 1.0 + 1.0 / RATE_SLACK) / screen)
        }
        (_, None) => screen.map_or(1.0 / DEFAULT_RATE, |screen| 1.0 / (screen * RATE_SLACK)),
    }
}

/// Waits between frames.
pub struct Pacer {
    situation: Situation,
    /// The value in the last frame.
    was_attended: bool,
    fast: bool,
    /// What the situation of the last frame required.
    picture: Picture,
    /// The refresh rate of the screen in Hz, if known.
    rate: Option<f32>,
    watch: Option<Watch>,
    events: Events,
    keys: Vec<KeyChange>,
    labels: Option<Vec<(KeyCode, char)>>,
    dropped: Vec<PathBuf>,
    subscriber: usize,
    /// The start of the last frame; `None` in a browser, which has no clock to sleep by.
    last: Option<Instant>,
}

impl Pacer {
    /// Starts as if there had just been input. The window must be open.
    pub fn new(desktop: Desktop) -> Self {
        Self {
            situation: Situation { idle: 0.0, focused: true, hidden: false },
            was_attended: true,
            fast: true,
            picture: Picture::New,
            rate: desktop.rate,
            watch: desktop.watch(),
            events: Events::default(),
            keys: Vec::new(),
            labels: None,
            dropped: Vec::new(),
            subscriber: register_input_subscriber(),
            last: (!page::IS_THERE).then(Instant::now),
        }
    }

    /// Whether the window lost the focus or was hidden since the last frame.
    pub fn was_left(&self) -> bool {
        self.was_attended && !self.situation.is_attended()
    }

    /// The keys that went down or up since the last frame; `None` where the window library tells them by their place.
    pub fn take_keys(&mut self) -> Option<Vec<KeyChange>> {
        let keys = std::mem::take(&mut self.keys);
        self.watch.as_ref().filter(|watch| watch.has_keys).map(|_| keys)
    }

    /// What the player's layout writes on keys, if that has changed and is known.
    pub fn take_labels(&mut self) -> Option<Vec<(KeyCode, char)>> {
        self.labels.take().or_else(page::labels)
    }

    /// Enters full screen, or leaves it: the window gets its size and place back.
    pub fn set_full_screen(&self, on: bool) {
        match &self.watch {
            Some(watch) => (watch.full_screen)(on),
            None => set_fullscreen(on),
        }
    }

    /// The files that were dropped onto the window since this was last asked, where the window library does not report them.
    pub fn take_dropped(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.dropped)
    }

    /// Reports input of a pad, which the window does not receive.
    pub fn note_input(&mut self) {
        self.situation.idle = 0.0;
    }

    /// Handles the events of a frame of `dt` seconds; returns what to draw.
    pub fn frame(&mut self, motion: Motion, dt: f32) -> Picture {
        self.situation.idle += dt;
        self.was_attended = self.situation.is_attended();
        repeat_all_miniquad_input(&mut self.events, self.subscriber);
        let Events { input, focused } = std::mem::take(&mut self.events);
        if input {
            self.situation.idle = 0.0;
        }
        // Events of the system are more reliable: the library reports volume keys as a loss of focus.
        if let Some(focused) = focused.filter(|_| self.watch.is_none()) {
            self.situation.focused = focused;
        }
        self.fast = self.situation.is_fast(motion);
        if !self.fast {
            page::rest();
        }
        let (before, now) = (self.picture, self.situation.picture(motion));
        self.picture = now;
        // A picture that has just come to rest is drawn once more.
        if now == Picture::Same && before != Picture::Same { Picture::New } else { now }
    }

    /// Sleeps until the next frame is due. In a browser the page does that.
    pub fn wait(&mut self, frame_rate: FrameRate) {
        let Some(last) = self.last else {
            if let Some(limit) = frame_rate.limit() {
                page::limit(limit);
            }
            return;
        };
        let earliest = last + Duration::from_secs_f32(interval(frame_rate, self.rate));
        std::thread::sleep(earliest.saturating_duration_since(Instant::now()));
        let latest = match self.situation.hidden {
            true => last + Duration::from_secs_f32(HIDDEN_INTERVAL),
            false if self.fast => earliest,
            false => last + Duration::from_secs_f32(IDLE_INTERVAL),
        };
        self.listen(latest);
        self.last = Some(Instant::now());
    }

    /// Handles events of the system until a time or until there is input. Older events count as well, because the window
    /// library may not have received them yet.
    fn listen(&mut self, until: Instant) {
        let mut wakes = false;
        loop {
            let left = if wakes { Duration::ZERO } else { until.saturating_duration_since(Instant::now()) };
            let event = match self.watch.as_ref().map(|watch| watch.events.recv_timeout(left)) {
                Some(Ok(event)) => event,
                None | Some(Err(RecvTimeoutError::Timeout)) => break,
                Some(Err(RecvTimeoutError::Disconnected)) => {
                    self.lose_watch();
                    break;
                }
            };
            // A hidden window wakes only when it is shown.
            wakes |= event == WindowEvent::Hidden(false) || !self.situation.hidden;
            match event {
                WindowEvent::Input => {}
                WindowEvent::Key(change) => self.keys.push(change),
                WindowEvent::Labels(labels) => self.labels = Some(labels),
                WindowEvent::Focused(focused) => self.situation.focused = focused,
                WindowEvent::Hidden(hidden) => self.situation.hidden = hidden,
                WindowEvent::Dropped(files) => {
                    self.dropped.extend(files);
                    self.situation.idle = 0.0;
                }
            }
        }
        // There may be no events, or none any more.
        if !wakes {
            std::thread::sleep(until.saturating_duration_since(Instant::now()));
        }
    }

    /// Without its events, the window counts as visible and focused, and the window library tells the keys.
    fn lose_watch(&mut self) {
        self.watch = None;
        (self.situation.focused, self.situation.hidden) = (true, false);
    }
}

/// The events of a frame.
#[derive(Debug, Default)]
struct Events {
    input: bool,
    focused: Option<bool>,
}

/// The handlers of events that count as input.
macro_rules! input_events {
    ($($handler:ident($($kind:ty),*);)*) => { $(fn $handler(&mut self, $(_: $kind),*) { self.input = true; })* };
}

impl EventHandler for Events {
    fn update(&mut self) {}

    fn draw(&mut self) {}

    input_events! {
        mouse_motion_event(f32, f32);
        mouse_wheel_event(f32, f32);
        mouse_button_down_event(MouseButton, f32, f32);
        mouse_button_up_event(MouseButton, f32, f32);
        key_down_event(KeyCode, KeyMods, bool);
        key_up_event(KeyCode, KeyMods);
        touch_event(TouchPhase, u64, f32, f32);
    }

    // Despite their names, these events are about the focus.
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
    fn moving_pictures_are_redrawn_and_still_ones_repeated() {
        let still = Situation { idle: 60.0, ..BUSY };
        for motion in [Motion::Decoration, Motion::Essential] {
            assert_eq!((still.is_fast(motion), still.picture(motion)), (true, Picture::New));
        }
        assert_eq!((still.is_fast(Motion::None), still.picture(Motion::None)), (false, Picture::Same));
        let answer = (BUSY.is_fast(Motion::None), BUSY.picture(Motion::None));
        assert_eq!(answer, (true, Picture::New), "animations after input");
    }

    #[test]
    fn frames_are_slow_without_focus_and_while_hidden_and_never_stop() {
        let away = Situation { focused: false, idle: 60.0, ..BUSY };
        for (motion, picture) in
            [(Motion::None, Picture::Same), (Motion::Decoration, Picture::Same), (Motion::Essential, Picture::New)]
        {
            assert_eq!((away.is_fast(motion), away.picture(motion)), (false, picture), "{motion:?}");
            let hidden = Situation { hidden: true, ..BUSY };
            assert!(!hidden.is_fast(motion), "{motion:?}");
        }
        let left = Situation { focused: false, ..BUSY };
        assert_eq!(left.picture(Motion::None), Picture::New, "the pause menu is new");
    }

    #[test]
    fn a_limit_is_a_whole_number_of_refreshes() {
        let rate = |frame_rate, screen: f32| {
            let refreshes = interval(frame_rate, Some(screen)) * screen;
            assert!((refreshes.ceil() - refreshes) < 0.1, "vertical sync adds little: {refreshes} refreshes");
            screen / refreshes.ceil()
        };
        for (screen, expected) in
            [(60.0, [30.0, 60.0, 60.0]), (144.0, [28.8, 48.0, 72.0]), (240.0, [30.0, 60.0, 120.0])]
        {
            let rates = [FrameRate::Most30, FrameRate::Most60, FrameRate::Most120].map(|limit| rate(limit, screen));
            assert_eq!(rates, expected, "{screen} Hz");
        }
        assert_eq!(rate(FrameRate::Screen, 144.0), 144.0);
        assert_eq!(rate(FrameRate::Most60, 59.94), 59.94, "a little less than 60");
        assert_eq!((interval(FrameRate::Unlimited, Some(60.0)), interval(FrameRate::Most30, None)), (0.0, 1.0 / 30.0));
    }

    #[test]
    fn keys_and_mouse_count_as_input_and_focus_does_not() {
        let after = |handle: fn(&mut Events)| {
            let mut events = Events::default();
            handle(&mut events);
            (events.input, events.focused)
        };
        assert_eq!(after(|events| events.key_down_event(KeyCode::A, KeyMods::default(), false)), (true, None));
        assert_eq!(after(|events| events.mouse_motion_event(1.0, 2.0)), (true, None));
        assert_eq!(after(|events| events.touch_event(TouchPhase::Started, 1, 1.0, 2.0)), (true, None));
        assert_eq!(after(EventHandler::window_minimized_event), (false, Some(false)));
        assert_eq!(after(EventHandler::window_restored_event), (false, Some(true)));
    }
}
