//! The player's options. They are saved by name; options missing in an older file have their defaults.

use serde::{Deserialize, Serialize};

use crate::app::input::Holding;
use crate::app::window::page;

/// The frame rate that the player chose. Ticks do not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FrameRate {
    /// That of the screen.
    #[default]
    Screen,
    /// At most 30.
    Most30,
    /// At most 60.
    Most60,
    /// At most 120.
    Most120,
    /// As many as the computer can draw, without waiting for the screen.
    Unlimited,
}

impl FrameRate {
    const ALL: [Self; 5] = [Self::Screen, Self::Most30, Self::Most60, Self::Most120, Self::Unlimited];

    /// The most frames per second, if there is a limit.
    pub fn limit(self) -> Option<f32> {
        match self {
            Self::Screen | Self::Unlimited => None,
            Self::Most30 => Some(30.0),
            Self::Most60 => Some(60.0),
            Self::Most120 => Some(120.0),
        }
    }

    /// The next one (1) or the one before (-1), round and round. A browser always waits for the screen.
    pub fn shifted(self, by: i32, in_browser: bool) -> Self {
        let all = &Self::ALL[..Self::ALL.len() - usize::from(in_browser)];
        let at = all.iter().position(|rate| *rate == self).unwrap_or(0) as i32;
        all[(at + by).rem_euclid(all.len() as i32) as usize]
    }
}

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

/// The comfort options. All drawing code respects them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Comfort {
    /// Backdrops and the title stand still, nothing is squashed or leaves afterimages, dashes shake nothing, and there is no hit stop.
    pub reduce_motion: bool,
    /// The view never shakes.
    pub no_shake: bool,
    /// Nothing flashes or pulses.
    pub no_flashes: bool,
    /// Objects have thick outlines, backdrops are pale, and the night is as bright as day.
    pub high_contrast: bool,
}

impl Default for Comfort {
    /// All are off, except that a browser may know that the player wants less motion.
    fn default() -> Self {
        let reduce_motion = page::wants_less_motion();
        Self { reduce_motion, no_shake: false, no_flashes: false, high_contrast: false }
    }
}

/// The visual aids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sight {
    /// Text is twice as large where there is room.
    pub large_text: bool,
    /// The colour-blind friendly palette: hazards have colours unlike those of the ground.
    pub safe_colors: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_reached_in_both_directions() {
        let all: Vec<_> = (0..6)
            .scan(FrameRate::Unlimited, |rate, _| Some(std::mem::replace(rate, rate.shifted(1, false))))
            .collect();
        assert_eq!(all[1..], FrameRate::ALL);
        assert_eq!(FrameRate::Screen.shifted(-1, false), FrameRate::Unlimited);
        assert_eq!(FrameRate::Screen.shifted(-1, true), FrameRate::Most120);
    }

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
