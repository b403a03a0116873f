//! A space: the terrain and the bodies that move in it, and queries about both.

use alloc::sync::Arc;
use alloc::vec::Vec;

use glam::Vec2;

use crate::bodies::Bodies;
use crate::body::Body;
use crate::contact::{BodyId, Hit, Obstacle, Touch};
use crate::edge::{Direction, Edge, Side, Tag};
use crate::first_hits::FirstHits;
use crate::layers::Layers;
use crate::mover::Mover;
use crate::obstacle::{ObstacleShape, Shape};
use crate::query::{QueryFilter, each_stride};
use crate::shape::Aabb;
use crate::solver::ConfigSpaceGrid;
use crate::terrain::Terrain;
use crate::tolerance::{CAST_TOUCH, LISTED_MARGIN, ROOM_SLACK};
use crate::view::CollisionView;

/// How deep in the ground [`Space::overlap`] recognises open outlines, in pixels. Larger values take time where nothing is near.
const ROCK_DEPTH: f32 = 1024.0;

/// How straight a point must lie behind the nearest border to be in the ground (cosine). Behind a corner, it says nothing.
const STRAIGHT_BEHIND: f32 = 0.99;

/// The farthest that [`Space::room_near`] looks, in pixels.
const MAX_ROOM_DISTANCE: f32 = 1024.0;

/// Everything a mover can meet.
///
/// ```
/// use seamwalker_collide::{Aabb, Body, BodyId, Edge, Mover, Obstacle, Side, Space, Terrain, CollisionView};
/// use seamwalker_collide::glam::Vec2;
///
/// let floor = Edge::new(Vec2::new(0.0, 100.0), Vec2::new(64.0, 100.0), Side::Outer);
/// let mut space = Space::new(Terrain::new(vec![floor], Vec::new()));
/// space.bodies.push(Body::new(Aabb::new(Vec2::new(40.0, 92.0), Vec2::splat(8.0))));
/// // A mover stands on the floor, beside a crate. What is within half a pixel?
/// let mover = Mover::new(Aabb::new(Vec2::new(24.0, 92.0), Vec2::splat(8.0)));
/// let near: Vec<Obstacle> = space.touching(CollisionView::Thick, &mover, 0.5).iter().map(|t| t.obstacle).collect();
/// assert_eq!(near, [Obstacle::Edge(0), Obstacle::Body(BodyId(0))]);
/// assert_eq!(space.overlap(CollisionView::Thick, &mover), 0.0);
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Space {
    /// Everything that never moves; shared, so that a space is cheap to clone.
    pub terrain: Arc<Terrain>,
    /// Everything that moves, indexed by [`BodyId`].
    pub bodies: Bodies,
}

impl Space {
    /// A space without bodies.
    #[must_use]
    pub fn new(terrain: Terrain) -> Self {
        Self { terrain: Arc::new(terrain), bodies: Bodies::default() }
    }

    /// The terrain, to be changed. If a clone of the space shares it, it is copied first.
    pub fn terrain_mut(&mut self) -> &mut Terrain {
        Arc::make_mut(&mut self.terrain)
    }

    /// The tag that the caller attached to an obstacle; the default tag for an unknown obstacle.
    #[must_use]
    pub fn tag(&self, obstacle: Obstacle) -> Tag {
        let found = match obstacle {
            Obstacle::Edge(i) => self.terrain.edges().get(i as usize).map(|e| e.tag),
            Obstacle::Piece(i) => self.terrain.pieces().get(i as usize).map(|p| p.tag),
            Obstacle::Body(id) => self.bodies.get(id).map(|b| b.tag),
            Obstacle::Part(id, part) => self.bodies.part(id, part).map(|part| part.tag()),
        };
        found.unwrap_or_default()
    }

