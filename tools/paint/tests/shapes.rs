//! The language of shapes: what is deadly is pointed and has a colour of its own; decoration is muted.

mod color;
mod committed;

use color::lab;
use seamwalker_paint::palette::{Color, MUSTARD, RED, RED_DARK, rgb};
use seamwalker_paint::picture::Picture;
use seamwalker_paint::sprites::sprites;
use seamwalker_paint::store;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// The colour of what is deadly, with its dark and its light: points have it, and nothing else.
const DANGER: [Color; 3] = [rgb(0xff_2d8a), rgb(0xb3_125f), rgb(0xff_9ac8)];

/// Colours that differ by this much in CIE L*a*b* are not mistaken for each other; 2 can just be seen.
const APART: f32 = 25.0;
/// The greatest distance of a decoration's colour from grey: leaves have 43, the red of ribbons 57, mustard 60.
const MAX_CHROMA: f32 = 45.0;
/// Pictures of what is deadly: prefixes of sprites, of the icons for Tiled, and of pins among the trims.
const DEADLY: [&str; 6] = ["aglet", "pin_", "pin-", "iron", "scissors", "moth"];
/// Ids of the trims tileset: pins, and what is decoration apart from ribbons, lace and signs.
const PINS: Range<usize> = 32..40;
const DECORATION: [Range<usize>; 3] = [40..52, 55..58, 62..63];

fn distance(a: Color, b: Color) -> f32 {
    let (a, b) = (lab(a), lab(b));
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f32>().sqrt()
}

/// The tiles of the trims by id.
fn trims() -> Vec<Picture> {
    let sheet = store::read(&Path::new(committed::ROOT).join("maps/tilesets/trims.png")).expect("the trims");
    (0..64).map(|id| sheet.crop(id % 8 * 16, id / 8 * 16, 16, 16)).collect()
}

/// The colours of a picture that are seen at all.
fn colors(picture: &Picture) -> BTreeSet<Color> {
    picture.colors().iter().filter(|color| color[3] > 60).map(|&[r, g, b, _]| [r, g, b, 255]).collect()
}

/// Every picture of the game with its name.
fn pictures() -> Vec<(String, Picture)> {
    let sprites = sprites().expect("the sprites").into_iter();
    let mut list: Vec<_> = sprites.flat_map(|s| s.frames.into_iter().map(move |f| (s.name.clone(), f))).collect();
    let kind = |id| if PINS.contains(&id) { "pin_trim" } else { "trim" };
    list.extend(trims().into_iter().enumerate().map(|(id, tile)| (format!("{} {id}", kind(id)), tile)));
    for path in committed::pictures() {
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        if !["trims.png", "sprites.png"].contains(&name.as_str()) {
            list.push((name, store::read(&path).expect("a picture")));
        }
    }
    list
}

#[test]
fn what_is_deadly_and_nothing_else_has_the_colour_of_danger() {
    for (name, picture) in pictures() {
        let colors = colors(&picture);
        if DEADLY.iter().any(|prefix| name.starts_with(prefix)) {
            assert!(colors.contains(&DANGER[0]), "{name}");
            continue;
        }
        for (color, danger) in colors.iter().flat_map(|c| DANGER.map(|danger| (*c, danger))) {
            let apart = distance(color, danger);
            assert!(apart >= APART, "{name} has {color:?}, which is only {apart:.0} from {danger:?}");
        }
    }
}

/// Pins are narrow at the end that is away from the cloth, and grow wider towards it.
#[test]
fn pins_are_pointed_away_from_the_cloth() {
    let trims = trims();
    for id in PINS {
        // How wide the pin is, so many pixels from the border that its point looks to.
        let is_drawn = |across: i32, along: i32| match (id - PINS.start) / 2 {
            0 => trims[id].is_drawn(across, along),
            1 => trims[id].is_drawn(across, 15 - along),
            2 => trims[id].is_drawn(along, across),
            _ => trims[id].is_drawn(15 - along, across),
        };
        let widths: Vec<usize> =
            (0..16).map(|along| (0..16).filter(|across| is_drawn(*across, along)).count()).collect();
        assert!(widths.is_sorted(), "{id}: {widths:?}");
        assert!(widths[4] <= 8 && widths[15] == 16, "{id}: {widths:?}");
    }
}

#[test]
fn decoration_is_muted_and_neither_red_nor_gold() {
    let trims = trims();
    for id in DECORATION.into_iter().flatten() {
        for color in colors(&trims[id]) {
            let [_, a, b] = lab(color);
            let chroma = (a * a + b * b).sqrt();
            assert!(chroma <= MAX_CHROMA, "trims {id} has {color:?}: {chroma:.0}");
            for other in [RED, RED_DARK, MUSTARD, DANGER[0]] {
                assert!(distance(color, other) >= APART, "trims {id} has {color:?}");
            }
        }
    }
}
