//! Text with pictures of keys: a word such as `[jump]` shows the key that jumps.

use glam::Vec2;
use macroquad::color::Color;

use super::button_prompts::ButtonGlyph;
use super::cloth;
use crate::app::render::{Assets, Canvas, Font, palette};

/// Pixels to both sides of a key.
const KEY_PADDING: f32 = 1.0;

/// The height of the band of a footer without its lines, in pixels.
pub const FOOTER_MARGIN: f32 = 13.0;

/// How far a line may reach below what is revealed, in pixels: its lower part has no letters.
const REVEAL: f32 = 3.0;

/// A piece of a line.
enum LabelPiece<'a> {
    Word(&'a str),
    Key(ButtonGlyph),
}

/// A text that is laid out in lines: pieces with their distance from the beginning, and the width of the line.
pub struct Label<'a> {
    lines: Vec<(Vec<(f32, LabelPiece<'a>)>, f32)>,
    line_height: f32,
    space: f32,
    scale: f32,
}

/// Splits a word such as `[down]+[jump]` into the parts in brackets and those between.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let cut = |part: &str| part.find('[').unwrap_or(0);
    word.split_inclusive(']')
        .flat_map(move |part| <[&str; 2]>::from(part.split_at(cut(part))))
        .filter(|part| !part.is_empty())
}

impl<'a> Label<'a> {
    /// Wraps a text at spaces into lines no wider than `width`, enlarged by `scale`.
    pub fn new(text: &'a str, width: f32, scale: f32, assets: &Assets) -> Self {
        let font = &assets.font;
        let space = font.width(" ") * scale;
        let mut label = Self { lines: Vec::new(), line_height: (font.height + 1.0) * scale, space, scale };
        for paragraph in text.lines() {
            label.lines.push((Vec::new(), 0.0));
            for word in paragraph.split(' ').filter(|w| !w.is_empty()) {
                label.add(word, width, assets);
            }
        }
        label
    }

    /// A text in one line, enlarged by `scale`, or if that is wider than `room`, in lines of small letters.
    pub fn fitting(text: &'a str, room: f32, scale: f32, assets: &Assets) -> Self {
        let line = Self::new(text, f32::MAX, scale, assets);
        if line.size().x < room { line } else { Self::new(text, room, 1.0, assets) }
    }

    fn add(&mut self, word: &'a str, width: f32, assets: &Assets) {
        let font = &assets.font;
        let piece = |part: &'a str| match assets.prompts.cap(part, &assets.sprites) {
            Some(cap) => (cap.size(font).x + 2.0 * KEY_PADDING, LabelPiece::Key(cap)),
            None => (font.width(part), LabelPiece::Word(part)),
        };
        let pieces: Vec<(f32, LabelPiece)> = parts(word).map(piece).collect();
        let size = pieces.iter().map(|piece| piece.0).sum::<f32>() * self.scale;
        let full = self.lines.last().is_none_or(|(line, used)| !line.is_empty() && used + self.space + size > width);
        if full {
            self.lines.push((Vec::new(), 0.0));
        }
        if let Some((line, used)) = self.lines.last_mut() {
            *used += if line.is_empty() { 0.0 } else { self.space };
            for (size, piece) in pieces {
                line.push((*used, piece));
                *used += size * self.scale;
            }
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> Vec2 {
        let width = self.lines.iter().map(|l| l.1).fold(0.0, f32::max);
        Vec2::new(width, self.lines.len() as f32 * self.line_height)
    }

    /// The height of the band of [`Label::footer`], in pixels.
    pub fn footer_height(&self) -> f32 {
        self.size().y + FOOTER_MARGIN
    }

    /// Draws it on a band of dark cloth at the lower border of the view.
    pub fn footer(&self, canvas: &mut Canvas, font: &Font) {
        let Vec2 { x: width, y: bottom } = canvas.format.size;
        let top = bottom - self.footer_height() + 7.0;
        canvas.rect(0.0, top - 7.0, width, 2.0, palette::INK);
        cloth::night(canvas, Vec2::new(0.0, top - 5.0), Vec2::new(width, bottom - top + 5.0));
        self.centered(canvas, font, Vec2::new(width * 0.5, top), palette::CREAM);
    }

    /// Draws it with every line centred at `top.x`.
    pub fn centered(&self, canvas: &mut Canvas, font: &Font, top: Vec2, color: Color) {
        self.revealed(canvas, font, top, color, f32::INFINITY);
    }

    /// The same without the lines that end below `bottom`.
    pub fn revealed(&self, canvas: &mut Canvas, font: &Font, top: Vec2, color: Color, bottom: f32) {
        for (i, (line, width)) in self.lines.iter().enumerate() {
            if top.y + (i + 1) as f32 * self.line_height > bottom + REVEAL {
                break;
            }
            let start = Vec2::new((top.x - width * 0.5).round(), top.y + i as f32 * self.line_height);
            for (x, piece) in line {
                let at = start + Vec2::new(*x, 0.0);
                match piece {
                    LabelPiece::Word(word) => font.scaled(canvas, word, at, self.scale, color),
                    LabelPiece::Key(cap) => {
                        cap.draw(canvas, font, at + Vec2::new(KEY_PADDING, -1.0) * self.scale, self.scale);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Story: `[down]+[jump]` without spaces was a single unknown key, and signs showed the brackets.
    #[test]
    fn keys_need_no_spaces_around_them() {
        let of = |word| parts(word).collect::<Vec<_>>();
        assert_eq!(of("[down]+[jump]"), ["[down]", "+", "[jump]"]);
        assert_eq!(of("([jump])."), ["(", "[jump]", ")."]);
        assert_eq!(of("cloth"), ["cloth"]);
        assert_eq!(of("[a"), ["[a"]);
    }
}
