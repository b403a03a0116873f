//! Stores the corners of an outline with their links, such that removing, adding and connecting a few of them is cheap.

use std::collections::BTreeMap;

use super::faces::DirectedEdge;
use super::straight::heading;
use super::sweep::{Linked, Links, NO_CORNER, traced};
use super::{Loops, straightened_line};
use crate::geometry::Point;

/// Cells per block of a grid line. Larger blocks take longer to change, smaller ones need more memory.
const BLOCK_CELLS: i32 = 256;

/// A corner before straightening: on the border of a cell, or of a line inside one.
#[derive(Clone, Copy, Debug)]
struct OutlineCorner {
    at: Point,
    prev: u32,
    next: u32,
}

/// An end of an edge whose link is missing.
#[derive(Clone, Copy, Debug)]
pub(super) struct LooseEnd {
    pub corner: u32,
    /// Direction of the edge from here; its length does not matter.
    pub dir: Point,
    /// Whether the outline leaves the corner here.
    pub is_outgoing: bool,
}

/// The corners of an outline.
#[derive(Clone, Debug)]
pub(super) struct Net {
    corners: Vec<OutlineCorner>,
    free: Vec<u32>,
    /// Corners on horizontal and vertical grid lines.
    level: GridLineCorners,
    upright: GridLineCorners,
    /// The first corner of each loop that touches no border, by the upper left corner of its cell.
    rings: BTreeMap<Point, Vec<u32>>,
    /// Size and origin of the grid.
    size: Point,
    origin: Point,
}

/// Swaps x and y, or does nothing.
type AxisSwap = fn(Point) -> Point;

/// Removed corners, and the loose ends of edges that led to them or past the cell.
#[derive(Debug, Default)]
pub(super) struct RemovedCorners {
    pub corners: Vec<u32>,
    pub loose: Vec<LooseEnd>,
}

impl Net {
    /// Takes the linked corners of a sweep over this grid.
    pub fn new(links: Links, size: Point, origin: Point) -> Self {
        let Links { corners: linked, rings: first_corners } = links;
        let mut corners: Vec<OutlineCorner> =
            linked.iter().map(|corner| OutlineCorner { at: corner.at, prev: NO_CORNER, next: corner.next }).collect();
        for (i, corner) in (0..).zip(linked) {
            if let Some(next) = corners.get_mut(corner.next as usize) {
                next.prev = i;
            }
        }
        let level = GridLineCorners::new(BLOCK_CELLS.saturating_mul(size.x));
        let upright = GridLineCorners::new(BLOCK_CELLS.saturating_mul(size.y));
        let mut net = Self { corners, free: Vec::new(), level, upright, rings: BTreeMap::new(), size, origin };
        for ring in first_corners {
            let place = net.in_cell(net.at(ring));
            net.rings.entry(net.at(ring).from(place)).or_default().push(ring);
        }
        // A sweep emits corners line by line, so each list is sorted.
        let places = || (0..).zip(&net.corners).map(|(i, corner)| (corner.at, i, net.in_cell(corner.at)));
        let on_level = || places().filter(|(.., place)| place.y == 0).map(|(at, i, _)| (at.y, at.x, i));
        let on_upright = || places().filter(|(.., place)| place.x == 0).map(|(at, i, _)| (at.x, at.y, i));
        let left = on_upright().map(|(x, ..)| x).min().unwrap_or(0);
        let level = net.level.filled(on_level(), |_| 0);
        let upright = net.upright.filled(on_upright(), |x| ((x - left) / size.x).unsigned_abs() as usize);
        (net.level.blocks, net.upright.blocks) = (level, upright);
        net
    }

    /// The position relative to its cell.
    const fn in_cell(&self, at: Point) -> Point {
        Point::new((at.x - self.origin.x).rem_euclid(self.size.x), (at.y - self.origin.y).rem_euclid(self.size.y))
    }

    /// All loops.
    pub fn loops(&self) -> Loops {
        traced(self.corners.iter().map(|corner| Linked { at: corner.at, next: corner.next }).collect())
    }

    fn at(&self, corner: u32) -> Point {
        self.corners[corner as usize].at
    }

