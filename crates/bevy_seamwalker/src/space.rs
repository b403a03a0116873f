//! The resource: everything that can be met or entered, and which entity each part belongs to.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
#[cfg(doc)]
use seamwalker_collide::Body;
use seamwalker_collide::{Aabb, AreaId, BodyId, Carrier, Mover, SolverSetup, Space, Terrain, TriggerArea, Triggers};

use crate::body::SeamwalkerBody;
use crate::units::{PixelVec2, Units};
use crate::zone::Zone;

/// Everything that can be met, the solver, and the units.
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_math::Vec2;
/// use bevy_seamwalker::SeamwalkerSpace;
/// use bevy_seamwalker::collide::{Side, Terrain};
///
/// fn load_level(mut space: ResMut<SeamwalkerSpace>) {
///     let ground = [Vec2::new(-500.0, 0.0), Vec2::new(0.0, 0.0), Vec2::new(300.0, 150.0)];
///     let edges = space.units.outline(&ground, Side::Outer);
///     space.set_terrain(Terrain::new(edges, Vec::new()));
/// }
/// # bevy_ecs::system::assert_is_system(load_level);
/// ```
#[derive(Debug, Default, Reflect, Resource)]
#[reflect(Resource, Default)]
pub struct SeamwalkerSpace {
    /// Terrain, and the bodies of characters, platforms and crates. Bodies of your own may be added, and queries asked. Pixels, y down.
    /// [`Body::data`] of what belongs to an entity is [`Entity::to_bits`]; leave it 0 where there is none.
    #[reflect(ignore)]
    pub space: Space,
    /// How characters and riders slide. May be changed at any time.
    #[reflect(ignore)]
    pub solver: SolverSetup,
    /// Converts between bevy's units and pixels. Fixed by the plugin.
    pub units: Units,
    /// Whether transforms are interpolated between ticks. Fixed by the plugin; may be changed at any time.
    pub interpolate: bool,
    /// The areas of zones. Areas of your own may be added; what happens in them has no entity, and is not reported.
    #[reflect(ignore)]
    pub triggers: Triggers,
    /// What carries and pushes. [`Carrier::air`] says how crates fall, and [`Carrier::ground`] what they rest on.
    #[reflect(ignore)]
    pub carrier: Carrier,
    /// By trigger area: the zone that it belongs to, and the entity on whose body it is, if it is on one.
    #[reflect(ignore)]
    pub(crate) zones: Vec<Option<(Entity, Option<Entity>)>>,
    /// The bodies that were removed since the last tick, whose characters zones have yet to report as gone.
    #[reflect(ignore)]
    removed: Vec<(BodyId, Entity)>,
    /// How much of the time between the last tick and the next one has passed when transforms are written.
    pub(crate) fraction: f32,
}

impl SeamwalkerSpace {
    pub(crate) fn new(solver: SolverSetup, units: Units, interpolate: bool) -> Self {
        Self { solver, units, interpolate, ..Self::default() }
    }

    /// Replaces everything that never moves, as when a level begins.
    pub fn set_terrain(&mut self, terrain: Terrain) {
        self.space.terrain = Arc::new(terrain);
    }

    /// Compiles the terrain for characters of this width and height, in bevy's units: from then on their slides take about a third of
    /// the time, with the same results, bit for bit. Call it after [`SeamwalkerSpace::set_terrain`], once for each size that many
    /// characters have. It takes about 10 microseconds and a kilobyte for each edge. Returns false, and changes nothing, if the size
    /// is below a pixel or the terrain is too large.
    ///
    /// ```
    /// use bevy_math::Vec2;
    /// use bevy_seamwalker::SeamwalkerSpace;
    /// use bevy_seamwalker::collide::{Side, Terrain};
    ///
    /// let mut space = SeamwalkerSpace::default();
    /// let floor = space.units.edge(Vec2::ZERO, Vec2::new(400.0, 0.0), Side::Outer);
    /// space.set_terrain(Terrain::new(vec![floor], Vec::new()));
    /// assert!(space.compile_for(Vec2::new(12.0, 22.0)));
    /// ```
    pub fn compile_for(&mut self, size: Vec2) -> bool {
        let Some(half) = self.units.half(size) else { return false };
        Arc::make_mut(&mut self.space.terrain).compile(&Mover::new(Aabb::new(PixelVec2::ZERO, half)))
    }

    /// The characters that were in a zone after the last tick.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_seamwalker::{SeamwalkerSpace, Zone};
    ///
    /// fn count(world: Res<SeamwalkerSpace>, zones: Query<(Entity, &Zone)>) {
    ///     for (entity, zone) in &zones {
    ///         println!("{entity}: {} visitors", world.visitors_of(zone).count());
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(count);
    /// ```
    pub fn visitors_of(&self, zone: &Zone) -> impl Iterator<Item = Entity> {
        let own = zone.area.and_then(|area| self.zones.get(area.0 as usize).copied()??.1);
        let inside = zone.area.into_iter().flat_map(|area| self.triggers.inside(area));
        inside.filter_map(|body| self.visitor(body)).filter(move |visitor| Some(*visitor) != own)
    }

    /// The entity of a body, such as the platform that a character [rides](crate::CharacterState::rides).
    #[must_use]
    pub fn entity_of(&self, body: BodyId) -> Option<Entity> {
        entity_of(&self.space, body)
    }

    /// The character that triggers know by this number. It may be gone since the last tick.
    pub(crate) fn visitor(&self, body: u32) -> Option<Entity> {
        let removed = || self.removed.iter().find(|(id, _)| id.0 == body).map(|(_, entity)| *entity);
        self.entity_of(BodyId(body)).or_else(removed)
    }

    /// Gives a zone its area.
    pub(crate) fn add_zone(&mut self, entity: Entity, area: TriggerArea) -> AreaId {
        let id = self.triggers.add(area);
        self.zones.resize(self.zones.len().max(id.0 as usize + 1), None);
        self.zones[id.0 as usize] = Some((entity, None));
        id
    }

    /// Ends a tick: zones have reported what is gone.
    pub(crate) fn end_tick(&mut self) {
        self.removed.clear();
    }

    /// Takes out the body that an entity has of a component before. A clone of another entity may name that one's.
    pub(crate) fn remove_own_body(&mut self, entity: Entity, own: &SeamwalkerBody) {
        let id = own.id().filter(|id| self.entity_of(*id) == Some(entity));
        id.into_iter().for_each(|id| self.remove_body(id));
    }

    /// Takes a body out.
    pub(crate) fn remove_body(&mut self, id: BodyId) {
        self.removed.extend(self.entity_of(id).map(|entity| (id, entity)));
        self.space.bodies.remove(id);
        self.carrier.remove(id);
    }
}

/// The entity of a body.
pub fn entity_of(space: &Space, body: BodyId) -> Option<Entity> {
    Entity::try_from_bits(space.bodies.get(body)?.data)
}
