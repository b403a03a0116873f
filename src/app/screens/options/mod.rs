//! The options: pages of switches and sliders with an explanation of the selected row.

mod bind;

use glam::Vec2;

use super::menu::{MenuLayout, MenuList, MenuRow, RowAction, RowValue};
use super::{Goto, Place, Screen, ScreenSpec, UiInput};
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, ScreenFormat, Style, palette};
use crate::app::save::Settings;
use crate::app::services::Services;
use crate::app::settings::{FrameRate, MIN_SPEED};
use crate::app::ui::{Label, Words, cloth, headline};
use crate::app::window::{Motion, page};
use bind::Bind;

/// The width of rows with small and large letters.
const OPTIONS_WIDTHS: [f32; 2] = [300.0, 480.0];
/// The heights of the title and of the explanation with small and large letters, in pixels.
const TITLE_HEIGHT: [f32; 2] = [40.0, 30.0];
const FOOTER_HEIGHT: [f32; 2] = [40.0, 66.0];

/// The sides of the picture beside the rows: the second where there is room, with sprites of twice the size; and from it to them.
const SWATCHES: [f32; 2] = [56.0, 96.0];
const SWATCH_MARGIN: f32 = 8.0;
/// Pictures of what an option changes: sprites, and where they lie, in pixels from the middle of the picture's ground.
const PICTURES: [(&str, &[(&str, Vec2)]); 10] = [
    ("options.speed", &[("player_run", Vec2::new(-4.0, 0.0)), ("hud_clock", Vec2::new(10.0, -16.0))]),
    ("options.endless", &[("player_dash", Vec2::new(0.0, -10.0))]),
    ("options.harmless", &[("player_cheer", Vec2::new(-9.0, 0.0)), ("pin_ball", Vec2::new(9.0, -10.0))]),
    ("options.coyote", &[("ribbon_right", Vec2::new(-18.0, -8.0)), ("player_apex", Vec2::new(7.0, -6.0))]),
    ("options.full_jumps", &[("player_jump", Vec2::new(0.0, -8.0))]),
    ("options.sticky_down", &[("player_duck", Vec2::ZERO)]),
    ("options.sticky_up", &[("player_wallslide", Vec2::new(0.0, -4.0))]),
    ("options.safe_colors", &[("player_idle", Vec2::new(-9.0, 0.0)), ("pin_ball", Vec2::new(9.0, -10.0))]),
    ("options.calm", &[("player_blink", Vec2::ZERO)]),
    ("options.rumble", &[("pad_south", Vec2::new(0.0, -12.0))]),
];

