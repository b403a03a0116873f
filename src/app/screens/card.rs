//! A small panel over a screen: a title, a few lines, and choices.

use glam::Vec2;

use super::menu::Menu;
use super::{Goto, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, SIZE, palette};
use crate::app::ui::cloth;

/// The panel's width with small and large letters, and its margin, in pixels.
const CARD_WIDTHS: [f32; 2] = [232.0, 330.0];
const CARD_MARGIN: f32 = 13.0;
/// Line height with small and large letters, in pixels.
const CARD_LINE: [f32; 2] = [14.0, 24.0];

/// The panel. Closing it returns [`Goto::Stay`].
pub struct Card {
    title: String,
    lines: Vec<String>,
    menu: Menu,
}

impl Card {
    /// A panel with a title, lines, and choices that are keys of the language files.
    pub fn new(title: String, lines: Vec<String>, choices: Vec<(&'static str, Goto)>) -> Self {
        Self { title, lines, menu: Menu::new(choices) }
    }

    /// Its corner and size, and the top of the menu.
    fn layout(&self, large: bool) -> (Vec2, Vec2, Vec2) {
        let text = CARD_MARGIN + (self.lines.len() + 1) as f32 * CARD_LINE[usize::from(large)];
        let size = Vec2::new(CARD_WIDTHS[usize::from(large)], text + 8.0 + self.menu.height(large) + CARD_MARGIN - 3.0);
        let at = ((SIZE - size) * 0.5).round();
        (at, size, at + Vec2::new(size.x * 0.5, text + 8.0))
    }

    /// One frame.
    pub fn update(&mut self, input: &UiInput, dt: f32) -> Option<Goto> {
        let (at, size, top) = self.layout(input.large);
        let outside = input.clicked && !input.points_at(at, size);
        if input.pressed(Hotkey::Menu) || outside { Some(Goto::Stay) } else { self.menu.update(input, top, dt) }
    }

    /// Draws it over a darkened screen.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::faded(palette::INK, 0.45));
        let large = assets.font.large;
        let (at, size, top) = self.layout(large);
        assets.sprites.panel(canvas, "panel", at, size);
        let lines = std::iter::once((&self.title, palette::INK)).chain(self.lines.iter().map(|l| (l, palette::PLUM)));
        for (i, (line, color)) in lines.enumerate() {
            let middle = Vec2::new(SIZE.x * 0.5, at.y + CARD_MARGIN + i as f32 * CARD_LINE[usize::from(large)]);
            assets.font.fitted(canvas, line, middle, size.x - 20.0, color);
        }
        self.menu.draw(canvas, assets, top);
    }
}

/// A small tab, lit if it is selected.
pub fn tab(canvas: &mut Canvas, assets: &Assets, text: &str, (at, size): (Vec2, Vec2), lit: bool) {
    let color = if lit { palette::RED } else { palette::mix(palette::NIGHT, palette::PLUM, 0.5) };
    canvas.framed(at, size, color);
    cloth::border(canvas, at, size, 3.5, cloth::FINE, if lit { palette::CREAM } else { palette::SAND });
    let up = if assets.font.scale(text, size.x - 4.0) > 1.0 { 0.0 } else { 6.0 };
    assets.font.fitted(canvas, text, at + Vec2::new(size.x * 0.5, up), size.x - 4.0, palette::CREAM);
}
