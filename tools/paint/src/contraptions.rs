//! What works by itself: springs, patches that give way, doors and gates, irons, scissors, aglets, rolling spools.
//!
//! What can have any length is made of three parts of 16 pixels: `left`, `mid`, `right`, or `top`, `mid`, `bottom`.

use crate::atlas::{Sprite, parts};
use crate::noise::{chance, cos_turns, hash, sin_turns};
use crate::palette::{
    BARK, CREAM, Color, DANGER, DANGER_DARK, DANGER_LIGHT, DENIM, DENIM_DARK, DENIM_LIGHT, INK, LEAF, LINEN, MOSS,
    MOSS_DARK, MUSTARD, MUSTARD_DARK, RED, RED_DARK, SAND, STEEL, STEEL_DARK, STEEL_LIGHT, WHITE, mix,
};
use crate::picture::{Picture, in_ellipse};

/// Every contraption.
pub fn sprites() -> Vec<Sprite> {
    let mut sprites = vec![
        Sprite::animated("spring", 14.0, (8, 24), [9, 6, 20, 14].map(spring)),
        Sprite::animated("pressure_button", 0.0, (8, 8), [false, true].map(pressure_button)),
        Sprite::still("zip_slider", (6, 7), Picture::drawing("slider")),
        Sprite::animated("iron", 0.0, (16, 32), [false, true].map(iron)),
        Sprite::animated("scissors", 0.0, (16, 16), (0..4).map(scissors)),
        Sprite::still("aglet", (5, 11), Picture::drawing("aglet")),
        Sprite::animated("rolling_spool", 0.0, (16, 16), (0..8).map(rolling_spool)),
    ];
    let ends = ["left", "mid", "right"];
    sprites.extend(parts("loose", ends, [0, 1, 2].map(loose)));
    for (part, end) in (0..).zip(ends) {
        let frames = (0..4).map(|stage| worn(part, stage));
        sprites.push(Sprite::animated(&format!("worn_{end}"), 0.0, (0, 0), frames));
    }
    for (name, column) in [("zip", zip(false)), ("unzipped", zip(true)), ("gate", gate())] {
        sprites.extend(parts(name, ["top", "mid", "bottom"], [0, 16, 32].map(|y| column.crop(0, y, 16, 16))));
    }
    sprites
}

/// A pincushion on a coil of wire: at rest, pressed, thrown, swinging out. It stands on its lower border.
fn spring(rise: i32) -> Picture {
    let mut picture = Picture::new(16, 24);
    let top = 24 - rise;
    let coil = rise - 8;
    for turn in 0..3.min(coil) {
        let y = top + 5 + coil * turn / 3;
        let next = top + 5 + coil * (turn + 1) / 3;
        let fold = i32::midpoint(y, next);
        for (row, color, back) in [(0, INK, INK), (1, STEEL_LIGHT, STEEL_DARK), (2, INK, INK)] {
            picture.line((4, y + row), (11, fold + row), color);
            picture.line((11, fold + row), (4, next + row), back);
        }
    }
    picture.pill(1, 21, 14, 3, INK);
    picture.rect(2, 22, 12, 1, MUSTARD);
    picture.pill(0, top, 16, 6, INK);
    picture.pill(1, top + 1, 14, 4, LEAF);
    picture.rect(2, top + 1, 12, 1, mix(LEAF, CREAM, 55));
    picture.rect(2, top + 4, 12, 1, MOSS);
    for x in [3, 7, 11] {
        picture.rect(x, top + 2, 2, 1, CREAM);
        picture.rect(x, top + 3, 2, 1, MOSS_DARK);
    }
    picture
}

