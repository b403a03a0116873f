//! Terrain compiled for movers of one size: a grid that lists, cell by cell, the edges that the *middle* of a mover can
//! touch.
//!
//! In configuration space the mover is a point and every thick edge a rounded hexagon (Minkowski sum; Lozano-Perez
//! 1983). Each half-tile cell lists the hexagons that come near any point of it. Most cells see only one face of a
//! hexagon and list that face, a half plane. Empty cells store the distance to the next cell that is not empty. The
//! arithmetic is that of the general path, so results are equal bit by bit.
//!
//! When edges change, `config_space_update.rs` lists them anew in the cells around.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use glam::{UVec2, Vec2};

use super::DeepestQuery;
use super::deepest::DeepestContacts;
use crate::contact::{Hit, Obstacle};
use crate::edge::{Edge, Side};
use crate::edge_index::EdgeIndex;
use crate::first_hits::FirstHits;
use crate::mover::Mover;
use crate::obstacle::Shape;
use crate::separation::{Face, Fitted, Hexagon};
use crate::shape::Aabb;
use crate::slots::Slots;
use crate::solver::thick_sat::edge_record::EdgeRecord;
use crate::solver::thick_sat::pinch::Pinch;
use crate::tolerance::{BEHIND_MARGIN, CAST_TOUCH, CELL_ROUNDING, FACE_ENDS, LISTED_MARGIN, ONE_SIDED_SLACK, SETTLED};
use crate::view::CollisionView;

/// Side of a cell, in pixels: half a tile. Smaller cells list fewer edges and take more memory: half the side, four
/// times the memory.
pub(super) const CONFIG_CELL: f32 = 8.0;

/// The most cells: 32 MiB of them. Larger terrains are not compiled.
const MAX_CONFIG_CELLS: f32 = 8_388_608.0;

/// The most edges. Cells list an edge in several ways, and a head can address only [`MAX_REST`] entries: with more
/// edges, compiling would fail later, after more work.
pub(super) const MAX_EDGES: usize = MAX_REST as usize / 2;

/// Rows are compiled in bands of about this many cells. Larger bands take more memory while a terrain is compiled;
/// smaller ones visit edges that cross several bands more often.
const BAND_CELLS: u32 = 1 << 17;

/// How many edges the cells of one band may list together: 20 bytes each while the band is compiled.
const MAX_IN_BAND: usize = 1 << 21;

/// A head is a `u32` per cell. Its lowest bits count the entries of the cell.
pub(super) const COUNT_BITS: u32 = 8;

/// The bits above count the entries that are faces. The rest of a head says where the entries start or, in an empty
/// cell, how many rings of cells around it are empty as well.
pub(super) const FACE_BITS: u32 = 4;

/// The count of a cell with that many entries or more, and of one near a pinch. The first entry of such a cell holds the
/// real count in place of an edge, and the number of pinches. These follow it.
pub(super) const CROWDED: u32 = (1 << COUNT_BITS) - 1;

/// The most rings of empty cells that are counted. A move in free terrain that is longer than that is made in steps. Larger
/// values make a change of the terrain concern more cells.
pub(super) const MAX_RINGS: u8 = 15;

/// The bits of both counts.
pub(super) const COUNTS: u32 = (1 << REST_SHIFT) - 1;

/// The counts of a cell that sees one face and nothing else.
const ONE_FACE: u32 = 1 << COUNT_BITS | 1;

/// The counts of a cell that sees two faces and nothing else: a corner.
const TWO_FACES: u32 = 2 << COUNT_BITS | 2;

/// The longest way of a cast through compiled terrain, in pixels along x and y together. Longer ones look up many cells.
const MAX_CAST: f32 = 32.0;

/// How far apart the places on the way of a cast are whose cells are looked up, in pixels along x and y together.
const CAST_STRIDE: f32 = 2.0 * (LISTED_MARGIN - 2.0 * CAST_TOUCH);

/// The most edges that [`ConfigSpaceGrid::few`] puts in order.
const FEW: usize = 8;

/// Where the rest of a head begins.
pub(super) const REST_SHIFT: u32 = COUNT_BITS + FACE_BITS;

/// The largest value of the rest of a head.
pub(super) const MAX_REST: u32 = (1 << (32 - REST_SHIFT)) - 1;

/// An edge near a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellEntry {
    /// The middle of the edge.
    pub middle: Vec2,
    /// Normal of the only face that the cell sees; zero in other entries.
    pub normal: Vec2,
    /// Distance of that face from the middle.
    pub support: f32,
    /// The edge's index in the terrain.
    pub edge: u32,
}

/// An edge by its index, with its face where that is all that a cell sees of it.
pub(super) type Listed = (u32, Option<Face>);

impl CellEntry {
    pub fn new(record: &EdgeRecord, face: Option<Face>) -> Self {
        let (normal, support) = face.map_or((Vec2::ZERO, 0.0), |face| record.fitted.face(face));
        Self { middle: record.fitted.middle, normal, support, edge: record.index }
    }

