//! The settings as a file, and the one file of the game's earlier versions.

use serde::{Deserialize, Serialize};

use seamwalker::collide::SolverSetup;
use seamwalker::sim::check_solver;

use super::content::{Unusable, parse};
use super::progress::Progress;
use crate::app::input::Controls;
use crate::app::settings::comfort::Comfort;
use crate::app::settings::{Assist, Sight};

/// The file of the settings.
pub const SETTINGS: &str = "settings.json";

/// Settings and progress in one, as earlier versions of the game have it.
pub const EARLIER: &str = "save.json";

/// The form of the file of the settings. A file of a later form is left alone.
const VERSION: u32 = 1;

/// What the player chose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The solver that was chosen, whatever maps wish for.
    pub solver: Option<SolverSetup>,
    /// The window fills the screen.
    pub full_screen: bool,
    /// The view is enlarged by whole numbers only.
    pub pixel_perfect: bool,
    /// The slot that is played, counted from 0.
    pub slot: usize,
    /// How loud music and sounds are, 0 to 1.
    pub music: f32,
    pub effects: f32,
    /// Which keys and buttons do what.
    pub controls: Controls,
    /// What helps.
    pub assist: Assist,
    /// What is left out.
    pub comfort: Comfort,
    /// What helps the eyes.
    pub sight: Sight,
    /// The code of the language; empty for the system's.
    pub language: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            solver: None,
            full_screen: false,
            pixel_perfect: false,
            slot: 0,
            music: 0.7,
            effects: 0.9,
            controls: Controls::default(),
            assist: Assist::default(),
            comfort: Comfort::default(),
            sight: Sight::default(),
            language: String::new(),
        }
    }
}

/// Settings with the form of their file.
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
    /// Why it is not used.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unusable> {
        let SettingsFile { settings, .. } = parse(bytes, VERSION)?;
        // With numbers that only a text editor can have put there, a tick could take minutes.
        let solver = settings.solver.filter(|solver| check_solver(solver).is_ok());
        Ok(Self { solver, ..settings })
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let file = SettingsFile { version: VERSION, settings: self.clone() };
        // Numbers and texts can always be written.
        serde_json::to_string_pretty(&file).unwrap_or_default()
    }
}

impl Earlier {
    /// Reads a file.
    ///
    /// # Errors
    /// Why it is not used.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unusable> {
        parse(bytes, VERSION)
    }
}
