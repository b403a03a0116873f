//! The terrain folded for movers of one size: which edges can touch the *middle* of the mover, cell by cell.
//!
//! In configuration space the mover is a point and every thick edge a rounded hexagon (Minkowski sum; Lozano-Perez 1983).
//! A uniform grid of half-tile cells lists, for each cell, the hexagons that come near any point of it. Where a cell sees
//! nothing of a hexagon but one face, it lists the face instead, a half plane: most cells do. Empty cells know how far away
//! the next cell is that is not. All of that is the very same arithmetic as that of the reference path: results are equal
//! bit by bit.

use std::collections::BTreeMap;
use std::ops::Range;

use glam::{UVec2, Vec2};

use super::separation::{Face, Fitted, Hexagon};
use super::solver::longest_step;
use super::space::{ONE_SIDED_SLACK, ONE_WAY_FACING, ONE_WAY_SLACK};
use super::{Aabb, CollisionView, Mover, Side, Terrain};

/// Side of a cell, in pixels: half a tile. Smaller cells list fewer edges and take more memory, four times for half the
/// side.
const CELL: f32 = 8.0;

/// How far from a cell edges are listed beyond the skin, in pixels. A longer push needs a second look, for it may lead to an
/// edge that is not listed; larger values list more edges.
pub(super) const MARGIN: f32 = 1.25;

/// By how much more than what counts already an edge may be away and is still asked, in pixels. Without it rounding could
/// drop one of two that are equally deep, and then their order would count.
pub(super) const TIE: f32 = 1e-3;

/// Edges that a push of this length could touch are always looked at closely, in pixels. Larger values look closely at more
/// edges, smaller ones look again after more pushes.
const SHORT_PUSH: f32 = 0.25;

/// How deep in the second obstacle a push may certainly end and save a look, in pixels: half of what counts as nothing.
const FREED: f32 = 5e-5;

/// What f32 may get wrong about where a place lies, in pixels, within 2^16 px of the origin.
const ROUNDING: f32 = 0.02;

/// How far from the ends of a face a cell must stay to see nothing but the face, in pixels.
const FACE_ENDS: f32 = 0.1;

/// The most cells: 32 MiB of them. Larger terrains are served by the reference path, and so are those below.
const MAX_CELLS: f32 = 8_388_608.0;

/// The most edges. Cells list an edge in several ways, and a head can tell no more than [`MAX_REST`] entries apart: with more
/// edges, compiling would fail later, after more work.
const MAX_EDGES: usize = MAX_REST as usize / 2;

/// The rows that are folded together have about so many cells. Larger bands take more memory while a terrain is compiled;
/// smaller ones look at edges that cross several bands more often.
const BAND_CELLS: u32 = 1 << 17;

/// How many edges the cells of one band may see together: 20 bytes each while the band is folded.
const MAX_IN_BAND: usize = 1 << 21;

/// Bits of a head that count the entries of a cell.
const COUNT_BITS: u32 = 8;

/// Bits above that, which count those that are faces. The rest of a head says where the entries start, or, if there is
/// none, how many cells around are empty as well.
const FACE_BITS: u32 = 4;

/// The count of a cell with that many entries or more: then its first entry is none, but says in place of an edge how many
/// follow.
const CROWDED: u32 = (1 << COUNT_BITS) - 1;

/// Both counts.
const COUNTS: u32 = (1 << (COUNT_BITS + FACE_BITS)) - 1;

/// The counts of a cell that sees one face and nothing else.
const ONE_FACE: u32 = 1 << COUNT_BITS | 1;

/// The counts of a cell that sees two faces and nothing else: a corner.
const TWO_FACES: u32 = 2 << COUNT_BITS | 2;

/// How many edges of a cell are put in order for those that want them in order.
const FEW: usize = 8;

/// The most that the rest of a head can say.
const MAX_REST: u32 = (1 << (32 - COUNT_BITS - FACE_BITS)) - 1;