    /// The first entry of a crowded cell: how many pinches and edges follow.
    pub fn counts(edges: usize, pinches: usize) -> Self {
        Self { middle: Vec2::ZERO, normal: Vec2::ZERO, support: pinches as f32, edge: edges as u32 }
    }

    /// A pinch near a cell, between two edges. Its normal holds the second one: there are few enough that `f32` is exact.
    fn pinch(middle: Vec2, long: f32, edges: [u32; 2]) -> Self {
        Self { middle, normal: Vec2::new(edges[1] as f32, 0.0), support: long, edge: edges[0] }
    }

    /// Whether it is a face.
    pub fn is_face(&self) -> bool {
        self.normal != Vec2::ZERO
    }

    /// The two edges that leave a pinch.
    pub fn pinch_edges(&self) -> [u32; 2] {
        [self.edge, self.normal.x as u32]
    }

    /// How deep a core at `center + offset` is behind the face.
    #[inline(always)]
    fn depth(&self, center: Vec2, offset: Vec2, radius: f32) -> f32 {
        radius - (((center - self.middle) + offset).dot(self.normal) - self.support)
    }

    /// Adds the face to an evaluation for a core at `center + offset`.
    #[inline(always)]
    fn add_to(&self, found: &mut DeepestContacts, center: Vec2, offset: Vec2, radius: f32) {
        found.add(self.depth(center, offset, radius), self.normal, self.edge, true);
    }
}

/// A terrain compiled for movers of one size and skin.
#[derive(Clone, Debug)]
pub(crate) struct ConfigSpaceGrid {
    /// Half extents and skin of the movers.
    size: (Vec2, f32),
    /// Half extents of their cores.
    pub half: Vec2,
    /// Their skin.
    pub radius: f32,
    /// Their longest step.
    pub longest: f32,
    /// Its square.
    pub longest_square: f32,
    /// From the first cell to the origin, plus [`PIXEL_SHIFT`].
    shift: Vec2,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// One head for each cell, row by row.
    pub(super) heads: Vec<u32>,
    /// The entries of the cells, faces first. Equal cells share them.
    pub(super) entries: Vec<CellEntry>,
    /// All edges, in index order.
    pub(super) records: Vec<EdgeRecord>,
    /// The corner of the first cell.
    pub(super) corner: Vec2,
    /// Edges are listed that are this near to a core in the cell, in pixels.
    pub(super) reach: f32,
    /// How many cells use the entries that start here.
    pub(super) uses: Vec<u32>,
    /// Entries that no cell uses.
    pub(super) slots: Slots,
}

/// The first hit of a cast in a cell.
struct FirstInCell {
    /// The fraction of the way.
    t: f32,
    /// How far the way leads into it.
    closing: f32,
    normal: Vec2,
    edge: u32,
    /// Fractions that differ by less count as equal.
    tie: f32,
}

impl FirstInCell {
    /// Adds a hit; `None` where it is not clear which of two comes first.
    #[inline(always)]
    fn add(&mut self, t: f32, closing: f32, normal: Vec2, edge: u32) -> Option<()> {
        if t < self.t - self.tie || t == self.t && closing > self.closing {
            *self = Self { t, closing, normal, edge, ..*self };
        } else if t == self.t && normal == self.normal {
            // A joint of two flush edges.
            self.edge = self.edge.min(edge);
        } else if t <= self.t + self.tie && !(t == self.t && closing < self.closing) {
            return None;
        }
        Some(())
    }
}

/// Added to a number of pixels from 0 to 2^22, it leaves the nearest half pixel in the last bits. A cast would be
/// slower, because it must handle all other numbers as well.
const PIXEL_SHIFT: f32 = 4_194_304.0;

/// How many of those bits are a position within the cell: 16 half pixels.
const WITHIN_BITS: u32 = 4;

/// How far before a multiple of [`CONFIG_CELL`] a cell begins, in pixels: from there on the nearest half pixel lies in
/// it.
const CELL_LEAD: f32 = 0.25;

/// The most columns or rows: as many as there are pixels after [`PIXEL_SHIFT`].
const MAX_CELLS_IN_LINE: f32 = 524_000.0;

