//! Tests: the texts of all menus fit, in every language and with small and large letters; and what the tests of screens share.

use glam::Vec2;
use seamwalker_assets::shipped;
use seamwalker_level::{Level, read};

use super::card::{CARD_WIDTHS, TAB_SIZES, TAB_STITCHES};
use super::finish::{SPLIT_COLUMNS, note_room};
use super::menu::{CHOICE_WIDTHS, MenuRow, RowValue, text_room};
use crate::app::art_file::parse;
use crate::app::render::text::FontSheet;
use crate::app::render::{Font, Region, ScreenFormat};
use crate::app::ui::headline::tests::headline_width;
use crate::app::ui::level_title;
use crate::app::ui::words::Words;

/// Every language with small and with large letters.
pub fn languages() -> impl Iterator<Item = (Words, Font)> {
    [("en", false), ("en", true), ("de", false), ("de", true)].into_iter().map(|(code, large)| {
        let sheet: FontSheet = parse(&shipped(), "assets/font.ron").unwrap();
        let (mut words, _) = Words::load(&shipped());
        words.speak(code);
        let mut font = Font::new(&sheet, Region { at: Vec2::ZERO, size: Vec2::splat(1024.0) });
        font.large = large;
        (words, font)
    })
}

/// A row of a menu has room for its text, in the same size as all others.
pub fn assert_fits(font: &Font, row: &MenuRow, widths: [f32; 2]) {
    let room = text_room(font, row, widths[usize::from(font.large)]);
    assert!(font.width(&row.text) <= room && font.scale(&row.text, room - 8.0) == font.text_scale(), "{row:?}");
}

/// Every screen is laid out for these: the corners and sizes of parts lie in the view, and none over another.
pub fn assert_apart(format: ScreenFormat, parts: &[(Vec2, Vec2)]) {
    for (i, (at, size)) in parts.iter().enumerate() {
        let is_in = at.min_element() > -0.01 && (*at + *size).cmple(format.size + 0.01).all();
        let is_apart = |(other, its): &(Vec2, Vec2)| {
            (*other + *its - 0.01).cmple(*at).any() || (*at + *size - 0.01).cmple(*other).any()
        };
        assert!(is_in && parts[..i].iter().all(is_apart), "{format:?}: {at} {size} of {parts:?}");
    }
}

/// The views of common windows, for mice and for fingers, with small and with large letters.
pub const FORMATS: [ScreenFormat; 9] = {
    const fn format(width: f32, height: f32, large: bool, target: f32) -> ScreenFormat {
        ScreenFormat { size: Vec2::new(width, height), large, target }
    }
    [
        format(640.0, 360.0, false, 0.0),
        format(640.0, 360.0, true, 0.0),
        format(778.0, 360.0, false, 41.0),
        format(640.0, 480.0, true, 0.0),
        format(854.0, 360.0, false, 0.0),
        format(360.0, 778.0, true, 41.0),
        format(480.0, 640.0, true, 28.0),
        format(360.0, 480.0, true, 0.0),
        format(360.0, 480.0, false, 24.0),
    ]
};

#[test]
fn choices_fit_and_have_one_size() {
    for (words, font) in languages() {
        for key in words.keys().filter(|key| key.starts_with("menu.")) {
            let row = MenuRow { text: words.get(key).to_owned(), value: RowValue::None };
            assert_fits(&font, &row, CHOICE_WIDTHS);
        }
    }
}

#[test]
fn tabs_and_lines_fit_and_are_large() {
    for (words, font) in languages().filter(|(_, font)| font.large) {
        for (key, room) in [
            ("menu.back", TAB_SIZES[1].x - TAB_STITCHES),
            ("patch.quilt", TAB_SIZES[1].x - TAB_STITCHES),
            ("patch.scraps", TAB_SIZES[1].x - TAB_STITCHES),
            ("title.laboratory", 624.0),
            ("pause.paused", 284.0),
            ("finish.sewn", 356.0),
            ("finish.record", 356.0),
        ] {
            let text = words.get(key);
            assert_eq!(font.scale(text, room), 2.0, "{}: {text}: {}", words.code(), font.width(text) * 2.0);
        }
    }
}

/// Titles of screens and of all levels are headlines, in every language.
#[test]
fn titles_are_headlines() {
    let keys = ["menu.options", "options.sound", "options.display", "options.controls", "options.assist"];
    let keys = keys.into_iter().chain(["options.comfort", "menu.slots", "menu.laboratory", "credits.thanks"]);
    let levels: Vec<Level> = shipped().maps().filter_map(|map| read(&shipped(), map).ok()).collect();
    for (words, _) in languages() {
        let titles = keys.clone().map(|key| words.get(key).to_owned());
        for title in titles.chain(levels.iter().map(|level| level_title(level, &words))) {
            let width = headline_width(&title);
            assert!(width.is_some_and(|width| width <= CARD_WIDTHS[0] - 20.0), "{title}: {width:?}");
        }
    }
}

#[test]
fn figures_of_the_finish_panel_and_their_notes_do_not_touch() {
    for (words, font) in languages() {
        let of = words.fill("finish.of", &[&"120", &"120"]);
        let best = words.fill("finish.best", &[&"+120.34"]);
        let [untimed, par, all, whole] =
            ["finish.untimed", "finish.par", "finish.all", "finish.whole"].map(|key| words.get(key));
        let time = "12:28.00";
        for (text, note) in [(time, untimed), (time, par), (time, &best), (&of, all), ("9", whole)] {
            let width = if font.large { 352.0 } else { 304.0 };
            assert!(font.width(note) <= note_room(&font, text, width), "{}: {note}", words.code());
        }
        let [number, time, behind] = SPLIT_COLUMNS;
        let gap = font.width("0") * 0.5;
        assert!(font.width("16") <= number);
        assert!(font.width("10:59.99") + gap <= time - number, "{}", font.width("10:59.99"));
        assert!(font.width("+10:59.99") + gap <= behind - time, "{}", font.width("+10:59.99"));
    }
}