    /// The edge of the terrain, or of a body, that an obstacle is; `None` for others.
    pub(super) fn edge(&self, obstacle: Obstacle) -> Option<Edge> {
        match obstacle {
            Obstacle::Edge(i) => self.terrain.edges().get(i as usize).copied(),
            Obstacle::Part(id, part) => self.bodies.part(id, part)?.edge(),
            Obstacle::Piece(_) | Obstacle::Body(_) => None,
        }
    }

    /// The direction from which a one-way obstacle is solid; `None` for other and for unknown obstacles.
    ///
    /// ```
    /// use seamwalker_collide::{Edge, Obstacle, Side, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let ribbon = Edge::new(Vec2::new(0.0, 48.0), Vec2::new(64.0, 48.0), Side::OneWay);
    /// let space = Space::new(Terrain::new(vec![ribbon], Vec::new()));
    /// assert_eq!(space.one_way(Obstacle::Edge(0)), Some(Vec2::NEG_Y));
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn one_way(&self, obstacle: Obstacle) -> Option<Vec2> {
        if let Obstacle::Edge(i) = obstacle {
            return self.terrain.edges().get(i as usize).filter(|e| e.side == Side::OneWay).map(|e| e.normal);
        }
        self.one_way_of_others(obstacle)
    }

    #[cold]
    #[inline(never)]
    fn one_way_of_others(&self, obstacle: Obstacle) -> Option<Vec2> {
        match obstacle {
            Obstacle::Piece(i) => self.terrain.pieces().get(i as usize)?.one_way.map(Direction::normal),
            Obstacle::Body(id) => self.bodies.get(id).filter(|b| b.one_way).map(|_| Vec2::NEG_Y),
            Obstacle::Part(id, part) => self.bodies.part(id, part)?.shape().one_way(),
            Obstacle::Edge(_) => None,
        }
    }

    /// How far a mover is above a one-way obstacle, in pixels; `None` for other and for unknown obstacles.
    pub(super) fn height_above(&self, view: CollisionView, mover: &Mover, obstacle: Obstacle) -> Option<f32> {
        self.one_way(obstacle)?;
        let shape = match obstacle {
            Obstacle::Edge(i) => ObstacleShape::Edge(self.terrain.hexagons()[i as usize], Side::OneWay),
            Obstacle::Piece(i) => ObstacleShape::Solid(self.terrain.pieces()[i as usize].solid()),
            Obstacle::Body(_) | Obstacle::Part(..) => self.body_shape(view, obstacle)?,
        };
        Some(shape.height(mover.aabb.center, view.core(mover)))
    }

    /// Calls `visit` with every obstacle that a mover may meet within `area`, in the order of [`Obstacle`].
    #[inline]
    pub(super) fn each(
        &self,
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        mut visit: impl FnMut(Obstacle, ObstacleShape),
    ) {
        self.each_in_terrain(view, mover, area, &mut visit);
        self.each_body(view, mover, area, &mut visit);
    }

    /// The edges or pieces among them.
    #[inline]
    fn each_in_terrain(
        &self,
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        mut visit: impl FnMut(Obstacle, ObstacleShape),
    ) {
        let terrain = &*self.terrain;
        let hexagons = if view == CollisionView::Pieces { &[][..] } else { terrain.hexagons() };
        match view {
            CollisionView::Thick | CollisionView::Thin | CollisionView::Round => terrain.edges_near(area, |i| {
                let edge = &terrain.edges()[i as usize];
                let shape = ObstacleShape::Edge(hexagons[i as usize], edge.side);
                if !mover.passes.intersects(edge.layers) && !shape.is_dropped_through(mover) {
                    visit(Obstacle::Edge(i), shape);
                }
            }),
            CollisionView::Pieces => terrain.pieces_near(area, |i| {
                let piece = &terrain.pieces()[i as usize];
                let shape = ObstacleShape::Solid(piece.solid());
                if !mover.passes.intersects(piece.layers) && !shape.is_dropped_through(mover) {
                    visit(Obstacle::Piece(i), shape);
                }
            }),
        }
    }

