//! Pictures of keys and buttons in texts. An action shows its binding on the device that was used last.

use glam::Vec2;

use crate::app::input::{self, Action, Controls, Device, KeyLabels, PadButton, PadFamily, Source};
use crate::app::render::{Canvas, Font, Region, Sprites, palette};

/// The height of a key cap, and how much wider than its name it is, in pixels.
const CAP_HEIGHT: f32 = 12.0;
const CAP_PADDING: f32 = 7.0;

/// The signs that stand for keys on a touch screen.
const TOUCH_SIGNS: [(&str, &str); 4] = [("f1", "laboratory"), ("back", "back"), ("esc", "back"), ("accept", "tap")];

/// A picture of a key or button, or the name on a key cap.
#[derive(Clone, Debug, PartialEq)]
pub enum ButtonGlyph {
    Picture(Region),
    Name(String),
}

impl ButtonGlyph {
    /// The glyph of a key or of a controller's button, as `prompts` label them.
    pub fn of(source: Source, prompts: &ButtonPrompts, sprites: &Sprites) -> Self {
        let family = prompts.family;
        let (picture, name) = match source {
            Source::Key(key) => {
                let label = prompts.labels.of(key);
                (format!("key_{}", label.to_lowercase()), label)
            }
            Source::Pad(button) => {
                let name = button.name().replace(' ', "_");
                // Most families have the letters of Xbox, and the directional pad has the arrows of the keys.
                let own = format!("pad_{}_{name}", family.name());
                let [pad, key] = ["pad", "key"].map(|device| format!("{device}_{name}"));
                let found = [own, pad].into_iter().find(|picture| sprites.find(picture).is_some());
                (found.unwrap_or(key), button.cap(family).to_owned())
            }
        };
        sprites.find(&picture).map_or(Self::Name(name), |sprite| Self::Picture(sprite.frame(0)))
    }

    /// Width and height in pixels.
    pub fn size(&self, font: &Font) -> Vec2 {
        match self {
            Self::Picture(region) => region.size,
            Self::Name(name) => Vec2::new(font.width(name) + CAP_PADDING, CAP_HEIGHT),
        }
    }

    /// Draws it with its corner at `at`, enlarged by `scale`.
    pub fn draw(&self, canvas: &mut Canvas, font: &Font, at: Vec2, scale: f32) {
        let size = self.size(font);
        match self {
            Self::Picture(region) => canvas.stretched(*region, at, size * scale, palette::PLAIN),
            Self::Name(name) => {
                canvas.framed_round(at, size * scale, scale, palette::CREAM);
                let (shade, width) = (at + Vec2::new(1.0, 9.0) * scale, (size.x - 2.0) * scale);
                canvas.rect(shade.x, shade.y, width, 2.0 * scale, palette::SAND);
                font.scaled(canvas, name, at + Vec2::new(4.0, 0.0) * scale, scale, palette::INK);
            }
        }
    }
}

/// The device and bindings that prompts are shown for.
#[derive(Clone, Debug, Default)]
pub struct ButtonPrompts {
    /// The device that was used last.
    pub device: Device,
    /// The family of the controller that was used last.
    pub family: PadFamily,
    /// The bindings.
    pub controls: Controls,
    /// What the player's layout writes on keys.
    pub labels: KeyLabels,
}

