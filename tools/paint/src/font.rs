//! The game's lettering: a proportional bitmap font, drawn in `font.txt`.
//!
//! A line is 12 pixels high: two rows for accents, seven for capitals (rows 2 to 8, the baseline lies below row 8),
//! two for descenders, one of air. Glyphs are white and tinted when drawn.

use crate::atlas::shelves;
use crate::picture::Picture;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Height of a line in pixels.
const HEIGHT: i32 = 12;
/// From the top of a line to the baseline.
const ASCENT: i32 = 9;
/// The first row of capitals, and of the glyphs in the file.
const TOP: i32 = 2;
/// Width of the sheet.
const WIDTH: i32 = 256;
/// Advance of the space.
const SPACE: i32 = 3;

/// Every glyph in the order of the sheet, as a picture of a full line's height.
///
/// A section of the file begins with characters, whose glyphs stand side by side below them, or with letters, the same letters with a
/// mark, and the place of the mark, which is drawn below.
pub fn glyphs() -> BTreeMap<char, Picture> {
    let mut glyphs = BTreeMap::new();
    for section in include_str!("font.txt").split("\n\n") {
        let mut lines = section.lines();
        let title: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let drawings = side_by_side(lines);
        if let [bases, letters, place] = title[..] {
            for (base, letter) in bases.chars().zip(letters.chars()) {
                glyphs.insert(letter, with_mark(base, &glyphs[&base], place, &drawings[0]));
            }
        } else {
            let full = drawings.into_iter().map(|drawing| drawing.crop(0, -TOP, drawing.width, HEIGHT));
            glyphs.extend(title[0].chars().zip(full));
        }
    }
    glyphs
}

/// Drawings in `#`, with spaces between them.
fn side_by_side<'a>(rows: impl Iterator<Item = &'a str>) -> Vec<Picture> {
    let rows: Vec<Vec<&[u8]>> = rows.map(|row| row.split(' ').map(str::as_bytes).collect()).collect();
    let glyph = |i: usize| {
        Picture::mask(rows[0][i].len() as i32, rows.len() as i32, |x, y| rows[y as usize][i][x as usize] == b'#')
    };
    (0..rows[0].len()).map(glyph).collect()
}

/// A letter with its mark; it becomes wider where the mark is. `above` and `below` it, the mark is in the middle; `right` is below its
/// right end, `beside` behind it.
fn with_mark(base: char, letter: &Picture, place: &str, mark: &Picture) -> Picture {
    let wide = letter.width.max(mark.width);
    let (width, x, y) = match place {
        "right" => (letter.width, letter.width - mark.width, ASCENT),
        "beside" => (letter.width + 1 + mark.width, letter.width + 1, TOP),
        "below" => (wide, (wide - mark.width) / 2, ASCENT),
        _ => (wide, (wide - mark.width) / 2, i32::from(!base.is_uppercase() && base != 'l')),
    };
    let mut picture = Picture::new(width, HEIGHT);
    let left = if place == "beside" { 0 } else { (width - letter.width) / 2 };
    picture.draw(letter, left, 0);
    picture.draw(mark, x, y);
    picture
}

/// The sheet's picture and the text of its list.
pub fn sheet() -> (Picture, String) {
    let glyphs = glyphs();
    let (places, height) = shelves(glyphs.values(), WIDTH, (1, 0));
    let mut sheet = Picture::new(WIDTH, height);
    let mut text = format!(
        "// Made by `cargo run --manifest-path tools/paint/Cargo.toml`. A glyph is (character, x, y, width, advance) in font.png.\n\
         (\n    height: {HEIGHT},\n    ascent: {ASCENT},\n    glyphs: [\n        (' ', 0, 0, 0, {SPACE}),\n"
    );
    for ((c, picture), (x, y)) in glyphs.iter().zip(places) {
        sheet.draw(picture, x, y);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "        ({c:?}, {x}, {y}, {}, {}),", picture.width, picture.width + 1);
    }
    (sheet, text + "    ],\n)\n")
}