    /// The next or previous corner.
    fn other(&self, corner: u32, is_outgoing: bool) -> Option<u32> {
        let corner = &self.corners[corner as usize];
        Some(if is_outgoing { corner.next } else { corner.prev }).filter(|other| *other != NO_CORNER)
    }

    /// Finds what an edit of the cell between two points has to replace: all corners in it and on its borders. `open` says
    /// whether the outline runs along the start of its top, bottom, left and right border.
    pub fn cut(&self, min: Point, max: Point, open: [bool; 4]) -> RemovedCorners {
        let mut corners = Vec::new();
        for y in [min.y, max.y] {
            corners.extend(self.level.within(y, min.x, max.x));
        }
        for x in [min.x, max.x] {
            corners.extend(self.upright.within(x, min.y + 1, max.y - 1));
        }
        let inside = |p: Point| min.x < p.x && p.x < max.x && min.y < p.y && p.y < max.y;
        let rings = self.rings.get(&min).map_or(&[][..], Vec::as_slice);
        let first_corners: Vec<u32> = corners.iter().chain(rings).copied().collect();
        corners.extend(rings);
        for first in first_corners {
            // Lines begin on the border. The bound protects against a broken chain.
            let candidates = std::iter::successors(self.other(first, true), |corner| self.other(*corner, true));
            let line = candidates.take_while(|corner| *corner != first && inside(self.at(*corner)));
            corners.extend(line.take(self.corners.len()));
        }
        corners.sort_unstable();
        corners.dedup();
        let mut loose = Vec::new();
        let mut loosen = |corner: u32, from: u32, is_outgoing: bool| {
            loose.push(LooseEnd { corner, dir: self.at(from).from(self.at(corner)), is_outgoing });
        };
        for corner in &corners {
            for is_outgoing in [true, false] {
                let other = self.other(*corner, is_outgoing).filter(|other| corners.binary_search(other).is_err());
                other.into_iter().for_each(|other| loosen(other, *corner, !is_outgoing));
            }
        }
        let (level, upright): (AxisSwap, AxisSwap) = (|p| p, |p| Point::new(p.y, p.x));
        let sides = [
            (&self.level, level, min, max),
            (&self.level, level, Point::new(min.x, max.y), max),
            (&self.upright, upright, min, max),
            (&self.upright, upright, Point::new(max.x, min.y), max),
        ];
        for ((lines, turn, from, to), _) in sides.into_iter().zip(open).filter(|(_, open)| *open) {
            if let Some((one, other)) = self.passing(lines, turn, turn(from), turn(to).x) {
                loosen(one, other, true);
                loosen(other, one, false);
            }
        }
        RemovedCorners { corners, loose }
    }

    /// The edge that passes along a part of a grid line without a corner on it, as its two corners. There must be an edge at
    /// the start of that part. `turn` makes the line horizontal.
    fn passing(&self, lines: &GridLineCorners, turn: AxisSwap, from: Point, to: i32) -> Option<(u32, u32)> {
        for corner in lines.until(from.y, from.x) {
            for is_outgoing in [true, false] {
                let Some(other) = self.other(corner, is_outgoing) else { continue };
                let (at, end) = (turn(self.at(corner)), turn(self.at(other)));
                if end.y == at.y && end.x > at.x {
                    let passes = at.x < from.x && end.x > to;
                    return passes.then_some(if is_outgoing { (corner, other) } else { (other, corner) });
                }
            }
        }
        None
    }

    /// Removes corners. Their neighbours have to be connected again.
    pub fn remove(&mut self, corners: &[u32], cell: Point) {
        self.rings.remove(&cell);
        for corner in corners {
            let at = self.at(*corner);
            self.for_lines_at(at, |lines, line, place| lines.remove(line, place, *corner));
            self.corners[*corner as usize] = OutlineCorner { at, prev: NO_CORNER, next: NO_CORNER };
        }
        self.free.extend(corners);
    }