/// Burlap that is only basted on: a ragged lower border, and a red thread in long loose stitches.
fn loose(part: i32) -> Picture {
    let cloth = mix(LINEN, SAND, 45);
    let bottom = |x: i32| 12 + hash(301, x / 2 + 8 * part, 0) as i32 % 3;
    let inside = |x: i32, y: i32| {
        let ends = match part {
            0 => x >= i32::from(y % 5 != 3),
            2 => x <= 14 + i32::from(y % 5 == 1),
            _ => true,
        };
        ends && (0..16).contains(&x) && y >= 0 && y < bottom(x)
    };
    let mut picture = Picture::from_fn(16, 16, |x, y| {
        let thread = match ((x + y) % 2, y % 4) {
            (0, 0) => mix(cloth, BARK, 34),
            (1, 2) => mix(cloth, CREAM, 38),
            (0, _) => mix(cloth, BARK, 12),
            _ => cloth,
        };
        let side = (part == 0 && x <= 1) || (part == 2 && x >= 14);
        inside(x, y).then_some(if y == 0 || side || y + 1 == bottom(x) {
            INK
        } else if y <= 2 {
            mix(cloth, CREAM, 75 - 25 * y)
        } else if y >= 9 {
            mix(thread, BARK, 15 * (y - 8))
        } else {
            thread
        })
    });
    // Threads that have come loose below, and the basting, which is slack.
    for x in [3, 9, 13] {
        picture.rect(x, bottom(x), 1, 2, mix(cloth, BARK, 45));
    }
    for (x, y) in [(1, 5), (2, 5), (3, 4), (4, 4), (5, 5), (9, 5), (10, 5), (11, 4), (12, 4), (13, 5)] {
        picture.rect(x + i32::from(part == 0), y, 1, 1, RED);
        picture.rect(x + i32::from(part == 0), y + 1, 1, 1, RED_DARK);
    }
    picture
}

/// Washed out denim, darned once; from stage to stage more of it has become single threads, and then nothing.
fn worn(part: i32, stage: i32) -> Picture {
    let cloth = mix(DENIM_LIGHT, LINEN, 50);
    let age = |x: i32, y: i32| {
        let (u, v) = (x + 16 * part, y);
        (hash(311, u / 3, v / 3) % 100) as i32 * 7 / 10 + (hash(312, u, v) % 30) as i32
    };
    let limit = [-1, 24, 44, 60][stage as usize];
    let gone = |x: i32, y: i32| {
        let thread = (x + 2 * y) % 5 == 0 || (x - y).rem_euclid(7) == 0;
        age(x, y) < if thread { limit - 26 } else { limit }
    };
    let mut picture = Picture::from_fn(16, 16, |x, y| {
        let side = (part == 0 && x == 0) || (part == 2 && x == 15) || y == 0 || y == 15;
        let fringe = !side && [(1, 0), (-1, 0), (0, 1), (0, -1)].iter().any(|(dx, dy)| gone(x + dx, y + dy));
        let thread = match (x + y) % 4 {
            _ if side => INK,
            _ if fringe => mix(cloth, INK, 45),
            0 => mix(cloth, DENIM, 40),
            2 if chance(313, x, y, 40) => mix(cloth, CREAM, 45),
            _ => cloth,
        };
        (!gone(x, y)).then_some(thread)
    });
    for (x, y) in [(4, 6), (6, 6), (8, 6), (4, 8), (6, 8), (8, 8), (4, 10), (6, 10), (8, 10)] {
        if !gone(x + 1, y) && stage < 3 {
            picture.rect(x, y, 2, 1, if (x / 2 + y / 2) % 2 == 0 { CREAM } else { DENIM });
        }
    }
    if stage == 0 {
        picture.dots((1..15).filter(|x| x % 5 < 3).map(|x| (x, 3)), CREAM);
    }
    picture
}

/// A large button that lies flat on a plate, up or pressed, 16 x 8; only the lower rows are the thing itself.
fn pressure_button(pressed: bool) -> Picture {
    let mut picture = Picture::new(16, 8);
    let top = if pressed { 5 } else { 3 };
    picture.pill(1, top, 14, 8 - top, INK);
    picture.rect(2, top + 1, 12, 6 - top, if pressed { MOSS } else { MUSTARD_DARK });
    picture.rect(3, top + 1, 10, 1, if pressed { LEAF } else { mix(MUSTARD, CREAM, 30) });
    picture.dots([(6, top + 1), (9, top + 1)], INK);
    picture.rect(0, 7, 16, 1, INK);
    picture
}

