//! The walk that is measured: an agent of 0.75 x 1.5 tiles runs, jumps and falls through a level of 200 x 60 tiles for a million
//! ticks, and returns to a start every 5000. Inputs, starts and level come from fixed seeds.
//!
//! 200 x 60 tiles of 16 px: hills with slopes of 45 and 26.57 degrees, ledges, walls, ceilings; tile edges merged into runs.

#![allow(dead_code, reason = "each bench uses its own part")]

use std::hint::black_box;
use std::sync::Arc;

use glam::Vec2;
use seamwalker_collide::controller::{Controller, GroundSettings, Intent};
use seamwalker_collide::{Aabb, Edge, EdgeId, Mover, Piece, Side, Solver, SolverKind, SolverSetup, Space, Terrain};
use seamwalker_lab::Rng;
use seamwalker_level::geometry::{Point, UNIT};
use seamwalker_level::outline::{CellRun, CellShape, Effort, ShapeGrid, outline};

/// Side of a tile in pixels.
pub const TILE: f32 = 16.0;
/// Half extents of the agent, in pixels.
pub const HALF: Vec2 = Vec2::new(6.0, 12.0);
/// Ticks between two returns to a start.
pub const RETURN: usize = 5000;
/// The number of starts.
const STARTS: usize = 256;

const TICK: f32 = 1.0 / 60.0;
const RUN: f32 = 8.0 * TILE * TICK;
const GRAVITY: f32 = 45.0 * TILE * TICK * TICK;
const MAX_FALL: f32 = 20.0 * TILE * TICK;
const JUMP: f32 = 15.5 * TILE * TICK;

/// A level in the forms of all peers.
pub struct Level {
    /// Columns and rows.
    pub size: (i32, i32),
    /// `#`, slopes `/ \` of 45 degrees, `a b` rising and `c d` falling ones of 26.57, `.` for air.
    pub rows: Vec<Vec<u8>>,
    /// Outlines, clockwise on screen, in pixels.
    pub loops: Vec<Vec<Vec2>>,
    /// Boxes (merged along rows, then downwards) and slopes, as corners.
    pub pieces: Vec<Vec<Vec2>>,
    /// The level for our solvers.
    pub space: Space,
    /// Free points in the air.
    pub starts: Vec<Vec2>,
}

/// The terrain compiled for agents, without anything else.
pub fn compiled(space: &Space) -> Space {
    let mut terrain = (*space.terrain).clone();
    assert!(terrain.compile(&Mover::new(Aabb::new(Vec2::ZERO, HALF))), "the level is too large");
    Space { terrain: Arc::new(terrain), ..Space::default() }
}

/// Corners of a slope tile in halves of a tile.
fn corners(tile: u8) -> &'static [(i32, i32)] {
    match tile {
        b'#' => &[(0, 0), (2, 0), (2, 2), (0, 2)],
        b'/' => &[(0, 2), (2, 0), (2, 2)],
        b'\\' => &[(0, 0), (2, 2), (0, 2)],
        b'a' => &[(0, 2), (2, 1), (2, 2)],
        b'b' => &[(0, 1), (2, 0), (2, 2), (0, 2)],
        b'c' => &[(0, 0), (2, 1), (2, 2), (0, 2)],
        b'd' => &[(0, 1), (2, 2), (0, 2)],
        _ => &[],
    }
}

/// `times` levels side by side and on top of each other: 1, 10 or 100 times the area.
pub fn level(times: (i32, i32)) -> Level {
    let size = (200 * times.0, 60 * times.1);
    let rows = rows(size);
    let loops = loops(size, &rows);
    let pieces = pieces(size, &rows);
    let mut edges = Vec::new();
    for (chain, ring) in (0_u32..).zip(&loops) {
        let first = edges.len() as u32;
        let n = ring.len() as u32;
        for i in 0..n {
            let edge = Edge::new(ring[i as usize], ring[((i + 1) % n) as usize], Side::Outer);
            edges.push(Edge {
                chain,
                prev: EdgeId::new(first + (i + n - 1) % n),
                next: EdgeId::new(first + (i + 1) % n),
                ..edge
            });
        }
    }
    let solids = pieces.iter().filter_map(|corners| match corners[..] {
        [min, _, max, _] if min.x < max.x && corners[1] == Vec2::new(max.x, min.y) => {
            Some(Piece::solid_box(Aabb::from_corners(min, max)))
        }
        _ => Piece::convex(corners),
    });
    let space = Space::new(Terrain::new(edges, solids.collect()));
    let starts = starts(size, &rows);
    Level { size, rows, loops, pieces, space, starts }
}