/// An edge near a cell.
#[derive(Clone, Copy, Debug)]
struct CellEntry {
    /// The middle of the edge.
    middle: Vec2,
    /// The face's normal, if the cell sees nothing else of the edge.
    normal: Vec2,
    /// How far the face is from the middle.
    support: f32,
    /// The edge's index in the terrain.
    edge: u32,
}

/// An edge, by its index, and the face that is all that a cell can see of it, if that is so.
type Seen = (u32, Option<Face>);

/// An edge, ready for the exact test.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The hexagon for cores of one size.
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
pub(super) struct DeepestContacts {
    /// How deep, in pixels; negative when nothing is touched.
    pub depth: f32,
    /// How deep the second deepest is.
    second: f32,
    /// Its way out.
    second_normal: Vec2,
    /// Its index.
    second_edge: u32,
    /// How deep everything else is at most.
    rest: f32,
    /// The way out.
    pub normal: Vec2,
    /// The edge's index.
    pub edge: u32,
    /// The head of a compiled terrain's cell that this is about; else 0.
    pub head: u32,
    /// Whether the edge shows one face all over such cells, and nothing else.
    pub face: bool,
    /// How many edges were asked.
    pub asked: u32,
    /// The deepest of what is open from here, but perhaps not a push farther on.
    open: f32,
}

impl DeepestContacts {
    /// Before anything was asked, in a cell with this head. Nothing that will not be asked is nearer than [`MARGIN`].
    #[inline(always)]
    pub fn new(head: u32) -> Self {
        Self {
            depth: -MARGIN,
            normal: Vec2::ZERO,
            second: -MARGIN,
            second_normal: Vec2::ZERO,
            second_edge: u32::MAX,
            rest: -MARGIN,
            edge: u32::MAX,
            head,
            face: false,
            asked: 0,
            open: -MARGIN,
        }
    }

    /// Asks one edge about a core whose middle is at `at` relative to the edge's, in a step that began at `start`. Of equally
    /// deep edges the first counts.
    #[inline(always)]
    pub fn ask(&mut self, record: &Record, at: Vec2, start: Vec2, radius: f32) {
        let (push, limit) = self.limit(radius);
        let outer = record.side != Side::Both;
        let found = if record.is_box {
            record.fitted.box_separation_within(at, outer, limit)
        } else {
            record.fitted.separation_within(at, outer, limit)
        };
        let Some(found) = found else { return self.not_so_deep(-push) };
        let depth = radius - found.distance;
        let facing = found.normal.dot(record.outward);
        let blocks = match record.side {
            Side::Both => true,
            Side::Outer => facing >= -ONE_SIDED_SLACK,
            Side::OneWay => facing > ONE_WAY_FACING && record.is_above(start, radius),
        };
        if blocks {
            self.add(depth, found.normal, record.index, false);
        } else {
            self.open = if depth > self.open { depth } else { self.open };
        }
    }

    /// The same for an edge that may be far away, and may have been asked before.
    #[inline(always)]
    pub fn search(
        &mut self,
        terrain: &Terrain,
        hexagon: &Hexagon,
        index: u32,
        [at, start, half]: [Vec2; 3],
        radius: f32,
    ) {
        if index == self.edge || index == self.second_edge {
            return;
        }
        let (push, limit) = self.limit(radius);
        if hexagon.is_within(at, half, limit) {
            self.asked += 1;
            self.ask(&Record::new(terrain, index, half), at, start, radius);
        } else {
            self.not_so_deep(-push);
        }
    }

    /// How far a push out of the deepest so far leads; and how far from the core an edge can be and still matter: no farther
    /// than that, and not farther than all that counts already.
    #[inline(always)]
    fn limit(&self, radius: f32) -> (f32, f32) {
        let push = if self.depth > SHORT_PUSH { self.depth } else { SHORT_PUSH };
        let rest = TIE - self.rest;
        (push, radius + if push < rest { push } else { rest })
    }