/// The column of a zip, 16 x 48: two tapes whose teeth are locked, or drawn apart.
fn zip(open: bool) -> Picture {
    let mut picture = Picture::from_fn(16, 48, |x, y| {
        let from_side = x.min(15 - x);
        let tape = match from_side {
            0 => INK,
            1 if y % 6 < 4 => CREAM,
            _ if (from_side + y) % 4 == 0 => DENIM_DARK,
            _ => DENIM,
        };
        match from_side {
            3 if open => Some(if y % 3 < 2 { STEEL } else { INK }),
            0..=3 => Some(tape),
            4 if !open => Some(mix(DENIM_DARK, INK, 50)),
            _ => None,
        }
    });
    if !open {
        for y in 0..48 {
            picture.rect(5, y, 6, 1, mix(INK, STEEL_DARK, 30));
            let (x, tooth) = [(5, STEEL_LIGHT), (5, STEEL), (6, STEEL), (6, STEEL_DARK)][y as usize % 4];
            picture.rect(x, y, 5, 1, tooth);
        }
    }
    for y in [0, 47] {
        let inside = if open { 4 } else { 8 };
        picture.rect(0, y, inside, 1, INK);
        picture.rect(16 - inside, y, inside, 1, INK);
    }
    picture
}

/// A wooden ruler as a gate, 16 x 48, shod with brass at both ends.
fn gate() -> Picture {
    let mut picture = Picture::from_fn(16, 48, |x, y| {
        let grain = chance(321, x, y / 5, 22);
        match x {
            0 | 15 => INK,
            1 => mix(SAND, CREAM, 55),
            14 => mix(SAND, BARK, 75),
            _ if grain => mix(SAND, BARK, 34),
            _ => mix(SAND, BARK, 10),
        }
    });
    for y in (4..46).step_by(4) {
        picture.rect(1, y, if y % 16 == 8 { 8 } else { 4 }, 1, INK);
    }
    for y in [0, 42] {
        picture.rect(0, y, 16, 6, INK);
        picture.rect(1, y + 1, 14, 4, MUSTARD_DARK);
        picture.rect(1, y + 1, 14, 1, mix(MUSTARD, CREAM, 40));
        for x in [3, 11] {
            picture.rect(x, y + 2, 2, 2, INK);
            picture.rect(x, y + 2, 1, 1, CREAM);
        }
    }
    picture
}

/// A steam iron from the side, its sole down, 32 x 32; a hot one glows.
fn iron(hot: bool) -> Picture {
    let mut picture = Picture::drawing("iron");
    if hot {
        picture.change(|_, y, old| match (old, y) {
            (STEEL_LIGHT, 24) => mix(MUSTARD, CREAM, 60),
            (STEEL, 24..) => MUSTARD,
            (STEEL_DARK, 24..) => DANGER,
            _ => old,
        });
    }
    // The points below reach the ground: nothing of the box is empty there.
    let points = picture.crop(0, 28, 32, 3);
    picture.draw(&points, 0, 29);
    picture
}

/// Scissors, blades up, 32 x 32: open, about to close (twice, for they tremble), closed.
fn scissors(step: i32) -> Picture {
    // How far each blade leans to its side, in turns.
    let lean = [0.125, 0.11, 0.14, 0.016][step as usize];
    let pivot = (16.0, 19.0);
    let mut picture = Picture::new(32, 32);
    for side in [-1.0_f32, 1.0] {
        let (sin, cos) = (sin_turns(side * lean), cos_turns(side * lean));
        picture.paint(|x, y| {
            let (dx, dy) = (x as f32 + 0.5 - pivot.0, y as f32 + 0.5 - pivot.1);
            // Along the blade upwards, and across it towards its own side.
            let (along, across) = (dx * sin - dy * cos, (dx * cos + dy * sin) * side);
            blade(along, across).or_else(|| handle(along, across))
        });
    }
    picture.disk(pivot, 2.6, INK);
    picture.disk(pivot, 1.5, MUSTARD);
    if step == 3 {
        for (x, y) in [(5, 6), (26, 6), (3, 11), (28, 11)] {
            picture.line((x, y), (x + if x < 16 { 2 } else { -2 }, y + 2), CREAM);
        }
    }
    picture
}

