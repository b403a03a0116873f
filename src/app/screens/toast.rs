//! Short messages that slide in from below: a solver was switched, a map was reloaded or is broken. Notes about the level that begins
//! slide in from above, where they cover neither the hero nor the floor.

use glam::Vec2;
use seamwalker_collide::Aabb;

use crate::app::audio::Effect;
use crate::app::render::{Assets, Canvas, palette};
use crate::app::ui::Hud;

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
/// Between a note and the hero at least, in pixels of the view.
const NOTE_GAP: f32 = 16.0;
/// Seconds of sliding in and out.
const SLIDE_TIME: f32 = 0.18;

struct Toast {
    text: String,
    error: bool,
    /// About a map: it disappears when the map is reloaded.
    passing: bool,
    /// About the level that begins: it disappears when the player moves.
    note: bool,
    age: f32,
}

impl Toast {
    /// Seconds that it stays: longer texts take longer to read.
    fn life(&self) -> f32 {
        let more = self.text.chars().count().saturating_sub(SHORT_TEXT) as f32 / READING_SPEED;
        match (self.error, self.note) {
            (true, _) => ERROR_TIME,
            (_, true) => (NOTICE_TIME + more).max(ERROR_TIME),
            _ => (NOTICE_TIME + more).min(ERROR_TIME),
        }
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

    /// Shows a note about the level that begins, until the player moves.
    pub fn note(&mut self, text: String) {
        self.notice(text);
        self.list.last_mut().into_iter().for_each(|toast| toast.note = true);
    }

    /// The player moves: notes slide out.
    pub fn end_notes(&mut self) {
        for toast in self.list.iter_mut().filter(|toast| toast.note) {
            toast.age = toast.age.max(toast.life() - SLIDE_TIME);
        }
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
        self.list.push(Toast { text, error, passing, note: false, age: 0.0 });
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

    /// Draws them from the bottom up, the newest lowest, and notes at the top unless the hero is there, whose box in the view this is.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, hero: Option<Aabb>) {
        let mut bottom = canvas.format.size.y - 8.0;
        let whole = SLIDE_TIME;
        let standing = self.standing.iter().cloned().map(|text| Toast {
            text,
            error: true,
            passing: false,
            note: false,
            age: whole,
        });
        let standing: Vec<Toast> = standing.collect();
        for toast in standing.iter().chain(self.list.iter().rev()) {
            let scale = assets.font.text_scale();
            let [_, (_, clock), _] = Hud::covered(canvas.format.size, assets.font.large);
            let sides = if toast.note { clock.x * 2.0 } else { 0.0 } + 40.0;
            let room = canvas.format.of(TOAST_WIDTHS).min(canvas.format.size.x - sides);
            let mut lines = assets.font.wrap(&toast.text, room / scale);
            lines.truncate(MAX_TOAST_LINES);
            let width = lines.iter().map(|l| assets.font.width(l)).fold(0.0, f32::max) * scale;
            let height = assets.font.height * scale;
            let size = Vec2::new(width + 22.0, (lines.len() as f32 * height + 13.0).max(24.0));
            let left = (canvas.format.size.x - size.x) * 0.5;
            let above = toast.note && note_fits(size, left, hero);
            let top = if above { (size.y + 8.0) * toast.up() - size.y } else { bottom - size.y * toast.up() };
            let at = Vec2::new(left, top).round();
            assets.sprites.panel(canvas, if toast.error { "panel" } else { "panel_dark" }, at, size);
            let color = if toast.error { palette::RED_DARK } else { palette::CREAM };
            for (i, line) in lines.iter().enumerate() {
                let text_at = at + Vec2::new(11.0, 7.0 + i as f32 * height);
                assets.font.scaled(canvas, line, text_at, scale, color);
            }
            bottom -= if above { 0.0 } else { (size.y + 4.0) * toast.up() };
        }
    }
}

/// Whether a note of this size leaves the hero free at the top of the view, with room to jump and the floor below.
fn note_fits(size: Vec2, left: f32, hero: Option<Aabb>) -> bool {
    let note = Aabb::from_corners(Vec2::new(left, 0.0), Vec2::new(left + size.x, size.y + 8.0));
    hero.is_none_or(|hero| !hero.grown(NOTE_GAP).overlaps(&note))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note(text: &str) -> Toasts {
        let mut toasts = Toasts::default();
        toasts.note(text.to_owned());
        toasts.update(0.1);
        toasts
    }

    #[test]
    fn a_note_can_be_read_and_goes_when_the_player_moves() {
        let text = "Solid by name: layer 'Ground'; ".repeat(12);
        let mut toasts = note(&text);
        let mut seconds = 0.0;
        while !toasts.list.is_empty() {
            toasts.update(0.1);
            seconds += 0.1;
        }
        assert!(seconds > text.len() as f32 / READING_SPEED, "{seconds} s");
        let mut toasts = note(&text);
        toasts.error("stays");
        toasts.end_notes();
        toasts.end_notes();
        (0..3).for_each(|_| toasts.update(SLIDE_TIME * 0.4));
        assert!(matches!(&toasts.list[..], [Toast { note: false, .. }]), "only the note goes");
    }

    #[test]
    fn a_note_lies_above_the_hero_or_else_at_the_bottom() {
        let hero = |x, y| Some(Aabb::new(Vec2::new(x, y), Vec2::new(8.0, 11.0)));
        let fits = |hero| note_fits(Vec2::new(400.0, 40.0), 120.0, hero);
        assert!(fits(None) && fits(hero(320.0, 200.0)) && fits(hero(40.0, 20.0)));
        assert!(!fits(hero(320.0, 30.0)) && !fits(hero(110.0, 60.0)));
    }
}
