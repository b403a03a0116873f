//! Messages that come up from below and go away by themselves: a solver was switched, a map was reloaded or is broken.

use glam::Vec2;

use crate::app::audio::Effect;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::view::SIZE;

/// How many show at once.
const MAX: usize = 4;
/// The widest text, in pixels.
const WIDTH: f32 = 420.0;
/// The same for large letters.
const LARGE_WIDTH: f32 = 600.0;
/// Lines of one message; the rest is on the terminal.
const LINES: usize = 6;
/// Seconds that a notice and an error stay.
const NOTICE: f32 = 2.2;
const ERROR: f32 = 9.0;
/// Seconds of coming and going.
const SLIDE: f32 = 0.18;

struct Toast {
    text: String,
    error: bool,
    /// It is about a map, and of no use once that is mended.
    passing: bool,
    age: f32,
}

impl Toast {
    fn life(&self) -> f32 {
        if self.error { ERROR } else { NOTICE }
    }

    /// How far it has come up, 0 to 1.
    fn up(&self) -> f32 {
        (self.age / SLIDE).min((self.life() - self.age) / SLIDE).clamp(0.0, 1.0)
    }
}

/// All messages.
#[derive(Default)]
pub struct Toasts {
    list: Vec<Toast>,
    /// What is heard of the newest, until it was.
    pub heard: Option<Effect>,
}

impl Toasts {
    /// Something happened.
    pub fn notice(&mut self, text: impl Into<String>) {
        self.list.retain(|t| t.error);
        self.push(text.into(), false, false);
    }

    /// Something is wrong. It also goes to the terminal, where it can be copied.
    pub fn error(&mut self, text: impl Into<String>) {
        let text = text.into();
        eprintln!("{text}");
        self.push(text, true, true);
    }

    /// Something is wrong, and still is when another map begins.
    pub fn lasting(&mut self, text: String) {
        eprintln!("{text}");
        self.push(text, true, false);
    }

    /// Forgets errors about maps: what they were about is mended.
    pub fn clear_errors(&mut self) {
        self.list.retain(|t| !t.passing);
    }

    fn push(&mut self, text: String, error: bool, passing: bool) {
        self.heard = Some(if error { Effect::Error } else { Effect::Notice });
        if self.list.len() >= MAX {
            self.list.remove(0);
        }
        self.list.push(Toast { text, error, passing, age: 0.0 });
    }

    /// Time passes.
    pub fn update(&mut self, dt: f32) {
        // A long frame (a level being loaded) must not swallow a message.
        self.list.iter_mut().for_each(|t| t.age += dt.min(0.1));
        self.list.retain(|t| t.age < t.life());
    }

    /// Whether one comes or goes just now.
    pub fn move_now(&self) -> bool {
        self.list.iter().any(|toast| toast.up() < 1.0)
    }

    /// Draws them from the bottom up, the newest lowest.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        let mut bottom = SIZE.y - 8.0;
        for toast in self.list.iter().rev() {
            let scale = if assets.font.large { 2.0 } else { 1.0 };
            let mut lines = assets.font.wrap(&toast.text, if assets.font.large { LARGE_WIDTH } else { WIDTH } / scale);
            lines.truncate(LINES);
            let width = lines.iter().map(|l| assets.font.width(l)).fold(0.0, f32::max) * scale;
            let height = assets.font.height * scale;
            let size = Vec2::new(width + 22.0, (lines.len() as f32 * height + 13.0).max(24.0));
            let at = Vec2::new((SIZE.x - size.x) * 0.5, bottom - size.y * toast.up()).round();
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