    /// Something else is at most so deep.
    #[inline(always)]
    fn not_so_deep(&mut self, depth: f32) {
        self.rest = if self.rest > depth { self.rest } else { depth };
    }

    /// The same for a face.
    #[inline(always)]
    fn ask_face(&mut self, face: &CellEntry, center: Vec2, offset: Vec2, radius: f32) {
        self.add(face.depth(center, offset, radius), face.normal, face.edge, true);
    }

    #[inline(always)]
    fn add(&mut self, depth: f32, normal: Vec2, edge: u32, face: bool) {
        if depth > self.depth || (depth == self.depth && edge < self.edge) {
            self.not_so_deep(self.second);
            (self.second, self.second_normal, self.second_edge) = (self.depth, self.normal, self.edge);
            (self.depth, self.normal, self.edge, self.face) = (depth, normal, edge, face);
        } else if depth > self.second {
            self.not_so_deep(self.second);
            (self.second, self.second_normal, self.second_edge) = (depth, normal, edge);
        } else {
            self.not_so_deep(depth);
        }
    }

    /// Whether the push out of the deepest certainly ends outside of everything else. A way leads into an obstacle by its
    /// length at most. And as the distance to a convex obstacle is a convex function, it leads out of it by its part along
    /// the obstacle's normal at least, for a core that is not `behind` so deep that the obstacle has another way out.
    #[inline(always)]
    pub fn push_clears_all(&self, behind: f32) -> bool {
        let out = self.depth * self.normal.dot(self.second_normal);
        let leaves = self.second < behind && self.second - out <= FREED;
        self.rest + self.depth <= 0.0 && (self.second + self.depth <= 0.0 || leaves)
    }

    /// When everything was asked.
    #[inline(always)]
    pub fn finish(mut self) -> Self {
        self.not_so_deep(self.open);
        self
    }
}

impl CellEntry {
    /// How deep a core at `center + offset` is behind the face.
    #[inline(always)]
    fn depth(&self, center: Vec2, offset: Vec2, radius: f32) -> f32 {
        radius - (((center - self.middle) + offset).dot(self.normal) - self.support)
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

    /// Whether a mover that began at `start` may stand on a one-way edge.
    #[cold]
    #[inline(never)]
    fn is_above(self, start: Vec2, radius: f32) -> bool {
        self.fitted.separation(start, true).distance - radius > -ONE_WAY_SLACK
    }

    fn entry(&self, face: Option<Face>) -> CellEntry {
        let (normal, support) = self.fitted.face(face.unwrap_or(Face::Front));
        CellEntry { middle: self.fitted.middle, normal, support, edge: self.index }
    }
}

/// A terrain compiled for movers of one size and skin.
#[derive(Debug)]
pub(super) struct ConfigSpaceGrid {
    /// Half extents and thickness of the movers.
    size: (Vec2, f32),
    /// Half extents of their cores.
    pub half: Vec2,
    /// Their skin.
    pub radius: f32,
    /// The longest step that they make.
    pub longest: f32,
    /// Its square.
    pub longest_square: f32,
    /// From the first cell to the origin, and [`SHIFT`].
    shift: Vec2,
    columns: u32,
    rows: u32,
    /// For each cell, row by row, where its entries start and how many there are.
    heads: Vec<u32>,
    /// The entries of all different cells, faces first; equal cells share them.
    entries: Vec<CellEntry>,
    /// All edges, in index order.
    records: Vec<Record>,
}

/// Added to a number of pixels from 0 to 2^22, it leaves the nearest half pixel in the last bits: an addition, where a cast
/// has to think of all other numbers, too.
const SHIFT: f32 = 4_194_304.0;

/// Bits of these that tell where in its cell something is: 16 halves of a pixel.
const WITHIN: u32 = 4;

/// How far before a multiple of [`CELL`] a cell begins, in pixels: from there on the nearest half pixel lies in it.
const EARLY: f32 = 0.25;

/// The most columns or rows: as many as there are pixels after [`SHIFT`].
const MAX_IN_LINE: f32 = 524_000.0;

impl ConfigSpaceGrid {
    /// Folds a terrain for movers like this one; `None` when it is too large.
    pub fn new(terrain: &Terrain, mover: &Mover) -> Option<Self> {
        let (half, radius) = CollisionView::Thick.core(mover);
        let reach = radius + MARGIN + ROUNDING;
        let boxes = terrain.edges().iter().map(|e| e.segment.aabb());
        let bounds = Aabb::around(boxes.flat_map(|b| [b.min(), b.max()]))?.grown(reach);
        // The cells at the border stay empty.
        let first = ((bounds.min() - half) / CELL).floor() - 1.0;
        let cells = ((bounds.max() + half) / CELL).floor() - first + 2.0;
        let fits =
            terrain.edges().len() <= MAX_EDGES && cells.x * cells.y <= MAX_CELLS && cells.max_element() <= MAX_IN_LINE;
        if !fits {
            return None;
        }
        let edges = terrain.edges().len() as u32;
        let longest = longest_step(mover, radius);
        let mut made = Self {
            size: (mover.aabb.half, mover.thickness),
            half,
            radius,
            longest,
            longest_square: longest * longest,
            shift: SHIFT - first * CELL,
            columns: cells.x as u32,
            rows: cells.y as u32,
            heads: Vec::new(),
            entries: Vec::new(),
            records: (0..edges).map(|index| Record::new(terrain, index, half)).collect(),
        };
        made.fold(terrain, first * CELL - EARLY, reach)?;
        made.measure();
        Some(made)
    }

