//! The title: the game's name over the meadow, and the main menu.

use glam::Vec2;
use seamwalker_level::pack::Manifest;

use super::meadow::Meadow;
use super::menu::{Menu, MenuLayout};
use super::{Goto, Screen, ScreenSpec, UiInput};
use crate::app::input::Hotkey;
use crate::app::library::LevelLibrary;
use crate::app::render::{Assets, Canvas, SIZE, ScreenFormat, palette};
use crate::app::services::Services;
use crate::app::ui::{Label, Words};
use crate::app::window::{Motion, page};

/// The top of the name, in pixels, and how much lower it and the menu are for every pixel by which the view is higher.
const NAME_TOP: f32 = 34.0;
const NAME_SINKS: f32 = 0.15;
const MENU_SINKS: f32 = 0.45;

/// How much of a narrow view the picture of the name leaves free, in pixels.
const TITLE_MARGIN: f32 = 12.0;
/// The height of the name, in pixels: that of the game's own picture.
const NAME_HEIGHT: f32 = 88.0;
/// The gap between the name and the line below it, in pixels.
const LINE_GAP: f32 = 6.0;
/// How many times letters of a name without a picture are enlarged at most.
const MAX_NAME_SCALE: f32 = 5.0;

/// The first screen.
pub struct Title {
    meadow: Meadow,
    menu: Menu,
    /// The name of a pack without a picture of it, and the line below it.
    name: Option<String>,
    line: Option<String>,
    time: f32,
}

impl Title {
    /// The title of the library's pack; `next` is the map that "Play" begins. What was `chosen` before is selected.
    pub fn new(library: &LevelLibrary, next: Option<usize>, words: &Words, chosen: Option<Goto>) -> Self {
        let own = library.own_game();
        let title = |manifest: &Manifest| manifest.title_in(words.code()).to_owned();
        let name = own.filter(|_| !library.has_title_picture()).map(title);
        let line = own.map(|manifest| match manifest.author.as_str() {
            "" => title(manifest),
            author if name.is_some() => words.fill("title.author", &[&author]),
            author => words.fill("title.by", &[&title(manifest), &author]),
        });
        let menu = main_menu(library.levels_label(), next, chosen);
        Self { meadow: Meadow::new(&*library.art()), menu, name, line, time: 0.0 }
    }

    fn layout(&self, format: ScreenFormat) -> MenuLayout {
        let bottom = format.size.y - format.of([32.0, 44.0]);
        let layout = self.menu.layout(format, bottom - name_top(format) - NAME_HEIGHT - LINE_GAP);
        let wanted = NAME_TOP + 120.0 + (format.size.y - SIZE.y) * MENU_SINKS;
        layout.below((bottom - layout.size().y).min(wanted).floor())
    }

    fn draw_name(&self, canvas: &mut Canvas, assets: &Assets) {
        let sway = (self.time * 1.3).sin() * 2.0;
        let format = canvas.format;
        let top = name_top(format) + sway;
        let at = |size: Vec2| Vec2::new((format.size.x - size.x) * 0.5, top + (NAME_HEIGHT - size.y) * 0.5).round();
        if let Some(name) = &self.name {
            let width = assets.font.width(name).max(1.0);
            let scale = ((format.size.x - 40.0) / width).floor().clamp(1.0, MAX_NAME_SCALE);
            let corner = at(Vec2::new(width, assets.font.height) * scale);
            assets.font.outlined(canvas, name, corner, scale, palette::MUSTARD);
        } else {
            let whole = assets.title.size;
            let size = whole * ((format.size.x - TITLE_MARGIN) / whole.x).min(1.0);
            canvas.stretched(assets.title, at(size), size, palette::PLAIN);
        }
    }
}

impl Screen for Title {
    fn spec(&self, services: &Services) -> ScreenSpec {
        let calm = services.saved.settings.comfort.reduce_motion;
        let motion = if calm || self.meadow.rests() { Motion::None } else { Motion::Decoration };
        // In a narrow view the picture of the name is shrunk.
        let (fine_below, reopens) = (SIZE.x, Some(Goto::Title));
        ScreenSpec { name: "title", motion, has_back: true, fine_below, reopens, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        // So that the quilt opens at once.
        services.previews.load_next(&services.library, &services.assets.words);
        if !input.calm {
            self.meadow.update(input, dt);
            if !self.meadow.rests() {
                self.time += dt;
            }
        }
        let goto = self.menu.update(input, self.layout(input.format), dt);
        goto.or_else(|| input.pressed(Hotkey::Debug).then_some(Goto::Laboratory))
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        self.meadow.draw(canvas, assets);
        canvas.page(&assets.page);
        let (format, layout) = (canvas.format, self.layout(canvas.format));
        self.draw_name(canvas, assets);
        let below = name_top(format) + NAME_HEIGHT + LINE_GAP;
        let line = self.line.as_deref().unwrap_or_else(|| assets.words.get("title.line"));
        let scale = assets.font.text_scale();
        // The line is left out if the menu needs its room.
        if below + assets.font.height * scale <= layout.top() {
            let left = (format.size.x - assets.font.width(line) * scale) * 0.5;
            let corner = Vec2::new(left, below).round();
            assets.font.outlined(canvas, line, corner, scale, palette::CREAM);
        }
        self.menu.draw(canvas, assets, layout);
        let text = assets.words.get("title.hint");
        // Three keys and their words fit in one line of large letters, in most languages.
        Label::fitting(text, format.size.x - 8.0, scale, assets).footer(canvas, &assets.font);
    }
}

/// The main menu; `levels` are the words of the level select, and what was `chosen` before is selected.
fn main_menu(levels: &'static str, next: Option<usize>, chosen: Option<Goto>) -> Menu {
    let mut choices = vec![
        (levels, Goto::Levels),
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
    let mut menu = Menu::new(choices);
    menu.select(chosen);
    menu
}

/// The top of the name, in pixels.
fn name_top(format: ScreenFormat) -> f32 {
    (NAME_TOP + (format.size.y - SIZE.y) * NAME_SINKS).floor()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Story: after Esc in the saved games the title had *Play* selected.
    #[test]
    fn the_title_remembers_its_choice() {
        let selected = |chosen| main_menu("menu.quilt", Some(3), chosen).selected();
        assert_eq!(selected(None), Goto::Map(3));
        assert_eq!([Goto::Slots, Goto::Laboratory].map(|goto| selected(Some(goto))), [Goto::Slots, Goto::Laboratory]);
        assert_eq!(selected(Some(Goto::Map(2))), Goto::Map(3), "the next level is another one now");
    }
}
