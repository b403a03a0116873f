//! Things that stand in a level: checkpoint, exit, sign, ball of pins.

use crate::atlas::Sprite;
use crate::fabric::Fabric;
use crate::noise::{cos_turns, sin_turns};
use crate::palette::{
    CREAM, Color, DANGER, DANGER_DARK, INK, MUSTARD, MUSTARD_DARK, STEEL, STEEL_DARK, STEEL_LIGHT, WHITE, mix,
};
use crate::picture::Picture;

/// Every piece.
pub fn sprites() -> Vec<Sprite> {
    vec![
        Sprite::still("checkpoint_off", (8, 36), checkpoint(None)),
        Sprite::animated("checkpoint_on", 9.0, (8, 36), (0..6).map(|step| checkpoint(Some(step)))),
        Sprite::animated("exit", 7.0, (16, 48), (0..4).map(exit)),
        Sprite::still("sign", (8, 20), Picture::drawing("sign")),
        Sprite::still("pin_ball", (12, 12), pin_ball()),
    ]
}

/// A needle in a tomato pincushion, 28 x 36; `wave` is the step of the flying pennant, without it the pennant hangs.
fn checkpoint(wave: Option<i32>) -> Picture {
    let mut picture = Picture::new(28, 36);
    match wave {
        Some(step) => flying_pennant(&mut picture, step),
        None => hanging_pennant(&mut picture),
    }
    picture.rect(6, 1, 5, 29, INK);
    picture.rect(7, 0, 3, 1, INK);
    picture.rect(7, 2, 3, 27, STEEL);
    picture.rect(7, 2, 1, 27, STEEL_LIGHT);
    picture.rect(9, 6, 1, 23, STEEL_DARK);
    picture.rect(8, 3, 1, 4, INK);
    picture.draw(&Picture::drawing("cushion_base"), 0, 26);
    picture
}

/// Mustard cloth in the wind with a running stitch.
fn flying_pennant(picture: &mut Picture, step: i32) {
    for x in 0..16 {
        let phase = x as f32 / 15.0 - step as f32 / 6.0;
        let swing = (sin_turns(phase) * (x as f32 / 9.0).min(1.3)).round() as i32;
        let (top, bottom) = (4 + x / 3 + swing, 15 - x * 2 / 5 + swing);
        let cloth = if sin_turns(phase + 0.25) > 0.0 { MUSTARD } else { mix(MUSTARD, MUSTARD_DARK, 75) };
        picture.rect(11 + x, top, 1, bottom - top, cloth);
        if x % 5 < 3 && x < 12 {
            picture.rect(11 + x, i32::midpoint(top, bottom), 1, 1, CREAM);
        }
    }
    *picture = picture.outlined(INK);
}

/// Undyed cloth, limp.
fn hanging_pennant(picture: &mut Picture) {
    let cloth = Picture::drawing("limp_pennant");
    picture.draw(&cloth, 11, 4);
    *picture = picture.outlined(INK);
}

/// Half the width of the exit's opening at a row.
fn opening(y: i32) -> i32 {
    match y {
        ..14 => -1,
        14..40 => (y - 12) / 4 + 1,
        _ => 8,
    }
}

/// A zip door, 32 x 48: two flaps of gingham in a denim arch, warm light between them.
fn exit(step: i32) -> Picture {
    let mut picture = Picture::from_fn(32, 48, |x, y| {
        let inset = arch_inset(x, y);
        match inset {
            ..0 => None,
            0 | 1 | 6 => Some(INK),
            2..6 => Some(frame_thread(x, y, inset)),
            _ => Some(door(x, y, step)),
        }
    });
    zip(&mut picture);
    glow(&mut picture, step);
    picture
}

/// How many pixels inside the arch a pixel lies (the ground is open).
fn arch_inset(x: i32, y: i32) -> i32 {
    let side = x.min(31 - x);
    if y >= 16 {
        return side;
    }
    let (dx, dy) = (x as f32 + 0.5 - 16.0, y as f32 + 0.5 - 16.0);
    (16.0 - (dx * dx + dy * dy).sqrt()).floor() as i32
}

