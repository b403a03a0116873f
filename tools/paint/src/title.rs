//! The word SEAMWALKER: ten stuffed letters of five fabrics, and a needle that sews them together.

use crate::contour::Stitch;
use crate::fabric::Fabric;
use crate::palette::{CREAM, INK, RED, RED_DARK, ROSE, STEEL, STEEL_DARK, STEEL_LIGHT, mix};
use crate::picture::{Picture, curve};

const WIDTH: i32 = 474;
const HEIGHT: i32 = 88;
/// Between the boxes of two letters.
const GAP: i32 = 15;
/// Half the thickness of a letter's strokes.
const STROKE: f32 = 7.6;

/// A letter: strokes as chains of points in a box of its width x 44, and that width.
struct Letter {
    strokes: &'static [&'static [(i32, i32)]],
    /// Where the thread enters and leaves, just above the line.
    feet: (i32, i32),
    width: i32,
}

const S: Letter = Letter {
    strokes: &[&[
        (23, 5),
        (17, 1),
        (8, 1),
        (1, 6),
        (1, 15),
        (7, 21),
        (17, 23),
        (23, 29),
        (23, 37),
        (16, 43),
        (7, 43),
        (0, 38),
    ]],
    feet: (3, 20),
    width: 24,
};
const E: Letter =
    Letter { strokes: &[&[(22, 0), (0, 0), (0, 44), (22, 44)], &[(0, 22), (17, 22)]], feet: (0, 20), width: 22 };
const A: Letter = Letter { strokes: &[&[(0, 44), (14, 0), (28, 44)], &[(6, 31), (22, 31)]], feet: (0, 28), width: 28 };
const M: Letter = Letter { strokes: &[&[(0, 44), (2, 0), (17, 25), (32, 0), (34, 44)]], feet: (0, 34), width: 34 };
const W: Letter = Letter { strokes: &[&[(0, 0), (8, 44), (19, 14), (30, 44), (38, 0)]], feet: (8, 30), width: 38 };
const L: Letter = Letter { strokes: &[&[(0, 0), (0, 44), (20, 44)]], feet: (0, 18), width: 20 };
const K: Letter = Letter { strokes: &[&[(0, 0), (0, 44)], &[(22, 0), (3, 22), (23, 44)]], feet: (0, 23), width: 23 };
const R: Letter = Letter {
    strokes: &[&[(0, 44), (0, 0), (14, 0), (22, 6), (22, 16), (14, 23), (0, 23)], &[(11, 23), (23, 44)]],
    feet: (0, 23),
    width: 23,
};

/// The word, with how far each letter sinks below the line.
const WORD: [(Letter, i32); 10] = [(S, 3), (E, 0), (A, 4), (M, 1), (W, 5), (A, 0), (L, 4), (K, 1), (E, 4), (R, 0)];

/// The title.
pub fn picture() -> Picture {
    let mut title = Picture::new(WIDTH, HEIGHT);
    let places = places();
    for (i, ((letter, sink), &left)) in WORD.iter().zip(&places).enumerate() {
        patch(&mut title, letter, Fabric::ALL[i % 5], left, 14 + sink);
    }
    for (pair, lefts) in WORD.windows(2).zip(places.windows(2)) {
        let from = (lefts[0] + pair[0].0.feet.1, 57 + pair[0].1);
        let to = (lefts[1] + pair[1].0.feet.0, 57 + pair[1].1);
        join(&mut title, from, to);
    }
    needle(&mut title);
    yarn(&mut title, &curve((3, 84), (22, 88), (14, 66)));
    yarn(&mut title, &curve((404, 60), (430, 100), (442, 64)));
    yarn(&mut title, &curve((442, 64), (447, 50), (439, 44)));
    title
}

/// The left edge of each letter's box.
fn places() -> Vec<i32> {
    let mut left = 13;
    let place = |letter: &Letter| {
        left += letter.width + GAP;
        left - letter.width - GAP
    };
    WORD.iter().map(|(letter, _)| letter).map(place).collect()
}