    /// Adds an unconnected corner.
    pub fn add(&mut self, at: Point) -> u32 {
        let made = OutlineCorner { at, prev: NO_CORNER, next: NO_CORNER };
        let corner = self.free.pop().unwrap_or_else(|| {
            self.corners.push(made);
            u32::try_from(self.corners.len() - 1).unwrap_or(0)
        });
        self.corners[corner as usize] = made;
        self.for_lines_at(at, |lines, line, place| lines.add(line, place, corner));
        corner
    }

    /// Visits the grid lines through a point: the list of parallel lines, the line, and the position on it.
    fn for_lines_at(&mut self, at: Point, mut visit: impl FnMut(&mut GridLineCorners, i32, i32)) {
        let place = self.in_cell(at);
        if place.y == 0 {
            visit(&mut self.level, at.y, at.x);
        }
        if place.x == 0 {
            visit(&mut self.upright, at.x, at.y);
        }
    }

    /// Adds corners, each connected to the next.
    pub fn add_line(&mut self, points: impl Iterator<Item = Point>) -> Vec<u32> {
        let corners: Vec<u32> = points.map(|at| self.add(at)).collect();
        corners.windows(2).for_each(|pair| self.join(pair[0], pair[1]));
        corners
    }

    /// Adds a loop that touches no border of its cell, and returns its corners.
    pub fn add_ring(&mut self, points: impl Iterator<Item = Point>, cell: Point) -> Vec<u32> {
        let corners = self.add_line(points);
        if let [first, .., last] = corners[..] {
            self.join(last, first);
        }
        self.rings.entry(cell).or_default().extend(corners.first());
        corners
    }

    fn join(&mut self, from: u32, to: u32) {
        self.corners[from as usize].next = to;
        self.corners[to as usize].prev = from;
    }

    /// Connects loose ends: each outgoing end to the nearest incoming end that faces it.
    pub fn connect(&mut self, loose: &[LooseEnd]) {
        for end in loose {
            let corner = &mut self.corners[end.corner as usize];
            *(if end.is_outgoing { &mut corner.next } else { &mut corner.prev }) = NO_CORNER;
        }
        let leads = |dir: Point, gap: Point| heading(dir) == heading(gap) && dir.cross(gap) == 0;
        for one in loose.iter().filter(|end| end.is_outgoing) {
            let gap = |other: &LooseEnd| self.at(other.corner).from(self.at(one.corner));
            let back = |other: &LooseEnd| Point::default().from(gap(other));
            let facing = loose.iter().filter(|o| !o.is_outgoing && leads(one.dir, gap(o)) && leads(o.dir, back(o)));
            if let Some(nearest) = facing.min_by_key(|other| gap(other).x.abs() + gap(other).y.abs()) {
                self.join(one.corner, nearest.corner);
            }
        }
    }

    /// The straight edges that begin, end or pass at these corners, sorted.
    pub fn steps(&self, corners: impl Iterator<Item = u32>) -> Vec<DirectedEdge> {
        let both = corners.flat_map(|corner| [Some(corner), self.other(corner, false)]);
        let mut starts: Vec<u32> = both.flatten().map(|corner| self.run_start(corner)).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut steps = Vec::new();
        for start in starts {
            let (line, end) = self.run(start);
            // A loop of two opposite slopes has no area once both are straight: omit it.
            let back = self.turns_back(start, end).then(|| self.run(end)).filter(|(_, back_end)| *back_end == start);
            let back = back.map_or(Vec::new(), |(back, _)| back);
            if (line.len(), back.len()) != (2, 2) {
                steps.extend(line.windows(2).chain(back.windows(2)).map(|pair| (pair[0], pair[1])));
            }
        }
        steps.sort();
        steps.dedup();
        steps
    }

    /// The heading of the edge that begins at a corner.
    fn heading(&self, corner: u32) -> Option<(i32, i32)> {
        self.other(corner, true).map(|next| heading(self.at(next).from(self.at(corner))))
    }

    /// Whether a slope begins at one corner, and the opposite slope at the other.
    fn turns_back(&self, one: u32, other: u32) -> bool {
        let dir = self.heading(one).unwrap_or_default();
        dir.0 != 0 && dir.1 != 0 && self.heading(other) == Some((-dir.0, -dir.1))
    }