/// A row of a page. Its name is a key of the language files; the one of its explanation ends with `_more`.
#[derive(Clone, Copy)]
enum Item {
    Page(OptionsPage),
    Switch(&'static str, fn(&mut Settings) -> &mut bool),
    Level(&'static str, fn(&mut Settings) -> &mut f32),
    Speed,
    FrameRate,
    Language,
    Defaults,
    Credits,
    Back,
}

/// A page of the options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum OptionsPage {
    #[default]
    Root,
    Sound,
    Display,
    Controls,
    Assist,
    Comfort,
}

impl OptionsPage {
    fn word(self) -> &'static str {
        match self {
            Self::Root => "menu.options",
            Self::Sound => "options.sound",
            Self::Display => "options.display",
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
                I::Page(Self::Display),
                I::Page(Self::Controls),
                I::Page(Self::Assist),
                I::Page(Self::Comfort),
                I::Language,
                I::Defaults,
                I::Credits,
                I::Back,
            ],
            Self::Sound => {
                &[I::Level("options.music", |s| &mut s.music), I::Level("options.effects", |s| &mut s.effects), I::Back]
            }
            Self::Display => &[
                I::Switch("options.full_screen", |s| &mut s.full_screen),
                I::Switch("options.pixel_perfect", |s| &mut s.pixel_perfect),
                I::FrameRate,
                I::Back,
            ],
            // Drawn by `Bind`.
            Self::Controls => &[],
            Self::Assist => &[
                I::Speed,
                I::Switch("options.endless", |s| &mut s.assist.endless_dashes),
                I::Switch("options.harmless", |s| &mut s.assist.no_hazards),
                I::Switch("options.coyote", |s| &mut s.assist.coyote),
                I::Switch("options.full_jumps", |s| &mut s.assist.holding.full_jumps),
                I::Switch("options.sticky_down", |s| &mut s.assist.holding.sticky_down),
                I::Switch("options.sticky_up", |s| &mut s.assist.holding.sticky_up),
                I::Back,
            ],
            Self::Comfort => &[
                I::Switch("options.large_text", |s| &mut s.sight.large_text),
                I::Switch("options.safe_colors", |s| &mut s.sight.safe_colors),
                I::Switch("options.contrast", |s| &mut s.comfort.high_contrast),
                I::Switch("options.calm", |s| &mut s.comfort.reduce_motion),
                I::Switch("options.no_shake", |s| &mut s.comfort.no_shake),
                I::Switch("options.no_flashes", |s| &mut s.comfort.no_flashes),
                I::Switch("options.rumble", |s| &mut s.rumble),
                I::Back,
            ],
        }
    }

    /// Its rows. A browser has its own button for the full screen.
    fn rows(self) -> impl Iterator<Item = Item> {
        let items = self.items().iter().copied();
        items.filter(|item| !(page::IS_THERE && matches!(item, Item::Switch("options.full_screen", ..))))
    }
}

impl Item {
    /// Its row, and the key whose explanation is shown.
    fn row(self, settings: &mut Settings, words: &Words) -> (MenuRow, &'static str) {
        let percent = |part: f32| words.fill("options.percent", &[&(part * 100.0).round()]);
        let (key, value) = match self {
            Self::Page(page) => (page.word(), RowValue::None),
            Self::Switch(key, of) => (key, RowValue::Switch(*of(settings))),
            Self::Level(key, of) => (key, RowValue::Level(*of(settings), percent(*of(settings)))),
            Self::Speed => {
                let factor = settings.assist.factor();
                let min = f32::from(MIN_SPEED) / 100.0;
                ("options.speed", RowValue::Level((factor - min) / (1.0 - min), percent(factor)))
            }
            Self::FrameRate => {
                let value = match settings.frame_rate {
                    FrameRate::Screen => words.get("options.frames_screen").to_owned(),
                    FrameRate::Unlimited => words.get("options.frames_unlimited").to_owned(),
                    rate => rate.limit().unwrap_or_default().to_string(),
                };
                ("options.frame_rate", RowValue::Word(value))
            }
            Self::Language => {
                let name = words.languages().find(|(code, _)| *code == words.code()).map(|(_, name)| name);
                ("options.language", RowValue::Word(name.unwrap_or_default().to_owned()))
            }
            Self::Defaults => ("options.defaults", RowValue::None),
            Self::Credits => ("menu.credits", RowValue::None),
            Self::Back => ("menu.back", RowValue::None),
        };
        let is_unlimited = matches!(self, Self::FrameRate) && settings.frame_rate == FrameRate::Unlimited;
        let explained = if is_unlimited { "options.frames_unlimited" } else { key };
        (MenuRow { text: words.get(key).to_owned(), value }, explained)
    }

