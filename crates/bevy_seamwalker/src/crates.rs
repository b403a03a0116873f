//! Crates: boxes that fall, ride on platforms, and are pushed by characters.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::Transform;
use seamwalker_collide::controller::{AirSettings, GroundSettings, LANDING_REACH};
use seamwalker_collide::{Body, BodyId, Mover, Passenger};

use crate::space::{Owner, SeamwalkerSpace};
use crate::units::PixelVec2;

/// A crate, which begins where its [`Transform`] is: it falls, rests on slopes, rides on platforms, and stacks. Characters that walk
/// against it push it, at [`ControllerSettings::push`](seamwalker_collide::controller::ControllerSettings::push). Its transform
/// follows it; insert the component again, with a transform, to put it somewhere else. Zones do not notice it.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::Crate;
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Crate::new(Vec2::splat(16.0)), Transform::from_xyz(60.0, 8.0, 0.0)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Clone, Component, Debug)]
#[require(Transform)]
pub struct Crate {
    /// How it falls, in pixels and seconds.
    pub air: AirSettings,
    /// Its speed downwards, in pixels per second.
    speed: f32,
    /// In bevy's units.
    size: Vec2,
    body: Option<BodyId>,
}

impl Crate {
    /// A crate of this width and height, in bevy's units. Without a positive, finite size, or spawned at a place that is not finite, it
    /// gets no body and does nothing.
    #[must_use]
    pub fn new(size: Vec2) -> Self {
        Self { air: AirSettings::default(), speed: 0.0, size, body: None }
    }

    /// Its body in the space, which says where it is; `None` before it was spawned.
    #[must_use]
    pub const fn body(&self) -> Option<BodyId> {
        self.body
    }
}

/// Gives a new crate its place and its body.
pub fn add_crate(
    insert: On<Insert<Crate>>,
    mut world: ResMut<SeamwalkerSpace>,
    mut crates: Query<(&mut Crate, &Transform)>,
) {
    let Ok((mut item, transform)) = crates.get_mut(insert.entity) else { return };
    (item.body, item.speed) = (None, 0.0);
    let Some(aabb) = world.units.aabb(insert.entity, transform, item.size) else { return };
    let id = world.add_body(insert.entity, Body { priority: 2, ..Body::new(aabb) });
    world.carrier.add(Passenger::new(id));
    item.body = Some(id);
}

/// Takes the body of a crate out that is despawned or replaced.
pub fn remove_crate(discard: On<Discard<Crate>>, mut world: ResMut<SeamwalkerSpace>, crates: Query<&Crate>) {
    if let Some(body) = crates.get(discard.entity).ok().and_then(Crate::body) {
        world.remove_body(body);
    }
}

/// Lets crates fall with what stands on them, the lowest first, so that a stack falls together.
pub fn drop_crates(time: Res<Time>, mut world: ResMut<SeamwalkerSpace>, mut crates: Query<&mut Crate>) {
    let SeamwalkerSpace { space, solver, carrier, owners, .. } = &mut *world;
    carrier.forget_carriers();
    let (dt, settings) = (time.delta_secs(), GroundSettings::default());
    let is_crate = |owner: &Option<Owner>| owner.is_some_and(|owner| crates.contains(owner.entity));
    let mut order: Vec<usize> = (0..owners.len()).filter(|id| is_crate(&owners[*id])).collect();
    let bottom = |id: &usize| space.bodies[*id].aabb.max().y;
    order.sort_by(|a, b| bottom(b).total_cmp(&bottom(a)));
    for id in order.into_iter().map(|id| BodyId(id as u32)) {
        let Some(Owner { entity, .. }) = owners[id.0 as usize] else { continue };
        let Ok(mut item) = crates.get_mut(entity) else { continue };
        let mover = Mover { ignores: Some(id), ..Mover::new(space.bodies[id].aabb) };
        // What rests follows the ground down.
        let reach = if item.speed == 0.0 { settings.step_down } else { LANDING_REACH };
        let way = if let Some(ground) = settings.find(solver, space, &mover, reach) {
            item.speed = 0.0;
            ground.drop
        } else {
            item.speed = item.air.fall(item.speed, false, dt);
            PixelVec2::new(0.0, item.speed * dt)
        };
        carrier.fall(solver, space, id, way);
    }
}
