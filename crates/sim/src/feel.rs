//! Every number of the game's feel, with its unit.

use std::ops::RangeInclusive;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::TICK;
use seamwalker_collide::controller::{self, AirSettings, GroundSettings, RunSettings};

/// Writes the struct, its defaults and the walk over its fields from one list, so that no field is forgotten anywhere.
macro_rules! feel {
    ($($(#[doc = $doc:literal])* $name:ident: $default:expr, $range:expr;)*) => {
        /// The numbers that make the game feel as it does. All can be changed while it runs, and stored as RON.
        ///
        /// Whatever comes from outside goes through [`Feel::checked`] first.
        #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Feel {
            $($(#[doc = $doc])* pub $name: f32,)*
        }

        impl Default for Feel {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Feel {
            /// Goes through all numbers: what is known of each, and its value. For sliders and checks.
            pub fn each_mut(&mut self, visit: &mut dyn FnMut(&Number, &mut f32)) {
                $(
                    let (name, about) = (stringify!($name), concat!($($doc),*));
                    visit(&Number { name, about, default: $default, range: $range }, &mut self.$name);
                )*
            }
        }
    };
}

feel! {
    /// Width of the hitbox, px.
    width: 12.0, 8.0..=32.0;
    /// Height of the standing player's hitbox, px.
    height: 22.0, 8.0..=64.0;
    /// Height of the crouching player's hitbox, px.
    duck_height: 12.0, 8.0..=64.0;

    /// Top speed on foot, px/s along the surface.
    run: 180.0, 0.0..=1000.0;
    /// Acceleration to the wanted speed, px/s^2.
    accel: 2000.0, 0.0..=20_000.0;
    /// Deceleration from above the top speed while the direction is held, px/s^2.
    reduce: 800.0, 0.0..=20_000.0;
    /// `accel` and `reduce` in the air, as a factor.
    air: 0.65, 0.0..=2.0;
    /// The steepest walkable ground, as height per width: 1.0355 is 46 degrees.
    steepest: 1.035_530_3, 0.0..=10.0;

    /// Downward acceleration, px/s^2.
    gravity: 1800.0, 0.0..=10_000.0;
    /// Fastest fall, px/s.
    fall: 320.0, 0.0..=2000.0;
    /// Fastest fall while down is held, px/s.
    fast_fall: 480.0, 0.0..=2000.0;
    /// How quickly the fall limit changes between the two, px/s^2.
    fast_fall_accel: 600.0, 0.0..=20_000.0;
    /// Below this vertical speed a jump is at its apex, px/s.
    apex_speed: 80.0, 0.0..=1000.0;
    /// Gravity at the apex while jump is held, as a factor.
    apex_gravity: 0.5, 0.0..=2.0;

    /// Upward speed of a jump, px/s.
    jump: 210.0, 0.0..=2000.0;
    /// Speed that a jump adds along the held direction, px/s.
    jump_boost: 80.0, 0.0..=1000.0;
    /// How long holding jump keeps the upward speed, s.
    jump_hold: 0.20, 0.0..=2.0;
    /// A head bump this early in a jump does not end it, s.
    bonk_grace: 0.05, 0.0..=1.0;
    /// Coyote time: how long after leaving the ground a jump still works, and after a bounce or stomp a press still makes it
    /// higher, s.
    coyote: 0.10, 0.0..=1.0;
    /// Jump buffer: how long a press of jump waits for ground or wall, s.
    buffer: 0.10, 0.0..=1.0;
    /// Corner correction: how far a rising player is moved sideways past a corner, px.
    corner: 8.0, 0.0..=16.0;

    /// Fastest fall along a wall when the wall slide starts, px/s; it grows to `fall`.
    wall_slide: 40.0, 0.0..=2000.0;
    /// How long a wall slide takes to become a fall, s.
    wall_slide_time: 1.2, 0.0..=10.0;
    /// Horizontal speed of a wall jump, px/s.
    wall_jump: 260.0, 0.0..=2000.0;
    /// How long a wall jump keeps its direction, s.
    wall_jump_lock: 0.16, 0.0..=1.0;
    /// How near a wall must be for a wall jump, px.
    wall_probe: 6.0, 0.0..=16.0;
    /// How long speed lost at a wall is restored when the wall ends, s.
    retain: 0.06, 0.0..=1.0;

    /// Deceleration while crouching, px/s^2.
    duck_friction: 1000.0, 0.0..=20_000.0;
    /// Top speed while crouching, px/s.
    crawl: 60.0, 0.0..=1000.0;

    /// How long a platform's speed is kept for a jump, s.
    lift_keep: 0.10, 0.0..=1.0;
    /// The highest horizontal speed that a platform adds, px/s.
    lift_x: 500.0, 0.0..=2000.0;
    /// The highest upward speed that a platform adds, px/s.
    lift_y: 260.0, 0.0..=2000.0;

    /// Acceleration to the wanted speed on ice, px/s^2.
    ice_accel: 300.0, 0.0..=20_000.0;
    /// Deceleration on ice without input, px/s^2.
    ice_friction: 120.0, 0.0..=20_000.0;
    /// How much of the fall speed bouncy ground gives back, as a factor.
    bounce: 0.9, 0.0..=1.5;
    /// Falls slower than this end on bouncy ground, px/s. Near 0 the player never comes to rest on it.
    bounce_from: 90.0, 1.0..=2000.0;
    /// The lowest upward speed of a bounce while jump is held, px/s.
    bounce_jump: 300.0, 0.0..=2000.0;
    /// Top speed on sticky ground, as a factor.
    sticky_run: 0.45, 0.0..=1.0;
    /// Upward speed of a jump from velcro ground or up a velcro wall, as a factor.
    sticky_jump: 0.6, 0.0..=1.0;
    /// How much faster than by gravity a velcro wall stops a fall, as a factor.
    sticky_brake: 3.0, 1.0..=50.0;
    /// Speed up and down a ladder, px/s.
    climb: 90.0, 0.0..=1000.0;
    /// Sideways speed on a ladder, px/s.
    climb_side: 50.0, 0.0..=1000.0;
    /// How long after a jump off a ladder none can be grabbed, s.
    climb_again: 0.25, 0.0..=2.0;
    /// Gravity in water, as a factor.
    water_gravity: 0.25, 0.0..=2.0;
    /// Fastest fall in water, px/s.
    water_fall: 70.0, 0.0..=2000.0;
    /// Deceleration of a faster fall into water, px/s^2.
    water_drag: 1500.0, 0.0..=20_000.0;
    /// Top speed in water, as a factor.
    water_run: 0.55, 0.0..=1.0;
    /// Upward speed of a swim stroke, px/s.
    swim: 130.0, 0.0..=2000.0;

    /// Speed of a dash, px/s.
    dash: 480.0, 0.0..=2000.0;
    /// How long a dash lasts, s.
    dash_time: 0.15, 0.0..=2.0;
    /// Speed after a dash that did not lead down, px/s.
    dash_end: 320.0, 0.0..=2000.0;
    /// The upward part of that speed, as a factor.
    dash_end_up: 0.75, 0.0..=1.0;
    /// How long after the start of a dash the next one may start, s.
    dash_again: 0.2, 0.0..=2.0;
    /// Corner correction of a dash, px.
    dash_corner: 8.0, 0.0..=16.0;
    /// Horizontal speed of a wall jump during a dash up the wall, px/s.
    dash_wall_x: 340.0, 0.0..=2000.0;
    /// Upward speed of such a jump, px/s.
    dash_wall_y: 320.0, 0.0..=2000.0;
    /// Upward speed of a dash into a vertical side of elastic, px/s; sideways it gives back `bounce`.
    dash_bounce: 280.0, 0.0..=2000.0;

    /// Horizontal speed from a spring in a wall, px/s.
    spring_side: 420.0, 0.0..=2000.0;
    /// Upward speed from a spring in a wall, px/s.
    spring_lift: 260.0, 0.0..=2000.0;
    /// Upward speed of a stomp, px/s.
    stomp: 260.0, 0.0..=2000.0;
    /// How long a stomped moth stays away, s.
    moth_return: 3.0, 0.0..=60.0;
    /// How long spare thread stays away, s.
    thread_return: 2.5, 0.0..=60.0;
    /// Acceleration by vertical wind, px/s^2 beyond gravity.
    wind: 900.0, 0.0..=20_000.0;

    /// Speed at which a crate is pushed, px/s.
    crate_push: 60.0, 0.0..=1000.0;
    /// How long a broken crate stays away, s.
    crate_return: 1.0, 0.0..=60.0;
    /// How far a crushed player may be moved aside before being crushed, px.
    nudge: 4.0, 0.0..=16.0;

    /// How much smaller the hurtbox is than the hitbox, px on each side.
    hurt_inset: 2.0, 0.0..=8.0;
    /// The distance at which a sign is read, px.
    sign_reach: 16.0, 0.0..=256.0;
    /// Distance between footstep sounds, px.
    stride: 24.0, 1.0..=256.0;
    /// How long death lasts, s.
    death: 0.4, 0.0..=10.0;
    /// Speed of flying through everything, px/s.
    fly: 300.0, 0.0..=2000.0;
}

/// What is known of a number of the feel.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// The field.
    pub name: &'static str,
    /// What it is, in a sentence or two.
    pub about: &'static str,
    /// Its value in the game.
    pub default: f32,
    /// Where the game still works.
    pub range: RangeInclusive<f32>,
}

/// The units as the sentences tell them, and as they are shown.
const UNITS: [(&str, &str); 6] = [
    ("px/s^2", "px/s²"),
    ("px/s", "px/s"),
    ("px", "px"),
    ("s", "s"),
    ("as a factor", "×"),
    ("as height per width", "px/px"),
];

impl Number {
    /// Its unit, as the sentence about it says.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        let units = self.about.split(", ").skip(1).find_map(|rest| {
            let fits = |unit: &str| {
                rest.strip_prefix(unit).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '/'))
            };
            UNITS.into_iter().find(|(unit, _)| fits(unit))
        });
        units.map_or("", |(_, shown)| shown)
    }
}

