//! The menu of the laboratory: two heroes on one floor, with which the story begins, the article, the rooms of Seam Gallery, scenes, a demo, and
//! any level with the laboratory open.

use glam::Vec2;
use seamwalker_level::Files;

use super::meadow::Meadow;
use super::menu::{Menu, MenuLayout};
use super::{Goto, Screen, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Canvas, SIZE, ScreenFormat, palette};
use crate::app::services::Services;
use crate::app::window::Motion;
use crate::app::window::page;

/// The title and the menu with small and large letters, in pixels from the top.
const LAB_TITLE_TOP: [f32; 2] = [60.0, 26.0];
const LAB_MENU_TOP: [f32; 2] = [130.0, 112.0];
/// From the top of the title to that of the line below it, in pixels.
const LAB_LINE_BELOW: f32 = 42.0;
/// The least room below the menu, and how much lower everything is for every pixel by which the view is higher, in pixels.
const LAB_MENU_BELOW: f32 = 20.0;
const LAB_SINKS: f32 = 0.3;

/// The screen.
pub struct Laboratory {
    meadow: Meadow,
    menu: Menu,
}

impl Laboratory {
    /// The menu with the first entry selected.
    pub fn new(files: &dyn Files) -> Self {
        Self { meadow: Meadow::new(files), menu: menu(page::IS_THERE) }
    }
}

impl Screen for Laboratory {
    fn name(&self) -> &'static str {
        "laboratory"
    }

    fn update(&mut self, input: &UiInput, _: &mut Services, dt: f32) -> Option<Goto> {
        self.meadow.update(input, dt);
        let goto = self.menu.update(input, layout(&self.menu, input.format), dt);
        goto.or_else(|| input.pressed(Hotkey::Menu).then_some(Goto::Title))
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        self.meadow.draw(canvas, assets);
        canvas.page(&assets.page);
        let (words, font) = (&assets.words, &assets.font);
        let name = words.get("menu.laboratory");
        let format = canvas.format;
        let top = title_top(format);
        let size = if font.width(name) * 3.0 < format.size.x { 3.0 } else { 2.0 };
        let corner = Vec2::new(format.middle() - font.width(name) * size * 0.5, top).round();
        font.outlined(canvas, name, corner, size, palette::CREAM);
        let line = words.get("title.laboratory");
        let scale = font.scale(line, format.size.x - 16.0);
        let at = Vec2::new((format.size.x - font.width(line) * scale) * 0.5, top + LAB_LINE_BELOW).round();
        font.outlined(canvas, line, at, scale, palette::CREAM);
        self.menu.draw(canvas, assets, layout(&self.menu, format));
    }

    fn pace(&self, _: &Services) -> Motion {
        if self.meadow.rests() { Motion::None } else { Motion::Decoration }
    }

    fn needs_back(&self) -> bool {
        false
    }
}

/// The menu. Only a web page has the article beside it.
fn menu(has_article: bool) -> Menu {
    let mut choices = vec![
        ("menu.snag", Goto::Snag),
        ("menu.article", Goto::Article),
        ("menu.gallery", Goto::Gallery),
        ("menu.scenes", Goto::Scenes),
        ("menu.top_down", Goto::TopDown),
        ("menu.open_level", Goto::Levels),
        ("menu.back", Goto::Title),
    ];
    choices.retain(|choice| has_article || choice.1 != Goto::Article);
    Menu::new(choices)
}

fn layout(menu: &Menu, format: ScreenFormat) -> MenuLayout {
    let (top, lower) = (format.of(LAB_MENU_TOP), sinks(format));
    // In two columns there is room for rows that fingers hit.
    let layout = menu.layout(format, SIZE.y + lower - top - LAB_MENU_BELOW);
    layout.below((top + lower).floor())
}

/// The top of the title, in pixels.
fn title_top(format: ScreenFormat) -> f32 {
    (format.of(LAB_TITLE_TOP) + sinks(format)).floor()
}

/// How much lower everything is than in the lowest view, in pixels.
fn sinks(format: ScreenFormat) -> f32 {
    (format.size.y - SIZE.y) * LAB_SINKS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::texts::{FORMATS, languages};

    #[test]
    fn the_menu_fits_below_the_title_with_and_without_the_article() {
        for (words, mut font) in languages() {
            for (format, has_article) in FORMATS.into_iter().flat_map(|format| [(format, false), (format, true)]) {
                font.large = format.large;
                let layout = layout(&menu(has_article), format);
                let line = words.get("title.laboratory");
                let line_height = font.height * font.scale(line, format.size.x - 16.0);
                let above = title_top(format) + LAB_LINE_BELOW + line_height;
                assert!(above <= layout.top(), "{}: {format:?}: {above}, {}", words.code(), layout.top());
                let (bottom, width) = (layout.top() + layout.size().y, layout.size().x);
                assert!(bottom <= format.size.y - 10.0 && width <= format.size.x, "{format:?}: {bottom}, {width}");
            }
        }
    }

    #[test]
    fn only_a_page_offers_the_article() {
        let down = UiInput { commands: &[Hotkey::Choose(0, 1)], ..UiInput::default() };
        let accept = UiInput { commands: &[Hotkey::Accept], ..UiInput::default() };
        for (has_article, second) in [(false, Goto::Gallery), (true, Goto::Article)] {
            let mut menu = menu(has_article);
            let layout = layout(&menu, ScreenFormat::default());
            assert_eq!(menu.update(&down, layout, 0.0), None);
            assert_eq!(menu.update(&accept, layout, 0.0), Some(second));
        }
    }
}
