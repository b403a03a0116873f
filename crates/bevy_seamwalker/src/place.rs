//! Transforms: written once a frame, between the last two ticks.

use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;

use crate::space::SeamwalkerSpace;

/// The transform of a child is relative to its parent; here it is a place in the world.
pub fn warn_of_parent(entity: Entity, is_child: bool) {
    if is_child {
        warn_once!("{entity} is the child of another entity, and collides elsewhere than where it is drawn");
    }
}

/// Writes the transforms of everything that has a body, except for their z.
pub fn write_transforms(
    time: Res<Time<Fixed>>,
    mut world: ResMut<SeamwalkerSpace>,
    mut transforms: Query<(&mut Transform, Has<ChildOf>)>,
) {
    world.fraction = if world.interpolate { time.overstep_fraction() } else { 1.0 };
    for (_, entity, center) in world.drawn() {
        let Ok((mut transform, is_child)) = transforms.get_mut(entity) else { continue };
        warn_of_parent(entity, is_child);
        let center = world.units.to_bevy(center);
        // What stands still is not marked as changed.
        if transform.translation.truncate() != center {
            transform.translation = center.extend(transform.translation.z);
        }
    }
}
