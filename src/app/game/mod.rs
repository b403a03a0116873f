//! The game loop: reads input, runs and draws the current screen, and switches between screens. `input.rs` collects input,
//! `audio_out.rs` plays sound and shakes the controller, `dump_state.rs` prints lines for tests.

mod audio_out;
mod dump_state;
mod input;

use std::collections::BTreeMap;
use std::path::Path;

use glam::Vec2;
use macroquad::input::{is_quit_requested, show_mouse};
use macroquad::prelude::{clear_background, get_frame_time, get_time, next_frame, set_default_camera};
use seamwalker_collide::{SolverKind, SolverSetup};
use seamwalker_lab::demo::DemoKind;
use seamwalker_lab::scene::named;
use seamwalker_lab::story::Page;
use seamwalker_lab::{Room, scenes};
use seamwalker_level::pack::Pack;

use super::audio::Effect;
use super::lab_ui::{Instrument, Request, Share};
use super::library::LevelLibrary;
use super::play::Play;
use super::screens::{
    Card, Credits, CrowdFilm, DemoScreen, Gallery, Goto, Laboratory, OptionsScreen, Place, PlayScreen, Proof, Quilt,
    Screen, ScreenSpec, SnagScreen, Story, Title,
};
use super::services::{LevelSession, PlayMode, Services};
use super::ui::{cloth, level_title};
use super::{LabOptions, LabStart, LaunchOptions};
use crate::app::input::{Hotkey, InputFrame, Touch};
use crate::app::live_edit::FeelFile;
use crate::app::render::{Canvas, Letterbox, RUNNING, RenderTarget, density, palette, window_size};
use crate::app::save::Settings;
use crate::app::window::{Desktop, Motion, Picture, RefreshClock, page, signals};
use dump_state::FrameCosts;

/// Pixels of the picture per pixel of the view, at most: with more, lines look no smoother.
const MAX_FINE_DENSITY: f32 = 6.0;
/// The address of the article, relative to the game's page.
const ARTICLE: &str = "article/";

/// The whole program.
pub struct Game {
    services: Services,
    /// The current screen is the last; closing it leads to the one before it.
    screens: Vec<Box<dyn Screen>>,
    /// Where the player last went from each screen, by its name: menus begin with that choice.
    chosen: BTreeMap<&'static str, Goto>,
    view: RenderTarget,
    canvas: Canvas,
    touch: Touch,
    /// The settings that were applied last.
    applied_settings: Option<Settings>,
    mouse: Vec2,
    mouse_shown: bool,
    costs: FrameCosts,
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
            page::ready();
        }
        next_frame().await;
        if std::mem::take(&mut first) {
            game.print_first_frame_time();
        }
        game.services.pacer.wait(game.services.saved.settings.frame_rate);
    }
}

impl Game {
    fn new(options: LaunchOptions, library: LevelLibrary, desktop: Desktop) -> Self {
        let refresh = RefreshClock::new(desktop.rate);
        let (services, news) = Services::new(options, library, desktop);
        let mut game = Self {
            chosen: BTreeMap::new(),
            screens: vec![Box::new(Quilt::new(&services.library, &services.saved.slot, &services.assets.words, None))],
            services,
            view: RenderTarget::new(),
            canvas: Canvas::new(),
            touch: Touch::default(),
            mouse: Vec2::ZERO,
            mouse_shown: true,
            costs: FrameCosts::default(),
            refresh,
            quits: false,
            is_left: false,
            applied_settings: None,
        };
        game.apply_settings();
        let services = &mut game.services;
        let complaints =
            std::mem::take(&mut services.assets.complaints).into_iter().chain(services.library.complaint());
        complaints.for_each(|complaint| services.toasts.error(complaint));
        if let Some(named) = services.options.feel.take() {
            services.feel =
                services.report(FeelFile::find(&named).map_err(|error| format!("{}: {error}", named.display())));
        }
        game.begin();
        game.services.show_save_news(news);
        game
    }

