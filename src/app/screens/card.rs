//! A small panel over a screen: a title, a few lines, and choices.

use glam::Vec2;

use super::super::assets::Assets;
use super::super::canvas::Canvas;
use super::super::cloth;
use super::super::keys::Command;
use super::super::palette;
use super::super::view::SIZE;
use super::menu::{LINE, Menu};
use super::{Goto, Hand};

/// The panel's width, in pixels, and what is left free at its borders.
const WIDTH: f32 = 226.0;
const MARGIN: f32 = 15.0;
/// From one line of text to the next, in pixels.
const ROW: f32 = 14.0;

/// The panel. Who leaves it answers [`Goto::Stay`].
pub struct Card {
    title: String,
    lines: Vec<String>,
    menu: Menu,
    choices: usize,
}

impl Card {
    /// With these lines and choices.
    pub fn new(title: &str, lines: Vec<String>, choices: Vec<(&'static str, Goto)>) -> Self {
        Self { title: title.to_owned(), lines, choices: choices.len(), menu: Menu::new(choices) }
    }

    /// Corner, size, and where the menu begins.
    fn places(&self) -> (Vec2, Vec2, Vec2) {
        let text = MARGIN + 16.0 + self.lines.len() as f32 * ROW;
        let size = Vec2::new(WIDTH, text + 8.0 + self.choices as f32 * LINE + MARGIN - 3.0);
        let at = ((SIZE - size) * 0.5).round();
        (at, size, at + Vec2::new(size.x * 0.5, text + 8.0))
    }

    /// One frame.
    pub fn update(&mut self, hand: &Hand, dt: f32) -> Option<Goto> {
        let (at, size, top) = self.places();
        let outside = hand.clicked && !hand.points_at(at, size);
        if hand.gives(Command::Menu) || outside { Some(Goto::Stay) } else { self.menu.update(hand, top, dt) }
    }

    /// Draws it over everything.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::faded(palette::INK, 0.45));
        let (at, size, top) = self.places();
        assets.sprites.panel(canvas, "panel", at, size);
        let middle = Vec2::new(SIZE.x * 0.5, at.y + MARGIN);
        assets.font.centered(canvas, &self.title, middle, palette::INK);
        for (i, line) in self.lines.iter().enumerate() {
            let below = middle + Vec2::new(0.0, 16.0 + i as f32 * ROW);
            assets.font.centered(canvas, line, below, palette::PLUM);
        }
        self.menu.draw(canvas, assets, top);
    }
}

/// A small patch that can be pressed, lit if it is the one that was.
pub fn tab(canvas: &mut Canvas, assets: &Assets, text: &str, (at, size): (Vec2, Vec2), lit: bool) {
    let color = if lit { palette::RED } else { palette::mix(palette::NIGHT, palette::PLUM, 0.5) };
    canvas.rect(at.x, at.y, size.x, size.y, palette::INK);
    canvas.rect(at.x + 1.0, at.y + 1.0, size.x - 2.0, size.y - 2.0, color);
    cloth::border(canvas, at, size, 3.5, cloth::FINE, if lit { palette::CREAM } else { palette::SAND });
    assets.font.centered(canvas, text, at + Vec2::new(size.x * 0.5, 6.0), palette::CREAM);
}
