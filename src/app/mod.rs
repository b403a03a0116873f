//! The program: window, drawing, input, screens, laboratory. The only place that names macroquad.
//!
//! | room | what lives there |
//! |---|---|
//! | `game/` | the loop: reads input, runs the current screen, draws it, goes from screen to screen |
//! | `screens/` | title, level select, options, pause, finish and the other full-screen menus |
//! | `play/` | a level being played: world, clock, recorder, ghosts, streamed maps |
//! | `level_view/` | what a level looks like: tiles, outline, things, player, particles, camera |
//! | `render/` | drawing in general: the picture and how it fills the window, batches, textures, text |
//! | `ui/` | what menus and texts are made of: languages, labels, button prompts, the display over a level |
//! | `input/` | keyboard, controllers, touch; bindings; presses that are never lost or doubled |
//! | `audio/` | which sounds and which music play, and on which device |
//! | `save/` | settings, slots, replays on disk: what outlasts the program |
//! | `settings/` | what the player chose: assists, view, comfort |
//! | `library/` | where levels come from, and how they make a campaign |
//! | `live_edit/` | files that change while the game runs |
//! | `lab_ui/` | the laboratory on F1 |
//! | `capture/` | pictures, clips and frame times without a player |
//! | `window/` | opens the window, sets the pace, talks to the web page |
//!
//! It promises: the simulation never sees frames, only ticks; a press is never lost or doubled; a broken map or a missing
//! picture shows a message, and play goes on. The app changes a world only by stepping it and through the debug menu.

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
mod settings;
mod ui;
mod window;

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use seamwalker::collide::SolverKind;
use seamwalker::lab::{CrowdScene, Scene, SharedSession};
use seamwalker::level::{Embedded, Limits};
use seamwalker::sim::InputTimeline;

pub use capture::footage::{Footage, run as film};
pub use capture::frames::{Frames, run as measure_frames};
pub use capture::portrait::{Portrait, run as draw_portrait};
use library::LevelLibrary;
pub use save::replay_file::{MAX_REPLAY_BYTES, ReplayFile};
pub use save::save_slot::SLOT_COUNT;
pub use save::storage::open as open_storage;
pub use save::{MAX_SAVE_BYTES, SaveManager};
#[cfg(target_family = "wasm")]
pub use window::page::options as page_options;
use window::state_line::StateLine;

/// How the program is started.
#[derive(Debug, Default)]
pub struct LaunchOptions {
    /// The map to begin with: a file, or the path of a shipped map; without it the title shows.
    pub map: Option<PathBuf>,
    /// The solver to begin with, whatever the maps say.
    pub solver: Option<SolverKind>,
    /// The object at which the first map begins, by its id in Tiled.
    pub object: Option<u32>,
    /// Width and height of the window.
    pub windowed: Option<(u32, u32)>,
    /// A file with numbers for the feel, watched while the game runs.
    pub feel: Option<PathBuf>,
    /// A folder of maps to be used instead of those inside the program.
    pub maps: Option<PathBuf>,
    /// Within which limits maps are read.
    pub limits: Limits,
    /// Tells about the state again and again, for tests: a line on standard output, or the page.
    pub dump_state: bool,
    /// A run to be watched, in the map that is given or the one that it names.
    pub replay: Option<Box<ReplayFile>>,
    /// The laboratory is open, and what in it.
    pub lab: Option<LabOptions>,
    /// When the program was started, where there is a clock for it.
    pub started: Option<Instant>,
    /// Begins with the recorded runs of all maps instead of the title.
    pub verify: bool,
}

/// How the laboratory begins.
#[derive(Debug)]
pub struct LabOptions {
    /// Where.
    pub opened: LabStart,
    /// What is pressed, again and again.
    pub inputs: Option<InputTimeline>,
}

/// What the laboratory is opened on.
#[derive(Debug)]
pub enum LabStart {
    /// The map of the options.
    Map,
    /// A file that was shared.
    Session(Box<SharedSession>),
    /// A scene for one mover at a time.
    Scene(Box<Scene>),
    /// A scene for many bodies.
    Crowd(Box<CrowdScene>),
}

/// The paths of all maps that can be played without naming a file.
///
/// # Errors
/// When the folder cannot be read.
pub fn maps(embedded: Embedded, folder: Option<&std::path::Path>) -> io::Result<Vec<String>> {
    let library = LevelLibrary::new(embedded, folder)?;
    Ok((0..library.len()).map(|map| library.path(map).to_owned()).collect())
}

/// Opens the window and runs the game until it is closed. `embedded` are the files inside the program.
///
/// # Errors
/// When the folder of the options cannot be read, or there is no window to be had.
pub fn run(options: LaunchOptions, embedded: Embedded) -> io::Result<()> {
    let library = LevelLibrary::new(embedded, options.maps.as_deref())?.within(options.limits);
    window::open(library, options.windowed, |library, desktop| game::run(options, library, desktop))
}
