//! The credits: a tape of cloth that runs past the meadow. The names are listed here; the sentences are in the language files.

use glam::Vec2;
use seamwalker_level::Files;

use super::meadow::Meadow;
use super::{Goto, Screen, ScreenSpec, UiInput};
use crate::app::audio::Music;
use crate::app::input::Hotkey;
use crate::app::render::{Assets, Canvas, RUNNING, ScreenFormat, palette};
use crate::app::services::Services;
use crate::app::ui::{HEADLINE_HEIGHT, headline};
use crate::app::window::Motion;

/// The width of the tape, from the right border of the view to it, and from its border to its text, in pixels.
const TAPE_WIDTH: f32 = 340.0;
const TAPE_RIGHT: f32 = 28.0;
const TAPE_MARGIN: f32 = 18.0;
/// How fast the tape runs, and how far a key moves it, in pixels per second and in pixels.
const TAPE_SPEED: f32 = 30.0;
const TAPE_STEP: f32 = 48.0;
/// The gap above a headline, in pixels.
const HEADLINE_GAP: f32 = 30.0;

/// The articles that the collisions come from, with their authors.
const ARTICLES: [(&str, &str); 5] = [
    ("Smooth collisions 1, 2", "Sebastien Alaiwan"),
    ("AABB Collision Resolution, Phase I", "Metareal"),
    ("AABB Collision Handling", "Reis"),
    ("2D polygonal collision-detection and internal edges", "Paul Firth"),
    ("Box2D", "Erin Catto"),
];

/// The libraries and tools of the game by their licences.
const LIBRARIES: [(&str, &str); 5] = [
    ("Rust, clippy, rustfmt", "MIT / Apache-2.0"),
    (
        "macroquad, miniquad, egui-macroquad, egui, glam, serde, serde_json, ron, postcard, thiserror, tempfile, base64, png, image, \
         flate2, regex-lite, log, clap, clap_mangen, rayon, i_overlay, i_triangle, directories, signal-hook, percent-encoding, \
         json-event-parser, evdev, gilrs, x11rb, xkeysym, rustix, libc",
        "MIT / Apache-2.0",
    ),
    ("tiled, quick-xml, fontdb, libm, mint, strsim, indicatif, rawzip, ruzstd, maudio, miniaudio", "MIT"),
    ("ab_glyph, cpal, display-info", "Apache-2.0"),
    ("Tiled", "GPL-2.0+"),
];