    /// Whether it was made for such movers.
    #[inline(always)]
    pub fn fits(&self, mover: &Mover) -> bool {
        let (half, thickness) = self.size;
        // By their bits, without a branch for each.
        let differs = (half.x.to_bits() ^ mover.aabb.half.x.to_bits())
            | (half.y.to_bits() ^ mover.aabb.half.y.to_bits())
            | (thickness.to_bits() ^ mover.thickness.to_bits());
        differs == 0
    }

    /// What the cell says that `at` lies in; 0 outside of all cells.
    #[inline(always)]
    pub fn head(&self, at: Vec2) -> u32 {
        let halves = at + self.shift;
        // Any number that is not in the grid gives a very large one.
        let cell = |halves: f32| halves.to_bits().wrapping_sub(SHIFT.to_bits()) >> WITHIN;
        let (x, y) = (cell(halves.x), cell(halves.y));
        if x >= self.columns {
            return 0;
        }
        let at = u64::from(y) * u64::from(self.columns) + u64::from(x);
        usize::try_from(at).ok().and_then(|at| self.heads.get(at)).copied().unwrap_or(0)
    }

    /// Whether a way of this length, squared, that is longer than a step, is made in two. Not quite four times the square of a
    /// step: rounding must never make three steps of it.
    #[inline(always)]
    pub fn is_two_steps(&self, square: f32) -> bool {
        square < self.longest_square * 3.99
    }

    /// Whether a head's cell is empty, and so are, as far as is known, all that lie on a way to it; a short way never meets
    /// what does not touch its end.
    #[inline(always)]
    pub fn is_free(&self, head: u32, way: Vec2) -> bool {
        let rings = (head >> (COUNT_BITS + FACE_BITS)) as f32 * CELL - ROUNDING;
        let short = way.length_squared() <= self.longest_square;
        head & COUNTS == 0 && (short | ((way.x.abs() <= rings) & (way.y.abs() <= rings)))
    }

    /// What a head tells: the faces, and the edges of which more than a face can be near.
    #[inline(always)]
    fn listed(&self, head: u32) -> (&[CellEntry], &[CellEntry]) {
        let count = head & CROWDED;
        let start = (head >> (COUNT_BITS + FACE_BITS)) as usize;
        if count == CROWDED {
            return self.crowd(start);
        }
        let list = self.entries.get(start..start + count as usize).unwrap_or(&[]);
        let faces = (head >> COUNT_BITS) & ((1 << FACE_BITS) - 1);
        list.split_at_checked(faces as usize).unwrap_or((list, &[]))
    }

