//! Pieces of felt, cut along simple outlines and laid over each other: what the pictures behind a level are made of.
//!
//! They have six values close to white and to each other, and no dark lines: what is far has less contrast than what can be touched. The tint
//! of the layer in Tiled makes them the colour of a place, and of a distance.

use crate::palette::{Color, rgb};
use crate::picture::{Picture, in_ellipse, in_ring, polyline};
use serde::Deserialize;

/// The values, from light to dark.
const VALUES: [Color; 6] =
    [rgb(0xff_fbf0), rgb(0xec_e7e2), rgb(0xd6_d0d3), rgb(0xbc_b4bf), rgb(0xa0_98a8), rgb(0x84_7c8f)];

/// Where the shade begins, as a percentage of a piece's height; at its foot, three of four pixels are dark.
const DIM: i32 = 40;
/// The order in which pixels of a square get dark (Bayer 1973): a border of two tones would be seen as a band.
const ORDER: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// How far the shadow of a piece lies from it.
const CAST: (i32, i32) = (2, 3);

/// Rounds of cutting the corners of a soft outline.
const ROUNDS: usize = 3;

/// An outline, in pixels.
#[derive(Deserialize)]
pub enum Cut {
    /// A rectangle: left, top, width, height, radius of its corners.
    Slab(i32, i32, i32, i32, i32),
    /// An ellipse: left, top, width, height.
    Oval(i32, i32, i32, i32),
    /// A ring: middle, outer radius, thickness.
    Ring(i32, i32, i32, i32),
    /// A polygon.
    Poly(Vec<(i32, i32)>),
    /// A polygon with soft corners.
    Soft(Vec<(i32, i32)>),
    /// A soft line from the first of these points to the last, so thick.
    Thread(i32, Vec<(i32, i32)>),
    /// As many copies, so far apart along x and y.
    Row(i32, i32, i32, Box<Self>),
}

impl Cut {
    /// The same outline, so many times as large.
    fn grown(&self, by: f32) -> Self {
        let grow = |length: &i32| (*length as f32 * by).round() as i32;
        let all = |points: &[(i32, i32)]| points.iter().map(|(x, y)| (grow(x), grow(y))).collect();
        match self {
            Self::Slab(x, y, width, height, radius) => {
                Self::Slab(grow(x), grow(y), grow(width), grow(height), grow(radius))
            }
            Self::Oval(x, y, width, height) => Self::Oval(grow(x), grow(y), grow(width), grow(height)),
            Self::Ring(x, y, outer, thick) => Self::Ring(grow(x), grow(y), grow(outer), grow(thick)),
            Self::Poly(points) => Self::Poly(all(points)),
            Self::Soft(points) => Self::Soft(all(points)),
            Self::Thread(thick, points) => Self::Thread(grow(thick), all(points)),
            Self::Row(count, dx, dy, of) => Self::Row(*count, grow(dx), grow(dy), Box::new(of.grown(by))),
        }
    }
}

/// A piece: its value, and its outline.
#[derive(Deserialize)]
pub enum Piece {
    /// Felt with light and shade.
    Felt(usize, Cut),
    /// One even value.
    Flat(usize, Cut),
    /// A hole.
    Hole(Cut),
}

/// Lays pieces over each other, so many times as large as they are described. Felt casts a shadow on what lies below it.
pub fn laid((width, height): (i32, i32), by: f32, pieces: &[Piece]) -> Picture {
    let [width, height] = [width, height].map(|size| (size as f32 * by).round() as i32);
    let mut picture = Picture::new(width, height);
    for piece in pieces {
        let (Piece::Felt(_, cut) | Piece::Flat(_, cut) | Piece::Hole(cut)) = piece;
        let mask = mask(width, height, &cut.grown(by));
        match piece {
            Piece::Felt(value, _) => {
                let below = picture.clone();
                picture.paint(|x, y| mask.is_drawn(x - CAST.0, y - CAST.1).then(|| darker(below.get(x, y))));
                felt(&mut picture, *value, &mask);
            }
            Piece::Flat(value, _) => picture.paint(|x, y| mask.is_drawn(x, y).then_some(VALUES[*value])),
            Piece::Hole(_) => {
                picture = Picture::from_fn(width, height, |x, y| (!mask.is_drawn(x, y)).then(|| picture.get(x, y)));
            }
        }
    }
    picture
}

/// The next darker value.
fn darker(color: Color) -> Color {
    let at = VALUES.iter().position(|value| *value == color);
    at.map_or(color, |at| VALUES[(at + 1).min(VALUES.len() - 1)])
}

