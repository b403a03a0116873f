//! Buttons of pads and of touch screens, as they stand in texts: round, 12 x 12.

use crate::atlas::Sprite;
use crate::hud::{arrow_cap, label};
use crate::palette::{CREAM, Color, DENIM, INK, LEAF, MUSTARD, NIGHT, ROSE, SAND, mix};
use crate::picture::Picture;

/// All of them.
pub fn sprites() -> Vec<Sprite> {
    let mut sprites = Vec::new();
    // The colours stand where they do on most pads; the letter says the same.
    for (name, letter, color) in
        [("south", "A", LEAF), ("east", "B", ROSE), ("west", "X", mix(DENIM, CREAM, 45)), ("north", "Y", MUSTARD)]
    {
        sprites.push(round(&format!("pad_{name}"), NIGHT, &label(letter, color)));
    }
    let picture = |art: &str, color: Color| Picture::drawing(art).recolored(|c| if c == INK { color } else { c });
    for (name, art, color) in [
        ("south", "cross", mix(DENIM, CREAM, 60)),
        ("east", "ring", ROSE),
        ("west", "square", mix(ROSE, CREAM, 45)),
        ("north", "triangle", mix(LEAF, CREAM, 35)),
    ] {
        sprites.push(round(&format!("pad_playstation_{name}"), NIGHT, &picture(art, color)));
    }
    for (name, letter) in [("south", "B"), ("east", "A"), ("west", "Y"), ("north", "X")] {
        sprites.push(round(&format!("pad_nintendo_{name}"), NIGHT, &label(letter, CREAM)));
    }
    for (name, arrow) in [("left", '←'), ("right", '→'), ("up", '↑'), ("down", '↓')] {
        let sign = arrow_cap(arrow);
        sprites.push(round(&format!("pad_stick_{name}"), SAND, &sign));
        sprites.push(round(&format!("touch_{name}"), CREAM, &sign));
    }
    sprites.push(round("touch_jump", CREAM, &arrow_cap('↑')));
    for (name, sign) in
        [("dash", "dash"), ("laboratory", "flask"), ("back", "chevron"), ("tap", "dot"), ("pause", "pause")]
    {
        sprites.push(round(&format!("touch_{name}"), CREAM, &Picture::drawing(sign)));
    }
    sprites
}

/// A round button with its sign in the middle.
fn round(name: &str, cloth: Color, sign: &Picture) -> Sprite {
    const HALF: [i32; 12] = [2, 4, 5, 5, 6, 6, 6, 6, 5, 5, 4, 2];
    let mut button = Picture::new(12, 12);
    for (y, half) in HALF.into_iter().enumerate() {
        button.rect(6 - half, y as i32, half * 2, 1, INK);
    }
    for (y, half) in HALF.into_iter().enumerate().skip(1).take(10) {
        let inner = half.min(HALF[y - 1]).min(HALF[y + 1]).min(half - 1).max(1);
        button.rect(6 - inner, y as i32, inner * 2, 1, cloth);
    }
    button.draw(sign, (13 - sign.width) / 2, (12 - sign.height) / 2);
    Sprite::still(name, (0, 0), button)
}