fn rows((wide, high): (i32, i32)) -> Vec<Vec<u8>> {
    let mut rng = Rng(1);
    let mut rows = vec![vec![b'.'; wide as usize]; high as usize];
    for top in (0..high).step_by(60) {
        screen(&mut rows, &mut rng, wide, top);
    }
    for (y, row) in rows.iter_mut().enumerate() {
        for (x, tile) in row.iter_mut().enumerate() {
            let border = x == 0 || y == 0 || x == wide as usize - 1 || y == high as usize - 1;
            if border {
                *tile = b'#';
            }
        }
    }
    rows
}

/// Hills over the whole width, and floating hills above them, in 60 rows from `top`.
fn screen(rows: &mut [Vec<u8>], rng: &mut Rng, wide: i32, top: i32) {
    hill(rows, rng, 0, wide, top + 50, top + 60);
    for base in [16, 27, 38] {
        let mut x = 4 + (rng.bits() % 8) as i32;
        while x < wide - 24 {
            let length = 8 + (rng.bits() % 14) as i32;
            let first = top + base + (rng.bits() % 3) as i32;
            hill(rows, rng, x, x + length, first, top + base + 4);
            x += length + 5 + (rng.bits() % 12) as i32;
        }
    }
}

/// Ground from column `from` to `to`: its surface starts at row `y` and varies, its lower side is at row `bottom`.
fn hill(rows: &mut [Vec<u8>], rng: &mut Rng, from: i32, to: i32, y: i32, bottom: i32) {
    let (mut x, mut y) = (from, y);
    let (highest, lowest) = (bottom - 14, bottom - 2);
    let mut put = |x: i32, y: i32, tile: u8| {
        if x >= from && x < to {
            rows[y as usize][x as usize] = tile;
            (y + 1..bottom).for_each(|below| rows[below as usize][x as usize] = b'#');
        }
    };
    while x < to {
        match rng.bits() % 9 {
            0 if y > highest => {
                y -= 1;
                put(x, y, b'/');
                x += 1;
            }
            1 if y < lowest => {
                put(x, y, b'\\');
                y += 1;
                x += 1;
            }
            2 if y > highest && x + 2 <= to => {
                y -= 1;
                put(x, y, b'a');
                put(x + 1, y, b'b');
                x += 2;
            }
            3 if y < lowest && x + 2 <= to => {
                put(x, y, b'c');
                put(x + 1, y, b'd');
                y += 1;
                x += 2;
            }
            4 if y > highest + 2 => y -= 1 + (rng.bits() % 2) as i32,
            5 if y + 2 < lowest => y += 1 + (rng.bits() % 2) as i32,
            _ => {
                for _ in 0..2 + rng.bits() % 5 {
                    put(x, y, b'#');
                    x += 1;
                }
            }
        }
    }
}

fn loops((wide, high): (i32, i32), rows: &[Vec<u8>]) -> Vec<Vec<Vec2>> {
    let kinds = b"#/\\abcd";
    let tile = TILE as i32 * UNIT;
    let size = Point::new(tile, tile);
    let half = |&(x, y): &(i32, i32)| Point::new(x * tile / 2, y * tile / 2);
    let shape = |kind: &u8| CellShape::new(size, &[corners(*kind).iter().map(half).collect()]);
    let shapes = kinds.iter().map(shape).collect();
    let placed = (0..high).flat_map(|row| (0..wide).map(move |column| (row, column))).filter_map(|(row, column)| {
        let shape = kinds.iter().position(|k| *k == rows[row as usize][column as usize])? as u32;
        Some(CellRun { row, column, length: 1, shape })
    });
    let cells =
        ShapeGrid::new(size, Point::default(), shapes, placed.collect(), &mut Effort(u64::MAX)).expect("effort");
    let loops = outline(&[cells], &[], usize::MAX).expect("any number of corners will do");
    loops.iter().map(|ring| ring.iter().map(|p| p.to_pixels()).collect()).collect()
}