    /// Applies an action of the player to the settings.
    fn apply(self, action: RowAction, settings: &mut Settings, words: &Words) {
        let by = if let RowAction::Shift(by) = action { by } else { 1 };
        match (self, action) {
            (Self::Switch(_, of), _) => *of(settings) ^= true,
            (Self::Level(_, of), RowAction::Set(part)) => *of(settings) = (part * 20.0).round() / 20.0,
            (Self::Level(_, of), RowAction::Shift(by)) => {
                let level = of(settings);
                *level = ((*level * 10.0 + by as f32).round() / 10.0).clamp(0.0, 1.0);
            }
            (Self::Speed, RowAction::Shift(by)) => settings.assist.shift(by),
            (Self::Speed, RowAction::Set(part)) => {
                let min = f32::from(MIN_SPEED);
                settings.assist.speed = ((min + part * (100.0 - min)) / 10.0).round() as u8 * 10;
            }
            (Self::FrameRate, RowAction::Take | RowAction::Shift(_)) => {
                settings.frame_rate = settings.frame_rate.shifted(by, page::IS_THERE);
            }
            (Self::Language, RowAction::Take | RowAction::Shift(_)) => {
                let codes: Vec<&str> = words.languages().map(|(code, _)| code).collect();
                let at = codes.iter().position(|code| *code == words.code()).unwrap_or(0) as i32;
                let next = (at + by).rem_euclid(codes.len().max(1) as i32) as usize;
                codes.get(next).copied().unwrap_or_default().clone_into(&mut settings.language);
            }
            // Window and language are kept.
            (Self::Defaults, RowAction::Take) => {
                *settings = Settings {
                    full_screen: settings.full_screen,
                    pixel_perfect: settings.pixel_perfect,
                    frame_rate: settings.frame_rate,
                    language: std::mem::take(&mut settings.language),
                    ..Settings::default()
                };
            }
            _ => {}
        }
    }
}

/// The options screen.
#[derive(Default)]
pub struct OptionsScreen {
    page: OptionsPage,
    list: MenuList,
    bind: Bind,
    time: f32,
}

impl OptionsScreen {
    fn layout(&self, format: ScreenFormat) -> MenuLayout {
        let above = format.of(TITLE_HEIGHT).max(format.target);
        // A narrow view wraps the explanation into twice as many lines.
        let below = format.of(FOOTER_HEIGHT) * if format.is_narrow() { 2.0 } else { 1.0 };
        let height = format.size.y - above - below;
        let layout = MenuLayout::new(format, format.of(OPTIONS_WIDTHS), self.page.rows().count(), height);
        layout.below(above + ((height - layout.size().y) * 0.5).floor())
    }

    /// Draws a picture of what the selected option changes, if there is room beside the rows.
    fn picture(&self, canvas: &mut Canvas, assets: &Assets, layout: MenuLayout, sprites: &[(&str, Vec2)]) {
        let room = (canvas.format.size.x - layout.size().x) * 0.5;
        let fits = |side: &f32| side + 2.0 * SWATCH_MARGIN <= room;
        let Some((side, scale)) = SWATCHES.into_iter().zip([1.0, 2.0]).rfind(|(side, _)| fits(side)) else { return };
        let at = Vec2::new(room - SWATCH_MARGIN - side, layout.top()).round();
        canvas.framed_round(at, Vec2::splat(side), 1.0, palette::SKY);
        cloth::border(canvas, at, Vec2::splat(side), 3.5, cloth::FINE, palette::CREAM);
        let ground = at + Vec2::new(side * 0.5, side * 0.5 + 13.0 * scale);
        for (name, by) in sprites {
            let sprite = assets.sprites.get(name);
            let style = Style { scale: Vec2::splat(scale), ..Style::default() };
            canvas.sprite(sprite.looped(self.time), sprite.origin, (ground + *by * scale).round(), style);
        }
    }

    /// Goes back to the first page with the left page selected; from there, leaves the options.
    fn turn_back(&mut self) -> Option<Goto> {
        if self.page == OptionsPage::Root {
            return Some(Goto::Back);
        }
        let left = std::mem::replace(&mut self.page, OptionsPage::Root);
        let is_left = |item: Item| matches!(item, Item::Page(page) if page == left);
        self.list.at = OptionsPage::Root.rows().position(is_left).unwrap_or(0);
        None
    }
}

