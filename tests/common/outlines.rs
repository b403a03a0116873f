//! Random outlines made of tiles, and hills drawn by hand, for movers of any size.

use glam::{IVec2, Vec2};
use seamwalker_collide::{Edge, Mover, Side, Terrain};
use seamwalker_lab::Rng;
use seamwalker_lab::ascii::{self, Make, tile};

/// Side of a tile, px.
const TILE: f32 = 16.0;

/// Tiles in the letters of [`tile`], and closed polygons, clockwise on screen.
#[derive(Clone, Debug)]
pub struct Outline {
    pub rows: Vec<Vec<u8>>,
    pub polygons: Vec<Vec<Vec2>>,
    /// Every tile keeps its own edges, with all seams.
    pub separate: bool,
}

/// The number of kinds of outlines.
pub const KINDS: u64 = 7;

impl Outline {
    /// A random outline that suits the mover's size.
    pub fn random(rng: &mut Rng, mover: &Mover) -> Self {
        let half = mover.aabb.half;
        let tiles = (half * 2.0 / TILE).ceil().as_ivec2();
        let (wide, high) = (20 + 5 * tiles.x, 12 + 4 * tiles.y);
        let mut outline = Self::walled(wide as usize, high as usize);
        match rng.bits() % KINDS {
            0 | 1 => outline.field(rng, tiles),
            2 => outline.cave(rng, tiles),
            3 => outline.hills(rng),
            4 => outline.pillars(rng, tiles),
            5 => outline.wedges(rng),
            _ => outline.drawn_hills(rng),
        }
        outline.separate = rng.bits().is_multiple_of(12);
        outline
    }

    fn walled(wide: usize, high: usize) -> Self {
        let mut rows = vec![vec![b'.'; wide]; high];
        for (y, row) in rows.iter_mut().enumerate() {
            for (x, cell) in row.iter_mut().enumerate() {
                if x == 0 || y == 0 || x == wide - 1 || y == high - 1 {
                    *cell = b'#';
                }
            }
        }
        Self { rows, polygons: Vec::new(), separate: false }
    }

    /// Width and height, px.
    pub fn size(&self) -> Vec2 {
        Vec2::new(self.rows[0].len() as f32, self.rows.len() as f32) * TILE
    }

    fn inner(&self) -> (usize, usize) {
        (self.rows[0].len() - 1, self.rows.len() - 1)
    }

    /// Full and half tiles, slopes and ceilings of all angles.
    fn field(&mut self, rng: &mut Rng, tiles: IVec2) {
        let (wide, high) = self.inner();
        // Larger movers get fewer tiles, so that about as many are in the way.
        let most = 0.35 * 2.0 / ((tiles.x + 1) * (tiles.y + 1)) as f32;
        let solid = rng.range(0.02_f32.min(most * 0.5), most.min(0.35));
        for y in 1..high {
            for x in 1..wide {
                match rng.unit() {
                    u if u < solid * 0.6 => self.rows[y][x] = b'#',
                    u if u < solid => self.rows[y][x] = b"/\\vw_abcdefghABCDEFGH"[(rng.bits() % 21) as usize],
                    _ => {}
                }
            }
        }
    }

    /// A cellular automaton, in blocks as large as the mover, with slopes in some of the corners.
    fn cave(&mut self, rng: &mut Rng, tiles: IVec2) {
        let (wide, high) = self.inner();
        let (bx, by) = (tiles.x.max(1) as usize, tiles.y.max(1) as usize);
        let fill = rng.range(0.3, 0.48);
        let blocks: Vec<Vec<bool>> =
            (0..high / by + 2).map(|_| (0..wide / bx + 2).map(|_| rng.unit() < fill).collect()).collect();
        let solid = |x: usize, y: usize| blocks.get(y).and_then(|row| row.get(x)).copied().unwrap_or(true);
        for y in 1..high {
            for x in 1..wide {
                let (i, j) = (x / bx + 1, y / by + 1);
                let around = (0..9).filter(|k| solid(i + k % 3 - 1, j + k / 3 - 1)).count();
                if around >= 5 {
                    self.rows[y][x] = b'#';
                }
            }
        }
        self.smooth(rng, 0.5);
    }

