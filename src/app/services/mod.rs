//! What all screens share: the maps, pictures and sounds, the saved game, the devices, and the level being played. A service never changes
//! the screen: it says in [`Services::next`] where to go. `levels.rs` loads levels, `runs.rs` begins and ends runs, `slots.rs` manages
//! saved games, `shared.rs` exports and imports files, `art.rs` loads the art of packs.

mod art;
mod levels;
mod runs;
mod shared;
mod slots;

pub use art::picture_options;
pub use runs::{LevelSession, Origin, PlayMode};

use glam::Vec2;
use seamwalker_collide::SolverSetup;

use super::LaunchOptions;
use super::audio::Sound;
use super::input::Devices;
use super::lab_ui::Debug;
use super::library::{LevelLibrary, OwnArt};
use super::live_edit::{AssetWatcher, FeelFile};
use super::play::Play;
use super::render::Assets;
use super::save::{ReplayFile, SaveData, SaveManager, SaveNews, storage};
use super::screens::{Goto, Previews, Toasts, Wipe};
use super::window::{Desktop, Pacer, page};
use shared::Capture;

/// What all screens share.
pub struct Services {
    pub options: LaunchOptions,
    pub library: LevelLibrary,
    pub assets: Assets,
    /// The source of the pictures, sounds and music, and its changes.
    art: OwnArt,
    art_watch: Option<AssetWatcher>,
    /// What the quilt knows of the maps.
    pub previews: Previews,
    /// The level being played.
    pub running: Option<LevelSession>,
    /// A map that could not be started: it starts as soon as its files are fixed.
    pub broken: Option<(usize, AssetWatcher)>,
    /// A replay that was opened from a file.
    replay: Option<ReplayFile>,
    pub feel: Option<FeelFile>,
    /// The transition to another screen.
    pub wipe: Wipe,
    pub toasts: Toasts,
    pub devices: Devices,
    pub sound: Sound,
    /// Settings and progress.
    pub saved: SaveData,
    pub saves: SaveManager,
    pub debug: Debug,
    /// The player came through the laboratory: scenes lead back there, and levels begin with it open.
    pub from_laboratory: bool,
    pub capture: Capture,
    /// The solver of the level being played, and of the next scene or demo.
    pub solver: SolverSetup,
    /// The player chose it, here or at the launch. It then overrides the choice of a map.
    pub solver_chosen: bool,
    /// The player was told where the laboratory's keys work.
    explained_lab_keys: bool,
    pub pacer: Pacer,
    /// How much of the picture's right side and lower edge the laboratory covers, in pixels of the view.
    pub covered: Vec2,
    /// Pixels of the picture per pixel of the view.
    pub density: u32,
    /// Where to go at once.
    pub next: Option<Goto>,
}

impl Services {
    /// Opens the sound card, the saved game and the files of the library's pack. Returns the news about saved files, too.
    pub fn new(options: LaunchOptions, library: LevelLibrary, desktop: Desktop) -> (Self, Vec<SaveNews>) {
        let art = library.art_of(None);
        let mut sound = Sound::open();
        let (assets, art_watch) = art::load(&art, &mut sound, [false; 2]);
        let (saves, saved, news) = SaveManager::open(storage::open());
        let mut services = Self {
            previews: Previews::default(),
            running: None,
            broken: None,
            replay: None,
            feel: None,
            wipe: Wipe::default(),
            toasts: Toasts::default(),
            devices: Devices::new(),
            sound,
            debug: Debug::default(),
            from_laboratory: false,
            capture: Capture::default(),
            solver: SolverSetup::default(),
            solver_chosen: false,
            explained_lab_keys: false,
            pacer: Pacer::new(desktop),
            covered: Vec2::ZERO,
            density: 1,
            next: None,
            saved,
            saves,
            options,
            library,
            assets,
            art,
            art_watch,
        };
        services.reset_solver();
        (services, news)
    }

    /// Where scenes, crowds and the demo lead back to.
    pub fn home(&self) -> Goto {
        match &self.running {
            Some(_) => Goto::Resume,
            None if self.from_laboratory => Goto::Laboratory,
            None => Goto::Title,
        }
    }

    pub fn with_play(&mut self, act: impl FnOnce(&mut Play)) {
        if let Some(running) = &mut self.running {
            act(&mut running.play);
        }
    }

    /// Goes back to the solver that was named at the launch; without one, to that of the next map.
    fn reset_solver(&mut self) {
        let named = self.options.solver.map(SolverSetup::new);
        (self.solver, self.solver_chosen) = (named.unwrap_or_default(), named.is_some());
    }

    /// Whether the laboratory's keys change the game: once it was opened since the program started.
    pub fn lab_keys_work(&self) -> bool {
        self.debug.started || self.from_laboratory
    }

    /// Says, once, where the laboratory's keys work.
    pub fn explain_lab_keys(&mut self) {
        if !std::mem::replace(&mut self.explained_lab_keys, true) {
            self.announce(self.assets.words.get("notice.lab_keys").to_owned());
        }
    }

    /// Sets the solver for this level, and for what is opened in the laboratory afterwards.
    pub fn set_solver(&mut self, setup: SolverSetup) {
        self.solver = setup;
        self.solver_chosen = true;
        self.with_play(|play| play.world.switch_solver(setup));
    }

    pub fn toggle_ground_assist(&mut self) {
        let Some(running) = &mut self.running else { return };
        let assist = &mut running.play.world.rules.ground_assist;
        *assist = !*assist;
        self.toasts.notice(self.assets.words.get(if *assist { "notice.walking" } else { "notice.unassisted" }));
    }

    /// The value; `None` after showing the error.
    pub fn report<T>(&mut self, result: Result<T, impl ToString>) -> Option<T> {
        result.map_err(|error| self.toasts.error(error.to_string())).ok()
    }

    /// Shows what is wrong with how the game was started. A page shows it itself: its letters can be read on a phone, and it
    /// stays until it is closed.
    pub fn complain(&mut self, text: String) {
        if page::IS_THERE {
            page::notice(&text);
        } else {
            self.toasts.error(text);
        }
    }

    /// Shows a message, and prints it for tests.
    pub fn announce(&mut self, text: String) {
        self.print_for_tests(&text);
        self.toasts.notice(text);
    }

    fn print_for_tests(&self, text: &str) {
        if self.options.dump_state {
            say!("{text}");
        }
    }
}
