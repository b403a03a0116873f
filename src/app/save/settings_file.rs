//! The settings file, and the single file of earlier versions of the game.

use serde::{Deserialize, Serialize};

use seamwalker::collide::SolverSetup;
use seamwalker::sim::check_solver;

use super::content::{Unusable, parse, text};
use super::progress::Progress;
use crate::app::input::Controls;
use crate::app::settings::{Assist, Comfort, FrameRate, Sight};

/// The name of the settings file.
pub const SETTINGS: &str = "settings.json";

/// The name of the file with settings and progress of earlier versions.
pub const EARLIER: &str = "save.json";

/// The version of the settings format. Files of a later version are left alone.
pub const SETTINGS_VERSION: u32 = 1;

/// The player's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The selected solver, which overrides that of a map.
    pub solver: Option<SolverSetup>,
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
            solver: None,
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

/// The file of earlier versions.
#[derive(Default, Deserialize)]
#[serde(default)]
pub struct Earlier {
    pub settings: Settings,
    pub progress: Progress,
}

impl Settings {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it cannot be used.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unusable> {
        let SettingsFile { settings, .. } = parse(bytes, SETTINGS_VERSION)?;
        // With numbers from a text editor, a tick could take minutes.
        let solver = settings.solver.filter(|solver| check_solver(solver).is_ok());
        Ok(Self { solver, ..settings })
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        text(&SettingsFile { version: SETTINGS_VERSION, settings: self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn that_the_laboratory_was_opened_is_kept() {
        let before = Settings::parse(br#"{"version": 1, "music": 0.5}"#).expect("a file of before");
        assert!(!before.knows_laboratory, "older files do not say so");
        let after = Settings { knows_laboratory: true, ..before };
        assert_eq!(Settings::parse(after.text().as_bytes()).ok(), Some(after));
    }
}
