//! Verification: replays the recorded runs of all maps and compares their final hashes. The list scrolls with the wheel, the
//! direction keys or a finger, and ends with one line that says the result.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_assets::shipped;
use seamwalker_lab::Recorded;

use super::{Goto, Screen, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Canvas, Font, SIZE, ScreenFormat, palette};
use crate::app::services::Services;
use crate::app::window::page;

/// Letters are twice as large as usual where there is room.
const PROOF_SCALE: f32 = 2.0;
/// The height of a line, the top of the list, below the back button of a phone, and the height of the result, in pixels.
const PROOF_LINE: f32 = 26.0;
const PROOF_TOP: f32 = 60.0;
const RESULT_HEIGHT: f32 = 40.0;
/// Left edges of the columns in a view of the usual width: map, solver, end.
const PROOF_COLUMNS: [f32; 3] = [16.0, 260.0, 470.0];
/// Lines per notch of the wheel.
const LINES_PER_NOTCH: f32 = 3.0;

/// The runs and their results so far.
pub struct Proof {
    runs: Vec<Recorded>,
    results: Vec<Result<u64, String>>,
    /// Why the list of runs could not be read.
    broken: Option<String>,
    /// The first frame has been drawn.
    shown: bool,
    /// How far the list is scrolled, in pixels; `None` to follow the run that is played.
    scroll: Option<f32>,
    /// The height of the list when it was last drawn.
    height: f32,
    /// Where the list is being dragged.
    dragged: Option<f32>,
    /// What it was last drawn in.
    format: ScreenFormat,
}

impl Proof {
    /// All recorded runs, none of them replayed yet.
    pub fn new() -> Self {
        let list = Recorded::list(&shipped());
        let broken = list.as_ref().err().cloned();
        let runs = list.unwrap_or_default();
        Self {
            runs,
            results: Vec::new(),
            broken,
            shown: false,
            scroll: None,
            height: 0.0,
            dragged: None,
            format: ScreenFormat::default(),
        }
    }

    fn scroll_by(&mut self, input: &UiInput) {
        let dragged = std::mem::replace(&mut self.dragged, input.holds.then_some(input.mouse.y));
        let finger = dragged.zip(self.dragged).map_or(0.0, |(before, now)| before - now);
        let keys: i32 = input.steps().map(|(_, y)| y).sum();
        let by = finger + (keys as f32 - input.wheel * LINES_PER_NOTCH) * PROOF_LINE;
        if by != 0.0 {
            let end = self.end_of_scroll();
            let to = self.scroll.unwrap_or(end) + by;
            self.scroll = (to < end).then_some(to.max(0.0));
        }
    }

    /// How far the list can be scrolled.
    fn end_of_scroll(&self) -> f32 {
        (self.height + PROOF_TOP + RESULT_HEIGHT - self.format.size.y).max(0.0)
    }

    fn passed(&self) -> usize {
        self.results.iter().filter(|result| result.is_ok()).count()
    }

    fn is_over(&self) -> bool {
        self.results.len() == self.runs.len()
    }

    fn has_failed(&self) -> bool {
        self.broken.is_some() || self.results.iter().any(Result::is_err)
    }
}

