//! The bodies of a space, and a broad phase that finds those near a box.
//!
//! The broad phase is a hierarchical hash grid (C. Ericson, *Real-Time Collision Detection*, 7.2.1). A body lies in one
//! cell: that of its upper left corner, on the finest level whose cells are at least as large as the body. So moving a
//! body takes constant time, and a query visits few cells on each level in use. A space with few bodies has no broad
//! phase: scanning the whole list is faster there.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::{Deref, Index};

use glam::{DVec2, IVec2, Vec2};

use crate::body::Body;
use crate::compound::{Compound, Part};
use crate::contact::{BodyId, Contact, Obstacle};
use crate::edge::Edge;
use crate::grid::{PASS, insert};
use crate::mover::Mover;
use crate::obstacle::{ObstacleShape, Shape, time_of_impact};
use crate::pose::Pose;
use crate::shape::Aabb;
use crate::terrain::Terrain;
use crate::tolerance::{BODY_MARGIN, CAST_TOUCH, COORDINATE_ROUNDING};
use crate::view::CollisionView;

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

/// The most bodies of a space, and how often the place of one can be given to another: what the bits of a [`BodyId`] allow.
const MAX_BODIES: usize = (1 << BodyId::INDEX_BITS) - 1;
const MAX_REUSES: u16 = (1 << (u32::BITS - BodyId::INDEX_BITS)) - 1;

/// All bodies of a [`Space`](super::Space), by [`BodyId`]. It reads like a slice, in which the place of a removed body is one that is
/// disabled. [`Bodies::change`] and its like write to a body, and keep the broad phase up to date. A space holds four million bodies;
/// a place is lost, until [`Bodies::clear`], once a thousand bodies had it one after the other.
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
#[cfg_attr(feature = "serde", serde(from = "SavedBodies", into = "SavedBodies"))]
pub struct Bodies {
    list: Vec<Body>,
    /// How often each place was given to another body; the places that are missing at the end never were.
    reuses: Vec<u16>,
    /// The places of removed bodies, the next one to be taken last.
    vacant: Vec<u32>,
    /// Bodies that are a terrain, by their indices.
    compounds: BTreeMap<u32, Compound>,
    /// Empty as long as the list is short.
    cells: HashGrid,
}

/// Bodies as data.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct SavedBodies {
    list: Vec<Body>,
    reuses: Vec<u16>,
    vacant: Vec<u32>,
    /// The index, the terrain and the rotation of each compound.
    compounds: Vec<(u32, Terrain, Vec2)>,
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
    /// The size of the largest body that ever lay on each level.
    reach: [f32; LEVELS],
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
        (self.used, self.reach, self.levels) = ([0; LEVELS], [0.0; LEVELS], 0);
    }

    /// The cell of a body that may be new or larger now; `None` for a disabled one.
    fn cell_for(&mut self, body: &Body) -> Option<GridCell> {
        let cell = body.enabled.then(|| GridCell::of(&body.aabb))?;
        let reach = &mut self.reach[usize::from(cell.level)];
        *reach = reach.max(body.aabb.half.max_element() * 2.0);
        Some(cell)
    }

    fn insert(&mut self, id: u32, body: &Body) {
        let Some(cell) = self.cell_for(body) else { return };
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
            let side = side_of(level as u8);
            // A body that is larger than the cells of the last level counts as one cell.
            let reach = self.reach[level as usize].min(side);
            let (from, to) = (floor((min - reach) / side), floor(max / side));
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

    /// Calls `visit` once with every body whose cell a way may touch, level by level, and on each along the way. After the part `latest`
    /// of the way nothing matters; `visit` returns it anew.
    fn along(&self, from: DVec2, delta: DVec2, margin: f64, mut latest: f64, visit: &mut dyn FnMut(u32) -> f64) {
        // Column by column, if it goes farther along x than along y; otherwise row by row.
        let is_flat = delta.x.abs() >= delta.y.abs();
        let turned = |v: DVec2| if is_flat { (v.x, v.y) } else { (v.y, v.x) };
        let ((start, beside), (run, rise)) = (turned(from), turned(delta));
        let mut levels = self.levels;
        while levels != 0 {
            let level = levels.trailing_zeros() as u8;
            levels &= levels - 1;
            let side = side_of(level);
            let (side, reach) = (f64::from(side), f64::from(self.reach[usize::from(level)].min(side)));
            let cells = |low: f64, high: f64| cell_of((low - reach) / side)..=cell_of(high / side);
            let (low, high) = (start.min(start + run) - margin, start.max(start + run) + margin);
            let mut columns = cells(low, high);
            while let Some(column) = if run < 0.0 { columns.next_back() } else { columns.next() } {
                let borders = [f64::from(column) * side - margin, (f64::from(column) + 1.0) * side + reach + margin];
                let [enters, leaves] = match borders.map(|border| (border - start) / run) {
                    [a, b] if run != 0.0 => [a.min(b).max(0.0), a.max(b).min(1.0)],
                    _ => [0.0, 1.0],
                };
                if enters > latest {
                    break;
                }
                let [a, b] = [enters, leaves].map(|part| beside + rise * part);
                for row in cells(a.min(b) - margin, a.max(b) + margin) {
                    let (x, y) = if is_flat { (column, row) } else { (row, column) };
                    let cell = GridCell { level, x, y };
                    let mut at = self.first[cell.bucket(self.first.len())];
                    while at != NONE {
                        let link = &self.links[at as usize];
                        if link.cell == Some(cell) {
                            latest = visit(at);
                        }
                        at = link.next;
                    }
                }
            }
        }
    }
}

