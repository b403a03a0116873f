//! Zones: areas that report which characters enter and leave them.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use seamwalker_collide::{Aabb, AreaId, Crossed, Disk, Layers, QueryShape, TriggerArea, Visitor};

use crate::character::Character;
use crate::place::warn_of_parent;
use crate::space::{Owner, SeamwalkerSpace};

/// A box or a disk that stops nothing and notices characters: a door, a checkpoint, spikes. It is where its [`Transform`] is, without
/// scale and rotation, and its entity must be a root, as for [`Character`].
///
/// Move the transform in `FixedUpdate`: moved in `Update`, a zone notices characters at times that depend on the frame rate. It never
/// notices what it jumps over in one tick.
///
/// On the entity of a character, a platform or a crate, a zone is where that is in each tick. It notices what it passes on the way,
/// and does not notice its own character.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::collide::Crossed;
/// use bevy_seamwalker::{Zone, ZoneCrossed};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Zone::new(Vec2::new(32.0, 8.0)), Transform::from_xyz(100.0, 4.0, 0.0)));
///     commands.spawn((Zone::disk(6.0), Transform::from_xyz(140.0, 30.0, 0.0)));
/// }
///
/// fn die(mut crossings: MessageReader<ZoneCrossed>, mut commands: Commands) {
///     for crossing in crossings.read().filter(|crossing| crossing.crossed == Crossed::Entered) {
///         commands.entity(crossing.character).try_despawn();
///     }
/// }
/// # bevy_ecs::system::assert_is_system(spawn);
/// # bevy_ecs::system::assert_is_system(die);
/// ```
#[derive(Clone, Component, Debug)]
#[require(Transform)]
pub struct Zone {
    /// In bevy's units.
    size: Vec2,
    is_round: bool,
    meets: Layers,
    pub(crate) area: Option<AreaId>,
}

impl Zone {
    /// A zone of this width and height, in bevy's units, that notices all characters. Without a positive, finite size, or spawned at
    /// a place that is not finite, it notices nothing.
    #[must_use]
    pub const fn new(size: Vec2) -> Self {
        Self { size, is_round: false, meets: Layers::ALL, area: None }
    }

    /// A round zone with this radius, in bevy's units.
    #[must_use]
    pub const fn disk(radius: f32) -> Self {
        Self { is_round: true, ..Self::new(Vec2::splat(radius * 2.0)) }
    }

    /// The same for the characters of these layers only.
    #[must_use]
    pub const fn meets(mut self, layers: Layers) -> Self {
        self.meets = layers;
        self
    }

    fn shape(&self, aabb: Aabb) -> QueryShape {
        if self.is_round { Disk::new(aabb.center, aabb.half.x).into() } else { aabb.into() }
    }
}

/// A character entered or left a zone, or one of the two is gone. Messages come in the order in which that happened, whatever the
/// number of ticks in a frame. [`SeamwalkerSpace::visitors_of`] tells what is in a zone.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct ZoneCrossed {
    /// The zone.
    pub zone: Entity,
    /// The character.
    pub character: Entity,
    /// Whether it entered or left.
    pub crossed: Crossed,
}

/// Gives a new zone its area.
pub fn add_zone(
    insert: On<Insert<Zone>>,
    mut world: ResMut<SeamwalkerSpace>,
    mut zones: Query<(&mut Zone, &Transform)>,
) {
    let Ok((mut zone, transform)) = zones.get_mut(insert.entity) else { return };
    zone.area = None;
    let Some(aabb) = world.units.aabb(insert.entity, transform, zone.size) else { return };
    let area = TriggerArea { meets: zone.meets, ..TriggerArea::new(zone.shape(aabb)) };
    zone.area = Some(world.add_zone(insert.entity, area));
}

/// Takes the area of a zone out that is despawned or replaced.
pub fn remove_zone(discard: On<Discard<Zone>>, mut world: ResMut<SeamwalkerSpace>, zones: Query<&Zone>) {
    if let Some(area) = zones.get(discard.entity).ok().and_then(|zone| zone.area) {
        world.triggers.remove(area);
    }
}

/// Moves zones to where their bodies or transforms are, and reports which characters entered and left them.
pub fn check_zones(
    mut world: ResMut<SeamwalkerSpace>,
    moved: Query<(Entity, &Zone, &Transform, Has<ChildOf>), Changed<Transform>>,
    zones: Query<&Zone>,
    characters: Query<&Character>,
    mut crossings: MessageWriter<ZoneCrossed>,
) {
    let SeamwalkerSpace { space, triggers, units, owners, visitors, zones: entities, .. } = &mut *world;
    for (entity, zone, transform, is_child) in &moved {
        warn_of_parent(entity, is_child);
        if let (Some(area), Some(aabb)) = (zone.area, units.aabb(entity, transform, zone.size)) {
            triggers.place(area, zone.shape(aabb));
        }
    }
    // The transform of a body is between two ticks.
    for (owner, body) in owners.iter().zip(space.bodies.iter()) {
        let Some(Owner { entity, before }) = *owner else { continue };
        if let Ok(zone @ Zone { area: Some(area), .. }) = zones.get(entity) {
            triggers.place(*area, zone.shape(Aabb::new(before, units.size_to_seamwalker(zone.size) * 0.5)));
            triggers.move_by(*area, body.aabb.center - before);
        }
    }
    let present = (0..).zip(owners.iter().zip(space.bodies.iter())).filter_map(|(id, (owner, body))| {
        let Owner { entity, before } = (*owner)?;
        let character = characters.get(entity).ok()?;
        let moved = body.aabb.center - before;
        Some(Visitor { moved, layers: character.layers, ..Visitor::new(id, body.aabb) })
    });
    for event in triggers.update(present) {
        // The character may be gone, and then it is only known from the tick before.
        let find = |list: &[Option<Owner>]| list.get(event.visitor as usize).copied().flatten();
        let zone = entities.get(event.area.0 as usize).copied().flatten();
        let (Some(zone), Some(visitor)) = (zone, find(visitors).or_else(|| find(owners))) else { continue };
        if visitor.entity != zone {
            crossings.write(ZoneCrossed { zone, character: visitor.entity, crossed: event.crossed });
        }
    }
    world.end_tick();
}