    /// The same for a cell that lists very many.
    #[cold]
    #[inline(never)]
    fn crowd(&self, start: usize) -> (&[CellEntry], &[CellEntry]) {
        let count = self.entries[start].edge as usize;
        (&[], &self.entries[start + 1..=start + count])
    }

    /// All edges that can be within [`MARGIN`] of a core at this place, in their order, and how many they are; `None` where
    /// they are more than [`FEW`].
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

    /// What is deepest for a core at `center + offset`, in a step that began at `center + start`. Behind a face, deeper than
    /// the skin, all it says is that much.
    #[inline(always)]
    pub fn deepest(&self, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        self.deepest_in(self.head(center + offset), center, offset, start)
    }

    /// The same where the head is known.
    #[inline(always)]
    pub fn deepest_in(&self, head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        let mut deep = DeepestContacts::new(head);
        match head & COUNTS {
            0 => deep,
            ONE_FACE => {
                let face = &self.entries[(head >> (COUNT_BITS + FACE_BITS)) as usize];
                deep.ask_face(face, center, offset, self.radius);
                deep.asked = 1;
                deep
            }
            TWO_FACES => self.deepest_of_two(head, center, offset),
            _ => self.deepest_of(head, center, offset, start),
        }
    }

    /// The same where a step was in a cell with this head before. What the head of a corner lists is read without waiting for
    /// the head of the cell that it is in now: mostly it is the same.
    #[inline(always)]
    pub fn deepest_again(&self, head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        let now = self.head(center + offset);
        if now == head && head & COUNTS == TWO_FACES {
            return self.deepest_of_two(head, center, offset);
        }
        self.deepest_in(now, center, offset, start)
    }

    /// The same for two faces.
    #[inline(always)]
    fn deepest_of_two(&self, head: u32, center: Vec2, offset: Vec2) -> DeepestContacts {
        let start = (head >> (COUNT_BITS + FACE_BITS)) as usize;
        let mut deep = DeepestContacts { asked: 2, ..DeepestContacts::new(head) };
        if let Some([a, b]) = self.entries.get(start..start + 2) {
            deep.ask_face(a, center, offset, self.radius);
            deep.ask_face(b, center, offset, self.radius);
        }
        deep
    }

    /// Depth, normal and edge of the face that is all that a cell sees; `None` where that is less or more.
    #[inline(always)]
    pub fn only_face(&self, head: u32, center: Vec2, offset: Vec2) -> Option<(f32, Vec2, u32)> {
        if head & COUNTS != ONE_FACE {
            return None;
        }
        let face = self.entries.get((head >> (COUNT_BITS + FACE_BITS)) as usize)?;
        Some((face.depth(center, offset, self.radius), face.normal, face.edge))
    }

    /// The same where several edges are near.
    #[inline(always)]
    fn deepest_of(&self, head: u32, center: Vec2, offset: Vec2, start: Vec2) -> DeepestContacts {
        let mut deep = DeepestContacts::new(head);
        let (faces, others) = self.listed(head);
        deep.asked = (faces.len() + others.len()) as u32;
        for face in faces {
            deep.ask_face(face, center, offset, self.radius);
        }
        for other in others {
            let from = center - other.middle;
            deep.ask(&self.records[other.edge as usize], from + offset, from + start, self.radius);
        }
        deep.finish()
    }

    /// The contact normal with an edge for a core at `center + offset`.
    #[inline]
    pub fn normal(&self, edge: u32, center: Vec2, offset: Vec2) -> Vec2 {
        let record = &self.records[edge as usize];
        record.fitted.separation((center - record.fitted.middle) + offset, record.side != Side::Both).normal
    }

