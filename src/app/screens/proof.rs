//! Verification: replays the recorded runs of all maps and compares their final hashes.

use glam::Vec2;
use seamwalker::lab::Recorded;
use seamwalker::level::shipped;

use super::{Goto, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, SIZE, palette};

/// Line height, and the top of the first line, in pixels.
const PROOF_LINE: f32 = 14.0;
const PROOF_TOP: f32 = 52.0;

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

    /// One frame: plays the next run.
    pub fn update(&mut self, input: &UiInput) -> Option<Goto> {
        if let Some(run) = self.runs.get(self.results.len()).filter(|_| self.shown) {
            self.results.push(run.check(&shipped()).map(|result| result.ticks));
        }
        self.shown = true;
        input.pressed(Hotkey::Menu).then_some(Goto::Title)
    }

    fn passed(&self) -> usize {
        self.results.iter().filter(|result| result.is_ok()).count()
    }

    /// The progress for the state line.
    pub fn state(&self) -> String {
        let passed = self.passed();
        let of = self.runs.len();
        let verify = if self.broken.is_some() || self.results.iter().any(Result::is_err) {
            "failed"
        } else if passed == of {
            "ok"
        } else {
            "running"
        };
        format!("verify={verify} passed={passed} of={of}")
    }

    /// Draws the table.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::NIGHT);
        let head = format!("{} of {} recorded runs end with the recorded hash", self.passed(), self.runs.len());
        assets.font.centered(canvas, &head, Vec2::new(SIZE.x * 0.5, 24.0), palette::CREAM);
        if let Some(why) = &self.broken {
            assets.font.draw(canvas, why, Vec2::new(24.0, PROOF_TOP), palette::ROSE);
        }
        for (i, run) in self.runs.iter().enumerate() {
            let y = PROOF_TOP + i as f32 * PROOF_LINE;
            let (color, end) = match self.results.get(i) {
                Some(Ok(ticks)) => (palette::LEAF, format!("passed, {ticks} ticks")),
                Some(Err(why)) => (palette::ROSE, format!("FAILED: {why}")),
                None => (palette::SAND, "...".to_owned()),
            };
            let columns = [
                (24.0, run.map.as_str()),
                (130.0, run.solver.name()),
                (240.0, &format!("{:016x}", run.hash)),
                (370.0, &end),
            ];
            for (x, text) in columns {
                assets.font.draw(canvas, text, Vec2::new(x, y), color);
            }
        }
    }
}
