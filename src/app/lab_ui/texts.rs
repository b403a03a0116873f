//! Tests: the laboratory's texts have translations, and its pages fit into the menu.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use egui_macroquad::egui::{CentralPanel, Context, RawInput, Rect, pos2, vec2};
use seamwalker::collide::{SolverKind, SolverSetup};
use seamwalker::lab::press_log::PressLog;
use seamwalker::lab::{self, ascii};
use seamwalker::sim::{Buttons, Input, World};

use super::tools::{TOOL_TABS, ToolContext, Tools};
use super::{LAB_MENU_WIDTH, Session, style};
use crate::app::screens::texts::languages;
use crate::app::ui::Words;

/// Texts of the sources that no player reads, that are the same in every language, or that are parts of longer phrases.
const NOT_TRANSLATED: [&str; 17] = [
    "style applied",
    "system {}",
    "tileset {}",
    "60 right\\n12 right+jump\\n",
    "draw_us={} fps={} calls={} tools_us={}",
    "(jump: 240.0, coyote: 0.15)",
    "golden Bead",
    "Page Up",
    "Page Down",
    "what is here",
    "round {}",
    ", the maximum",
    "stop recording: {} ticks{}",
    "Tick {}: {} {}",
    "outside the recording",
    "{} of {}; a line every second",
    "{}    tick {}",
];

fn german() -> Words {
    languages().map(|(words, _)| words).find(|words| words.code() == "de").unwrap()
}

/// The texts in double quotes in the sources of a folder, without tests and comments, with `{}` for every value.
fn quoted(folder: &Path, into: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            quoted(&path, into);
        } else if path.file_name().unwrap() != "texts.rs" {
            let source = fs::read_to_string(&path).unwrap();
            let source = source.split("#[cfg(test)]").next().unwrap_or_default();
            let code: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            let code = code.join("\n").replace("\\\"", "\u{1}");
            into.extend(code.split('"').skip(1).step_by(2).map(plain));
        }
    }
}

/// A text as it is read, with `{}` for every value.
fn plain(text: &str) -> String {
    let joined: String =
        text.split("\\\n").enumerate().map(|(i, part)| if i > 0 { part.trim_start() } else { part }).collect();
    let mut parts = joined.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + "{}" + part.split_once('}').map_or("", |(_, rest)| rest));
    text.replace('\u{1}', "\"")
}

/// Whether players read it: it has a space and three letters in a row.
fn is_sentence(text: &str) -> bool {
    let letters = text.as_bytes().windows(3).any(|three| three.iter().all(u8::is_ascii_alphabetic));
    text.trim().contains(' ') && letters
}

fn root(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn every_text_of_the_menu_has_a_translation() {
    let words = german();
    let mut texts = BTreeSet::new();
    quoted(&root("src/app/lab_ui"), &mut texts);
    let known = |text: &str| words.tr(text) != text || words.tr(&text.replace("{}", "7")) != text.replace("{}", "7");
    let same: BTreeSet<&str> = NOT_TRANSLATED.into_iter().collect();
    let missing: Vec<&String> =
        texts.iter().filter(|text| is_sentence(text) && !same.contains(text.as_str()) && !known(text)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
    for (name, hint) in TOOL_TABS {
        assert!(name == "Solver" || words.tr(name) != name, "{name}");
        assert!(words.tr(hint) != hint, "{hint}");
    }
    for kind in SolverKind::ALL {
        assert!(words.tr(kind.description()) != kind.description(), "{kind}");
    }
}

#[test]
fn every_phrase_is_used() {
    let mut texts = BTreeSet::new();
    for folder in ["src/app/lab_ui", "src/lab", "crates/collide/src", "src/sim"] {
        quoted(&root(folder), &mut texts);
    }
    let all = texts.into_iter().collect::<Vec<_>>().join("\n");
    let table = fs::read_to_string(root("assets/lang/phrases/de.ron")).unwrap().replace("\\\"", "\u{1}");
    for line in table.lines().filter(|line| line.starts_with("    \"")) {
        let phrase = line.split('"').nth(1).unwrap().replace('\u{1}', "\"");
        // Some sentences are composed of several texts.
        for word in phrase.split(|letter: char| !letter.is_alphabetic()).filter(|word| word.len() > 3) {
            let word = word.strip_suffix('s').unwrap_or(word);
            assert!(all.contains(word) || all.contains(&word.to_lowercase()), "{phrase}: {word}");
        }
    }
}

/// What a run of random presses says in a level with slopes, walls and a ribbon.
fn explanations(kind: SolverKind) -> BTreeSet<String> {
    let level = Arc::new(ascii::level("..........\n...==...#.\n.P....../#\n###.#.####\n"));
    let mut world = World::new(level, SolverSetup::new(kind));
    let (mut log, mut texts) = (PressLog::default(), BTreeSet::new());
    for tick in 0_u32..500 {
        let random = tick.wrapping_mul(2_654_435_761) >> 13;
        let way = if tick / 90 % 2 == 0 { Buttons::RIGHT } else { Buttons::LEFT };
        let jump = if random % 7 == 0 { Buttons::JUMP } else { 0 };
        let input = Input { buttons: way | jump };
        if tick % 25 == 0 {
            let film = lab::Film::of(&world, input);
            let frames = film.slides.iter().flat_map(|slide| &slide.frames);
            texts.extend(frames.flat_map(|frame| frame.lines.iter().chain([&frame.headline]).cloned()));
        }
        log.before(&world, input);
        let events = world.step(input);
        log.after(&world, &events, 0.0);
        texts.extend(log.presses.iter().map(lab::press_log::TrackedPress::summary));
    }
    texts
}

#[test]
fn explanations_of_slides_and_presses_are_translated() {
    let words = german();
    for kind in SolverKind::ALL {
        for text in explanations(kind) {
            let own = words.tr(&text);
            let is_english = [" the ", " is ", " px away", " deep ", "ticks (", "overlap ", "its "]
                .iter()
                .any(|word| own.contains(word));
            assert!(own != text && !is_english, "{kind}: {text}\n{own}");
        }
    }
}

/// Pages about a level need the window's textures for it; those of lists are tested.
#[test]
fn lists_fit_into_the_menu_in_both_languages() {
    for (words, _) in languages() {
        let (mut tools, mut session, context) = (Tools::default(), Session::default(), Context::default());
        for (i, (name, _)) in TOOL_TABS.into_iter().enumerate() {
            if !matches!(name, "Solver" | "Overlays" | "Graphs" | "Scenes") {
                continue;
            }
            let mut width = 0.0;
            for _ in 0..3 {
                let screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(LAB_MENU_WIDTH, 700.0)));
                let _ = context.run(RawInput { screen_rect, ..RawInput::default() }, |context| {
                    style::apply(context, false);
                    style::speak(context, words.phrases());
                    CentralPanel::default().show(context, |ui| {
                        ui.set_max_width(LAB_MENU_WIDTH - 20.0);
                        let mut cx = ToolContext {
                            play: None,
                            map: None,
                            requests: &mut Vec::new(),
                            session: &mut session,
                            costs: super::Costs::default(),
                            pointer: None,
                            held: false,
                            pressed: false,
                            strip: 0.0,
                        };
                        tools.all()[i].page(ui, &mut cx);
                        width = ui.min_rect().width();
                    });
                });
            }
            // The panel has margins of 8 points.
            assert!(width <= LAB_MENU_WIDTH - 16.0, "{}: {name} is {width} points wide", words.code());
        }
    }
}