    /// Lists for every cell the edges that can be within `reach` of a core in it, band by band, so that only the lists of
    /// one band are there at a time. `None` when there are too many for a head, which a busy terrain's first bands tell.
    fn fold(&mut self, terrain: &Terrain, corner: Vec2, reach: f32) -> Option<()> {
        self.heads.reserve_exact(self.columns as usize * self.rows as usize);
        let high = (BAND_CELLS / self.columns).max(1);
        let mut order: Vec<u32> = (0..self.records.len() as u32).collect();
        order.sort_unstable_by_key(|edge| self.area(terrain, *edge, corner, reach).0.y);
        let mut waiting = order.into_iter().peekable();
        let mut edges: Vec<u32> = Vec::new();
        let mut known = BTreeMap::new();
        for top in (0..self.rows).step_by(high as usize) {
            let bottom = self.rows.min(top + high);
            edges.retain(|edge| self.area(terrain, *edge, corner, reach).1.y >= top);
            while let Some(edge) = waiting.next_if(|edge| self.area(terrain, *edge, corner, reach).0.y < bottom) {
                edges.push(edge);
            }
            edges.sort_unstable();
            let lists = self.lists(terrain, &edges, top..bottom, corner, reach)?;
            self.fold_band(&lists, &mut known)?;
        }
        Some(())
    }

    /// The first and the last cell in which an edge may be listed, as column and row.
    fn area(&self, terrain: &Terrain, edge: u32, corner: Vec2, reach: f32) -> (UVec2, UVec2) {
        let beyond = Vec2::new(self.columns as f32, self.rows as f32) - 1.0;
        let area = terrain.edges()[edge as usize].segment.aabb().grown(reach);
        let first = ((area.min() - self.half - corner) / CELL).floor().max(Vec2::ZERO).as_uvec2();
        let last = ((area.max() + self.half - corner) / CELL).floor().min(beyond).as_uvec2();
        (first, last)
    }

    /// For every cell of some rows those of the given edges that can be within `reach` of a core in it, in their order, each
    /// with the part of it that the cell can see. `None` when there are too many.
    fn lists(
        &self,
        terrain: &Terrain,
        edges: &[u32],
        rows: Range<u32>,
        corner: Vec2,
        reach: f32,
    ) -> Option<(Vec<u32>, Vec<Seen>)> {
        let cells = self.columns as usize * rows.len();
        // A core anywhere in a cell: the cell's half extents are added to the core's.
        let wide = self.half + CELL * 0.5;
        let cell = Vec2::splat(CELL * 0.5 + ROUNDING);
        let mut pairs: Vec<(u32, Seen)> = Vec::new();
        for &edge in edges {
            let record = &self.records[edge as usize];
            let fitted = terrain.hexagons()[edge as usize].fitted(wide);
            let (first, last) = self.area(terrain, edge, corner, reach);
            for y in first.y.max(rows.start)..=last.y.min(rows.end - 1) {
                for x in first.x..=last.x {
                    let middle = corner + (Vec2::new(x as f32, y as f32) + 0.5) * CELL - fitted.middle;
                    if fitted.separation(middle, false).distance <= reach {
                        let face = record.fitted.only_face(middle, cell, FACE_ENDS, record.side);
                        pairs.push(((y - rows.start) * self.columns + x, (edge, face)));
                    }
                }
            }
            if pairs.len() > MAX_IN_BAND {
                return None;
            }
        }
        // Counting sort: how many, where each cell starts, the indices. It keeps the order of the edges.
        let mut starts = vec![0_u32; cells + 1];
        pairs.iter().for_each(|(cell, _)| starts[*cell as usize + 1] += 1);
        for i in 0..cells {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut seen = vec![(0, None); pairs.len()];
        for (cell, edge) in pairs {
            let at = &mut next[cell as usize];
            seen[*at as usize] = edge;
            *at += 1;
        }
        Some((starts, seen))
    }

    /// Makes entries of the lists of some rows; equal lists become one. `None` when there are too many for a head.
    fn fold_band(
        &mut self,
        (starts, seen): &(Vec<u32>, Vec<Seen>),
        known: &mut BTreeMap<Vec<Seen>, u32>,
    ) -> Option<()> {
        let mut list: Vec<Seen> = Vec::new();
        for range in starts.windows(2) {
            list.clear();
            list.extend(&seen[range[0] as usize..range[1] as usize]);
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
                    let count = list.len() as u32;
                    self.entries.push(CellEntry { middle: Vec2::ZERO, normal: Vec2::ZERO, support: 0.0, edge: count });
                }
                self.entries.extend(list.iter().map(|&(edge, face)| self.records[edge as usize].entry(face)));
                known.insert(list.clone(), start);
                start
            };
            let faces = list.iter().filter(|(_, face)| face.is_some()).count().min((1 << FACE_BITS) - 1) as u32;
            let counts = if crowded { CROWDED } else { faces << COUNT_BITS | list.len() as u32 };
            self.heads.push(start << (COUNT_BITS + FACE_BITS) | counts);
        }
        Some(())
    }