impl Feel {
    /// The border of the simulation: numbers that are not finite are refused, the others clamped to where the game works.
    ///
    /// # Errors
    /// [`BadFeel`] with the name of the first field that is NaN or infinite.
    pub fn checked(mut self) -> Result<Self, BadFeel> {
        let mut bad = None;
        self.each_mut(&mut |number, value| {
            if value.is_finite() {
                *value = value.clamp(*number.range.start(), *number.range.end());
            } else if bad.is_none() {
                bad = Some(BadFeel { field: number.name, value: *value });
            }
        });
        bad.map_or(Ok(self), Err)
    }

    /// A feel file with the numbers that differ from the default, each with its unit and its default.
    #[must_use]
    pub fn as_ron(mut self) -> String {
        let mut text = "(\n".to_owned();
        self.each_mut(&mut |number, value| {
            if *value != number.default {
                let (name, unit, default) = (number.name, number.unit(), number.default);
                text += &format!("    {name}: {value:?}, // {unit}, usually {default}\n");
            }
        });
        text + ")\n"
    }

    /// Which ground can be walked on.
    #[must_use]
    pub fn ground(&self) -> GroundSettings {
        GroundSettings { max_slope: self.steepest, ..GroundSettings::default() }
    }

    /// Whether ground with this normal can be stood on.
    #[must_use]
    pub fn walkable(&self, normal: Vec2) -> bool {
        self.ground().is_walkable(normal)
    }

