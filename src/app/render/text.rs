//! The bitmap font: measured, wrapped, drawn pixel by pixel. The window library's own text blurs on dense screens.

use std::collections::HashMap;

use glam::Vec2;
use macroquad::color::Color;
use serde::Deserialize;

use super::atlas::Region;
use super::canvas::Canvas;
use super::palette;

/// `font.ron`.
#[derive(Deserialize)]
pub struct FontSheet {
    pub height: f32,
    /// Character, x, y, width, advance.
    pub glyphs: Vec<(char, f32, f32, f32, f32)>,
}

impl Default for FontSheet {
    fn default() -> Self {
        Self { height: 12.0, glyphs: Vec::new() }
    }
}

#[derive(Clone, Copy)]
struct Glyph {
    region: Region,
    advance: f32,
}

/// Letters in an atlas.
pub struct Font {
    glyphs: HashMap<char, Glyph>,
    /// Line height, in pixels.
    pub height: f32,
    /// Letters are twice as large where there is room.
    pub large: bool,
}

impl Font {
    /// `picture` is where the font's picture lies in the atlas.
    pub fn new(sheet: &FontSheet, picture: Region) -> Self {
        let glyph = |&(c, x, y, w, advance): &_| (c, Glyph { region: picture.part(x, y, w, sheet.height), advance });
        Self { glyphs: sheet.glyphs.iter().map(glyph).collect(), height: sheet.height, large: false }
    }

    /// A font of letters from elsewhere: each with its region and the distance to the next, in pixels.
    pub fn of(letters: impl IntoIterator<Item = (char, Region, f32)>, height: f32) -> Self {
        let glyphs = letters.into_iter().map(|(letter, region, advance)| (letter, Glyph { region, advance })).collect();
        Self { glyphs, height, large: false }
    }

    /// Whether it has all letters of a text.
    pub fn has_all(&self, text: &str) -> bool {
        text.chars().all(|c| c.is_whitespace() || self.glyphs.contains_key(&c))
    }

    /// Replaces letters by those of a pack, which are as high.
    pub fn replace(&mut self, sheet: &FontSheet, picture: Region) {
        self.glyphs.extend(Self::new(sheet, picture).glyphs);
    }

    fn glyph(&self, c: char) -> Option<Glyph> {
        self.glyphs.get(&c).or_else(|| self.glyphs.get(&'?')).copied()
    }

    /// The width of one line, in pixels.
    pub fn width(&self, text: &str) -> f32 {
        text.chars().filter_map(|c| self.glyph(c)).map(|g| g.advance).sum()
    }

    /// Wraps a text at spaces into lines no wider than `width`; a longer word gets its own line.
    pub fn wrap<'a>(&self, text: &'a str, width: f32) -> Vec<&'a str> {
        text.lines().flat_map(|line| self.wrap_line(line, width)).collect()
    }

    fn wrap_line<'a>(&self, line: &'a str, width: f32) -> Vec<&'a str> {
        let mut lines = Vec::new();
        let (mut start, mut end) = (0, 0);
        for word_end in line.match_indices(' ').map(|(at, _)| at).chain([line.len()]) {
            if end > start && self.width(&line[start..word_end]) > width {
                lines.push(&line[start..end]);
                start = end + 1;
            }
            end = word_end;
        }
        lines.push(&line[start..end]);
        lines
    }

    /// One line; `at` is its left top corner.
    pub fn draw(&self, canvas: &mut Canvas, text: &str, at: Vec2, color: Color) {
        self.scaled(canvas, text, at, 1.0, color);
    }

    /// One line, enlarged by `scale`.
    pub fn scaled(&self, canvas: &mut Canvas, text: &str, at: Vec2, scale: f32, color: Color) {
        for (x, region) in self.glyphs(text) {
            canvas.stretched(region, at.round() + Vec2::new(x * scale, 0.0), region.size * scale, color);
        }
    }

    /// The scale of text that always has room for large letters.
    pub fn text_scale(&self) -> f32 {
        if self.large { 2.0 } else { 1.0 }
    }

    /// The scale of a line within `room` pixels: 2 if letters are large and it fits.
    pub fn scale(&self, text: &str, room: f32) -> f32 {
        if self.large && self.width(text) * 2.0 <= room { 2.0 } else { 1.0 }
    }

    /// The glyphs of one line, each with its distance from the beginning.
    pub fn glyphs(&self, text: &str) -> impl Iterator<Item = (f32, Region)> {
        text.chars().filter_map(|c| self.glyph(c)).scan(0.0, |x, glyph| {
            let at = *x;
            *x += glyph.advance;
            Some((at, glyph.region))
        })
    }

    /// One line, enlarged by `scale`, that begins at `at.x` (`side` 0), has its middle there (0.5), or ends there (1).
    pub fn aligned(&self, canvas: &mut Canvas, text: &str, at: Vec2, side: f32, scale: f32, color: Color) {
        self.scaled(canvas, text, at - Vec2::new(self.width(text) * scale * side, 0.0), scale, color);
    }

    /// One line whose middle is at `at.x`.
    pub fn centered(&self, canvas: &mut Canvas, text: &str, at: Vec2, color: Color) {
        self.draw(canvas, text, at - Vec2::new((self.width(text) * 0.5).floor(), 0.0), color);
    }

    /// The same, as large as [`Font::scale`] allows.
    pub fn fitted(&self, canvas: &mut Canvas, text: &str, at: Vec2, room: f32, color: Color) {
        let scale = self.scale(text, room);
        self.scaled(canvas, text, at - Vec2::new((self.width(text) * scale * 0.5).floor(), 0.0), scale, color);
    }

    /// One line with an ink edge, readable on any cloth, enlarged by `scale`.
    pub fn outlined(&self, canvas: &mut Canvas, text: &str, at: Vec2, scale: f32, color: Color) {
        for (dx, dy) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (1.0, 1.0)] {
            self.scaled(canvas, text, at + Vec2::new(dx, dy) * scale, scale, palette::INK);
        }
        self.scaled(canvas, text, at, scale, color);
    }
}