    /// The current screen.
    fn screen(&self) -> &dyn Screen {
        // There is always one: closing the last shows the title.
        &**self.screens.last().expect("a screen")
    }

    fn spec(&self) -> ScreenSpec {
        self.screen().spec(&self.services)
    }

    /// Shows a screen in place of all others.
    fn show(&mut self, screen: impl Screen + 'static) {
        self.screens = vec![Box::new(screen)];
    }

    /// Whether the level is steered on this screen.
    fn plays(&self) -> bool {
        self.spec().place == Place::Level
    }

    /// The first screen: the map of the command line, or the title.
    fn begin(&mut self) {
        let services = &mut self.services;
        for (name, value) in std::mem::take(&mut services.options.refused) {
            let words = &services.assets.words;
            let text = match name {
                "solver" => {
                    let names = SolverKind::ALL.map(SolverKind::name).join(", ");
                    words.fill("address.solver", &[&value, &names])
                }
                "lab" => {
                    let pages = Page::ALL.map(Page::name).join(", ");
                    let demos = DemoKind::ALL.map(DemoKind::name).join(", ");
                    let near = named(std::slice::from_ref(&value)).err().map(|unknown| unknown.near.join(", "));
                    words.fill("address.lab", &[&value, &near.unwrap_or_default(), &pages, &demos])
                }
                _ => words.fill("address.object", &[&value]),
            };
            services.complain(text);
        }
        if let Some((name, bytes)) = services.options.pack.take() {
            match Pack::unzip(&name, bytes, &services.options.access) {
                Ok(pack) => services.play_pack(pack),
                Err(why) => services.complain(services.assets.words.fill("address.pack", &[&why])),
            }
        }
        if services.options.verify {
            self.show(Proof::new());
        } else if let Some(replay) = services.options.replay.take() {
            let goto = services.watch_replay(*replay);
            services.report(goto).into_iter().for_each(|goto| self.go(goto));
        } else if let Some(lab) = services.options.lab.take() {
            self.begin_lab(lab);
        } else if let Some(map) = services.options.map.take() {
            self.begin_map(&map);
        } else {
            self.go(Goto::Title);
        }
        self.go_on();
    }

    /// Starts a map that the user named. Without it, shows the title.
    fn begin_map(&mut self, map: &Path) {
        let services = &mut self.services;
        match services.library.find(map) {
            Ok(map) => return self.go(Goto::Map(map)),
            Err(_) if page::IS_THERE => {
                let names: Vec<String> = (0..services.library.len()).map(|map| services.library.name(map)).collect();
                services.complain(services.assets.words.fill("address.map", &[&map.display(), &names.join(", ")]));
            }
            Err(error) => services.toasts.error(format!("{}: {error}", map.display())),
        }
        self.go(Goto::Title);
    }

    /// Opens the laboratory as the command line or the page's address requests. Its scenes, demo and pages lead back to its menu.
    fn begin_lab(&mut self, lab: LabOptions) {
        self.services.debug.toggle();
        self.services.from_laboratory = !matches!(lab.opened, LabStart::Map | LabStart::Session(_));
        match (lab.opened, self.services.options.map.take()) {
            (LabStart::Scene(scene), _) => self.services.play_scene(&scene),
            (LabStart::Crowd(scene), _) => {
                self.services.debug.page.instrument = Instrument::Scenes;
                self.show(CrowdFilm::new(*scene));
            }
            (LabStart::Demo(demo), _) => self.show_demo(demo),
            (LabStart::Story(page), _) => self.show_story(page),
            (LabStart::Session(shared), _) => {
                if let Err(why) = self.services.open_shared(&shared) {
                    self.services.toasts.error(why);
                    self.go(Goto::Title);
                }
            }
            (LabStart::Map, Some(map)) => self.begin_map(&map),
            (LabStart::Snag, _) | (LabStart::Map, None) => self.show_snag(),
        }
        lab.inputs.into_iter().for_each(|inputs| self.services.play_inputs(inputs));
    }

