//! Signs of the interface: counters, key caps, panels, the menu's needle.

use crate::atlas::Sprite;
use crate::button;
use crate::font::write;
use crate::palette::{CREAM, Color, INK, LINEN, PLUM, PLUM_DARK, RED, RED_DARK, SAND, mix, shade};
use crate::picture::Picture;

/// Everything of the interface.
pub fn sprites() -> Vec<Sprite> {
    let mut sprites = vec![
        Sprite::still("hud_bead", (0, 0), button::bead()),
        Sprite::still("hud_button", (0, 0), button::gold()),
        Sprite::still("hud_clock", (0, 0), Picture::drawing("clock")),
        Sprite::still("hud_torn", (0, 0), Picture::drawing("torn")),
        Sprite::still("cursor", (24, 5), cursor()),
        Sprite::still("panel", (0, 0), panel(mix(CREAM, LINEN, 20), INK, RED)),
        Sprite::still("panel_dark", (0, 0), panel(mix(INK, PLUM_DARK, 35), INK, mix(PLUM, CREAM, 35))),
    ];
    for (name, c) in [("left", '←'), ("right", '→'), ("up", '↑'), ("down", '↓')] {
        sprites.push(key(name, &arrow_cap(c), 12));
    }
    for name in ["z", "x", "c", "r", "a", "d", "s", "w", "k"] {
        sprites.push(key(name, &label(&name.to_uppercase(), INK), 12));
    }
    for (name, text, width) in [("space", "SPACE", 36), ("esc", "ESC", 21), ("f1", "F1", 15), ("enter", "ENTER", 36)] {
        sprites.push(key(name, &label(text, INK), width));
    }
    sprites
}

/// A key cap with its sign in the middle, 12 high.
fn key(name: &str, sign: &Picture, width: i32) -> Sprite {
    let mut cap = Picture::new(width, 12);
    cap.pill(0, 0, width, 12, INK);
    cap.rect(1, 1, width - 2, 10, CREAM);
    cap.rect(1, 9, width - 2, 2, SAND);
    cap.rect(1, 1, width - 2, 1, shade(CREAM, 40));
    cap.draw(sign, (width - sign.width + 1) / 2, (11 - sign.height) / 2);
    Sprite::still(&format!("key_{name}"), (0, 0), cap)
}

/// Lettering, cropped to the height of capitals.
pub fn label(text: &str, color: Color) -> Picture {
    let mut picture = Picture::new(64, 12);
    let end = write(&mut picture, text, 0, 0, color);
    picture.crop(0, 2, end - 1, 7)
}

/// A short arrow.
pub fn arrow_cap(c: char) -> Picture {
    let right = Picture::drawing("arrow_cap");
    match c {
        '→' => right,
        '←' => right.mirrored(),
        '↓' => right.turned(),
        _ => right.turned().flipped(),
    }
}

/// A nine-slice frame of 24 x 24 with borders and middle of 8 pixels; every slice can be tiled.
fn panel(cloth: Color, edge: Color, thread: Color) -> Picture {
    let mut picture = Picture::new(24, 24);
    picture.rounded(24, edge);
    picture.paint(|x, y| {
        let inside = (2..22).contains(&x) && (2..22).contains(&y);
        let corner = (x == 2 || x == 21) && (y == 2 || y == 21);
        let weave = match ((x + y) % 4, (x - y).rem_euclid(4)) {
            (0, _) => -3,
            (_, 1) => 12,
            _ => 0,
        };
        (inside && !corner).then(|| shade(cloth, weave))
    });
    for along in (0..24).filter(|along| (4..20).contains(along) && along % 8 >= 1 && along % 8 < 6) {
        picture.dots([(along, 4), (along, 19), (4, along), (19, along)], thread);
    }
    picture
}

/// A needle pointing right with red thread in its eye, 24 x 10.
fn cursor() -> Picture {
    let mut picture = Picture::drawing("cursor");
    for (x, y) in [(5, 5), (4, 6), (3, 7), (2, 7), (1, 6), (0, 6)] {
        picture.rect(x, y, 1, 1, RED);
        picture.rect(x, y + 1, 1, 1, RED_DARK);
    }
    picture
}
