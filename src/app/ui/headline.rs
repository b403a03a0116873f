//! Headlines: titles of screens in letters of padded cloth, each of another fabric, like the game's name.

use glam::Vec2;
use macroquad::color::Color;

use crate::app::render::{Assets, Canvas, palette};

/// The letters of the sprites `face` and `face_stitches`, in the order of their frames.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ÄÖÜ'-!?.,:";
/// The width of a space, and how far letters overlap: neighbours share their outline, in pixels.
const SPACE: f32 = 7.0;
const OVERLAP: f32 = 1.0;
/// The height of a headline, in pixels: letters without dots leave the upper five free.
pub const HEADLINE_HEIGHT: f32 = 26.0;
/// The fabrics that take turns.
const FABRICS: [Color; 5] = [palette::DENIM, palette::RED, palette::MUSTARD, palette::MOSS, palette::PLUM];

/// The frame of each letter of a text, `None` for a space; `None` if the face lacks a letter.
fn frames(text: &str) -> Option<Vec<Option<usize>>> {
    let frame = |letter| LETTERS.chars().position(|known| known == letter);
    text.to_uppercase().chars().map(|c| if c == ' ' { Some(None) } else { frame(c).map(Some) }).collect()
}

/// The width of letters, given that of each frame.
fn width(frames: &[Option<usize>], width_of: impl Fn(usize) -> f32) -> f32 {
    frames.iter().map(|frame| frame.map_or(SPACE, |frame| width_of(frame) - OVERLAP)).sum()
}

/// Draws a headline with the middle of its upper border at a point. A text wider than `room`, or with a letter that the face lacks, is
/// written in small letters of this colour.
pub fn headline(canvas: &mut Canvas, assets: &Assets, text: &str, at: Vec2, room: f32, color: Color) {
    let [face, stitches] = ["face", "face_stitches"].map(|name| assets.sprites.get(name));
    let width_of = |frame: usize| face.frame(frame).size.x;
    let Some(frames) = frames(text).filter(|frames| width(frames, width_of) <= room) else {
        let down = (HEADLINE_HEIGHT - assets.font.height * assets.font.scale(text, room)) * 0.5;
        return assets.font.fitted(canvas, text, at + Vec2::Y * down, room, color);
    };
    let mut corner = (at - Vec2::X * width(&frames, width_of) * 0.5).round();
    let mut fabrics = FABRICS.into_iter().cycle();
    for frame in frames {
        let Some(frame) = frame else {
            corner.x += SPACE;
            continue;
        };
        canvas.image(face.frame(frame), corner, fabrics.next().unwrap_or(color));
        canvas.image(stitches.frame(frame), corner, palette::CREAM);
        corner.x += width_of(frame) - OVERLAP;
    }
}

#[cfg(test)]
pub mod tests {
    use seamwalker_assets::shipped;

    use super::*;
    use crate::app::art_file::parse;
    use crate::app::render::sprites::SpriteEntry;

    /// The width of a text as a headline, if the face has all of its letters.
    pub fn headline_width(text: &str) -> Option<f32> {
        let entries: Vec<SpriteEntry> = parse(&shipped(), "assets/sprites.ron").unwrap();
        let face = entries.into_iter().find(|entry| entry.name == "face").unwrap();
        assert_eq!(face.frames.len(), LETTERS.chars().count());
        frames(text).map(|frames| width(&frames, |frame| face.frames[frame].2))
    }

    #[test]
    fn the_face_has_capitals_for_every_letter_and_says_what_it_lacks() {
        assert_eq!(frames("aß é"), None);
        assert_eq!(frames("Ab ü"), Some(vec![Some(0), Some(1), None, Some(38)]));
        assert_eq!(frames("ß"), frames("SS"));
        let [one, two] = ["A", "AA"].map(|text| headline_width(text).unwrap());
        assert_eq!(two, one * 2.0);
    }
}
