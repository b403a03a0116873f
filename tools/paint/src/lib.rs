//! Everything drawn for Seamwalker. [`all`] lists every file with its content; the program writes the list and the
//! test compares it with what is committed. Nothing here reads a clock or a random source, and no file but
//! the tilesets, whose shapes tiles are cut along.

#![allow(
    missing_debug_implementations,
    clippy::missing_errors_doc,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    reason = "nothing but this program and its test uses it"
)]

pub mod atlas;
pub mod backgrounds;
pub mod button;
pub mod contour;
pub mod contraptions;
pub mod creatures;
pub mod dash;
pub mod decor;
pub mod fabric;
pub mod figure;
pub mod font;
pub mod furniture;
pub mod haberdashery;
pub mod hud;
pub mod icon;
pub mod noise;
pub mod notions;
pub mod pads;
pub mod palette;
pub mod particles;
pub mod picture;
pub mod places;
pub mod platforms;
pub mod player;
pub mod ribbon;
pub mod shape;
pub mod store;
pub mod things;
pub mod tilesets;
pub mod title;
pub mod trims;
pub mod unravel;
pub mod wardrobe;

use fabric::Fabric;
use picture::Picture;

/// The content of a file.
pub enum Content {
    Picture(Picture),
    Text(String),
}

/// Every file of the game's art: path from the repository's root, and content.
pub fn all() -> Vec<(String, Content)> {
    let mut files = Vec::new();
    let mut picture = |path: &str, picture: Picture| {
        files.push((format!("{path}.png"), Content::Picture(picture.with_a_palette())));
    };
    for fabric in Fabric::ALL {
        picture(&format!("maps/tilesets/{}", fabric.name), tilesets::picture(fabric));
    }
    picture("maps/tilesets/trims", trims::picture());
    picture("maps/tilesets/notions", notions::picture());
    for (name, thing) in things::pictures() {
        picture(&format!("maps/tilesets/things/{name}"), thing);
    }
    picture("maps/tilesets/haberdashery", haberdashery::picture());
    for (name, painting) in backgrounds::pictures().into_iter().chain(wardrobe::pictures()) {
        picture(&format!("maps/backgrounds/{name}"), painting);
    }
    for (name, motif) in places::motifs() {
        picture(&format!("maps/tilesets/scenery/{name}"), motif);
    }
    for (name, sky) in places::skies().chain(places::lights()).chain(places::strips()) {
        picture(&format!("maps/backgrounds/{name}"), sky);
    }
    picture("assets/title", title::picture());
    for size in [16, 32, 64] {
        picture(&format!("assets/icon{size}"), icon::picture(size));
    }
    for size in [192, 512] {
        picture(&format!("web/maskable{size}"), icon::maskable(size));
    }
    let (font, font_text) = font::sheet();
    picture("assets/font", font);
    let (sprites, sprites_text) = atlas::sheet(&sprites());
    picture("assets/sprites", sprites);

    let mut text = |path: &str, text| files.push((path.to_owned(), Content::Text(text)));
    text("assets/font.ron", font_text);
    text("assets/sprites.ron", sprites_text);
    files
}

/// Every sprite of the atlas.
pub fn sprites() -> Vec<atlas::Sprite> {
    [
        player::sprites(),
        button::sprites(),
        platforms::sprites(),
        furniture::sprites(),
        contraptions::sprites(),
        creatures::sprites(),
        dash::sprites(),
        particles::sprites(),
        hud::sprites(),
        pads::sprites(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
