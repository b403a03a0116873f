//! Tests: the texts of all menus fit, in every language and with small and large letters.

use glam::Vec2;
use seamwalker_assets::shipped;

use super::finish::{note_room, split_columns};
use super::menu::{choice_room, value_room};
use crate::app::asset_files::parse;
use crate::app::render::text::FontSheet;
use crate::app::render::{Font, Region, ScreenFormat};
use crate::app::ui::words::Words;

/// Every language with the font.
pub fn languages() -> impl Iterator<Item = (Words, Font)> {
    ["en", "de"].into_iter().map(|code| {
        let sheet: FontSheet = parse(&shipped(), "assets/font.ron").unwrap();
        let (mut words, _) = Words::load(&shipped());
        words.speak(code);
        (words, Font::new(&sheet, Region { at: Vec2::ZERO, size: Vec2::splat(1024.0) }))
    })
}

/// The choices of all menus.
const CHOICES: [&str; 27] = [
    "menu.play",
    "menu.options",
    "menu.leave",
    "menu.resume",
    "menu.restart",
    "menu.title",
    "menu.back",
    "menu.quilt",
    "menu.levels",
    "menu.slots",
    "menu.laboratory",
    "menu.story",
    "menu.article",
    "menu.scenes",
    "menu.crowds",
    "menu.top_down",
    "menu.nearest_edge",
    "menu.open_level",
    "menu.next",
    "menu.again",
    "menu.save_replay",
    "menu.export",
    "menu.erase",
    "menu.keep",
    "menu.really",
    "menu.race_best",
    "menu.watch_proof",
];

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

/// The names of options that have a value beside them.
const OPTIONS: [&str; 18] = [
    "options.language",
    "options.full_screen",
    "options.pixel_perfect",
    "options.frame_rate",
    "options.speed",
    "options.endless",
    "options.harmless",
    "options.coyote",
    "options.full_jumps",
    "options.sticky_down",
    "options.sticky_up",
    "options.large_text",
    "options.safe_colors",
    "options.contrast",
    "options.calm",
    "options.no_shake",
    "options.no_flashes",
    "options.rumble",
];

#[test]
fn choices_and_options_fit_and_have_one_size() {
    for (words, mut font) in languages() {
        for large in [false, true] {
            font.large = large;
            let scale = font.text_scale();
            for text in CHOICES.map(|key| words.get(key)) {
                assert!(font.width(text) * scale <= choice_room(large), "{}: {text}", words.code());
            }
            for text in OPTIONS.map(|key| words.get(key)) {
                assert!(font.width(text) * scale <= value_room(large), "{}: {text}", words.code());
            }
        }
    }
}

#[test]
fn tabs_and_lines_fit_and_are_large() {
    for (words, mut font) in languages() {
        font.large = true;
        for (key, room) in [
            ("menu.back", 58.0),
            ("patch.quilt", 58.0),
            ("patch.scraps", 58.0),
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

#[test]
fn notes_of_the_finish_panel_fit_beside_their_figures() {
    for (words, mut font) in languages() {
        for (large, width) in [(false, 256.0), (true, 376.0), (true, 352.0)] {
            font.large = large;
            let of = words.fill("finish.of", &[&"120", &"120"]);
            let best = words.fill("finish.best", &[&"+120.34"]);
            let time = "12:28.00";
            for (text, note) in [(time, words.get("finish.untimed")), (time, words.get("finish.par")), (time, &best)] {
                assert!(font.width(note) <= note_room(&font, text, width), "{}: {note}", words.code());
            }
            for (text, note) in [(&*of, words.get("finish.all")), ("9", words.get("finish.whole"))] {
                assert!(font.width(note) <= note_room(&font, text, width), "{}: {note}", words.code());
            }
        }
    }
}

#[test]
fn columns_of_split_times_do_not_touch() {
    for (_, mut font) in languages() {
        for large in [false, true] {
            font.large = large;
            let [number, time, behind] = split_columns();
            let gap = font.width("0") * 0.5;
            assert!(font.width("16") <= number);
            assert!(font.width("10:59.99") + gap <= time - number, "{}", font.width("10:59.99"));
            assert!(font.width("+10:59.99") + gap <= behind - time, "{}", font.width("+10:59.99"));
        }
    }
}