impl ConfigSpaceGrid {
    /// Compiles a terrain for movers of this size and skin, with cells in `area` as well; `None` when it is too large. `index`
    /// is that of the edges.
    pub fn new(edges: &[Edge], index: &EdgeIndex, mover: &Mover, area: Option<Aabb>) -> Option<Self> {
        let hexagons = &index.hexagons;
        let (half, radius) = CollisionView::Thick.core(mover);
        let reach = radius + LISTED_MARGIN + CELL_ROUNDING;
        let boxes = edges.iter().filter(|e| !e.is_vacant()).map(|e| e.segment.aabb()).chain(area);
        let bounds = Aabb::around(boxes.flat_map(|b| [b.min(), b.max()]))?.grown(reach);
        // The cells at the border stay empty.
        let first = ((bounds.min() - half) / CONFIG_CELL).floor() - 1.0;
        let cells = ((bounds.max() + half) / CONFIG_CELL).floor() - first + 2.0;
        let fits = edges.len() <= MAX_EDGES
            && cells.x * cells.y <= MAX_CONFIG_CELLS
            && cells.max_element() <= MAX_CELLS_IN_LINE;
        if !fits {
            return None;
        }
        let longest = mover.longest_step(radius);
        let records = (0..).zip(edges.iter().zip(hexagons));
        let corner = first * CONFIG_CELL - CELL_LEAD;
        let mut made = Self {
            size: (mover.aabb.half, mover.skin),
            half,
            radius,
            longest,
            longest_square: longest * longest,
            shift: PIXEL_SHIFT - first * CONFIG_CELL,
            columns: cells.x as u32,
            rows: cells.y as u32,
            heads: Vec::new(),
            entries: Vec::new(),
            records: records.map(|(i, (edge, hexagon))| EdgeRecord::new(hexagon, edge.side, i, half)).collect(),
            corner,
            reach,
            uses: Vec::new(),
            slots: Slots::default(),
        };
        made.list_edges(edges, hexagons)?;
        made.mark_pinches(edges, index)?;
        made.measure_rings([UVec2::ZERO, UVec2::new(made.columns, made.rows) - 1]);
        Some(made)
    }

    /// A mover of the size that it was compiled for.
    pub fn mover(&self) -> Mover {
        Mover::new(Aabb::new(Vec2::ZERO, self.size.0)).with_skin(self.size.1)
    }

    /// Whether it was compiled for movers of this size and skin.
    #[inline(always)]
    pub fn fits(&self, mover: &Mover) -> bool {
        let (half, skin) = self.size;
        // Compares bits, without a branch for each number.
        let differs = (half.x.to_bits() ^ mover.aabb.half.x.to_bits())
            | (half.y.to_bits() ^ mover.aabb.half.y.to_bits())
            | (skin.to_bits() ^ mover.skin.to_bits());
        differs == 0
    }

    /// The cell that `at` lies in; very large outside of all cells.
    #[inline(always)]
    pub fn cell(&self, at: Vec2) -> u64 {
        let halves = at + self.shift;
        // Numbers outside the grid give very large ones.
        let cell = |halves: f32| halves.to_bits().wrapping_sub(PIXEL_SHIFT.to_bits()) >> WITHIN_BITS;
        let (x, y) = (cell(halves.x), cell(halves.y));
        if x >= self.columns { u64::MAX } else { u64::from(y) * u64::from(self.columns) + u64::from(x) }
    }

    /// Whether `at` lies in a cell, which is not outside of all.
    #[inline(always)]
    fn is_in(&self, cell: u64, at: Vec2) -> bool {
        cell < self.heads.len() as u64 && self.cell(at) == cell
    }

    /// The head of a cell; 0 outside of all cells.
    #[inline(always)]
    fn head_of(&self, cell: u64) -> u32 {
        usize::try_from(cell).ok().and_then(|cell| self.heads.get(cell)).copied().unwrap_or(0)
    }

    /// The head of the cell that `at` lies in; 0 outside of all cells.
    #[inline(always)]
    pub fn head(&self, at: Vec2) -> u32 {
        self.head_of(self.cell(at))
    }

    /// Whether a move longer than a step takes two steps; `square` is its length, squared. The factor is a little less
    /// than four, so that rounding never makes three steps of it.
    #[inline(always)]
    pub fn is_two_steps(&self, square: f32) -> bool {
        square < self.longest_square * 3.99
    }

    /// Whether the cell with this head and all cells on the move towards it are empty. A move no longer than a step
    /// only meets what touches its end.
    #[inline(always)]
    pub fn is_free(&self, head: u32, delta: Vec2) -> bool {
        let short = delta.length_squared() <= self.longest_square;
        head & COUNTS == 0 && (short | Self::is_empty_around(head, delta))
    }

    /// How many edges a free move of two steps is compared with, if both end in cells that see at most one face. `head` is that of the
    /// target's cell.
    #[inline(always)]
    pub fn free_in_two_steps(&self, head: u32, center: Vec2, delta: Vec2, square: f32) -> Option<u32> {
        let free = |head: u32, offset: Vec2| {
            let is_free = head & COUNTS == 0 || self.only_face(head, center, offset)?.0 <= SETTLED;
            is_free.then_some(head & 1)
        };
        let half = delta * 0.5;
        if !self.is_two_steps(square) {
            return None;
        }
        Some(free(head, delta)?.max(free(self.head(center + half), half)?))
    }

    /// The entries of a cell: the faces, and the edges of which it sees more than one face.
    #[inline(always)]
    pub(super) fn listed(&self, head: u32) -> (&[CellEntry], &[CellEntry]) {
        let count = head & CROWDED;
        let start = (head >> REST_SHIFT) as usize;
        if count == CROWDED {
            return self.listed_in_crowded(start);
        }
        let list = self.entries.get(start..start + count as usize).unwrap_or(&[]);
        let faces = (head >> COUNT_BITS) & ((1 << FACE_BITS) - 1);
        list.split_at_checked(faces as usize).unwrap_or((list, &[]))
    }

