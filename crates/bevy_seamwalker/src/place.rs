//! Places: where entities are in the world, whatever their parents are. Transforms are written once a frame, and read in every tick.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{Vec2, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::{GlobalTransform, Transform};
use seamwalker_collide::Pose;

use crate::body::SeamwalkerBody;
use crate::character::CharacterState;
use crate::space::SeamwalkerSpace;
use crate::units::PixelVec2;

/// Where entities are. Bevy propagates transforms once a frame, which is too late for ticks and for what was just spawned.
#[derive(SystemParam)]
pub struct Places<'w, 's> {
    transforms: Query<'w, 's, &'static Transform>,
    parents: Query<'w, 's, &'static ChildOf>,
}

impl Places<'_, '_> {
    /// The transform of an entity in the world.
    pub fn of(&self, entity: Entity) -> Option<GlobalTransform> {
        let mut place = GlobalTransform::from(*self.transforms.get(entity).ok()?);
        for ancestor in self.parents.iter_ancestors(entity) {
            place = self.transforms.get(ancestor).map_or(place, |transform| *transform * place);
        }
        Some(place)
    }

    /// Where an entity is in the world.
    pub fn at(&self, entity: Entity) -> Option<Vec2> {
        self.of(entity).map(|place| place.translation().truncate())
    }

    /// How far an entity is turned: the x axis of it, in pixels, y down.
    pub fn rotation(&self, entity: Entity) -> PixelVec2 {
        let axis = self.of(entity).map_or(Vec3::X, |place| place.rotation() * Vec3::X);
        PixelVec2::new(axis.x, -axis.y)
    }

    /// The nearest entity with a body, from this one upwards, and how far this one is from its centre. That does not depend on where
    /// the two are drawn in this frame.
    pub fn on_body(&self, entity: Entity, bodies: &Query<&SeamwalkerBody>) -> Option<(Entity, Vec2)> {
        let (mut at, mut way) = (entity, GlobalTransform::IDENTITY);
        while bodies.get(at).map_or(true, |body| body.id().is_none()) {
            way = self.transforms.get(at).map_or(way, |transform| *transform * way);
            at = self.parents.get(at).ok()?.parent();
        }
        Some((at, self.of(at)?.affine().transform_vector3(way.translation()).truncate()))
    }
}

/// Begins a tick: what was put somewhere else goes there, and everything remembers where it is.
pub fn begin_tick(
    mut world: ResMut<SeamwalkerSpace>,
    places: Places,
    mut bodies: Query<(Entity, &mut SeamwalkerBody, Option<&mut CharacterState>)>,
) {
    let SeamwalkerSpace { space, units, .. } = &mut *world;
    for (entity, mut body, state) in &mut bodies {
        let (Some(id), Some(at)) = (body.id(), places.at(entity)) else { continue };
        if at == body.seen {
            if body.before != body.center() {
                body.bypass_change_detection().before = body.center();
            }
        } else if at.is_finite() {
            let pixels = units.to_seamwalker(at);
            let pose = space.bodies.pose(id).unwrap_or(pixels.into());
            space.bodies.set_pose(id, Pose { at: pixels, ..pose });
            state.into_iter().for_each(|mut state| state.place(pixels));
            body.teleport(at);
        } else {
            warn_once!("{entity} cannot go to {at}, and stays where it is");
        }
    }
}

/// Writes the transforms of everything that has a body, except for their z.
pub fn write_transforms(
    time: Res<Time<Fixed>>,
    mut world: ResMut<SeamwalkerSpace>,
    mut bodies: Query<(Entity, &mut SeamwalkerBody)>,
    parents: Query<&ChildOf>,
    mut transforms: ParamSet<(Places, Query<&mut Transform>)>,
) {
    world.fraction = if world.interpolate { time.overstep_fraction() } else { 1.0 };
    let places = transforms.p0();
    // The next tick takes over what the game has moved since the last one.
    let is_edited = |body: &SeamwalkerBody, at: Vec2| at != body.seen && at.is_finite();
    let mut order: Vec<(usize, Entity)> = bodies
        .iter()
        .filter(|(entity, body)| body.id().is_some() && places.at(*entity).is_some_and(|at| !is_edited(body, at)))
        .map(|(entity, _)| (parents.iter_ancestors(entity).count(), entity))
        .collect();
    // Parents first: what is written for one moves its children.
    order.sort();
    for (_, entity) in order {
        let Ok((_, mut body)) = bodies.get_mut(entity) else { continue };
        let (center, places) = (body.drawn(world.fraction), transforms.p0());
        let Some(now) = places.of(entity).map(|place| place.translation()) else { continue };
        let parent = parents.get(entity).ok().and_then(|child| places.of(child.parent()));
        let to = center.extend(now.z);
        let to = parent.map_or(to, |parent| parent.affine().inverse().transform_point3(to)).truncate();
        // What stands still is not marked as changed.
        if let Ok(mut transform) = transforms.p1().get_mut(entity)
            && transform.translation.truncate() != to
            && to.is_finite()
        {
            transform.translation = to.extend(transform.translation.z);
        }
        body.bypass_change_detection().seen = transforms.p0().at(entity).unwrap_or(center);
    }
}