    /// One frame, from input to pixels.
    fn frame(&mut self) {
        let dt = self.refresh.frame(get_frame_time());
        let fit = self.fit();

        // 1. Read the input.
        self.services.debug.hidden = !self.spec().has_laboratory;
        let input = self.poll_input(fit, dt);
        if !self.spec().catches_keys {
            input.commands.iter().for_each(|&command| self.command(command));
        }

        self.quits |= is_quit_requested() || signals::caught().is_some();

        // 2. Animate the zip. Once it is closed, switch the screen behind it.
        if let Some(goto) = self.services.wipe.update(dt) {
            self.services.sound.play(Effect::ZipOpen);
            self.go(goto);
        }

        // 3. Update the screen.
        let goto = self.update(&input, fit, dt);
        self.follow(goto);
        self.apply_settings();
        if self.services.reload_changed_art() {
            match self.spec().reopens {
                Some(goto) => self.go(goto),
                None => self.services.refresh_library(),
            }
        }
        self.services.reload_changed_files();
        self.services.open_dropped_files();
        self.go_on();
        let plays = self.plays();
        let Services { running, toasts, assets, .. } = &mut self.services;
        let has_no_ground = running.as_ref().is_some_and(|running| running.play.world.level.has_no_ground());
        toasts.standing = (plays && has_no_ground).then(|| assets.words.get("notice.no_ground").to_owned());
        toasts.update(dt);
        self.update_sound(dt);

        // 4. Draw the view at its own resolution, then scale it to the window. Another screen may have another shape.
        self.services.debug.hidden = !self.spec().has_laboratory;
        let fit = self.fit();
        let before = get_time();
        if self.services.pacer.frame(self.motion(), dt) == Picture::New {
            self.draw(fit);
        }
        self.border(fit);
        self.view.show(fit);
        let draw_cost = (get_time() - before) as f32;

        // 5. Draw the laboratory at the window's resolution.
        self.costs.add(self.canvas.take_calls(), draw_cost, dt);
        self.debug_frame(fit);
        self.show_mouse();
        self.draw_touch_controls(fit);
        self.save(dt);
        if self.services.options.dump_state {
            self.dump_state(fit, dt);
        }
    }

    /// How much the picture changes without input.
    fn motion(&self) -> Motion {
        let motion = self.spec().motion;
        if self.services.wipe.is_on() || self.services.toasts.move_now() { Motion::Essential } else { motion }
    }

    /// Runs the commands that are the same on every screen.
    fn command(&mut self, command: Hotkey) {
        let plays = self.plays();
        let services = &mut self.services;
        if matches!(command, Hotkey::Solver(_) | Hotkey::GroundAssist) && !services.lab_keys_work() {
            if plays {
                services.explain_lab_keys();
            }
            return;
        }
        match command {
            Hotkey::FullScreen => services.saved.settings.full_screen ^= true,
            Hotkey::Debug if !services.debug.hidden => services.debug.toggle(),
            Hotkey::Reload => services.reload(),
            Hotkey::Solver(kind) => services.set_solver(SolverSetup { kind, ..services.solver }),
            Hotkey::Step => services.with_play(|play| play.clock.step()),
            Hotkey::Speed(by) => services.with_play(|play| play.clock.shift(by)),
            Hotkey::GroundAssist => services.toggle_ground_assist(),
            Hotkey::Back => services.step_back(),
            Hotkey::Picture => services.share(Share::Picture),
            Hotkey::Clip => services.share(Share::Clip),
            Hotkey::Pause if plays => services.with_play(|play| play.clock.paused = !play.clock.paused),
            _ => {}
        }
    }

