//! The terrain folded for movers of one size: which edges can touch the *middle* of the mover, cell by cell.
//!
//! In configuration space the mover is a point and every thick edge a rounded hexagon (Minkowski sum; Lozano-Perez 1983).
//! A uniform grid of half-tile cells lists, for each cell, the hexagons that come near any point of it, prepared for this
//! size. An evaluation is then one look-up and the exact test of the few that are left, with the very same arithmetic as the
//! reference path: results are equal bit by bit.

use std::collections::BTreeMap;

use glam::Vec2;

use super::separation::Fitted;
use super::space::ONE_SIDED_SLACK;
use super::{Aabb, Side, Terrain};

/// Side of a cell, in pixels: half a tile. Smaller cells list fewer edges and take more memory, four times for half the
/// side.
const CELL: f32 = 8.0;

/// How far from a cell edges are listed beyond the skin, in pixels. A push shorter than this needs no second look; larger
/// values list more edges.
pub(super) const MARGIN: f32 = 1.0;

/// What f32 may get wrong about where a place lies, in pixels, within 2^16 px of the origin.
const ROUNDING: f32 = 0.02;

/// The most cells: 64 MiB of them. Larger terrains are served by the reference path.
const MOST_CELLS: f32 = 16_777_216.0;

/// Bits of a head that count the edges of a cell; the rest says where they start.
const COUNT_BITS: u32 = 8;

/// An edge near a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The hexagon, ready for the exact test.
    pub fitted: Fitted,
    /// The edge's index in the terrain.
    pub index: u32,
    /// From where it is solid.
    pub side: Side,
    /// The edge's outward normal.
    outward: Vec2,
    /// The hexagon is a box.
    is_box: bool,
}

/// What is deepest at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deep {
    /// How deep, in pixels; negative when nothing is touched.
    pub depth: f32,
    /// How deep everything else is at most.
    pub second: f32,
    /// The way out.
    pub normal: Vec2,
    /// The edge's index.
    pub edge: u32,
    /// A one-way edge is near, for which it matters where the mover came from.
    pub one_way: bool,
    /// The deepest of what is open from here, but perhaps not a push farther on.
    open: f32,
}

impl Deep {
    /// Before anything was asked. Nothing that will not be asked is deeper than `horizon`.
    #[inline]
    pub fn new(horizon: f32) -> Self {
        Self { depth: horizon, second: horizon, normal: Vec2::ZERO, edge: u32::MAX, one_way: false, open: horizon }
    }

    /// Asks one edge about a core whose middle is at `at` relative to the edge's. Of equally deep edges the first counts.
    #[inline(always)]
    pub fn ask(&mut self, record: &Record, at: Vec2, radius: f32) {
        let limit = radius - self.second;
        let outer = record.side != Side::Both;
        let found = if record.is_box {
            record.fitted.box_separation_within(at, outer, limit)
        } else {
            record.fitted.separation_within(at, outer, limit)
        };
        let Some(found) = found else { return };
        let depth = radius - found.distance;
        if record.side == Side::OneWay {
            self.one_way |= depth > self.second;
        } else if outer && found.normal.dot(record.outward) < -ONE_SIDED_SLACK {
            self.open = if depth > self.open { depth } else { self.open };
        } else if depth > self.depth || (depth == self.depth && record.index < self.edge) {
            self.second = self.depth;
            (self.depth, self.normal, self.edge) = (depth, found.normal, record.index);
        } else if depth > self.second {
            self.second = depth;
        }
    }

    /// When everything was asked.
    #[inline]
    pub fn told(mut self) -> Self {
        self.second = if self.open > self.second { self.open } else { self.second };
        self
    }
}

impl Record {
    /// An edge, ready for cores of one size.
    #[inline]
    pub fn new(terrain: &Terrain, index: u32, half: Vec2) -> Self {
        let fitted = terrain.hexagons()[index as usize].fitted(half);
        let side = terrain.edges()[index as usize].side;
        Self { fitted, index, side, outward: fitted.outward(), is_box: fitted.is_box() }
    }
}

/// A terrain compiled for cores of one size and skin.
#[derive(Debug)]
pub(super) struct Compiled {
    half: Vec2,
    radius: f32,
    /// The corner of the first cell.
    origin: Vec2,
    columns: u32,
    /// Columns and rows, to be compared with places.
    size: Vec2,
    /// For each cell, row by row, where its records start and how many there are.
    heads: Vec<u32>,
    /// The records of all different cells; equal cells share them.
    records: Vec<Record>,
}

/// The whole part of a number from 1 to 2^22, or the number below where it has no other: both cells at a border list what
/// is near the border. One addition, where a cast has to think of every number that there is.
#[inline]
fn whole(number: f32) -> u32 {
    const SHIFT: f32 = 8_388_608.0;
    (number - 0.5 + SHIFT).to_bits() & 0x7f_ffff
}

impl Compiled {
    /// Folds a terrain for cores with half extents `half` and a skin of `radius`; `None` when it is too large.
    pub fn new(terrain: &Terrain, half: Vec2, radius: f32) -> Option<Self> {
        let reach = radius + MARGIN + ROUNDING;
        let boxes = terrain.edges().iter().map(|e| e.segment.aabb());
        let bounds = Aabb::around(boxes.flat_map(|b| [b.min(), b.max()]))?.grown(reach);
        // The first column and row stay empty.
        let origin = (((bounds.min() - half) / CELL).floor() - 1.0) * CELL;
        let size = ((bounds.max() + half - origin) / CELL).floor() + Vec2::ONE;
        let fits = size.x * size.y <= MOST_CELLS;
        if !fits {
            return None;
        }
        let mut made =
            Self { half, radius, origin, columns: size.x as u32, size, heads: Vec::new(), records: Vec::new() };
        let lists = made.lists(terrain, reach);
        made.fold(terrain, &lists)?;
        Some(made)
    }

