//! The world *The Eye*: inside a needle case, golden. All are 640 x 360 and join themselves.

use crate::backgrounds::{HEIGHT, WIDTH, cover, wrap};
use crate::noise::{between, sin_turns};
use crate::palette::{CREAM, Color, INK, MUSTARD_DARK, STEEL_LIGHT, WHITE, mix, rgb};
use crate::picture::{Picture, in_ellipse};

const GOLD: Color = rgb(0xe8_c684);
const FAR: Color = rgb(0xde_c084);
/// As light as the haze behind them: what moves in front has dark outlines.
const MID: Color = rgb(0xe4_c890);
const NEAR: Color = rgb(0xe0_c28c);

/// Light in rings around a bright middle, woven: every other thread is already in the next ring.
pub fn light() -> Picture {
    Picture::from_fn(WIDTH, HEIGHT, |x, y| {
        let (dx, dy) = ((x - 320) as f32 / 1.25, (y - 120) as f32);
        let far = libm::sqrtf(dx * dx + dy * dy) as i32 + (x + y) % 2 * 14;
        let ring = (far / 34).clamp(0, 7);
        let color = mix(mix(CREAM, WHITE, 40), GOLD, 18 + ring * 11);
        if (x - y).rem_euclid(8) == 0 { mix(color, MUSTARD_DARK, 9) } else { color }
    })
}

/// Needles as tall as houses; through every eye runs a thread, in one long swing.
pub fn far() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    let thread = |x: i32| 96 + (sin_turns(x as f32 / 160.0) * 13.0) as i32;
    for x in 0..WIDTH {
        picture.rect(x, thread(x), 1, 2, mix(MUSTARD_DARK, FAR, 40));
    }
    for i in 0..8 {
        let middle = i * 80 + 40;
        wrap(&mut picture, &needle(), middle - 9, thread(middle) - 30);
    }
    for x in (0..WIDTH).filter(|x| x % 80 < 40) {
        // On every other half of its way the thread lies before the needle.
        if (x - 40).rem_euclid(80) < 4 || (x - 40).rem_euclid(80) > 76 {
            picture.rect(x, thread(x), 1, 2, mix(MUSTARD_DARK, FAR, 40));
        }
    }
    picture
}

/// A needle, eye up, 18 x 300.
fn needle() -> Picture {
    Picture::from_fn(18, 300, |x, y| {
        let from = x - 9;
        let half = match y {
            ..12 => 2 + y / 2,
            12..52 => 8,
            52..70 => 8 - (y - 52) / 6,
            _ => 5,
        };
        let eye = in_ellipse(x, y, (9.5, 32.0), (3.6, 18.0));
        let inside = (-half..=half).contains(&from) && !eye;
        inside.then_some(match from + half {
            0 => mix(FAR, INK, 22),
            1 | 2 => mix(STEEL_LIGHT, GOLD, 38),
            _ if from == half => mix(FAR, INK, 22),
            _ => mix(FAR, STEEL_LIGHT, 22),
        })
    })
}

/// Quilted velvet in arches, with a row of small needles kept in its tape.
pub fn mid() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    let crest = |x: i32| 232 - (libm::fabsf(sin_turns(x as f32 / 320.0)) * 46.0) as i32;
    for x in (10..WIDTH).step_by(20) {
        let top = crest(x) - between(531, x, 0, 26, 44);
        picture.rect(x, top, 3, crest(x) - top, mix(MID, STEEL_LIGHT, 36));
        picture.rect(x + 2, top, 1, crest(x) - top, mix(MID, INK, 20));
        picture.rect(x + 1, top + 3, 1, 5, mix(MID, INK, 45));
    }
    cushion(&mut picture, crest, MID, mix(CREAM, GOLD, 20));
    picture
}

/// Cushions in front, stuck with pins.
pub fn near() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    let crest = |x: i32| 300 - (libm::fabsf(sin_turns((x + 80) as f32 / 426.666_66)) * 34.0) as i32;
    for i in 0..16 {
        let x = i * 40 + between(541, i, 0, 4, 30);
        let top = crest(x) - between(541, i, 1, 10, 22);
        picture.line((x, top), (x + between(541, i, 2, -3, 3), crest(x) + 4), mix(NEAR, STEEL_LIGHT, 50));
        // Flat heads, as pale as the haze: round and bright are collected.
        picture.rect(x - 2, top - 1, 5, 2, mix(NEAR, MUSTARD_DARK, 45));
        picture.rect(x - 2, top - 1, 5, 1, mix(NEAR, CREAM, 40));
    }
    cushion(&mut picture, crest, NEAR, mix(NEAR, CREAM, 55));
    picture
}

/// Cloth below a crest, quilted in diamonds, with a running stitch along the crest.
fn cushion(picture: &mut Picture, crest: impl Fn(i32) -> i32, color: Color, stitch: Color) {
    cover(picture, crest, stitch, |x, y, down| {
        let quilt = (x + y).rem_euclid(40) == 0 || (x - y).rem_euclid(40) == 0;
        match (x + y) % 4 {
            _ if down < 2 => mix(color, CREAM, 35),
            _ if quilt && down > 8 => mix(color, INK, 16),
            0 => mix(color, INK, 5),
            _ => color,
        }
    });
}