impl Bodies {
    /// Adds a body. If the space is full, nothing is added, and the id is unknown.
    pub fn push(&mut self, body: Body) -> BodyId {
        if let Some(index) = self.vacant.pop() {
            let id = self.id(index as usize);
            self.change(id, |vacant| *vacant = body);
            return id;
        }
        if self.list.len() == MAX_BODIES {
            return BodyId(u32::MAX);
        }
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

    /// Adds a body that is a small terrain of its own: a platform that is a polygon or an outline, and that may turn. Its edges are
    /// thick segments that move, as the ground is to each solver. The middle of `body.aabb` is where the terrain's origin goes, around
    /// which it [turns](Bodies::set_pose); the box around its ground takes the place of that box, and the sides of its edges that of
    /// [`Body::one_way`]. At most 32,768 edges and as many pieces count, and each query looks at all of them.
    ///
    /// ```
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Body, Mover, Pose, Solver, SolverSetup, Space, TerrainBuilder};
    ///
    /// // A plank of 96 px that is hinged in its middle.
    /// let mut plank = TerrainBuilder::default();
    /// plank.solid(&[Aabb::new(Vec2::ZERO, Vec2::new(48.0, 4.0)).corners()]).unwrap();
    /// let mut space = Space::default();
    /// let hinge = Aabb::new(Vec2::new(100.0, 50.0), Vec2::ZERO);
    /// let seesaw = space.bodies.push_terrain(Body::new(hinge), &plank.build());
    /// let lands = |space: &Space| {
    ///     let hero = Mover::new(Aabb::new(Vec2::new(130.0, 0.0), Vec2::new(6.0, 11.0)));
    ///     SolverSetup::default().slide(space, &hero, Vec2::Y * 100.0).moved.y
    /// };
    /// assert!((lands(&space) - 35.0).abs() < 0.01);
    /// space.bodies.set_pose(seesaw, Pose::new(hinge.center, 0.3));
    /// assert!(lands(&space) > 40.0, "its right end went down");
    /// ```
    pub fn push_terrain(&mut self, body: Body, terrain: &Terrain) -> BodyId {
        let (pose, compound) = (Pose::from(body.aabb.center), Compound::new(terrain));
        let id = self.push(body);
        if self.get(id).is_some() {
            self.compounds.insert(id.index() as u32, compound);
            self.set_pose(id, pose);
        }
        id
    }

    /// Removes a body, and returns it. Its id is unknown from now on. An unknown id does nothing.
    pub fn remove(&mut self, id: BodyId) -> Option<Body> {
        let (index, body) = (self.index_of(id)?, *self.get(id)?);
        self.change(id, |body| *body = Body { enabled: false, ..Body::new(Aabb::default()) });
        self.compounds.remove(&(index as u32));
        self.reuses.resize(self.reuses.len().max(index + 1), 0);
        self.reuses[index] = (self.reuses[index] + 1).min(MAX_REUSES);
        // A place whose numbers are used up stays vacant.
        if self.reuses[index] < MAX_REUSES {
            self.vacant.push(index as u32);
        }
        Some(body)
    }