fn pieces((wide, high): (i32, i32), rows: &[Vec<u8>]) -> Vec<Vec<Vec2>> {
    let mut boxes: Vec<(i32, i32, i32, i32)> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let mut pieces = Vec::new();
    for y in 0..high {
        let mut next = Vec::new();
        let mut x = 0;
        while x < wide {
            let from = x;
            while x < wide && rows[y as usize][x as usize] == b'#' {
                x += 1;
            }
            if x > from {
                let above = open.iter().copied().find(|&i| (boxes[i].0, boxes[i].2, boxes[i].3) == (from, x, y));
                let index = above.unwrap_or_else(|| {
                    boxes.push((from, y, x, y));
                    boxes.len() - 1
                });
                boxes[index].3 = y + 1;
                next.push(index);
            } else {
                let tile = corners(rows[y as usize][x as usize]);
                let at = |&(cx, cy): &(i32, i32)| Vec2::new((2 * x + cx) as f32, (2 * y + cy) as f32) * (TILE / 2.0);
                if !tile.is_empty() {
                    pieces.push(tile.iter().map(at).collect());
                }
                x += 1;
            }
        }
        open = next;
    }
    let corner = |x: i32, y: i32| Vec2::new(x as f32, y as f32) * TILE;
    pieces.extend(boxes.iter().map(|b| vec![corner(b.0, b.1), corner(b.2, b.1), corner(b.2, b.3), corner(b.0, b.3)]));
    pieces
}

fn starts((wide, high): (i32, i32), rows: &[Vec<u8>]) -> Vec<Vec2> {
    let mut rng = Rng(2);
    let mut starts = Vec::new();
    while starts.len() < STARTS {
        let (x, y) = (2 + (rng.bits() % (wide as u64 - 4)) as i32, 2 + (rng.bits() % (high as u64 - 6)) as i32);
        let free = (-1..=1).all(|dx| (-1..=1).all(|dy| rows[(y + dy) as usize][(x + dx) as usize] == b'.'));
        if free {
            starts.push(Vec2::new(x as f32 + 0.5, y as f32 + 0.5) * TILE);
        }
    }
    starts
}

/// Random keys, each held for some ticks.
#[derive(Clone, Debug)]
struct Keys {
    rng: Rng,
    side: f32,
    jump: bool,
    left: u64,
}

impl Keys {
    fn new(seed: u64) -> Self {
        Self { rng: Rng(seed), side: 0.0, jump: false, left: 0 }
    }

    fn tick(&mut self) {
        if self.left == 0 {
            let bits = self.rng.bits();
            self.left = 5 + bits % 50;
            self.side = [-1.0, 1.0, -1.0, 1.0, 0.0][(bits >> 8) as usize % 5];
            self.jump = (bits >> 16).is_multiple_of(3);
        }
        self.left -= 1;
    }
}

/// The result of a walk. Peers that resolve the same collisions agree within two percent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Ticks that ended on the ground.
    pub grounded: u32,
    /// The length of the walk, in pixels.
    pub way: f32,
    /// The end.
    pub at: Vec2,
}

/// The walk in a closed loop: every tick starts where the last one ended. `slide` turns a position and a wanted move into a move.
#[inline(always)]
pub fn walk(level: &Level, ticks: usize, mut slide: impl FnMut(Vec2, Vec2) -> Vec2) -> Tally {
    // The same as an agent, but in local variables: a tick without collision takes 61 instructions instead of 71.
    let mut keys = Keys::new(3);
    let mut tally = Tally::default();
    let (mut at, mut fall, mut grounded) = (Vec2::ZERO, 0.0_f32, false);
    for i in 0..ticks {
        if i % RETURN == 0 {
            (at, fall, grounded) = (level.starts[(i / RETURN) % level.starts.len()], 0.0, false);
        }
        keys.tick();
        fall = if keys.jump && grounded { -JUMP } else { (fall + GRAVITY).min(MAX_FALL) };
        let moved = slide(at, Vec2::new(keys.side * RUN, fall));
        at += moved;
        grounded = fall > 0.0 && moved.y < fall * 0.75;
        let bumped = fall < 0.0 && moved.y > fall * 0.5;
        fall = if grounded || bumped { 0.0 } else { fall };
        tally.grounded += u32::from(grounded);
        tally.way += moved.length();
    }
    Tally { at, ..tally }
}

