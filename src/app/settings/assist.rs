//! Difficulty assists.

use serde::{Deserialize, Serialize};

use crate::app::input::Holding;

/// The slowest game speed and the step between speeds, in percent.
pub const MIN_SPEED: u8 = 50;
const SPEED_STEP: u8 = 10;
/// Additional coyote time, in seconds.
const MORE_COYOTE: f32 = 0.15;

/// The difficulty assists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Assist {
    /// Game speed, in percent: fewer ticks per second, never shorter ones.
    pub speed: u8,
    /// The dash recharges at once.
    pub endless_dashes: bool,
    /// Invincibility.
    pub no_hazards: bool,
    /// More coyote time.
    pub coyote: bool,
    /// Buttons that need not be held.
    pub holding: Holding,
}

impl Default for Assist {
    fn default() -> Self {
        Self { speed: 100, endless_dashes: false, no_hazards: false, coyote: false, holding: Holding::default() }
    }
}

impl Assist {
    /// The speed as a factor, limited to the valid range.
    pub fn factor(&self) -> f32 {
        f32::from(self.speed.clamp(MIN_SPEED, 100)) / 100.0
    }

    /// The part that the simulation handles.
    pub fn of_world(&self) -> seamwalker_sim::Assist {
        let Self { endless_dashes, no_hazards, .. } = *self;
        seamwalker_sim::Assist { endless_dashes, no_hazards, coyote: if self.coyote { MORE_COYOTE } else { 0.0 } }
    }

    /// Makes the game slower (-1) or faster (1).
    pub fn shift(&mut self, by: i32) {
        let speed = i32::from(self.speed) + by * i32::from(SPEED_STEP);
        self.speed = speed.clamp(i32::from(MIN_SPEED), 100) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_goes_from_half_to_whole_by_tenths() {
        let mut assist = Assist::default();
        let mut seen = vec![assist.factor()];
        for _ in 0..7 {
            assist.shift(-1);
            seen.push(assist.factor());
        }
        assert_eq!(seen, [1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.5, 0.5]);
        assert_eq!(Assist { speed: 0, ..assist }.factor(), 0.5);
        assert_eq!(Assist { speed: 255, ..assist }.factor(), 1.0);
    }
}
