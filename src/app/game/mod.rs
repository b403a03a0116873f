//! The game loop: reads input, runs and draws the current screen, and switches between screens. `levels.rs` loads levels, `input.rs`
//! collects input, `pacing.rs` decides when to redraw, `rumble.rs` what shakes the controller, `runs.rs` begins and ends runs,
//! `slots.rs` manages saved games, `shared.rs` exports and imports files, `art.rs` loads the art of packs, `audio_out.rs` plays
//! sound, `dump_state.rs` prints lines for tests.

mod art;
mod audio_out;
mod dump_state;
mod input;
mod levels;
mod pacing;
mod rumble;
mod runs;
mod shared;
mod slots;

use std::path::Path;

use glam::Vec2;
use macroquad::input::{is_quit_requested, show_mouse};
use macroquad::prelude::{clear_background, get_frame_time, get_time, next_frame, set_default_camera};
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::demo::Demo;
use seamwalker_lab::scene::named;
use seamwalker_lab::story::Page;
use seamwalker_lab::{crowds, scenes};
use seamwalker_level::pack::Pack;
use seamwalker_sim::InputCursor;

use super::audio::{Effect, Sound};
use super::lab_ui::{Debug, Request, SCENES_TAB, Share};
use super::library::{LevelLibrary, OwnArt};
use super::play::Play;
use super::screens::{
    Card, CrowdFilm, DemoScreen, Finish, Goto, Laboratory, OptionsScreen, Previews, Proof, Quilt, Slots, Story, Title,
    Toasts, UiInput, Wipe,
};
use super::ui::{cloth, level_title};
use super::{LaunchOptions, StateLine};
use crate::app::input::{ButtonState, Devices, Hotkey, InputFrame, Touch};
use crate::app::level_view::Scenery;
use crate::app::live_edit::{AssetWatcher, FeelFile};
use crate::app::render::{Assets, Canvas, Letterbox, RUNNING, RenderTarget, SIZE, density, palette, window_size};
use crate::app::save::{ReplayFile, SaveData, SaveManager, Settings, storage};
use crate::app::window::{Desktop, Pacer, Picture, RefreshClock, page, signals};
use runs::{LevelSession, PlayMode};
use shared::Capture;

/// The address of the article, relative to the game's page.
const ARTICLE: &str = "article/";

/// The current screen.
enum Screen {
    Title(Box<Title>),
    Laboratory(Box<Laboratory>),
    Story(Box<Story>),
    Levels(Box<Quilt>),
    Slots(Slots),
    Play,
    Pause(Card),
    Options(OptionsScreen),
    Finish(Finish),
    Proof(Proof),
    Crowd(Box<CrowdFilm>),
    Demo(DemoScreen),
}

/// The whole program.
pub struct Game {
    options: LaunchOptions,
    library: LevelLibrary,
    assets: Assets,
    /// The source of the pictures, sounds and music, and its changes.
    art: OwnArt,
    art_watch: Option<AssetWatcher>,
    /// What the quilt knows of the maps.
    previews: Previews,
    view: RenderTarget,
    canvas: Canvas,
    screen: Screen,
    running: Option<LevelSession>,
    /// A map that could not be started: it starts as soon as its files are fixed.
    broken: Option<(usize, AssetWatcher)>,
    /// A replay that was opened from a file.
    replay: Option<ReplayFile>,
    feel: Option<FeelFile>,
    wipe: Wipe,
    toasts: Toasts,
    devices: Devices,
    touch: Touch,
    sound: Sound,
    /// Settings and progress.
    saved: SaveData,
    saves: SaveManager,
    /// The settings that were applied last.
    applied_settings: Option<Settings>,
    debug: Debug,
    /// The player came through the laboratory: scenes lead back there, and levels begin with it open.
    from_laboratory: bool,
    capture: Capture,
    /// The solver of the next level.
    solver: SolverSetup,
    /// The player chose the solver, which overrides that of a map.
    solver_chosen: bool,
    mouse: Vec2,
    mouse_shown: bool,
    state_line: StateLine,
    pacer: Pacer,
    refresh: RefreshClock,
    quits: bool,
    /// The player goes elsewhere, and may not come back.
    is_left: bool,
}

/// Runs the program until the player quits.
pub async fn run(options: LaunchOptions, library: LevelLibrary, desktop: Desktop) {
    let mut game = Game::new(options, library, desktop);
    let mut first = true;
    while !game.quits {
        game.frame();
        if first {
            page::ask(&["ready"]);
        }
        next_frame().await;
        if std::mem::take(&mut first) {
            game.print_first_frame_time();
        }
        game.pacer.wait(game.saved.settings.frame_rate);
    }
}

