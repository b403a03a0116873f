//! A picture in memory, and the shapes that are drawn on it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::palette::{CLEAR, Color, WHITE};

/// As many colours as a palette holds.
const MAX_COLORS: usize = 256;

/// Pixels in rows from the top left. Drawing outside the border is allowed and does nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    pub width: i32,
    pub height: i32,
    pixels: Vec<Color>,
}

impl Picture {
    /// A fully transparent picture.
    pub fn new(width: i32, height: i32) -> Self {
        Self { width, height, pixels: vec![CLEAR; (width * height) as usize] }
    }

    /// The picture whose pixel (x, y) is `color(x, y)`, and transparent where that is none.
    pub fn from_fn<C: Into<Option<Color>>>(width: i32, height: i32, color: impl Fn(i32, i32) -> C) -> Self {
        let mut picture = Self::new(width, height);
        picture.paint(color);
        picture
    }

    /// The set of pixels for which `is_inside` is true, as a white shape.
    pub fn mask(width: i32, height: i32, is_inside: impl Fn(i32, i32) -> bool) -> Self {
        Self::from_fn(width, height, |x, y| is_inside(x, y).then_some(WHITE))
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| (y * self.width + x) as usize)
    }

    /// The pixel, or transparent outside the border.
    pub fn get(&self, x: i32, y: i32) -> Color {
        self.index(x, y).map_or(CLEAR, |i| self.pixels[i])
    }

    /// Whether something is drawn at the pixel.
    pub fn is_drawn(&self, x: i32, y: i32) -> bool {
        self.get(x, y)[3] > 0
    }

    /// All pixels in rows.
    pub fn colors(&self) -> &[Color] {
        &self.pixels
    }

    /// The picture in so few colours that a file needs one byte per pixel: rare ones become the nearest of the others.
    pub fn with_a_palette(mut self) -> Self {
        let mut counts = BTreeMap::<Color, usize>::new();
        self.pixels.iter().for_each(|color| *counts.entry(*color).or_default() += 1);
        let mut colors: Vec<Color> = counts.keys().copied().collect();
        if colors.len() <= MAX_COLORS {
            return self;
        }
        colors.sort_by_key(|color| (Reverse(counts[color]), *color));
        let (kept, rare) = colors.split_at(MAX_COLORS);
        let away = |a: &Color, b: &Color| a.iter().zip(b).map(|(a, b)| i32::from(a.abs_diff(*b)).pow(2)).sum::<i32>();
        let nearest = |color: &Color| kept.iter().copied().min_by_key(|other| away(other, color)).unwrap_or(*color);
        let instead: BTreeMap<Color, Color> = rare.iter().map(|color| (*color, nearest(color))).collect();
        for pixel in &mut self.pixels {
            *pixel = instead.get(pixel).copied().unwrap_or(*pixel);
        }
        self
    }

    /// Lays a colour over a pixel; a transparent one changes nothing.
    pub fn put(&mut self, x: i32, y: i32, color: Color) {
        if let Some(i) = self.index(x, y).filter(|_| color[3] > 0) {
            self.pixels[i] = color;
        }
    }

    /// Lays `color(x, y)` over every pixel that has one.
    pub fn paint<C: Into<Option<Color>>>(&mut self, color: impl Fn(i32, i32) -> C) {
        for y in 0..self.height {
            for x in 0..self.width {
                if let Some(c) = color(x, y).into() {
                    self.put(x, y, c);
                }
            }
        }
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, color: Color) {
        for row in y..y + height {
            for column in x..x + width {
                self.put(column, row, color);
            }
        }
    }

    /// Lays another picture over this one with its top left corner at (x, y).
    pub fn draw(&mut self, other: &Self, x: i32, y: i32) {
        for row in 0..other.height {
            for column in 0..other.width {
                self.put(x + column, y + row, other.get(column, row));
            }
        }
    }

    /// The part with top left corner (x, y).
    pub fn crop(&self, x: i32, y: i32, width: i32, height: i32) -> Self {
        Self::from_fn(width, height, |column, row| self.get(x + column, y + row))
    }
}

/// Whether the middle of the pixel lies in the ellipse.
pub fn in_ellipse(x: i32, y: i32, center: (f32, f32), half: (f32, f32)) -> bool {
    let dx = (x as f32 + 0.5 - center.0) / half.0;
    let dy = (y as f32 + 0.5 - center.1) / half.1;
    dx * dx + dy * dy <= 1.0
}

/// Whether the middle of the pixel lies in a circle of radius `outer`, but not in one of radius `inner`.
pub fn in_ring(x: i32, y: i32, center: (f32, f32), outer: f32, inner: f32) -> bool {
    in_ellipse(x, y, center, (outer, outer)) && !in_ellipse(x, y, center, (inner, inner))
}

/// The pixels of a straight line, both ends included.
pub fn line(from: (i32, i32), to: (i32, i32)) -> Vec<(i32, i32)> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let steps = dx.abs().max(dy.abs());
    let round = |part: i32, i: i32| (2 * part * i + steps).div_euclid(2 * steps.max(1));
    (0..=steps).map(|i| (from.0 + round(dx, i), from.1 + round(dy, i))).collect()
}

/// The pixels of a chain of straight lines, corners once.
pub fn polyline(points: &[(i32, i32)]) -> Vec<(i32, i32)> {
    let mut pixels: Vec<_> = points.windows(2).flat_map(|pair| line(pair[0], pair[1])).collect();
    pixels.dedup();
    pixels
}
