//! The obstacles near a part of a move, so that one query serves many evaluations.

use glam::Vec2;

use crate::contact::Obstacle;
use crate::edge::{Edge, Side};
use crate::layers::Layers;
use crate::mover::Mover;
use crate::obstacle::ObstacleShape;
use crate::separation::Fitted;
use crate::shape::Aabb;
use crate::space::Space;
use crate::terrain::Terrain;
use crate::view::CollisionView;

/// How many edges are kept. Where more are near, every evaluation queries the terrain again.
const MAX_KEPT_EDGES: usize = 32;

/// How many bodies, or parts of bodies, are kept; the same holds for them.
const MAX_KEPT_BODIES: usize = 16;

/// The edges and bodies near a part of a move.
pub(super) struct NearbyObstacles {
    half: Vec2,
    /// `None` before the first query.
    pub area: Option<Aabb>,
    edges: [u32; MAX_KEPT_EDGES],
    edge_count: usize,
    all_edges_kept: bool,
    bodies: [Obstacle; MAX_KEPT_BODIES],
    /// How many bodies are near, including those that are not kept.
    body_count: usize,
}

impl NearbyObstacles {
    /// Before the first query, for cores with half extents `half`.
    pub fn new(half: Vec2) -> Self {
        Self {
            half,
            area: None,
            edges: [0; MAX_KEPT_EDGES],
            edge_count: 0,
            all_edges_kept: false,
            bodies: [Obstacle::Edge(0); MAX_KEPT_BODIES],
            body_count: 0,
        }
    }

    /// Looks up the obstacles in `area`. Returns the number of edges kept.
    pub fn look_up(&mut self, space: &Space, view: CollisionView, mover: &Mover, area: Aabb) -> u32 {
        self.area = Some(area);
        self.body_count = 0;
        if !space.bodies.is_empty() {
            space.each_body(view, mover, &area, &mut |obstacle, _| {
                if let Some(slot) = self.bodies.get_mut(self.body_count) {
                    *slot = obstacle;
                }
                self.body_count += 1;
            });
        }
        self.edge_count = 0;
        self.all_edges_kept = true;
        space.terrain.edges_near_unordered(&area, |i| {
            if mover.passes.intersects(space.terrain.edges()[i as usize].layers) {
                return;
            }
            if self.edge_count < MAX_KEPT_EDGES {
                self.edges[self.edge_count] = i;
                self.edge_count += 1;
            } else {
                self.all_edges_kept = false;
            }
        });
        self.edge_count as u32
    }

    /// Calls `visit` once with every edge in the area: its index, its hexagon and the sides from which it is solid.
    #[inline]
    pub fn each_edge(&self, terrain: &Terrain, passes: Layers, mut visit: impl FnMut(u32, &Fitted, Side)) {
        let hexagons = terrain.hexagons();
        let mut edge = |i: u32| {
            let Edge { side, layers, .. } = terrain.edges()[i as usize];
            if !passes.intersects(layers) {
                visit(i, &hexagons[i as usize].fitted(self.half), side);
            }
        };
        if self.all_edges_kept {
            self.edges[..self.edge_count].iter().copied().for_each(&mut edge);
        } else if let Some(area) = &self.area {
            let edge: &mut dyn FnMut(u32) = &mut edge;
            terrain.edges_near(area, edge);
        }
    }

    /// Calls `visit` with every body in the area that blocks the mover.
    #[inline]
    pub fn each_body(
        &self,
        space: &Space,
        view: CollisionView,
        mover: &Mover,
        mut visit: impl FnMut(Obstacle, ObstacleShape),
    ) {
        if let Some(kept) = self.bodies.get(..self.body_count) {
            kept.iter().for_each(|one| space.body_shape(view, *one).into_iter().for_each(|shape| visit(*one, shape)));
        } else if let Some(area) = &self.area {
            space.each_body(view, mover, area, &mut visit);
        }
    }
}
