//! The things of the world as Tiled shows them: a picture for every template, and their tileset.
//!
//! The game draws them from its atlas. These are the same sprites, cut to the box of the object.

use crate::atlas::Sprite;
use crate::picture::Picture;
use crate::tsx::{XML, element, properties, tileset_opening};

/// A thing: the name of its picture and template, its class, its box, and the sprites in it from left to right.
struct Thing {
    name: &'static str,
    class: &'static str,
    size: (i32, i32),
    sprites: &'static [&'static str],
}

/// The things. The position of a thing is the id of its tile, which maps store: a new thing comes last, and every other one
/// stays where it is.
const THINGS: &[Thing] = &[
    Thing { name: "player", class: "Player", size: (32, 32), sprites: &["player_idle"] },
    Thing { name: "exit", class: "Exit", size: (24, 32), sprites: &["exit"] },
    Thing { name: "checkpoint", class: "Checkpoint", size: (32, 48), sprites: &["checkpoint_on"] },
    Thing { name: "bead", class: "Bead", size: (12, 12), sprites: &["bead_rose"] },
    Thing { name: "golden-bead", class: "Bead", size: (16, 16), sprites: &["golden_button"] },
    Thing { name: "sign", class: "Sign", size: (16, 32), sprites: &["sign"] },
    Thing { name: "platform", class: "Platform", size: (48, 16), sprites: &["spool_left", "spool_mid", "spool_right"] },
    Thing {
        name: "ribbon-platform",
        class: "Platform",
        size: (48, 8),
        sprites: &["ribbon_left", "ribbon_mid", "ribbon_right"],
    },
    Thing { name: "crate", class: "Crate", size: (16, 16), sprites: &["crate_16"] },
    Thing { name: "spring", class: "Spring", size: (16, 8), sprites: &["spring"] },
    Thing { name: "loose-patch", class: "LoosePatch", size: (32, 16), sprites: &["loose_left", "loose_right"] },
    Thing { name: "worn-patch", class: "WornPatch", size: (32, 16), sprites: &["worn_left", "worn_right"] },
    Thing { name: "key-button", class: "KeyButton", size: (16, 16), sprites: &["key_button"] },
    Thing { name: "zip-door", class: "ZipDoor", size: (16, 48), sprites: &["zip_top", "zip_mid", "zip_bottom"] },
    Thing { name: "pressure-button", class: "PressureButton", size: (16, 4), sprites: &["pressure_button"] },
    Thing { name: "gate", class: "Gate", size: (16, 48), sprites: &["gate_top", "gate_mid", "gate_bottom"] },
    Thing { name: "iron", class: "Iron", size: (32, 32), sprites: &["iron"] },
    Thing { name: "scissors", class: "Scissors", size: (32, 32), sprites: &["scissors"] },
    Thing { name: "rolling-spool", class: "RollingSpool", size: (32, 32), sprites: &["rolling_spool"] },
    Thing { name: "pin-bug", class: "PinBug", size: (16, 12), sprites: &["pin_bug"] },
    Thing { name: "moth", class: "Moth", size: (20, 14), sprites: &["moth"] },
    Thing { name: "dash-spool", class: "DashSpool", size: (16, 16), sprites: &["dash_spool"] },
    Thing { name: "aglet", class: "Aglet", size: (96, 64), sprites: &["aglet"] },
];

/// The pictures by name.
pub fn pictures() -> Vec<(&'static str, Picture)> {
    let sprites = crate::sprites();
    THINGS.iter().map(|thing| (thing.name, picture(thing, &sprites))).collect()
}

/// The first frames of a thing's sprites in its box: a single one as in the game, several side by side, or below each other if the
/// box is higher than wide.
fn picture(thing: &Thing, sprites: &[Sprite]) -> Picture {
    let (width, height) = thing.size;
    let mut picture = Picture::new(width, height);
    let named = |name: &&str| sprites.iter().find(|sprite| sprite.name == *name);
    let parts: Vec<&Sprite> = thing.sprites.iter().filter_map(named).collect();
    if let [Sprite { frames, origin, .. }] = parts[..] {
        let stands = origin.1 == frames[0].height;
        let foot = if stands { origin.0 } else { frames[0].width / 2 };
        // The picture of a floating thing is larger than its box on all sides.
        let below = if stands { 0 } else { (frames[0].height - height).max(0) / 2 };
        picture.draw(&frames[0], width / 2 - foot, height - frames[0].height + below);
        return picture;
    }
    let (mut x, mut y) = (0, 0);
    for Sprite { frames, .. } in parts {
        picture.draw(&frames[0], x, y);
        if height > width { y += frames[0].height } else { x += frames[0].width }
    }
    picture
}

/// The .tsx text. Objects are aligned by their upper left corner, like those without a picture.
pub fn text() -> String {
    let mut inside = element(1, "grid orientation=\"orthogonal\" width=\"1\" height=\"1\"", "");
    for (id, Thing { name, class, size: (width, height), .. }) in THINGS.iter().enumerate() {
        let image = format!("image width=\"{width}\" height=\"{height}\" source=\"things/{name}.png\"");
        let tile = properties(own_properties(name)) + &element(2, &image, "");
        inside += &element(1, &format!("tile id=\"{id}\" type=\"{class}\""), &tile);
    }
    let opening = tileset_opening("things", 48, THINGS.len(), 0) + " objectalignment=\"topleft\"";
    XML.to_owned() + &element(0, &opening, &inside)
}

/// The template of every thing: path within `maps/templates`, and text.
pub fn templates() -> Vec<(String, String)> {
    let template = |(gid, thing): (usize, &Thing)| {
        let Thing { name, class, size: (width, height), .. } = thing;
        let object =
            format!("object name=\"{name}\" type=\"{class}\" gid=\"{gid}\" width=\"{width}\" height=\"{height}\"");
        let inside = element(1, "tileset firstgid=\"1\" source=\"../tilesets/things.tsx\"", "")
            + &element(1, &object, &properties(own_properties(name)));
        (format!("{name}.tx"), XML.to_owned() + &element(0, "template", &inside))
    };
    (1..).zip(THINGS).map(template).collect()
}

/// The properties of a thing that differ from its class, as attributes.
fn own_properties(name: &str) -> &'static [&'static str] {
    match name {
        "golden-bead" => &["name=\"golden\" type=\"bool\" value=\"true\""],
        "sign" => &["name=\"text\" value=\"Write something here\""],
        "ribbon-platform" => &["name=\"look\" value=\"ribbon\"", "name=\"one_way\" type=\"bool\" value=\"true\""],
        _ => &[],
    }
}