/// One letter cut from fabric: shadow, ink outline, cloth with a lit hem, running stitch.
fn patch(title: &mut Picture, letter: &Letter, fabric: Fabric, left: i32, top: i32) {
    let cloth = Picture::mask(WIDTH, HEIGHT, |x, y| {
        let near = (left - 12..left + letter.width + 12).contains(&x);
        near && distance(letter, (x - left) as f32 + 0.5, (y - top) as f32 + 0.5) < STROKE
    });
    let (edge, hem) = (cloth.grown(2), cloth.shrunk(1));
    title.paint(|x, y| {
        if cloth.is_drawn(x, y) {
            let thread = fabric.thread(x - left, y - top, 1);
            return Some(if hem.is_drawn(x, y) { thread } else { mix(thread, CREAM, 28) });
        }
        [(0, 0), (0, 1), (0, 2), (1, 2)].iter().any(|(dx, dy)| edge.is_drawn(x - dx, y - dy)).then_some(INK)
    });
    title.sew_around(&cloth.shrunk(3), 8, Stitch { on: 4, off: 3, thick: 1, color: CREAM });
}

/// Distance from a point to the nearest stroke.
fn distance(letter: &Letter, x: f32, y: f32) -> f32 {
    let segments = letter.strokes.iter().flat_map(|stroke| stroke.windows(2));
    let distances = segments.map(|pair| to_segment((x, y), as_f32(pair[0]), as_f32(pair[1])));
    distances.fold(f32::MAX, f32::min)
}

fn as_f32((x, y): (i32, i32)) -> (f32, f32) {
    (x as f32, y as f32)
}

/// Distance from a point to a segment.
fn to_segment(point: (f32, f32), a: (f32, f32), b: (f32, f32)) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let along = ((point.0 - a.0) * dx + (point.1 - a.1) * dy) / (dx * dx + dy * dy);
    let t = along.clamp(0.0, 1.0);
    let (px, py) = (point.0 - a.0 - t * dx, point.1 - a.1 - t * dy);
    (px * px + py * py).sqrt()
}

/// A slack stitch of red thread between two letters.
fn join(title: &mut Picture, from: (i32, i32), to: (i32, i32)) {
    for hole in [from, to] {
        title.disk((hole.0 as f32 + 1.0, hole.1 as f32 + 1.0), 2.8, INK);
    }
    yarn(title, &curve(from, (i32::midpoint(from.0, to.0), from.1.max(to.1) + 8), to));
}

/// A two pixel thread with a dark outline, lit and twisted.
fn yarn(title: &mut Picture, path: &[(i32, i32)]) {
    for &(x, y) in path {
        title.rect(x - 1, y - 1, 4, 4, INK);
    }
    for (i, &(x, y)) in path.iter().enumerate() {
        title.rect(x, y + 1, 2, 1, RED_DARK);
        title.rect(x, y, 2, 1, if i % 4 == 0 { ROSE } else { RED });
    }
}

/// The needle at the right: it has just pulled the thread through and flies up and away.
fn needle(title: &mut Picture) {
    const EYE: (f32, f32) = (436.0, 52.0);
    const POINT: (f32, f32) = (470.0, 6.0);
    let (dx, dy) = (POINT.0 - EYE.0, POINT.1 - EYE.1);
    let length = (dx * dx + dy * dy).sqrt();
    title.paint(|x, y| {
        let (px, py) = (x as f32 + 0.5 - EYE.0, y as f32 + 0.5 - EYE.1);
        let along = (px * dx + py * dy) / length;
        let across = (px * dy - py * dx) / length;
        let half = needle_half(along, length);
        let hole = (5.0..14.0).contains(&along) && across.abs() < 1.1;
        let outside = across.abs() > half + 1.7 || !(-1.5..length + 1.5).contains(&along);
        (!outside).then_some(match across {
            _ if across.abs() > half || hole => INK,
            _ if across < -half * 0.3 => STEEL_LIGHT,
            _ if across > half * 0.5 => STEEL_DARK,
            _ => STEEL,
        })
    });
}

/// Half the needle's thickness at a distance from its blunt end; negative beyond its ends.
fn needle_half(along: f32, length: f32) -> f32 {
    match along {
        ..0.0 => -0.5,
        0.0..3.0 => 1.4 + along * 0.5,
        3.0..16.0 => 2.9,
        _ if along > length => -0.8,
        _ => 2.6 * (length - along) / (length - 16.0) + 0.1,
    }
}
