//! Text with pictures in it: a word such as `[jump]` shows what jumps.

use glam::Vec2;
use macroquad::color::Color;

use super::assets::Assets;
use super::canvas::Canvas;
use super::caps::Cap;
use super::text::Font;

/// Pixels between a key and its neighbours.
const AROUND_KEY: f32 = 1.0;

/// A piece of a line.
enum Piece<'a> {
    Word(&'a str),
    Key(Cap),
}

/// A text, laid out in lines.
pub struct Label<'a> {
    lines: Vec<(Vec<Piece<'a>>, f32)>,
    line_height: f32,
    space: f32,
    scale: f32,
}

impl<'a> Label<'a> {
    /// Lays a text out in lines no wider than `width`, at spaces, its letters so many times as large.
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

    fn add(&mut self, word: &'a str, width: f32, assets: &Assets) {
        let font = &assets.font;
        let (piece, size) = match assets.hands.cap(word, &assets.sprites) {
            Some(cap) => {
                let size = cap.size(font).x + 2.0 * AROUND_KEY;
                (Piece::Key(cap), size)
            }
            None => (Piece::Word(word), font.width(word)),
        };
        let size = size * self.scale;
        let full = self.lines.last().is_none_or(|(line, used)| !line.is_empty() && used + self.space + size > width);
        if full {
            self.lines.push((Vec::new(), 0.0));
        }
        if let Some((line, used)) = self.lines.last_mut() {
            *used += size + if line.is_empty() { 0.0 } else { self.space };
            line.push(piece);
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> Vec2 {
        let width = self.lines.iter().map(|l| l.1).fold(0.0, f32::max);
        Vec2::new(width, self.lines.len() as f32 * self.line_height)
    }

    /// Draws it with every line's middle at `top.x`.
    pub fn centered(&self, canvas: &mut Canvas, font: &Font, top: Vec2, color: Color) {
        for (i, (line, width)) in self.lines.iter().enumerate() {
            let mut at = Vec2::new((top.x - width * 0.5).round(), top.y + i as f32 * self.line_height);
            for piece in line {
                match piece {
                    Piece::Word(word) => {
                        font.scaled(canvas, word, at, self.scale, color);
                        at.x += font.width(word) * self.scale;
                    }
                    Piece::Key(cap) => {
                        cap.draw(canvas, font, at + Vec2::new(AROUND_KEY, -1.0) * self.scale, self.scale);
                        at.x += (cap.size(font).x + 2.0 * AROUND_KEY) * self.scale;
                    }
                }
                at.x += self.space;
            }
        }
    }
}