    /// How quickly the player runs, if its top speed is a part of that on foot.
    pub(super) fn run_settings(&self, part: f32) -> RunSettings {
        RunSettings { speed: self.run * part, accel: self.accel, reduce: self.reduce, air: self.air }
    }

    /// The highest speed that a platform adds to a jump, px/s.
    pub(super) fn max_lift(&self) -> Vec2 {
        Vec2::new(self.lift_x, self.lift_y)
    }

    /// How the player falls.
    pub(super) fn air_settings(&self) -> AirSettings {
        let (apex_speed, apex_gravity) = (self.apex_speed, self.apex_gravity);
        AirSettings { gravity: self.gravity, max_fall: self.fall, apex_speed, apex_gravity, corner: self.corner }
    }

    /// The half extents of the hitbox, px.
    #[must_use]
    pub fn half(&self, ducked: bool) -> Vec2 {
        Vec2::new(self.width, if ducked { self.duck_height } else { self.height }) * 0.5
    }
}

/// A number of the feel that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the feel's `{field}` is {value}: give it a finite number")]
pub struct BadFeel {
    /// The field.
    pub field: &'static str,
    /// What stands there.
    pub value: f32,
}

/// Seconds as whole ticks. Windows are counted in ticks, so that a window of 0.1 s is 6 ticks on every machine, for ever.
#[must_use]
pub(super) fn ticks(seconds: f32) -> u32 {
    controller::ticks(seconds, TICK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_feel_is_within_its_own_ranges() {
        assert_eq!(Feel::default().checked(), Ok(Feel::default()));
    }

    #[test]
    fn every_number_says_its_unit() {
        let mut units = std::collections::BTreeMap::new();
        Feel::default().each_mut(&mut |number, _| {
            assert_ne!(number.unit(), "", "{}: {}", number.name, number.about);
            units.insert(number.name, number.unit());
        });
        let some = [("accel", "px/s²"), ("wall_slide", "px/s"), ("stride", "px"), ("steepest", "px/px"), ("air", "×")];
        assert!(some.iter().all(|(name, unit)| units[name] == *unit), "{units:?}");
    }

    #[test]
    fn a_number_that_is_not_finite_is_refused_by_name() {
        let feel = Feel { coyote: f32::NAN, ..Feel::default() };
        let message = feel.checked().unwrap_err().to_string();
        assert_eq!(message, "the feel's `coyote` is NaN: give it a finite number");
        assert!(Feel { gravity: f32::INFINITY, ..Feel::default() }.checked().is_err());
    }

    #[test]
    fn a_number_out_of_range_is_clamped() {
        let feel = Feel { width: -3.0, fall: 1e30, ..Feel::default() }.checked().unwrap();
        assert_eq!((feel.width, feel.fall), (8.0, 2000.0));
    }

    #[test]
    fn a_feel_file_may_name_only_what_it_changes() {
        let feel: Feel = ron::from_str("(gravity: 900.0)").unwrap();
        assert_eq!(feel, Feel { gravity: 900.0, ..Feel::default() });
        assert_eq!(feel.as_ron(), "(\n    gravity: 900.0, // px/s², usually 1800\n)\n");
        assert_eq!(ron::from_str::<Feel>(&feel.as_ron()), Ok(feel));
    }

    #[test]
    fn windows_are_whole_ticks() {
        let feel = Feel::default();
        let got = [feel.coyote, feel.jump_hold, feel.wall_jump_lock, feel.retain, f32::NAN, -1.0].map(ticks);
        assert_eq!(got, [6, 12, 10, 4, 0, 0]);
    }

    #[test]
    fn ground_of_45_degrees_is_walkable_and_of_47_is_not() {
        let feel = Feel::default();
        assert!(feel.walkable(Vec2::new(1.0, -1.0).normalize()));
        assert!(feel.walkable(Vec2::NEG_Y));
        assert!(!feel.walkable(Vec2::new(1.073, -1.0).normalize()));
        assert!(!feel.walkable(Vec2::Y) && !feel.walkable(Vec2::X));
    }
}
