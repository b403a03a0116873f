//! avian2d's move and slide, in a bevy world without a window.

use std::time::Duration;

use avian2d::prelude::*;
use bevy::ecs::system::SystemState;
use bevy::prelude::{App, MinimalPlugins, Transform, TransformPlugin, World};
use glam::Vec2;

use super::{Peer, Shape, Slider};
use crate::ground::{Form, Ground, as_box};

type Vector = bevy::math::Vec2;

pub fn all() -> Vec<Peer> {
    let mut peers = Vec::new();
    for shape in Shape::ALL {
        for form in [Form::Outlines, Form::Pieces] {
            for unit in [1.0, 16.0, 50.0] {
                for skin in [0.0005, 0.001, 0.01, 0.05] {
                    peers.push(Peer {
                        library: "avian2d",
                        settings: format!("{}, {}, length unit {unit} px, skin {skin}", shape.name(), form.name()),
                        shape,
                        gap: skin * unit,
                        make: Box::new(move |ground| Some(Box::new(Character::new(ground, shape, form, unit, skin)))),
                    });
                }
            }
        }
    }
    peers
}

struct Character {
    world: World,
    params: SystemState<MoveAndSlide<'static, 'static>>,
    config: MoveAndSlideConfig,
    filter: SpatialQueryFilter,
    shape: Shape,
    /// The shape of the last mover.
    collider: (Vec2, Collider),
}

impl Character {
    fn new(ground: &Ground, shape: Shape, form: Form, unit: f32, skin: f32) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default().with_length_unit(unit)));
        app.finish();
        app.cleanup();
        let point = |p: &Vec2| Vector::new(p.x, p.y);
        let spawn = |world: &mut World, at: Vec2, collider: Collider| {
            world.spawn((RigidBody::Static, collider, Transform::from_xyz(at.x, at.y, 0.0)));
        };
        let world = app.world_mut();
        if form == Form::Pieces {
            for piece in &ground.pieces {
                if let Some((half, middle)) = as_box(piece) {
                    spawn(world, middle, Collider::rectangle(half.x * 2.0, half.y * 2.0));
                } else if let Some(hull) = Collider::convex_hull(&piece.iter().map(point).collect::<Vec<_>>()) {
                    spawn(world, Vec2::ZERO, hull);
                }
            }
        } else {
            for ring in &ground.rings {
                let polyline = Collider::polyline(ring.iter().map(point).collect(), Some(Ground::segments(ring)));
                spawn(world, Vec2::ZERO, polyline);
            }
        }
        // The first update has no time step; the colliders enter the tree with the second.
        (0..3).for_each(|_| app.update());
        let mut world = std::mem::take(app.world_mut());
        let params = SystemState::new(&mut world);
        let config = MoveAndSlideConfig { skin_width: skin, ..MoveAndSlideConfig::default() };
        let collider = (Vec2::ZERO, Collider::circle(1.0));
        Self { world, params, config, filter: SpatialQueryFilter::default(), shape, collider }
    }
}

impl Slider for Character {
    fn slide(&mut self, half: Vec2, at: Vec2, delta: Vec2) -> Vec2 {
        if self.collider.0 != half {
            let collider = match self.shape {
                Shape::Box => Collider::rectangle(half.x * 2.0, half.y * 2.0),
                Shape::Capsule => {
                    let (end, radius) = Shape::capsule(half);
                    if end == Vec2::ZERO {
                        Collider::circle(radius)
                    } else {
                        Collider::capsule_endpoints(radius, Vector::new(-end.x, -end.y), Vector::new(end.x, end.y))
                    }
                }
                Shape::RoundBox => {
                    let (core, radius) = Shape::round_box(half, 1.0);
                    Collider::round_rectangle(core.x * 2.0, core.y * 2.0, radius)
                }
            };
            self.collider = (half, collider);
        }
        // A tick of one second, so that the velocity is the move.
        let (start, velocity) = (Vector::new(at.x, at.y), Vector::new(delta.x, delta.y));
        let params = self.params.get(&self.world).expect("the world has all parameters");
        let out = params.move_and_slide(
            &self.collider.1,
            start,
            0.0,
            velocity,
            Duration::from_secs(1),
            &self.config,
            &self.filter,
            |_| MoveAndSlideHitResponse::Accept,
        );
        Vec2::new(out.position.x - start.x, out.position.y - start.y)
    }
}