    /// The pinches near a cell.
    pub(super) fn pinches(&self, head: u32) -> &[CellEntry] {
        if head & CROWDED != CROWDED {
            return &[];
        }
        let start = (head >> REST_SHIFT) as usize;
        &self.entries[start + 1..=start + self.entries[start].support as usize]
    }

    #[cold]
    #[inline(never)]
    fn listed_in_crowded(&self, start: usize) -> (&[CellEntry], &[CellEntry]) {
        let CellEntry { edge: count, support: pinches, .. } = self.entries[start];
        let first = start + 1 + pinches as usize;
        (&[], &self.entries[first..first + count as usize])
    }

    /// All edges that can be within [`LISTED_MARGIN`] of a core at this place, in index order, and their number; `None`
    /// where there are more than [`FEW`].
    #[inline]
    pub fn few(&self, at: Vec2) -> Option<([u32; FEW], usize)> {
        let (faces, others) = self.listed(self.head(at));
        let mut edges = [u32::MAX; FEW];
        let count = faces.len() + others.len();
        if count > FEW {
            return None;
        }
        for (slot, entry) in edges.iter_mut().zip(faces.iter().chain(others)) {
            *slot = entry.edge;
        }
        if count > 1 {
            edges[..count].sort_unstable();
        }
        Some((edges, count))
    }

    /// The deepest edges in a cell with this head, for a core at `center + offset`, in a step that began at `center + start`.
    #[inline(always)]
    pub(super) fn deepest_in(&self, head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        let mut found = DeepestContacts::new(head);
        match head & COUNTS {
            0 => found,
            ONE_FACE => {
                let face = &self.entries[(head >> REST_SHIFT) as usize];
                face.add_to(&mut found, center, offset, self.radius);
                found.evaluated = 1;
                found
            }
            TWO_FACES => self.deepest_of_two(head, center, offset),
            _ => self.deepest_of(head, center, offset, start),
        }
    }

    /// The deepest edges where there are two faces.
    #[inline(always)]
    fn deepest_of_two(&self, head: u32, center: Vec2, offset: Vec2) -> DeepestContacts {
        let start = (head >> REST_SHIFT) as usize;
        let mut found = DeepestContacts::new(head);
        found.evaluated = 2;
        if let Some([a, b]) = self.entries.get(start..start + 2) {
            a.add_to(&mut found, center, offset, self.radius);
            b.add_to(&mut found, center, offset, self.radius);
        }
        found
    }

    /// Depth, normal and edge of the only face in a cell; `None` where the cell lists none, or more.
    #[inline(always)]
    pub fn only_face(&self, head: u32, center: Vec2, offset: Vec2) -> Option<(f32, Vec2, u32)> {
        if head & COUNTS != ONE_FACE {
            return None;
        }
        let face = self.entries.get((head >> REST_SHIFT) as usize)?;
        Some((face.depth(center, offset, self.radius), face.normal, face.edge))
    }

    /// A cast from a cell that meets nothing, or touches the only face that the cell sees already. `None` where that takes a longer look.
    #[allow(clippy::option_option, reason = "`None` is unknown, `Some(None)` is nothing")]
    #[inline(always)]
    pub fn cast_at_once(&self, cell: u64, center: Vec2, delta: Vec2) -> Option<Option<Hit>> {
        let head = self.head_of(cell);
        if head & COUNTS == 0 {
            return Self::is_empty_around(head, delta).then_some(None);
        }
        let (depth, normal, edge) = self.only_face(head, center, Vec2::ZERO)?;
        let touches = depth >= -CAST_TOUCH && depth <= self.radius - BEHIND_MARGIN && normal.dot(delta) < 0.0;
        touches.then_some(Some(Hit { fraction: 0.0, normal: normal + Vec2::ZERO, obstacle: Obstacle::Edge(edge) }))
    }

