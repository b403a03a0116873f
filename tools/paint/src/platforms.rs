//! What moves under the player's feet: spools, ribbon lifts, cushions, and the bobbin at the end of a track.

use crate::atlas::{Sprite, parts};
use crate::palette::{
    BARK, CLEAR, CREAM, Color, DENIM, DENIM_DARK, INK, MUSTARD, MUSTARD_DARK, PLUM, RED, RED_DARK, ROSE, SAND, mix,
};
use crate::picture::{Picture, in_ellipse};
use crate::ribbon::{self, RED_SILK};

/// Every moving thing.
pub fn sprites() -> Vec<Sprite> {
    let mut sprites = Vec::new();
    let spools = [("spool", MUSTARD, MUSTARD_DARK), ("spool_red", RED, RED_DARK), ("spool_denim", DENIM, DENIM_DARK)];
    for (name, thread, dark) in spools {
        let left = spool_end(thread, dark);
        let spool = [left.mirrored(), spool_middle(thread, dark), left];
        sprites.extend(parts(name, ["right", "mid", "left"], spool));
    }
    let tiles = [ribbon::left, ribbon::middle, ribbon::right].map(|tile| tile(RED_SILK).crop(0, 0, 16, 12));
    sprites.extend(parts("ribbon", ["left", "mid", "right"], tiles));
    sprites.push(Sprite::animated("bobbin", 8.0, (6, 6), (0..4).map(bobbin)));
    for size in [16, 24, 32] {
        sprites.push(Sprite::still(&format!("crate_{size}"), (0, 0), cushion(size)));
    }
    sprites
}

/// One column of a spool: flange, wound thread, flange.
fn spool_column(picture: &mut Picture, x: i32, thread: Color, dark: Color) {
    picture.rect(x, 0, 1, 16, INK);
    for top in [1, 12] {
        picture.rect(x, top, 1, 1, mix(SAND, CREAM, 45));
        picture.rect(x, top + 1, 1, 1, SAND);
        picture.rect(x, top + 2, 1, 1, mix(SAND, BARK, 60));
    }
    // Wound thread: a slanted light runs over the turns.
    for y in 5..11 {
        let turn = if y % 2 == 0 { dark } else { thread };
        let shine = (x + y) % 8 == 0;
        picture.rect(x, y, 1, 1, if shine { mix(turn, CREAM, 35) } else { turn });
    }
}

/// A tileable stretch of spool, 16 x 16.
fn spool_middle(thread: Color, dark: Color) -> Picture {
    let mut picture = Picture::new(16, 16);
    for x in 0..16 {
        spool_column(&mut picture, x, thread, dark);
    }
    picture
}

/// The left end: rounded flanges that stand out beyond the thread.
fn spool_end(thread: Color, dark: Color) -> Picture {
    let mut picture = spool_middle(thread, dark);
    picture.change(|x, y, old| match (x, y) {
        (0, 0 | 4 | 11 | 15) | (0..4, 5..11) => CLEAR,
        (0, _) | (4, 5..11) => INK,
        (5, 5..11) => mix(dark, INK, 30),
        _ => old,
    });
    picture
}

/// A wheel for thread, turning by a twelfth per frame, 12 x 12.
fn bobbin(step: i32) -> Picture {
    let mut picture = Picture::new(12, 12);
    let middle = (6.0, 6.0);
    picture.disk(middle, 6.0, INK);
    picture.disk(middle, 5.0, SAND);
    picture.paint(|x, y| {
        let low = x + y > 13 && in_ellipse(x, y, middle, (5.0, 5.0));
        low.then_some(mix(SAND, BARK, 60))
    });
    picture.disk(middle, 3.1, RED);
    let spokes = [[(5, 3), (6, 8)], [(7, 4), (4, 7)], [(8, 5), (3, 6)], [(7, 7), (4, 4)]][step as usize];
    picture.dots(spokes, ROSE);
    picture.rect(5, 5, 2, 2, INK);
    picture
}

/// A stuffed cushion with cross-stitched edges and a button in the middle.
fn cushion(size: i32) -> Picture {
    let (cloth, button) = match size {
        16 => (ROSE, MUSTARD),
        24 => (mix(MUSTARD, CREAM, 18), RED),
        _ => (mix(PLUM, ROSE, 45), MUSTARD),
    };
    let mut picture = Picture::new(size, size);
    picture.rounded(size, INK);
    picture.pill(1, 1, size - 2, size - 2, cloth);
    picture.paint(|x, y| puffiness(size, x, y).map(|percent| crate::palette::shade(cloth, percent)));
    for place in (4..size - 5).step_by(if size == 16 { 3 } else { 5 }) {
        for (x, y) in [(place, 2), (place, size - 5), (2, place), (size - 5, place)] {
            cross(&mut picture, x, y, size);
        }
    }
    let middle = size / 2;
    sewn_button(&mut picture, middle, button, if size == 16 { 2 } else { 3 });
    picture
}

/// Light from above, folds towards the button.
fn puffiness(size: i32, x: i32, y: i32) -> Option<i32> {
    if !(1..size - 1).contains(&x) || !(1..size - 1).contains(&y) {
        return None;
    }
    let corner = (x == 1 || x == size - 2) && (y == 1 || y == size - 2);
    let (dx, dy) = ((2 * x + 1 - size).abs(), (2 * y + 1 - size).abs());
    let fold = (dx - dy).abs() <= 2 && dx < size / 2 + 4 && dx > 6;
    let is_dark_side = x == size - 2 || y >= size - 3;
    match y {
        _ if corner => None,
        1 => Some(35),
        _ if is_dark_side => Some(-16),
        _ if fold => Some(-10),
        _ if (x + y) % 3 == 0 => Some(5),
        _ => Some(0),
    }
}

/// A cross-stitch of three pixels.
fn cross(picture: &mut Picture, x: i32, y: i32, size: i32) {
    if size == 16 {
        picture.rect(x + 1, y + 1, 2, 1, CREAM);
        return;
    }
    picture.line((x, y), (x + 2, y + 2), CREAM);
    picture.line((x + 2, y), (x, y + 2), CREAM);
}

/// A button pulled deep into the middle.
fn sewn_button(picture: &mut Picture, middle: i32, color: Color, radius: i32) {
    let center = (middle as f32, middle as f32);
    picture.disk((center.0, center.1 + 0.5), radius as f32 + 1.3, INK);
    picture.disk(center, radius as f32 + 0.3, color);
    picture.rect(middle - radius + 1, middle - radius, radius, 1, mix(color, CREAM, 60));
    picture.rect(middle - 1, middle - 1, 1, 1, INK);
    picture.rect(middle, middle, 1, 1, INK);
}
