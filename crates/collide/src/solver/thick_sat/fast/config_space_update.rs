//! Changes of a compiled terrain in place: only the cells around changed edges are listed anew.
//!
//! What changes is collected as rectangles of cells: those that list a removed edge, those that may list a new one, and
//! those near a pinch that comes or goes. A sweep over the rows cuts them into blocks in which the same changes apply. Most
//! cells of a block have equal lists before and so equal ones after, and are rewritten without another look: an edge along a
//! thousand tiles that is cut in two costs little more than a short one.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use glam::UVec2;

use super::config_space_grid::{
    CONFIG_CELL, COUNT_BITS, COUNTS, CROWDED, CellEntry, ConfigSpaceGrid, FACE_BITS, Listed, MAX_EDGES, MAX_REST,
    MAX_RINGS, REST_SHIFT,
};
use crate::edge::Edge;
use crate::edge_index::EdgeIndex;
use crate::separation::Fitted;
use crate::solver::thick_sat::edge_record::EdgeRecord;

/// How far cells whose rings change at once may lie apart, in cells. Larger values measure cells in between for nothing;
/// smaller ones measure cells several times.
const RING_CLUSTER: u32 = 24;

/// A rectangle of cells and what changes there.
struct Span {
    first: UVec2,
    last: UVec2,
    change: CellChange,
}

#[derive(Clone, Copy)]
enum CellChange {
    /// Removed edges and their pinches go.
    Remove,
    /// The edge with this number among the added ones may come.
    Check(usize),
    /// An edge comes, listed like this.
    List(Listed),
    /// A pinch comes.
    Pinch(CellEntry),
}

/// The change of a compiled terrain, begun while the removed edges were still there.
pub(crate) struct ConfigSpaceUpdate {
    spans: Vec<Span>,
    /// In index order.
    removed: Vec<u32>,
}

impl ConfigSpaceUpdate {
    /// Begins a change: finds the cells that the edges to be removed concern. `edges` and `index` still contain them; `removed`
    /// is in index order.
    pub fn begin(grid: &ConfigSpaceGrid, edges: &[Edge], index: &EdgeIndex, removed: &[u32]) -> Self {
        let mut spans = Vec::new();
        for &a in removed {
            let edge = &edges[a as usize];
            let area = grid.area(edge);
            if edge.segment.a.x == edge.segment.b.x || edge.segment.a.y == edge.segment.b.y {
                spans.push(Span { first: area.0, last: area.1, change: CellChange::Remove });
            } else {
                for y in area.0.y..=area.1.y {
                    let (from, to) = grid.columns_in_row(edge, y, area);
                    spans.extend(span([from, to], [y, y], CellChange::Remove));
                }
            }
            grid.each_pinch(a, edge, index, &mut |_, _, [first, last]| {
                spans.push(Span { first, last, change: CellChange::Remove });
            });
        }
        Self { spans, removed: removed.to_vec() }
    }

    /// Makes the change. `edges` and `index` contain the added edges by now, and no longer the removed ones. Returns false
    /// where the terrain has to be compiled anew: it became too large for the cells or for the heads.
    pub fn finish(mut self, grid: &mut ConfigSpaceGrid, edges: &[Edge], index: &EdgeIndex, added: &[u32]) -> bool {
        if edges.len() > MAX_EDGES || !added.iter().all(|i| grid.has_room(&edges[*i as usize])) {
            return false;
        }
        for &i in added {
            let record = EdgeRecord::new(&index.hexagons[i as usize], edges[i as usize].side, i, grid.half);
            match grid.records.get_mut(i as usize) {
                Some(slot) => *slot = record,
                None => grid.records.push(record),
            }
        }
        let mut covering = Vec::new();
        for &i in added {
            let (edge, fitted) = (&edges[i as usize], grid.covering(&index.hexagons[i as usize]));
            self.add_spans(grid, (i, edge, &fitted), covering.len());
            covering.push((i, fitted));
            grid.each_pinch(i, edge, index, &mut |other, pinch, [first, last]| {
                if i < other || !added.contains(&other) {
                    self.spans.push(Span { first, last, change: CellChange::Pinch(pinch) });
                }
            });
        }
        CellRewrite::new(grid, &self.removed, &covering).sweep(self.spans)
    }

