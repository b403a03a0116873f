//! A judge that is fast enough for a billion steps: plain geometry in f64, brute force over the edges of a bucket. It shares no
//! code with the library. Distances are those of corners to lines and of ends to boxes.

#![allow(clippy::disallowed_methods, reason = "a judge's own geometry; its bits are stored nowhere")]

use glam::{DVec2, IVec2, Vec2};
use seamwalker_collide::{CollisionView, Edge, Mover, Side};

use crate::outlines::Outline;

/// Side of a bucket, px.
const BUCKET: f64 = 8.0;

/// How far beyond the skin a bucket lists edges, px.
const REACH: f64 = 0.5;

/// The step of the judge's own slide, px. Long moves take longer steps, up to a quarter of the skin.
const TINY: f64 = 0.125;

/// The most steps of a move; steps of longer moves grow.
const TINY_STEPS: f64 = 1024.0;

/// The fraction of a step that confirms a fault.
const FINER: f64 = 1.0 / 16.0;

/// The most pushes of one step.
const PUSHES: u32 = 24;

/// Overlap above this means that a place is narrower than the mover, px.
const SQUEEZED: f64 = 1e-3;

/// A step that gets no farther than this is the last, px: all later ones would end at the same point.
const STILL: f64 = 1e-12;

/// Less progress than this does not count as lost, px.
pub const WORTH: f64 = 0.25;

/// A small offset, px: a few times what f32 resolves. A mover exactly level with a corner may be held by its wall or roll over it,
/// and a mover balanced on a corner may stay.
pub const LEVEL: f64 = 1e-4;

/// Side of a cell of the map of rooms, px. A free mover of 4 px or more has its middle at least 2 px from any border, so every cell
/// that its middle passes has its own middle in the air.
const ROOM_CELL: f32 = 2.0;

/// An edge, as two points.
#[derive(Clone, Copy, Debug)]
struct Line {
    a: DVec2,
    b: DVec2,
    normal: DVec2,
    straight: bool,
}

/// Judges one mover in one outline.
#[derive(Debug)]
pub struct Judge {
    half: DVec2,
    radius: f64,
    origin: DVec2,
    size: IVec2,
    starts: Vec<u32>,
    lines: Vec<Line>,
    rooms: Rooms,
}

impl Judge {
    pub fn new(outline: &Outline, edges: &[Edge], view: CollisionView, mover: &Mover) -> Self {
        let (half, radius) = view.core(mover);
        let half = half.as_dvec2();
        let corner = half + f64::from(radius) + 1.0;
        let origin = -corner;
        let size = ((outline.size().as_dvec2() + corner * 2.0) / BUCKET).ceil().as_ivec2();
        let rooms = Rooms::new(outline);
        let (starts, lines) = (Vec::new(), Vec::new());
        let mut judge = Self { half, radius: f64::from(radius), origin, size, starts, lines, rooms };
        judge.fill(edges);
        judge
    }

    fn fill(&mut self, edges: &[Edge]) {
        let mut buckets: Vec<Vec<Line>> = vec![Vec::new(); (self.size.x * self.size.y) as usize];
        let reach = self.radius + REACH;
        let wide = self.half + BUCKET * 0.5;
        for edge in edges.iter().filter(|e| e.side != Side::OneWay) {
            let line = Line::new(edge);
            let grown = self.half + reach;
            let at = |p: DVec2| ((p - self.origin) / BUCKET).floor().as_ivec2().clamp(IVec2::ZERO, self.size - 1);
            let (from, to) = (at(line.a.min(line.b) - grown), at(line.a.max(line.b) + grown));
            for y in from.y..=to.y {
                for x in from.x..=to.x {
                    let middle = self.origin + (DVec2::new(f64::from(x), f64::from(y)) + 0.5) * BUCKET;
                    if line.gap(middle, wide, reach).is_some() {
                        buckets[(y * self.size.x + x) as usize].push(line);
                    }
                }
            }
        }
        self.starts.push(0);
        for bucket in buckets {
            self.lines.extend(bucket);
            self.starts.push(self.lines.len() as u32);
        }
    }

