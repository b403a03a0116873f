//! The title: the game's name over the meadow, and the main menu.

use glam::Vec2;
use seamwalker::pack::Manifest;

use super::meadow::Meadow;
use super::menu::Menu;
use super::{Goto, UiInput};
use crate::app::library::LevelLibrary;
use crate::app::render::{Assets, Canvas, SIZE, palette};
use crate::app::ui::{Label, Words};
use crate::app::window::page;

/// The top of the name, in pixels.
const NAME_TOP: f32 = 34.0;

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
    /// The title of the library's pack; `next` is the map that "Play" begins.
    pub fn new(library: &LevelLibrary, next: Option<usize>, words: &Words) -> Self {
        let own = library.own_game();
        let title = |manifest: &Manifest| manifest.title_in(words.code()).to_owned();
        let name = own.filter(|_| !library.has_title_picture()).map(title);
        let line = own.map(|manifest| match manifest.author.as_str() {
            "" => title(manifest),
            author if name.is_some() => words.fill("title.author", &[&author]),
            author => words.fill("title.by", &[&title(manifest), &author]),
        });
        let mut choices = vec![
            (library.levels_label(), Goto::Levels),
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
        Self { meadow: Meadow::new(&*library.art()), menu: Menu::new(choices), name, line, time: 0.0 }
    }

    fn top(&self, large: bool) -> Vec2 {
        let bottom = SIZE.y - if large { 44.0 } else { 32.0 };
        Vec2::new(SIZE.x * 0.5, (bottom - self.menu.height(large)).min(NAME_TOP + 120.0))
    }

    /// Whether nothing moves until there is input.
    pub fn rests(&self) -> bool {
        self.meadow.rests()
    }

    /// One frame.
    pub fn update(&mut self, input: &UiInput, dt: f32) -> Option<Goto> {
        if !input.calm {
            self.meadow.update(input, dt);
            if !self.meadow.rests() {
                self.time += dt;
            }
        }
        let top = self.top(input.large);
        self.menu.update(input, top, dt)
    }

    /// Draws it.
    pub fn draw(&mut self, canvas: &mut Canvas, assets: &Assets) {
        self.meadow.draw(canvas, assets);
        canvas.page(&assets.page);
        let height = self.draw_name(canvas, assets);
        let line = self.line.as_deref().unwrap_or_else(|| assets.words.get("title.line"));
        let scale = assets.font.text_scale();
        // The line is left out if the menu needs its room.
        if NAME_TOP + height + LINE_GAP + assets.font.height * scale <= self.top(assets.font.large).y {
            let left = (SIZE.x - assets.font.width(line) * scale) * 0.5;
            let corner = Vec2::new(left, NAME_TOP + height + LINE_GAP).round();
            assets.font.outlined(canvas, line, corner, scale, palette::CREAM);
        }
        self.menu.draw(canvas, assets, self.top(assets.font.large));
        let text = assets.words.get("title.hint");
        // Three keys and their words fit in one line of large letters, in most languages.
        let large = Label::new(text, f32::MAX, scale, assets);
        let hint = if large.size().x < SIZE.x - 8.0 { large } else { Label::new(text, SIZE.x, 1.0, assets) };
        hint.footer(canvas, &assets.font);
    }

    /// Draws the name; returns its height.
    fn draw_name(&self, canvas: &mut Canvas, assets: &Assets) -> f32 {
        let sway = (self.time * 1.3).sin() * 2.0;
        let at =
            |size: Vec2| Vec2::new((SIZE.x - size.x) * 0.5, NAME_TOP + (NAME_HEIGHT - size.y) * 0.5 + sway).round();
        match &self.name {
            Some(name) => {
                let width = assets.font.width(name).max(1.0);
                let scale = ((SIZE.x - 40.0) / width).floor().clamp(1.0, MAX_NAME_SCALE);
                assets.font.outlined(
                    canvas,
                    name,
                    at(Vec2::new(width, assets.font.height) * scale),
                    scale,
                    palette::MUSTARD,
                );
            }
            None => canvas.image(assets.title, at(assets.title.size), palette::PLAIN),
        }
        NAME_HEIGHT
    }
}