    /// Adds the cells that may list a new edge. Along a level or upright one, all but those near its ends list it alike.
    fn add_spans(&mut self, grid: &ConfigSpaceGrid, (i, edge, fitted): (u32, &Edge, &Fitted), number: usize) {
        let (first, last) = grid.area(edge);
        let run = edge.segment.b - edge.segment.a;
        let check = CellChange::Check(number);
        if run.x != 0.0 && run.y != 0.0 {
            for y in first.y..=last.y {
                let (from, to) = grid.columns_in_row(edge, y, (first, last));
                self.spans.extend(span([from, to], [y, y], check));
            }
            return;
        }
        // Beyond this, no cell sees an end: the core, half a cell, and what rounding may take.
        let margin = grid.half * 2.0 + grid.reach + CONFIG_CELL * 2.0;
        let margin = (margin / CONFIG_CELL).ceil().as_uvec2();
        let (from, to) = (first + margin, UVec2::new(last.x.saturating_sub(margin.x), last.y.saturating_sub(margin.y)));
        if run.y == 0.0 && from.x < to.x {
            self.spans.extend(span([first.x, from.x - 1], [first.y, last.y], check));
            self.spans.extend(span([to.x + 1, last.x], [first.y, last.y], check));
            for y in first.y..=last.y {
                let listed = grid.listing(i, fitted, from.x, y);
                self.spans.extend(listed.and_then(|listed| span([from.x, to.x], [y, y], CellChange::List(listed))));
            }
        } else if run.x == 0.0 && from.y < to.y {
            self.spans.extend(span([first.x, last.x], [first.y, from.y - 1], check));
            self.spans.extend(span([first.x, last.x], [to.y + 1, last.y], check));
            for x in first.x..=last.x {
                let listed = grid.listing(i, fitted, x, from.y);
                self.spans.extend(listed.and_then(|listed| span([x, x], [from.y, to.y], CellChange::List(listed))));
            }
        } else {
            self.spans.push(Span { first, last, change: check });
        }
    }
}

/// A rectangle; `None` if it is empty.
fn span(columns: [u32; 2], rows: [u32; 2], change: CellChange) -> Option<Span> {
    let [first, last] = [0, 1].map(|i| UVec2::new(columns[i], rows[i]));
    first.cmple(last).all().then_some(Span { first, last, change })
}

impl ConfigSpaceGrid {
    /// Whether all cells that may list an edge exist.
    fn has_room(&self, edge: &Edge) -> bool {
        let (first, last) = self.unbounded_area(edge);
        first.min_element() >= 0.0 && last.x < self.columns as f32 && last.y < self.rows as f32
    }
}

/// Rewrites the lists of cells.
struct CellRewrite<'a> {
    grid: &'a mut ConfigSpaceGrid,
    removed: &'a [u32],
    /// The added edges, and their hexagons for whole cells.
    added: &'a [(u32, Fitted)],
    /// Heads of new lists by a hash of their content, so that equal cells share them.
    known: BTreeMap<u64, u32>,
    /// Heads of lists that lost a cell.
    left: Vec<u32>,
    /// Rectangles around cells that became empty or ceased to be.
    changed: Vec<[UVec2; 2]>,
    pinches: Vec<CellEntry>,
    faces: Vec<CellEntry>,
    others: Vec<CellEntry>,
}

impl<'a> CellRewrite<'a> {
    fn new(grid: &'a mut ConfigSpaceGrid, removed: &'a [u32], added: &'a [(u32, Fitted)]) -> Self {
        Self {
            grid,
            removed,
            added,
            known: BTreeMap::new(),
            left: Vec::new(),
            changed: Vec::new(),
            pinches: Vec::new(),
            faces: Vec::new(),
            others: Vec::new(),
        }
    }