impl Screen for OptionsScreen {
    fn spec(&self, _: &Services) -> ScreenSpec {
        let catches_keys = self.page == OptionsPage::Controls && self.bind.waits;
        ScreenSpec {
            name: "options",
            motion: Motion::None,
            place: Place::Paused,
            catches_keys,
            ..ScreenSpec::default()
        }
    }

    /// Changes the settings.
    fn update(&mut self, input: &UiInput, services: &mut Services, dt: f32) -> Option<Goto> {
        let (settings, words) = (&mut services.saved.settings, &services.assets.words);
        self.time += if input.calm { 0.0 } else { dt };
        if self.page == OptionsPage::Controls {
            if self.bind.update(input, &mut settings.controls, words) {
                self.turn_back();
            }
            return None;
        }
        let items: Vec<Item> = self.page.rows().collect();
        let rows: Vec<MenuRow> = items.iter().map(|item| item.row(settings, words).0).collect();
        let action = self.list.update(input, self.layout(input.format), &rows, dt);
        match action.map(|action| (items[self.list.at], action)) {
            Some((Item::Back, RowAction::Take)) => return self.turn_back(),
            Some((Item::Credits, RowAction::Take)) => return Some(Goto::Credits),
            Some((Item::Page(page), RowAction::Take)) => {
                (self.page, self.list.at, self.bind) = (page, 0, Bind::default());
                return None;
            }
            Some((item, action)) => item.apply(action, settings, words),
            None => {}
        }
        if input.pressed(Hotkey::Menu) { self.turn_back() } else { None }
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let (assets, settings) = (&services.assets, &services.saved.settings);
        // Below it is the darkened level, or dark cloth.
        if services.running.is_some() {
            let Vec2 { x, y } = canvas.format.size;
            canvas.rect(0.0, 0.0, x, y, palette::faded(palette::INK, 0.8));
        } else {
            cloth::night(canvas, Vec2::ZERO, canvas.format.size);
        }
        let words = &assets.words;
        let title = words.get(self.page.word());
        let format = canvas.format;
        let top = Vec2::new(format.middle(), format.of([10.0, 2.0]));
        headline(canvas, assets, title, top, format.size.x, palette::CREAM);
        let is_bound = self.page == OptionsPage::Controls;
        let more = if is_bound {
            words.get(&self.bind.draw(canvas, assets, &settings.controls)).to_owned()
        } else {
            let mut settings = settings.clone();
            let rows = self.page.rows().map(|item| item.row(&mut settings, words));
            let (rows, keys): (Vec<MenuRow>, Vec<&str>) = rows.unzip();
            let layout = self.layout(canvas.format);
            self.list.draw(canvas, assets, layout, &rows);
            let picture = PICTURES.iter().find(|(key, _)| keys.get(self.list.at) == Some(key));
            picture.into_iter().for_each(|(_, sprites)| self.picture(canvas, assets, layout, sprites));
            keys.get(self.list.at).and_then(|key| words.find(&format!("{key}_more"))).unwrap_or_default().to_owned()
        };
        if !more.is_empty() {
            let label = |scale| Label::new(&more, format.size.x - 24.0, scale, assets);
            let room = if is_bound { format.size.y - bind::bottom(format) } else { f32::INFINITY };
            let large = Some(label(assets.font.text_scale())).filter(|label| label.footer_height() <= room);
            large.unwrap_or_else(|| label(1.0)).footer(canvas, &assets.font);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::screens::texts::{assert_fits, languages};

    #[test]
    fn names_of_options_fit_beside_their_values_and_have_one_size() {
        let pages =
            [OptionsPage::Root, OptionsPage::Sound, OptionsPage::Display, OptionsPage::Assist, OptionsPage::Comfort];
        for (words, font) in languages() {
            let rows =
                pages.into_iter().flat_map(OptionsPage::rows).map(|item| item.row(&mut Settings::default(), &words).0);
            rows.filter(|row| row.value != RowValue::None).for_each(|row| assert_fits(&font, &row, OPTIONS_WIDTHS));
        }
    }
}
