//! The pause panel over the level.

use glam::Vec2;

use super::menu::Menu;
use super::{Goto, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, SIZE, palette};

/// The panel's width with small and large letters, and its height without the menu, in pixels.
const PAUSE_WIDTHS: [f32; 2] = [196.0, 300.0];
const PAUSE_EXTRA_HEIGHT: [f32; 2] = [66.0, 86.0];
/// From the title to the line below it, in pixels.
const PAUSE_LINE: [f32; 2] = [14.0, 24.0];

/// The pause panel.
pub struct Pause {
    menu: Menu,
    title: String,
}

impl Pause {
    /// A panel for the level with this title.
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
        let size = Vec2::new(
            PAUSE_WIDTHS[usize::from(large)],
            self.menu.height(large) + PAUSE_EXTRA_HEIGHT[usize::from(large)],
        );
        (((SIZE - size) * 0.5).round(), size)
    }

    fn top(&self, large: bool) -> Vec2 {
        Vec2::new(SIZE.x * 0.5, self.panel(large).0.y + PAUSE_EXTRA_HEIGHT[usize::from(large)] - 16.0)
    }

    /// One frame.
    pub fn update(&mut self, input: &UiInput, dt: f32) -> Option<Goto> {
        if input.pressed(Hotkey::Menu) || input.pressed(Hotkey::Pause) {
            return Some(Goto::Resume);
        }
        let top = self.top(input.large);
        self.menu.update(input, top, dt)
    }

    /// Draws it over the level.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets) {
        canvas.rect(0.0, 0.0, SIZE.x, SIZE.y, palette::faded(palette::INK, 0.45));
        let (at, size) = self.panel(assets.font.large);
        assets.sprites.panel(canvas, "panel", at, size);
        let middle = SIZE.x * 0.5;
        let lines = [(self.title.as_str(), palette::INK), (assets.words.get("pause.paused"), palette::PLUM)];
        for (i, (line, color)) in lines.into_iter().enumerate() {
            let y = at.y + 12.0 + i as f32 * PAUSE_LINE[usize::from(assets.font.large)];
            assets.font.fitted(canvas, line, Vec2::new(middle, y), size.x - 16.0, color);
        }
        self.menu.draw(canvas, assets, self.top(assets.font.large));
    }
}
