//! The plugin: what runs, when, and in which order.

use bevy_app::prelude::*;
use bevy_app::{RunFixedMainLoop, RunFixedMainLoopSystems};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{InternedScheduleLabel, ScheduleLabel};
use bevy_time::Time;
use seamwalker_collide::SolverSetup;

use crate::body::{SeamwalkerBody, apply_changes, follow_bodies, remove_body};
use crate::character::{
    Character, CharacterEvents, CharacterIntent, CharacterSettings, CharacterState, Crushed, Grounded, Jumped, Landed,
    add_character, step_characters,
};
use crate::crates::{Crate, add_crate};
use crate::place::{begin_tick, write_transforms};
use crate::platform::{Platform, PlatformPath, add_platform, follow_paths, move_bodies};
use crate::space::SeamwalkerSpace;
use crate::units::Units;
use crate::zone::{Zone, ZoneCrossed, add_zone, check_zones, remove_zone};

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
    /// The schedule of the ticks: see [`SeamwalkerPlugin::in_schedule`].
    pub schedule: InternedScheduleLabel,
}

impl Default for SeamwalkerPlugin {
    fn default() -> Self {
        let (solver, units, schedule) = (SolverSetup::default(), Units::default(), FixedUpdate.intern());
        Self { solver, units, interpolate: true, schedule }
    }
}

impl SeamwalkerPlugin {
    /// The same with its ticks in another schedule than [`FixedUpdate`], such as that of a rollback library. A tick is as long as
    /// `Time` says there. In schedules outside of the fixed main loop, transforms show the last tick, and are written in the same
    /// schedule.
    ///
    /// ```
    /// use bevy_app::{App, FixedPostUpdate};
    /// use bevy_seamwalker::SeamwalkerPlugin;
    ///
    /// App::new().add_plugins(SeamwalkerPlugin::default().in_schedule(FixedPostUpdate));
    /// ```
    #[must_use]
    pub fn in_schedule(mut self, label: impl ScheduleLabel) -> Self {
        self.schedule = label.intern();
        self
    }
}

/// Triggers what was written as messages in this tick as events of entities.
fn trigger_events<E: Copy + Message + for<'a> EntityEvent<Trigger<'a>: Default>>(
    mut messages: MessageReader<E>,
    mut commands: Commands,
) {
    messages.read().for_each(|message| commands.trigger(*message));
}

/// What runs when. Set intents and velocities in `RunFixedMainLoopSystems::BeforeFixedMainLoop`, once a frame, or in
/// `FixedUpdate` before `Platforms`, once a tick; react to what happened in `FixedUpdate` after `Zones`, or to messages and events
/// anywhere.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, SystemSet)]
pub enum SeamwalkerSystems {
    /// `FixedUpdate`: edits are taken over; platforms move, carry and push; crates fall and are pushed by characters.
    Platforms,
    /// `FixedUpdate`, after `Platforms`: characters move.
    Characters,
    /// `FixedUpdate`, after `Characters`: zones report which characters entered and left; events are triggered.
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
        let fixed: [InternedScheduleLabel; 5] = [
            FixedFirst.intern(),
            FixedPreUpdate.intern(),
            FixedUpdate.intern(),
            FixedPostUpdate.intern(),
            FixedLast.intern(),
        ];
        let is_fixed = fixed.contains(&self.schedule);
        app.insert_resource(SeamwalkerSpace::new(self.solver, self.units, self.interpolate && is_fixed))
            .register_type::<SeamwalkerSpace>()
            .register_type::<SeamwalkerBody>()
            .register_type::<Character>()
            .register_type::<CharacterSettings>()
            .register_type::<CharacterIntent>()
            .register_type::<CharacterState>()
            .register_type::<CharacterEvents>()
            .register_type::<Grounded>()
            .register_type::<Platform>()
            .register_type::<PlatformPath>()
            .register_type::<Crate>()
            .register_type::<Zone>()
            .add_message::<Jumped>()
            .add_message::<Landed>()
            .add_message::<Crushed>()
            .add_message::<ZoneCrossed>()
            .add_observer(add_character)
            .add_observer(remove_body::<Character>)
            .add_observer(add_platform)
            .add_observer(remove_body::<Platform>)
            .add_observer(add_crate)
            .add_observer(remove_body::<Crate>)
            .add_observer(add_zone)
            .add_observer(remove_zone)
            .configure_sets(
                self.schedule,
                (SeamwalkerSystems::Platforms, SeamwalkerSystems::Characters, SeamwalkerSystems::Zones)
                    .chain()
                    // Outside of the fixed main loop, a frame may take no time: the first one, and those of a pause.
                    .run_if(|time: Res<Time>| time.delta_secs() > 0.0),
            )
            .add_systems(
                self.schedule,
                (
                    (
                        begin_tick,
                        apply_changes::<Character>,
                        apply_changes::<Platform>,
                        apply_changes::<Crate>,
                        follow_paths,
                        move_bodies,
                    )
                        .chain()
                        .in_set(SeamwalkerSystems::Platforms),
                    (step_characters, follow_bodies).chain().in_set(SeamwalkerSystems::Characters),
                    (
                        check_zones,
                        trigger_events::<Jumped>,
                        trigger_events::<Landed>,
                        trigger_events::<Crushed>,
                        trigger_events::<ZoneCrossed>,
                    )
                        .chain()
                        .in_set(SeamwalkerSystems::Zones),
                ),
            );
        if is_fixed {
            let set = SeamwalkerSystems::Transforms.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop);
            app.configure_sets(RunFixedMainLoop, set)
                .add_systems(RunFixedMainLoop, write_transforms.in_set(SeamwalkerSystems::Transforms));
        } else {
            app.configure_sets(self.schedule, SeamwalkerSystems::Transforms.after(SeamwalkerSystems::Zones))
                .add_systems(self.schedule, write_transforms.in_set(SeamwalkerSystems::Transforms));
        }
    }
}