    /// Turns some corners into slopes.
    fn smooth(&mut self, rng: &mut Rng, how_often: f32) {
        let (wide, high) = self.inner();
        let before = self.rows.clone();
        let full = |x: usize, y: usize| before[y][x] == b'#';
        for (y, row) in self.rows.iter_mut().enumerate().take(high).skip(1) {
            for (x, cell) in row.iter_mut().enumerate().take(wide).skip(1) {
                if *cell == b'#' || rng.unit() > how_often {
                    continue;
                }
                *cell = match (full(x - 1, y), full(x + 1, y), full(x, y - 1), full(x, y + 1)) {
                    (false, true, false, true) => b'/',
                    (true, false, false, true) => b'\\',
                    (false, true, true, false) => b'v',
                    (true, false, true, false) => b'w',
                    _ => *cell,
                };
            }
        }
    }

    /// A landscape of slopes: every column starts at the height at which the last one ended.
    fn hills(&mut self, rng: &mut Rng) {
        let (wide, high) = self.inner();
        // Heights in half tiles above the floor.
        let most = (high as i32 - 2) * 2 - 8;
        let mut height = rng.range(0.0, 6.0) as i32 & !1;
        let mut x = 1;
        while x < wide {
            let choice = rng.bits() % 9;
            let span = if choice < 4 { 1 } else { 1 + rng.bits() % 3 };
            for _ in 0..span {
                if x >= wide {
                    break;
                }
                let even = height % 2 == 0;
                // The letters of a column from the top, and how much higher it ends.
                let (letters, rise): (&[u8], i32) = match (choice, even) {
                    (0 | 1, true) if height + 2 <= most => (b"/", 2),
                    (2 | 3, true) if height >= 2 => (b"\\", -2),
                    (4, true) if height < most => (b"a", 1),
                    (4, false) if height < most => (b"b", 1),
                    (5, true) if height >= 1 => (b"c", -1),
                    (5, false) => (b"d", -1),
                    (6, true) if height + 4 <= most => (b"ef", 4),
                    (7, true) if height >= 4 => (b"hg", -4),
                    (_, true) => (b"", 0),
                    (_, false) => (b"_", 0),
                };
                // The height at which the letters start. A falling column starts below the end of the last one.
                let base = (height / 2 + rise.min(0) / 2 - i32::from(rise == -1 && even)) as usize;
                for k in 0..base {
                    self.rows[high - 1 - k][x] = b'#';
                }
                for (k, letter) in letters.iter().rev().enumerate() {
                    self.rows[high - 1 - base - k][x] = *letter;
                }
                height += rise;
                x += 1;
            }
        }
    }

    /// Pillars and gaps about as wide and high as the mover: a tile narrower, fitting, a tile wider.
    fn pillars(&mut self, rng: &mut Rng, tiles: IVec2) {
        let (wide, high) = self.inner();
        let mut gap = |size: i32| (size + (rng.bits() % 3) as i32 - 1).max(1) as usize;
        let mut x = 1 + gap(tiles.x);
        while x < wide {
            let (from, opening) = (gap(tiles.y), gap(tiles.y));
            let span = gap(1);
            let hanging = gap(3) % 2 == 0;
            for x in x..(x + span).min(wide) {
                for y in 1..high {
                    let above = if hanging { y } else { high - y };
                    if above < from || above >= from + opening {
                        self.rows[y][x] = b'#';
                    }
                }
            }
            x += span + gap(tiles.x);
        }
        // Some tiles are missing, some corners sloped.
        for _ in 0..4 {
            let (x, y) = (1 + rng.bits() as usize % (wide - 1), 1 + rng.bits() as usize % (high - 1));
            self.rows[y][x] = b'.';
        }
        if rng.bits().is_multiple_of(2) {
            self.smooth(rng, 0.3);
        }
    }

    /// Valleys and roofs between slopes of all angles, on the floor and on the ceiling.
    fn wedges(&mut self, rng: &mut Rng) {
        self.hills(rng);
        let (wide, high) = self.inner();
        let mut upper = self.clone();
        upper.rows = Self::walled(wide + 1, high + 1).rows;
        upper.hills(rng);
        // A second landscape hangs from the ceiling where there is room.
        for y in 1..high / 2 {
            for x in 1..wide {
                let letter = upper.rows[high - y][x];
                let hung = match letter {
                    b'/' => b'v',
                    b'\\' => b'w',
                    b'_' => b'.',
                    b'a'..=b'h' => letter.to_ascii_uppercase(),
                    other => other,
                };
                if hung != b'.' && self.rows[y][x] == b'.' {
                    self.rows[y][x] = hung;
                }
            }
        }
    }

