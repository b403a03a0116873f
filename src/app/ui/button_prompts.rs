//! What stands in a text for a key or a button: a picture, or a cap with its name. An action shows what does it on the device
//! that was used last.

use glam::Vec2;

use crate::app::input::{self, Action, Controls, Device, PadButton, Source};
use crate::app::render::atlas::Region;
use crate::app::render::canvas::Canvas;
use crate::app::render::palette;
use crate::app::render::sprites::Sprites;
use crate::app::render::text::Font;

/// How high a cap is, in pixels, and how much wider than its name.
const HEIGHT: f32 = 12.0;
const BESIDE: f32 = 7.0;

/// A picture, or what is written on a cap.
#[derive(Clone, Debug, PartialEq)]
pub enum ButtonGlyph {
    Picture(Region),
    Name(String),
}

impl ButtonGlyph {
    /// The cap of a key or button.
    pub fn of(source: Source, sprites: &Sprites) -> Self {
        let (picture, name) = match source {
            Source::Key(key) => (format!("key_{}", input::cap(key).to_lowercase()), input::cap(key)),
            Source::Pad(button) => {
                let name = button.name().replace(' ', "_");
                let picture = format!("pad_{name}");
                // The cross has arrows as keys have them.
                (
                    if sprites.find(&picture).is_some() { picture } else { format!("key_{name}") },
                    button.cap().to_owned(),
                )
            }
        };
        sprites.find(&picture).map_or(Self::Name(name), |sprite| Self::Picture(sprite.frame(0)))
    }

    /// Width and height in pixels.
    pub fn size(&self, font: &Font) -> Vec2 {
        match self {
            Self::Picture(region) => region.size,
            Self::Name(name) => Vec2::new(font.width(name) + BESIDE, HEIGHT),
        }
    }

    /// Draws it with its corner at `at`, this many times as large.
    pub fn draw(&self, canvas: &mut Canvas, font: &Font, at: Vec2, scale: f32) {
        let size = self.size(font);
        let mut rect = |x: f32, y: f32, w: f32, h: f32, color| {
            canvas.rect(at.x + x * scale, at.y + y * scale, w * scale, h * scale, color);
        };
        match self {
            Self::Picture(region) => canvas.stretched(*region, at, size * scale, palette::PLAIN),
            Self::Name(name) => {
                rect(1.0, 0.0, size.x - 2.0, HEIGHT, palette::INK);
                rect(0.0, 1.0, size.x, HEIGHT - 2.0, palette::INK);
                rect(1.0, 1.0, size.x - 2.0, HEIGHT - 2.0, palette::CREAM);
                rect(1.0, 9.0, size.x - 2.0, 2.0, palette::SAND);
                font.scaled(canvas, name, at + Vec2::new(4.0, 0.0) * scale, scale, palette::INK);
            }
        }
    }
}

/// What the player plays with, and how.
#[derive(Clone, Debug, Default)]
pub struct ButtonPrompts {
    /// What was used last.
    pub device: Device,
    /// What does what.
    pub controls: Controls,
}

impl ButtonPrompts {
    /// The cap that a word such as `[jump]` or `[f1]` names. What leads through menus is `[accept]`, `[back]` and `[clear]`.
    pub fn cap(&self, word: &str, sprites: &Sprites) -> Option<ButtonGlyph> {
        let name = word.strip_prefix('[')?.strip_suffix(']')?.to_lowercase();
        let picture = |name: String| sprites.find(&name).map(|sprite| ButtonGlyph::Picture(sprite.frame(0)));
        let Some(action) = Action::named(&name) else {
            let (key, button) = match name.as_str() {
                "accept" => ("enter", PadButton::South),
                "back" => ("esc", PadButton::East),
                "clear" => ("delete", PadButton::North),
                key => return input::named(key).map(|key| ButtonGlyph::of(Source::Key(key), sprites)),
            };
            return match self.device {
                Device::Keyboard => input::named(key).map(|key| ButtonGlyph::of(Source::Key(key), sprites)),
                Device::Pad => Some(ButtonGlyph::of(Source::Pad(button), sprites)),
                Device::Touch => None,
            };
        };
        if self.device == Device::Touch {
            // The way back to the checkpoint is in the pause.
            let name = if action == Action::Retry { "pause" } else { &name };
            return picture(format!("touch_{name}"));
        }
        let source = self.controls.first(action, self.device == Device::Pad);
        match source {
            Some(source) => Some(ButtonGlyph::of(source, sprites)),
            None if action == Action::Pause => picture("key_esc".into()),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use seamwalker::level::{Files, shipped};

    use super::*;

    fn sprites() -> Sprites {
        let ron = shipped().read("assets/sprites.ron").unwrap().into_owned();
        let region = Region { at: Vec2::ZERO, size: Vec2::splat(1024.0) };
        Sprites::new(&String::from_utf8(ron).unwrap(), region, region).unwrap()
    }

    #[test]
    fn the_cap_of_an_action_is_that_of_the_device() {
        let sprites = sprites();
        let picture = |name: &str| Some(ButtonGlyph::Picture(sprites.find(name).expect(name).frame(0)));
        let mut hands = ButtonPrompts::default();
        assert_eq!(hands.cap("[jump]", &sprites), picture("key_space"));
        assert_eq!(hands.cap("[pause]", &sprites), picture("key_esc"));
        assert_eq!(hands.cap("[accept]", &sprites), picture("key_enter"));
        hands.device = Device::Pad;
        assert_eq!(hands.cap("[jump]", &sprites), picture("pad_south"));
        assert_eq!(hands.cap("[left]", &sprites), picture("pad_stick_left"));
        assert_eq!(hands.cap("[pause]", &sprites), Some(ButtonGlyph::Name("START".into())));
        hands.device = Device::Touch;
        assert_eq!(hands.cap("[dash]", &sprites), picture("touch_dash"));
        assert_eq!(hands.cap("[f1]", &sprites), picture("key_f1"), "a key is a key");
        assert_eq!(hands.cap("[page up]", &sprites), Some(ButtonGlyph::Name("PAGE UP".into())));
        assert_eq!(hands.cap("[nothing]", &sprites), None);
        assert_eq!(hands.cap("jump", &sprites), None);
    }

    #[test]
    fn every_button_of_a_pad_has_a_cap() {
        let sprites = sprites();
        for button in PadButton::ALL {
            match ButtonGlyph::of(Source::Pad(button), &sprites) {
                ButtonGlyph::Picture(_) => {}
                ButtonGlyph::Name(name) => assert!(name.is_ascii() && !name.is_empty(), "{button:?}: {name}"),
            }
        }
    }
}