    /// Saves settings and progress.
    fn save(&mut self, dt: f32) {
        let at_once = self.quits || std::mem::take(&mut self.is_left);
        if at_once {
            self.services.count_played_time();
        }
        let news = self.services.saves.autosave(&mut self.services.saved, dt, at_once);
        self.services.show_save_news(news);
    }

    /// Updates the current screen. Returns where it goes next.
    fn update(&mut self, input: &InputFrame, fit: Letterbox, dt: f32) -> Option<Goto> {
        let ui = self.ui_input(input, fit);
        if ui.pressed(Hotkey::Menu) {
            ui.sound(if self.plays() { Effect::Pause } else { Effect::MenuBack });
        }
        let goto = self.screens.last_mut()?.update(&ui, &mut self.services, dt);
        ui.effect.take().into_iter().for_each(|effect| self.services.sound.play(effect));
        goto
    }

    /// Goes where a screen leads: back into the level and out of the game at once, elsewhere through the zip.
    fn follow(&mut self, goto: Option<Goto>) {
        if let Some(goto) = goto {
            self.chosen.insert(self.spec().name, goto);
        }
        match goto {
            None => {}
            Some(goto @ (Goto::Resume | Goto::Back | Goto::Article | Goto::Pause | Goto::Finish)) => self.go(goto),
            Some(Goto::Options) if self.services.running.is_some() => self.go(Goto::Options),
            Some(Goto::Quit) => self.quits = true,
            Some(Goto::Export(slot)) => self.services.export(slot),
            Some(Goto::Erase(slot)) => self.services.erase(slot),
            Some(Goto::KeepReplay) => self.services.keep_replay(),
            Some(goto) => {
                self.services.sound.play(Effect::ZipClose);
                self.services.wipe.to(goto);
            }
        }
    }

    /// Goes where the services want to go.
    fn go_on(&mut self) {
        while let Some(goto) = self.services.next.take() {
            self.go(goto);
        }
    }

    /// Changes the screen.
    fn go(&mut self, goto: Goto) {
        let (services, went) = (&mut self.services, &self.chosen);
        let chosen = |screen| went.get(screen).copied();
        services.broken = None;
        services.count_played_time();
        match goto {
            Goto::Laboratory => {
                (services.running, services.from_laboratory) = (None, true);
                services.use_art_of(None);
                services.debug.open = false;
                let laboratory =
                    Laboratory::new(&*services.library.art(), &services.assets.words, chosen("laboratory"));
                self.show(laboratory);
            }
            // The story is stacked over the two heroes and closes back to them.
            Goto::Snag if self.screens.len() > 1 => drop(self.screens.pop()),
            Goto::Snag => self.show_snag(),
            Goto::Story(page) => self.screens.push(Box::new(Story::new(page))),
            Goto::Article => page::open(ARTICLE),
            Goto::Gallery => {
                services.start_gallery();
                let gallery = services.running.as_mut().map(Gallery::new);
                gallery.into_iter().for_each(|gallery| self.show(gallery));
            }
            Goto::Scenes => {
                (services.debug.open, services.debug.started) = (true, true);
                services.debug.page.instrument = Instrument::Scenes;
                scenes().first().into_iter().for_each(|scene| services.play_scene(scene));
            }
            Goto::Demo(demo) => self.show_demo(demo),
            Goto::Title => {
                (services.running, services.from_laboratory) = (None, false);
                services.use_art_of(None);
                services.refresh_library();
                let next = services.library.campaign().to_begin_with(|map| services.is_finished(map));
                let title = Title::new(&services.library, next, &services.assets.words, chosen("title"));
                self.show(title);
            }
            Goto::Levels => {
                services.use_art_of(None);
                services.refresh_library();
                let at = services.running.take().and_then(|was| was.map());
                services.previews.refresh(&services.library, &services.assets.words);
                let quilt = Quilt::new(&services.library, &services.saved.slot, &services.assets.words, at);
                self.show(quilt);
            }
            Goto::Map(map) => services.start(map, PlayMode::Alone),
            Goto::Race(map, rival) => services.start(map, PlayMode::Race(rival)),
            Goto::Watch(map, rival) => services.start(map, PlayMode::Watch(rival)),
            Goto::Restart => services.restart(),
            Goto::Resume => {
                services.with_play(Play::clear_input);
                self.show(PlayScreen);
            }
            Goto::Pause => {
                let Some(running) = &services.running else { return };
                let title = level_title(&running.play.world.level, &services.assets.words);
                let has_rooms = services.from_laboratory && !Room::all(&running.play.world.level).is_empty();
                let levels = (services.library.levels_label(), Goto::Levels);
                let pause = Card::pause(&title, if has_rooms { ("menu.gallery", Goto::Gallery) } else { levels });
                self.show(pause);
            }
            Goto::Finish => services.finish().into_iter().for_each(|finish| self.show(finish)),
            Goto::Slots => {
                services.running = None;
                let slots = services.slots();
                self.show(slots);
            }
            Goto::Slot(slot) => services.choose_slot(slot),
            Goto::Export(_) | Goto::AskErase(_) | Goto::Erase(_) | Goto::KeepReplay | Goto::Stay => {}
            Goto::Options => self.screens.push(Box::new(OptionsScreen::default())),
            Goto::Credits => self.screens.push(Box::new(Credits::new(&*services.library.art()))),
            // The title has the names of the language that was chosen.
            Goto::Back if services.running.is_none() => services.wipe.to(Goto::Title),
            Goto::Back => drop(self.screens.pop()),
            Goto::Quit => self.quits = true,
        }
        self.go_on();
    }