    /// A cast that ends in the cell in which it begins or in the next, or meets something in the first.
    #[allow(clippy::option_option, reason = "as above")]
    #[inline]
    pub fn cast_in_cell(&self, cell: u64, center: Vec2, delta: Vec2) -> Option<Option<Hit>> {
        let head = self.head_of(cell);
        let length = delta.x.abs() + delta.y.abs();
        // Nearer than that to the first one, another hit counts as well.
        let mut first =
            FirstInCell { t: 2.0, closing: 0.0, normal: Vec2::ZERO, edge: u32::MAX, tie: 2.0 * CAST_TOUCH / length };
        let (faces, others) = self.listed(head);
        for face in faces {
            let (depth, closing) = (face.depth(center, Vec2::ZERO, self.radius), -face.normal.dot(delta));
            if depth > self.radius - BEHIND_MARGIN {
                return None;
            }
            if closing > 0.0 {
                first.add(
                    if -depth <= CAST_TOUCH { 0.0 } else { -depth / closing },
                    closing,
                    face.normal,
                    face.edge,
                )?;
            }
        }
        for other in others {
            let record = &self.records[other.edge as usize];
            let latest = if first.t < 1.0 { first.t } else { 1.0 };
            let limit = self.radius + 3.0 * CAST_TOUCH + latest * length;
            let Some(found) = record.separation_within(center - other.middle, limit) else { continue };
            let (gap, closing) = (found.distance - self.radius, -found.normal.dot(delta));
            let is_met = closing > 0.0 && (gap <= CAST_TOUCH || gap <= closing * (latest + first.tie));
            if is_met && (record.side == Side::OneWay || gap > CAST_TOUCH) {
                return None;
            }
            if is_met && (record.side == Side::Both || found.normal.dot(record.outward) >= -ONE_SIDED_SLACK) {
                first.add(0.0, closing, found.normal, other.edge)?;
            }
        }
        let FirstInCell { t, normal, edge, .. } = first;
        let hit = Hit { fraction: t, normal: normal + Vec2::ZERO, obstacle: Obstacle::Edge(edge) };
        if t == 0.0 {
            return Some(Some(hit));
        }
        if t > 1.0 {
            let last = self.cell(center + delta);
            // Straight up or down, a short way leads through two cells.
            let is_free = last == cell
                || delta.x == 0.0 && length < CONFIG_CELL && {
                    let head = self.head_of(last);
                    let gap = self.only_face(head, center, delta).map_or(0.0, |(depth, ..)| -depth);
                    head & COUNTS == 0 || gap > 2.0 * CAST_TOUCH
                };
            return is_free.then_some(None);
        }
        let there = center + delta * t;
        let touches = |face: &CellEntry| -face.depth(there, Vec2::ZERO, self.radius) <= CAST_TOUCH;
        let is_hit = self.cell(there) == cell && faces.iter().all(|face| face.edge != edge || touches(face));
        is_hit.then_some(Some(hit))
    }

    /// Whether a move from an empty cell with this head leads through empty cells only, as far as the head knows.
    #[inline(always)]
    fn is_empty_around(head: u32, delta: Vec2) -> bool {
        let rings = (head >> REST_SHIFT) as f32 * CONFIG_CELL - CELL_ROUNDING;
        (delta.x.abs() <= rings) & (delta.y.abs() <= rings)
    }

    /// Adds what a mover hits on its way. Returns false where the way is too long for that. The arithmetic is that of
    /// [`time_of_impact`](crate::obstacle::time_of_impact).
    pub fn cast(&self, mover: &Mover, delta: Vec2, hits: &mut FirstHits) -> bool {
        let (center, length) = (mover.aabb.center, delta.x.abs() + delta.y.abs());
        let cell = self.cell(center);
        let mut head = self.head_of(cell);
        if head & COUNTS == 0 && Self::is_empty_around(head, delta) {
            return true;
        }
        if length > MAX_CAST || !length.is_finite() {
            return false;
        }
        if head & COUNTS != 0 {
            self.add_hits(head, mover, delta, hits);
        }
        if self.is_in(cell, center + delta) {
            return true;
        }
        // A place on the way is near to one of these, whose cell lists what it meets there.
        let strides = (length / CAST_STRIDE) as u32 + 1;
        for i in 1..=strides {
            let (part, last) = (i as f32 / strides as f32, head);
            if hits.latest() <= part - 0.5 / strides as f32 {
                break;
            }
            head = self.head(center + delta * part);
            if head != last {
                self.add_hits(head, mover, delta, hits);
            }
        }
        true
    }

    /// Adds what a mover hits of the edges that a cell lists.
    fn add_hits(&self, head: u32, mover: &Mover, delta: Vec2, hits: &mut FirstHits) {
        let (faces, others) = self.listed(head);
        for entry in faces.iter().chain(others) {
            let record = &self.records[entry.edge as usize];
            let near = record.separation_within(mover.aabb.center - entry.middle, self.radius + hits.reach());
            let near = near.filter(|first| first.normal.dot(delta) < 0.0 && !record.is_dropped_through(mover));
            if let Some(first) = near {
                hits.meet_from(first, Obstacle::Edge(entry.edge), record);
            }
        }
    }

    /// The deepest edges where several are near.
    #[inline(always)]
    fn deepest_of(&self, head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        let mut found = DeepestContacts::new(head);
        let (faces, others) = self.listed(head);
        found.evaluated = (faces.len() + others.len()) as u32;
        for face in faces {
            face.add_to(&mut found, center, offset, self.radius);
        }
        for other in others {
            let from = center - other.middle;
            let record = &self.records[other.edge as usize];
            found.evaluate(record, [from + offset, from + start], self.radius);
        }
        found.finish()
    }

