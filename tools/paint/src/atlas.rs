//! Packs the sprites into one picture and lists them in RON.

use crate::picture::Picture;
use std::fmt::Write;

/// Width of the atlas in pixels.
const WIDTH: i32 = 256;
/// Empty pixels between two frames.
const GAP: i32 = 1;

/// A named drawing of one or more frames.
pub struct Sprite {
    pub name: String,
    pub frames: Vec<Picture>,
    pub fps: f32,
    /// The point of the frame that lies on the object's position, from the frame's top left corner.
    pub origin: (i32, i32),
}

impl Sprite {
    /// An animation.
    pub fn animated(name: &str, fps: f32, origin: (i32, i32), frames: Vec<Picture>) -> Self {
        Self { name: name.to_owned(), frames, fps, origin }
    }

    /// A still picture.
    pub fn still(name: &str, origin: (i32, i32), frame: Picture) -> Self {
        Self::animated(name, 0.0, origin, vec![frame])
    }

    /// A still picture placed by its middle.
    pub fn centered(name: &str, frame: Picture) -> Self {
        let middle = (frame.width / 2, frame.height / 2);
        Self::still(name, middle, frame)
    }
}

/// The parts of a thing of any length: `name_left`, and so on.
pub fn parts(name: &str, ends: [&str; 3], pictures: [Picture; 3]) -> [Sprite; 3] {
    let mut ends = ends.into_iter();
    pictures.map(|picture| Sprite::still(&format!("{name}_{}", ends.next().unwrap_or_default()), (0, 0), picture))
}

/// The atlas picture and the text of its list.
pub fn sheet(sprites: &[Sprite]) -> (Picture, String) {
    let (places, height) = pack(sprites);
    let mut picture = Picture::new(WIDTH, height);
    for (sprite, places) in sprites.iter().zip(&places) {
        for (frame, &(x, y)) in sprite.frames.iter().zip(places) {
            picture.draw(frame, x, y);
        }
    }
    (picture, list(sprites, &places))
}

/// The position of every frame, and the height of the atlas. Frames fill shelves, the tallest first.
fn pack(sprites: &[Sprite]) -> (Vec<Vec<(i32, i32)>>, i32) {
    let mut frames: Vec<(usize, usize)> =
        sprites.iter().enumerate().flat_map(|(s, sprite)| (0..sprite.frames.len()).map(move |f| (s, f))).collect();
    // Stable: sprites of the same height stay in their order.
    frames.sort_by_key(|&(s, f)| -sprites[s].frames[f].height);
    let mut places: Vec<Vec<(i32, i32)>> = sprites.iter().map(|sprite| vec![(0, 0); sprite.frames.len()]).collect();
    let (mut x, mut y, mut shelf) = (0, 0, 0);
    for (s, f) in frames {
        let frame = &sprites[s].frames[f];
        if x + frame.width > WIDTH {
            (x, y, shelf) = (0, y + shelf + GAP, 0);
        }
        places[s][f] = (x, y);
        x += frame.width + GAP;
        shelf = shelf.max(frame.height);
    }
    (places, y + shelf)
}

/// The RON list.
fn list(sprites: &[Sprite], places: &[Vec<(i32, i32)>]) -> String {
    let mut text = String::from(
        "// Made by `cargo run -p seamwalker-paint`. A frame is (x, y, width, height) in sprites.png.\n[\n",
    );
    for (sprite, places) in sprites.iter().zip(places) {
        let frames: Vec<String> = sprite
            .frames
            .iter()
            .zip(places)
            .map(|(frame, (x, y))| format!("({x}, {y}, {}, {})", frame.width, frame.height))
            .collect();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "    (name: \"{}\", frames: [{}], fps: {:.1}, origin: ({}, {})),",
            sprite.name,
            frames.join(", "),
            sprite.fps,
            sprite.origin.0,
            sprite.origin.1,
        );
    }
    text + "]\n"
}
