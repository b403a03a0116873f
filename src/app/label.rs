//! Text with pictures in it: a word such as `[space]` shows the key with that name.

use glam::Vec2;
use macroquad::color::Color;

use super::atlas::Region;
use super::canvas::Canvas;
use super::sprites::Sprites;
use super::text::Font;

/// Pixels between a key and its neighbours.
const AROUND_KEY: f32 = 1.0;

/// A piece of a line.
enum Piece<'a> {
    Word(&'a str),
    Key(Region),
}

/// A text, laid out in lines.
pub struct Label<'a> {
    lines: Vec<(Vec<Piece<'a>>, f32)>,
    line_height: f32,
    space: f32,
}

impl<'a> Label<'a> {
    /// Lays a text out in lines no wider than `width`, at spaces.
    pub fn new(text: &'a str, width: f32, font: &Font, sprites: &Sprites) -> Self {
        let space = font.width(" ");
        let mut label = Self { lines: Vec::new(), line_height: font.height + 1.0, space };
        for paragraph in text.lines() {
            label.lines.push((Vec::new(), 0.0));
            for word in paragraph.split(' ').filter(|w| !w.is_empty()) {
                label.add(word, width, font, sprites);
            }
        }
        label
    }

    fn add(&mut self, word: &'a str, width: f32, font: &Font, sprites: &Sprites) {
        let (piece, size) = match key(word, sprites) {
            Some(region) => (Piece::Key(region), region.size.x + 2.0 * AROUND_KEY),
            None => (Piece::Word(word), font.width(word)),
        };
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
                        font.draw(canvas, word, at, color);
                        at.x += font.width(word);
                    }
                    Piece::Key(region) => {
                        canvas.image(*region, at + Vec2::new(AROUND_KEY, -1.0), super::palette::PLAIN);
                        at.x += region.size.x + 2.0 * AROUND_KEY;
                    }
                }
                at.x += self.space;
            }
        }
    }
}

/// The picture of the key that a word such as `[space]` names.
fn key(word: &str, sprites: &Sprites) -> Option<Region> {
    let name = word.strip_prefix('[')?.strip_suffix(']')?;
    sprites.find(&format!("key_{}", name.to_lowercase())).map(|s| s.frame(0))
}
