//! The game's lettering: a proportional bitmap font drawn in ASCII.
//!
//! A line is 12 pixels high: two rows for accents, seven for capitals (rows 2 to 8, the baseline lies below row 8),
//! two for descenders, one of air. Glyphs are white and tinted when drawn.

use crate::atlas::shelves;
use crate::picture::Picture;
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
    ("ÆŒØŁĐÐÞẞ", 2, "
.###### .####### .##.# .#... .###. .###. #... .###.
#..#... #..#.... #..#. .#... .#..# .#..# ###. #...#
#..#... #..#.... #.##. .##.. .#..# .#..# #..# #..#.
#####.. #..###.. #.##. ##... ###.# ###.# #..# #.##.
#..#... #..#.... ##.#. .#... .#..# .#..# #..# #...#
#..#... #..#.... #..#. .#... .#..# .#..# ###. #...#
#..#### .####### #.##. .#### .###. .###. #... #.##.
"),
    ("æœøłđðþı", 2, "
....... ....... ..... .#. ..#. .#.# #... .
....... ....... ..... .#. .### ..#. #... .
.##.##. .##.##. .###. .#. ..#. .#.# ###. #
...#..# #..#..# #..## .## .### ...# #..# #
.###### #..#### #.#.# ##. #.#. .### #..# #
#..#... #..#... ##..# .#. #.#. #..# #..# #
.###### .##.### ###.. .#. .##. .##. ###. #
....... ....... ..... ... .... .... #... .
....... ....... ..... ... .... .... #... .
"),
    ("¿¡«»‹›„‚‘—", 2, "
.... . ...... ...... ... ... ..... .. .# .......
..#. # ...... ...... ... ... ..... .. #. .......
.... . ..#..# #..#.. ..# #.. ..... .. #. .......
..#. # .#..#. .#..#. .#. .#. ..... .. .. #######
.#.. # #..#.. ..#..# #.. ..# ..... .. .. .......
#... # .#..#. .#..#. .#. .#. .#.#. .# .. .......
#..# # ..#..# #..#.. ..# #.. .#.#. .# .. .......
.##. # ...... ...... ... ... #.#.. #. .. .......
"),
    ("€£§©®·•", 2, "
..### ..##. .### .#####. .#####. . ...
.#... .#..# #... #.....# #.....# . ...
###.. .#... .##. #.###.# #.##..# . .#.
.#... ###.. #..# #.#...# #.#.#.# # ###
###.. .#... .##. #.#...# #.##..# . .#.
.#... .#... ...# #.###.# #.#.#.# . ...
..### ##### ###. #.....# #.....# . ...
..... ..... .... .#####. .#####. . ...
"),
];

/// Letters with a mark: those below, the same with it, where it is put, and its drawing.
#[rustfmt::skip]
const MARKED: &[(&str, &str, Mark, &str)] = &[
    ("AEIOUYCNSZLR", "ÁÉÍÓÚÝĆŃŚŹĹŔ", Mark::Above, ".#\n#."),
    ("aeıouycnszlr", "áéíóúýćńśźĺŕ", Mark::Above, ".#\n#."),
    ("AEIOU", "ÀÈÌÒÙ", Mark::Above, "#.\n.#"),
    ("aeıou", "àèìòù", Mark::Above, "#.\n.#"),
    ("AEIOU", "ÂÊÎÔÛ", Mark::Above, ".#.\n#.#"),
    ("aeıou", "âêîôû", Mark::Above, ".#.\n#.#"),
    ("ANO", "ÃÑÕ", Mark::Above, ".#.#\n#.#."),
    ("ano", "ãñõ", Mark::Above, ".#.#\n#.#."),
    ("AEOU", "ÄËÖÜ", Mark::Above, "#..#\n...."),
    ("aeou", "äëöü", Mark::Above, "#..#\n...."),
    ("IY", "ÏŸ", Mark::Above, "#.#\n..."),
    ("ıy", "ïÿ", Mark::Above, "#.#\n..."),
    ("A", "Å", Mark::Above, ".##.\n#..#"),
    ("a", "å", Mark::Above, ".##.\n.##."),
    ("U", "Ů", Mark::Above, ".##.\n.##."),
    ("u", "ů", Mark::Above, ".##.\n.##."),
    ("CDENRSTZ", "ČĎĚŇŘŠŤŽ", Mark::Above, "#.#\n.#."),
    ("cenrsz", "čěňřšž", Mark::Above, "#.#\n.#."),
    ("AG", "ĂĞ", Mark::Above, "#..#\n.##."),
    ("ag", "ăğ", Mark::Above, "#..#\n.##."),
    ("OU", "ŐŰ", Mark::Above, ".#..#\n#..#."),
    ("ou", "őű", Mark::Above, ".#..#\n#..#."),
    ("EIZ", "ĖİŻ", Mark::Above, "#\n."),
    ("ez", "ėż", Mark::Above, ".\n#"),
    ("AEIU", "ĀĒĪŪ", Mark::Above, "###\n..."),
    ("aeıu", "āēīū", Mark::Above, "...\n###"),
    ("CST", "ÇŞȚ", Mark::Below, ".#\n#."),
    ("st", "şț", Mark::Below, ".#\n#."),
    ("S", "Ș", Mark::Below, "#\n#"),
    ("s", "ș", Mark::Below, "#\n#"),
    ("AE", "ĄĘ", Mark::Right, "#.\n##"),
    ("aeu", "ąęų", Mark::Right, "#.\n##"),
    ("dtlL", "ďťľĽ", Mark::Beside, "#\n#"),
];

/// Where the mark of a letter is put.
#[derive(Clone, Copy)]
enum Mark {
    /// In the middle, in the two rows above.
    Above,
    /// In the middle, in the rows of descenders.
    Below,
    /// At the right end, in the rows of descenders.
    Right,
    /// Behind the letter, at the height of capitals.
    Beside,
}

/// Every glyph in the order of the sheet, as a picture of a full line's height.
pub fn glyphs() -> Vec<(char, Picture)> {
    let mut glyphs: Vec<(char, Picture)> = BLOCKS.iter().flat_map(|block| read(*block)).collect();
    for &(bases, letters, place, mark) in MARKED {
        let marked: Vec<_> =
            bases.chars().zip(letters.chars()).map(|(base, c)| (c, with_mark(&glyphs, base, place, mark))).collect();
        glyphs.extend(marked);
    }
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
        let drawing = Picture::from_art(&rows.iter().map(|row| row[i]).collect::<Vec<_>>().join("\n"));
        drawing.crop(0, -top, drawing.width, HEIGHT)
    };
    characters.chars().enumerate().map(|(i, c)| (c, glyph(i))).collect()
}

/// A letter with its mark; it becomes wider where the mark is.
fn with_mark(glyphs: &[(char, Picture)], base: char, place: Mark, mark: &str) -> Picture {
    let found = glyphs.iter().find(|(c, _)| *c == base);
    let letter = found.map_or_else(|| Picture::new(4, HEIGHT), |(_, picture)| picture.clone());
    let mark = Picture::from_art(mark);
    let wide = mark.width;
    let (width, x) = match place {
        Mark::Above | Mark::Below => (letter.width.max(wide), (letter.width.max(wide) - wide) / 2),
        Mark::Right => (letter.width, letter.width - wide),
        Mark::Beside => (letter.width + 1 + wide, letter.width + 1),
    };
    let top = match place {
        Mark::Above if base.is_uppercase() || base == 'l' => 0,
        Mark::Above => 1,
        Mark::Below | Mark::Right => 9,
        Mark::Beside => 2,
    };
    let mut picture = Picture::new(width, HEIGHT);
    let left = if matches!(place, Mark::Beside) { 0 } else { (width - letter.width) / 2 };
    picture.draw(&letter, left, 0);
    picture.draw(&mark, x, top);
    picture
}

/// The sheet and the text of its list.
pub fn sheet() -> (Picture, String) {
    let glyphs = glyphs();
    let (places, height) = shelves(glyphs.iter().map(|(_, picture)| picture), WIDTH, (1, 0));
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

/// Writes a line of text with its top left corner at (x, y); returns where the next letter would go.
pub fn write(picture: &mut Picture, text: &str, x: i32, y: i32, color: crate::palette::Color) -> i32 {
    text.chars().fold(x, |x, c| {
        let letter = glyph(c);
        picture.draw(&letter.recolored(|_| color), x, y);
        x + letter.width + i32::from(c != ' ')
    })
}
