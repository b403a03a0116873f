//! How many frames are drawn in a second.

use serde::{Deserialize, Serialize};

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
}