impl ButtonPrompts {
    /// The glyph for a word such as `[jump]` or `[f1]`. The menu commands are `[accept]`, `[back]` and `[clear]`; `[faster]` and `[slower]` are
    /// the keys of brackets, which cannot stand between brackets.
    pub fn cap(&self, word: &str, sprites: &Sprites) -> Option<ButtonGlyph> {
        let name = word.strip_prefix('[')?.strip_suffix(']')?.to_lowercase();
        let picture = |name: String| sprites.find(&name).map(|sprite| ButtonGlyph::Picture(sprite.frame(0)));
        let key_glyph = |key: &str| input::named(key).map(|key| ButtonGlyph::of(Source::Key(key), self, sprites));
        let Some(action) = Action::from_name(&name) else {
            if self.device == Device::Touch
                && let Some((_, sign)) = TOUCH_SIGNS.into_iter().find(|(key, _)| *key == name)
            {
                return picture(format!("touch_{sign}"));
            }
            let (key, button) = match name.as_str() {
                "accept" => ("enter", PadButton::South),
                "back" => ("esc", PadButton::East),
                "clear" => ("delete", PadButton::North),
                "faster" => return key_glyph("]"),
                "slower" => return key_glyph("["),
                key => return key_glyph(key),
            };
            return match self.device {
                Device::Keyboard => key_glyph(key),
                Device::Pad => Some(ButtonGlyph::of(Source::Pad(button), self, sprites)),
                Device::Touch => None,
            };
        };
        if self.device == Device::Touch {
            // Retry is in the pause menu.
            let name = if action == Action::Retry { "pause" } else { &name };
            return picture(format!("touch_{name}"));
        }
        match self.controls.first(action, self.device == Device::Pad) {
            Some(source) => Some(ButtonGlyph::of(source, self, sprites)),
            None if action == Action::Pause => picture("key_esc".into()),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;

    use super::*;
    use crate::app::art_file::parse;

    fn sprites() -> Sprites {
        let region = Region { at: Vec2::ZERO, size: Vec2::splat(1024.0) };
        Sprites::new(parse(&shipped(), "assets/sprites.ron").unwrap(), region, region)
    }

    #[test]
    fn the_cap_of_an_action_is_that_of_the_device() {
        let sprites = sprites();
        let picture = |name: &str| Some(ButtonGlyph::Picture(sprites.find(name).expect(name).frame(0)));
        let mut prompts = ButtonPrompts::default();
        assert_eq!(prompts.cap("[jump]", &sprites), picture("key_space"));
        assert_eq!(prompts.cap("[pause]", &sprites), picture("key_esc"));
        assert_eq!(prompts.cap("[accept]", &sprites), picture("key_enter"));
        prompts.device = Device::Pad;
        assert_eq!(prompts.cap("[jump]", &sprites), picture("pad_south"));
        assert_eq!(prompts.cap("[left]", &sprites), picture("pad_stick_left"));
        assert_eq!(prompts.cap("[pause]", &sprites), Some(ButtonGlyph::Name("START".into())));
        prompts.family = PadFamily::PlayStation;
        assert_eq!(prompts.cap("[jump]", &sprites), picture("pad_playstation_south"));
        assert_eq!(prompts.cap("[pause]", &sprites), Some(ButtonGlyph::Name("OPTIONS".into())));
        assert_eq!(prompts.cap("[left]", &sprites), picture("pad_stick_left"), "the same on all");
        prompts.family = PadFamily::Nintendo;
        assert_eq!(prompts.cap("[jump]", &sprites), picture("pad_nintendo_south"));
        prompts.device = Device::Touch;
        assert_eq!(prompts.cap("[dash]", &sprites), picture("touch_dash"));
        assert_eq!(prompts.cap("[f1]", &sprites), picture("touch_laboratory"));
        assert_eq!(prompts.cap("[back]", &sprites), picture("touch_back"));
        assert_eq!(prompts.cap("[accept]", &sprites), picture("touch_tap"));
        assert_eq!(prompts.cap("[f5]", &sprites), ButtonPrompts::default().cap("[f5]", &sprites), "a named key");
        assert_eq!(prompts.cap("[page up]", &sprites), Some(ButtonGlyph::Name("PAGE UP".into())));
        assert_eq!(prompts.cap("[nothing]", &sprites), None);
        assert_eq!(prompts.cap("jump", &sprites), None);
    }

    #[test]
    fn every_button_of_a_pad_has_a_cap() {
        let sprites = sprites();
        for (button, family) in PadButton::ALL.into_iter().flat_map(|one| PadFamily::ALL.map(|family| (one, family))) {
            let prompts = ButtonPrompts { family, ..ButtonPrompts::default() };
            match ButtonGlyph::of(Source::Pad(button), &prompts, &sprites) {
                ButtonGlyph::Picture(_) => {}
                ButtonGlyph::Name(name) => assert!(name.is_ascii() && !name.is_empty(), "{button:?}: {name}"),
            }
        }
    }
}
