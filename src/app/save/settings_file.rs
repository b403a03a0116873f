//! The settings file.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::content::{Unusable, parse, text};
use crate::app::input::Controls;
use crate::app::settings::{Assist, Comfort, FrameRate, Sight};

/// The name of the settings file.
pub const SETTINGS: &str = "settings.json";

/// The version of the settings format. Files of a later version are left alone.
const SETTINGS_VERSION: u32 = 1;

/// The player's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The version of the format.
    pub version: u32,
    /// The window fills the screen.
    pub full_screen: bool,
    /// The view is scaled by whole factors only.
    pub pixel_perfect: bool,
    /// Frames per second.
    pub frame_rate: FrameRate,
    /// The current slot, from 0.
    pub slot: usize,
    /// Volumes of music and sound effects, 0 to 1.
    pub music: f32,
    pub effects: f32,
    /// Hard landings and deaths shake the controller.
    pub rumble: bool,
    /// The bindings.
    pub controls: Controls,
    /// Assists.
    pub assist: Assist,
    /// Comfort options.
    pub comfort: Comfort,
    /// Visual aids.
    pub sight: Sight,
    /// The code of the language; empty for the system's.
    pub language: String,
    /// The laboratory was opened once: from then on, the display shows the solver's name.
    pub knows_laboratory: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: SETTINGS_VERSION,
            full_screen: false,
            pixel_perfect: false,
            frame_rate: FrameRate::default(),
            slot: 0,
            music: 0.7,
            effects: 0.9,
            rumble: true,
            controls: Controls::default(),
            assist: Assist::default(),
            comfort: Comfort::default(),
            sight: Sight::default(),
            language: String::new(),
            knows_laboratory: false,
        }
    }
}

impl Settings {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unusable> {
        parse(bytes, SETTINGS_VERSION)
    }

    /// The settings that `other` becomes by the changes from `before` to these: another window of the game saved `other`.
    pub fn merged(&self, before: &Self, other: &Self) -> Self {
        let [before, now, other] =
            [before, self, other].map(|settings| serde_json::to_value(settings).unwrap_or_default());
        serde_json::from_value(merged(&before, now, other)).unwrap_or_else(|_| self.clone())
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        text(self)
    }
}

/// The bindings: actions that get their keys from two windows could share one.
const WHOLE: &str = "controls";

/// Where a value was changed from `before` to `now`, that change; elsewhere, `other`.
fn merged(before: &Value, now: Value, other: Value) -> Value {
    match (before, now, other) {
        (Value::Object(before), Value::Object(now), Value::Object(mut other)) => {
            for (name, now) in now {
                let (before, held) =
                    (before.get(&name).unwrap_or(&Value::Null), other.remove(&name).unwrap_or_default());
                let value = if name == WHOLE { changed(before, now, held) } else { merged(before, now, held) };
                other.insert(name, value);
            }
            Value::Object(other)
        }
        (before, now, other) => changed(before, now, other),
    }
}

fn changed(before: &Value, now: Value, other: Value) -> Value {
    if *before == now { other } else { now }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_windows_merge_what_each_of_them_changed() {
        let before = Settings::default();
        let mut one = Settings { music: 0.5, language: "de".into(), ..before.clone() };
        one.comfort.no_shake = true;
        let mut two = Settings { effects: 0.1, slot: 2, ..before.clone() };
        two.comfort.no_flashes = true;
        let mut both = Settings { effects: 0.1, slot: 2, ..one.clone() };
        both.comfort.no_flashes = true;
        assert_eq!(two.merged(&before, &one), both);
        assert_eq!(one.merged(&before, &two), both);
        assert_eq!(before.merged(&before, &one), one, "nothing was changed");
        let three = Settings { music: 0.2, ..before.clone() };
        assert_eq!(three.merged(&before, &one).music, 0.2, "both changed it: the last one counts");
    }
}
