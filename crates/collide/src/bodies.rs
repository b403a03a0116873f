//! The bodies of a space, and a broad phase that finds those near a box.
//!
//! The broad phase is a hierarchical hash grid (C. Ericson, *Real-Time Collision Detection*, 7.2.1). A body lies in one
//! cell: that of its upper left corner, on the finest level whose cells are at least as large as the body. So moving a
//! body takes constant time, and a query visits few cells on each level in use. A space with few bodies has no broad
//! phase: scanning the whole list is faster there.

use alloc::vec::Vec;
use core::ops::{Deref, Index};

use glam::{IVec2, Vec2};

use crate::body::Body;
use crate::contact::BodyId;
use crate::grid::{PASS, insert};
use crate::shape::Aabb;
use crate::tolerance::{BODY_MARGIN, COORDINATE_ROUNDING};

/// Up to this many bodies a query scans the whole list. Larger values make worlds of that size slower to query; smaller
/// ones make small worlds slower to clone.
const LISTED: usize = 64;

/// The side of a cell of the finest level, px. Smaller values spread small bodies over more cells for each query.
const FINEST_CELL: f32 = 32.0;

/// The number of levels. The last one holds everything that is larger than a cell of the level before.
const LEVELS: usize = 24;

/// The most cells of one level that a query visits. A larger query is compared with all bodies of the space.
const MAX_LEVEL_CELLS: i64 = 256;

/// No body: the end of a chain.
const NONE: u32 = u32::MAX;

/// All bodies of a [`Space`](super::Space), indexed by [`BodyId`]. It reads like a slice. [`Bodies::change`]
/// and its like write to a body, and keep the broad phase up to date.
///
/// ```
/// use seamwalker_collide::{Aabb, Bodies, Body, BodyId};
/// use seamwalker_collide::glam::Vec2;
///
/// let raft = Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0)));
/// let mut bodies: Bodies = (0..1000).map(|i| Body { priority: i as u8, ..raft }).collect();
/// for i in 0..1000 {
///     bodies.place(BodyId(i), raft.aabb.moved(Vec2::new(100.0 * i as f32, 0.0)));
/// }
/// bodies.enable(BodyId(7), false);
/// let mut near = Vec::new();
/// bodies.near(&raft.aabb.moved(Vec2::X * 650.0).grown(60.0), |id, _| near.push(id.0));
/// assert_eq!(near, [6], "body 7 is disabled");
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<Body>", into = "Vec<Body>"))]
pub struct Bodies {
    list: Vec<Body>,
    /// Empty as long as the list is short.
    cells: HashGrid,
}

/// The hash grid. Every bucket starts a doubly linked list of the bodies whose cells share it.
#[derive(Clone, Debug, Default)]
struct HashGrid {
    /// The first body of each bucket; a power of two of them.
    first: Vec<u32>,
    /// For each body: its neighbours in the linked list, and its cell.
    links: Vec<Link>,
    /// How many bodies lie on each level.
    used: [u32; LEVELS],
    /// The levels in use, as bits.
    levels: u32,
}

/// Where a body is in the hash grid.
#[derive(Clone, Copy, Debug)]
struct Link {
    next: u32,
    previous: u32,
    /// `None` for a disabled body.
    cell: Option<GridCell>,
}

/// A cell, by its level and position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GridCell {
    level: u8,
    x: i32,
    y: i32,
}

impl GridCell {
    /// The cell that a box lies in.
    fn of(aabb: &Aabb) -> Self {
        let size = aabb.half.max_element() * 2.0;
        let mut level = 0;
        let mut side = FINEST_CELL;
        while side < size && usize::from(level) < LEVELS - 1 {
            side *= 2.0;
            level += 1;
        }
        let at = floor(aabb.min() / side);
        Self { level, x: at.x, y: at.y }
    }

    /// Its bucket among `buckets`, a power of two.
    fn bucket(self, buckets: usize) -> usize {
        // Multiplicative hashing (Knuth): the high bits depend on all bits of the key.
        let key = u64::from(self.x as u32) << 32 | u64::from(self.y as u32) ^ u64::from(self.level) << 59;
        let hash = (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> 32) as usize & (buckets - 1)
    }
}

impl HashGrid {
    /// Takes out everything, and keeps the memory.
    fn clear(&mut self) {
        self.first.clear();
        self.links.clear();
        (self.used, self.levels) = ([0; LEVELS], 0);
    }

    fn insert(&mut self, id: u32, body: &Body) {
        if !body.enabled {
            return;
        }
        let cell = GridCell::of(&body.aabb);
        let bucket = cell.bucket(self.first.len());
        let next = core::mem::replace(&mut self.first[bucket], id);
        if next != NONE {
            self.links[next as usize].previous = id;
        }
        self.links[id as usize] = Link { next, previous: NONE, cell: Some(cell) };
        self.used[usize::from(cell.level)] += 1;
        self.levels |= 1 << cell.level;
    }

