//! Short messages that slide in from below: a solver was switched, a map was reloaded or is broken.

use glam::Vec2;

use crate::app::audio::Effect;
use crate::app::render::{Assets, Canvas, palette};

/// The most messages at once.
const MAX_TOASTS: usize = 4;
/// The maximal width of small and large text, in pixels.
const TOAST_WIDTHS: [f32; 2] = [420.0, 600.0];
/// Lines of one message; the full text is on the terminal.
const MAX_TOAST_LINES: usize = 6;
/// Seconds that a notice and an error stay.
const NOTICE_TIME: f32 = 2.2;
const ERROR_TIME: f32 = 9.0;
/// Letters that are read in the time of a notice, and letters per second beyond.
const SHORT_TEXT: usize = 40;
const READING_SPEED: f32 = 25.0;
/// Seconds of sliding in and out.
const SLIDE_TIME: f32 = 0.18;

struct Toast {
    text: String,
    error: bool,
    /// About a map: it disappears when the map is reloaded.
    passing: bool,
    age: f32,
}

impl Toast {
    /// Seconds that it stays: longer texts take longer to read.
    fn life(&self) -> f32 {
        let more = self.text.chars().count().saturating_sub(SHORT_TEXT) as f32 / READING_SPEED;
        if self.error { ERROR_TIME } else { (NOTICE_TIME + more).min(ERROR_TIME) }
    }

    /// How far it has slid in, 0 to 1.
    fn up(&self) -> f32 {
        (self.age / SLIDE_TIME).min((self.life() - self.age) / SLIDE_TIME).clamp(0.0, 1.0)
    }
}

/// All messages.
#[derive(Default)]
pub struct Toasts {
    list: Vec<Toast>,
    /// A message that stays as long as its reason does.
    pub standing: Option<String>,
    /// The sound of the newest message, until it is played.
    pub effect: Option<Effect>,
}

impl Toasts {
    /// Shows a notice.
    pub fn notice(&mut self, text: impl Into<String>) {
        self.list.retain(|t| t.error);
        self.push(text.into(), false, false);
    }

    /// Shows an error about a map, and prints it to the terminal, where it can be copied.
    pub fn error(&mut self, text: impl Into<String>) {
        self.push(text.into(), true, true);
    }

    /// The same for an error that is not about a map.
    pub fn lasting(&mut self, text: String) {
        self.push(text, true, false);
    }

    /// Removes errors about maps.
    pub fn clear_errors(&mut self) {
        self.list.retain(|t| !t.passing);
    }

    fn push(&mut self, text: String, error: bool, passing: bool) {
        self.effect = Some(if error { Effect::Error } else { Effect::Notice });
        if error {
            complain!("{text}");
        }
        if self.list.len() >= MAX_TOASTS {
            self.list.remove(0);
        }
        self.list.push(Toast { text, error, passing, age: 0.0 });
    }

    /// Advances by `dt` seconds.
    pub fn update(&mut self, dt: f32) {
        // A long frame, such as the loading of a level, must not swallow a message.
        self.list.iter_mut().for_each(|t| t.age += dt.min(0.1));
        self.list.retain(|t| t.age < t.life());
    }

    /// Whether a message is sliding in or out.
    pub fn move_now(&self) -> bool {
        self.list.iter().any(|toast| toast.up() < 1.0)
    }

    /// Draws them from the bottom up, the newest lowest.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        let mut bottom = canvas.format.size.y - 8.0;
        let whole = SLIDE_TIME;
        let standing =
            self.standing.iter().cloned().map(|text| Toast { text, error: true, passing: false, age: whole });
        let standing: Vec<Toast> = standing.collect();
        for toast in standing.iter().chain(self.list.iter().rev()) {
            let scale = assets.font.text_scale();
            let room = canvas.format.of(TOAST_WIDTHS).min(canvas.format.size.x - 40.0);
            let mut lines = assets.font.wrap(&toast.text, room / scale);
            lines.truncate(MAX_TOAST_LINES);
            let width = lines.iter().map(|l| assets.font.width(l)).fold(0.0, f32::max) * scale;
            let height = assets.font.height * scale;
            let size = Vec2::new(width + 22.0, (lines.len() as f32 * height + 13.0).max(24.0));
            let at = Vec2::new((canvas.format.size.x - size.x) * 0.5, bottom - size.y * toast.up()).round();
            assets.sprites.panel(canvas, if toast.error { "panel" } else { "panel_dark" }, at, size);
            let color = if toast.error { palette::RED_DARK } else { palette::CREAM };
            for (i, line) in lines.iter().enumerate() {
                let text_at = at + Vec2::new(11.0, 7.0 + i as f32 * height);
                assets.font.scaled(canvas, line, text_at, scale, color);
            }
            bottom -= (size.y + 4.0) * toast.up();
        }
    }
}
