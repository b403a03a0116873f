//! A list of choices with a needle that points at the present one.

use glam::Vec2;

use super::super::assets::Assets;
use super::super::canvas::{Canvas, Style};
use super::super::keys::Command;
use super::super::palette;
use super::{Goto, Hand};

/// From one choice to the next, in pixels.
const LINE: f32 = 19.0;

/// The choices, and which one the needle points at.
pub struct Menu {
    choices: Vec<(&'static str, Goto)>,
    at: usize,
    time: f32,
}

impl Menu {
    /// A menu with the needle at its first choice.
    pub fn new(choices: Vec<(&'static str, Goto)>) -> Self {
        Self { choices, at: 0, time: 0.0 }
    }

    /// Height in pixels.
    pub fn height(&self) -> f32 {
        self.choices.len() as f32 * LINE
    }

    /// Moves the needle; answers with what was chosen. The menu's top middle is at `top`.
    pub fn update(&mut self, hand: &Hand, top: Vec2, dt: f32) -> Option<Goto> {
        self.time += dt;
        let count = self.choices.len();
        if hand.gives(Command::Choose(0, 1)) {
            self.at = (self.at + 1) % count;
        }
        if hand.gives(Command::Choose(0, -1)) {
            self.at = (self.at + count - 1) % count;
        }
        let pointed = (0..count).find(|&i| hand.points_at(top + Vec2::new(-80.0, i as f32 * LINE - 3.0), Vec2::new(160.0, LINE)));
        if let Some(i) = pointed.filter(|_| hand.moved || hand.clicked) {
            self.at = i;
        }
        let chosen = hand.gives(Command::Accept) || (hand.clicked && pointed.is_some());
        chosen.then(|| self.choices[self.at].1.clone())
    }

    /// Draws it. `light` is for dark cloth.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, top: Vec2, light: bool) {
        for (i, (text, _)) in self.choices.iter().enumerate() {
            let at = top + Vec2::new(0.0, i as f32 * LINE);
            let chosen = i == self.at;
            if light {
                let corner = at - Vec2::new((assets.font.width(text) * 0.5).floor(), 0.0);
                let color = if chosen { palette::MUSTARD } else { palette::CREAM };
                assets.font.outlined(canvas, text, corner, color);
            } else {
                let color = if chosen { palette::RED_DARK } else { palette::INK };
                assets.font.centered(canvas, text, at, color);
            }
            if chosen {
                self.needle(canvas, assets, at, text);
            }
        }
    }

    /// The needle pokes at the choice, and a thread lies under it.
    fn needle(&self, canvas: &mut Canvas, assets: &Assets, at: Vec2, text: &str) {
        let half = (assets.font.width(text) * 0.5).floor();
        let poke = ((self.time * 5.0).sin() * 2.0).round();
        let cursor = assets.sprites.get("cursor");
        let tip = at + Vec2::new(-half - 6.0 + poke, 6.0);
        canvas.sprite(cursor.looped(self.time), cursor.origin, tip, Style::default());
        let mut x = -half;
        while x < half {
            canvas.rect(at.x + x, at.y + 11.0, 4.0_f32.min(half - x), 1.0, palette::RED);
            x += 6.0;
        }
    }
}
