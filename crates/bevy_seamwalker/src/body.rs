//! Bodies: what characters, platforms and crates have in common, and how each is added, changed and removed.

use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use bevy_transform::components::Transform;
use seamwalker_collide::{Body, BodyId};

use crate::character::Grounded;
use crate::space::SeamwalkerSpace;
use crate::units::Units;
#[cfg(doc)]
use crate::{Character, Crate, Platform};

/// The body of a [`Character`], a [`Platform`] or a [`Crate`], which each of them gets. `Changed<SeamwalkerBody>` finds those that
/// moved.
#[derive(Clone, Component, Debug, Default, Reflect)]
#[reflect(Component, Default)]
#[require(Transform)]
pub struct SeamwalkerBody {
    /// In the world, in bevy's units: after the last tick, and before it.
    center: Vec2,
    pub(crate) before: Vec2,
    /// Where its transform was when the plugin last read or wrote it. Another place is an edit.
    pub(crate) seen: Vec2,
    #[reflect(ignore)]
    id: Option<BodyId>,
}

impl SeamwalkerBody {
    /// Where its centre is after the last tick, in the world, in bevy's units. Its [`Transform`] is drawn between the last two ticks,
    /// so game rules ask here. For a [`Platform::outline`], where the origin of the outline is.
    #[must_use]
    pub const fn center(&self) -> Vec2 {
        self.center
    }

    /// Its id in [`SeamwalkerSpace::space`]; `None` if it has no valid size or place, and so no body.
    #[must_use]
    pub const fn id(&self) -> Option<BodyId> {
        self.id
    }

    /// Where it is drawn, if this part of the time from the last tick to the next one has passed.
    pub(crate) fn drawn(&self, fraction: f32) -> Vec2 {
        // Between two equal places there may be another one, by rounding.
        if self.before == self.center { self.center } else { self.before.lerp(self.center, fraction) }
    }

    /// What comes first in a tick has the lower index.
    pub(crate) fn order(&self) -> usize {
        self.id.map_or(usize::MAX, BodyId::index)
    }

    /// Goes somewhere else at once.
    pub(crate) fn teleport(&mut self, center: Vec2) {
        (self.center, self.before, self.seen) = (center, center, center);
    }

    /// It has a body from now on, or none.
    pub(crate) fn begin(&mut self, id: Option<BodyId>, center: Vec2) {
        self.id = id;
        self.teleport(center);
    }
}

/// Takes the body of an entity out that is despawned, or whose component is removed or replaced.
pub fn remove_body<C: Component>(
    discard: On<Discard<C>>,
    mut world: ResMut<SeamwalkerSpace>,
    mut bodies: Query<&mut SeamwalkerBody>,
    mut commands: Commands,
) {
    commands.entity(discard.entity).try_remove::<Grounded>();
    let Ok(mut body) = bodies.get_mut(discard.entity) else { return };
    body.id.take().into_iter().for_each(|id| world.remove_body(id));
}

/// A component that gives its entity a body.
pub trait Embodied: Component {
    /// Makes a body what the component says.
    fn apply(&self, body: &mut Body, units: Units);
}

/// Applies what the game has changed in components.
pub fn apply_changes<C: Embodied>(
    mut world: ResMut<SeamwalkerSpace>,
    changed: Query<(&SeamwalkerBody, &C), Changed<C>>,
) {
    let SeamwalkerSpace { space, units, .. } = &mut *world;
    for (own, component) in &changed {
        own.id.into_iter().for_each(|id| space.bodies.change(id, |body| component.apply(body, *units)));
    }
}

/// Ends a tick: bodies are where they went.
pub fn follow_bodies(world: Res<SeamwalkerSpace>, mut bodies: Query<&mut SeamwalkerBody>) {
    for mut body in &mut bodies {
        let Some(pose) = body.id.and_then(|id| world.space.bodies.pose(id)) else { continue };
        let center = world.units.to_bevy(pose.at);
        if body.center != center {
            body.center = center;
        }
    }
}