/// An agent with random keys.
#[derive(Clone, Debug)]
pub struct Agent {
    keys: Keys,
    /// The centre of its box, in pixels.
    pub at: Vec2,
    fall: f32,
    /// Whether something stopped its fall in the last tick.
    pub grounded: bool,
}

/// Agents at the starts of a level.
pub fn agents(level: &Level, count: usize) -> Vec<Agent> {
    let at = |i: usize| level.starts[i % level.starts.len()];
    (0..count).map(|i| Agent { keys: Keys::new(i as u64), at: at(i), fall: 0.0, grounded: false }).collect()
}

impl Agent {
    /// The wanted move of this tick, in pixels.
    pub fn wish(&mut self) -> Vec2 {
        self.keys.tick();
        self.fall = if self.keys.jump && self.grounded { -JUMP } else { (self.fall + GRAVITY).min(MAX_FALL) };
        Vec2::new(self.keys.side * RUN, self.fall)
    }

    /// Applies the actual move of this tick.
    pub fn moved(&mut self, moved: Vec2) {
        self.at += moved;
        self.grounded = self.fall > 0.0 && moved.y < self.fall * 0.75;
        let bumped = self.fall < 0.0 && moved.y > self.fall * 0.5;
        self.fall = if self.grounded || bumped { 0.0 } else { self.fall };
    }
}

/// No collision, except with the border of the level.
pub fn nothing(level: &Level) -> impl Fn(Vec2, Vec2) -> Vec2 + Clone + use<> {
    let low = Vec2::splat(TILE) + HALF;
    let high = Vec2::new(level.size.0 as f32, level.size.1 as f32) * TILE - low;
    move |at, delta| (at + delta).clamp(low, high) - at
}

/// By itself, so that it is compiled alike for every solver.
#[inline(never)]
fn under(kind: SolverKind, level: &Level, space: &Space, ticks: usize) -> Tally {
    let solver = SolverSetup::new(kind);
    walk(level, ticks, |at, delta| solver.slide(space, &Mover::new(Aabb::new(at, HALF)), delta).moved)
}

/// The walk under one of ours, by its name in benches/instructions.txt: a solver by its own name walks through terrain as it was read.
pub fn ours(name: &str, level: &Level, compiled: &Space, ticks: usize) -> Tally {
    match (name, name.parse()) {
        ("nothing", _) => walk(level, ticks, nothing(level)),
        ("compiled", _) => under(SolverKind::ThickSat, level, compiled, ticks),
        ("slide-and-ground", _) => {
            let (solver, settings) = (SolverSetup::default(), GroundSettings::default());
            walk(level, ticks, |at, delta| {
                let mover = Mover::new(Aabb::new(at, HALF));
                let moved = solver.slide(compiled, &mover, delta).moved;
                black_box(settings.step_down(&solver, compiled, &mover.moved(moved), delta.x, None));
                moved
            })
        }
        ("controller", _) => {
            let (solver, mut hero) = (SolverSetup::default(), Controller::new(Aabb::new(Vec2::ZERO, HALF)));
            walk(level, ticks, |at, delta| {
                // It is back at a start.
                if at.distance(hero.state.mover.aabb.center) > 1.0 {
                    hero.teleport(at);
                }
                let (x, jump) = (if delta.x == 0.0 { 0.0 } else { delta.x.signum() }, delta.y < 0.0);
                hero.step(&solver, compiled, &Intent { x, jump, pressed: jump, down: false }, 1.0 / 60.0);
                hero.state.mover.aabb.center - at
            })
        }
        (_, Ok(kind)) => under(kind, level, &level.space, ticks),
        (_, Err(error)) => panic!("{error}"),
    }
}