impl Game {
    fn new(options: LaunchOptions, library: LevelLibrary, desktop: Desktop) -> Self {
        let art = library.art_of(None);
        let mut sound = Sound::open();
        let (assets, art_watch) = art::load(&art, &mut sound, [false; 2]);
        let toasts = Toasts::default();
        let (saves, saved, news) = SaveManager::open(storage::open());
        let chosen = options.solver.map(SolverSetup::new);
        let mut game = Self {
            screen: Screen::Levels(Box::new(Quilt::new(&library, &saved.slot, &assets.words, None))),
            previews: Previews::default(),
            view: RenderTarget::new(),
            canvas: Canvas::new(),
            running: None,
            broken: None,
            replay: None,
            feel: None,
            wipe: Wipe::default(),
            toasts,
            devices: Devices::new(),
            touch: Touch::default(),
            sound,
            debug: Debug::default(),
            from_laboratory: false,
            capture: Capture::default(),
            solver: chosen.unwrap_or_default(),
            solver_chosen: chosen.is_some(),
            mouse: Vec2::ZERO,
            mouse_shown: true,
            state_line: StateLine::default(),
            refresh: RefreshClock::new(desktop.rate),
            pacer: Pacer::new(desktop),
            quits: false,
            is_left: false,
            saved,
            saves,
            applied_settings: None,
            options,
            library,
            assets,
            art,
            art_watch,
        };
        game.apply_settings();
        let complaints = std::mem::take(&mut game.assets.complaints).into_iter().chain(game.library.complaint());
        complaints.for_each(|complaint| game.toasts.error(complaint));
        if let Some(named) = game.options.feel.take() {
            game.feel = game.report(FeelFile::find(&named).map_err(|error| format!("{}: {error}", named.display())));
        }
        game.begin();
        game.show_save_news(news);
        game
    }

    /// The first screen: the map of the command line, or the title.
    fn begin(&mut self) {
        for (name, value) in std::mem::take(&mut self.options.refused) {
            let text = match name {
                "solver" => {
                    let names = SolverKind::ALL.map(SolverKind::name).join(", ");
                    self.assets.words.fill("address.solver", &[&value, &names])
                }
                "lab" => {
                    let (pages, demos) = (Page::ALL.map(Page::name).join(", "), Demo::ALL.map(Demo::name).join(", "));
                    let near = named(std::slice::from_ref(&value)).err().map(|unknown| unknown.near.join(", "));
                    self.assets.words.fill("address.lab", &[&value, &near.unwrap_or_default(), &pages, &demos])
                }
                _ => self.assets.words.fill("address.object", &[&value]),
            };
            self.complain(text);
        }
        if let Some((name, bytes)) = self.options.pack.take() {
            match Pack::unzip(&name, bytes, &self.options.access) {
                Ok(pack) => self.play_pack(pack),
                Err(why) => self.complain(self.assets.words.fill("address.pack", &[&why])),
            }
        }
        if self.options.verify {
            self.screen = Screen::Proof(Proof::new());
        } else if let Some(replay) = self.options.replay.take() {
            let map = self.options.map.take();
            let goto = self.watch_replay(*replay, map.as_deref());
            self.report(goto).into_iter().for_each(|goto| self.go(goto));
        } else if let Some(lab) = self.options.lab.take() {
            self.begin_lab(lab);
        } else if let Some(map) = self.options.map.take() {
            self.begin_map(&map);
        } else {
            self.go(Goto::Title);
        }
    }

    /// Starts a map that the user named. Without it, shows the title.
    fn begin_map(&mut self, map: &Path) {
        match self.library.find(map) {
            Ok(map) => self.go(Goto::Map(map)),
            Err(_) if page::IS_THERE => {
                let names: Vec<String> = (0..self.library.len()).map(|map| self.library.name(map)).collect();
                self.complain(self.assets.words.fill("address.map", &[&map.display(), &names.join(", ")]));
                self.go(Goto::Title);
            }
            Err(error) => {
                self.toasts.error(format!("{}: {error}", map.display()));
                self.go(Goto::Title);
            }
        }
    }

    /// Shows what is wrong with how the game was started. A page shows it itself: its letters can be read on a phone, and it
    /// stays until it is closed.
    fn complain(&mut self, text: String) {
        if page::IS_THERE {
            page::ask(&["notice", &text]);
        } else {
            self.toasts.error(text);
        }
    }