/// A part of the tape.
enum CreditPart {
    /// A title: a key of the language files.
    Headline(&'static str),
    /// A sentence: a key of the language files.
    Words(&'static str),
    /// A work, and below it or beside it its author or licence.
    Work(&'static str, &'static str),
    /// The hero cheers.
    Hero,
}

fn parts() -> impl Iterator<Item = CreditPart> {
    use CreditPart as P;
    let articles = ARTICLES.map(|(work, author)| P::Work(work, author));
    let libraries = LIBRARIES.map(|(work, licence)| P::Work(work, licence));
    [P::Headline("credits.game"), P::Words("credits.game_more"), P::Headline("credits.articles")]
        .into_iter()
        .chain([P::Words("credits.articles_more")])
        .chain(articles)
        .chain([P::Words("credits.feel"), P::Headline("credits.libraries")])
        .chain(libraries)
        .chain([P::Headline("credits.thanks"), P::Words("credits.thanks_more"), P::Hero])
}

/// The screen.
pub struct Credits {
    meadow: Meadow,
    /// How far the tape has run, and how far it runs at most, in pixels.
    run: f32,
    end: f32,
    time: f32,
}

impl Credits {
    /// From the beginning.
    pub fn new(files: &dyn Files) -> Self {
        Self { meadow: Meadow::new(files), run: 0.0, end: f32::INFINITY, time: 0.0 }
    }

    /// Moves the tape: by itself unless motion is reduced, and by keys.
    fn advance(&mut self, input: &UiInput, dt: f32) {
        let by_itself = if input.calm { 0.0 } else { TAPE_SPEED * dt };
        let steps: i32 = input.steps().map(|(_, y)| y).sum();
        self.run = (self.run + by_itself + steps as f32 * TAPE_STEP).min(self.end).max(0.0);
    }

    /// Draws the parts on the tape, the first at this height. Returns the lower border of the last.
    fn draw_parts(&self, canvas: &mut Canvas, assets: &Assets, (middle, room): (f32, f32), top: f32) -> f32 {
        let (font, scale, view) = (&assets.font, assets.font.text_scale(), canvas.format.size.y);
        let mut y = top;
        let words = |canvas: &mut Canvas, text: &str, y: f32, color| {
            let pitch = (font.height + 2.0) * scale;
            let lines = font.wrap(text, room / scale);
            for (i, line) in lines.iter().enumerate() {
                let at = Vec2::new(middle, y + i as f32 * pitch);
                if (-pitch..view).contains(&at.y) {
                    font.aligned(canvas, line, at, 0.5, scale, color);
                }
            }
            lines.len() as f32 * pitch
        };
        for part in parts() {
            match part {
                CreditPart::Headline(key) => {
                    y += HEADLINE_GAP;
                    headline(canvas, assets, assets.words.get(key), Vec2::new(middle, y.round()), room, palette::INK);
                    y += HEADLINE_HEIGHT + 10.0;
                }
                CreditPart::Words(key) => y += words(canvas, assets.words.get(key), y, palette::INK) + 8.0,
                CreditPart::Work(work, author) => {
                    y += words(canvas, work, y, palette::INK);
                    y += words(canvas, author, y, palette::RED_DARK) + 4.0;
                }
                CreditPart::Hero => {
                    y += 48.0;
                    assets.sprites.draw(canvas, "player_cheer", self.time, Vec2::new(middle, y));
                    y += 16.0;
                }
            }
        }
        y
    }
}

/// The middle of the tape, and its width: beside the hero of the meadow if there is room.
fn tape(format: ScreenFormat) -> (f32, f32) {
    let width = TAPE_WIDTH.min(format.size.x - 2.0 * TAPE_RIGHT);
    (format.size.x - TAPE_RIGHT - width * 0.5, width)
}

impl Screen for Credits {
    fn spec(&self, services: &Services) -> ScreenSpec {
        let is_still = services.saved.settings.comfort.reduce_motion;
        let motion = if is_still { Motion::None } else { Motion::Essential };
        ScreenSpec { name: "credits", motion, has_back: true, music: Some(Music::End), ..ScreenSpec::default() }
    }

    fn update(&mut self, input: &UiInput, _: &mut Services, dt: f32) -> Option<Goto> {
        self.advance(input, dt);
        if !input.calm {
            // The hero walks on for as long as the tape runs.
            let walks = UiInput { moved: self.run < self.end, ..UiInput::default() };
            self.meadow.update(&walks, dt);
            self.time += dt;
        }
        (input.clicked || input.pressed(Hotkey::Menu) || input.pressed(Hotkey::Accept)).then_some(Goto::Back)
    }

    fn draw(&mut self, canvas: &mut Canvas, services: &mut Services) {
        let assets = &services.assets;
        self.meadow.draw(canvas, assets);
        canvas.page(&assets.page);
        let (format, (middle, width)) = (canvas.format, tape(canvas.format));
        let left = middle - width * 0.5;
        canvas.framed(Vec2::new(left, -2.0), Vec2::new(width, format.size.y + 4.0), palette::CREAM);
        let pitch = RUNNING.dash + RUNNING.gap;
        let first = -(self.run.round() % pitch) - pitch;
        for x in [left + 6.0, left + width - 6.0] {
            let mut y = first;
            while y < format.size.y {
                canvas.rect(x - 1.0, y, RUNNING.width, RUNNING.dash, palette::RED);
                y += pitch;
            }
        }
        // It begins with the first headline in view, and ends with the last part there.
        let top = format.size.y * 0.25 - self.run.round();
        let bottom = self.draw_parts(canvas, assets, (middle, width - 2.0 * TAPE_MARGIN), top);
        self.end = (bottom - top + format.size.y * 0.25 - format.size.y + TAPE_MARGIN).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_collide::SolverKind;

    use super::*;

    #[test]
    fn every_article_and_every_library_is_named() {
        for kind in SolverKind::ALL {
            let title = kind.source().split('"').nth(1);
            let named = |title: &str| ARTICLES.iter().any(|(work, _)| work.contains(title));
            assert!(title.is_none_or(named), "{kind}: {title:?}");
        }
        let manifests = [
            include_str!("../../../Cargo.toml"),
            include_str!("../../../crates/collide/Cargo.toml"),
            include_str!("../../../crates/level/Cargo.toml"),
            include_str!("../../../crates/sim/Cargo.toml"),
            include_str!("../../../crates/lab/Cargo.toml"),
        ];
        let named: Vec<&str> = LIBRARIES.iter().flat_map(|(names, _)| names.split(", ")).collect();
        for manifest in manifests {
            let mut is_listed = false;
            for line in manifest.lines() {
                if line.starts_with('[') {
                    is_listed = line.ends_with("dependencies]") && !line.contains("dev-") && !line.contains("build-");
                } else if let Some((name, _)) = line.split_once(" = ").filter(|_| is_listed) {
                    let is_own = name.starts_with("seamwalker") || name.starts_with('#');
                    assert!(is_own || named.contains(&name), "{name} is in no line of the credits");
                }
            }
        }
    }

    #[test]
    fn the_tape_is_in_every_view() {
        for format in crate::app::screens::texts::FORMATS {
            let (middle, width) = tape(format);
            assert!(middle - width * 0.5 >= 0.0 && middle + width * 0.5 <= format.size.x, "{format:?}");
        }
    }
}
