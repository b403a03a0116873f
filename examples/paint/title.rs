//! The word SEAMWALKER: ten stuffed letters of five fabrics, and a needle that sews them together.

use crate::art::contour::{Mask, Stitch, sew};
use crate::art::fabric::{Fabric, Roll};
use crate::art::noise::sin_turns;
use crate::art::palette::{CREAM, INK, RED, RED_DARK, ROSE, STEEL, STEEL_DARK, STEEL_LIGHT, mix};
use crate::art::picture::Picture;

const WIDTH: i32 = 432;
const HEIGHT: i32 = 88;
/// Half the thickness of a letter's strokes.
const STROKE: f32 = 7.6;

/// A letter: strokes as chains of points in a box of its width x 44, and that width.
struct Letter {
    strokes: &'static [&'static [(i32, i32)]],
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
    width: 24,
};
const E: Letter = Letter {
    strokes: &[&[(22, 0), (0, 0), (0, 44), (22, 44)], &[(0, 22), (17, 22)]],
    width: 22,
};
const A: Letter = Letter {
    strokes: &[&[(0, 44), (14, 0), (28, 44)], &[(6, 31), (22, 31)]],
    width: 28,
};
const M: Letter = Letter {
    strokes: &[&[(0, 44), (2, 0), (17, 25), (32, 0), (34, 44)]],
    width: 34,
};
const W: Letter = Letter {
    strokes: &[&[(0, 0), (8, 44), (19, 14), (30, 44), (38, 0)]],
    width: 38,
};
const L: Letter = Letter {
    strokes: &[&[(0, 0), (0, 44), (20, 44)]],
    width: 20,
};
const K: Letter = Letter {
    strokes: &[&[(0, 0), (0, 44)], &[(22, 0), (3, 22), (23, 44)]],
    width: 23,
};
const R: Letter = Letter {
    strokes: &[
        &[
            (0, 44),
            (0, 0),
            (14, 0),
            (22, 6),
            (22, 16),
            (14, 23),
            (0, 23),
        ],
        &[(11, 23), (23, 44)],
    ],
    width: 23,
};

/// The word, with how far each letter sinks below the line.
const WORD: [(Letter, i32); 10] = [
    (S, 3),
    (E, 0),
    (A, 4),
    (M, 1),
    (W, 5),
    (A, 0),
    (L, 4),
    (K, 1),
    (E, 4),
    (R, 0),
];

/// The title.
pub fn picture() -> Picture {
    let mut title = Picture::new(WIDTH, HEIGHT);
    let places = places();
    thread(&mut title, &places, false);
    for (i, ((letter, sink), &left)) in WORD.iter().zip(&places).enumerate() {
        patch(&mut title, letter, Fabric::ALL[i % 5], left, 14 + sink);
    }
    thread(&mut title, &places, true);
    needle(&mut title);
    title
}

/// The left edge of each letter's box.
fn places() -> Vec<i32> {
    let mut left = 13;
    WORD.iter()
        .map(|(letter, _)| {
            let place = left;
            left += letter.width + 13;
            place
        })
        .collect()
}

/// One letter cut from fabric: shadow, ink outline, cloth with a lit hem, running stitch.
fn patch(title: &mut Picture, letter: &Letter, fabric: Fabric, left: i32, top: i32) {
    let cloth = Mask::from_fn(WIDTH, HEIGHT, |x, y| {
        let near = (left - 12..left + letter.width + 12).contains(&x);
        near && distance(letter, (x - left) as f32 + 0.5, (y - top) as f32 + 0.5) < STROKE
    });
    let (edge, hem, inner) = (cloth.grown(2), cloth.shrunk(1), cloth.shrunk(3));
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            if cloth.has(x, y) {
                let thread = fabric.thread(x - left, y - top, Roll::main(1));
                title.put(
                    x,
                    y,
                    if hem.has(x, y) {
                        thread
                    } else {
                        mix(thread, CREAM, 28)
                    },
                );
            } else if edge.has(x, y)
                || edge.has(x, y - 1)
                || edge.has(x, y - 2)
                || edge.has(x - 1, y - 2)
            {
                title.put(x, y, INK);
            }
        }
    }
    for walk in inner.walks().iter().filter(|walk| walk.len() > 8) {
        sew(
            title,
            walk,
            Stitch {
                on: 4,
                off: 3,
                thick: 1,
                color: CREAM,
            },
        );
    }
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

/// Where the red thread runs: a lazy wave that ends at the needle's eye.
fn thread_row(x: i32) -> i32 {
    let wave = 6.0 * sin_turns(x as f32 / 118.0) + 3.0 * sin_turns(x as f32 / 47.0 + 0.3);
    let rise = (x - WIDTH + 60).max(0) as f32 * 0.3;
    (60.0 + wave - rise) as i32
}

/// The thread's part behind the letters, or the stitches in front of them.
fn thread(title: &mut Picture, places: &[i32], front: bool) {
    for x in 2..WIDTH - 36 {
        let over = places
            .iter()
            .any(|left| (3..11).contains(&((x - left - 4).rem_euclid(1000))) && x >= *left);
        if front && !over {
            continue;
        }
        let (y, next) = (thread_row(x), thread_row(x + 1));
        let (low, high) = (y.min(next), y.max(next));
        title.rect(x, low - 1, 1, high - low + 4, INK);
        title.rect(x, low, 1, high - low + 2, RED);
        title.rect(x, high + 1, 1, 1, RED_DARK);
        if x % 4 == 0 {
            title.rect(x, low, 1, 1, ROSE);
        }
    }
}

/// The needle at the right, pointing up.
fn needle(title: &mut Picture) {
    let (eye, point) = ((WIDTH - 42, thread_row(WIDTH - 42)), (WIDTH - 4, 18));
    let width = |t: f32| {
        if t < 0.3 {
            2.6
        } else {
            2.6 * (1.0 - t) / 0.7 + 0.4
        }
    };
    for grow in [1.6, 0.0] {
        for y in 0..HEIGHT {
            for x in WIDTH - 60..WIDTH {
                let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
                let (dx, dy) = ((point.0 - eye.0) as f32, (point.1 - eye.1) as f32);
                let t = ((px - eye.0 as f32) * dx + (py - eye.1 as f32) * dy) / (dx * dx + dy * dy);
                let side = ((px - eye.0 as f32) * dy - (py - eye.1 as f32) * dx)
                    / (dx * dx + dy * dy).sqrt();
                if !(0.0..=1.0).contains(&t) || side.abs() > width(t) + grow {
                    continue;
                }
                let hole = (0.06..0.2).contains(&t) && side.abs() < 1.0;
                let color = if grow > 0.0 || hole {
                    INK
                } else if side < -0.6 {
                    STEEL_LIGHT
                } else if side > 1.0 {
                    STEEL_DARK
                } else {
                    STEEL
                };
                title.put(x, y, color);
            }
        }
    }
}
