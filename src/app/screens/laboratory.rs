//! The menu of the laboratory: the story, scenes, crowds, demos, and any level with the laboratory open.

use glam::Vec2;
use seamwalker::lab::demo::Demo;
use seamwalker::level::Files;

use super::meadow::Meadow;
use super::menu::{Menu, MenuLayout};
use super::{Goto, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, SIZE, ScreenFormat, palette};

/// The title with small and large letters, and the menu, in pixels from the top.
const LAB_TITLE_TOP: [f32; 2] = [60.0, 42.0];
const LAB_MENU_TOP: f32 = 130.0;
/// The least room below the menu, and how much lower everything is for every pixel by which the view is higher, in pixels.
const LAB_MENU_BELOW: f32 = 20.0;
const LAB_SINKS: f32 = 0.3;

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
        let goto = self.menu.update(input, self.layout(input.format), dt);
        goto.or_else(|| input.pressed(Hotkey::Menu).then_some(Goto::Title))
    }

    fn layout(&self, format: ScreenFormat) -> MenuLayout {
        let lower = (format.size.y - SIZE.y) * LAB_SINKS;
        // In two columns there is room for rows that fingers hit.
        let layout = self.menu.layout(format, SIZE.y + lower - LAB_MENU_TOP - LAB_MENU_BELOW);
        layout.below((LAB_MENU_TOP + lower).floor())
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas, assets: &Assets) {
        self.meadow.draw(canvas, assets);
        canvas.page(&assets.page);
        let (words, font) = (&assets.words, &assets.font);
        let name = words.get("menu.laboratory");
        let format = canvas.format;
        let top = (format.of(LAB_TITLE_TOP) + (format.size.y - SIZE.y) * LAB_SINKS).floor();
        let size = if font.width(name) * 3.0 < format.size.x { 3.0 } else { 2.0 };
        let corner = Vec2::new(format.middle() - font.width(name) * size * 0.5, top).round();
        for by in [Vec2::new(1.0, 1.0), Vec2::new(-1.0, 0.0), Vec2::new(0.0, -1.0)] {
            font.scaled(canvas, name, corner + by, size, palette::INK);
        }
        font.scaled(canvas, name, corner, size, palette::CREAM);
        let line = words.get("title.laboratory");
        let scale = font.scale(line, format.size.x - 16.0);
        let at = Vec2::new((format.size.x - font.width(line) * scale) * 0.5, top + 42.0).round();
        font.outlined(canvas, line, at, scale, palette::CREAM);
        self.menu.draw(canvas, assets, self.layout(format));
    }
}
