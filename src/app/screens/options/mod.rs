//! The options: pages of switches and levels, each with a word about the present row.

mod bind;

use glam::Vec2;

use super::menu::{Deed, List, MenuLayout, MenuRow, Shows};
use super::{Goto, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::assets::Assets;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::view::SIZE;
use crate::app::save::Settings;
use crate::app::settings::MIN_SPEED;
use crate::app::ui::cloth;
use crate::app::ui::label::Label;
use crate::app::ui::words::Words;
use crate::app::window::page;
use bind::Bind;

/// How wide rows are, with letters of both sizes.
const WIDTH: [f32; 2] = [300.0, 480.0];
/// Where a page's name stands, and how high the line of explanation is, in pixels.
const TITLE: f32 = 24.0;
const FOOT: f32 = 40.0;

/// What a row of a page is. Its words are an entry of the languages' tables, and so is what explains it.
#[derive(Clone, Copy)]
enum Item {
    Page(OptionsPage),
    Switch(&'static str, &'static str, fn(&mut Settings) -> &mut bool),
    Level(&'static str, fn(&mut Settings) -> &mut f32),
    Speed,
    Language,
    Defaults,
    Back,
}

/// A page of the options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OptionsPage {
    Root,
    Sound,
    Controls,
    Assist,
    Comfort,
}

impl OptionsPage {
    fn word(self) -> &'static str {
        match self {
            Self::Root => "menu.options",
            Self::Sound => "options.sound",
            Self::Controls => "options.controls",
            Self::Assist => "options.assist",
            Self::Comfort => "options.comfort",
        }
    }

    fn items(self) -> &'static [Item] {
        use Item as I;
        match self {
            Self::Root => &[
                I::Page(Self::Sound),
                I::Page(Self::Controls),
                I::Page(Self::Assist),
                I::Page(Self::Comfort),
                I::Language,
                I::Switch("options.full_screen", "options.full_screen_more", |s| &mut s.full_screen),
                I::Switch("options.pixel_perfect", "options.pixel_perfect_more", |s| &mut s.pixel_perfect),
                I::Defaults,
                I::Back,
            ],
            Self::Sound => {
                &[I::Level("options.music", |s| &mut s.music), I::Level("options.effects", |s| &mut s.effects), I::Back]
            }
            // This page draws itself.
            Self::Controls => &[],
            Self::Assist => &[
                I::Speed,
                I::Switch("options.endless", "options.endless_more", |s| &mut s.assist.endless_dashes),
                I::Switch("options.harmless", "options.harmless_more", |s| &mut s.assist.no_hazards),
                I::Switch("options.coyote", "options.coyote_more", |s| &mut s.assist.coyote),
                I::Switch("options.full_jumps", "options.full_jumps_more", |s| &mut s.assist.holding.full_jumps),
                I::Switch("options.sticky_down", "options.sticky_down_more", |s| &mut s.assist.holding.sticky_down),
                I::Switch("options.sticky_up", "options.sticky_up_more", |s| &mut s.assist.holding.sticky_up),
                I::Back,
            ],
            Self::Comfort => &[
                I::Switch("options.large_text", "options.large_text_more", |s| &mut s.sight.large_text),
                I::Switch("options.safe_colors", "options.safe_colors_more", |s| &mut s.sight.safe_colors),
                I::Switch("options.contrast", "options.contrast_more", |s| &mut s.comfort.high_contrast),
                I::Switch("options.calm", "options.calm_more", |s| &mut s.comfort.reduce_motion),
                I::Switch("options.no_shake", "options.no_shake_more", |s| &mut s.comfort.no_shake),
                I::Switch("options.no_flashes", "options.no_flashes_more", |s| &mut s.comfort.no_flashes),
                I::Back,
            ],
        }
    }

    /// Its rows, but for those that mean nothing here: a page of a browser fills its screen by a button of its own.
    fn rows(self) -> impl Iterator<Item = Item> {
        let items = self.items().iter().copied();
        items.filter(|item| !(page::IS_THERE && matches!(item, Item::Switch("options.full_screen", ..))))
    }
}

