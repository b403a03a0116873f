//! The world *The Loom*: a workshop at dusk, from the wall to the bales of wool. All are 640 x 360 and join themselves.

use crate::backgrounds::{HEIGHT, WIDTH, wrap};
use crate::noise::{between, chance, cos_turns, hash, sin_turns};
use crate::palette::{CREAM, Color, DENIM, INK, LEAF, MUSTARD, PLUM, RED, ROSE, mix, rgb};
use crate::picture::{Picture, curve, in_ellipse, in_ring};

const WALL: Color = rgb(0xa8_7c62);
const FAR: Color = rgb(0x92_6a56);
const MID: Color = rgb(0x7c_564c);
const NEAR: Color = rgb(0x68_4846);
/// What the low sun lights.
const GLOW: Color = rgb(0xe6_b070);

/// Planks in warm light, with round windows behind which the sun sets.
pub fn wall() -> Picture {
    let mut picture = Picture::from_fn(WIDTH, HEIGHT, |x, y| {
        let plank = mix(WALL, CREAM, [0, 4, 2, 6][(x / 40 % 4) as usize]);
        let low = mix(plank, FAR, (y / 30) * 6);
        match (x % 40, (x + y) % 4) {
            (0, _) => mix(low, INK, 16),
            (_, 0) => mix(low, INK, 4),
            _ => low,
        }
    });
    for middle in [160, 480] {
        window(&mut picture, middle, 104);
    }
    picture
}

/// A round window: three bands of evening sky behind a cross of wood, and its light on the wall.
fn window(picture: &mut Picture, middle: i32, height: i32) {
    let center = (middle as f32, height as f32);
    let wall = picture.clone();
    picture.paint(|x, y| {
        let beam = (x - middle + (y - height) / 3).abs() < 50 && y > height && (x + y) % 4 != 0;
        let frame = (x - middle).abs() < 2 || (y - height).abs() < 2;
        if in_ellipse(x, y, center, (52.0, 52.0)) && !frame {
            return Some(sunset(y - height, x + y));
        }
        let is_wood = in_ellipse(x, y, center, (58.0, 58.0));
        if is_wood { Some(mix(FAR, INK, 15)) } else { (beam && y < 330).then(|| mix(wall.get(x, y), GLOW, 16)) }
    });
}

/// The evening in a window, from plum above to gold below.
fn sunset(down: i32, weave: i32) -> Color {
    let bands = [mix(ROSE, PLUM, 40), mix(ROSE, GLOW, 30), mix(GLOW, MUSTARD, 20), mix(GLOW, CREAM, 45)];
    let band = ((down + 52 + weave.rem_euclid(4)) / 27).clamp(0, 3);
    bands[band as usize]
}

/// Looms with half a cloth on them.
pub fn far() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    for (i, x) in [14, 226, 452].into_iter().enumerate() {
        wrap(&mut picture, &loom(i as i32), x, 148);
    }
    floor(&mut picture, 322, FAR);
    picture
}

/// A loom, 150 x 176: a frame, the warp as lines, the finished cloth below.
fn loom(i: i32) -> Picture {
    let wood = mix(FAR, INK, 12);
    let cloth = mix([RED, DENIM, LEAF][i as usize % 3], FAR, 58);
    let mut picture = Picture::new(150, 176);
    for x in (18..132).step_by(4) {
        picture.rect(x, 22, 1, 110, mix(CREAM, FAR, 45));
    }
    picture.paint(|x, y| {
        let inside = (17..134).contains(&x) && (96..132).contains(&y);
        let thread = if (x + y) % 4 < 2 { cloth } else { mix(cloth, FAR, 25) };
        inside.then(|| mix(thread, CREAM, if y % 12 < 3 { 30 } else { 0 }))
    });
    for (x, y, width, height) in
        [(4, 0, 9, 176), (137, 0, 9, 176), (0, 12, 150, 9), (2, 132, 146, 10), (10, 60, 130, 5), (10, 84, 130, 4)]
    {
        picture.rect(x, y, width, height, wood);
        picture.rect(x, y, width, 1, mix(wood, GLOW, 45));
    }
    picture
}

/// Spinning wheels, and threads that hang from above with tassels at their ends: pale, for spare thread is wound on spools.
pub fn mid() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    for i in 0..13 {
        let x = i * 49 + between(401, i, 0, 4, 30);
        let end = between(402, i, 0, 34, 150);
        picture.rect(x, 0, 1, end, mix(MID, INK, 8));
        picture.dots((0..end).filter(|y| y % 8 < 5).map(|y| (x, y)), mix(MID, CREAM, 22));
        wrap(&mut picture, &tassel(i), x - 3, end);
    }
    for x in [96, 398] {
        wrap(&mut picture, &wheel(), x, 208);
    }
    floor(&mut picture, 330, MID);
    picture
}