    /// The edges that a core at `center` can touch.
    fn near(&self, center: DVec2) -> &[Line] {
        let cell = ((center - self.origin) / BUCKET).floor().as_ivec2();
        if cell.cmplt(IVec2::ZERO).any() || cell.cmpge(self.size).any() {
            return &[];
        }
        let i = (cell.y * self.size.x + cell.x) as usize;
        &self.lines[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The deepest overlap of a core at `center`, px, and the way out; `None` without overlap.
    fn deepest(&self, center: DVec2) -> Option<(f64, DVec2)> {
        let mut best: Option<(f64, DVec2)> = None;
        let mut limit = self.radius;
        for line in self.near(center) {
            if let Some((gap, normal)) = line.gap(center, self.half, limit) {
                limit = gap;
                best = Some((self.radius - gap, normal));
            }
        }
        best
    }

    /// How deep a mover overlaps the outline, px.
    pub fn overlap(&self, center: Vec2) -> f64 {
        self.deepest(center.as_dvec2()).map_or(0.0, |(depth, _)| depth)
    }

    /// The room at a point; 0 inside solids and outside the walls.
    pub fn room(&self, at: Vec2) -> u16 {
        self.rooms.at(at)
    }

    /// How far a mover gets along `delta`, in steps that are shortened by `part`.
    fn progress(&self, start: DVec2, delta: Vec2, enough: f64, part: f64) -> f64 {
        self.end_of(start, delta, enough, part).dot(delta.as_dvec2()) / f64::from(delta.length())
    }

    /// Where it gets, relative to the start. Stops once there is more progress than `enough`.
    fn end_of(&self, start: DVec2, delta: Vec2, enough: f64, part: f64) -> DVec2 {
        let way = delta.as_dvec2();
        let length = way.length();
        let tiny = (length / TINY_STEPS).max(TINY).min(self.radius * 0.25) * part;
        let steps = (length / tiny).ceil() as u32;
        let mut at = start;
        for _ in 0..steps {
            let from = at;
            at += way / f64::from(steps);
            for _ in 0..PUSHES {
                let Some((depth, normal)) = self.deepest(at).filter(|(depth, _)| *depth > 1e-9) else { break };
                at += normal * depth;
            }
            // If no push leads out of all overlaps, there is no room.
            let squeezed = self.deepest(at).is_some_and(|(depth, _)| depth > SQUEEZED);
            if squeezed {
                at = from;
            }
            // Later steps cannot undo progress.
            let got = (at - start).dot(way) / length;
            if got > enough || squeezed || at.distance_squared(from) < STILL * STILL {
                break;
            }
        }
        at - start
    }

    /// Whether a tiny offset of the start decides: on one side there is less progress, or the two ways diverge.
    fn is_balanced(&self, start: DVec2, delta: Vec2, enough: f64) -> bool {
        let aside = delta.as_dvec2().perp().normalize();
        let ways = [-LEVEL, LEVEL].map(|by| self.end_of(start + aside * by, delta, enough, FINER));
        let along = |way: DVec2| way.dot(delta.as_dvec2()) / f64::from(delta.length());
        ways.iter().any(|way| along(*way) <= enough) || (ways[1] - ways[0]).dot(aside) > WORTH
    }

    /// If a slide lost more than half of the possible progress although nothing was ahead: the possible progress.
    pub fn snags(&self, start: Vec2, delta: Vec2, moved: Vec2) -> Option<f64> {
        let length = f64::from(delta.length());
        let got = moved.as_dvec2().dot(delta.as_dvec2()) / length;
        if length < 0.5 || got >= length * 0.5 {
            return None;
        }
        let enough = (got + WORTH).max(got * 2.0).max(WORTH);
        // Steps can skip a hump that really holds a mover, so finer ones confirm.
        let begin = start.as_dvec2();
        let possible = self.progress(begin, delta, enough, 1.0);
        if possible <= enough || self.progress(begin, delta, enough, FINER) <= enough {
            return None;
        }
        if self.is_balanced(begin, delta, enough) {
            return None;
        }
        // Two ways around a corner can end differently. It is a snag only if the rest of the move is possible from the end.
        (self.progress((start + moved).as_dvec2(), delta - moved, WORTH, FINER) > WORTH).then_some(possible)
    }
}

impl Line {
    fn new(edge: &Edge) -> Self {
        let (a, b) = (edge.segment.a.as_dvec2(), edge.segment.b.as_dvec2());
        let straight = a.x == b.x || a.y == b.y;
        Self { a, b, normal: (b - a).perp().normalize_or(DVec2::Y), straight }
    }

    /// The gap between the line and a box, px, and the direction from the line to the box, if the gap is below `limit`.
    /// If the line crosses the box, the gap is negative: the shortest way out along the axes of both.
    fn gap(&self, center: DVec2, half: DVec2, limit: f64) -> Option<(f64, DVec2)> {
        let (a, b) = (self.a - center, self.b - center);
        let (low, high) = (a.min(b), a.max(b));
        // Towards the box from the line: positive where the line is beyond one of the box's sides.
        let x = if low.x + high.x > 0.0 { (low.x - half.x, -1.0) } else { (-high.x - half.x, 1.0) };
        let y = if low.y + high.y > 0.0 { (low.y - half.y, -1.0) } else { (-high.y - half.y, 1.0) };
        let most = x.0.max(y.0);
        if most >= limit {
            return None;
        }
        if self.straight {
            return Some(Self::of_box(x, y)).filter(|(gap, _)| *gap < limit);
        }
        let across = -a.dot(self.normal);
        let s = across.abs() - half.dot(self.normal.abs());
        if s >= limit {
            return None;
        }
        if most <= 0.0 && s <= 0.0 {
            return Some(if s >= most { (s, self.normal * across.signum()) } else { Self::of_box(x, y) });
        }
        let mut best = DVec2::INFINITY;
        let mut square = f64::INFINITY;
        let mut offer = |way: DVec2| {
            if way.length_squared() < square {
                square = way.length_squared();
                best = way;
            }
        };
        [a, b].into_iter().for_each(|end| offer(end.clamp(-half, half) - end));
        let along = b - a;
        for corner in [half, -half, DVec2::new(half.x, -half.y), DVec2::new(-half.x, half.y)] {
            let t = ((corner - a).dot(along) / along.length_squared()).clamp(0.0, 1.0);
            offer(corner - a - along * t);
        }
        let gap = square.sqrt();
        (gap < limit).then(|| (gap, best / gap))
    }

    fn of_box(x: (f64, f64), y: (f64, f64)) -> (f64, DVec2) {
        if x.0 > 0.0 && y.0 > 0.0 {
            let gap = x.0.hypot(y.0);
            return (gap, DVec2::new(x.0 * x.1, y.0 * y.1) / gap);
        }
        if x.0 >= y.0 { (x.0, DVec2::new(x.1, 0.0)) } else { (y.0, DVec2::new(0.0, y.1)) }
    }
}

/// The connected parts of the air. A mover that is in another room after a slide went through a wall.
#[derive(Debug)]
struct Rooms {
    size: IVec2,
    cells: Vec<u16>,
}

impl Rooms {
    const SOLID: u16 = 0;
    const UNKNOWN: u16 = u16::MAX;

    fn new(outline: &Outline) -> Self {
        let size = (outline.size() / ROOM_CELL).ceil().as_ivec2();
        let mut rooms = Self { size, cells: vec![Self::UNKNOWN; (size.x * size.y) as usize] };
        outline.each_solid(|polygon| rooms.fill_solid(polygon));
        let mut room = 0;
        for cell in 0..rooms.cells.len() {
            if rooms.cells[cell] == Self::UNKNOWN && room < Self::UNKNOWN - 1 {
                room += 1;
                rooms.flood(cell, room);
            }
        }
        rooms
    }

    fn fill_solid(&mut self, polygon: &[Vec2]) {
        let low = polygon.iter().fold(Vec2::INFINITY, |m, p| m.min(*p));
        let high = polygon.iter().fold(Vec2::NEG_INFINITY, |m, p| m.max(*p));
        let from = (low / ROOM_CELL).floor().as_ivec2().max(IVec2::ZERO);
        let to = (high / ROOM_CELL).ceil().as_ivec2().min(self.size - 1);
        for y in from.y..=to.y {
            for x in from.x..=to.x {
                if is_inside(polygon, (Vec2::new(x as f32, y as f32) + 0.5) * ROOM_CELL) {
                    self.cells[(y * self.size.x + x) as usize] = Self::SOLID;
                }
            }
        }
    }

    fn flood(&mut self, first: usize, room: u16) {
        let mut open = vec![first];
        self.cells[first] = room;
        while let Some(cell) = open.pop() {
            let (x, y) = (cell as i32 % self.size.x, cell as i32 / self.size.x);
            for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                let next = (y * self.size.x + x) as usize;
                let there = x >= 0 && y >= 0 && x < self.size.x && y < self.size.y;
                if there && self.cells[next] == Self::UNKNOWN {
                    self.cells[next] = room;
                    open.push(next);
                }
            }
        }
    }

    fn at(&self, place: Vec2) -> u16 {
        let cell = (place / ROOM_CELL).floor().as_ivec2();
        let there = cell.cmpge(IVec2::ZERO).all() && cell.cmplt(self.size).all();
        if there { self.cells[(cell.y * self.size.x + cell.x) as usize] } else { Self::SOLID }
    }
}

/// Even-odd rule.
fn is_inside(polygon: &[Vec2], p: Vec2) -> bool {
    let mut inside = false;
    for (i, a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) {
            inside = !inside;
        }
    }
    inside
}
