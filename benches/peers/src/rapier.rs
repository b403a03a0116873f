//! rapier2d's kinematic character controller, in tiles, with settings close to a plain slide.

use std::rc::Rc;

use glam::Vec2;
use rapier2d::control::{CharacterLength, KinematicCharacterController};
use rapier2d::prelude::*;

use crate::workload::{HALF, Level, TILE};

type Slide = Rc<dyn Fn(Vec2, Vec2) -> Vec2>;

/// The controller on two forms of the level, by name.
pub fn all(level: &Level) -> Vec<(&'static str, Slide)> {
    let point = |p: &Vec2| Vector::new(p.x / TILE, p.y / TILE);
    let polylines = level.loops.iter().map(|ring| {
        let n = ring.len() as u32;
        let indices = (0..n).map(|i| [i, (i + 1) % n]).collect();
        ColliderBuilder::polyline(ring.iter().map(point).collect(), Some(indices))
    });
    let pieces = level.pieces.iter().filter_map(|corners| {
        let points: Vec<Vector> = corners.iter().map(point).collect();
        let is_box = points.len() == 4 && points[0].y == points[1].y && points[1].x == points[2].x;
        if is_box {
            let (half, middle) = ((points[2] - points[0]) * 0.5, (points[2] + points[0]) * 0.5);
            return Some(ColliderBuilder::cuboid(half.x, half.y).translation(middle));
        }
        ColliderBuilder::convex_hull(&points)
    });
    vec![
        ("rapier2d character, polylines", controller(polylines.collect())),
        ("rapier2d character, pieces", controller(pieces.collect())),
    ]
}

fn controller(colliders: Vec<ColliderBuilder>) -> Slide {
    let mut world = PhysicsWorld::new();
    for collider in colliders {
        world.insert_collider(collider, None);
    }
    // Queries see colliders only after a step.
    world.step();
    let controller = KinematicCharacterController {
        // y down.
        up: Vector::new(0.0, -1.0),
        offset: CharacterLength::Absolute(0.01),
        slide: true,
        autostep: None,
        snap_to_ground: None,
        max_slope_climb_angle: 1.2,
        min_slope_slide_angle: 1.2,
        ..KinematicCharacterController::default()
    };
    let shape = Cuboid::new(Vector::new(HALF.x / TILE, HALF.y / TILE));
    Rc::new(move |at, delta| {
        let place = Pose::from_translation(Vector::new(at.x / TILE, at.y / TILE));
        let wanted = Vector::new(delta.x / TILE, delta.y / TILE);
        let moved = controller.move_shape(1.0 / 60.0, &world.query_pipeline(), &shape, &place, wanted, |_| {});
        Vec2::new(moved.translation.x, moved.translation.y) * TILE
    })
}
