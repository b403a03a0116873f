//! Verification: replays the recorded runs of all maps and compares their final hashes. The list shows the runs that end
//! differently, then the last ones, and ends with one line that says the result.

use glam::Vec2;
use macroquad::color::Color;
use seamwalker_assets::shipped;
use seamwalker_lab::Recorded;

use super::{Goto, Screen, ScreenSpec, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Canvas, Font, SIZE, palette};
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

/// The runs and their results so far.
pub struct Proof {
    runs: Vec<Recorded>,
    results: Vec<Result<u64, String>>,
    /// Why the list of runs could not be read.
    broken: Option<String>,
    /// The first frame has been drawn.
    shown: bool,
}

impl Proof {
    /// All recorded runs, none of them replayed yet.
    pub fn new() -> Self {
        let list = Recorded::list(&shipped());
        let broken = list.as_ref().err().cloned();
        Self { runs: list.unwrap_or_default(), results: Vec::new(), broken, shown: false }
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
    fn spec(&self, _: &Services) -> ScreenSpec {
        ScreenSpec { name: "proof", ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, _: &mut Services, _: f32) -> Option<Goto> {
        if let Some(run) = self.runs.get(self.results.len()).filter(|_| self.shown) {
            self.results.push(run.check(&shipped()).map(|result| result.ticks));
            if self.is_over() {
                let line = format!("{} of {} runs end where they were recorded", self.passed(), self.runs.len());
                page::log(&line);
            }
        }
        self.shown = true;
        input.pressed(Hotkey::Menu).then_some(Goto::Title)
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        let font = &assets.font;
        let Vec2 { x: width, y: bottom } = canvas.format.size;
        let letters = if canvas.format.is_narrow() { 1.0 } else { PROOF_SCALE };
        let columns = PROOF_COLUMNS.map(|left| left * (width / SIZE.x).min(1.0));
        canvas.rect(0.0, 0.0, width, bottom, palette::NIGHT);
        let room = (width - 2.0 * columns[0]) / letters;
        let mut y = PROOF_TOP;
        let mut reason = |canvas: &mut Canvas, why: &str| {
            for line in font.wrap(why, room) {
                font.scaled(canvas, line, Vec2::new(columns[0], y), letters, palette::ROSE);
                y += PROOF_LINE;
            }
        };
        self.broken.iter().for_each(|why| reason(canvas, why));
        let played = || self.runs.iter().zip(&self.results);
        for (run, why) in played().filter_map(|(run, result)| Some((run, result.as_ref().err()?))) {
            let failed = assets.words.fill("proof.failed", &[why]);
            reason(canvas, &format!("{} {}: {failed}", run.map, run.solver.name()));
        }
        let passed: Vec<_> = played().filter_map(|(run, result)| Some((run, result.as_ref().ok()?))).collect();
        let lines = ((bottom - RESULT_HEIGHT - y) / PROOF_LINE).max(0.0) as usize;
        for (run, ticks) in &passed[passed.len().saturating_sub(lines)..] {
            let end = assets.words.fill("proof.ticks", &[ticks]);
            for (x, text) in columns.into_iter().zip([run.map.as_str(), run.solver.name(), &end]) {
                font.scaled(canvas, text, Vec2::new(x, y), letters, palette::LEAF);
            }
            y += PROOF_LINE;
        }
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
    font.aligned(canvas, text, Vec2::new(canvas.format.middle(), y), 0.5, scale, color);
}