/// The arch: denim with a cream running stitch.
fn frame_thread(x: i32, y: i32, inset: i32) -> Color {
    let along = if y >= 16 { y } else { x + if x < 16 { -y } else { y } };
    let stitched = inset == 4 && along.rem_euclid(6) < 4;
    if stitched { CREAM } else { Fabric::DENIM.thread(x, y, 0) }
}

/// Inside the arch: flap, or the light behind it.
fn door(x: i32, y: i32, step: i32) -> Color {
    let from_middle = if x < 16 { 15 - x } else { x - 16 };
    let half = opening(y);
    if from_middle > half {
        let fold = from_middle == half + 3;
        let cloth = Fabric::GINGHAM.thread(x, y, 0);
        return if fold { mix(cloth, INK, 18) } else { cloth };
    }
    let depth = half - from_middle + y / 12;
    let weave = (x + y + step) % 4 == 0;
    let light = match depth {
        ..2 => MUSTARD_DARK,
        2..4 => MUSTARD,
        4..6 => mix(MUSTARD, CREAM, 45),
        _ => mix(MUSTARD, CREAM, 80),
    };
    if weave { mix(light, CREAM, 35) } else { light }
}

/// Teeth along both flaps, and the slider hanging where they meet.
fn zip(picture: &mut Picture) {
    for y in 7..48 {
        let half = opening(y).max(0);
        let tooth = if y % 2 == 0 { STEEL_LIGHT } else { STEEL_DARK };
        if y < 14 {
            picture.rect(15, y, 2, 1, if y % 2 == 0 { STEEL_LIGHT } else { INK });
        } else {
            picture.rect(15 - half, y, 1, 1, tooth);
            picture.rect(16 + half, y, 1, 1, tooth);
        }
    }
    let slider = Picture::drawing("zip_slider");
    picture.draw(&slider, 13, 9);
}

/// Four sparks that take turns, and a loop of red thread that shimmers.
fn glow(picture: &mut Picture, step: i32) {
    for (i, (x, y)) in [(16, 26), (13, 36), (18, 41), (15, 32)].into_iter().enumerate() {
        if i as i32 == step {
            picture.rect(x - 1, y, 3, 1, WHITE);
            picture.rect(x, y - 1, 1, 3, WHITE);
        } else if (i as i32 + 1) % 4 == step {
            picture.rect(x, y, 1, 1, WHITE);
        }
    }
}

/// A ball of pins, points outwards, 24 x 24: hardly more than the knot that holds them.
fn pin_ball() -> Picture {
    let mut ball = Picture::from_fn(24, 24, spike);
    ball.disk((12.0, 12.0), 4.6, INK);
    ball.disk((12.0, 12.0), 3.6, DANGER_DARK);
    ball.disk((11.4, 11.2), 2.0, DANGER);
    ball
}

/// One pixel of the ten pins around the knot, bound in the colour of danger at their roots.
fn spike(x: i32, y: i32) -> Option<Color> {
    let (dx, dy) = (x as f32 + 0.5 - 12.0, y as f32 + 0.5 - 12.0);
    (0..10).find_map(|i| {
        let (cos, sin) = (cos_turns(i as f32 / 10.0), sin_turns(i as f32 / 10.0));
        let (along, across) = (dx * cos + dy * sin, dx * sin - dy * cos);
        let half = (12.4 - along) * 0.4;
        let inside = along > 2.0 && across.abs() < half;
        let is_edge = across.abs() > half - 0.8 || along > 11.2;
        let color = match (along, across < 0.0) {
            (8.6.., true) => STEEL_LIGHT,
            (8.6.., false) => STEEL,
            (_, true) => DANGER,
            (_, false) => DANGER_DARK,
        };
        inside.then_some(if is_edge { INK } else { color })
    })
}
