//! Transforms: written once a frame, between the last two ticks.

use bevy_ecs::prelude::*;
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;

use crate::space::SeamwalkerSpace;
use crate::units::PixelVec2;

/// Where something was before the last tick and after it, in pixels, y down.
#[derive(Clone, Component, Copy, Debug, Default)]
pub struct Placed {
    pub before: PixelVec2,
    pub now: PixelVec2,
}

impl Placed {
    pub const fn at(center: PixelVec2) -> Self {
        Self { before: center, now: center }
    }
}

/// Writes all transforms but for their z.
pub fn write_transforms(
    time: Res<Time<Fixed>>,
    world: Res<SeamwalkerSpace>,
    mut placed: Query<(&Placed, &mut Transform)>,
) {
    let fraction = if world.interpolate { time.overstep_fraction() } else { 1.0 };
    for (placed, mut transform) in &mut placed {
        let center = world.units.to_bevy(placed.before.lerp(placed.now, fraction));
        // What stands still is not marked as changed.
        if transform.translation.truncate() != center {
            transform.translation = center.extend(transform.translation.z);
        }
    }
}