/// One pixel of a blade: a long triangle of steel with a bright edge inside.
fn blade(along: f32, across: f32) -> Option<Color> {
    if !(-3.0..18.6).contains(&along) {
        return None;
    }
    let outer = 7.6 - (along - 2.0).max(0.0) * 0.42;
    let inside = (-1.2..outer).contains(&across);
    inside.then_some(match across {
        _ if across > outer - 1.1 || along > 17.2 => INK,
        ..0.2 => STEEL_LIGHT,
        ..1.4 => WHITE,
        _ if across > outer - 2.4 => STEEL_DARK,
        _ => STEEL,
    })
}

/// One pixel of a handle: a ring below the pivot, on the other side of its blade.
fn handle(along: f32, across: f32) -> Option<Color> {
    let (dx, dy) = (across + 4.2, along + 9.0);
    let far = libm::sqrtf(dx * dx * 1.25 + dy * dy);
    let shank = (-5.5..-1.0).contains(&along) && (across + 1.6).abs() < 2.2;
    match far {
        4.9..6.0 => Some(INK),
        3.0..4.9 if dx + dy * 0.3 > 1.2 => Some(DANGER_DARK),
        3.0..4.9 => Some(if dy > 1.6 { DANGER_LIGHT } else { DANGER }),
        2.1..3.0 => Some(INK),
        _ if shank && (across + 1.6).abs() > 1.2 => Some(INK),
        _ => shank.then_some(DANGER),
    }
}

/// A large spool seen from its end, turned by an eighth of a turn per step, 32 x 32.
fn rolling_spool(step: i32) -> Picture {
    let (sin, cos) = (sin_turns(step as f32 / 8.0), cos_turns(step as f32 / 8.0));
    let middle = (16.0, 16.0);
    let mut picture = Picture::new(32, 32);
    picture.disk(middle, 16.0, INK);
    picture.paint(|x, y| {
        let (dx, dy) = (x as f32 + 0.5 - 16.0, y as f32 + 0.5 - 16.0);
        let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
        let far = libm::sqrtf(dx * dx + dy * dy);
        // Rings of growth, a little off the middle.
        let growth = in_ring(u - 1.5, v, 13.5) || in_ring(u - 1.5, v, 8.5);
        let wood = match dx + dy {
            ..-9.0 => mix(SAND, CREAM, 55),
            down if down > 13.0 => mix(SAND, BARK, 75),
            _ => mix(SAND, BARK, if growth { 45 } else { 0 }),
        };
        // Four notches in the rim show the turn, and three holes with thread in them.
        let notch = far > 12.2 && (u.abs() < 1.6 || v.abs() < 1.6);
        let label = (5.4..11.0).contains(&far) && u > -1.0 && v.abs() < 4.2;
        match far {
            15.0.. => None,
            _ if notch => Some(mix(BARK, INK, 45)),
            11.6..12.4 => Some(mix(SAND, BARK, 70)),
            _ if label && (v.abs() > 3.2 || !(6.2..=10.2).contains(&far)) => Some(RED_DARK),
            _ if label => Some(if v.abs() < 1.0 && (u as i32) % 2 == 0 { CREAM } else { RED }),
            3.6..4.6 => Some(INK),
            ..3.6 => Some(if in_ellipse(x, y, (15.4, 15.4), (2.0, 2.0)) { BARK } else { mix(BARK, INK, 60) }),
            _ => Some(wood),
        }
    });
    picture
}

/// Whether a place lies on a thin ring around the middle.
fn in_ring(u: f32, v: f32, radius: f32) -> bool {
    let far = libm::sqrtf(u * u + v * v);
    (radius - 0.5..radius + 0.5).contains(&far)
}
