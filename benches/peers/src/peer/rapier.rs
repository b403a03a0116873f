//! rapier2d's kinematic character controller.

use glam::Vec2;
use rapier2d::control::{CharacterLength, KinematicCharacterController};
use rapier2d::prelude::*;

use super::{Peer, Slider};
use crate::ground::{Form, Ground, as_box};

/// A limit for slopes that allows all of them, in radians.
const ANY_SLOPE: f32 = 1.55;

pub fn all() -> Vec<Peer> {
    let mut peers = Vec::new();
    let plain = KinematicCharacterController {
        // y down.
        up: Vector::new(0.0, -1.0),
        snap_to_ground: None,
        max_slope_climb_angle: ANY_SLOPE,
        // Smaller slopes stop the part of a move that gravity made, which the judge would call a loss of progress.
        min_slope_slide_angle: 0.0,
        ..KinematicCharacterController::default()
    };
    let absolute = |offset, nudge| KinematicCharacterController {
        offset: CharacterLength::Absolute(offset),
        normal_nudge_factor: nudge,
        ..plain
    };
    let defaults =
        KinematicCharacterController { up: plain.up, offset: plain.offset, ..KinematicCharacterController::default() };
    let controllers = [
        ("plain slide, offset 1 %", 0.24, plain),
        ("plain slide, offset 0.01 m", 0.0, absolute(0.01, 1e-4)),
        ("plain slide, offset 0.01 m, nudge 0.001", 0.0, absolute(0.01, 1e-3)),
        ("plain slide, offset 0.01 m, nudge 0.005", 0.0, absolute(0.01, 5e-3)),
        ("plain slide, offset 0.001 m, nudge 0.001", 0.0, absolute(0.001, 1e-3)),
        (
            "no slip on slopes, offset 0.01 m",
            0.0,
            KinematicCharacterController { min_slope_slide_angle: ANY_SLOPE, ..absolute(0.01, 1e-4) },
        ),
        ("defaults: 45 degrees, snaps to ground", 0.24, defaults),
    ];
    for shape in super::Shape::ALL {
        for form in Form::ALL {
            for pixels in [1.0, 16.0] {
                for (name, gap, controller) in controllers {
                    let absolute_gap = match controller.offset {
                        CharacterLength::Absolute(meters) => meters * pixels,
                        CharacterLength::Relative(_) => gap,
                    };
                    peers.push(Peer {
                        library: "rapier2d",
                        settings: format!("{}, {}, {pixels} px per meter, {name}", shape.name(), form.name()),
                        shape,
                        gap: absolute_gap,
                        make: Box::new(move |ground| {
                            Some(Box::new(Character::new(ground, shape, form, pixels, controller)))
                        }),
                    });
                }
            }
        }
    }
    peers
}

struct Character {
    world: PhysicsWorld,
    controller: KinematicCharacterController,
    shape: super::Shape,
    pixels: f32,
}

impl Character {
    fn new(
        ground: &Ground,
        shape: super::Shape,
        form: Form,
        pixels: f32,
        controller: KinematicCharacterController,
    ) -> Self {
        let mut world = PhysicsWorld::new();
        for collider in colliders(ground, form, pixels) {
            world.insert_collider(collider, None);
        }
        // Queries see colliders only after a step.
        world.step();
        Self { world, controller, shape, pixels }
    }
}

fn colliders(ground: &Ground, form: Form, pixels: f32) -> Vec<ColliderBuilder> {
    let point = |p: &Vec2| Vector::new(p.x / pixels, p.y / pixels);
    if form != Form::Pieces {
        let polyline = |ring: &Vec<Vec2>| {
            let (points, segments) = (ring.iter().map(point).collect(), Some(Ground::segments(ring)));
            match form {
                Form::OneSided => ColliderBuilder::oriented_polyline(points, segments),
                _ => ColliderBuilder::polyline(points, segments),
            }
        };
        return ground.rings.iter().map(polyline).collect();
    }
    let piece = |corners: &Vec<Vec2>| {
        if let Some((half, middle)) = as_box(corners) {
            let half = half / pixels;
            return Some(ColliderBuilder::cuboid(half.x, half.y).translation(point(&middle)));
        }
        ColliderBuilder::convex_hull(&corners.iter().map(point).collect::<Vec<_>>())
    };
    ground.pieces.iter().filter_map(piece).collect()
}

impl Slider for Character {
    fn slide(&mut self, half: Vec2, at: Vec2, delta: Vec2) -> Vec2 {
        let place = Pose::from_translation(Vector::new(at.x, at.y) / self.pixels);
        let wanted = Vector::new(delta.x, delta.y) / self.pixels;
        let half = half / self.pixels;
        let queries = self.world.query_pipeline();
        let slide = |shape: &dyn Shape| self.controller.move_shape(1.0 / 60.0, &queries, shape, &place, wanted, |_| {});
        let moved = match self.shape {
            super::Shape::Box => slide(&Cuboid::new(Vector::new(half.x, half.y))),
            super::Shape::Capsule => {
                let (end, radius) = super::Shape::capsule(half);
                slide(&Capsule::new(Vector::new(-end.x, -end.y), Vector::new(end.x, end.y), radius))
            }
            super::Shape::RoundBox => {
                let (core, border_radius) = super::Shape::round_box(half, self.pixels);
                slide(&RoundShape { inner_shape: Cuboid::new(Vector::new(core.x, core.y)), border_radius })
            }
        };
        Vec2::new(moved.translation.x, moved.translation.y) * self.pixels
    }
}
