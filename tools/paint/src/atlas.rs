//! Packs the sprites into one picture and lists them in RON.

use crate::picture::Picture;
use crate::sprites::Sprite;
use std::fmt::Write;

/// Width of the atlas in pixels.
const WIDTH: i32 = 256;
/// Empty pixels between two frames.
const GAP: i32 = 1;

/// The atlas picture and the text of its list.
pub fn sheet(sprites: &[Sprite]) -> (Picture, String) {
    let frames: Vec<&Picture> = sprites.iter().flat_map(|sprite| &sprite.frames).collect();
    let mut order: Vec<usize> = (0..frames.len()).collect();
    // Stable: sprites of the same height stay in their order.
    order.sort_by_key(|&i| -frames[i].height);
    let (packed, height) = shelves(order.iter().map(|&i| frames[i]), WIDTH, (GAP, GAP));
    let mut picture = Picture::new(WIDTH, height);
    let mut places = vec![(0, 0); frames.len()];
    for (i, (x, y)) in order.into_iter().zip(packed) {
        picture.draw(frames[i], x, y);
        places[i] = (x, y);
    }
    (picture, list(sprites, &places))
}

/// The place of every picture, and the height of all: from left to right with a gap, and in a further row below where the width
/// is used up.
pub fn shelves<'a>(
    pictures: impl IntoIterator<Item = &'a Picture>,
    width: i32,
    gap: (i32, i32),
) -> (Vec<(i32, i32)>, i32) {
    let (mut x, mut y, mut shelf) = (0, 0, 0);
    let mut places = Vec::new();
    for picture in pictures {
        if x + picture.width > width {
            (x, y, shelf) = (0, y + shelf + gap.1, 0);
        }
        places.push((x, y));
        x += picture.width + gap.0;
        shelf = shelf.max(picture.height);
    }
    (places, y + shelf)
}

/// The RON list.
fn list(sprites: &[Sprite], places: &[(i32, i32)]) -> String {
    let mut text = String::from(
        "// Made by `cargo run --manifest-path tools/paint/Cargo.toml`. A frame is (x, y, width, height) in sprites.png.\n[\n",
    );
    let mut places = places.iter();
    for sprite in sprites {
        let frames = sprite.frames.iter().zip(&mut places);
        let frames = frames.map(|(frame, (x, y))| format!("({x}, {y}, {}, {})", frame.width, frame.height));
        let frames = frames.collect::<Vec<_>>().join(", ");
        let (name, fps, (x, y)) = (&sprite.name, sprite.fps, sprite.origin);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "    (name: \"{name}\", frames: [{frames}], fps: {fps:.1}, origin: ({x}, {y})),");
    }
    text + "]\n"
}