impl Screen for Proof {
    fn name(&self) -> &'static str {
        "proof"
    }

    fn update(&mut self, input: &UiInput, _: &mut Services, _: f32) -> Option<Goto> {
        if let Some(run) = self.runs.get(self.results.len()).filter(|_| self.shown) {
            self.results.push(run.check(&shipped()).map(|result| result.ticks));
            if self.is_over() {
                let line = format!("{} of {} runs end where they were recorded", self.passed(), self.runs.len());
                page::ask(&["log", &line]);
            }
        }
        self.shown = true;
        self.scroll_by(input);
        input.pressed(Hotkey::Menu).then_some(Goto::Title)
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        let font = &assets.font;
        self.format = canvas.format;
        let Vec2 { x: width, y: bottom } = self.format.size;
        let letters = if self.format.is_narrow() { 1.0 } else { PROOF_SCALE };
        let columns = PROOF_COLUMNS.map(|left| left * (width / SIZE.x).min(1.0));
        canvas.rect(0.0, 0.0, width, bottom, palette::NIGHT);
        let top = PROOF_TOP - self.scroll.unwrap_or_else(|| self.end_of_scroll());
        let mut y = top;
        let line = |canvas: &mut Canvas, text: &str, (x, y): (f32, f32), color| {
            if y > 0.0 && y < bottom {
                font.scaled(canvas, text, Vec2::new(x, y), letters, color);
            }
        };
        let room = (width - 2.0 * columns[0]) / letters;
        for why in self.broken.iter().flat_map(|why| font.wrap(why, room)) {
            line(canvas, why, (columns[0], y), palette::ROSE);
            y += PROOF_LINE;
        }
        for (run, result) in self.runs.iter().zip(&self.results) {
            let color = if result.is_ok() { palette::LEAF } else { palette::ROSE };
            let end = result.as_ref().map_or(String::new(), |ticks| assets.words.fill("proof.ticks", &[ticks]));
            for (x, text) in columns.into_iter().zip([run.map.as_str(), run.solver.name(), &end]) {
                line(canvas, text, (x, y), color);
            }
            y += PROOF_LINE;
            let Err(why) = result else { continue };
            for why in font.wrap(&assets.words.fill("proof.failed", &[why]), room) {
                line(canvas, why, (columns[0], y), color);
                y += PROOF_LINE;
            }
        }
        self.height = y - top;
        let of = &self.runs.len();
        canvas.rect(0.0, 0.0, width, PROOF_TOP - 6.0, palette::NIGHT);
        let running = assets.words.fill("proof.running", &[&self.results.len(), of]);
        centered(font, canvas, &running, 16.0, palette::CREAM);
        if self.is_over() {
            canvas.rect(0.0, bottom - RESULT_HEIGHT, width, RESULT_HEIGHT, palette::INK);
            let color = if self.has_failed() { palette::ROSE } else { palette::LEAF };
            let result = assets.words.fill("proof.result", &[&self.passed(), of]);
            centered(font, canvas, &result, bottom - RESULT_HEIGHT + 8.0, color);
        }
    }

    fn details(&self) -> String {
        let verify = match (self.has_failed(), self.is_over()) {
            (true, _) => "failed",
            (_, true) => "ok",
            _ => "running",
        };
        format!(" verify={verify} passed={} of={}", self.passed(), self.runs.len())
    }
}

/// A line in the middle, in large letters if it fits.
fn centered(font: &Font, canvas: &mut Canvas, text: &str, y: f32, color: Color) {
    let width = canvas.format.size.x;
    let scale = PROOF_SCALE.min(((width - 16.0) / font.width(text)).floor()).max(1.0);
    let at = Vec2::new((width - font.width(text) * scale) * 0.5, y);
    font.scaled(canvas, text, at, scale, color);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_scrolls_within_its_height_and_follows_at_its_end() {
        let mut proof = Proof { height: 1000.0, ..Proof::new() };
        let end = proof.end_of_scroll();
        assert_eq!((end, proof.scroll), (1000.0 + PROOF_TOP + RESULT_HEIGHT - SIZE.y, None));
        proof.scroll_by(&UiInput { wheel: 1.0, ..UiInput::default() });
        assert_eq!(proof.scroll, Some(end - LINES_PER_NOTCH * PROOF_LINE));
        let finger = |y: f32| UiInput { holds: true, mouse: Vec2::new(0.0, y), ..UiInput::default() };
        [100.0, 150.0].into_iter().for_each(|y| proof.scroll_by(&finger(y)));
        assert_eq!(proof.scroll, Some(end - LINES_PER_NOTCH * PROOF_LINE - 50.0), "the list follows the finger");
        proof.scroll_by(&UiInput { wheel: 100.0, ..UiInput::default() });
        assert_eq!(proof.scroll, Some(0.0));
        proof.scroll_by(&UiInput { commands: &[Hotkey::Choose(0, 1)], ..UiInput::default() });
        assert_eq!(proof.scroll, Some(PROOF_LINE));
        proof.scroll_by(&UiInput { wheel: -100.0, ..UiInput::default() });
        assert_eq!(proof.scroll, None, "at its end it follows");
    }
}