/// The pixels inside an outline.
fn mask(width: i32, height: i32, cut: &Cut) -> Picture {
    match cut {
        &Cut::Slab(left, top, wide, high, radius) => {
            Picture::mask(width, height, |x, y| in_box((x - left, y - top), (wide, high), radius))
        }
        &Cut::Oval(left, top, wide, high) => {
            let half = (wide as f32 / 2.0, high as f32 / 2.0);
            let center = (left as f32 + half.0, top as f32 + half.1);
            Picture::mask(width, height, |x, y| in_ellipse(x, y, center, half))
        }
        &Cut::Ring(x0, y0, outer, thick) => {
            let (center, inner) = ((x0 as f32, y0 as f32), (outer - thick) as f32);
            Picture::mask(width, height, |x, y| in_ring(x, y, center, outer as f32, inner))
        }
        Cut::Poly(points) => {
            let points: Vec<_> = points.iter().map(|&(x, y)| (x as f32, y as f32)).collect();
            Picture::mask(width, height, |x, y| in_polygon(&points, x, y))
        }
        Cut::Soft(points) => {
            let points = softened(points);
            Picture::mask(width, height, |x, y| in_polygon(&points, x, y))
        }
        Cut::Thread(thick, points) => {
            let mut picture = Picture::new(width, height);
            let (thick, from, white) = (*thick, thick / 2, VALUES[0]);
            polyline(&hung(points))
                .into_iter()
                .for_each(|(x, y)| picture.rect(x - from, y - from, thick, thick, white));
            picture
        }
        Cut::Row(count, dx, dy, of) => {
            let one = mask(width, height, of);
            let mut picture = Picture::new(width, height);
            (0..*count).for_each(|i| picture.draw(&one, i * dx, i * dy));
            picture
        }
    }
}

/// A piece with a lit edge at the upper left, shade below, dithered, and a faint running stitch along its border if it is not thin.
fn felt(picture: &mut Picture, value: usize, mask: &Picture) {
    let Some((top, high)) = rows(mask) else { return };
    let (light, body, shade) = (VALUES[value.saturating_sub(1)], VALUES[value], VALUES[(value + 1).min(5)]);
    let lit = |x, y| !mask.is_drawn(x, y - 1) || !mask.is_drawn(x - 1, y) || !mask.is_drawn(x, y - 2);
    let low = |x, y| !mask.is_drawn(x, y + 2) || !mask.is_drawn(x + 2, y) || !mask.is_drawn(x + 1, y + 1);
    let is_inside = |x: i32, y: i32, by: i32| {
        [(by, 0), (-by, 0), (0, by), (0, -by)].iter().all(|(dx, dy)| mask.is_drawn(x + dx, y + dy))
    };
    picture.paint(|x: i32, y: i32| {
        let down = (y - top) * 100 / high;
        let order = ORDER[y as usize % 4][x as usize % 4];
        let is_shaded = (down - DIM) * 12 > order * (100 - DIM);
        let color = if lit(x, y) || is_inside(x, y, 4) && !is_inside(x, y, 5) && (2 * x + y) % 9 < 5 && high > 26 {
            light
        } else if low(x, y) || is_shaded {
            shade
        } else {
            body
        };
        mask.is_drawn(x, y).then_some(color)
    });
}

/// The first row of what is drawn, and how many there are up to the last.
fn rows(mask: &Picture) -> Option<(i32, i32)> {
    let is_drawn = |y: &i32| (0..mask.width).any(|x| mask.is_drawn(x, *y));
    let (top, bottom) = ((0..mask.height).find(is_drawn)?, (0..mask.height).rev().find(is_drawn)?);
    Some((top, bottom - top + 1))
}

/// Whether a pixel lies in a rectangle at the origin with round corners.
fn in_box((x, y): (i32, i32), (wide, high): (i32, i32), radius: i32) -> bool {
    let beyond = |at: i32, size: i32| (radius - at).max(at - (size - 1 - radius)).max(0);
    let (dx, dy) = (beyond(x, wide), beyond(y, high));
    (0..wide).contains(&x) && (0..high).contains(&y) && dx * dx + dy * dy <= radius * radius
}

/// Even-odd test at the middle of a pixel.
fn in_polygon(points: &[(f32, f32)], x: i32, y: i32) -> bool {
    let (px, py) = (x as f32 + 0.5, y as f32 + 0.5);
    let next = points.iter().cycle().skip(1);
    let crossings = points
        .iter()
        .zip(next)
        .filter(|(a, b)| (a.1 > py) != (b.1 > py) && px < a.0 + (b.0 - a.0) * (py - a.1) / (b.1 - a.1));
    crossings.count() % 2 == 1
}

/// An outline whose corners are cut again and again (Chaikin).
fn softened(points: &[(i32, i32)]) -> Vec<(f32, f32)> {
    let mut points: Vec<_> = points.iter().map(|&(x, y)| (x as f32, y as f32)).collect();
    for _ in 0..ROUNDS {
        points.push(points[0]);
        points = points.windows(2).flat_map(cut).collect();
    }
    points
}

/// A line with its corners cut in the same way, between the same ends.
fn hung(points: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let mut soft: Vec<_> = points.iter().map(|&(x, y)| (x as f32, y as f32)).collect();
    let (first, last) = (soft[0], soft[soft.len() - 1]);
    for _ in 0..ROUNDS {
        let inside = soft.windows(2).flat_map(cut).skip(1);
        let mut next: Vec<_> = std::iter::once(first).chain(inside).collect();
        *next.last_mut().expect("the first point") = last;
        soft = next;
    }
    soft.into_iter().map(|(x, y)| (x.round() as i32, y.round() as i32)).collect()
}

/// The points at a quarter and at three quarters of a line.
fn cut(line: &[(f32, f32)]) -> [(f32, f32); 2] {
    let at = |t: f32| (line[0].0 + (line[1].0 - line[0].0) * t, line[0].1 + (line[1].1 - line[0].1) * t);
    [at(0.25), at(0.75)]
}
