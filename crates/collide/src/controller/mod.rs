//! A character controller for platformers, whole and in parts.
//!
//! [`Controller`] is a whole one: gravity, acceleration, jumps with coyote time, a buffer and variable height, slopes up to a steepest
//! one, following the ground down, stepping up ledges, one-way surfaces and dropping through them. It has no input, no clock and no
//! globals: each tick it gets an [`Intent`] and the seconds of the tick. Settings and state are plain data.
//!
//! ```
//! use seamwalker_collide::controller::{Controller, Intent};
//! use seamwalker_collide::glam::Vec2;
//! use seamwalker_collide::{Aabb, Edge, Side, SolverSetup, Space, Terrain};
//!
//! let edge = |a: (f32, f32), b: (f32, f32)| Edge::new(a.into(), b.into(), Side::Outer);
//! let ground = vec![edge((0.0, 100.0), (100.0, 100.0)), edge((100.0, 100.0), (160.0, 40.0))];
//! let space = Space::new(Terrain::new(ground, Vec::new()));
//! let mut hero = Controller::new(Aabb::new(Vec2::new(32.0, 80.0), Vec2::new(6.0, 11.0)));
//! for _ in 0..40 {
//!     hero.step(&SolverSetup::default(), &space, &Intent { x: 1.0, ..Intent::default() }, 1.0 / 60.0);
//! }
//! assert!(hero.state.ground.is_some() && hero.state.mover.aabb.max().y < 90.0, "it walks up the slope");
//! ```
//!
//! Up is any direction: set [`Mover::up`](crate::Mover::up) of its mover, also while it runs, as on a small planet. Along the four axes
//! everything is as upright, turned, to the same bit. Exceptions are one-way bodies, which face -y; one-way surfaces that slope by 45
//! degrees; and the ends of slanted edges, where the last bit of a normal may differ. Slides are slower, as without
//! [compiled](crate::Terrain::compile) terrain. In other directions a mover of [`SolverKind::Disk`](crate::SolverKind::Disk) with a
//! square box is a disk as before; those of other solvers stay boxes along x and y, and stand on a slanted floor by a corner. Vectors
//! are those of the world; `x` of an intent, vertical speeds, [`drift`](ControllerState::drift) and settings are meant as the character
//! sees them. The parts below have -y up.
//!
//! What a character of your own adds, such as dashes, ladders and wall jumps, comes between [`Controller::begin`] and
//! [`Controller::finish`], or in place of both, by [`Controller::fly`]: the [guide](crate::guide) has recipes. The parts work alone as
//! well: [`GroundSettings`] finds ground and walks along it, [`JumpState`] counts the windows of jumps, [`RunSettings`] and
//! [`AirSettings`] change speeds, [`slip_past`], [`find_wall`] and [`can_drop`] look around.
//!
//! Platforms that carry are [`Carrier`](crate::Carrier)'s.

mod air;
mod character;
mod ground;
mod jump;
mod platforms;
mod run;
mod turned;
mod walk;

pub use air::{AirSettings, Landing, MIN_WALL_NORMAL, can_drop, corner_correction, find_wall, slip_past};
pub use character::{CEILING_NORMAL, Controller, ControllerSettings, ControllerState, Intent, StepEvents, Tick};
pub use ground::{AirMove, GROUND_REACH, Ground, GroundSettings, LANDING_REACH, approach, clip, tangent};
pub use jump::{JumpSettings, JumpState, Lift};
pub use run::RunSettings;
pub(crate) use turned::Turned;
pub use walk::{Walk, walk_off};

/// A time as whole ticks. Windows are counted in ticks, so that they have the same length on every machine. What is not a number is
/// no tick.
///
/// ```
/// use seamwalker_collide::controller::ticks;
///
/// assert_eq!(ticks(0.1, 1.0 / 60.0), 6);
/// ```
#[must_use]
pub fn ticks(seconds: f32, dt: f32) -> u32 {
    // The cast saturates, and NaN becomes 0. `f32::round` is not there without std.
    (seconds / dt + 0.5) as u32
}