    /// Tells every empty cell how many rings of cells around it are empty, too. While it counts, an empty cell's head holds
    /// one more than that.
    fn measure(&mut self) {
        const SHIFT: u32 = COUNT_BITS + FACE_BITS;
        let (wide, high) = (self.columns as usize, self.rows as usize);
        let heads = &mut self.heads;
        let rings = |head: u32| if head & COUNTS == 0 { head >> SHIFT } else { 0 };
        for head in heads.iter_mut().filter(|head| **head == 0) {
            *head = MAX_REST << SHIFT;
        }
        // One more than the least of the neighbours before, then of those behind.
        for y in 0..high {
            for x in 0..wide {
                let at = y * wide + x;
                let mut least = rings(heads[at]);
                if x > 0 {
                    least = least.min(rings(heads[at - 1]) + 1);
                }
                for nx in (x.max(1) - 1..(x + 2).min(wide)).filter(|_| y > 0) {
                    least = least.min(rings(heads[at - x - wide + nx]) + 1);
                }
                if heads[at] & COUNTS == 0 {
                    heads[at] = least << SHIFT;
                }
            }
        }
        for y in (0..high).rev() {
            for x in (0..wide).rev() {
                let at = y * wide + x;
                let mut least = rings(heads[at]);
                if x + 1 < wide {
                    least = least.min(rings(heads[at + 1]) + 1);
                }
                for nx in (x.max(1) - 1..(x + 2).min(wide)).filter(|_| y + 1 < high) {
                    least = least.min(rings(heads[at - x + wide + nx]) + 1);
                }
                if heads[at] & COUNTS == 0 {
                    heads[at] = least << SHIFT;
                }
            }
        }
        for head in heads.iter_mut().filter(|head| **head & COUNTS == 0) {
            *head -= 1 << SHIFT;
        }
    }

