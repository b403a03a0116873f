//! Zones: areas that report which characters enter and leave them.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use seamwalker_collide::{Aabb, AreaId, Crossed, Layers, TriggerArea, Visitor};

use crate::character::Character;
use crate::place::Placed;
use crate::space::SeamwalkerSpace;
use crate::units::Units;

/// A box that stops nothing and notices characters: a door, a checkpoint, spikes. It is always where its [`Transform`] is,
/// and must not be the child of an entity that moves.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::{Zone, ZoneEntered};
/// use bevy_transform::components::Transform;
///
/// fn spawn(mut commands: Commands) {
///     commands.spawn((Zone::new(Vec2::new(32.0, 8.0)), Transform::from_xyz(100.0, 4.0, 0.0)));
/// }
///
/// fn die(mut entered: MessageReader<ZoneEntered>, mut commands: Commands) {
///     for ZoneEntered { character, .. } in entered.read() {
///         commands.entity(*character).try_despawn();
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
    meets: Layers,
    area: Option<AreaId>,
}

impl Zone {
    /// A zone of this width and height, in bevy's units, that notices all characters.
    #[must_use]
    pub const fn new(size: Vec2) -> Self {
        Self { size, meets: Layers::ALL, area: None }
    }

    /// The same for the characters of these layers only.
    #[must_use]
    pub const fn meets(mut self, layers: Layers) -> Self {
        self.meets = layers;
        self
    }

    fn aabb(&self, units: Units, transform: &Transform) -> Aabb {
        let center = units.to_seamwalker(transform.translation.truncate());
        Aabb::new(center, units.size_to_seamwalker(self.size) * 0.5)
    }
}

/// A character came into a zone.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct ZoneEntered {
    /// The zone.
    pub zone: Entity,
    /// The character.
    pub character: Entity,
}

/// A character left a zone, or one of the two is gone.
#[derive(Clone, Copy, Debug, Message, PartialEq)]
pub struct ZoneLeft {
    /// The zone.
    pub zone: Entity,
    /// The character.
    pub character: Entity,
}

/// Gives a new zone its area.
pub fn add_zone(
    insert: On<Insert<Zone>>,
    mut world: ResMut<SeamwalkerSpace>,
    mut zones: Query<(&mut Zone, &Transform)>,
) {
    let Ok((mut zone, transform)) = zones.get_mut(insert.entity) else { return };
    let area = TriggerArea { meets: zone.meets, ..TriggerArea::new(zone.aabb(world.units, transform)) };
    zone.area = Some(world.add_zone(insert.entity, area));
}

/// Takes the area of a zone out that is despawned or replaced.
pub fn remove_zone(discard: On<Discard<Zone>>, mut world: ResMut<SeamwalkerSpace>, zones: Query<&Zone>) {
    if let Some(area) = zones.get(discard.entity).ok().and_then(|zone| zone.area) {
        world.triggers.remove(area);
    }
}

/// Moves zones to where their transforms are, and reports which characters entered and left them.
pub fn check_zones(
    mut world: ResMut<SeamwalkerSpace>,
    moved: Query<(&Zone, &Transform), Changed<Transform>>,
    characters: Query<(&Character, &Placed)>,
    mut entered: MessageWriter<ZoneEntered>,
    mut left: MessageWriter<ZoneLeft>,
) {
    let SeamwalkerSpace { triggers, units, owners, visitors, zones, .. } = &mut *world;
    for (zone, transform) in &moved {
        if let Some(area) = zone.area {
            triggers.place(area, zone.aabb(*units, transform));
        }
    }
    let present = owners.iter().zip(0..).filter_map(|(owner, id)| {
        let (character, placed) = characters.get((*owner)?).ok()?;
        let moved = placed.now - placed.before;
        let visitor = Visitor::new(id, character.controller.state.mover.aabb);
        Some(Visitor { moved, layers: character.layers(), ..visitor })
    });
    for event in triggers.update(present) {
        // The character may be gone, and then it is only known from the tick before.
        let find = |list: &[Option<Entity>]| list.get(event.visitor as usize).copied().flatten();
        let zone = zones.get(event.area.0 as usize).copied().flatten();
        let (Some(zone), Some(character)) = (zone, find(visitors).or_else(|| find(owners))) else { continue };
        match event.crossed {
            Crossed::Entered => _ = entered.write(ZoneEntered { zone, character }),
            Crossed::Left => _ = left.write(ZoneLeft { zone, character }),
        }
    }
    world.end_tick();
}