    /// The first corner of the run of edges with the same heading.
    fn run_start(&self, corner: u32) -> u32 {
        let dir = self.heading(corner);
        let back = std::iter::successors(Some(corner), |at| self.other(*at, false));
        // Ends unless a closed loop has one heading throughout, which is impossible; the bound is a safeguard.
        let run = back.take(self.corners.len()).take_while(|at| self.heading(*at) == dir);
        run.last().unwrap_or(corner)
    }

    /// All edges of a run with the same heading, straightened, and the corner at its end.
    fn run(&self, start: u32) -> (Vec<Point>, u32) {
        let dir = self.heading(start);
        let mut line = vec![self.at(start)];
        let mut end = start;
        while let Some(next) = self.other(end, true).filter(|_| line.len() <= self.corners.len()) {
            line.push(self.at(next));
            end = next;
            if self.heading(next) != dir {
                break;
            }
        }
        (straightened_line(&line), end)
    }
}

/// Corners on parallel grid lines, sorted along each, by line and block. An edit only touches the blocks near it.
#[derive(Clone, Debug)]
struct GridLineCorners {
    blocks: Blocks,
    /// The length of a block, in units.
    length: i32,
}

/// Positions on a line with their corners, sorted.
type LineBlock = Vec<(i32, u32)>;

/// By line and block.
type Blocks = BTreeMap<(i32, i32), LineBlock>;

impl GridLineCorners {
    const fn new(length: i32) -> Self {
        Self { blocks: BTreeMap::new(), length }
    }

    /// The block of a position.
    const fn block(&self, place: i32) -> i32 {
        place.div_euclid(self.length)
    }

    /// Groups corners into blocks. The input (line, position, corner) is sorted along every line. Lines with the same slot
    /// must not alternate.
    fn filled(&self, corners: impl Iterator<Item = (i32, i32, u32)>, slot: impl Fn(i32) -> usize) -> Blocks {
        let mut blocks: Vec<((i32, i32), LineBlock)> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for (line, place, corner) in corners {
            let (slot, key) = (slot(line), (line, self.block(place)));
            if slot >= open.len() {
                open.resize(slot + 1, usize::MAX);
            }
            match blocks.get_mut(open[slot]) {
                Some((last, list)) if *last == key => list.push((place, corner)),
                _ => {
                    open[slot] = blocks.len();
                    blocks.push((key, vec![(place, corner)]));
                }
            }
        }
        blocks.iter_mut().for_each(|(_, list)| list.shrink_to_fit());
        blocks.into_iter().collect()
    }

    fn add(&mut self, line: i32, place: i32, corner: u32) {
        let list = self.blocks.entry((line, place.div_euclid(self.length))).or_default();
        list.insert(list.partition_point(|entry| *entry < (place, corner)), (place, corner));
    }

    fn remove(&mut self, line: i32, place: i32, corner: u32) {
        let key = (line, self.block(place));
        let Some(list) = self.blocks.get_mut(&key) else { return };
        if let Ok(i) = list.binary_search(&(place, corner)) {
            list.remove(i);
        }
        if list.is_empty() {
            self.blocks.remove(&key);
        }
    }

    /// The corners between two positions, both included.
    fn within(&self, line: i32, from: i32, to: i32) -> impl Iterator<Item = u32> {
        let (first, last) = (self.block(from), self.block(to.max(from)));
        let blocks = self.blocks.range((line, first)..=(line, last));
        blocks.flat_map(move |(_, list)| {
            let begin = list.partition_point(|(place, _)| *place < from);
            list[begin..].iter().take_while(move |(place, _)| *place <= to).map(|(_, corner)| *corner)
        })
    }

    /// The corners up to a position, last one first.
    fn until(&self, line: i32, to: i32) -> impl Iterator<Item = u32> {
        let blocks = self.blocks.range((line, i32::MIN)..=(line, self.block(to))).rev();
        let part = move |list: &'_ LineBlock| list.partition_point(|(place, _)| *place <= to);
        blocks.flat_map(move |(_, list)| list[..part(list)].iter().rev().map(|(_, corner)| *corner))
    }
}