impl Item {
    fn row(self, settings: &mut Settings, words: &Words) -> MenuRow {
        let percent = |part: f32| words.fill("options.percent", &[&(part * 100.0).round()]);
        let (key, shows) = match self {
            Self::Page(page) => (page.word(), Shows::Nothing),
            Self::Switch(key, _, of) => (key, Shows::Switch(*of(settings))),
            Self::Level(key, of) => {
                let part = *of(settings);
                (key, Shows::Level(part, percent(part)))
            }
            Self::Speed => {
                let factor = settings.assist.factor();
                let least = f32::from(MIN_SPEED) / 100.0;
                ("options.speed", Shows::Level((factor - least) / (1.0 - least), percent(factor)))
            }
            Self::Language => {
                let name = words.languages().find(|(code, _)| *code == words.code()).map(|(_, name)| name);
                ("options.language", Shows::Word(name.unwrap_or_default().to_owned()))
            }
            Self::Defaults => ("options.defaults", Shows::Nothing),
            Self::Back => ("menu.back", Shows::Nothing),
        };
        MenuRow { text: words.get(key).to_owned(), shows }
    }

    /// What the line below says about it.
    fn more(self) -> &'static str {
        match self {
            Self::Switch(_, more, _) => more,
            Self::Speed => "options.speed_more",
            Self::Language => "options.language_more",
            Self::Defaults => "options.defaults_more",
            Self::Page(OptionsPage::Assist) => "options.assist_more",
            _ => "",
        }
    }

    /// Does what a hand does to it; where that leads.
    fn act(self, deed: Deed, settings: &mut Settings, words: &Words) -> Option<Step> {
        let by = if let Deed::Shift(by) = deed { by } else { 1 };
        match (self, deed) {
            (Self::Page(page), Deed::Take) => return Some(Step::To(page)),
            (Self::Back, Deed::Take) => return Some(Step::Back),
            (Self::Switch(_, _, of), _) => *of(settings) ^= true,
            (Self::Level(_, of), Deed::Set(part)) => *of(settings) = (part * 20.0).round() / 20.0,
            (Self::Level(_, of), Deed::Shift(by)) => {
                let level = of(settings);
                *level = ((*level * 10.0 + by as f32).round() / 10.0).clamp(0.0, 1.0);
            }
            (Self::Speed, Deed::Shift(by)) => settings.assist.shift(by),
            (Self::Speed, Deed::Set(part)) => {
                let least = f32::from(MIN_SPEED);
                settings.assist.speed = ((least + part * (100.0 - least)) / 10.0).round() as u8 * 10;
            }
            (Self::Language, Deed::Take | Deed::Shift(_)) => {
                let codes: Vec<&str> = words.languages().map(|(code, _)| code).collect();
                let at = codes.iter().position(|code| *code == words.code()).unwrap_or(0) as i32;
                let next = (at + by).rem_euclid(codes.len().max(1) as i32) as usize;
                codes.get(next).copied().unwrap_or_default().clone_into(&mut settings.language);
            }
            // The window stays as it is, and so do solver and language, which nobody loses by mistake.
            (Self::Defaults, Deed::Take) => {
                *settings = Settings {
                    solver: settings.solver,
                    full_screen: settings.full_screen,
                    pixel_perfect: settings.pixel_perfect,
                    language: std::mem::take(&mut settings.language),
                    ..Settings::default()
                };
            }
            _ => {}
        }
        None
    }
}

/// Where a row leads.
enum Step {
    To(OptionsPage),
    Back,
}

/// The options, at one of their pages.
pub struct OptionsScreen {
    page: OptionsPage,
    list: List,
    bind: Bind,
}

