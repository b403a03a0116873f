//! The pictures of Seamwalker that a program makes: sprites packed into an atlas, the font, cloth, backgrounds. [`all`] lists every
//! file with its content; the program writes the list, and a test compares it with what is committed. Nothing here reads a clock or a
//! random source. It reads the sprites, which are drawn by hand, and the tilesets, whose shapes tiles are cut along.

#![allow(
    missing_debug_implementations,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "nothing but this program and its test uses it"
)]

pub mod atlas;
pub mod fabric;
pub mod font;
pub mod noise;
pub mod palette;
pub mod picture;
pub mod places;
pub mod shape;
pub mod sprites;
pub mod store;
pub mod things;
pub mod tilesets;

use fabric::Fabric;
use picture::Picture;
use std::error::Error;

/// The content of a file.
pub enum Content {
    Picture(Picture),
    Text(String),
}

/// Every file that is made: path from the repository's root, and content.
pub fn all() -> Result<Vec<(String, Content)>, Box<dyn Error>> {
    let mut files = Vec::new();
    let mut picture = |folder: &str, name: &str, picture: Picture| {
        files.push((format!("{folder}/{name}.png"), Content::Picture(picture.with_a_palette())));
    };
    for fabric in Fabric::ALL {
        picture("maps/tilesets", fabric.name, tilesets::picture(fabric));
    }
    let sprites = sprites::sprites()?;
    for (name, thing) in things::pictures(&sprites) {
        picture("maps/tilesets/things", name, thing);
    }
    for (name, motif) in places::motifs() {
        picture("maps/tilesets/scenery", &name, motif);
    }
    for (name, background) in places::skies() {
        picture("maps/backgrounds", name, background);
    }
    let (font, font_text) = font::sheet();
    picture("assets", "font", font);
    let (atlas, atlas_text) = atlas::sheet(&sprites);
    picture("assets", "sprites", atlas);

    for (path, text) in [("assets/font.ron", font_text), ("assets/sprites.ron", atlas_text)] {
        files.push((path.to_owned(), Content::Text(text)));
    }
    Ok(files)
}
