//! The pause panel over the level.

use glam::Vec2;

use super::super::assets::Assets;
use super::super::canvas::Canvas;
use super::super::palette;
use super::super::view::SIZE;
use super::menu::Menu;
use super::{Goto, Hand};
use crate::app::keys::Command;

/// How wide the panel is with letters of both sizes, and what of its height is not the menu's, in pixels.
const WIDTH: [f32; 2] = [196.0, 300.0];
const AROUND: f32 = 66.0;

/// The level waits.
pub struct Pause {
    menu: Menu,
    title: String,
}

impl Pause {
    /// Over the level with this title.
    pub fn new(title: &str) -> Self {
        let menu = Menu::new(vec![
            ("menu.resume", Goto::Resume),
            ("menu.restart", Goto::Restart),
            ("menu.options", Goto::Options),
            ("menu.quilt", Goto::Levels),
            ("menu.title", Goto::Title),
        ]);
        Self { menu, title: title.to_owned() }
    }

    /// Corner and size of the panel.
    fn panel(&self, large: bool) -> (Vec2, Vec2) {
        let size = Vec2::new(WIDTH[usize::from(large)], self.menu.height(large) + AROUND);
        (((SIZE - size) * 0.5).round(), size)
    }

    fn top(&self, large: bool) -> Vec2 {
        Vec2::new(SIZE.x * 0.5, self.panel(large).0.y + 50.0)
    }

    /// One frame.
    pub fn update(&mut self, hand: &Hand, dt: f32) -> Option<Goto> {
        if hand.gives(Command::Menu) || hand.gives(Command::Pause) {
            return Some(Goto::Resume);
        }
        let top = self.top(hand.large);
        self.menu.update(hand, top, dt)
    }

    /// Draws it over the level.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::faded(palette::INK, 0.45));
        let (at, size) = self.panel(assets.font.large);
        assets.sprites.panel(canvas, "panel", at, size);
        let middle = SIZE.x * 0.5;
        assets.font.centered(canvas, &self.title, Vec2::new(middle, at.y + 12.0), palette::INK);
        assets.font.centered(canvas, assets.words.get("pause.paused"), Vec2::new(middle, at.y + 26.0), palette::PLUM);
        self.menu.draw(canvas, assets, self.top(assets.font.large));
    }
}
