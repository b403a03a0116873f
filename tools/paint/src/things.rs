//! The things of the world as Tiled shows them: the pictures of `maps/tilesets/things.tsx`.
//!
//! The game draws them from its atlas. These are the same sprites, cut to the box of the object.

use crate::picture::Picture;
use crate::sprites::Sprite;

/// A thing: the name of its picture, the size of its box, and the sprites in it from left to right.
type Thing = (&'static str, (i32, i32), &'static [&'static str]);

const THINGS: &[Thing] = &[
    ("player", (32, 32), &["player_idle"]),
    ("exit", (24, 32), &["exit"]),
    ("checkpoint", (32, 48), &["checkpoint_on"]),
    ("bead", (12, 12), &["bead_teal"]),
    ("golden-bead", (16, 16), &["golden_button"]),
    ("sign", (16, 32), &["sign"]),
    ("platform", (48, 16), &["spool_left", "spool_mid", "spool_right"]),
    ("ribbon-platform", (48, 8), &["ribbon_left", "ribbon_mid", "ribbon_right"]),
    ("crate", (16, 16), &["crate_16"]),
    ("spring", (16, 8), &["spring"]),
    ("loose-patch", (32, 16), &["loose_left", "loose_right"]),
    ("worn-patch", (32, 16), &["worn_left", "worn_right"]),
    ("key-button", (16, 16), &["keyhole"]),
    ("zip-door", (16, 48), &["zip_top", "zip_mid", "zip_bottom"]),
    ("pressure-button", (16, 4), &["pressure_button"]),
    ("gate", (16, 48), &["gate_top", "gate_mid", "gate_bottom"]),
    ("iron", (32, 32), &["iron"]),
    ("scissors", (32, 32), &["scissors"]),
    ("rolling-spool", (32, 32), &["rolling_spool"]),
    ("pin-bug", (16, 12), &["pin_bug"]),
    ("moth", (20, 14), &["moth"]),
    ("dash-spool", (16, 16), &["dash_spool"]),
    ("aglet", (96, 64), &["aglet"]),
];

/// The pictures by name.
pub fn pictures(sprites: &[Sprite]) -> impl Iterator<Item = (&'static str, Picture)> {
    THINGS.iter().map(|&(name, size, parts)| (name, picture(size, parts, sprites)))
}

/// The first frames of a thing's sprites in its box: a single one as in the game, several side by side, or below each other if the
/// box is higher than wide.
fn picture((width, height): (i32, i32), parts: &[&str], sprites: &[Sprite]) -> Picture {
    let mut picture = Picture::new(width, height);
    let named = |name: &&str| sprites.iter().find(|sprite| sprite.name == *name);
    let parts: Vec<&Sprite> = parts.iter().filter_map(named).collect();
    if let [Sprite { frames, origin, .. }] = parts[..] {
        let stands = origin.1 * 2 > frames[0].height + 2;
        let foot = if stands { origin.0 } else { frames[0].width / 2 };
        // The picture of a floating thing is larger than its box on all sides.
        let middle = frames[0].height - (frames[0].height - height).max(0) / 2;
        picture.draw(&frames[0], width / 2 - foot, height - if stands { origin.1 } else { middle });
        return picture;
    }
    let (mut x, mut y) = (0, 0);
    for Sprite { frames, .. } in parts {
        picture.draw(&frames[0], x, y);
        if height > width { y += frames[0].height } else { x += frames[0].width }
    }
    picture
}
