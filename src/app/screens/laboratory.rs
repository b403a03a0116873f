//! The menu of the laboratory: the story, scenes, crowds, demos, and any level with the laboratory open.

use glam::Vec2;
use seamwalker::lab::demo::Demo;
use seamwalker::level::Files;

use super::meadow::Meadow;
use super::menu::Menu;
use super::{Goto, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, SIZE, palette};

/// The title with small and large letters, and the menu, in pixels from the top.
const LAB_TITLE_TOP: [f32; 2] = [60.0, 42.0];
const LAB_MENU_TOP: f32 = 130.0;

/// The screen.
pub struct Laboratory {
    meadow: Meadow,
    menu: Menu,
}

impl Laboratory {
    /// The menu with the story selected.
    pub fn new(files: &dyn Files) -> Self {
        let choices = vec![
            ("menu.story", Goto::Story),
            ("menu.scenes", Goto::Scenes),
            ("menu.crowds", Goto::Crowds),
            ("menu.top_down", Goto::Demo(Demo::TopDown)),
            ("menu.nearest_edge", Goto::Demo(Demo::NearestEdge)),
            ("menu.open_level", Goto::Levels),
            ("menu.back", Goto::Title),
        ];
        Self { meadow: Meadow::new(files), menu: Menu::new(choices) }
    }

    /// Whether nothing moves until there is input.
    pub fn rests(&self) -> bool {
        self.meadow.rests()
    }

    /// One frame.
    pub fn update(&mut self, input: &UiInput, dt: f32) -> Option<Goto> {
        self.meadow.update(input, dt);
        let goto = self.menu.update(input, Vec2::new(SIZE.x * 0.5, LAB_MENU_TOP), dt);
        goto.or_else(|| input.pressed(Hotkey::Menu).then_some(Goto::Title))
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas, assets: &Assets) {
        self.meadow.draw(canvas, assets);
        canvas.page(&assets.page);
        let (words, font) = (&assets.words, &assets.font);
        let name = words.get("menu.laboratory");
        let top = LAB_TITLE_TOP[usize::from(font.large)];
        let corner = Vec2::new(SIZE.x * 0.5 - font.width(name) * 1.5, top).round();
        for by in [Vec2::new(1.0, 1.0), Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0)] {
            font.scaled(canvas, name, corner + by, 3.0, palette::INK);
        }
        font.scaled(canvas, name, corner, 3.0, palette::CREAM);
        let line = words.get("title.laboratory");
        let scale = font.scale(line, SIZE.x - 16.0);
        let at = Vec2::new((SIZE.x - font.width(line) * scale) * 0.5, top + 42.0).round();
        font.outlined(canvas, line, at, scale, palette::CREAM);
        self.menu.draw(canvas, assets, Vec2::new(SIZE.x * 0.5, LAB_MENU_TOP));
    }
}