    /// Lists for every cell the edges that can be within `reach` of a core in it. Works band by band, so that only the
    /// lists of one band are in memory. `None` when there are too many for a head: in busy terrain the first bands
    /// already show that.
    fn list_edges(&mut self, edges: &[Edge], hexagons: &[Hexagon]) -> Option<()> {
        self.heads.reserve_exact(self.columns as usize * self.rows as usize);
        let high = (BAND_CELLS / self.columns).max(1);
        let mut order: Vec<u32> =
            (0..self.records.len() as u32).filter(|edge| !edges[*edge as usize].is_vacant()).collect();
        let area = |grid: &Self, edge: u32| grid.area(&edges[edge as usize]);
        order.sort_unstable_by_key(|edge| area(self, *edge).0.y);
        let mut waiting = order.into_iter().peekable();
        let mut in_band: Vec<u32> = Vec::new();
        let mut known = BTreeMap::new();
        for top in (0..self.rows).step_by(high as usize) {
            let bottom = self.rows.min(top + high);
            in_band.retain(|edge| area(self, *edge).1.y >= top);
            while let Some(edge) = waiting.next_if(|edge| area(self, *edge).0.y < bottom) {
                in_band.push(edge);
            }
            in_band.sort_unstable();
            let in_band = in_band.iter().map(|&i| (i, &edges[i as usize], &hexagons[i as usize]));
            let lists = self.lists_of_band(in_band, top..bottom)?;
            self.add_band(&lists, &mut known)?;
        }
        Some(())
    }

    /// The first and the last cell in which an edge may be listed, as column and row.
    pub(super) fn area(&self, edge: &Edge) -> (UVec2, UVec2) {
        let (first, last) = self.unbounded_area(edge);
        let beyond = Vec2::new(self.columns as f32, self.rows as f32) - 1.0;
        (first.max(Vec2::ZERO).as_uvec2(), last.min(beyond).as_uvec2())
    }

    /// The same for cells beyond the grid as well.
    pub(super) fn unbounded_area(&self, edge: &Edge) -> (Vec2, Vec2) {
        let area = edge.segment.aabb().grown(self.reach);
        let cell = |at: Vec2| ((at - self.corner) / CONFIG_CELL).floor();
        (cell(area.min() - self.half), cell(area.max() + self.half))
    }

    /// The columns of a row in which an edge may be listed. A slanted edge takes a part of its area only.
    pub(super) fn columns_in_row(&self, edge: &Edge, y: u32, (first, last): (UVec2, UVec2)) -> (u32, u32) {
        let (a, b) = (edge.segment.a, edge.segment.b);
        let run = b - a;
        if run.x == 0.0 || run.y == 0.0 {
            return (first.x, last.x);
        }
        // The part of the edge that is near to the row.
        let top = self.corner.y + y as f32 * CONFIG_CELL - self.half.y - self.reach - CONFIG_CELL;
        let bottom = top + self.half.y * 2.0 + self.reach * 2.0 + CONFIG_CELL * 3.0;
        let at = |y: f32| a.x + run.x * ((y - a.y) / run.y).clamp(0.0, 1.0);
        let (from, to) = (at(top).min(at(bottom)), at(top).max(at(bottom)));
        let beyond = self.half.x + self.reach + CONFIG_CELL;
        let column = |x: f32| ((x - self.corner.x) / CONFIG_CELL).max(0.0) as u32;
        (first.x.max(column(from - beyond)), last.x.min(column(to + beyond)))
    }

    /// How a cell lists an edge: with its only visible face, or with more; `None` where it is too far away. `fitted` is its
    /// hexagon for cores that are larger by half a cell: so it covers a core anywhere in the cell.
    #[inline]
    pub(super) fn listing(&self, index: u32, fitted: &Fitted, x: u32, y: u32) -> Option<Listed> {
        let middle = self.corner + (Vec2::new(x as f32, y as f32) + 0.5) * CONFIG_CELL - fitted.middle;
        let cell = Vec2::splat(CONFIG_CELL * 0.5 + CELL_ROUNDING);
        let record = &self.records[index as usize];
        (fitted.separation(middle, false).distance <= self.reach)
            .then(|| (index, record.fitted.only_face(middle, cell, FACE_ENDS, record.side)))
    }

    /// The hexagon of an edge that [`Self::listing`] asks for.
    pub(super) fn covering(&self, hexagon: &Hexagon) -> Fitted {
        hexagon.fitted(self.half + CONFIG_CELL * 0.5)
    }