    /// One frame, from input to pixels.
    fn frame(&mut self) {
        let dt = self.refresh.frame(get_frame_time());
        let fit = self.fit();

        // 1. Read the input.
        let input = self.poll_input(fit, dt);
        if !matches!(&self.screen, Screen::Options(options) if options.waits_for_key()) {
            input.commands.iter().for_each(|&command| self.command(command));
        }

        self.quits |= is_quit_requested() || signals::caught().is_some();

        // 2. Animate the zip. Once it is closed, switch the screen behind it.
        if let Some(goto) = self.wipe.update(dt) {
            self.sound.play(Effect::ZipOpen);
            self.go(goto);
        }

        // 3. Update the screen.
        let goto = self.update(&input, fit, dt);
        self.follow(goto);
        self.apply_settings();
        self.reload_changed_files(get_time());
        self.open_dropped_files();
        let shown = self.running.as_ref().filter(|_| matches!(self.screen, Screen::Play));
        let has_no_ground = shown.is_some_and(|running| running.play.world.level.has_no_ground());
        self.toasts.standing = has_no_ground.then(|| self.assets.words.get("notice.no_ground").to_owned());
        self.toasts.update(dt);
        self.update_sound(dt);

        // 4. Draw the view at its own resolution, then scale it to the window. Another screen may have another shape.
        let fit = self.fit();
        let before = get_time();
        if self.pacer.frame(self.motion(), dt) == Picture::New {
            self.draw(fit);
        }
        self.border(fit);
        let play = self.running.as_ref().filter(|_| matches!(self.screen, Screen::Play));
        self.view.bend(play.map(|running| running.play.bends()).unwrap_or_default());
        self.view.show(fit);
        let draw_cost = (get_time() - before) as f32;

        // 5. Draw the laboratory at the window's resolution.
        self.debug.cost(self.canvas.take_calls(), draw_cost, dt);
        self.debug_frame(fit);
        self.show_mouse();
        self.draw_touch_controls(fit);
        self.save(dt);
        if self.options.dump_state {
            self.dump_state(fit, dt);
        }
    }

    /// Runs the commands that are the same on every screen.
    fn command(&mut self, command: Hotkey) {
        match command {
            Hotkey::FullScreen => self.saved.settings.full_screen ^= true,
            Hotkey::Debug => self.debug.toggle(),
            Hotkey::Reload => self.reload(),
            Hotkey::Solver(kind) => self.set_solver(SolverSetup { kind, ..self.solver }),
            Hotkey::Step => self.with_play(|play| play.clock.step()),
            Hotkey::Speed(by) => self.shift_speed(by),
            Hotkey::GroundAssist => self.toggle_ground_assist(),
            Hotkey::Back => self.step_back(),
            Hotkey::Picture => self.share(Share::Picture),
            Hotkey::Clip => self.share(Share::Clip),
            Hotkey::Pause if matches!(self.screen, Screen::Play) => {
                self.with_play(|play| play.clock.paused = !play.clock.paused);
            }
            _ => {}
        }
    }

    /// Saves settings and progress.
    fn save(&mut self, dt: f32) {
        let at_once = self.quits || std::mem::take(&mut self.is_left);
        if at_once {
            self.count_played_time();
        }
        let news = self.saves.keep(&mut self.saved, dt, at_once);
        self.show_save_news(news);
    }

    fn with_play(&mut self, act: impl FnOnce(&mut Play)) {
        if let Some(running) = &mut self.running {
            act(&mut running.play);
        }
    }

    fn shift_speed(&mut self, by: i32) {
        let Some(running) = &mut self.running else { return };
        running.play.clock.shift(by);
        self.toasts.notice(self.assets.words.fill("notice.speed", &[&running.play.clock.speed]));
    }

    fn toggle_ground_assist(&mut self) {
        let Some(running) = &mut self.running else { return };
        let assist = &mut running.play.world.rules.ground_assist;
        *assist = !*assist;
        self.toasts.notice(self.assets.words.get(if *assist { "notice.walking" } else { "notice.unassisted" }));
    }

    /// Sets the solver for this level and the following ones, until the program ends.
    fn set_solver(&mut self, setup: SolverSetup) {
        self.solver = setup;
        self.solver_chosen = true;
        self.with_play(|play| play.world.switch_solver(setup));
    }

