//! Transforms: written once a frame, between the last two ticks.

use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;

use crate::space::SeamwalkerSpace;

/// Writes the transforms of everything that has a body, but for their z.
pub fn write_transforms(
    time: Res<Time<Fixed>>,
    mut world: ResMut<SeamwalkerSpace>,
    mut transforms: Query<&mut Transform>,
) {
    world.fraction = if world.interpolate { time.overstep_fraction() } else { 1.0 };
    for (_, entity, center) in world.drawn() {
        let (Ok(mut transform), center) = (transforms.get_mut(entity), world.units.to_bevy(center)) else { continue };
        // What stands still is not marked as changed.
        if transform.translation.truncate() != center {
            transform.translation = center.extend(transform.translation.z);
        }
    }
}