    /// For every cell of some rows, the given edges that can be within `reach` of a core in it, in their order. `None`
    /// when there are too many. The first list says where each cell starts in the second.
    fn lists_of_band<'e>(
        &self,
        edges: impl Iterator<Item = (u32, &'e Edge, &'e Hexagon)>,
        rows: Range<u32>,
    ) -> Option<(Vec<u32>, Vec<Listed>)> {
        let cells = self.columns as usize * rows.len();
        let mut pairs: Vec<(u32, Listed)> = Vec::new();
        for (index, edge, hexagon) in edges {
            let fitted = self.covering(hexagon);
            let area = self.area(edge);
            for y in area.0.y.max(rows.start)..=area.1.y.min(rows.end - 1) {
                let (first, last) = self.columns_in_row(edge, y, area);
                for x in first..=last {
                    if let Some(listed) = self.listing(index, &fitted, x, y) {
                        pairs.push(((y - rows.start) * self.columns + x, listed));
                    }
                }
            }
            if pairs.len() > MAX_IN_BAND {
                return None;
            }
        }
        // Counting sort, which keeps the order of the edges: count, find where each cell starts, fill in.
        let mut starts = vec![0_u32; cells + 1];
        pairs.iter().for_each(|(cell, _)| starts[*cell as usize + 1] += 1);
        for i in 0..cells {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut listed = vec![(0, None); pairs.len()];
        for (cell, edge) in pairs {
            let at = &mut next[cell as usize];
            listed[*at as usize] = edge;
            *at += 1;
        }
        Some((starts, listed))
    }

    /// Adds heads and entries for the lists of some rows. Equal lists share their entries. `None` when there are too
    /// many for a head.
    fn add_band(
        &mut self,
        (starts, listed): &(Vec<u32>, Vec<Listed>),
        known: &mut BTreeMap<Vec<Listed>, u32>,
    ) -> Option<()> {
        let mut list: Vec<Listed> = Vec::new();
        for range in starts.windows(2) {
            list.clear();
            list.extend(&listed[range[0] as usize..range[1] as usize]);
            if list.is_empty() {
                self.heads.push(0);
                continue;
            }
            let crowded = list.len() >= CROWDED as usize;
            // Faces first.
            list.sort_by_key(|(_, face)| face.is_none());
            let start = if let Some(start) = known.get(&list) {
                *start
            } else {
                let start = u32::try_from(self.entries.len()).ok().filter(|s| *s <= MAX_REST)?;
                if crowded {
                    self.entries.push(CellEntry::counts(list.len(), 0));
                }
                self.entries
                    .extend(list.iter().map(|&(edge, face)| CellEntry::new(&self.records[edge as usize], face)));
                self.uses.resize(self.entries.len(), 0);
                known.insert(list.clone(), start);
                start
            };
            self.uses[start as usize] += 1;
            let faces = list.iter().filter(|(_, face)| face.is_some()).count().min((1 << FACE_BITS) - 1) as u32;
            let counts = if crowded { CROWDED } else { faces << COUNT_BITS | list.len() as u32 };
            self.heads.push(start << REST_SHIFT | counts);
        }
        Some(())
    }

    /// Adds pinches to the cells in which a step through them may end. `None` when there are too many for a head.
    fn mark_pinches(&mut self, edges: &[Edge], index: &EdgeIndex) -> Option<()> {
        let mut marked: BTreeMap<usize, Vec<CellEntry>> = BTreeMap::new();
        for (a, edge) in (0_u32..).zip(edges).filter(|(_, edge)| !edge.is_vacant()) {
            self.each_pinch(a, edge, index, &mut |b, pinch, [first, last]| {
                if a < b {
                    for cell in (first.y..=last.y).flat_map(|y| (first.x..=last.x).map(move |x| (y, x))) {
                        let cell = cell.0 as usize * self.columns as usize + cell.1 as usize;
                        marked.entry(cell).or_default().push(pinch);
                    }
                }
            });
        }
        for (cell, pinches) in marked {
            let old = self.heads[cell];
            let (faces, others) = self.listed(old);
            let list: Vec<CellEntry> = faces.iter().chain(others).copied().collect();
            let start = u32::try_from(self.entries.len()).ok().filter(|start| *start <= MAX_REST)?;
            self.entries.push(CellEntry::counts(list.len(), pinches.len()));
            self.entries.extend(pinches.into_iter().chain(list));
            self.uses.resize(self.entries.len(), 0);
            self.heads[cell] = start << REST_SHIFT | CROWDED;
            self.uses[start as usize] = 1;
            if old & COUNTS != 0 {
                self.uses[(old >> REST_SHIFT) as usize] -= 1;
            }
        }
        Some(())
    }

    /// Calls `visit` with every pinch that an edge and another one leave, the other edge, and the cells in which a step through
    /// it may end.
    pub(super) fn each_pinch(
        &self,
        a: u32,
        edge: &Edge,
        index: &EdgeIndex,
        visit: &mut dyn FnMut(u32, CellEntry, [UVec2; 2]),
    ) {
        let reach = Pinch::reach(self.radius) + CELL_ROUNDING;
        let last = Vec2::new(self.columns as f32, self.rows as f32) - 1.0;
        let cell = |at: Vec2| ((at - self.corner) / CONFIG_CELL).floor().clamp(Vec2::ZERO, last).as_uvec2();
        let near = edge.segment.aabb().grown(2.0 * self.radius);
        index.grid.visit_unordered(&Aabb::new(near.center, near.half + self.half * 2.0), |b| {
            // In the order of their indices, so that both edges find the same pinch.
            let edges = [a.min(b), a.max(b)];
            let pair = edges.map(|i| &index.hexagons[i as usize]);
            if let Some(pinch) = Pinch::between(pair[0], pair[1], self.half, self.radius).filter(|_| a != b) {
                let place = pair[0].middle + pinch.place;
                visit(b, CellEntry::pinch(place, pinch.long, edges), [cell(place - reach), cell(place + reach)]);
            }
        });
    }

    /// Stores in every empty cell of a rectangle, given by its first and last cell, how many rings of cells around it are empty
    /// as well, up to [`MAX_RINGS`]: a distance transform in two passes. The empty cells around the rectangle know that already.
    pub(super) fn measure_rings(&mut self, [from, to]: [UVec2; 2]) {
        const FAR: u8 = MAX_RINGS + 1;
        // With a border of one cell. One more than the rings; 0 in cells that are not empty.
        let (wide, high) = ((to.x - from.x + 3) as usize, (to.y - from.y + 3) as usize);
        let mut rings = vec![FAR; wide * high];
        let columns = self.columns as usize;
        // The part of the border that exists.
        let (left, right) = (usize::from(from.x == 0), wide - usize::from(to.x + 1 == self.columns));
        let (top, bottom) = (usize::from(from.y == 0), high - usize::from(to.y + 1 == self.rows));
        for y in top..bottom {
            let first = (from.y as usize + y - 1) * columns + from.x as usize + left - 1;
            let heads = &self.heads[first..first + right - left];
            let row = &mut rings[y * wide + left..y * wide + right];
            for (ring, head) in row.iter_mut().zip(heads) {
                *ring = if head & COUNTS != 0 { 0 } else { (head >> REST_SHIFT) as u8 + 1 };
            }
            if (1..high - 1).contains(&y) {
                let inner = &mut rings[y * wide + 1..(y + 1) * wide - 1];
                inner.iter_mut().filter(|ring| **ring != 0).for_each(|ring| *ring = FAR);
            }
        }
        for y in 1..high - 1 {
            let (above, row) = rings[(y - 1) * wide..(y + 1) * wide].split_at_mut(wide);
            nearer(row, above);
            (1..wide - 1).for_each(|x| row[x] = row[x].min(row[x - 1] + 1));
        }
        for y in (1..high - 1).rev() {
            let (row, below) = rings[y * wide..(y + 2) * wide].split_at_mut(wide);
            nearer(row, below);
            (1..wide - 1).rev().for_each(|x| row[x] = row[x].min(row[x + 1] + 1));
        }
        for y in 1..high - 1 {
            let row = (from.y as usize + y - 1) * columns + from.x as usize;
            for (head, rings) in self.heads[row..row + wide - 2].iter_mut().zip(&rings[y * wide + 1..]) {
                if *head & COUNTS == 0 {
                    *head = u32::from(*rings - 1) << REST_SHIFT;
                }
            }
        }
    }

    /// Its size in memory, in bytes.
    pub fn bytes(&self) -> usize {
        core::mem::size_of_val(self.heads.as_slice())
            + core::mem::size_of_val(self.entries.as_slice())
            + core::mem::size_of_val(self.records.as_slice())
            + core::mem::size_of_val(self.uses.as_slice())
    }
}

