//! The program: window, drawing, camera, input, screens, debug menu. The only place that names macroquad.
//!
//! `game.rs` is the loop; it shows one of the `screens/`, and while a level is played a `play.rs`, which steps the world
//! and draws it; of a world of several maps `stream.rs` brings those that are near. `scenery.rs` draws a level: layers
//! (`tiles.rs`, `decorations.rs`), outline and stitches (`outline_mesh.rs`, `surface_mesh.rs`), a level without pictures (`plain.rs`); then come
//! `things/`, `player_view.rs` with `scarf.rs`, `particles.rs`, `night.rs`, `hud.rs`, as `camera.rs` sees them, all as
//! `comfort.rs` allows. `debug/` is the
//! laboratory on F1. `frames.rs` measures how long frames take, `portrait.rs` draws whole maps, `footage.rs` films runs, both
//! of which `clip.rs` can write as files.
//!
//! Below them: `window.rs` opens the window, `pace.rs` says how often it is drawn; `view.rs` (640 x 360 pixels, enlarged), `canvas.rs` (triangles to few draw calls), `chunked.rs` and `frame_cache.rs`
//! (only what is in view), `glass.rs` (blend modes), `atlas.rs`, `pictures.rs`, `sprites.rs`, `text.rs`, `label.rs`,
//! `stitch.rs`, `cloth.rs`, `palette.rs`, `recolor.rs`; `keys.rs` with pads and bindings, `touch.rs`, `button_prompts.rs` (keys in texts),
//! `clock.rs`; `words.rs` (languages), `settings/` and `comfort.rs` (what the player chose); `assets.rs`, `library.rs`. A file that
//! is saved shows at once: `folder_watcher.rs` hears that something happened, `asset_watcher.rs` finds out what, `feel_file.rs` is one of them.
//! `sound/` is everything that is heard.
//! `saved.rs` is what outlasts the program (settings, and the `save_slot.rs` that is played), `storage.rs` where it is kept, `page.rs`
//! the browser's page around it all. `recorder.rs` writes a run down as a `replay_file.rs`, which `ghost.rs` plays again beside another
//! run. `campaign_state.rs` says how the maps make a quilt.
//!
//! It promises: the simulation never hears of frames, only of ticks; a press is never lost or doubled; a broken map or a
//! missing picture shows a message, and play goes on. It never changes a world but by stepping it and by the debug menu.

mod asset_watcher;
mod assets;
mod atlas;
mod button_prompts;
mod camera;
mod campaign_state;
mod canvas;
mod chunked;
mod clip;
mod clock;
mod cloth;
mod comfort;
mod debug;
mod decorations;
mod feel_file;
mod folder_watcher;
mod footage;
mod frame_cache;
mod frames;
mod game;
mod ghost;
mod glass;
mod hud;
mod keys;
#[cfg(all(test, unix))]
mod killed;
mod label;
mod library;
mod night;
mod outline_mesh;
mod pace;
mod page;
mod palette;
mod particles;
mod pictures;
mod plain;
mod play;
mod player_view;
mod portrait;
mod progress;
#[cfg(test)]
mod random;
mod recolor;
mod recorder;
mod replay_file;
mod rng;
mod save_slot;
mod saved;
mod scarf;
mod scenery;
mod screens;
mod settings;
mod sound;
mod sprites;
mod state_line;
mod stitch;
mod storage;
mod stream;
mod surface_mesh;
mod text;
mod things;
mod tiles;
mod touch;
mod view;
mod window;
mod words;

use std::io;
use std::path::PathBuf;
use std::time::Instant;

use seamwalker::collide::SolverKind;
use seamwalker::lab::{CrowdScene, Scene, SharedSession, Take};
use seamwalker::level::{Embedded, Limits};

pub use footage::{Footage, run as film};
pub use frames::{Frames, run as measure_frames};
use library::LevelLibrary;
#[cfg(target_family = "wasm")]
pub use page::options as page_options;
pub use portrait::{Portrait, run as draw_portrait};
pub use replay_file::{MAX_BYTES as MAX_TAPE_BYTES, ReplayFile};
pub use save_slot::COUNT as SLOTS;
pub use saved::{MAX_BYTES as MAX_SAVED_BYTES, SaveManager};
use state_line::StateLine;
pub use storage::usual as usual_storage;

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
    pub take: Option<Take>,
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