    fn remove(&mut self, id: u32) {
        let Link { next, previous, cell } = self.links[id as usize];
        let Some(cell) = cell else { return };
        if previous == NONE {
            let bucket = cell.bucket(self.first.len());
            self.first[bucket] = next;
        } else {
            self.links[previous as usize].next = next;
        }
        if next != NONE {
            self.links[next as usize].previous = previous;
        }
        self.links[id as usize].cell = None;
        let used = &mut self.used[usize::from(cell.level)];
        *used -= 1;
        if *used == 0 {
            self.levels &= !(1 << cell.level);
        }
    }

    /// Calls `visit` once with every body whose cell may touch `area`, in no order. Returns false when that would be
    /// too many cells; then nothing was visited. `visit` ends the search by returning false.
    fn each(&self, area: &Aabb, mut visit: impl FnMut(u32) -> bool) -> bool {
        let margin = BODY_MARGIN + (area.center.abs() + area.half).max_element() * COORDINATE_ROUNDING;
        let (min, max) = (area.min() - margin, area.max() + margin);
        let range = |level: u32| {
            let side = FINEST_CELL * (1_u32 << level) as f32;
            // A body reaches at most one cell beyond the cell of its smaller corner.
            let (from, to) = (floor((min - side) / side), floor(max / side));
            let columns = i64::from(to.x) - i64::from(from.x) + 1;
            (from, to, columns.saturating_mul(i64::from(to.y) - i64::from(from.y) + 1))
        };
        // Coarser levels have fewer cells in the same area.
        if self.levels != 0 && range(self.levels.trailing_zeros()).2 > MAX_LEVEL_CELLS {
            return false;
        }
        let mut levels = self.levels;
        while levels != 0 {
            let level = levels.trailing_zeros();
            levels &= levels - 1;
            let (from, to, _) = range(level);
            for y in from.y..=to.y {
                for x in from.x..=to.x {
                    let cell = GridCell { level: level as u8, x, y };
                    let mut at = self.first[cell.bucket(self.first.len())];
                    while at != NONE {
                        let link = &self.links[at as usize];
                        if link.cell == Some(cell) && !visit(at) {
                            return true;
                        }
                        at = link.next;
                    }
                }
            }
        }
        true
    }
}

impl Bodies {
    /// Adds a body. Its id is its index in the list.
    pub fn push(&mut self, body: Body) -> BodyId {
        // A space has far fewer than 2^32 bodies: each takes 36 bytes.
        let id = self.list.len() as u32;
        self.list.push(body);
        if self.list.len() > self.cells.first.len().max(LISTED) {
            self.rebuild();
        } else if self.has_broad_phase() {
            self.cells.links.push(Link { next: NONE, previous: NONE, cell: None });
            self.cells.insert(id, &body);
        }
        BodyId(id)
    }

    /// Removes all bodies and keeps the memory.
    pub fn clear(&mut self) {
        self.list.clear();
        self.cells.clear();
    }

    /// Moves a body to another place. An unknown id does nothing.
    pub fn place(&mut self, id: BodyId, aabb: Aabb) {
        self.change(id, |body| body.aabb = aabb);
    }

    /// Enables or disables a body. Returns whether it was enabled before. An unknown id does nothing.
    pub fn enable(&mut self, id: BodyId, enabled: bool) -> bool {
        let mut was = false;
        self.change(id, |body| was = core::mem::replace(&mut body.enabled, enabled));
        was
    }

    /// Disables a body for a moment, in which no other method changes it: it stays in its cell. Returns whether it was enabled.
    /// [`Bodies::show`] has to follow.
    pub(super) fn hide(&mut self, id: BodyId) -> bool {
        self.list.get_mut(id.0 as usize).is_some_and(|body| core::mem::replace(&mut body.enabled, false))
    }

    /// Enables a hidden body again.
    pub(super) fn show(&mut self, id: BodyId) {
        self.list.get_mut(id.0 as usize).into_iter().for_each(|body| body.enabled = true);
    }

    /// Changes a body, and moves it to another cell where needed.
    pub fn change(&mut self, id: BodyId, change: impl FnOnce(&mut Body)) {
        let Some(body) = self.list.get_mut(id.0 as usize) else { return };
        change(body);
        let cell = || body.enabled.then(|| GridCell::of(&body.aabb));
        if self.cells.links.get(id.0 as usize).is_some_and(|link| link.cell != cell()) {
            self.cells.remove(id.0);
            self.cells.insert(id.0, body);
        }
    }

