//! The pause panel over the level.

use glam::Vec2;

use super::super::assets::Assets;
use super::super::canvas::Canvas;
use super::super::palette;
use super::super::view::SIZE;
use super::menu::Menu;
use super::{Goto, Hand};
use crate::app::keys::Command;

/// Width and height of the panel, in pixels.
const PANEL: Vec2 = Vec2::new(190.0, 156.0);

/// The level waits.
pub struct Pause {
    menu: Menu,
    title: String,
}

impl Pause {
    /// Over the level with this title.
    pub fn new(title: &str) -> Self {
        let menu = Menu::new(vec![
            ("Resume", Goto::Resume),
            ("Start over", Goto::Restart),
            ("The quilt", Goto::Levels),
            ("Title", Goto::Title),
        ]);
        Self { menu, title: title.to_owned() }
    }

    fn top() -> Vec2 {
        Vec2::new(SIZE.x * 0.5, (SIZE.y - PANEL.y) * 0.5 + 52.0)
    }

    /// One frame.
    pub fn update(&mut self, hand: &Hand, dt: f32) -> Option<Goto> {
        if hand.gives(Command::Menu) || hand.gives(Command::Pause) {
            return Some(Goto::Resume);
        }
        self.menu.update(hand, Self::top(), dt)
    }

    /// Draws it over the level.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::faded(palette::INK, 0.45));
        let at = ((SIZE - PANEL) * 0.5).round();
        assets.sprites.panel(canvas, "panel", at, PANEL);
        let middle = SIZE.x * 0.5;
        assets.font.centered(canvas, &self.title, Vec2::new(middle, at.y + 14.0), palette::INK);
        assets.font.centered(canvas, "paused", Vec2::new(middle, at.y + 28.0), palette::PLUM);
        self.menu.draw(canvas, assets, Self::top());
    }
}
