//! A small picture in memory, and the strokes that every drawing is made of.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::palette::{CLEAR, Color, WHITE, letter, mix};

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

    /// Tiles of 16 pixels, eight in a row.
    pub fn sheet(rows: i32, tiles: impl IntoIterator<Item = Self>) -> Self {
        let mut sheet = Self::new(128, rows * 16);
        for (id, tile) in (0..).zip(tiles) {
            sheet.draw(&tile, id % 8 * 16, id / 8 * 16);
        }
        sheet
    }

    /// The drawing of `drawings.txt` with this title.
    pub fn drawing(title: &str) -> Self {
        Self::drawings(title).swap_remove(0)
    }

    /// The drawings of `drawings.txt` side by side below this title.
    pub fn drawings(title: &str) -> Vec<Self> {
        let mut sections = include_str!("drawings.txt").split("\n\n").filter_map(|section| section.split_once('\n'));
        let found = sections.find(|section| section.0 == title);
        Self::side_by_side(found.unwrap_or_else(|| panic!("drawings.txt has no {title}")).1.lines())
    }

    /// Drawings in letters of the palette, with spaces between them.
    pub fn side_by_side<'a>(rows: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let rows: Vec<Vec<&[u8]>> = rows.into_iter().map(|row| row.split(' ').map(str::as_bytes).collect()).collect();
        let letters = |i: usize| {
            Self::from_fn(rows[0][i].len() as i32, rows.len() as i32, |x, y| letter(rows[y as usize][i][x as usize]))
        };
        (0..rows[0].len()).map(letters).collect()
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

    /// All pixels in rows, four bytes each.
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
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

    /// Replaces a pixel, opacity included.
    pub fn put(&mut self, x: i32, y: i32, color: Color) {
        if let Some(i) = self.index(x, y) {
            self.pixels[i] = color;
        }
    }

    /// Lays a colour over a pixel according to its opacity.
    pub fn blend(&mut self, x: i32, y: i32, color: Color) {
        let below = self.get(x, y);
        match color[3] {
            0 => {}
            255 => self.put(x, y, color),
            alpha if below[3] == 255 => {
                let percent = i32::from(alpha) * 100 / 255;
                let over = [color[0], color[1], color[2], 255];
                self.put(x, y, mix(below, over, percent));
            }
            alpha if alpha >= below[3] => self.put(x, y, color),
            _ => {}
        }
    }

    /// Lays `color(x, y)` over every pixel that has one.
    pub fn paint<C: Into<Option<Color>>>(&mut self, color: impl Fn(i32, i32) -> C) {
        for y in 0..self.height {
            for x in 0..self.width {
                if let Some(c) = color(x, y).into() {
                    self.blend(x, y, c);
                }
            }
        }
    }

    /// Replaces every pixel, opacity included, by `color(x, y, old)`.
    pub fn change(&mut self, color: impl Fn(i32, i32, Color) -> Color) {
        for (i, pixel) in (0..).zip(&mut self.pixels) {
            *pixel = color(i % self.width, i / self.width, *pixel);
        }
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, color: Color) {
        for row in y..y + height {
            for column in x..x + width {
                self.blend(column, row, color);
            }
        }
    }

    /// A filled rectangle without its four corner pixels.
    pub fn pill(&mut self, x: i32, y: i32, width: i32, height: i32, color: Color) {
        self.rect(x + 1, y, width - 2, height, color);
        self.rect(x, y + 1, 1, height - 2, color);
        self.rect(x + width - 1, y + 1, 1, height - 2, color);
    }

    /// A filled square at the upper left with the corners cut off.
    pub fn rounded(&mut self, size: i32, color: Color) {
        self.rect(2, 0, size - 4, size, color);
        self.rect(0, 2, size, size - 4, color);
        self.rect(1, 1, size - 2, size - 2, color);
    }

    /// Single pixels.
    pub fn dots(&mut self, places: impl IntoIterator<Item = (i32, i32)>, color: Color) {
        places.into_iter().for_each(|(x, y)| self.blend(x, y, color));
    }

    /// A straight line of single pixels, both ends included.
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), color: Color) {
        self.dots(line(from, to), color);
    }

    /// A filled ellipse with centre and half axes in pixels; (8.0, 8.0) is the corner between four pixels.
    pub fn ellipse(&mut self, center: (f32, f32), half: (f32, f32), color: Color) {
        self.paint(|x, y| in_ellipse(x, y, center, half).then_some(color));
    }

    /// A filled disk.
    pub fn disk(&mut self, center: (f32, f32), radius: f32, color: Color) {
        self.ellipse(center, (radius, radius), color);
    }

    /// Lays another picture over this one with its top left corner at (x, y).
    pub fn draw(&mut self, other: &Self, x: i32, y: i32) {
        for row in 0..other.height {
            for column in 0..other.width {
                self.blend(x + column, y + row, other.get(column, row));
            }
        }
    }

    /// The part with top left corner (x, y).
    pub fn crop(&self, x: i32, y: i32, width: i32, height: i32) -> Self {
        Self::from_fn(width, height, |column, row| self.get(x + column, y + row))
    }

    /// Left and right exchanged.
    pub fn mirrored(&self) -> Self {
        Self::from_fn(self.width, self.height, |x, y| self.get(self.width - 1 - x, y))
    }

    /// Top and bottom exchanged.
    pub fn flipped(&self) -> Self {
        Self::from_fn(self.width, self.height, |x, y| self.get(x, self.height - 1 - y))
    }

    /// Turned by a quarter, clockwise: what was on top is at the right.
    pub fn turned(&self) -> Self {
        Self::from_fn(self.height, self.width, |x, y| self.get(y, self.height - 1 - x))
    }

    /// With a one pixel line around everything drawn (inside the same border).
    pub fn outlined(&self, color: Color) -> Self {
        Self::from_fn(self.width, self.height, |x, y| {
            let beside = [(1, 0), (-1, 0), (0, 1), (0, -1)];
            let near = beside.iter().any(|&(dx, dy)| self.is_drawn(x + dx, y + dy));
            if near && !self.is_drawn(x, y) { color } else { self.get(x, y) }
        })
    }

    /// Every drawn pixel changed by `change`.
    pub fn recolored(&self, change: impl Fn(Color) -> Color) -> Self {
        Self::from_fn(self.width, self.height, |x, y| self.is_drawn(x, y).then(|| change(self.get(x, y))))
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

/// The smooth curve through three control points (quadratic Bezier), as pixels.
pub fn curve(a: (i32, i32), b: (i32, i32), c: (i32, i32)) -> Vec<(i32, i32)> {
    const STEPS: i32 = 24;
    let at = |i: i32, a: i32, b: i32, c: i32| {
        let j = STEPS - i;
        let sum = j * j * a + 2 * i * j * b + i * i * c;
        (2 * sum + STEPS * STEPS).div_euclid(2 * STEPS * STEPS)
    };
    let points: Vec<_> = (0..=STEPS).map(|i| (at(i, a.0, b.0, c.0), at(i, a.1, b.1, c.1))).collect();
    polyline(&points)
}
