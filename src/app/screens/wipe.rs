//! The transition between screens: a zip of dark cloth closes and opens again.

use glam::Vec2;

use super::Goto;
use crate::app::render::{Canvas, RUNNING, palette};
use crate::app::ui::cloth;

/// Seconds to close, to stay closed, and to open.
const CLOSE_TIME: f32 = 0.26;
const SHUT_TIME: f32 = 0.08;
const OPEN_TIME: f32 = 0.34;
/// The size of a tooth, and the distance between teeth, in pixels.
const TOOTH_SIZE: Vec2 = Vec2::new(9.0, 5.0);
const WIPE_TOOTH_PITCH: f32 = 12.0;

/// The state of the transition.
#[derive(Default)]
pub struct Wipe {
    /// Reduce motion: the cloth only fades in and out.
    pub calm: bool,
    then: Option<Goto>,
    age: Option<f32>,
}

impl Wipe {
    /// Starts to close; goes there once closed.
    pub fn to(&mut self, goto: Goto) {
        if self.age.is_none_or(|age| age > CLOSE_TIME + SHUT_TIME) {
            (self.then, self.age) = (Some(goto), Some(0.0));
        }
    }

    /// Whether the zip is closing, so that the screen below must ignore keys.
    pub fn is_closing(&self) -> bool {
        self.then.is_some()
    }

    /// Whether it is visible.
    pub fn is_on(&self) -> bool {
        self.age.is_some()
    }

    /// Advances by `dt` seconds; returns the target once, while everything is covered.
    pub fn update(&mut self, dt: f32) -> Option<Goto> {
        let age = self.age.as_mut()?;
        // A long frame, such as the loading of a level, must not swallow the opening.
        *age += dt.min(0.05);
        if *age > CLOSE_TIME + SHUT_TIME + OPEN_TIME {
            self.age = None;
        } else if *age >= CLOSE_TIME {
            return self.then.take();
        }
        None
    }

    /// The covered fraction of the view.
    fn covered(&self) -> f32 {
        let Some(age) = self.age else { return 0.0 };
        let (closing, opening) = (age / CLOSE_TIME, (age - CLOSE_TIME - SHUT_TIME) / OPEN_TIME);
        if opening > 0.0 { (1.0 - opening).powi(2).clamp(0.0, 1.0) } else { 1.0 - (1.0 - closing.min(1.0)).powi(2) }
    }

    /// Draws it over everything.
    pub fn draw(&self, canvas: &mut Canvas) {
        let covered = self.covered();
        if covered <= 0.0 {
            return;
        }
        if self.calm {
            canvas.rect(0.0, 0.0, canvas.format.size.x, canvas.format.size.y, palette::faded(palette::NIGHT, covered));
            return;
        }
        let reach = (canvas.format.middle() * covered).round();
        half(canvas, 0.0, reach, 1.0);
        half(canvas, canvas.format.size.x, canvas.format.size.x - reach, -1.0);
    }
}

/// One half of the cloth from the border of the view to its edge; `side` points to the other half.
fn half(canvas: &mut Canvas, from: f32, edge: f32, side: f32) {
    let left = from.min(edge);
    cloth::night(canvas, Vec2::new(left, 0.0), Vec2::new((edge - from).abs(), canvas.format.size.y));
    let band = edge - side * 10.0;
    canvas.rect(band.min(edge), 0.0, 10.0, canvas.format.size.y, palette::RED_DARK);
    let seam = [Vec2::new(band, 0.0), Vec2::new(band, canvas.format.size.y)];
    canvas.stitches(RUNNING, &seam, false, palette::CREAM);
    let shift = if side > 0.0 { 0.0 } else { WIPE_TOOTH_PITCH * 0.5 };
    let mut y = shift - WIPE_TOOTH_PITCH;
    while y < canvas.format.size.y {
        let x = if side > 0.0 { edge - 4.0 } else { edge + 4.0 - TOOTH_SIZE.x };
        canvas.framed(Vec2::new(x, y), TOOTH_SIZE + Vec2::Y, palette::SAND);
        canvas.rect(x + 1.0, y + 1.0, TOOTH_SIZE.x - 2.0, 1.0, palette::CREAM);
        y += WIPE_TOOTH_PITCH;
    }
}