    /// Shows a demo, which needs the whole view.
    fn show_demo(&mut self, demo: DemoKind) {
        self.services.debug.open = false;
        self.show(DemoScreen::new(demo));
    }

    /// Shows the two heroes in the whole view.
    fn show_snag(&mut self) {
        self.services.debug.open = false;
        // Opened with F1, they lead back into the level, which stays one of the campaign.
        self.services.from_laboratory |= self.services.running.is_none();
        self.show(SnagScreen::new());
    }

    /// Shows a page of the story, which needs the whole view.
    fn show_story(&mut self, page: Page) {
        self.services.debug.open = false;
        self.show(Story::new(page));
    }

    fn draw(&mut self, fit: Letterbox) {
        let format = self.format(fit);
        let (covered, enlarged) = (self.covered(fit), self.enlarged(fit));
        let level_view = fit.size.min(self.level_view() * enlarged);
        let Self { canvas, screens, services, view, .. } = self;
        let Some(screen) = screens.last_mut() else { return };
        screen.prepare(canvas, services);
        let ScreenSpec { place, fine_below, ticks, .. } = screen.spec(services);
        let shows_level = !matches!(place, Place::Alone | Place::Ended { hidden: true });
        if shows_level {
            services.with_play(|play| play.resize(level_view, enlarged));
        }
        let play = services.running.as_ref().map(|running| &running.play);
        let background = play.map_or(palette::SKY, |play| play.scenery.tiles.background());
        let level_density = play.map_or(1, |play| play.density(fit.scale * density()));
        // So that lines have the resolution of the window.
        let fine_density = (fit.scale * density()).round().clamp(1.0, MAX_FINE_DENSITY) as u32;
        services.density = if fit.size.x < fine_below { fine_density } else { level_density };
        services.covered = covered;
        view.reshape(fit.size, services.density);
        view.begin(background);
        canvas.format = format;
        services.assets.font.large = format.large;
        canvas.offset = Vec2::ZERO;
        canvas.targets.clear();
        let Services { assets, running, .. } = services;
        if let Some(running) = running.as_mut().filter(|_| shows_level) {
            running.play.scenery.work_gradually();
            running.play.draw(canvas, assets, &running.play.viewport());
            canvas.page(&assets.page);
            // A screen in an upright window is higher than the level's view.
            if level_view.y < fit.size.y {
                let below = Vec2::Y * level_view.y;
                cloth::night(canvas, below, fit.size - below);
            }
            // On a touch screen, the back button is at their place.
            let has_counters = place == Place::Level || place == Place::Paused && canvas.format.target == 0.0;
            if has_counters {
                // Where they are while the level is played.
                (canvas.scale, canvas.format.size) = (enlarged, fit.size / enlarged);
                running.hud.draw(canvas, assets, &running.play, running.all(), covered / enlarged);
                (canvas.scale, canvas.format.size) = (1.0, fit.size);
            }
        }
        canvas.page(&assets.page);
        screen.draw(canvas, services);
        let Services { assets, running, debug, capture, .. } = services;
        canvas.page(&assets.page);
        canvas.flush();
        let running = running.as_ref().filter(|_| place != Place::Alone);
        capture.ticks = running.map(|running| running.play.world.state.ticks).or(ticks);
        let tick = capture.ticks.unwrap_or_default();
        if capture.wants(tick) {
            if let Some(running) = running {
                debug.overlays(canvas, assets, &running.play, Letterbox::plain(fit.size));
            }
            services.capture_frame(view, tick);
            view.resume();
        }
        let Services { assets, toasts, wipe, running, .. } = services;
        canvas.page(&assets.page);
        let hero = running.as_ref().filter(|_| shows_level).map(|running| running.play.hero_in_view());
        toasts.draw(canvas, assets, hero);
        wipe.draw(canvas);
        canvas.flush();
    }