    /// Goes through all rows that change. Returns false when there are too many entries for a head.
    fn sweep(mut self, mut spans: Vec<Span>) -> bool {
        spans.sort_unstable_by_key(|span| span.first.y);
        let mut waiting = spans.into_iter().peekable();
        let mut active: Vec<Span> = Vec::new();
        let mut columns: Vec<u32> = Vec::new();
        let mut here: Vec<CellChange> = Vec::new();
        let mut row = 0;
        loop {
            active.retain(|span| span.last.y >= row);
            if active.is_empty() {
                let Some(next) = waiting.peek() else { break };
                row = next.first.y;
            }
            while let Some(span) = waiting.next_if(|span| span.first.y <= row) {
                active.push(span);
            }
            // The same spans apply up to here.
            let ends = active.iter().map(|span| span.last.y).chain(waiting.peek().map(|span| span.first.y - 1));
            let last = ends.min().unwrap_or(row);
            columns.clear();
            columns.extend(active.iter().flat_map(|span| [span.first.x, span.last.x + 1]));
            columns.sort_unstable();
            columns.dedup();
            for pair in columns.windows(2) {
                here.clear();
                let covers = |span: &&Span| span.first.x <= pair[0] && pair[0] <= span.last.x;
                here.extend(active.iter().filter(covers).map(|span| span.change));
                if !here.is_empty() && self.block([row, last], [pair[0], pair[1]], &here).is_none() {
                    return false;
                }
            }
            row = last + 1;
        }
        self.free_unused();
        for [first, last] in core::mem::take(&mut self.changed) {
            let beyond = UVec2::splat(u32::from(MAX_RINGS));
            let end = UVec2::new(self.grid.columns, self.grid.rows) - 1;
            let first = UVec2::new(first.x.saturating_sub(beyond.x), first.y.saturating_sub(beyond.y));
            self.grid.measure_rings([first, (last + beyond).min(end)]);
        }
        true
    }

    /// Rewrites the cells of some rows and columns, the last column excluded, in which the same changes apply.
    fn block(&mut self, rows: [u32; 2], columns: [u32; 2], changes: &[CellChange]) -> Option<()> {
        let is_checked = changes.iter().any(|change| matches!(change, CellChange::Check(_)));
        // The last head seen and what became of it.
        let mut memo: Option<(u32, u32)> = None;
        for y in rows[0]..=rows[1] {
            let row = y as usize * self.grid.columns as usize;
            for x in columns[0]..columns[1] {
                let old = self.grid.heads[row + x as usize];
                let new = match memo {
                    Some((before, after)) if before == old && !is_checked => after,
                    _ => self.relisted(old, changes, x, y)?,
                };
                memo = Some((old, new));
                if new != old {
                    self.replace(row + x as usize, [old, new], UVec2::new(x, y));
                }
            }
        }
        Some(())
    }

    /// The head of a cell after the changes.
    fn relisted(&mut self, old: u32, changes: &[CellChange], x: u32, y: u32) -> Option<u32> {
        let Self { grid, removed, added, pinches, faces, others, .. } = self;
        [&mut *pinches, faces, others].into_iter().for_each(Vec::clear);
        let mut is_changed = false;
        for change in changes {
            let (edge, face) = match *change {
                CellChange::Remove => continue,
                CellChange::Pinch(pinch) => {
                    pinches.push(pinch);
                    is_changed = true;
                    continue;
                }
                CellChange::List(listed) => listed,
                CellChange::Check(number) => {
                    let (edge, fitted) = &added[number];
                    let Some(listed) = grid.listing(*edge, fitted, x, y) else { continue };
                    listed
                }
            };
            is_changed = true;
            let list = if face.is_some() { &mut *faces } else { &mut *others };
            list.push(CellEntry::new(&grid.records[edge as usize], face));
        }
        let stays = |edge: u32| removed.binary_search(&edge).is_err();
        if old & COUNTS != 0 {
            let (old_faces, old_others) = grid.listed(old);
            let old_pinches = grid.pinches(old);
            let before = old_faces.len() + old_others.len() + old_pinches.len();
            let new = pinches.len() + faces.len() + others.len();
            pinches.extend(old_pinches.iter().filter(|pinch| pinch.pinch_edges().into_iter().all(stays)));
            // A crowded cell lists its faces with the others.
            for entry in old_faces.iter().chain(old_others).filter(|entry| stays(entry.edge)) {
                let list = if entry.is_face() { &mut *faces } else { &mut *others };
                list.push(*entry);
            }
            is_changed |= pinches.len() + faces.len() + others.len() != before + new;
        }
        if is_changed { self.head_of_lists() } else { Some(old) }
    }