/// A tassel, 7 x 18.
fn tassel(i: i32) -> Picture {
    let thread = mix([RED, MUSTARD, DENIM, LEAF, ROSE][hash(403, i, 0) as usize % 5], MID, 76);
    let mut picture = Picture::new(7, 18);
    picture.rect(2, 0, 3, 4, mix(thread, INK, 12));
    for x in 0..7 {
        let long = 11 + (hash(404, i, x) % 4) as i32;
        let from = if (1..6).contains(&x) { 4 } else { 6 };
        picture.rect(x, from, 1, long + 3 - from, if x % 2 == 0 { thread } else { mix(thread, INK, 10) });
    }
    picture.rect(1, 5, 5, 1, mix(thread, CREAM, 18));
    picture
}

/// A spinning wheel on three legs, 120 x 126.
fn wheel() -> Picture {
    let wood = mix(MID, INK, 10);
    let middle = (44.0, 48.0);
    let mut picture = Picture::new(120, 126);
    for (from, to) in [((44, 48), (20, 124)), ((44, 48), (66, 124)), ((80, 86), (104, 124))] {
        for dx in 0..5 {
            picture.line((from.0 + dx, from.1), (to.0 + dx, to.1), wood);
        }
    }
    picture.rect(14, 86, 96, 7, wood);
    picture.rect(14, 86, 96, 1, mix(wood, GLOW, 45));
    picture.rect(94, 50, 6, 38, wood);
    for i in 0..10 {
        let turn = i as f32 / 10.0;
        let end = (44.5 + cos_turns(turn) * 40.0, 48.5 + sin_turns(turn) * 40.0);
        picture.line((44, 48), (end.0 as i32, end.1 as i32), wood);
    }
    picture.paint(|x, y| {
        let ring = |outer, inner| in_ring(x, y, middle, outer, inner);
        let rim = ring(43.0, 42.0) && y < 48;
        if rim { Some(mix(wood, GLOW, 55)) } else { (ring(43.0, 37.0) || ring(8.0, 0.5)).then_some(wood) }
    });
    picture.dots(curve((50, 6), (78, 20), (97, 52)), mix(CREAM, MID, 35));
    picture
}

/// Bales and balls of wool on the boards in front.
pub fn near() -> Picture {
    let mut picture = Picture::new(WIDTH, HEIGHT);
    for i in 0..9 {
        let x = i * 71 + between(411, i, 0, 0, 20);
        let yarn = mix([RED, MUSTARD, CREAM, DENIM, ROSE, LEAF][hash(412, i, 0) as usize % 6], NEAR, 62);
        let part = if i % 3 == 1 { bale(yarn) } else { ball(between(413, i, 0, 15, 27), yarn) };
        wrap(&mut picture, &part, x, 344 - part.height);
    }
    floor(&mut picture, 340, NEAR);
    picture
}

/// A pressed bale with two straps, 84 x 52.
fn bale(yarn: Color) -> Picture {
    let mut picture = Picture::new(84, 52);
    picture.pill(0, 2, 84, 50, yarn);
    picture.pill(1, 0, 82, 50, yarn);
    picture.paint(|x, y| {
        let curl = chance(414, x / 3, y / 2, 18) && (3..80).contains(&x) && (4..50).contains(&y);
        curl.then_some(mix(yarn, CREAM, 14))
    });
    picture.rect(3, 0, 78, 2, mix(yarn, GLOW, 30));
    for x in [18, 58] {
        picture.rect(x, 0, 6, 52, mix(NEAR, INK, 20));
    }
    picture
}

/// A ball of yarn wound in three directions.
fn ball(radius: i32, yarn: Color) -> Picture {
    let size = 2 * radius;
    let middle = (radius as f32, radius as f32);
    Picture::from_fn(size, size, |x, y| {
        let (dx, dy) = (x - radius, y - radius);
        let strand = if dx + dy < -radius / 2 {
            (2 * dx + dy) % 5 == 0
        } else if dx > dy {
            (dx - 2 * dy) % 6 == 0
        } else {
            (dx + 2 * dy) % 5 == 0
        };
        let lit = in_ellipse(x, y, (middle.0 - 3.0, middle.1 - 4.0), (middle.0 * 0.6, middle.1 * 0.6));
        in_ellipse(x, y, middle, middle).then_some(match (strand, lit) {
            (true, _) => mix(yarn, INK, 20),
            (_, true) => mix(yarn, GLOW, 24),
            _ => yarn,
        })
    })
}

/// Boards from a row down to the lower border.
fn floor(picture: &mut Picture, top: i32, color: Color) {
    picture.paint(|x, y| {
        let joint = (y - top) % 12 == 11 || ((y - top) / 12 % 2 * 48 + x) % 96 == 0;
        let board = if y == top { mix(color, GLOW, 35) } else { color };
        (y >= top).then_some(if joint { mix(color, INK, 14) } else { board })
    });
}
