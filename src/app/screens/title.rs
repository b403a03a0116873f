//! The title: the game's name over the meadow, and the main menu.

use glam::Vec2;
use seamwalker::level::Files;

use super::meadow::Meadow;
use super::menu::Menu;
use super::{Goto, UiInput};
use crate::app::render::{Assets, Canvas, SIZE, palette};
use crate::app::ui::Label;
use crate::app::window::page;

/// The top of the name, in pixels.
const NAME_TOP: f32 = 34.0;

/// The first screen.
pub struct Title {
    meadow: Meadow,
    menu: Menu,
    time: f32,
}

impl Title {
    /// The title; `next` is the map that "Play" begins.
    pub fn new(files: &dyn Files, next: Option<usize>) -> Self {
        let mut choices = vec![
            ("menu.quilt", Goto::Levels),
            ("menu.slots", Goto::Slots),
            ("menu.laboratory", Goto::Laboratory),
            ("menu.options", Goto::Options),
            ("menu.leave", Goto::Quit),
        ];
        if let Some(next) = next {
            choices.insert(0, ("menu.play", Goto::Map(next)));
        }
        // A program cannot close its page in the browser.
        choices.retain(|c| !(page::IS_THERE && c.1 == Goto::Quit));
        Self { meadow: Meadow::new(files), menu: Menu::new(choices), time: 0.0 }
    }

    fn top(&self, large: bool) -> Vec2 {
        let bottom = SIZE.y - if large { 44.0 } else { 32.0 };
        Vec2::new(SIZE.x * 0.5, (bottom - self.menu.height(large)).min(NAME_TOP + 120.0))
    }

    /// One frame.
    pub fn update(&mut self, input: &UiInput, dt: f32) -> Option<Goto> {
        if !input.calm {
            self.time += dt;
            self.meadow.update(dt);
        }
        let top = self.top(input.large);
        self.menu.update(input, top, dt)
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas, assets: &Assets) {
        self.meadow.draw(canvas, assets);
        canvas.page(&assets.page);
        let name = assets.title;
        let sway = (self.time * 1.3).sin() * 2.0;
        let at = Vec2::new((SIZE.x - name.size.x) * 0.5, NAME_TOP + sway).round();
        canvas.image(name, at, palette::PLAIN);
        let line = assets.words.get("title.line");
        let scale = assets.font.text_scale();
        let corner = Vec2::new((SIZE.x - assets.font.width(line) * scale) * 0.5, NAME_TOP + name.size.y + 6.0).round();
        assets.font.outlined(canvas, line, corner, scale, palette::CREAM);
        self.menu.draw(canvas, assets, self.top(assets.font.large));
        let text = assets.words.get("title.hint");
        // Three keys and their words fit in one line of large letters, in most languages.
        let large = Label::new(text, f32::MAX, scale, assets);
        let hint = if large.size().x < SIZE.x - 8.0 { large } else { Label::new(text, SIZE.x, 1.0, assets) };
        hint.footer(canvas, &assets.font);
    }
}