    /// What it takes, in bytes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of_val(self.heads.as_slice())
            + std::mem::size_of_val(self.entries.as_slice())
            + std::mem::size_of_val(self.records.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Edge;
    use super::super::noise::noise;
    use super::*;

    #[test]
    fn every_edge_that_can_be_touched_is_listed() {
        let mut random = noise(5);
        let mut place = || Vec2::new(random(300.0), random(200.0));
        let edges: Vec<Edge> =
            (0..60).map(|_| (place(), place())).map(|(a, b)| Edge::new(a, a.lerp(b, 0.3), Side::Outer)).collect();
        let terrain = Terrain::new(edges, Vec::new());
        for (half, radius) in [(Vec2::new(3.0, 8.0), 3.0), (Vec2::new(30.0, 1.0), 0.5), (Vec2::ZERO, 6.0)] {
            let mover = Mover::new(Aabb::new(Vec2::ZERO, half + radius)).with_thickness(radius);
            let compiled = ConfigSpaceGrid::new(&terrain, &mover).unwrap();
            let half = compiled.half;
            for _ in 0..20_000 {
                let at = place() * 1.4 - 60.0;
                let (faces, others) = compiled.listed(compiled.head(at));
                let listed: Vec<u32> = faces.iter().chain(others).map(|entry| entry.edge).collect();
                for (index, hexagon) in (0_u32..).zip(terrain.hexagons()) {
                    let gap = hexagon.separation(at - hexagon.middle, half, true).distance - radius;
                    if gap <= MARGIN {
                        assert!(listed.contains(&index), "{at} {half} edge {index} gap {gap}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_called_free_is_free_and_what_is_called_a_face_is_one() {
        let mut random = noise(11);
        let sides = [Side::Outer, Side::Both, Side::OneWay];
        let mut place = |size: f32| Vec2::new(random(size), random(size * 0.7));
        let edges: Vec<Edge> = (0..40)
            .map(|i| {
                let (a, b) = (place(300.0), place(120.0) - 40.0);
                let run = [b, Vec2::new(b.x, 0.0), Vec2::new(0.0, b.y)][i % 3];
                Edge::new(a, a + run, sides[i % 7 % 3])
            })
            .collect();
        let terrain = Terrain::new(edges, Vec::new());
        let mover = Mover::new(Aabb::new(Vec2::ZERO, Vec2::new(6.0, 11.0)));
        let compiled = ConfigSpaceGrid::new(&terrain, &mover).unwrap();
        let (mut free, mut faces) = (0, 0);
        for _ in 0..60_000 {
            let (at, way) = (place(340.0) - 20.0, place(60.0) - Vec2::new(30.0, 21.0));
            let head = compiled.head(at);
            let gap = |record: &Record, at: Vec2| {
                record.fitted.separation(at - record.fitted.middle, record.side != Side::Both).distance
                    - compiled.radius
            };
            if compiled.is_free(head, way) {
                free += 1;
                // A short way is judged by its end alone.
                let steps = if way.length_squared() <= compiled.longest_square { 0 } else { 20_u8 };
                for i in 0..=steps {
                    let at = at - way * (f32::from(i) / f32::from(steps.max(1)));
                    assert!(compiled.records.iter().all(|r| gap(r, at) > 0.0), "{at} on the way {way} to {at}");
                }
            }
            for face in compiled.listed(head).0 {
                let record = &compiled.records[face.edge as usize];
                let from = at - face.middle;
                let distance = from.dot(face.normal) - face.support;
                let exact = record.fitted.separation(from, record.side != Side::Both);
                if distance > 0.0 {
                    faces += 1;
                    assert_eq!((distance, face.normal), (exact.distance, exact.normal), "{at} {record:?}");
                } else {
                    assert!(exact.distance <= 0.0, "{at} is behind the face, but not inside: {exact:?} {record:?}");
                }
            }
        }
        assert!(free > 1000 && faces > 5000, "{free} free ways, {faces} faces");
    }

    #[test]
    fn a_crowded_cell_lists_all_of_its_edges() {
        for many in [254_u16, 255, 256, 700] {
            let hair = |i: u16| Vec2::new(40.0 + f32::from(i) * 0.01, 40.0);
            let edges = (0..many).map(|i| Edge::new(hair(i), hair(i) + Vec2::new(3.0, 5.0), Side::Both)).collect();
            let terrain = Terrain::new(edges, Vec::new());
            let compiled =
                ConfigSpaceGrid::new(&terrain, &Mover::new(Aabb::new(Vec2::ZERO, Vec2::splat(6.0)))).unwrap();
            let (faces, others) = compiled.listed(compiled.head(Vec2::new(42.0, 38.0)));
            let mut listed: Vec<u32> = faces.iter().chain(others).map(|entry| entry.edge).collect();
            listed.sort_unstable();
            assert_eq!(listed, (0..u32::from(many)).collect::<Vec<_>>());
        }
    }
}