impl OptionsScreen {
    /// At the first page.
    pub fn new() -> Self {
        Self { page: OptionsPage::Root, list: List::default(), bind: Bind::default() }
    }

    /// Whether the next key is to be bound, and means nothing else.
    pub fn waits_for_key(&self) -> bool {
        self.page == OptionsPage::Controls && self.bind.waits
    }

    fn place(&self, large: bool) -> MenuLayout {
        let mut place = MenuLayout { top: Vec2::ZERO, width: WIDTH[usize::from(large)], large };
        let height = place.line() * self.page.rows().count() as f32;
        let room = SIZE.y - TITLE - FOOT - 16.0;
        place.top = Vec2::new(SIZE.x * 0.5, TITLE + 16.0 + ((room - height) * 0.5).floor());
        place
    }

    /// One frame; changes the settings.
    pub fn update(&mut self, hand: &UiInput, settings: &mut Settings, words: &Words, dt: f32) -> Option<Goto> {
        if self.page == OptionsPage::Controls {
            if self.bind.update(hand, &mut settings.controls, words, dt) {
                self.turn_back();
            }
            return None;
        }
        let items: Vec<Item> = self.page.rows().collect();
        let rows: Vec<MenuRow> = items.iter().map(|item| item.row(settings, words)).collect();
        let deed = self.list.update(hand, self.place(hand.large), &rows, dt);
        let step = deed.and_then(|deed| items[self.list.at].act(deed, settings, words));
        match step {
            Some(Step::To(page)) => {
                self.page = page;
                self.list.at = 0;
                self.bind = Bind::default();
            }
            Some(Step::Back) => return self.turn_back(),
            None if hand.gives(Hotkey::Menu) => return self.turn_back(),
            None => {}
        }
        None
    }

    /// To the first page, with the needle at the one that was left; from there out of the options.
    fn turn_back(&mut self) -> Option<Goto> {
        if self.page == OptionsPage::Root {
            return Some(Goto::Back);
        }
        let left = std::mem::replace(&mut self.page, OptionsPage::Root);
        let is_left = |item: Item| matches!(item, Item::Page(page) if page == left);
        self.list.at = OptionsPage::Root.rows().position(is_left).unwrap_or(0);
        None
    }

    /// Draws it over whatever there is.
    pub fn draw(&self, canvas: &mut Canvas, assets: &Assets, settings: &Settings) {
        let words = &assets.words;
        let title = words.get(self.page.word());
        let scale = assets.font.scale(title, SIZE.x);
        let width = assets.font.width(title) * scale;
        let at = Vec2::new((SIZE.x - width) * 0.5, TITLE - 6.0 * scale).round();
        assets.font.scaled(canvas, title, at, scale, palette::CREAM);
        let more = if self.page == OptionsPage::Controls {
            self.bind.draw(canvas, assets, &settings.controls)
        } else {
            let mut settings = settings.clone();
            let rows: Vec<MenuRow> = self.page.rows().map(|item| item.row(&mut settings, words)).collect();
            self.list.draw(canvas, assets, self.place(assets.font.large), &rows);
            self.page.rows().nth(self.list.at).map_or("", Item::more).to_owned()
        };
        foot(canvas, assets, words.get(&more));
    }
}

/// A line of explanation at the lower border.
fn foot(canvas: &mut Canvas, assets: &Assets, text: &str) {
    if text.is_empty() {
        return;
    }
    let scale = if assets.font.large { 2.0 } else { 1.0 };
    let label = Label::new(text, SIZE.x - 24.0, scale, assets);
    let top = SIZE.y - label.size().y - 6.0;
    canvas.rect(0.0, top - 7.0, SIZE.x, 2.0, palette::INK);
    cloth::night(canvas, Vec2::new(0.0, top - 5.0), Vec2::new(SIZE.x, SIZE.y - top + 5.0));
    label.centered(canvas, &assets.font, Vec2::new(SIZE.x * 0.5, top), palette::CREAM);
}
