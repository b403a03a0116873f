//! The resource: everything that can be met or entered, and which entity each part belongs to.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use seamwalker_collide::{
    Aabb, AreaId, Body, BodyId, Carrier, Mover, Solver, SolverSetup, Space, Terrain, TriggerArea, Triggers,
};

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
#[derive(Debug, Default, Resource)]
pub struct SeamwalkerSpace {
    /// Terrain, and the bodies of characters and platforms. Bodies of your own may be added, and queries asked. Pixels, y down.
    pub space: Space,
    /// How characters and riders slide. May be changed at any time.
    pub solver: SolverSetup,
    /// Converts between bevy's units and pixels. Fixed by the plugin.
    pub units: Units,
    /// Whether transforms are interpolated between ticks. Fixed by the plugin; may be changed at any time.
    pub interpolate: bool,
    /// The areas of zones. Areas of your own may be added; what happens in them has no entity, and is not reported.
    pub triggers: Triggers,
    pub(crate) carrier: Carrier,
    /// By body: what it belongs to.
    pub(crate) owners: Vec<Option<Owner>>,
    /// The same at the end of the last tick: triggers may report what has gone since.
    pub(crate) visitors: Vec<Option<Owner>>,
    /// By trigger area: the zone that it belongs to.
    pub(crate) zones: Vec<Option<Entity>>,
    /// How much of the time between the last tick and the next one has passed when transforms are written.
    pub(crate) fraction: f32,
    /// Bodies of entities that are gone, to be used again; and those that went in this tick.
    vacant: Vec<BodyId>,
    retired: Vec<BodyId>,
}

/// The entity of a body, and where the centre of the body was before the last tick, in pixels. Where it is now, the body says.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub entity: Entity,
    pub before: PixelVec2,
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
        let mover = self.mover(Vec2::ZERO, size);
        mover.aabb.is_valid() && Arc::make_mut(&mut self.space.terrain).compile(&mover)
    }

    /// Whether nothing solid is in a box with this centre, width and height, in bevy's units: no ground, and no bodies except
    /// one-way ones. Ask before you build: ground that is built around a character may hold it.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use bevy_ecs::prelude::*;
    /// use bevy_math::{Rect, Vec2};
    /// use bevy_seamwalker::SeamwalkerSpace;
    /// use bevy_seamwalker::collide::{Side, TerrainChange};
    ///
    /// fn build_block(mut world: ResMut<SeamwalkerSpace>) {
    ///     let block = Rect::from_corners(Vec2::new(32.0, 0.0), Vec2::new(64.0, 16.0));
    ///     if world.has_room(block.center(), block.size()) {
    ///         let Rect { min, max } = block;
    ///         let outline = [min, Vec2::new(min.x, max.y), max, Vec2::new(max.x, min.y), min];
    ///         let edges = world.units.outline(&outline, Side::Outer).into_iter().map(TerrainChange::AddEdge);
    ///         Arc::make_mut(&mut world.space.terrain).apply(edges).expect("these edges are finite");
    ///     }
    /// }
    /// # bevy_ecs::system::assert_is_system(build_block);
    /// ```
    #[must_use]
    pub fn has_room(&self, center: Vec2, size: Vec2) -> bool {
        let mover = self.mover(center, size);
        mover.aabb.is_valid() && self.space.is_free(self.solver.view(), &mover)
    }

    fn mover(&self, center: Vec2, size: Vec2) -> Mover {
        Mover::new(Aabb::new(self.units.to_seamwalker(center), self.units.size_to_seamwalker(size) * 0.5))
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
        let own = zone.area.and_then(|area| self.zones.get(area.0 as usize).copied().flatten());
        let inside = zone.area.into_iter().flat_map(|area| self.triggers.inside(area));
        let entity = |body: u32| Some(self.visitors.get(body as usize).copied().flatten()?.entity);
        inside.filter_map(entity).filter(move |visitor| Some(*visitor) != own)
    }

    /// The entity of a body, such as the platform that a character [rides](seamwalker_collide::controller::Controller::rides).
    #[must_use]
    pub fn entity_of(&self, body: BodyId) -> Option<Entity> {
        Some(self.owners.get(body.0 as usize).copied().flatten()?.entity)
    }

    /// What is drawn in this frame: the centre of each body that belongs to an entity, between the last two ticks, in pixels.
    pub(crate) fn drawn(&self) -> impl Iterator<Item = (BodyId, Entity, PixelVec2)> {
        let drawn = |(id, (owner, body)): (u32, (&Option<Owner>, &Body))| {
            let (Owner { entity, before }, now) = ((*owner)?, body.aabb.center);
            // Between two equal places there may be another one, by rounding.
            let center = if before == now { now } else { before.lerp(now, self.fraction) };
            Some((BodyId(id), entity, center))
        };
        (0..).zip(self.owners.iter().zip(self.space.bodies.iter())).filter_map(drawn)
    }

    /// Gives an entity a body.
    pub(crate) fn add_body(&mut self, entity: Entity, body: Body) -> BodyId {
        let id = match self.vacant.pop() {
            Some(id) => {
                self.space.bodies.change(id, |old| *old = body);
                id
            }
            None => self.space.bodies.push(body),
        };
        self.owners.resize(self.space.bodies.len(), None);
        self.owners[id.0 as usize] = Some(Owner { entity, before: body.aabb.center });
        id
    }

    /// Gives a zone its area.
    pub(crate) fn add_zone(&mut self, entity: Entity, area: TriggerArea) -> AreaId {
        let id = self.triggers.add(area);
        self.zones.resize(self.zones.len().max(id.0 as usize + 1), None);
        self.zones[id.0 as usize] = Some(entity);
        id
    }

    /// Remembers where everything is before this tick.
    pub(crate) fn begin_tick(&mut self) {
        for (owner, body) in self.owners.iter_mut().zip(self.space.bodies.iter()) {
            owner.iter_mut().for_each(|owner| owner.before = body.aabb.center);
        }
    }

    /// Remembers the entities that were there, and frees the bodies of those that are gone.
    pub(crate) fn end_tick(&mut self) {
        self.visitors.clone_from(&self.owners);
        self.vacant.append(&mut self.retired);
    }

    /// Takes a body out. From the next tick on, another entity may get its id.
    pub(crate) fn remove_body(&mut self, id: BodyId) {
        let Some(owner) = self.owners.get_mut(id.0 as usize).filter(|owner| owner.is_some()) else { return };
        *owner = None;
        self.space.bodies.enable(id, false);
        self.retired.push(id);
        self.carrier.remove(id);
    }
}
