//! The program: window, drawing, input, screens, laboratory. No other code uses macroquad.
//!
//! | folder | contents |
//! |---|---|
//! | `game/` | the game loop: reads input, runs and draws the current screen, switches screens |
//! | `screens/` | title, level select, options, pause, finish and the other full-screen menus |
//! | `play/` | a running level: world, clock, recorder, ghosts |
//! | `level_view/` | what a level looks like: tiles, outline, things, player, particles, camera |
//! | `render/` | general drawing: the picture and how it fills the window, batches, textures, text |
//! | `ui/` | building blocks of menus and texts: languages, labels, button prompts, the heads-up display |
//! | `input/` | keyboard, controllers, touch; bindings; the queue of presses |
//! | `audio/` | sound effects, music and the audio device |
//! | `save/` | saved settings, slots and replays |
//! | `settings/` | options of the player: assists, view, comfort |
//! | `art_file.rs` | how files of the game and of packs are named and read |
//! | `library/` | the available levels, and the campaign |
//! | `live_edit/` | reloads files that change while the game runs |
//! | `lab_ui/` | the laboratory on F1 |
//! | `capture/` | pictures and clips without a player |
//! | `window/` | opens the window, sets the pace, talks to the web page |
//!
//! Guarantees: the simulation sees ticks, never frames. No press is lost or doubled. A broken map or a missing picture shows
//! a message, and the game continues. The app changes a world only by stepping it and through the laboratory.

mod art_file;
mod audio;
mod capture;
mod game;
mod input;
mod lab_ui;
mod level_view;
mod library;
mod live_edit;
mod play;
mod render;
mod save;
mod screens;
mod services;
mod settings;
mod ui;
mod window;

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use seamwalker_collide::SolverKind;
use seamwalker_level::{Embedded, MapAccess};

pub use capture::footage::{Footage, run as film};
pub use capture::portrait::{Portrait, run as draw_portrait};
pub use lab_ui::{LabOptions, LabStart};
use library::LevelLibrary;
pub use library::check_art::{art_files, art_problems};
use save::SaveManager;
pub use save::replay_file::{MAX_REPLAY_BYTES, ReplayFile};
use save::storage::open as open_storage;
#[cfg(target_family = "wasm")]
pub use window::page::options as page_options;
use window::signals;

/// Options of a launch.
#[derive(Debug, Default)]
pub struct LaunchOptions {
    /// The first map: a file, or the path of a shipped map. Without it, the title is shown.
    pub map: Option<PathBuf>,
    /// The solver; overrides those of the maps.
    pub solver: Option<SolverKind>,
    /// The object at which the player starts in the first map, by its id in Tiled.
    pub object: Option<u32>,
    /// Width and height of the window.
    pub windowed: Option<(u32, u32)>,
    /// A file with the parameters of the movement; reloaded when it changes.
    pub feel: Option<PathBuf>,
    /// A pack that replaces the shipped maps: a folder or a zip archive.
    pub maps: Option<PathBuf>,
    /// The name and bytes of a zip archive that replaces the shipped maps.
    pub pack: Option<(String, Vec<u8>)>,
    /// How maps are read.
    pub access: MapAccess,
    /// Prints the state regularly, for tests: on standard output, or on the page.
    pub dump_state: bool,
    /// A run to play back.
    pub replay: Option<Box<ReplayFile>>,
    /// Starts in the laboratory.
    pub lab: Option<LabOptions>,
    /// The start of the program, if the platform has a clock.
    pub started: Option<Instant>,
    /// Starts by verifying the recorded runs of all maps.
    pub verify: bool,
    /// Parameters of the page's address that cannot be read: name and value.
    pub refused: Vec<(&'static str, String)>,
}

/// The paths of all maps that can be played without naming a file.
pub fn maps(embedded: Embedded) -> Vec<String> {
    let library = LevelLibrary::new(embedded, None, MapAccess::default());
    library.map_or_else(|_| Vec::new(), |library| (0..library.len()).map(|map| library.path(map).to_owned()).collect())
}

/// Opens the window and runs the game until it is closed. `embedded` are the shipped files.
///
/// # Errors
/// If the folder of the options cannot be read, or no window can be opened.
pub fn run(options: LaunchOptions, embedded: Embedded) -> io::Result<()> {
    let library = LevelLibrary::new(embedded, options.maps.as_deref(), options.access.clone())?;
    let frame_rate = SaveManager::settings(open_storage().as_deref()).frame_rate;
    signals::listen();
    window::open(library, (options.windowed, frame_rate), |library, desktop| game::run(options, library, desktop))?;
    signals::obey();
    Ok(())
}