    /// Draws dark cloth around the picture where the window has another aspect ratio, with a seam along the picture.
    fn border(&mut self, fit: Letterbox) {
        set_default_camera();
        clear_background(palette::INK);
        if fit.corner.max_element() < 1.0 {
            return;
        }
        self.canvas.page(&self.services.assets.page);
        cloth::night(&mut self.canvas, Vec2::ZERO, window_size());
        if fit.corner.max_element() >= 12.0 {
            let size = fit.size * fit.scale + 14.0;
            cloth::border(&mut self.canvas, fit.corner - 7.0, size, 0.0, RUNNING, palette::SAND);
        }
        self.canvas.flush();
    }

    /// Draws the laboratory, and serves its requests.
    fn debug_frame(&mut self, fit: Letterbox) {
        let shows_level = self.plays();
        let Self { services, canvas, mouse, .. } = self;
        let Services { debug, assets, running, library, .. } = services;
        if let Some(running) = running.as_ref().filter(|_| shows_level) {
            debug.overlays(canvas, assets, &running.play, fit);
        }
        if !debug.started {
            return;
        }
        let mut requests = Vec::new();
        let map = running.as_ref().and_then(LevelSession::map).and_then(|map| library.source(map).cloned());
        let play = running.as_mut().map(|running| &mut running.play);
        debug.menu(play, map, (*mouse, fit), assets, &mut requests);
        for request in requests {
            let services = &mut self.services;
            match request {
                Request::Solver(setup) => services.set_solver(setup),
                Request::Reload => services.reload(),
                Request::SaveFeel(text) => services.save_feel(&text),
                Request::Travel(world) => services.with_play(|play| play.travel(*world)),
                Request::SolidLayer(name, is_solid) => services.make_solid(&name, is_solid),
                Request::Share(share) => services.share(share),
                Request::Scene(scene) => services.play_scene(&scene),
                Request::Crowd(scene) => self.show(CrowdFilm::new(*scene)),
                Request::Snag => self.go(Goto::Snag),
            }
        }
        self.go_on();
    }

    /// Hides the mouse cursor while there is nothing to point at.
    fn show_mouse(&mut self) {
        let shown = !self.plays() || self.services.debug.open;
        // egui shows the cursor again in every frame, open or not.
        if shown != self.mouse_shown || self.services.debug.started {
            show_mouse(shown);
            self.mouse_shown = shown;
        }
    }
}
