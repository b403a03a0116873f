//! Crates: boxes that fall, ride on platforms, and are pushed by characters.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use seamwalker_collide::{Body, Passenger};

use crate::body::{Embodied, SeamwalkerBody};
use crate::place::Places;
use crate::space::SeamwalkerSpace;
use crate::units::Units;

/// A crate, which begins where its [`Transform`](bevy_transform::components::Transform) is: it falls, rests on slopes, rides on
/// platforms, and stacks. Characters that walk against it push it, at
/// [`ControllerSettings::push`](seamwalker_collide::controller::ControllerSettings::push). Its transform follows it, and an edit of
/// the transform puts it somewhere else, as with [`Character`](crate::Character). Zones do not notice it. How crates fall is the same for
/// all: `SeamwalkerSpace::carrier.air`.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::Crate;
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Crate::new(Vec2::splat(16.0)), Transform::from_xyz(60.0, 8.0, 0.0)));
///     commands.spawn((Crate::disk(8.0), Transform::from_xyz(90.0, 8.0, 0.0)));
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// ```
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Component, Default)]
#[require(SeamwalkerBody)]
pub struct Crate {
    /// Width and height, in bevy's units. May be changed at any time; what is not positive and finite is ignored.
    pub size: Vec2,
    /// The radius of its corners, in bevy's units: 0, as by default, for a box.
    pub corner: f32,
}

impl Crate {
    /// A crate of this width and height, in bevy's units. Without a positive, finite size, or spawned at a place that is not finite, it
    /// gets no body and does nothing.
    #[must_use]
    pub const fn new(size: Vec2) -> Self {
        Self { size, corner: 0.0 }
    }

    /// A round one with this radius, in bevy's units: a ball, which slides and does not roll.
    #[must_use]
    pub const fn disk(radius: f32) -> Self {
        Self { size: Vec2::splat(radius * 2.0), corner: radius }
    }
}

impl Embodied for Crate {
    fn apply(&self, body: &mut Body, units: Units) {
        body.aabb.half = units.half(self.size).unwrap_or(body.aabb.half);
        body.corner = self.corner * units.pixels_per_unit;
    }
}

/// Gives a new crate its place and its body.
pub fn add_crate(
    insert: On<Insert<Crate>>,
    places: Places,
    mut world: ResMut<SeamwalkerSpace>,
    mut crates: Query<(&Crate, &mut SeamwalkerBody)>,
) {
    let (entity, place) = (insert.entity, places.at(insert.entity));
    let Ok((item, mut own)) = crates.get_mut(entity) else { return };
    world.remove_own_body(entity, &own);
    let SeamwalkerSpace { space, units, carrier, .. } = &mut *world;
    let id = units.aabb(entity, place, item.size).map(|aabb| {
        let mut body = Body { priority: 2, data: entity.to_bits(), ..Body::new(aabb) };
        item.apply(&mut body, *units);
        let id = space.bodies.push(body);
        carrier.add(Passenger::new(id));
        id
    });
    own.begin(id, place.unwrap_or_default());
}