    /// The same for a query about one place or a short move, which compiled terrain answers faster.
    #[inline]
    fn each_close(
        &self,
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        visit: &mut dyn FnMut(Obstacle, ObstacleShape),
    ) {
        let terrain = &*self.terrain;
        let slack = area.half - mover.aabb.half;
        let close =
            view == CollisionView::Thick && !mover.drops_through && slack.x + slack.y <= LISTED_MARGIN - CAST_TOUCH;
        let compiled = if close { terrain.compiled(mover) } else { None };
        match compiled.and_then(|compiled| compiled.few(area.center)) {
            Some((listed, count)) => {
                for &i in &listed[..count] {
                    let hexagon = terrain.hexagons()[i as usize];
                    if hexagon.is_within(area.center - hexagon.middle, area.half, 0.0) {
                        visit(Obstacle::Edge(i), ObstacleShape::Edge(hexagon, terrain.edges()[i as usize].side));
                    }
                }
            }
            None => self.each_in_terrain(view, mover, area, &mut *visit),
        }
        self.each_body(view, mover, area, visit);
    }

    /// The bodies among them, and the parts of bodies.
    #[inline]
    pub(super) fn each_body(
        &self,
        view: CollisionView,
        mover: &Mover,
        area: &Aabb,
        visit: &mut dyn FnMut(Obstacle, ObstacleShape),
    ) {
        if self.meets_no_body(mover) {
            return;
        }
        let area = area.grown(CAST_TOUCH);
        let is_met = |i: usize, body: &Body| body.aabb.overlaps(&area) && body.blocks(self.bodies.id(i), mover);
        // The same as below for boxes and disks, which the compiler makes one loop of.
        if !self.bodies.has_compounds() {
            return self.bodies.each_near(&area, is_met, &mut |id, body| visit(Obstacle::Body(id), body.shape(view)));
        }
        self.bodies.each_near(&area, is_met, &mut |id, body| {
            self.bodies.each_shape((id, body), view, mover, &area, visit);
        });
    }

    /// Whether no body can be in the mover's way.
    #[inline]
    pub(super) fn meets_no_body(&self, mover: &Mover) -> bool {
        mover.meets == Layers::NONE || self.bodies.is_empty()
    }

