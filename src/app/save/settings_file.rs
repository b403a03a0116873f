//! The settings file.

use serde::{Deserialize, Serialize};

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

/// The format of the file.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct SettingsFile {
    version: u32,
    #[serde(flatten)]
    settings: Settings,
}

impl Settings {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unusable> {
        parse(bytes, SETTINGS_VERSION).map(|SettingsFile { settings, .. }| settings)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        text(&SettingsFile { version: SETTINGS_VERSION, settings: self.clone() })
    }
}