    /// The head of a cell with the lists that were just put together.
    fn head_of_lists(&mut self) -> Option<u32> {
        let Self { grid, known, pinches, faces, others, .. } = self;
        let count = faces.len() + others.len();
        if count + pinches.len() == 0 {
            return Some(0);
        }
        let all = || pinches.iter().chain(&*faces).chain(&*others);
        let mut hash = all().fold(pinches.len() as u64, |hash, entry| entry.add_to_hash(hash));
        // Lists with the same hash are next to each other; there are no more of them than cells.
        while let Some(head) = known.get(&hash) {
            let (listed, rest) = grid.listed(*head);
            let same = |(a, b): (&CellEntry, &CellEntry)| a.is_same(b);
            let is_equal = grid.pinches(*head).len() == pinches.len()
                && listed.len() + rest.len() == count
                && grid.pinches(*head).iter().chain(listed).chain(rest).zip(all()).all(same);
            if is_equal {
                return Some(*head);
            }
            hash = hash.wrapping_add(1);
        }
        let is_crowded = count >= CROWDED as usize || !pinches.is_empty();
        let length = count + pinches.len() + usize::from(is_crowded);
        let start = grid.take_entries(length as u32)?;
        let counts = is_crowded.then(|| CellEntry::counts(count, pinches.len()));
        for (slot, entry) in grid.entries[start as usize..].iter_mut().zip(counts.iter().chain(all())) {
            *slot = *entry;
        }
        let faces = faces.len().min((1 << FACE_BITS) - 1) as u32;
        let counts = if is_crowded { CROWDED } else { faces << COUNT_BITS | count as u32 };
        let head = start << REST_SHIFT | counts;
        known.insert(hash, head);
        Some(head)
    }

    /// Gives a cell another head.
    fn replace(&mut self, cell: usize, [old, new]: [u32; 2], at: UVec2) {
        let is_empty = |head: u32| head & COUNTS == 0;
        if is_empty(old) != is_empty(new) {
            self.note_changed(at);
        }
        self.grid.heads[cell] = new;
        if !is_empty(new) {
            self.grid.uses[(new >> REST_SHIFT) as usize] += 1;
        }
        if !is_empty(old) {
            let uses = &mut self.grid.uses[(old >> REST_SHIFT) as usize];
            *uses -= 1;
            if *uses == 0 {
                self.left.push(old);
            }
        }
    }

    fn note_changed(&mut self, at: UVec2) {
        let grown = |[first, last]: [UVec2; 2]| [first.min(at), last.max(at)];
        let fits = |area: &&mut [UVec2; 2]| {
            let [first, last] = grown(**area);
            (last - first).max_element() < RING_CLUSTER
        };
        match self.changed.iter_mut().rev().find(fits) {
            Some(area) => *area = grown(*area),
            None => self.changed.push([at, at]),
        }
    }

    /// Frees the entries that no cell uses any more.
    fn free_unused(&mut self) {
        let new = self.known.values().copied();
        self.left.extend(new);
        self.left.sort_unstable();
        self.left.dedup();
        for head in core::mem::take(&mut self.left) {
            let start = head >> REST_SHIFT;
            if self.grid.uses[start as usize] == 0 {
                let (faces, others) = self.grid.listed(head);
                let count = faces.len() + others.len() + self.grid.pinches(head).len();
                self.grid.slots.give(start, count as u32 + u32::from(head & CROWDED == CROWDED));
            }
        }
    }
}

impl CellEntry {
    /// All its numbers as bits.
    fn bits(&self) -> [u32; 6] {
        let Self { middle, normal, support, edge } = self;
        [middle.x.to_bits(), middle.y.to_bits(), normal.x.to_bits(), normal.y.to_bits(), support.to_bits(), *edge]
    }

    fn is_same(&self, other: &Self) -> bool {
        self.bits() == other.bits()
    }

    /// Adds it to a hash: edge and face tell entries of one terrain apart. Multiplicative hashing (Knuth).
    fn add_to_hash(&self, hash: u64) -> u64 {
        let [x, y, normal_x, normal_y, support, edge] = self.bits().map(u64::from);
        let key = (x ^ normal_y << 32) ^ (y << 32 ^ normal_x << 7) ^ (edge << 13) ^ support << 29;
        (hash.rotate_left(23) ^ key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

impl ConfigSpaceGrid {
    /// Room for some entries; `None` when a head could not address them.
    fn take_entries(&mut self, length: u32) -> Option<u32> {
        if let Some(start) = self.slots.take(length) {
            return Some(start);
        }
        let start = u32::try_from(self.entries.len()).ok().filter(|start| *start <= MAX_REST)?;
        self.entries.resize((start + length) as usize, CellEntry::counts(0, 0));
        self.uses.resize(self.entries.len(), 0);
        Some(start)
    }
}

#[cfg(test)]
#[path = "config_space_update_tests.rs"]
mod tests;
