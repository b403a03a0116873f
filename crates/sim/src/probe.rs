//! Queries: what is in the way, whether there is room, what the ground is made of.

use glam::Vec2;

use super::tolerance::ROOM_SLACK;
use super::{Rules, State};
use seamwalker_collide::controller::{ControllerState, GROUND_REACH};
use seamwalker_collide::{Aabb, Hit, Mover, Obstacle, Solver, Space, Touch};
use seamwalker_level::Material;

/// How many bodies, one on top of the other, the player may be put on when they are where it returns to.
const HIGHEST_STACK: u32 = 8;

/// How far apart the places are that are tried where no push leads out, in pixels. Larger values miss narrow gaps; smaller
/// ones cost a query each.
const ROOM_SPACING: f32 = 0.25;

/// How many such places are tried on each side.
const MAX_ROOM_PROBES: f32 = 64.0;

/// A world as its solver sees it, for queries that change nothing.
#[derive(Clone, Copy)]
pub(super) struct Probe<'a> {
    pub rules: &'a Rules,
    pub state: &'a State,
}

impl Probe<'_> {
    /// The world of the probe.
    pub fn space(&self) -> &Space {
        &self.state.space
    }

    /// What is in the way of a move.
    pub fn cast(&self, mover: &Mover, delta: Vec2) -> Option<Hit> {
        self.rules.solver.cast(&self.state.space, mover, delta)
    }

    /// Calls `visit` with every obstacle within `reach` pixels of the mover.
    pub fn each_touching(&self, mover: &Mover, reach: f32, visit: impl FnMut(Touch)) {
        self.state.space.each_touching(self.rules.solver.view(), mover, reach, visit);
    }

    /// How deep the mover overlaps anything that it yields to, in pixels.
    pub fn depth(&self, mover: &Mover) -> f32 {
        self.state.space.overlap(self.rules.solver.view(), mover)
    }

    /// How deep the mover overlaps the borders of what it yields to, in pixels: as [`Probe::depth`], but never that it is deep in the
    /// ground. For every tick.
    pub fn border_depth(&self, mover: &Mover) -> f32 {
        self.state.space.border_overlap(self.rules.solver.view(), mover)
    }

    /// Whether a mover can be placed here directly.
    pub fn has_room(&self, mover: &Mover) -> bool {
        self.state.space.is_free(self.rules.solver.view(), mover)
    }

    /// How far the mover's corners may be rounded off: by its skin, or by more under a solver to which it is all round.
    pub fn effective_skin(&self, mover: &Mover) -> f32 {
        mover.effective_skin().max(self.rules.solver.view().core(mover).1)
    }

    /// The nearest free place straight beside a mover that is pushed from two sides: between a platform and the corner of a
    /// crate, the shortest way out of either leads into the other.
    pub fn room_beside(&self, mover: &Mover, longest: f32) -> Option<Vec2> {
        let last = (longest / ROOM_SPACING).min(MAX_ROOM_PROBES) as u16;
        (1..=last).find_map(|by| {
            let sides = [Vec2::NEG_Y, Vec2::NEG_X, Vec2::X, Vec2::Y].map(|side| side * f32::from(by) * ROOM_SPACING);
            sides.into_iter().find(|by| self.has_room(&mover.moved(*by)))
        })
    }

    /// The place on top of the bodies that the mover is in; `None` when terrain is in the way there.
    pub fn top_of_stack(&self, mover: Mover) -> Option<Aabb> {
        let mut mover = mover;
        for _ in 0..HIGHEST_STACK {
            match self.inside(&mover) {
                Some(Obstacle::Body(id) | Obstacle::Part(id, _)) => {
                    mover = mover.moved(Vec2::Y * (self.state.body(id).aabb.min().y - mover.aabb.max().y));
                }
                Some(_) => return None,
                None => return self.has_room(&mover).then_some(mover.aabb),
            }
        }
        None
    }

    /// What the mover is in: terrain, or else a body.
    pub fn inside(&self, mover: &Mover) -> Option<Obstacle> {
        let mut inside = None;
        self.each_touching(mover, 0.0, |touch| {
            if touch.contact.depth > ROOM_SLACK && inside.is_none_or(|known: Obstacle| known.body().is_some()) {
                inside = Some(touch.obstacle);
            }
        });
        inside
    }

    /// The material nearest to a point among what a mover touches with normals that fit.
    pub fn nearest_material(
        &self,
        mover: &Mover,
        reach: f32,
        at: Vec2,
        fits: impl Fn(Vec2) -> bool,
    ) -> Option<Material> {
        let distance = |obstacle: Obstacle| match obstacle {
            Obstacle::Edge(i) => self.state.space.terrain.edges()[i as usize].segment.closest_point(at).distance(at),
            Obstacle::Piece(i) => self.state.space.terrain.pieces()[i as usize].aabb.closest_point(at).distance(at),
            Obstacle::Body(id) | Obstacle::Part(id, _) => self.state.body(id).aabb.closest_point(at).distance(at),
        };
        // Of pieces that lie on top of each other the last one shows, as on the outline; of what has sunk into the ground, as
        // open gates do, the ground.
        let mut nearest = None::<((f32, bool), Obstacle)>;
        self.each_touching(mover, reach, |touch| {
            if fits(touch.contact.normal) {
                let rank = (distance(touch.obstacle), touch.obstacle.body().is_some());
                if nearest.is_none_or(|(best, _)| rank <= best) {
                    nearest = Some((rank, touch.obstacle));
                }
            }
        });
        let (_, nearest) = nearest?;
        Some(Material::from_tag(self.state.space.tag(nearest)))
    }

    /// Of what the ground is on which a mover stands with its feet on `feet`: where several materials are touched, the one
    /// nearest to the middle of the feet counts. What is not ground from all sides counts as plain.
    pub fn material_below(&self, mover: &Mover) -> Material {
        let feet = Vec2::new(mover.aabb.center.x, mover.aabb.max().y);
        let found = self.nearest_material(mover, GROUND_REACH, feet, |normal| self.rules.feel.walkable(normal));
        found.filter(|material| material.surface.is_ground()).unwrap_or_default()
    }

    /// The player as the solver sees it.
    pub fn player_mover(&self) -> Mover {
        let mover = Mover::new(self.state.player.aabb()).with_skin(self.rules.skin);
        let one_way_height = self.one_way_height().unwrap_or(mover.one_way_height);
        Mover { one_way_height, ignores: Some(self.state.player_body()), ..mover }
    }

    /// As [`ControllerState::one_way_height`], for the player.
    pub fn one_way_height(&self) -> Option<f32> {
        let player = &self.state.player;
        let mover = Mover::new(player.aabb()).with_skin(self.rules.skin);
        ControllerState { mover, ..player.motion }.one_way_height(&self.rules.solver, self.space())
    }
}
