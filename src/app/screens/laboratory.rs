//! The menu of the laboratory, before a meadow: two heroes on one floor, with which the story begins, the article, the rooms of Seam
//! Gallery, scenes, a demo, and any level with the laboratory open.

use seamwalker_level::Files;

use super::meadow::Meadow;
use super::{Card, Goto, Screen, ScreenSpec, UiInput};
use crate::app::render::Canvas;
use crate::app::services::Services;
use crate::app::ui::words::Words;
use crate::app::window::{Motion, page};

/// The screen.
pub struct Laboratory {
    meadow: Meadow,
    card: Card,
}

impl Laboratory {
    /// The menu. What was `chosen` before is selected.
    pub fn new(files: &dyn Files, words: &Words, chosen: Option<Goto>) -> Self {
        let card = Card::laboratory(words.get("menu.laboratory"), page::IS_THERE).at(chosen);
        Self { meadow: Meadow::new(files), card }
    }
}

impl Screen for Laboratory {
    fn spec(&self, _: &Services) -> ScreenSpec {
        let motion = if self.meadow.rests() { Motion::None } else { Motion::Decoration };
        ScreenSpec { name: "laboratory", motion, has_back: true, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, _: &mut Services, dt: f32) -> Option<Goto> {
        self.meadow.update(input, dt);
        self.card.choose(input, dt)
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        self.meadow.draw(canvas, assets);
        canvas.page(&assets.page);
        self.card.show(canvas, assets);
    }
}
