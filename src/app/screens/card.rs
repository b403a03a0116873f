//! A small panel over a screen: a title, a few lines, and choices. The pause is one.

use glam::Vec2;
use seamwalker_lab::demo::DemoKind;

use super::menu::{Menu, MenuLayout};
use super::{Goto, Place, Screen, ScreenSpec, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, ScreenFormat, palette};
use crate::app::services::Services;
use crate::app::ui::{HEADLINE_HEIGHT, cloth, headline};
use crate::app::window::Motion;

/// The measures of a panel, in pixels.
struct CardShape {
    /// Above the title, between text and menu, and below the menu.
    gaps: [f32; 3],
    /// The part of the width that a line of text leaves free.
    margin: f32,
}

const CARD: CardShape = CardShape { gaps: [8.0, 8.0, 10.0], margin: 20.0 };
const PAUSE: CardShape = CardShape { gaps: [8.0, 10.0, 16.0], margin: 16.0 };
/// Its width with small and large letters, in pixels: the title of every level has room.
pub const CARD_WIDTHS: [f32; 2] = [304.0, 330.0];
/// Line height with small and large letters, in pixels.
const CARD_LINE: [f32; 2] = [14.0, 24.0];

/// The panel. Closing it returns [`Goto::Stay`], [`Goto::Resume`] for the pause, and [`Goto::Title`] for the laboratory.
pub struct Card {
    shape: CardShape,
    title: String,
    /// Texts, or keys of the language files.
    lines: Vec<String>,
    menu: Menu,
    /// Where closing it leads.
    close: Goto,
}

