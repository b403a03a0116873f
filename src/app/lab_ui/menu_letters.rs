//! Letters of the system in the debug menu: names of layers and objects may be in any script.

use std::collections::BTreeSet;

use egui_macroquad::egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use egui_macroquad::egui::{Context, FontData, FontFamily, FontId};

/// The letters that were looked for in the system's fonts.
#[derive(Default)]
pub struct MenuLetters {
    known: BTreeSet<char>,
    /// How many faces were added.
    faces: usize,
}

impl MenuLetters {
    /// Adds fonts of the system for the letters of these texts that the menu cannot write yet.
    pub fn provide<'a>(&mut self, context: &Context, texts: impl Iterator<Item = &'a str>) {
        let id = FontId::proportional(12.0);
        let letters: BTreeSet<char> = texts.flat_map(str::chars).filter(|letter| !letter.is_control()).collect();
        let missing =
            |letter: &char| !self.known.contains(letter) && !context.fonts(|fonts| fonts.has_glyph(&id, *letter));
        let missing: BTreeSet<char> = letters.into_iter().filter(missing).collect();
        if missing.is_empty() {
            return;
        }
        for (bytes, index) in files(&missing) {
            let data = FontData { index, ..FontData::from_owned(bytes) };
            let family = |family| InsertFontFamily { family, priority: FontPriority::Lowest };
            let families = [FontFamily::Proportional, FontFamily::Monospace].map(family).to_vec();
            context.add_font(FontInsert { name: format!("system {}", self.faces), data, families });
            self.faces += 1;
        }
        self.known.extend(missing);
    }
}

#[cfg(target_family = "wasm")]
fn files(_: &BTreeSet<char>) -> Vec<(Vec<u8>, u32)> {
    Vec::new()
}

#[cfg(not(target_family = "wasm"))]
fn files(letters: &BTreeSet<char>) -> Vec<(Vec<u8>, u32)> {
    crate::app::render::system_font::SystemFaces::files(letters)
}