    /// Calls `visit` with every enabled body whose box overlaps `area`, in the order of their ids.
    pub fn near(&self, area: &Aabb, mut visit: impl FnMut(BodyId, &Body)) {
        self.each_near(area, |_, body| body.enabled && body.aabb.overlaps(area), &mut visit);
    }

    /// Calls `visit` with every body that `wanted` accepts, in the order of their ids. `wanted` must reject bodies that
    /// do not touch `area`.
    pub(super) fn each_near(
        &self,
        area: &Aabb,
        wanted: impl Fn(BodyId, &Body) -> bool,
        visit: &mut dyn FnMut(BodyId, &Body),
    ) {
        let listed = || self.listed().filter(|(id, body)| wanted(*id, body));
        if !self.has_broad_phase() {
            return listed().for_each(|(id, body)| visit(id, body));
        }
        let mut first = 0;
        // Each pass visits at most PASS bodies, all with larger ids than those before.
        loop {
            let mut sorted = [0_u32; PASS];
            let (mut count, mut found, mut more) = (0, 0, false);
            let consider = |id: u32| {
                if id >= first && wanted(BodyId(id), &self.list[id as usize]) {
                    found += 1;
                    more |= insert(&mut sorted, &mut count, id);
                }
                true
            };
            let searched = self.cells.each(area, consider);
            // With so many passes over so many bodies, scanning the rest of the list in order is cheaper.
            if !searched || more && found / PASS * found > self.list.len() {
                return listed().skip_while(|(id, _)| id.0 < first).for_each(|(id, body)| visit(id, body));
            }
            sorted[..count].iter().for_each(|&id| visit(BodyId(id), &self.list[id as usize]));
            if !more {
                return;
            }
            first = sorted[PASS - 1] + 1;
        }
    }

    /// Whether `is` accepts any enabled body whose box overlaps `area`. Bodies are visited in no order.
    pub fn any_near(&self, area: &Aabb, is: impl Fn(BodyId, &Body) -> bool) -> bool {
        let holds = |(id, body): (BodyId, &Body)| body.aabb.overlaps(area) && body.enabled && is(id, body);
        if self.has_broad_phase() {
            let mut found = false;
            let search = |id: u32| {
                found |= holds((BodyId(id), &self.list[id as usize]));
                !found
            };
            if self.cells.each(area, search) {
                return found;
            }
        }
        self.listed().any(holds)
    }

    fn listed(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.list.iter().enumerate().map(|(id, body)| (BodyId(id as u32), body))
    }

    pub(super) fn has_broad_phase(&self) -> bool {
        !self.cells.first.is_empty()
    }

    /// Builds the broad phase anew, with at least twice as many buckets.
    fn rebuild(&mut self) {
        let buckets = (self.list.len() * 2).next_power_of_two();
        self.cells.clear();
        self.cells.first.resize(buckets, NONE);
        self.cells.links.resize(self.list.len(), Link { next: NONE, previous: NONE, cell: None });
        for (id, body) in (0..).zip(&self.list) {
            self.cells.insert(id, body);
        }
    }
}

/// Rounds down. Without SSE4.1 `f32::floor` is a function call.
fn floor(p: Vec2) -> IVec2 {
    let cut = p.as_ivec2();
    let down = |cut: i32, x: f32| if cut as f32 > x { cut.saturating_sub(1) } else { cut };
    IVec2::new(down(cut.x, p.x), down(cut.y, p.y))
}

impl Deref for Bodies {
    type Target = [Body];

    fn deref(&self) -> &[Body] {
        &self.list
    }
}

impl Index<usize> for Bodies {
    type Output = Body;

    fn index(&self, index: usize) -> &Body {
        &self.list[index]
    }
}

impl Index<BodyId> for Bodies {
    type Output = Body;

    fn index(&self, id: BodyId) -> &Body {
        &self.list[id.0 as usize]
    }
}

impl Extend<Body> for Bodies {
    fn extend<T: IntoIterator<Item = Body>>(&mut self, bodies: T) {
        bodies.into_iter().for_each(|body| _ = self.push(body));
    }
}

impl FromIterator<Body> for Bodies {
    fn from_iter<T: IntoIterator<Item = Body>>(bodies: T) -> Self {
        Vec::from_iter(bodies).into()
    }
}

impl From<Vec<Body>> for Bodies {
    fn from(list: Vec<Body>) -> Self {
        let mut bodies = Self { list, ..Self::default() };
        if bodies.list.len() > LISTED {
            bodies.rebuild();
        }
        bodies
    }
}

impl From<Bodies> for Vec<Body> {
    fn from(bodies: Bodies) -> Self {
        bodies.list
    }
}

impl PartialEq for Bodies {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl<'a> IntoIterator for &'a Bodies {
    type Item = &'a Body;
    type IntoIter = core::slice::Iter<'a, Body>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
