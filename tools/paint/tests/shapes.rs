//! The language of shapes: what is deadly is pointed and has a colour of its own; decoration is muted.

mod color;

use std::collections::BTreeSet;

use color::lab;
use seamwalker_paint::palette::{Color, DANGER, DANGER_DARK, DANGER_LIGHT, MUSTARD, RED, RED_DARK};
use seamwalker_paint::picture::Picture;
use seamwalker_paint::{Content, all, sprites, trims};

/// Colours that differ by this much in CIE L*a*b* are not mistaken for each other; 2 can just be seen.
const APART: f32 = 25.0;
/// The greatest distance of a decoration's colour from grey: leaves have 43, the red of ribbons 57, mustard 60.
const MAX_CHROMA: f32 = 45.0;
/// Pictures of what is deadly: prefixes of sprites, and of the icons for Tiled.
const DEADLY: [&str; 6] = ["aglet", "pin_", "pin-", "iron", "scissors", "moth"];
/// Ids of the trims tileset: pins, and what is decoration apart from ribbons, lace and signs.
const PINS: std::ops::Range<usize> = 32..40;
const DECORATION: [std::ops::Range<usize>; 3] = [40..52, 55..58, 62..63];

fn distance(a: Color, b: Color) -> f32 {
    let (a, b) = (lab(a), lab(b));
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f32>().sqrt()
}

fn is_deadly(name: &str) -> bool {
    DEADLY.iter().any(|prefix| name.starts_with(prefix))
}

/// Tile `id` of the trims.
fn tile(id: usize) -> Picture {
    trims::picture().crop(id as i32 % 8 * 16, id as i32 / 8 * 16, 16, 16)
}

/// The colours of a picture that are seen at all.
fn colors(picture: &Picture) -> BTreeSet<Color> {
    let pixels = (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y)));
    pixels.map(|(x, y)| picture.get(x, y)).filter(|color| color[3] > 60).map(|[r, g, b, _]| [r, g, b, 255]).collect()
}

/// Every picture of the game that shows nothing deadly, with its name.
fn harmless() -> Vec<(String, Picture)> {
    let mut list = Vec::new();
    for sprite in sprites().into_iter().filter(|sprite| !is_deadly(&sprite.name)) {
        list.extend(sprite.frames.into_iter().map(|frame| (sprite.name.clone(), frame)));
    }
    list.extend((0..64).filter(|id| !PINS.contains(id)).map(|id| (format!("trims {id}"), tile(id))));
    let sheets = ["maps/tilesets/trims.png", "assets/sprites.png"];
    for (path, content) in all().into_iter().filter(|(path, _)| !sheets.contains(&path.as_str())) {
        let name = path.rsplit('/').next().unwrap_or_default();
        if let Content::Picture(picture) = content
            && !is_deadly(name)
        {
            list.push((path, picture));
        }
    }
    list
}

#[test]
fn the_colour_of_danger_is_used_for_nothing_else() {
    for (name, picture) in harmless() {
        for color in colors(&picture) {
            for danger in [DANGER, DANGER_DARK, DANGER_LIGHT] {
                let apart = distance(color, danger);
                assert!(apart >= APART, "{name} has {color:?}, which is only {apart:.0} from {danger:?}");
            }
        }
    }
}

#[test]
fn what_is_deadly_has_the_colour_of_danger() {
    let deadly = sprites().into_iter().filter(|sprite| is_deadly(&sprite.name));
    let mut pictures: Vec<_> = deadly.flat_map(|s| s.frames.into_iter().map(move |f| (s.name.clone(), f))).collect();
    pictures.extend(PINS.map(|id| (format!("trims {id}"), tile(id))));
    assert!(pictures.len() > 20, "{}", pictures.len());
    for (name, picture) in pictures {
        assert!(colors(&picture).contains(&DANGER), "{name}");
    }
}

/// Pins are narrow at the end that is away from the cloth, and grow wider towards it.
#[test]
fn pins_are_pointed_away_from_the_cloth() {
    let side = |id: usize| (id - PINS.start) / 2;
    for id in PINS {
        // Upright: every side after the first is a turn or a flip of it.
        let at = |x: i32, y: i32| match side(id) {
            0 => (x, y),
            1 => (x, 15 - y),
            2 => (y, x),
            _ => (15 - y, x),
        };
        let widths: Vec<usize> = (0..16)
            .map(|y| {
                let drawn = |x: &i32| {
                    let (x, y) = at(*x, y);
                    tile(id).is_drawn(x, y)
                };
                (0..16).filter(drawn).count()
            })
            .collect();
        assert!(widths.is_sorted(), "{id}: {widths:?}");
        assert!(widths[4] <= 8 && widths[15] == 16, "{id}: {widths:?}");
    }
}

#[test]
fn decoration_is_muted_and_neither_red_nor_gold() {
    for id in DECORATION.into_iter().flatten() {
        for color in colors(&tile(id)) {
            let [_, a, b] = lab(color);
            let chroma = (a * a + b * b).sqrt();
            assert!(chroma <= MAX_CHROMA, "trims {id} has {color:?}: {chroma:.0}");
            for other in [RED, RED_DARK, MUSTARD, DANGER] {
                assert!(distance(color, other) >= APART, "trims {id} has {color:?}");
            }
        }
    }
}
