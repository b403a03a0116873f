//! A small panel over a screen: a title, a few lines, and choices.

use glam::Vec2;

use super::menu::Menu;
use super::{Goto, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::view::SIZE;
use crate::app::ui::cloth;

/// The panel's width with letters of both sizes, and what is left free at its borders, in pixels.
const WIDTH: [f32; 2] = [232.0, 330.0];
const MARGIN: f32 = 13.0;
/// From one line of text to the next with letters of both sizes, in pixels.
const ROW: [f32; 2] = [14.0, 24.0];

/// The panel. Who leaves it answers [`Goto::Stay`].
pub struct Card {
    title: String,
    lines: Vec<String>,
    menu: Menu,
}

impl Card {
    /// With these lines, and choices that are entries of the languages' tables.
    pub fn new(title: String, lines: Vec<String>, choices: Vec<(&'static str, Goto)>) -> Self {
        Self { title, lines, menu: Menu::new(choices) }
    }

    /// Corner, size, and where the menu begins.
    fn places(&self, large: bool) -> (Vec2, Vec2, Vec2) {
        let text = MARGIN + (self.lines.len() + 1) as f32 * ROW[usize::from(large)];
        let size = Vec2::new(WIDTH[usize::from(large)], text + 8.0 + self.menu.height(large) + MARGIN - 3.0);
        let at = ((SIZE - size) * 0.5).round();
        (at, size, at + Vec2::new(size.x * 0.5, text + 8.0))
    }

    /// One frame.
    pub fn update(&mut self, hand: &UiInput, dt: f32) -> Option<Goto> {
        let (at, size, top) = self.places(hand.large);
        let outside = hand.clicked && !hand.points_at(at, size);
        if hand.gives(Hotkey::Menu) || outside { Some(Goto::Stay) } else { self.menu.update(hand, top, dt) }
    }

    /// Draws it over everything.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::faded(palette::INK, 0.45));
        let large = assets.font.large;
        let (at, size, top) = self.places(large);
        assets.sprites.panel(canvas, "panel", at, size);
        let lines = std::iter::once((&self.title, palette::INK)).chain(self.lines.iter().map(|l| (l, palette::PLUM)));
        for (i, (line, color)) in lines.enumerate() {
            let middle = Vec2::new(SIZE.x * 0.5, at.y + MARGIN + i as f32 * ROW[usize::from(large)]);
            assets.font.fitted(canvas, line, middle, size.x - 20.0, color);
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
    let up = if assets.font.scale(text, size.x - 4.0) > 1.0 { 0.0 } else { 6.0 };
    assets.font.fitted(canvas, text, at + Vec2::new(size.x * 0.5, up), size.x - 4.0, palette::CREAM);
}