impl Card {
    /// A panel with a title, lines, and choices that are keys of the language files.
    pub fn new(title: String, lines: Vec<String>, choices: Vec<(&'static str, Goto)>) -> Self {
        Self { shape: CARD, title, lines, menu: Menu::new(choices), close: Goto::Stay }
    }

    /// The pause panel for the level with this title. `levels` are the key of the words and where to choose another one.
    pub fn pause(title: &str, levels: (&'static str, Goto)) -> Self {
        let choices = vec![
            ("menu.resume", Goto::Resume),
            ("menu.restart", Goto::Restart),
            ("menu.options", Goto::Options),
            levels,
            ("menu.title", Goto::Title),
        ];
        let card = Self::new(title.to_owned(), vec!["pause.paused".to_owned()], choices);
        Self { shape: PAUSE, close: Goto::Resume, ..card }
    }

    /// The menu of the laboratory. Only a web page has the article beside it.
    pub fn laboratory(title: &str, has_article: bool) -> Self {
        let mut choices = vec![
            ("menu.snag", Goto::Snag),
            ("menu.article", Goto::Article),
            ("menu.gallery", Goto::Gallery),
            ("menu.scenes", Goto::Scenes),
            ("menu.top_down", Goto::Demo(DemoKind::TopDown)),
            ("menu.planets", Goto::Demo(DemoKind::Planets)),
            ("menu.open_level", Goto::Levels),
            ("menu.back", Goto::Title),
        ];
        choices.retain(|choice| has_article || choice.1 != Goto::Article);
        let card = Self::new(title.to_owned(), vec!["title.laboratory".to_owned()], choices);
        Self { close: Goto::Title, ..card }
    }

    /// The same with a choice selected.
    pub fn at(mut self, choice: Option<Goto>) -> Self {
        self.menu.select(choice);
        self
    }

    /// Its corner and size, and its menu.
    fn layout(&self, format: ScreenFormat) -> (Vec2, Vec2, MenuLayout) {
        let CardShape { gaps: [above, between, below], margin } = self.shape;
        let text = above + HEADLINE_HEIGHT + self.lines.len() as f32 * format.of(CARD_LINE) + between;
        let menu = self.menu.layout(format, format.size.y - text - below);
        let width = format.of(CARD_WIDTHS).max(menu.size().x + margin);
        let size = Vec2::new(width, text + menu.size().y + below);
        let at = ((format.size - size) * 0.5).round();
        (at, size, menu.below(at.y + text))
    }

    /// One frame.
    pub fn choose(&mut self, input: &UiInput, dt: f32) -> Option<Goto> {
        let (at, size, menu) = self.layout(input.format);
        let closes = match self.close {
            Goto::Stay => input.clicked && !input.points_at(at, size),
            _ => input.pressed(Hotkey::Pause),
        };
        if closes || input.pressed(Hotkey::Menu) { Some(self.close) } else { self.menu.update(input, menu, dt) }
    }

    /// Draws it, over a darkened screen if there is one.
    pub fn show(&self, canvas: &mut Canvas, assets: &Assets) {
        let format = canvas.format;
        // What is below it cannot be clicked; the menu of the laboratory has only a meadow below.
        if self.close != Goto::Title {
            canvas.targets.clear();
            canvas.rect(0.0, 0.0, format.size.x, format.size.y, palette::faded(palette::INK, 0.45));
        }
        let (at, size, menu) = self.layout(format);
        assets.sprites.panel(canvas, "panel", at, size);
        let (middle, room) = (Vec2::new(format.middle(), at.y + self.shape.gaps[0]), size.x - self.shape.margin);
        headline(canvas, assets, &self.title, middle, room, palette::INK);
        for (i, line) in self.lines.iter().enumerate() {
            let below = middle + Vec2::Y * (HEADLINE_HEIGHT + 2.0 + i as f32 * format.of(CARD_LINE));
            assets.font.fitted(canvas, assets.words.get(line), below, room, palette::PLUM);
        }
        self.menu.draw(canvas, assets, menu);
    }
}

/// The pause is a screen; others show a panel over themselves.
impl Screen for Card {
    fn spec(&self, _: &Services) -> ScreenSpec {
        ScreenSpec { name: "pause", motion: Motion::None, place: Place::Paused, ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, _: &mut Services, dt: f32) -> Option<Goto> {
        self.choose(input, dt)
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        self.show(canvas, &services.assets);
    }
}

/// The size of a tab with small and large letters, and how much of its width its stitches take, in pixels.
pub const TAB_SIZES: [Vec2; 2] = [Vec2::new(62.0, 22.0), Vec2::new(78.0, 28.0)];
pub const TAB_STITCHES: f32 = 14.0;

/// A small tab: `lit` while its page is shown, framed while it is `chosen`.
pub fn tab(canvas: &mut Canvas, assets: &Assets, text: &str, (at, size): (Vec2, Vec2), [lit, chosen]: [bool; 2]) {
    let color = if lit { palette::RED } else { palette::mix(palette::NIGHT, palette::PLUM, 0.5) };
    canvas.targets.push(canvas.format.around((at, size)));
    canvas.framed(at, size, color);
    cloth::border(canvas, at, size, 3.5, cloth::FINE, if lit { palette::CREAM } else { palette::SAND });
    let room = size.x - TAB_STITCHES;
    let down = ((size.y - 11.0 * assets.font.scale(text, room)) * 0.5).round();
    assets.font.fitted(canvas, text, at + Vec2::new(size.x * 0.5, down), room, palette::CREAM);
    if chosen {
        cloth::frame(canvas, at - 2.0, size + 4.0, 2.0, palette::CREAM);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::texts::{FORMATS, assert_apart};

    #[test]
    fn the_longest_card_fits_into_every_view() {
        let choices = vec![("menu.back", Goto::Stay); 6];
        let lines = vec![String::new(); 3];
        let pause = Card::pause("", ("menu.levels", Goto::Levels));
        for card in [Card::new(String::new(), lines, choices), pause, Card::laboratory("", true)] {
            for format in FORMATS {
                let (at, size, menu) = card.layout(format);
                assert_apart(format, &[(at, size)]);
                assert!(menu.size().x <= size.x && menu.top() + menu.size().y <= at.y + size.y, "{format:?}");
            }
        }
    }

    #[test]
    fn only_a_page_offers_the_article() {
        let down = UiInput { commands: &[Hotkey::Choose(0, 1)], ..UiInput::default() };
        let accept = UiInput { commands: &[Hotkey::Accept], ..UiInput::default() };
        for (has_article, second) in [(false, Goto::Gallery), (true, Goto::Article)] {
            let mut card = Card::laboratory("", has_article);
            assert_eq!(card.choose(&down, 0.0), None);
            assert_eq!(card.choose(&accept, 0.0), Some(second));
        }
    }
}