    /// Whether it was made for cores of this size.
    #[inline]
    pub fn fits(&self, half: Vec2, radius: f32) -> bool {
        self.half == half && self.radius == radius
    }

    /// The edges that can be within the margin of a core at `at`, in index order.
    #[inline(always)]
    pub fn near(&self, at: Vec2) -> &[Record] {
        let cell = (at - self.origin) * (1.0 / CELL);
        if !(cell.x >= 1.0 && cell.y >= 1.0 && cell.x < self.size.x && cell.y < self.size.y) {
            return &[];
        }
        let head = self.heads[(whole(cell.y) * self.columns + whole(cell.x)) as usize];
        let (start, count) = ((head >> COUNT_BITS) as usize, (head & ((1 << COUNT_BITS) - 1)) as usize);
        &self.records[start..start + count]
    }

    /// What is deepest for a core at `center + offset`.
    #[inline(always)]
    pub fn deepest(&self, center: Vec2, offset: Vec2) -> Deep {
        let mut deep = Deep::new(-MARGIN);
        for record in self.near(center + offset) {
            deep.ask(record, (center - record.fitted.middle) + offset, self.radius);
        }
        deep.told()
    }

    /// For every cell the edges that can be within `reach` of a core in it, in index order.
    fn lists(&self, terrain: &Terrain, reach: f32) -> (Vec<u32>, Vec<u32>) {
        let cells = (self.size.x * self.size.y) as usize;
        // A core anywhere in a cell: the cell's half extents are added to the core's.
        let wide = self.half + CELL * 0.5;
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (index, (edge, hexagon)) in (0_u32..).zip(terrain.edges().iter().zip(terrain.hexagons())) {
            let fitted = hexagon.fitted(wide);
            let area = edge.segment.aabb().grown(reach);
            let first = ((area.min() - self.half - self.origin) / CELL).floor().max(Vec2::ZERO).as_uvec2();
            let last = ((area.max() + self.half - self.origin) / CELL).floor().min(self.size - 1.0).as_uvec2();
            for y in first.y..=last.y {
                for x in first.x..=last.x {
                    let middle = self.origin + (Vec2::new(x as f32, y as f32) + 0.5) * CELL;
                    if fitted.separation(middle - fitted.middle, false).distance <= reach {
                        pairs.push((y * self.columns + x, index));
                    }
                }
            }
        }
        // Counting sort: how many, where each cell starts, the indices. It keeps the order of the edges.
        let mut starts = vec![0_u32; cells + 1];
        pairs.iter().for_each(|(cell, _)| starts[*cell as usize + 1] += 1);
        for i in 0..cells {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut indices = vec![0; pairs.len()];
        for (cell, index) in pairs {
            let at = &mut next[cell as usize];
            indices[*at as usize] = index;
            *at += 1;
        }
        (starts, indices)
    }

    /// Makes records of the lists; equal lists become one. `None` when a cell has too many edges for its head.
    fn fold(&mut self, terrain: &Terrain, (starts, indices): &(Vec<u32>, Vec<u32>)) -> Option<()> {
        let mut known: BTreeMap<&[u32], u32> = BTreeMap::new();
        self.heads = Vec::with_capacity(starts.len() - 1);
        for range in starts.windows(2) {
            let list = &indices[range[0] as usize..range[1] as usize];
            let count = u32::try_from(list.len()).ok().filter(|n| *n < 1 << COUNT_BITS)?;
            let start = if let Some(start) = known.get(list) {
                *start
            } else {
                let start = u32::try_from(self.records.len()).ok().filter(|s| *s < 1 << (32 - COUNT_BITS))?;
                self.records.extend(list.iter().map(|&index| Record::new(terrain, index, self.half)));
                known.insert(list, start);
                start
            };
            self.heads.push(start << COUNT_BITS | count);
        }
        Some(())
    }

    /// What it takes, in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.heads.as_slice()) + std::mem::size_of_val(self.records.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Edge;
    use super::*;

    #[test]
    fn every_edge_that_can_be_touched_is_listed() {
        let mut noise = 5_u32;
        let mut random = |range: f32| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 8) as f32 / (1_u32 << 24) as f32 * range
        };
        let mut place = || Vec2::new(random(300.0), random(200.0));
        let edges: Vec<Edge> =
            (0..60).map(|_| (place(), place())).map(|(a, b)| Edge::new(a, a.lerp(b, 0.3), Side::Outer)).collect();
        let terrain = Terrain::new(edges, Vec::new());
        for (half, radius) in [(Vec2::new(3.0, 8.0), 3.0), (Vec2::new(30.0, 1.0), 0.5), (Vec2::ZERO, 6.0)] {
            let compiled = Compiled::new(&terrain, half, radius).unwrap();
            for _ in 0..20_000 {
                let at = place() * 1.4 - 60.0;
                let listed = compiled.near(at);
                for (index, hexagon) in (0_u32..).zip(terrain.hexagons()) {
                    let gap = hexagon.separation(at - hexagon.middle, half, true).distance - radius;
                    if gap <= MARGIN {
                        assert!(listed.iter().any(|r| r.index == index), "{at} {half} edge {index} gap {gap}");
                    }
                }
            }
        }
    }
}