    /// Takes over all bodies of another list, changed, under the same ids. Later ones come after them.
    pub(crate) fn copy(&mut self, other: &Self, changed: impl Fn(&Body) -> Body) {
        self.clear();
        self.extend(other.list.iter().map(changed));
        self.reuses.clone_from(&other.reuses);
        self.compounds.clone_from(&other.compounds);
    }

    /// Removes all bodies and keeps the memory. Ids count from zero again.
    pub fn clear(&mut self) {
        self.list.clear();
        self.reuses.clear();
        self.vacant.clear();
        self.compounds.clear();
        self.cells.clear();
    }

    /// A body; `None` for an unknown id.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, id: BodyId) -> Option<&Body> {
        self.index_of(id).map(|index| &self.list[index])
    }

    /// The index of a known id.
    #[inline(always)]
    fn index_of(&self, id: BodyId) -> Option<usize> {
        let index = id.0 as usize;
        if index < self.list.len() && self.reuses.is_empty() { Some(index) } else { self.index_of_reused(id) }
    }

    #[inline(never)]
    fn index_of_reused(&self, id: BodyId) -> Option<usize> {
        let index = id.index();
        (index < self.list.len() && self.id(index) == id).then_some(index)
    }

    /// The id of the body in a place.
    #[inline(always)]
    pub(crate) fn id(&self, index: usize) -> BodyId {
        if self.reuses.is_empty() { BodyId(index as u32) } else { self.id_of_reused(index) }
    }

    #[inline(never)]
    fn id_of_reused(&self, index: usize) -> BodyId {
        let reuses = self.reuses.get(index).map_or(0, |reuses| u32::from(*reuses));
        BodyId(index as u32 | reuses << BodyId::INDEX_BITS)
    }

    #[inline(always)]
    fn get_mut(&mut self, id: BodyId) -> Option<&mut Body> {
        self.index_of(id).map(|index| &mut self.list[index])
    }

    /// Moves a body to another place. An unknown id does nothing.
    pub fn place(&mut self, id: BodyId, aabb: Aabb) {
        self.change(id, |body| body.aabb = aabb);
    }

    /// Where a body is: the middle of its box, or the origin of its terrain and how far that is turned. `None` for an unknown id.
    #[must_use]
    #[inline]
    pub fn pose(&self, id: BodyId) -> Option<Pose> {
        let center = self.get(id)?.aabb.center;
        Some(self.compound(id).map_or(Pose::from(center), |compound| compound.pose(center)))
    }

    /// Moves a body to another pose; only a terrain turns. Nothing is pushed or carried: see [`Carrier`](crate::Carrier). An unknown
    /// id, or a pose that is not finite, does nothing.
    pub fn set_pose(&mut self, id: BodyId, pose: impl Into<Pose>) {
        let pose = pose.into();
        if !pose.at.is_finite() {
            return;
        }
        if self.compound(id).is_none() {
            return self.change(id, |body| body.aabb.center = pose.at);
        }
        let known = self.index_of(id).and_then(|index| self.compounds.get_mut(&(index as u32)));
        if let Some((compound, rotation)) = known.zip(unit(pose.rotation)) {
            let half = compound.turn(rotation);
            let aabb = Aabb::new(compound.center(&pose), half);
            self.place(id, aabb);
        }
    }

    /// The edges of a body that is a terrain, in the world; none of others.
    ///
    /// ```
    /// use seamwalker_collide::glam::Vec2;
    /// use seamwalker_collide::{Aabb, Body, Space, TerrainBuilder};
    ///
    /// let mut plank = TerrainBuilder::default();
    /// plank.ribbon(&[Vec2::new(-48.0, 0.0), Vec2::new(48.0, 0.0)]).unwrap();
    /// let mut space = Space::default();
    /// let bridge = space.bodies.push_terrain(Body::new(Aabb::new(Vec2::new(100.0, 50.0), Vec2::ZERO)), &plank.build());
    /// let line = space.bodies.edges(bridge).next().unwrap().segment;
    /// assert_eq!((line.a, line.b), (Vec2::new(52.0, 50.0), Vec2::new(148.0, 50.0)));
    /// ```
    pub fn edges(&self, id: BodyId) -> impl Iterator<Item = Edge> {
        let compound = self.get(id).zip(self.compound(id));
        compound.into_iter().flat_map(|(body, compound)| compound.edges(body.aabb.center))
    }

    /// Whether any body is a terrain.
    #[inline]
    pub(crate) fn has_compounds(&self) -> bool {
        !self.compounds.is_empty()
    }

    /// The ground of a body that is a terrain.
    #[inline]
    pub(crate) fn compound(&self, id: BodyId) -> Option<&Compound> {
        if self.compounds.is_empty() { None } else { self.compounds.get(&(id.index() as u32)) }
    }

    /// A part of a body.
    pub(crate) fn part(&self, id: BodyId, index: u16) -> Option<Part<'_>> {
        self.compound(id)?.part(self.get(id)?.aabb.center, usize::from(index))
    }

    /// Calls `visit` with the shape of a body, or of each part of it that touches `area`, unless a mover drops through it.
    pub(crate) fn each_shape(
        &self,
        (id, body): (BodyId, &Body),
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        visit: &mut dyn FnMut(Obstacle, ObstacleShape),
    ) {
        match self.compound(id) {
            None if body.one_way && mover.falls_through(Vec2::NEG_Y) => {}
            None => visit(Obstacle::Body(id), body.shape(view)),
            Some(compound) => compound.each_part((id, body), view, area, &mut |part, found| {
                let shape = found.shape();
                if !shape.is_dropped_through(mover) {
                    visit(part, shape);
                }
            }),
        }
    }

    /// The deepest contact of a mover within `reach` pixels of one body alone; the depth is negative when the two are apart.
    /// Priority, layers and [`Body::enabled`] are ignored. `None` when the mover is farther away or the body is one-way and
    /// open to it.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, Mover, CollisionView, Space};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut space = Space::default();
    /// let raft = space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0))));
    /// let rider = Mover::new(Aabb::new(Vec2::new(0.0, -12.0), Vec2::splat(8.0)));
    /// let contact = space.bodies.touching(raft, CollisionView::Thick, &rider, 0.5).unwrap();
    /// assert_eq!((contact.normal, contact.depth), (Vec2::NEG_Y, 0.0));
    /// ```
    #[must_use]
    pub fn touching(&self, id: BodyId, view: CollisionView, mover: &Mover, reach: f32) -> Option<Contact> {
        self.deepest(id, view, mover, reach, |_| true).map(|(_, contact)| contact)
    }

    /// The same, with the part, of those contacts that count.
    pub(crate) fn deepest(
        &self,
        id: BodyId,
        view: CollisionView,
        mover: &Mover,
        reach: f32,
        counts: impl Fn(&Contact) -> bool,
    ) -> Option<(Obstacle, Contact)> {
        let area = mover.aabb.grown(reach.max(0.0) + CAST_TOUCH);
        let (body, core, mut deepest) = (self.alone(id, &area)?, view.core(mover), None::<(Obstacle, Contact)>);
        let mut visit = |part: Obstacle, shape: ObstacleShape| {
            let contact = shape.touching(mover.aabb.center, core, reach, mover.lowest()).filter(&counts);
            if let Some(contact) = contact.filter(|new| deepest.is_none_or(|(_, known)| new.depth > known.depth)) {
                deepest = Some((part, contact));
            }
        };
        // Nearly always there is one shape, and no call through a pointer is worth it.
        if self.has_compounds() || mover.drops_through {
            self.each_shape((id, body), view, mover, &area, &mut visit);
        } else {
            visit(Obstacle::Body(id), body.shape(view));
        }
        deepest
    }

    /// A body alone, if it may be within `area`.
    #[inline]
    fn alone(&self, id: BodyId, area: &Aabb) -> Option<&Body> {
        self.get(id).filter(|body| body.aabb.grown(CAST_TOUCH).overlaps(area))
    }

    /// The fraction of the move `delta` that is free until the mover meets one body alone, and the normal there.
    /// Priority, layers and [`Body::enabled`] are ignored. `None` when the whole move is free.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, Mover, CollisionView, Space};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut space = Space::default();
    /// let raft = space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::new(24.0, 4.0))));
    /// let above = Mover::new(Aabb::new(Vec2::new(0.0, -22.0), Vec2::splat(8.0)));
    /// let (fraction, normal) = space.bodies.cast(raft, CollisionView::Thick, &above, Vec2::new(0.0, 20.0)).unwrap();
    /// assert!((fraction - 0.5).abs() < 1e-3);
    /// assert_eq!(normal, Vec2::NEG_Y);
    /// ```
    #[must_use]
    pub fn cast(&self, id: BodyId, view: CollisionView, mover: &Mover, delta: Vec2) -> Option<(f32, Vec2)> {
        let (start, core, mut first) = (mover.aabb.center, view.core(mover), None);
        let area = mover.aabb.swept(delta).grown(CAST_TOUCH);
        self.each_shape((id, self.alone(id, &area)?), view, mover, &area, &mut |_, shape| {
            let separation = shape.separation(start, core.0);
            let hit = time_of_impact(&shape, separation, start, core, delta, 1.0, mover.lowest());
            if hit.is_some_and(|(at, _)| first.is_none_or(|(first, _)| at < first)) {
                first = hit;
            }
        });
        first
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
        self.get_mut(id).is_some_and(|body| core::mem::replace(&mut body.enabled, false))
    }

    /// Enables a hidden body again.
    pub(super) fn show(&mut self, id: BodyId) {
        self.get_mut(id).into_iter().for_each(|body| body.enabled = true);
    }

    /// Notes how far a body moves in this tick.
    pub(super) fn set_delta(&mut self, id: BodyId, delta: Vec2) {
        self.get_mut(id).into_iter().for_each(|body| body.delta = delta);
    }

    /// Changes a body, and moves it to another cell where needed. An unknown id does nothing.
    #[inline]
    pub fn change(&mut self, id: BodyId, change: impl FnOnce(&mut Body)) {
        let Some(index) = self.index_of(id) else { return };
        change(&mut self.list[index]);
        if self.has_broad_phase() {
            self.update_cell(index);
        }
    }

    /// Moves a body to the cell in which it is now.
    #[inline(never)]
    fn update_cell(&mut self, index: usize) {
        let body = &self.list[index];
        let cell = self.cells.cell_for(body);
        if self.cells.links[index].cell != cell {
            self.cells.remove(index as u32);
            self.cells.insert(index as u32, body);
        }
    }

    /// Calls `visit` with every enabled body whose box overlaps `area`, in the order of their ids.
    pub fn near(&self, area: &Aabb, mut visit: impl FnMut(BodyId, &Body)) {
        self.each_near(area, |_, body| body.enabled && body.aabb.overlaps(area), &mut visit);
    }

    /// Calls `visit` with every body that `wanted` accepts, by its index, in that order. `wanted` must reject bodies that do not
    /// touch `area`.
    pub(super) fn each_near(
        &self,
        area: &Aabb,
        wanted: impl Fn(usize, &Body) -> bool,
        visit: &mut dyn FnMut(BodyId, &Body),
    ) {
        let scan = |from: usize, visit: &mut dyn FnMut(BodyId, &Body)| {
            for (index, body) in self.list.iter().enumerate().skip(from) {
                if wanted(index, body) {
                    visit(self.id(index), body);
                }
            }
        };
        if !self.has_broad_phase() {
            return scan(0, visit);
        }
        let mut first = 0;
        // Each pass visits at most PASS bodies, all with larger ids than those before.
        loop {
            let mut sorted = [0_u32; PASS];
            let (mut count, mut found, mut more) = (0, 0, false);
            let consider = |id: u32| {
                if id >= first && wanted(id as usize, &self.list[id as usize]) {
                    found += 1;
                    more |= insert(&mut sorted, &mut count, id);
                }
                true
            };
            let searched = self.cells.each(area, consider);
            // With so many passes over so many bodies, scanning the rest of the list in order is cheaper.
            if !searched || more && found / PASS * found > self.list.len() {
                return scan(first as usize, visit);
            }
            sorted[..count].iter().for_each(|&id| visit(self.id(id as usize), &self.list[id as usize]));
            if !more {
                return;
            }
            first = sorted[PASS - 1] + 1;
        }
    }

    /// Whether `is` accepts any enabled body whose box overlaps `area`. Bodies are visited in no order.
    pub fn any_near(&self, area: &Aabb, mut is: impl FnMut(BodyId, &Body) -> bool) -> bool {
        let mut holds =
            |(index, body): (usize, &Body)| body.aabb.overlaps(area) && body.enabled && is(self.id(index), body);
        if self.has_broad_phase() {
            let mut found = false;
            let search = |id: u32| {
                found |= holds((id as usize, &self.list[id as usize]));
                !found
            };
            if self.cells.each(area, search) {
                return found;
            }
        }
        self.list.iter().enumerate().any(holds)
    }

    /// Calls `visit` with every enabled body whose box a way touches, in no order. After the part `latest` of the way nothing matters;
    /// `visit` returns it anew.
    pub(crate) fn each_along(
        &self,
        from: DVec2,
        delta: DVec2,
        mut latest: f64,
        visit: &mut dyn FnMut(BodyId, &Body) -> f64,
    ) {
        let farthest = from.abs().max((from + delta).abs()).max_element();
        let margin = f64::from(BODY_MARGIN) + farthest * f64::from(COORDINATE_ROUNDING);
        let meets = |body: &Body| {
            let half = body.aabb.half.as_dvec2() + margin;
            let off = delta.perp_dot(body.aabb.center.as_dvec2() - from).abs();
            body.enabled && off <= delta.x.abs() * half.y + delta.y.abs() * half.x
        };
        let (length, side) = (delta.abs().max_element(), f64::from(FINEST_CELL));
        if self.has_broad_phase() && margin < side && length / side < self.list.len() as f64 {
            self.cells.along(from, delta, margin, latest, &mut |index| {
                let body = &self.list[index as usize];
                if meets(body) {
                    latest = visit(self.id(index as usize), body);
                }
                latest
            });
        } else {
            self.listed().filter(|(_, body)| meets(body)).for_each(|(id, body)| _ = visit(id, body));
        }
    }

    /// All bodies with their ids, those of vacant places included.
    pub(crate) fn listed(&self) -> impl Iterator<Item = (BodyId, &Body)> {
        self.list.iter().enumerate().map(|(index, body)| (self.id(index), body))
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

/// The side of a cell of a level, px.
fn side_of(level: u8) -> f32 {
    FINEST_CELL * (1_u32 << level) as f32
}

/// Rounds down.
fn cell_of(at: f64) -> i32 {
    let cut = at as i32;
    if f64::from(cut) > at { cut.saturating_sub(1) } else { cut }
}

/// A rotation as it is, if it is one but for rounding; made one otherwise, if it has a direction.
fn unit(rotation: Vec2) -> Option<Vec2> {
    if rotation.is_normalized() { Some(rotation) } else { rotation.try_normalize() }
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

    /// # Panics
    /// For an unknown id: see [`Bodies::get`].
    #[inline(always)]
    fn index(&self, id: BodyId) -> &Body {
        self.get(id).expect("the body was removed, or is of another space: see Bodies::get")
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

#[cfg(feature = "serde")]
impl From<SavedBodies> for Bodies {
    fn from(saved: SavedBodies) -> Self {
        let mut bodies = Self { reuses: saved.reuses, ..Self::from(saved.list) };
        let count = bodies.list.len() as u32;
        // A file may come from anywhere.
        bodies.reuses.truncate(bodies.list.len());
        let highest = |body: &Body| if body.enabled { MAX_REUSES - 1 } else { MAX_REUSES };
        bodies.reuses.iter_mut().zip(&bodies.list).for_each(|(reuses, body)| *reuses = (*reuses).min(highest(body)));
        let mut named = alloc::collections::BTreeSet::new();
        let is_vacant = |index: usize| !bodies.list[index].enabled && bodies.reuses.get(index) < Some(&MAX_REUSES);
        let vacant = saved.vacant.into_iter().filter(|index| *index < count && is_vacant(*index as usize));
        bodies.vacant = vacant.filter(|index| named.insert(*index)).collect();
        for (index, terrain, rotation) in saved.compounds.into_iter().filter(|(index, ..)| *index < count) {
            let mut compound = Compound::new(&terrain);
            compound.turn(unit(rotation).unwrap_or(Vec2::X));
            bodies.compounds.insert(index, compound);
        }
        bodies
    }
}

#[cfg(feature = "serde")]
impl From<Bodies> for SavedBodies {
    fn from(bodies: Bodies) -> Self {
        let compound = |(index, Compound { terrain, rotation, .. })| (index, terrain, rotation);
        let compounds = bodies.compounds.into_iter().map(compound).collect();
        Self { list: bodies.list, reuses: bodies.reuses, vacant: bodies.vacant, compounds }
    }
}

impl PartialEq for Bodies {
    fn eq(&self, other: &Self) -> bool {
        (&self.list, &self.reuses, &self.vacant, &self.compounds)
            == (&other.list, &other.reuses, &other.vacant, &other.compounds)
    }
}

impl<'a> IntoIterator for &'a Bodies {
    type Item = &'a Body;
    type IntoIter = core::slice::Iter<'a, Body>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}