    /// Updates the current screen. Returns where it goes next.
    fn update(&mut self, input: &InputFrame, fit: Letterbox, dt: f32) -> Option<Goto> {
        let ui = self.ui_input(input, fit);
        if ui.pressed(Hotkey::Menu) {
            ui.sound(if matches!(self.screen, Screen::Play) { Effect::Pause } else { Effect::MenuBack });
        }
        let home = match &self.running {
            Some(_) => Goto::Resume,
            None if self.from_laboratory => Goto::Laboratory,
            None => Goto::Title,
        };
        let goto = match &mut self.screen {
            Screen::Title(title) => {
                // So that the quilt opens at once.
                self.previews.load_next(&self.library, &self.assets.words);
                title.update(&ui, dt)
            }
            Screen::Laboratory(laboratory) => laboratory.update(&ui, dt),
            Screen::Story(story) => story.update(&ui, dt),
            Screen::Levels(quilt) => {
                let maps = (&self.library, &mut self.previews);
                quilt.update(&ui, maps, (&self.saved.slot, &self.assets.words), dt)
            }
            Screen::Slots(slots) => slots.update(&ui, &self.assets.words, dt),
            Screen::Play => self.play(&ui, input.frame, dt),
            Screen::Pause(pause) => pause.update(&ui, dt),
            Screen::Options(options) => options.update(&ui, &mut self.saved.settings, &self.assets.words, dt),
            Screen::Proof(proof) => proof.update(&ui),
            Screen::Crowd(film) => film.update(&ui, dt).then_some(home),
            Screen::Demo(demo) => demo.update(&ui, input.frame, self.solver, dt).then_some(home),
            Screen::Finish(finish) => {
                let goto = finish.update(&ui, (&self.library, &mut self.previews), &self.assets.words, dt);
                self.with_play(|play| play.update(ButtonState::default(), dt, &mut ()));
                goto
            }
        };
        ui.effect.take().into_iter().for_each(|effect| self.sound.play(effect));
        goto
    }

    fn play(&mut self, ui: &UiInput, frame: ButtonState, dt: f32) -> Option<Goto> {
        self.stream_maps();
        let Some(running) = &mut self.running else { return Some(Goto::Levels) };
        running.play.update(frame, dt, &mut self.debug);
        running.hud.update(&running.play, running.best.as_ref(), dt);
        if matches!(running.mode, PlayMode::Watch(_)) {
            if running.play.watched.as_ref().is_none_or(InputCursor::is_over) {
                return self.end_of_replay();
            }
        } else if running.play.world.state.finished && !self.debug.session.plays {
            if let Some(finish) = self.finish() {
                self.screen = Screen::Finish(finish);
            }
            return None;
        }
        if ui.pressed(Hotkey::Menu) && running.map().is_none() {
            self.leave_scene();
        } else if ui.pressed(Hotkey::Menu) {
            self.pause();
        }
        None
    }

    /// Opens the pause panel.
    fn pause(&mut self) {
        let Some(running) = &self.running else { return };
        let title = level_title(&running.play.world.level, &self.assets.words);
        self.screen = Screen::Pause(Card::pause(&title, self.library.levels_label()));
    }

    /// Goes where a screen leads: back into the level and out of the game at once, elsewhere through the zip.
    fn follow(&mut self, goto: Option<Goto>) {
        match goto {
            None => {}
            Some(goto @ (Goto::Resume | Goto::Back | Goto::Article)) => self.go(goto),
            Some(Goto::Options) if self.running.is_some() => self.go(Goto::Options),
            Some(Goto::Quit) => self.quits = true,
            Some(Goto::Export(slot)) => self.export(slot),
            Some(Goto::Erase(slot)) => self.erase(slot),
            Some(Goto::KeepReplay) => self.keep_replay(),
            Some(goto) => {
                self.sound.play(Effect::ZipClose);
                self.wipe.to(goto);
            }
        }
    }

