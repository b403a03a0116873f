//! What the player collects: beads (small buttons), golden buttons and keys, turning and shining.

use crate::atlas::Sprite;
use crate::noise::{cos_turns, sin_turns};
use crate::palette::{
    CLEAR, CREAM, Color, DENIM, DENIM_LIGHT, INK, LINEN, MUSTARD, MUSTARD_DARK, RED_DARK, ROSE, WHITE, faded, mix, rgb,
};
use crate::picture::{Picture, in_ellipse, in_ring};

/// The colours of a button.
#[derive(Clone, Copy)]
pub struct Glaze {
    pub face: Color,
    pub ring: Color,
    pub dark: Color,
}

const YELLOW: Glaze = Glaze { face: MUSTARD, ring: rgb(0xfc_f6e6), dark: MUSTARD_DARK };
const PINK: Glaze = Glaze { face: ROSE, ring: rgb(0xfc_f6e6), dark: rgb(0xcb_6a62) };
const BLUE: Glaze = Glaze { face: DENIM_LIGHT, ring: rgb(0xfc_f6e6), dark: DENIM };
const GOLD: Glaze = Glaze { face: rgb(0xf2_c45a), ring: CREAM, dark: MUSTARD_DARK };

/// Every button of the game.
pub fn sprites() -> Vec<Sprite> {
    let spin = |name, glaze| {
        let frames = [6.0, 5.0, 3.4, 1.8, 3.4, 5.0].into_iter().enumerate();
        let frames = frames.map(|(i, half)| disc(12, half, glaze, i > 3));
        Sprite::animated(name, 9.0, (6, 6), frames)
    };
    let golden = (0..8).map(golden);
    vec![
        spin("bead_mustard", YELLOW),
        spin("bead_rose", PINK),
        Sprite::animated("golden_button", 8.0, (8, 8), golden),
        Sprite::animated("key_button", 8.0, (8, 8), (0..6).map(key)),
        Sprite::animated("halo", 3.0, (15, 15), (0..4).map(halo)),
    ]
}

/// The light around whatever can be collected: it fades outwards, and sparks of thread breathe in it, 30 x 30.
fn halo(step: i32) -> Picture {
    let mut picture = Picture::new(30, 30);
    for (radius, alpha) in [(14.0, 20), (12.5, 36), (11.0, 56), (9.5, 80), (8.0, 104)] {
        picture.paint(|x, y| {
            let here = in_ellipse(x, y, (15.0, 15.0), (radius, radius));
            here.then_some(faded(mix(CREAM, MUSTARD, 22), alpha))
        });
    }
    let reach = [10.6, 11.4, 12.2, 11.4][step as usize];
    for i in 0..8 {
        let turn = (i as f32 + 0.5) / 8.0;
        let (x, y) = (15.0 + cos_turns(turn) * reach, 15.0 + sin_turns(turn) * reach);
        picture.rect(x as i32, y as i32, 1, 1, mix(MUSTARD, CREAM, 62));
    }
    picture
}

/// The flat button of the heads-up display, 12 x 12.
pub fn bead() -> Picture {
    disc(12, 6.0, YELLOW, false)
}

/// The golden button face on, 16 x 16.
pub fn gold() -> Picture {
    golden(0)
}

/// A button of `size` pixels seen at an angle: `half` is half its apparent width, `away` shows its back edge.
fn disc(size: i32, half: f32, glaze: Glaze, away: bool) -> Picture {
    let middle = size as f32 / 2.0;
    let turned = 1.0 - half / middle;
    // The rim shows its thickness on the side that turns away.
    let side = if away { 1.0 } else { -1.0 };
    let rim = if turned < 0.05 { 0.0 } else { side };
    let mut picture = Picture::new(size, size);
    picture.ellipse((middle, middle), (half, middle), INK);
    let ring = |picture: &mut Picture, inset: f32, color| {
        let half = half - inset * half / middle.max(half) - if half < middle { 0.4 } else { 0.0 };
        if half > 0.4 {
            picture.ellipse((middle + rim * 0.5, middle), (half, middle - inset), color);
        }
    };
    ring(&mut picture, 1.0, glaze.face);
    if half > 3.0 {
        if half > 4.0 {
            ring(&mut picture, 2.0, glaze.ring);
            ring(&mut picture, 3.0, glaze.face);
        }
        holes(&mut picture, half);
    } else {
        picture.rect(size / 2 - 1, 2, 1, size - 4, glaze.ring);
    }
    shade_lower_right(&mut picture, glaze);
    picture
}

/// Four holes around the middle.
fn holes(picture: &mut Picture, half: f32) {
    let middle = picture.width / 2;
    let near = if half > 4.0 { 2 } else { 1 };
    for y in [middle - 2, middle + 1] {
        picture.rect(middle - near, y, 1, 1, INK);
        picture.rect(middle + near - 1, y, 1, 1, INK);
    }
}

/// The side away from the light.
fn shade_lower_right(picture: &mut Picture, glaze: Glaze) {
    let limit = picture.width + picture.width / 4;
    picture.change(|x, y, old| if x + y > limit && old == glaze.face { glaze.dark } else { old });
}

/// The big one: a raised rim, a stitched star of thread, and a glint that wanders over it.
fn golden(step: i32) -> Picture {
    let half = [8.0, 7.0, 4.6, 2.2, 4.6, 7.0, 8.0, 8.0][step as usize];
    let mut picture = disc(16, half, GOLD, (4..6).contains(&step));
    if !(1..6).contains(&step) {
        picture.paint(|x, y| in_ring(x, y, (8.0, 8.0), 4.0, 3.2).then_some(mix(MUSTARD, MUSTARD_DARK, 60)));
        picture.dots([(6, 6), (9, 6), (6, 9), (9, 9)], INK);
        picture.line((7, 7), (8, 8), RED_DARK);
        picture.line((8, 7), (7, 8), RED_DARK);
    }
    if step >= 6 {
        glint(&mut picture, (step - 6) * 5);
    }
    picture
}

/// A key of a zip door: blue, with a keyhole in its middle, 16 x 16.
fn key(step: i32) -> Picture {
    let half = [8.0, 7.0, 4.6, 2.2, 4.6, 7.0][step as usize];
    let mut picture = disc(16, half, BLUE, step > 3);
    if half > 4.0 {
        let wide = if half > 6.0 { 3 } else { 1 };
        picture.paint(|x, y| in_ellipse(x, y, (8.0, 8.0), (half * 0.6, 4.8)).then_some(BLUE.face));
        picture.pill(8 - (wide + 1) / 2, 4, wide + 1, 4, INK);
        picture.rect(8 - wide / 2, 7, (wide / 2 + 1).max(1), 4, INK);
        picture.rect(8 - (wide + 1) / 2, 10, wide + 1, 1, INK);
    }
    picture
}

/// A diagonal streak of light.
fn glint(picture: &mut Picture, along: i32) {
    picture.change(|x, y, old| {
        let streak = (x + y - 9 - along).rem_euclid(32);
        let is_lit = streak < 3 && old != CLEAR && old != INK;
        if is_lit { mix(old, if streak == 1 { WHITE } else { LINEN }, 70) } else { old }
    });
}