impl DeepestQuery for ConfigSpaceGrid {
    /// The deepest edges for a core at `center + offset`, in a step that began at `center + start`. For a core behind a
    /// face, the depth only says that it is deeper than the skin.
    #[inline(always)]
    fn deepest(&self, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        self.deepest_in(self.head(center + offset), center, offset, start)
    }

    /// The same, where the step was in a cell with this head before and was pushed out of the deepest edge there. A corner's
    /// entries are read without waiting for the head of the present cell, because the two heads are mostly equal. Of the two
    /// faces there the push has cleared one, so they are not tied.
    #[inline(always)]
    fn deepest_again(&self, head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        let now = self.head(center + offset);
        if now == head && head & COUNTS == TWO_FACES {
            return self.deepest_of_two(head, center, offset);
        }
        self.deepest_in(now, center, offset, start).unless_tied()
    }

    /// Whether a step that ends in a crowded cell may lead through a pinch.
    #[cold]
    fn may_pinch(&self, head: u32, from: Vec2, to: Vec2) -> bool {
        self.pinches(head)
            .iter()
            .any(|pinch| Pinch { place: pinch.middle, long: pinch.support }.is_on(self.radius, from, to))
    }

    /// Whether the first of two edges counts before the other where they are equally deep for a core at `center + offset`.
    fn are_in_order(&self, edges: [u32; 2], center: Vec2, offset: Vec2) -> bool {
        let [one, other] = edges.map(|edge| &self.records[edge as usize]);
        one.comes_before(other, center, offset, Vec2::NEG_Y)
    }

    /// The contact normal with an edge for a core at `center + offset`.
    #[inline]
    fn normal(&self, edge: u32, center: Vec2, offset: Vec2) -> Vec2 {
        let record = &self.records[edge as usize];
        record.fitted.separation((center - record.fitted.middle) + offset, record.side != Side::Both).normal
    }
}

/// Lowers the numbers of a row, except its first and last, to one more than those of the next row.
fn nearer(row: &mut [u8], next: &[u8]) {
    let wide = row.len();
    let next = next[..wide - 2].iter().zip(&next[1..wide - 1]).zip(&next[2..]);
    for (ring, ((a, b), c)) in row[1..wide - 1].iter_mut().zip(next) {
        *ring = (*ring).min((*a).min(*b).min(*c) + 1);
    }
}

#[cfg(test)]
#[path = "config_space_grid_tests.rs"]
mod tests;
