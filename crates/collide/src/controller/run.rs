//! Running: speed, acceleration and braking.

use super::ground::approach;

/// How a mover runs. Speeds are along the ground, or sideways in the air.
///
/// ```
/// use seamwalker_collide::controller::RunSettings;
///
/// let run = RunSettings { speed: 180.0, accel: 2000.0, reduce: 800.0, air: 0.65 };
/// assert_eq!(run.next(0.0, 1.0, true, 0.1), 180.0);
/// assert_eq!(run.next(300.0, 1.0, true, 0.1), 220.0, "thrown forwards, it keeps the additional speed for a while");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct RunSettings {
    /// Top speed, px/s. 180 by default.
    pub speed: f32,
    /// Acceleration to the wanted speed, px/s^2; braking and turning as well. 2000 by default: a twelfth of a second to top speed.
    pub accel: f32,
    /// Deceleration from above the top speed while its direction is held, px/s^2. 800 by default.
    pub reduce: f32,
    /// Both in the air, as a factor. 0.65 by default.
    pub air: f32,
}

impl Default for RunSettings {
    fn default() -> Self {
        Self { speed: 180.0, accel: 2000.0, reduce: 800.0, air: 0.65 }
    }
}

impl RunSettings {
    /// The speed that an intent (-1 left to 1 right) leads to, px/s, and the acceleration on the way there, px/s^2.
    #[must_use]
    pub fn target(&self, speed: f32, intent: f32, grounded: bool) -> (f32, f32) {
        let control = if grounded { 1.0 } else { self.air };
        let exceeds = speed.abs() > self.speed && speed * intent > 0.0;
        (intent * self.speed, if exceeds { self.reduce } else { self.accel } * control)
    }

    /// The speed after `dt` seconds, px/s.
    #[must_use]
    pub fn next(&self, speed: f32, intent: f32, grounded: bool, dt: f32) -> f32 {
        let (target, rate) = self.target(speed, intent, grounded);
        approach(speed, target, rate * dt)
    }
}
