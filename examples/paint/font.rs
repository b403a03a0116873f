//! The game's lettering: a proportional bitmap font drawn in ASCII.
//!
//! A line is 12 pixels high: two rows for accents, seven for capitals (rows 2 to 8, the baseline lies below row 8),
//! two for descenders, one of air. Glyphs are white and tinted when drawn.

use crate::art::palette::WHITE;
use crate::art::picture::Picture;
use std::fmt::Write;

/// Height of a line in pixels.
const HEIGHT: i32 = 12;
/// From the top of a line to the baseline.
const ASCENT: i32 = 9;
/// Width of the sheet.
const WIDTH: i32 = 256;
/// Advance of the space.
const SPACE: i32 = 3;

/// Glyphs side by side: their characters, the row of the line where the drawing begins, the drawing.
type Block = (&'static str, i32, &'static str);

#[rustfmt::skip]
const BLOCKS: &[Block] = &[
    ("ABCDEFGHIJKLM", 2, "
.##. ###. .### ###. #### #### .### #..# ### ..## #..# #... #...#
#..# #..# #... #..# #... #... #... #..# .#. ...# #..# #... ##.##
#..# #..# #... #..# #... #... #... #..# .#. ...# #.#. #... #.#.#
#### ###. #... #..# ###. ###. #.## #### .#. ...# ##.. #... #.#.#
#..# #..# #... #..# #... #... #..# #..# .#. ...# #.#. #... #...#
#..# #..# #... #..# #... #... #..# #..# .#. #..# #..# #... #...#
#..# ###. .### ###. #### #... .### #..# ### .##. #..# #### #...#
"),
    ("NOPQRSTUVWXYZ", 2, "
#...# .##. ###. .##.. ###. .### ##### #..# #...# #...# #...# #...# ####
##..# #..# #..# #..#. #..# #... ..#.. #..# #...# #...# #...# #...# ...#
##..# #..# #..# #..#. #..# #... ..#.. #..# #...# #...# .#.#. .#.#. ..#.
#.#.# #..# ###. #..#. ###. .##. ..#.. #..# #...# #.#.# ..#.. ..#.. .##.
#..## #..# #... #..#. #.#. ...# ..#.. #..# .#.#. #.#.# .#.#. ..#.. .#..
#..## #..# #... #.##. #..# ...# ..#.. #..# .#.#. ##.## #...# ..#.. #...
#...# .##. #... .##.# #..# ###. ..#.. .##. ..#.. #...# #...# ..#.. ####
"),
    ("abcdefghijklm", 2, "
.... #... ... ...# .... .## .... #... # ..# #... #. .....
.... #... ... ...# .... #.. .... #... . ... #... #. .....
.##. ###. .## .### .##. ### .### ###. # ..# #..# #. ####.
...# #..# #.. #..# #..# #.. #..# #..# # ..# #.#. #. #.#.#
.### #..# #.. #..# #### #.. #..# #..# # ..# ##.. #. #.#.#
#..# #..# #.. #..# #... #.. #..# #..# # ..# #.#. #. #.#.#
.### ###. .## .### .### #.. .### #..# # ..# #..# .# #.#.#
.... .... ... .... .... ... ...# .... . ..# .... .. .....
.... .... ... .... .... ... .##. .... . ##. .... .. .....
"),
    ("nopqrstuvwxyz", 2, "
.... .... .... .... ... .... .#. .... ..... ..... .... .... ....
.... .... .... .... ... .... .#. .... ..... ..... .... .... ....
###. .##. ###. .### #.# .### ### #..# #...# #...# #..# #..# ####
#..# #..# #..# #..# ##. #... .#. #..# #...# #.#.# #..# #..# ..#.
#..# #..# #..# #..# #.. .##. .#. #..# #...# #.#.# .##. #..# .#..
#..# #..# #..# #..# #.. ...# .#. #..# .#.#. #.#.# #..# #..# #...
#..# .##. ###. .### #.. ###. ..# .### ..#.. .#.#. #..# .### ####
.... .... #... ...# ... .... ... .... ..... ..... .... ...# ....
.... .... #... ...# ... .... ... .... ..... ..... .... .##. ....
"),
    ("0123456789", 2, "
.##. .#. .##. ###. ..#. #### .##. #### .##. .##.
#..# ##. #..# ...# .##. #... #... ...# #..# #..#
#.## .#. ...# ...# #.#. ###. #... ..#. #..# #..#
#..# .#. ..#. .##. #.#. ...# ###. ..#. .##. .###
##.# .#. .#.. ...# #### ...# #..# .#.. #..# ...#
#..# .#. #... ...# ..#. #..# #..# .#.. #..# ...#
.##. ### #### ###. ..#. .##. .##. .#.. .##. .##.
"),
    ("!\"#$%&'()*+,-./", 2, "
# #.# ..... ..#.. ##..# .##.. # .# #. ..... ..... .. ... . ...#
# #.# .#.#. .#### ##..# #..#. # #. .# ..#.. ..#.. .. ... . ...#
# ... ##### #.#.. ...#. #.#.. . #. .# #.#.# ..#.. .. ... . ..#.
# ... .#.#. .###. ..#.. .#... . #. .# .###. ##### .. ### . ..#.
# ... ##### ..#.# .#... #.#.# . #. .# #.#.# ..#.. .. ... . .#..
. ... .#.#. ####. #..## #..#. . #. .# ..#.. ..#.. .# ... . .#..
# ... ..... ..#.. #..## .##.# . .# #. ..... ..... .# ... # #...
. ... ..... ..... ..... ..... . .. .. ..... ..... #. ... . ....
"),
    (":;<=>?@", 2, "
. .. ... .... ... .##. .####.
. .. ... .... ... #..# #....#
# .# ..# .... #.. ...# #.##.#
. .. .#. #### .#. ..#. ##.#.#
. .. #.. .... ..# .#.. ##.#.#
. .. .#. #### .#. .... #.###.
# .# ..# .... #.. .#.. #.....
. #. ... .... ... .... .####.
"),
    ("[\\]^_`{|}~", 2, "
## #... ## ..#.. .... #. ..# # #.. .....
#. #... .# .#.#. .... .# .#. # .#. .....
#. .#.. .# #...# .... .. .#. # .#. .....
#. .#.. .# ..... .... .. #.. # ..# .##.#
#. ..#. .# ..... .... .. .#. # .#. #.##.
#. ..#. .# ..... .... .. .#. # .#. .....
## ...# ## ..... #### .. ..# # #.. .....
"),
    ("ßçñ…×→←↑↓°µ–’“”", 2, "
.##. ... .##. ..... ..... ....... ....... ...#... ...#... .#. .... .... .# #.#.. .#.#.
#..# ... .... ..... ..... ....#.. ..#.... ..###.. ...#... #.# .... .... .# #.#.. .#.#.
#.#. .## ###. ..... #...# .....#. .#..... .#.#.#. ...#... .#. #..# .... #. .#.#. #.#..
#..# #.. #..# ..... .#.#. ####### ####### ...#... ...#... ... #..# #### .. ..... .....
#..# #.. #..# ..... ..#.. .....#. .#..... ...#... .#.#.#. ... #..# .... .. ..... .....
#..# #.. #..# ..... .#.#. ....#.. ..#.... ...#... ..###.. ... #..# .... .. ..... .....
#.#. .## #..# #.#.# #...# ....... ....... ...#... ...#... ... ###. .... .. ..... .....
.... .#. .... ..... ..... ....... ....... ....... ....... ... #... .... .. ..... .....
.... #.. .... ..... ..... ....... ....... ....... ....... ... #... .... .. ..... .....
"),
];

/// Letters with a mark above: the letter below, the mark's rows, and the row where it begins.
const MARKED: &[(char, char, &str, i32)] = &[
    ('Ä', 'A', "#..#", 0),
    ('Ö', 'O', "#..#", 0),
    ('Ü', 'U', "#..#", 0),
    ('ä', 'a', "#..#", 2),
    ('ö', 'o', "#..#", 2),
    ('ü', 'u', "#..#", 2),
    ('é', 'e', "..#.\n.#..", 1),
    ('è', 'e', ".#..\n..#.", 1),
    ('à', 'a', ".#..\n..#.", 1),
];

/// Every glyph in the order of the sheet, as a picture of a full line's height.
pub fn glyphs() -> Vec<(char, Picture)> {
    let mut glyphs: Vec<(char, Picture)> = BLOCKS.iter().flat_map(|block| read(*block)).collect();
    let marked: Vec<_> = MARKED.iter().map(|&(c, base, mark, row)| (c, with_mark(&glyphs, base, mark, row))).collect();
    glyphs.extend(marked);
    glyphs.sort_by_key(|(c, _)| *c);
    glyphs
}

/// The glyph of one character, or an empty picture.
pub fn glyph(wanted: char) -> Picture {
    let found = glyphs().into_iter().find(|(c, _)| *c == wanted);
    found.map_or_else(|| Picture::new(SPACE, HEIGHT), |(_, picture)| picture)
}

/// The glyphs of one block.
fn read((characters, top, art): Block) -> Vec<(char, Picture)> {
    let rows: Vec<Vec<&str>> =
        art.lines().map(|row| row.split_whitespace().collect()).filter(|row: &Vec<_>| !row.is_empty()).collect();
    let glyph = |i: usize| {
        let mut picture = Picture::new(rows[0][i].len() as i32, HEIGHT);
        for (y, row) in rows.iter().enumerate() {
            stamp(&mut picture, row[i], top + y as i32);
        }
        picture
    };
    characters.chars().enumerate().map(|(i, c)| (c, glyph(i))).collect()
}

/// One row of a drawing.
fn stamp(picture: &mut Picture, row: &str, y: i32) {
    for (x, _) in row.chars().enumerate().filter(|(_, c)| *c == '#') {
        picture.put(x as i32, y, WHITE);
    }
}

/// A letter with its mark.
fn with_mark(glyphs: &[(char, Picture)], base: char, mark: &str, top: i32) -> Picture {
    let found = glyphs.iter().find(|(c, _)| *c == base);
    let mut picture = found.map_or_else(|| Picture::new(4, HEIGHT), |(_, picture)| picture.clone());
    for (y, row) in mark.lines().enumerate() {
        stamp(&mut picture, row, top + y as i32);
    }
    picture
}

/// The sheet and the text of its list.
pub fn sheet() -> (Picture, String) {
    let glyphs = glyphs();
    let (mut x, mut y) = (0, 0);
    let mut places = Vec::new();
    for (_, picture) in &glyphs {
        if x + picture.width > WIDTH {
            (x, y) = (0, y + HEIGHT);
        }
        places.push((x, y));
        x += picture.width + 1;
    }
    let mut sheet = Picture::new(WIDTH, y + HEIGHT);
    let mut text = format!(
        "// Made by `cargo run --example paint`. A glyph is (character, x, y, width, advance) in font.png.\n\
         (\n    height: {HEIGHT},\n    ascent: {ASCENT},\n    glyphs: [\n        (' ', 0, 0, 0, {SPACE}),\n"
    );
    for ((c, picture), (x, y)) in glyphs.iter().zip(places) {
        sheet.draw(picture, x, y);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "        ({c:?}, {x}, {y}, {}, {}),", picture.width, picture.width + 1);
    }
    (sheet, text + "    ],\n)\n")
}

/// Writes a line of text with its top left corner at (x, y); returns where the next letter would go.
pub fn write(picture: &mut Picture, text: &str, x: i32, y: i32, color: crate::art::palette::Color) -> i32 {
    text.chars().fold(x, |x, c| {
        let letter = glyph(c);
        picture.draw(&letter.recolored(|_| color), x, y);
        x + letter.width + i32::from(c != ' ')
    })
}