    /// The shape of a body, or of a part of one, in a view; `None` for terrain and what is unknown.
    pub(super) fn body_shape(&self, view: CollisionView, obstacle: Obstacle) -> Option<ObstacleShape<'_>> {
        match obstacle {
            Obstacle::Body(id) => Some(self.bodies.get(id)?.shape(view)),
            Obstacle::Part(id, part) => Some(self.bodies.part(id, part)?.shape()),
            Obstacle::Edge(_) | Obstacle::Piece(_) => None,
        }
    }

    /// Whether a body that the mover cannot pass may be within `area`.
    pub(super) fn meets_body(&self, mover: &Mover, area: &Aabb) -> bool {
        self.bodies.any_near(area, |id, body| body.blocks(id, mover))
    }

    /// Every obstacle within `reach` pixels of the mover, as a list. [`Space::each_touching`] needs no list.
    #[must_use]
    pub fn touching(&self, view: CollisionView, mover: &Mover, reach: f32) -> Vec<Touch> {
        let mut touches = Vec::new();
        self.each_touching(view, mover, reach, |touch| touches.push(touch));
        touches
    }

    /// Calls `visit` once with every obstacle within `reach` pixels of the mover. Depths are negative for obstacles that are
    /// apart. One-way surfaces are visited only where the mover is on their outer side. Nothing is allocated.
    pub fn each_touching(&self, view: CollisionView, mover: &Mover, reach: f32, mut visit: impl FnMut(Touch)) {
        let core = view.core(mover);
        self.each_close(view, mover, &mover.aabb.grown(reach.max(0.0) + CAST_TOUCH), &mut |obstacle, shape| {
            if let Some(contact) = shape.touching(mover.aabb.center, core, reach, mover.lowest()) {
                visit(Touch { contact, obstacle });
            }
        });
    }

    /// How deep the mover is in anything solid, in pixels; zero when it is free. One-way surfaces do not count: a mover that rises
    /// through a ribbon is inside it for a while.
    ///
    /// The mover is the shape that slides in this view keep out of the ground: its [core](CollisionView::core), thicker by the radius.
    /// In [`CollisionView::Thick`] that is the box with the corners of its skin rounded off. The ground is all that lies behind borders,
    /// so a tip of rock inside the mover counts, and so does a mover that is deep in rock. Where no border is near, this takes longer.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, CollisionView, Mover, Space, TerrainBuilder};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut ground = TerrainBuilder::default();
    /// ground.solid(&[[(-64.0, 64.0), (0.0, 0.0), (64.0, 64.0)].map(Vec2::from)]).unwrap();
    /// let space = Space::new(ground.build());
    /// let overlap = |y| space.overlap(CollisionView::Thick, &Mover::new(Aabb::new(Vec2::new(0.0, y), Vec2::new(6.0, 11.0))));
    /// assert_eq!(overlap(-11.0), 0.0, "on the top");
    /// assert_eq!(overlap(-10.0), 1.0);
    /// assert!(overlap(0.0) > 3.0, "the top is inside of the core");
    /// assert!(overlap(40.0) > 11.0, "in the hill");
    /// ```
    #[must_use]
    pub fn overlap(&self, view: CollisionView, mover: &Mover) -> f32 {
        self.border_overlap(view, mover).max(self.buried(view, mover))
    }

    /// The part of [`Space::overlap`] that the borders within the mover's box tell: never that it is deep in the ground. It is much
    /// faster, for every tick.
    #[must_use]
    pub fn border_overlap(&self, view: CollisionView, mover: &Mover) -> f32 {
        let mut deepest = 0.0_f32;
        self.each_close(view, mover, &mover.aabb.grown(CAST_TOUCH), &mut |_, shape| {
            deepest = deepest.max(depth_in(&shape, view, mover));
        });
        deepest
    }

    /// Whether the mover overlaps nothing solid by more than `slack` pixels: whether [`Space::overlap`] is at most that. Where it is
    /// crowded, this is faster.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, CollisionView, Mover, Space};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut space = Space::default();
    /// space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0))));
    /// let chest = |x| Mover::new(Aabb::new(Vec2::new(x, 0.0), Vec2::splat(8.0)));
    /// assert!(space.has_room(CollisionView::Thick, &chest(16.0), 0.0));
    /// assert!(!space.has_room(CollisionView::Thick, &chest(12.0), 0.0));
    /// ```
    #[must_use]
    pub fn has_room(&self, view: CollisionView, mover: &Mover, slack: f32) -> bool {
        let slack = slack.max(0.0);
        let is_in_the_way = |shape: &ObstacleShape| depth_in(shape, view, mover) > slack;
        let area = mover.aabb.grown(CAST_TOUCH);
        let is_met = |id: BodyId, body: &Body| {
            let mut is_in = false;
            if body.blocks(id, mover) {
                self.bodies.each_shape((id, body), view, mover, &area, &mut |_, shape| is_in |= is_in_the_way(&shape));
            }
            is_in
        };
        if mover.meets != Layers::NONE && self.bodies.any_near(&area, is_met) {
            return false;
        }
        let mut has_room = true;
        self.each_in_terrain(view, mover, &area, |_, shape| has_room &= !is_in_the_way(&shape));
        has_room && self.buried(view, mover) <= slack
    }

    /// Whether the mover could be placed here: whether [it has room](Space::has_room), give or take what a slide may overlap. So
    /// a slide from a free place leads to a free one, except with thin-sat, which leaves overlaps. Use it before spawning or building.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, CollisionView, Edge, Mover, Space, Terrain};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let rock = Aabb::from_corners(Vec2::new(-200.0, 0.0), Vec2::new(200.0, 200.0));
    /// let space = Space::new(Terrain::new(Edge::outline(&[rock.corners()]).unwrap(), Vec::new()));
    /// let hero = |y| Mover::new(Aabb::new(Vec2::new(0.0, y), Vec2::new(6.0, 11.0)));
    /// assert!(space.is_free(CollisionView::Thick, &hero(-11.0)), "on the rock");
    /// assert!(!space.is_free(CollisionView::Thick, &hero(100.0)), "in it, where no border is near");
    /// ```
    #[must_use]
    pub fn is_free(&self, view: CollisionView, mover: &Mover) -> bool {
        self.has_room(view, mover, ROOM_SLACK)
    }

    /// How deep the mover is in the ground, if its middle is behind borders, in pixels; otherwise 0. Pieces have an inside of their own.
    fn buried(&self, view: CollisionView, mover: &Mover) -> f32 {
        if view == CollisionView::Pieces {
            return 0.0;
        }
        let Aabb { center: middle, half } = mover.aabb;
        let is_outer = |obstacle: Obstacle, _| {
            let blocks = |id| self.bodies.get(id).is_some_and(|body| body.blocks(id, mover));
            obstacle.body().is_none_or(blocks) && self.edge(obstacle).is_some_and(|edge| edge.side == Side::Outer)
        };
        let bodies = if self.bodies.has_compounds() { mover.meets } else { Layers::NONE };
        let passes = mover.passes;
        let borders = QueryFilter { view, bodies, passes, accepts: Some(&is_outer), ..QueryFilter::default() };
        let nearest = self.closest_point(middle, ROCK_DEPTH, &borders);
        // Open outlines have no inside to `is_solid`, which counts borders up to the sky: a stone in a cave is air to it, and so is the
        // rock around the cave.
        let is_behind = nearest.is_some_and(|near| {
            self.edge(near.obstacle).is_some_and(|edge| edge.normal.dot(near.normal) < -STRAIGHT_BEHIND)
        });
        if is_behind || self.is_solid(middle, &borders) {
            half.min_element() + nearest.map_or(ROCK_DEPTH, |near| near.distance)
        } else {
            0.0
        }
    }

    /// The shortest way, in whole pixels and at most `farthest` of them straight up, down, left or right (as the mover sees it), to a place where
    /// the mover [is free](Space::is_free); zero if it is already. Use it to free a trapped mover.
    ///
    /// ```
    /// use seamwalker_collide::{Aabb, Body, CollisionView, Mover, Space};
    /// use seamwalker_collide::glam::Vec2;
    ///
    /// let mut space = Space::default();
    /// space.bodies.push(Body::new(Aabb::new(Vec2::ZERO, Vec2::splat(8.0))));
    /// let chest = Mover::new(Aabb::new(Vec2::new(13.5, 0.0), Vec2::splat(8.0)));
    /// assert_eq!(space.room_near(CollisionView::Thick, &chest, 8.0), Some(Vec2::new(3.0, 0.0)));
    /// assert_eq!(space.room_near(CollisionView::Thick, &chest, 2.0), None);
    /// ```
    #[must_use]
    pub fn room_near(&self, view: CollisionView, mover: &Mover, farthest: f32) -> Option<Vec2> {
        let fits = |way: &Vec2| self.is_free(view, &mover.moved(*way));
        let farthest = farthest.clamp(0.0, MAX_ROOM_DISTANCE) as u16;
        let (up, right) = (mover.up, mover.right());
        (0..=farthest).find_map(|by| {
            let ways = [up, -up, -right, right].map(|side| side * f32::from(by));
            ways.into_iter().find(fits)
        })
    }

    /// How far the mover can go along `delta` before it first touches an obstacle; `None` when the whole move is free.
    ///
    /// An obstacle that the mover already touches counts only when the move leads into it. A sharp corner that it
    /// grazes flush does not count; a round corner does, with a normal nearly perpendicular to the move. If several
    /// obstacles are hit at once, the one that opposes the move most is returned. [`Space::shape_cast`] casts other shapes.
    #[must_use]
    pub fn cast(&self, view: CollisionView, mover: &Mover, delta: Vec2) -> Option<Hit> {
        self.cast_inlined(view, mover, delta)
    }

    /// The same, inlined into the caller up to a cast that meets nothing or the only face near it: most of them.
    #[inline(always)]
    pub(super) fn cast_inlined(&self, view: CollisionView, mover: &Mover, delta: Vec2) -> Option<Hit> {
        let compiled = if view == CollisionView::Thick { self.terrain.compiled(mover) } else { None };
        let cell = compiled.map_or(0, |grid| grid.cell(mover.aabb.center));
        if self.meets_no_body(mover)
            && let Some(hit) = compiled.and_then(|grid| grid.cast_at_once(cell, mover.aabb.center, delta))
        {
            return hit;
        }
        self.cast_by_search(view, compiled.map(|grid| (grid, cell)), mover, delta)
    }

    #[inline(never)]
    fn cast_by_search(
        &self,
        view: CollisionView,
        compiled: Option<(&ConfigSpaceGrid, u64)>,
        mover: &Mover,
        delta: Vec2,
    ) -> Option<Hit> {
        match compiled.and_then(|(grid, cell)| grid.cast_in_cell(cell, mover.aabb.center, delta)) {
            Some(hit) if self.meets_no_body(mover) => hit,
            in_cell => self.cast_beyond(view, compiled.map(|(grid, _)| grid), mover, delta, in_cell),
        }
    }

    /// A cast that takes more than the cell in which it begins, of which `in_cell` knows what is met, if it does.
    #[allow(clippy::option_option, reason = "`None` is unknown, `Some(None)` is nothing")]
    #[inline(never)]
    fn cast_beyond(
        &self,
        view: CollisionView,
        compiled: Option<&ConfigSpaceGrid>,
        mover: &Mover,
        delta: Vec2,
        in_cell: Option<Option<Hit>>,
    ) -> Option<Hit> {
        let mut hits = FirstHits::new(view, mover, delta);
        let bounds = mover.aabb.grown(CAST_TOUCH);
        if let Some(hit) = in_cell {
            hit.iter().for_each(|hit| hits.add(hit.fraction, hit.normal, hit.obstacle));
        } else if compiled.is_none_or(|compiled| !compiled.cast(mover, delta, &mut hits)) {
            if delta.is_finite() {
                each_stride(&bounds, delta, &mut |area| {
                    self.each(view, mover, area, |obstacle, shape| hits.meet(obstacle, &shape));
                    hits.latest()
                });
            }
            return hits.best();
        }
        if !self.meets_no_body(mover) {
            let area = bounds.swept(delta);
            self.each_body(view, mover, &area, &mut |obstacle, shape| hits.meet(obstacle, &shape));
        }
        hits.best()
    }
}

/// How deep the mover is in one obstacle, in pixels; 0 or less where it is not.
fn depth_in(shape: &ObstacleShape, view: CollisionView, mover: &Mover) -> f32 {
    let (half, radius) = view.core(mover);
    let separation = shape.separation(mover.aabb.center, half);
    let contact = separation.contact(radius);
    // A border inside of the core is ground inside of it. Off a tip, the shortest way for each of its sides leads into the other.
    let is_solid = separation.distance < 0.0
        || shape.blocks(contact.normal, [mover.aabb.center; 2], (half, radius), (0.0, Vec2::NEG_Y));
    if is_solid && shape.one_way().is_none() { contact.depth } else { 0.0 }
}
