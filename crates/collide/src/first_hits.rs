//! The first hits of a cast, found one by one.

use glam::Vec2;

use crate::contact::{Hit, Obstacle};
use crate::mover::Mover;
use crate::obstacle::{Shape, time_of_impact};
use crate::separation::Separation;
use crate::tolerance::CAST_TOUCH;
use crate::view::CollisionView;

/// How many hits at once are told apart. Of more, those that oppose the move least are forgotten.
const MOST: usize = 8;

/// The first hit of a mover on its way, and all that come at once with it: within [`CAST_TOUCH`].
pub struct FirstHits<'a> {
    view: CollisionView,
    mover: &'a Mover,
    delta: Vec2,
    length: f32,
    earliest: f32,
    hits: [Hit; MOST],
    count: usize,
}

impl<'a> FirstHits<'a> {
    #[inline(always)]
    pub fn new(view: CollisionView, mover: &'a Mover, delta: Vec2) -> Self {
        let nothing = Hit { fraction: f32::INFINITY, normal: Vec2::ZERO, obstacle: Obstacle::Edge(u32::MAX) };
        Self { view, mover, delta, length: delta.length(), earliest: f32::INFINITY, hits: [nothing; MOST], count: 0 }
    }

    /// The fraction of the way after which nothing matters.
    #[inline]
    pub fn latest(&self) -> f32 {
        self.earliest + CAST_TOUCH / self.length
    }

    /// How far away an obstacle may be that matters, in pixels.
    #[inline]
    pub fn reach(&self) -> f32 {
        self.latest().min(1.0) * self.length + 2.0 * CAST_TOUCH
    }

    /// Adds an obstacle, if the mover hits it.
    pub fn meet(&mut self, obstacle: Obstacle, shape: &impl Shape) {
        let first = shape.separation(self.mover.aabb.center, self.view.core(self.mover).0);
        self.meet_from(first, obstacle, shape);
    }

    /// The same, if the separation at the start is known.
    pub fn meet_from(&mut self, first: Separation, obstacle: Obstacle, shape: &impl Shape) {
        let Mover { aabb, .. } = self.mover;
        let (core, lowest, latest) = (self.view.core(self.mover), self.mover.lowest(), self.earliest.min(1.0));
        if let Some((t, normal)) = time_of_impact(shape, first, aabb.center, core, self.delta, latest, lowest) {
            self.add(t, normal, obstacle);
        }
    }

    /// Adds a hit.
    #[inline]
    pub fn add(&mut self, fraction: f32, normal: Vec2, obstacle: Obstacle) {
        if fraction < self.earliest {
            self.earliest = fraction;
            let (latest, all) = (self.latest(), core::mem::take(&mut self.count));
            for i in 0..all {
                if self.hits[i].fraction <= latest {
                    self.hits[self.count] = self.hits[i];
                    self.count += 1;
                }
            }
        } else if fraction > self.latest() {
            return;
        }
        // Which sign a zero has depends on which of two flush edges was hit.
        let hit = Hit { fraction, normal: normal + Vec2::ZERO, obstacle };
        let hits = &mut self.hits[..self.count];
        if let Some(same) = hits.iter_mut().find(|known| (known.fraction, known.normal) == (fraction, hit.normal)) {
            // A joint of two flush edges.
            same.obstacle = same.obstacle.min(obstacle);
        } else if let Some(slot) = self.hits.get_mut(self.count) {
            *slot = hit;
            self.count += 1;
        } else {
            self.replace_worst(hit);
        }
    }

    #[cold]
    #[inline(never)]
    fn replace_worst(&mut self, hit: Hit) {
        let worst =
            (0..MOST).fold(0, |worst, i| if self.is_before(&self.hits[worst], &self.hits[i]) { i } else { worst });
        if self.is_before(&hit, &self.hits[worst]) {
            self.hits[worst] = hit;
        }
    }

    /// The hit that opposes the move most. The order in which hits were added makes no difference.
    #[inline]
    pub fn best(&self) -> Option<Hit> {
        if self.count <= 1 { self.hits[..self.count].first().copied() } else { self.best_of_many() }
    }

    #[inline(never)]
    fn best_of_many(&self) -> Option<Hit> {
        let hits = self.hits[..self.count].iter();
        hits.copied().reduce(|best, hit| if self.is_before(&hit, &best) { hit } else { best })
    }

    /// Whether a hit opposes the move more than another, or is the first of two that are alike.
    fn is_before(&self, a: &Hit, b: &Hit) -> bool {
        let key = |Hit { fraction, normal, .. }: &Hit| {
            let side = self.mover.upright(*normal);
            [normal.dot(self.delta), *fraction, side.x.abs(), side.y.abs(), side.x, side.y]
        };
        key(a).partial_cmp(&key(b)).is_some_and(|order| order.then(a.obstacle.cmp(&b.obstacle)).is_lt())
    }
}
