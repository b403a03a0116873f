//! Another up: a solver for a controller that has -y up.

use glam::Vec2;

use super::character::{ControllerState, StepEvents};
use super::ground::Ground;
use super::jump::Lift;
use crate::contact::{Contact, Hit, Obstacle, Touch};
use crate::edge::Edge;
use crate::mover::{Mover, upright};
use crate::shape::{Aabb, Segment};
use crate::slide::Slide;
use crate::solver::Solver;
use crate::space::Space;
use crate::view::CollisionView;

/// Turns upright movers into the world, asks a solver, and turns its answers back. It answers what a controller asks, no more.
pub struct Turned<'a, S: ?Sized> {
    solver: &'a S,
    /// [`Mover::up`] in the world.
    up: Vec2,
    /// The place in the world of the upright origin. For the axes it is zero, so that a place has the same bits turned; in other
    /// directions it is where the mover is, or rounding would shift one that stands still.
    origin: Vec2,
}

impl<'a, S: Solver + ?Sized> Turned<'a, S> {
    pub fn new(solver: &'a S, mover: &Mover) -> Self {
        let is_axis = mover.up.x == 0.0 || mover.up.y == 0.0;
        let origin = if is_axis { Vec2::ZERO } else { mover.aabb.center };
        Self { solver, up: mover.up, origin }
    }

    /// A vector of the world. Adding zero removes negative zeros.
    pub fn out(&self, vector: Vec2) -> Vec2 {
        Vec2::new(-self.up.y, self.up.x).rotate(vector) + Vec2::ZERO
    }

    /// The same vector, upright.
    pub fn back(&self, vector: Vec2) -> Vec2 {
        upright(self.up, vector)
    }

    /// Boxes do not turn, except by quarters.
    fn half(&self, half: Vec2) -> Vec2 {
        if self.up.y == 0.0 { Vec2::new(half.y, half.x) } else { half }
    }

    pub fn world(&self, mover: &Mover) -> Mover {
        let Aabb { center, half } = mover.aabb;
        Mover { aabb: Aabb::new(self.origin + self.out(center), self.half(half)), up: self.up, ..*mover }
    }

    pub fn upright(&self, mover: &Mover) -> Mover {
        let Aabb { center, half } = mover.aabb;
        Mover { aabb: Aabb::new(self.back(center - self.origin), self.half(half)), up: Vec2::NEG_Y, ..*mover }
    }

    pub fn world_state(&self, state: &ControllerState) -> ControllerState {
        turned_state(state, self.world(&state.mover), |vector| self.out(vector))
    }

    pub fn upright_state(&self, state: &ControllerState) -> ControllerState {
        turned_state(state, self.upright(&state.mover), |vector| self.back(vector))
    }

    pub fn world_events(&self, events: &StepEvents) -> StepEvents {
        turned_events(events, |normal| self.out(normal))
    }

    pub fn upright_events(&self, events: &StepEvents) -> StepEvents {
        turned_events(events, |normal| self.back(normal))
    }
}

impl<S: Solver + ?Sized> Solver for Turned<'_, S> {
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let slide = self.solver.slide(space, &self.world(mover), self.out(delta));
        let touches = slide.touches.iter().map(|touch| turned_touch(touch, |normal| self.back(normal))).collect();
        Slide { moved: self.back(slide.moved), touches, ..slide }
    }

    fn view(&self) -> CollisionView {
        self.solver.view()
    }

    fn cast(&self, space: &Space, mover: &Mover, delta: Vec2) -> Option<Hit> {
        let hit = self.solver.cast(space, &self.world(mover), self.out(delta))?;
        Some(Hit { normal: self.back(hit.normal), ..hit })
    }

    fn each_touching(&self, space: &Space, mover: &Mover, reach: f32, visit: &mut dyn FnMut(Touch)) {
        let visit = &mut |touch| visit(turned_touch(&touch, |normal| self.back(normal)));
        self.solver.each_touching(space, &self.world(mover), reach, visit);
    }

    fn overlap(&self, space: &Space, mover: &Mover) -> f32 {
        self.solver.overlap(space, &self.world(mover))
    }

    fn one_way(&self, space: &Space, obstacle: Obstacle) -> Option<Vec2> {
        self.solver.one_way(space, obstacle).map(|normal| self.back(normal))
    }

    fn height_above(&self, space: &Space, mover: &Mover, obstacle: Obstacle) -> Option<f32> {
        self.solver.height_above(space, &self.world(mover), obstacle)
    }

    fn edge(&self, space: &Space, obstacle: Obstacle) -> Option<Edge> {
        let edge = self.solver.edge(space, obstacle)?;
        let [a, b] = [edge.segment.a, edge.segment.b].map(|end| self.back(end - self.origin));
        Some(Edge { segment: Segment::new(a, b), normal: self.back(edge.normal), ..edge })
    }
}

fn turned_touch(touch: &Touch, turn: impl Fn(Vec2) -> Vec2) -> Touch {
    let Contact { normal, depth } = touch.contact;
    Touch { contact: Contact { normal: turn(normal), depth }, ..*touch }
}

fn turned_events(events: &StepEvents, turn: impl Fn(Vec2) -> Vec2) -> StepEvents {
    let touches = events.touches.iter().map(|touch| turned_touch(touch, &turn)).collect();
    StepEvents { wall: events.wall.map(&turn), touches, ..*events }
}

fn turned_state(state: &ControllerState, mover: Mover, turn: impl Fn(Vec2) -> Vec2) -> ControllerState {
    let ground = state.ground.map(|Ground { drop, normal, obstacle }| Ground {
        drop: turn(drop),
        normal: turn(normal),
        obstacle,
    });
    let lift = Lift { velocity: turn(state.lift.velocity), ..state.lift };
    ControllerState { mover, velocity: turn(state.velocity), ground, lift, carried: turn(state.carried), ..*state }
}
