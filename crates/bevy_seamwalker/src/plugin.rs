//! The plugin: what runs, when, and in which order.

use bevy_app::prelude::*;
use bevy_app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::prelude::*;
use seamwalker_collide::SolverSetup;

use crate::character::{
    Jumped, Landed, Squeezed, add_character, follow_platforms, push_crates, remove_character, step_characters,
};
use crate::crates::{Crate, add_crate, drop_crates, remove_crate};
use crate::place::write_transforms;
use crate::platform::{add_platform, follow_paths, move_platforms, remove_platform};
use crate::space::SeamwalkerSpace;
use crate::units::Units;
use crate::zone::{ZoneCrossed, add_zone, check_zones, remove_zone};

/// Characters, platforms, crates and zones in bevy's fixed time step. Needs `TimePlugin`, which `MinimalPlugins` and `DefaultPlugins` have.
///
/// ```
/// use bevy_app::App;
/// use bevy_seamwalker::{SeamwalkerPlugin, Units};
///
/// App::new().add_plugins(SeamwalkerPlugin { units: Units { pixels_per_unit: 16.0 }, ..SeamwalkerPlugin::default() });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SeamwalkerPlugin {
    /// How characters slide: thick-sat unless you have a reason.
    pub solver: SolverSetup,
    /// How long a unit of bevy is. The default settings of characters fit tiles of 16 pixels.
    pub units: Units,
    /// Whether transforms are interpolated between the last two ticks, which is smooth at any frame rate and shows
    /// everything a tick late. If not, they show the last tick.
    pub interpolate: bool,
}

impl Default for SeamwalkerPlugin {
    fn default() -> Self {
        Self { solver: SolverSetup::default(), units: Units::default(), interpolate: true }
    }
}

/// What runs when. Set intents and velocities in `RunFixedMainLoopSystems::BeforeFixedMainLoop`, once a frame, or in
/// `FixedUpdate` before
/// `Platforms`, once a tick; react to what happened in `FixedUpdate` after `Zones`, or to messages anywhere.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, SystemSet)]
pub enum SeamwalkerSystems {
    /// `FixedUpdate`: platforms move, carry and push; crates fall.
    Platforms,
    /// `FixedUpdate`, after `Platforms`: characters move, and push crates.
    Characters,
    /// `FixedUpdate`, after `Characters`: zones report which characters entered and left.
    Zones,
    /// `RunFixedMainLoop`, once a frame, after all ticks: transforms are written.
    Transforms,
}

impl Plugin for SeamwalkerPlugin {
    /// # Panics
    /// If a unit does not have a length.
    fn build(&self, app: &mut App) {
        let length = self.units.pixels_per_unit;
        assert!(length > 0.0 && length.is_finite(), "SeamwalkerPlugin: pixels_per_unit must be above 0, not {length}");
        app.insert_resource(SeamwalkerSpace::new(self.solver, self.units, self.interpolate))
            .add_message::<Jumped>()
            .add_message::<Landed>()
            .add_message::<Squeezed>()
            .add_message::<ZoneCrossed>()
            .add_observer(add_character)
            .add_observer(remove_character)
            .add_observer(add_platform)
            .add_observer(remove_platform)
            .add_observer(add_crate)
            .add_observer(remove_crate)
            .add_observer(add_zone)
            .add_observer(remove_zone)
            .configure_sets(
                FixedUpdate,
                (SeamwalkerSystems::Platforms, SeamwalkerSystems::Characters, SeamwalkerSystems::Zones).chain(),
            )
            .add_systems(
                FixedUpdate,
                (
                    (follow_paths, move_platforms, drop_crates, follow_platforms)
                        .chain()
                        .in_set(SeamwalkerSystems::Platforms),
                    (push_crates.run_if(any_with_component::<Crate>), step_characters)
                        .chain()
                        .in_set(SeamwalkerSystems::Characters),
                    check_zones.in_set(SeamwalkerSystems::Zones),
                ),
            )
            .configure_sets(
                RunFixedMainLoop,
                SeamwalkerSystems::Transforms.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            )
            .add_systems(RunFixedMainLoop, write_transforms.in_set(SeamwalkerSystems::Transforms));
    }
}