    /// Changes the screen.
    fn go(&mut self, goto: Goto) {
        self.broken = None;
        self.count_played_time();
        match goto {
            Goto::Laboratory => {
                (self.running, self.from_laboratory) = (None, true);
                self.use_art_of(None);
                self.debug.open = false;
                self.screen = Screen::Laboratory(Box::new(Laboratory::new(&*self.library.art())));
            }
            Goto::Story => self.show_story(Page::ALL[0]),
            Goto::Article => drop(page::ask(&["open", ARTICLE])),
            Goto::Scenes | Goto::Crowds => {
                (self.debug.open, self.debug.started, self.debug.tab) = (true, true, SCENES_TAB);
                if goto == Goto::Scenes {
                    scenes().first().into_iter().for_each(|scene| self.play_scene(scene));
                } else {
                    let first = crowds().into_iter().next();
                    first.into_iter().for_each(|crowd| self.screen = Screen::Crowd(Box::new(CrowdFilm::new(crowd))));
                }
            }
            Goto::Demo(demo) => self.show_demo(demo),
            Goto::Title => {
                (self.running, self.from_laboratory) = (None, false);
                self.use_art_of(None);
                self.refresh_library();
                let next = self.library.campaign().to_begin_with(|map| self.is_finished(map));
                self.screen = Screen::Title(Box::new(Title::new(&self.library, next, &self.assets.words)));
            }
            Goto::Levels => {
                self.use_art_of(None);
                self.refresh_library();
                let at = self.running.take().and_then(|was| was.map());
                self.previews.refresh(&self.library, &self.assets.words);
                let quilt = Quilt::new(&self.library, &self.saved.slot, &self.assets.words, at);
                self.screen = Screen::Levels(Box::new(quilt));
            }
            Goto::Map(map) => self.start(map, PlayMode::Alone),
            Goto::Race(map, rival) => self.start(map, PlayMode::Race(rival)),
            Goto::Watch(map, rival) => self.start(map, PlayMode::Watch(rival)),
            Goto::Restart => {
                let level = self.running.as_ref().and_then(|running| Some((running.map()?, running.mode)));
                level.into_iter().for_each(|(map, mode)| self.start(map, mode));
            }
            Goto::Resume => {
                self.with_play(Play::let_go);
                self.screen = Screen::Play;
            }
            Goto::Slots => self.show_slots(),
            Goto::Slot(slot) => self.choose_slot(slot),
            Goto::Export(_) | Goto::AskErase(_) | Goto::Erase(_) | Goto::KeepReplay | Goto::Stay => {}
            Goto::Options => self.screen = Screen::Options(OptionsScreen::default()),
            Goto::Back if self.running.is_some() => self.pause(),
            Goto::Back => self.wipe.to(Goto::Title),
            Goto::Quit => self.quits = true,
        }
    }

    /// Shows a demo, which needs the whole view.
    fn show_demo(&mut self, demo: Demo) {
        self.debug.open = false;
        self.screen = Screen::Demo(DemoScreen::new(demo));
    }

    /// Shows a page of the story, which needs the whole view.
    fn show_story(&mut self, page: Page) {
        self.debug.open = false;
        self.screen = Screen::Story(Box::new(Story::new(page)));
    }

