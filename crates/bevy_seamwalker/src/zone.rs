//! Zones: areas that report which characters enter and leave them.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use seamwalker_collide::{AreaId, Crossed, Layers, QueryShape, TriggerArea, Visitor};

use crate::body::SeamwalkerBody;
use crate::character::Character;
use crate::place::Places;
use crate::reflect::ReflectedLayers;
use crate::space::SeamwalkerSpace;
use crate::units::Units;

/// A box or a disk that stops nothing and notices characters: a door, a checkpoint, spikes. It is where its [`Transform`] is in the
/// world; its scale and rotation are only drawn.
///
/// Move the transform in `FixedUpdate`: moved in `Update`, a zone notices characters at times that depend on the frame rate. It never
/// notices what it jumps over in one tick.
///
/// On the entity of a character, a platform or a crate, or on a child of one, a zone is where that is in each tick: a sword, a magnet.
/// It notices what it passes on the way, and does not notice its own character.
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
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Component, Default)]
#[require(Transform)]
pub struct Zone {
    /// In bevy's units.
    size: Vec2,
    is_round: bool,
    #[reflect(remote = ReflectedLayers)]
    meets: Layers,
    #[reflect(ignore)]
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

    fn shape(&self, center: Vec2, units: Units) -> QueryShape {
        if self.is_round { units.disk(center, self.size.x * 0.5) } else { units.rect(center, self.size) }
    }
}

/// A character entered or left a zone, or one of the two is gone. Messages come in the order in which that happened, whatever the
/// number of ticks in a frame. [`SeamwalkerSpace::visitors_of`] tells what is in a zone. A message, and an event of the zone.
#[derive(Clone, Copy, Debug, EntityEvent, Message, PartialEq)]
pub struct ZoneCrossed {
    /// The zone.
    #[event_target]
    pub zone: Entity,
    /// The character.
    pub character: Entity,
    /// Whether it entered or left.
    pub crossed: Crossed,
}

/// Gives a new zone its area.
pub fn add_zone(
    insert: On<Insert<Zone>>,
    places: Places,
    mut world: ResMut<SeamwalkerSpace>,
    mut zones: Query<&mut Zone>,
) {
    let (entity, place) = (insert.entity, places.at(insert.entity));
    let Ok(mut zone) = zones.get_mut(entity) else { return };
    zone.area = world.units.aabb(entity, place, zone.size).map(|_| {
        let shape = zone.shape(place.unwrap_or_default(), world.units);
        world.add_zone(entity, TriggerArea { meets: zone.meets, ..TriggerArea::new(shape) })
    });
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
    places: Places,
    zones: Query<(Entity, &Zone)>,
    bodies: Query<&SeamwalkerBody>,
    characters: Query<(&Character, &SeamwalkerBody)>,
    mut crossings: MessageWriter<ZoneCrossed>,
) {
    let SeamwalkerSpace { space, triggers, units, zones: owners, .. } = &mut *world;
    for (entity, zone) in &zones {
        let Some(area) = zone.area else { continue };
        let own = places.on_body(entity, &bodies).and_then(|(own, way)| Some((own, way, bodies.get(own).ok()?)));
        owners[area.0 as usize] = Some((entity, own.map(|(own, ..)| own)));
        if let Some((_, way, body)) = own {
            triggers.place(area, zone.shape(body.before + way, *units));
            triggers.move_by(area, units.to_seamwalker(body.center() - body.before));
        } else if let Some(at) = places.at(entity).filter(|at| at.is_finite()) {
            triggers.place(area, zone.shape(at, *units));
        }
    }
    let present = characters.iter().filter_map(|(character, body)| {
        let id = body.id()?;
        let moved = units.to_seamwalker(body.center() - body.before);
        Some(Visitor { moved, layers: character.layers, ..Visitor::new(id.0, space.bodies.get(id)?.aabb) })
    });
    let crossed: Vec<_> = triggers.update(present).to_vec();
    for event in crossed {
        let zone = world.zones.get(event.area.0 as usize).copied().flatten();
        if let (Some((zone, own)), Some(character)) = (zone, world.visitor(event.visitor))
            && own != Some(character)
        {
            crossings.write(ZoneCrossed { zone, character, crossed: event.crossed });
        }
    }
    world.end_tick();
}
