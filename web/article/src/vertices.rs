//! Two boxes walk over bricks: one is pushed out of each brick by the shortest way, the other discards pairs of vertices.

use glam::Vec2;
use seamwalker_collide::{Aabb, Mover, PushOrder, SolverKind, SolverOptions, SolverSetup};
use seamwalker_lab::story::{Course, Knob};

use crate::walk::{Ground, Walk};

/// The side of a brick, and how many there are.
const BRICK: f32 = 28.0;
const BRICKS: u8 = 6;
/// Half the side of the box, and its speed in pixels per step.
const HALF: f32 = 8.0;
const SPEED: f32 = 1.5;

const PRESS: Knob = Knob { name: Some("press"), from: 0.5, to: 4.0, step: 0.25, start: 2.0 };

/// The last brick comes first, as can happen in any unordered list.
fn bricks() -> Vec<Aabb> {
    let brick =
        |i| Aabb::from_corners(Vec2::new(f32::from(i) * BRICK, 0.0), Vec2::new(f32::from(i + 1) * BRICK, BRICK));
    (0..BRICKS).rev().map(brick).collect()
}

fn ground(press: f32) -> Ground {
    let (view, bricks) =
        (Aabb::from_corners(Vec2::new(-8.0, -40.0), Vec2::new(f32::from(BRICKS) * BRICK + 8.0, BRICK)), bricks());
    let course = Course { speed: SPEED, press: Some(press), ..Course::over_boxes(view, &bricks) };
    Ground { course, parts: bricks.iter().map(|brick| brick.corners().to_vec()).collect() }
}

/// The figure.
pub(crate) fn walk() -> Walk {
    let listed = SolverOptions { push_order: PushOrder::Listed, ..SolverOptions::default() };
    let thin = SolverSetup { kind: SolverKind::ThinSat, options: listed };
    let start = Mover::new(Aabb::new(Vec2::new(HALF + 2.0, -HALF - 0.5), Vec2::splat(HALF)));
    Walk::new(PRESS, ground, [thin, SolverSetup::new(SolverKind::VertexDiscard)], start, false)
}