    /// A polygon from wall to wall, as drawn by hand, with joints of 10 to 60 degrees.
    fn drawn_hills(&mut self, rng: &mut Rng) {
        let size = self.size();
        let floor = size.y - TILE;
        let mut at = Vec2::new(TILE * 0.5, rng.range(size.y * 0.6, floor).round());
        let mut heading = Vec2::X;
        let mut points = vec![at];
        while at.x < size.x - TILE * 0.5 && points.len() < 200 {
            // Tangent of half the angle: a turn without sin and cos.
            let t = rng.range(0.0875, 0.577);
            let turn = Vec2::new(1.0 - t * t, 2.0 * t) / (1.0 + t * t);
            let up = at.y > floor - 20.0 || (at.y > size.y * 0.4 && rng.bits().is_multiple_of(2));
            let turn = if up { Vec2::new(turn.x, -turn.y) } else { turn };
            let turned = heading.rotate(turn);
            heading = if turned.x > 0.17 { turned } else { heading.rotate(Vec2::new(turn.x, -turn.y)) };
            if heading.x < 0.17 {
                heading = Vec2::X;
            }
            at += heading * rng.range(4.0, 48.0);
            at.y = at.y.clamp(size.y * 0.35, size.y);
            // Far from the origin f32 resolves only 1/128 px, and the shifted hill must have the same shape.
            at = (at * 64.0).round() / 64.0;
            points.push(at);
        }
        points.extend([Vec2::new(at.x, size.y + TILE), Vec2::new(TILE * 0.5, size.y + TILE)]);
        self.polygons.push(points);
    }

    /// Calls `act` with every solid polygon.
    pub fn each_solid(&self, mut act: impl FnMut(&[Vec2])) {
        for (y, row) in (0..).zip(&self.rows) {
            for (x, letter) in (0..).zip(row) {
                if let Some(polygon) = tile(char::from(*letter)) {
                    let corners: Vec<Vec2> =
                        polygon.iter().map(|q| (IVec2::new(x, y) * 2 + *q).as_vec2() * (TILE * 0.5)).collect();
                    act(&corners);
                }
            }
        }
        self.polygons.iter().for_each(|p| act(p));
    }

    /// The edges, in a fixed order and without neighbours.
    pub fn edges(&self) -> Vec<Edge> {
        let rows: Vec<&str> = self.rows.iter().map(|row| str::from_utf8(row).unwrap()).collect();
        let make = if self.separate { Make::Separate } else { Make::Outline };
        let tiles = ascii::terrain(&rows, make, Vec2::ZERO);
        let segments = tiles.edges().iter().map(|edge| (edge.segment.a, edge.segment.b));
        let sides = self
            .polygons
            .iter()
            .flat_map(|polygon| polygon.iter().enumerate().map(|(i, a)| (*a, polygon[(i + 1) % polygon.len()])));
        segments.chain(sides).map(|(a, b)| Edge::new(a, b, Side::Outer)).collect()
    }

    /// The picture, with the mover's middle as `@`.
    pub fn picture(&self, at: Vec2) -> String {
        let cell = (at / TILE).floor();
        let mut text = String::new();
        for (y, row) in self.rows.iter().enumerate() {
            for (x, letter) in row.iter().enumerate() {
                let here = (x as f32, y as f32) == (cell.x, cell.y);
                text.push(if here { '@' } else { char::from(*letter) });
            }
            text.push('\n');
        }
        for polygon in &self.polygons {
            text.push_str(&format!("{polygon:?}\n"));
        }
        text
    }
}

/// A terrain of the edges, mirrored by `mirror` and then moved by `shift`.
pub fn terrain(edges: &[Edge], mirror: Vec2, shift: Vec2) -> Terrain {
    let placed = edges.iter().map(|edge| {
        let mut edge = *edge;
        edge.segment.a = edge.segment.a * mirror + shift;
        edge.segment.b = edge.segment.b * mirror + shift;
        edge.normal *= mirror;
        edge
    });
    Terrain::new(placed.collect(), Vec::new())
}
