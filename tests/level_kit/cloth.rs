//! Maps of all surfaces, drawn with letters, for tests of levels and of the simulation.

use std::fmt::Write;
use std::sync::Arc;

use seamwalker_level::{Level, Problem, read};

use super::{Memory, listed};

/// The classes of the tiles, each twice: full (ids 0, 2, ...), and the slope `/` (ids 1, 3, ...).
const CLASSES: [&str; 9] = ["Solid", "OneWay", "Hazard", "Ladder", "Ice", "Bouncy", "Sticky", "Conveyor", "Water"];

/// The tileset of the tiles of [`gid`]. `properties` are added to all tiles of a class.
pub fn tileset(properties: &[(&str, &str)]) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tileset name=\"cloth\" tilewidth=\"16\" tileheight=\"16\" tilecount=\"18\" columns=\"2\"><image source=\"cloth.png\" width=\"32\" height=\"144\"/>\n",
    );
    for (i, class) in CLASSES.iter().enumerate() {
        let own: String = properties.iter().filter(|(of, _)| of == class).map(|(_, text)| *text).collect();
        let own = if own.is_empty() { own } else { format!("<properties>{own}</properties>") };
        let slope = "<objectgroup><object id=\"1\" x=\"0\" y=\"16\"><polygon points=\"0,0 16,-16 16,0\"/></object></objectgroup>";
        let (full, half) = (2 * i, 2 * i + 1);
        let _ = writeln!(text, "<tile id=\"{full}\" type=\"{class}\">{own}</tile>");
        let _ = writeln!(text, "<tile id=\"{half}\" type=\"{class}\">{own}{slope}</tile>");
    }
    text + "</tileset>\n"
}

/// `#` is Solid, `^ v < >` one-way in that direction, `x` Hazard, `H` Ladder, `i` Ice, `b` Bouncy, `s` Sticky,
/// `c` Conveyor, `C` the same mirrored, `w` Water; `/ I B S D` are the slopes of Solid, Ice, Bouncy, Sticky, Conveyor.
pub fn gid(letter: char) -> u32 {
    let (h, v, d) = (1 << 31, 1 << 30, 1 << 29);
    match letter {
        '#' => 1,
        '/' => 2,
        '^' => 3,
        'v' => 3 | v,
        // A quarter turn clockwise, and counterclockwise.
        '>' => 3 | d | h,
        '<' => 3 | d | v,
        'x' => 5,
        'H' => 7,
        'i' => 9,
        'I' => 10,
        'b' => 11,
        'B' => 12,
        's' => 13,
        'S' => 14,
        'c' => 15,
        'C' => 15 | h,
        'D' => 16,
        'w' => 17,
        _ => 0,
    }
}

/// The rows of a picture without its blank lines and indentation.
pub fn rows(picture: &str) -> Vec<&str> {
    picture.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
}

/// The files of a map with one layer per picture, and with objects.
pub fn files(pictures: &[&str], objects: &str, properties: &[(&str, &str)]) -> Memory {
    let all: Vec<Vec<&str>> = pictures.iter().map(|picture| rows(picture)).collect();
    let layers: String = (1..).zip(&all).map(|(id, rows)| super::layer_of(id, rows, "", gid)).collect();
    let objects =
        format!("<objectgroup id=\"90\"><object id=\"900\" type=\"Player\" x=\"8\" y=\"8\"/>{objects}</objectgroup>\n");
    let map = super::map(&all[0], &(layers + &objects));
    Memory::default().and("tiles.tsx", tileset(properties)).and("m.tmx", map)
}

/// The level with one layer per picture, and with objects.
pub fn level_of(pictures: &[&str], objects: &str, properties: &[(&str, &str)]) -> Level {
    let level =
        read(&files(pictures, objects, properties), "m.tmx").unwrap_or_else(|p: Vec<Problem>| panic!("{}", listed(&p)));
    assert!(level.warnings.is_empty(), "{}", listed(&level.warnings));
    level
}

/// The level of one picture.
pub fn level(picture: &str) -> Arc<Level> {
    Arc::new(level_of(&[picture], "", &[]))
}