    fn draw(&mut self, fit: Letterbox) {
        let background =
            self.running.as_ref().map_or(palette::SKY, |running| Scenery::background(&running.play.world.level));
        if let Screen::Levels(quilt) = &mut self.screen {
            quilt.draw_preview(&mut self.previews, &self.library, &mut self.canvas, &self.assets);
        }
        if let Screen::Finish(finish) = &self.screen
            && let Some(quilt) = finish.quilt()
        {
            quilt.draw_shown_preview(&mut self.previews, &self.library, &mut self.canvas, &self.assets);
        }
        let screen_density = Story::density(fit.scale * density());
        // The picture of the title is shrunk in a narrow view.
        let is_fine =
            matches!(self.screen, Screen::Story(_)) || fit.size.x < SIZE.x && matches!(self.screen, Screen::Title(_));
        let level_density = self.running.as_ref().map_or(1, |running| running.play.scenery.density);
        self.view.reshape(fit.size, if is_fine { screen_density } else { level_density });
        self.view.begin(background);
        self.canvas.format = self.format(fit);
        self.assets.font.large = self.canvas.format.large;
        self.canvas.offset = Vec2::ZERO;
        self.canvas.targets.clear();
        let (level_view, covered) = (fit.size.min(self.level_view()), self.covered(fit));
        let Self { canvas, assets, screen, running, previews, .. } = self;
        let is_covered = matches!(screen, Screen::Finish(finish) if finish.covers());
        if let Some(running) = running.as_mut().filter(|_| !is_covered) {
            running.play.resize(level_view);
            running.play.scenery.work_gradually();
            running.play.draw(canvas, assets, &running.play.viewport());
            canvas.page(&assets.page);
            // A screen in an upright window is higher than the level's view.
            if level_view.y < fit.size.y {
                let below = Vec2::Y * level_view.y;
                cloth::night(canvas, below, fit.size - below);
            }
            let has_counters = match screen {
                Screen::Finish(_) => false,
                // On a touch screen, its back button is at their place.
                Screen::Pause(_) => canvas.format.target == 0.0,
                _ => true,
            };
            if has_counters {
                running.hud.draw(canvas, assets, &running.play, running.all(), covered);
            }
        }
        canvas.page(&assets.page);
        match screen {
            Screen::Title(title) => title.draw(canvas, assets),
            Screen::Laboratory(laboratory) => laboratory.draw(canvas, assets),
            Screen::Story(story) => story.draw(canvas, assets, screen_density),
            Screen::Levels(quilt) => quilt.draw(canvas, assets, &self.saved.slot, previews),
            Screen::Slots(slots) => slots.draw(canvas, assets),
            Screen::Play => {}
            Screen::Pause(pause) => pause.draw(canvas, assets),
            Screen::Options(options) => {
                Self::draw_options_background(canvas, running.is_some());
                options.draw(canvas, assets, &self.saved.settings);
            }
            Screen::Proof(proof) => proof.draw(canvas, assets),
            Screen::Crowd(film) => film.draw(canvas, assets, covered.x),
            Screen::Demo(demo) => demo.draw(canvas, assets, self.solver),
            Screen::Finish(finish) => finish.draw(canvas, assets, (&self.saved.slot, previews)),
        }
        canvas.page(&assets.page);
        canvas.flush();
        let tick = running.as_ref().map_or(0, |running| running.play.world.state.ticks);
        if let Some(overlays) = self.capture.wants(tick) {
            if let Some(running) = running.as_ref().filter(|_| overlays) {
                self.debug.overlays(canvas, assets, &running.play, Letterbox::plain(fit.size));
            }
            self.capture_frame(tick);
            self.view.resume();
        }
        let Self { canvas, assets, .. } = self;
        canvas.page(&assets.page);
        self.toasts.draw(canvas, assets);
        self.wipe.draw(canvas);
        canvas.flush();
    }

    /// Draws dark cloth around the picture where the window has another aspect ratio, with a seam along the picture.
    fn border(&mut self, fit: Letterbox) {
        set_default_camera();
        clear_background(palette::INK);
        if fit.corner.max_element() < 1.0 {
            return;
        }
        self.canvas.page(&self.assets.page);
        cloth::night(&mut self.canvas, Vec2::ZERO, window_size());
        if fit.corner.max_element() >= 12.0 {
            let size = fit.size * fit.scale + 14.0;
            cloth::border(&mut self.canvas, fit.corner - 7.0, size, 0.0, RUNNING, palette::SAND);
        }
        self.canvas.flush();
    }

    /// Draws the laboratory, and serves its requests.
    fn debug_frame(&mut self, fit: Letterbox) {
        let Self { debug, canvas, assets, running, screen, .. } = self;
        let mut requests = Vec::new();
        let covered = matches!(screen, Screen::Crowd(_) | Screen::Demo(_));
        if let Some(running) = running.as_ref().filter(|_| !covered) {
            debug.overlays(canvas, assets, &running.play, fit);
        }
        if !debug.started {
            return;
        }
        let map = running.as_ref().and_then(LevelSession::map).map(|map| self.library.source(map));
        let play = running.as_mut().map(|running| &mut running.play);
        debug.menu(play, map, (self.mouse, fit), assets, &mut requests);
        for request in requests {
            match request {
                Request::Solver(setup) => self.set_solver(setup),
                Request::Reload => self.reload(),
                Request::SaveFeel(text) => self.save_feel(&text),
                Request::Travel(world) => self.with_play(|play| play.travel(*world)),
                Request::SolidLayer(name, is_solid) => self.make_solid(&name, is_solid),
                Request::OtherMap(by) => self.go_to_other_map(by),
                Request::Share(share) => self.share(share),
                Request::Scene(scene) => self.play_scene(&scene),
                Request::Crowd(scene) => self.screen = Screen::Crowd(Box::new(CrowdFilm::new(*scene))),
                Request::RecordingFull => self.toasts.notice(self.assets.words.get("notice.recording_full")),
            }
        }
    }

    /// Hides the mouse cursor while there is nothing to point at.
    fn show_mouse(&mut self) {
        let shown = !matches!(self.screen, Screen::Play) || self.debug.open;
        // egui shows the cursor again in every frame, open or not.
        if shown != self.mouse_shown || self.debug.started {
            show_mouse(shown);
            self.mouse_shown = shown;
        }
    }
}
