//! The laboratory on F1: a menu that changes the world between two ticks, and overlays that show what the solver sees.
//!
//! Both are drawn at the window's own resolution, over the enlarged picture.

mod menu;
mod menu_letters;
mod pen;
mod place;
mod session;
mod start;
mod style;
mod tags;
mod tools;

use std::sync::Arc;

use glam::Vec2;
use macroquad::input::{MouseButton, is_mouse_button_down, is_mouse_button_pressed};
use macroquad::time::get_time;
use seamwalker_collide::SolverSetup;
use seamwalker_lab::{CrowdScene, Judge, Scene, Take};
use seamwalker_level::Level;
use seamwalker_sim::{Event, Input, Rules, World};

use super::library::MapSource;
use super::play::{Play, TickObserver};
use super::window::page;
use crate::app::input::Device;
use crate::app::render::{Assets, Canvas, Letterbox, density, window_size};
use menu::OpenPage;
pub use pen::Pen;
use place::MenuPlace;
use session::Session;
pub use start::{LabOptions, LabStart};
pub use tools::{Instrument, Share};
use tools::{ToolContext, Tools};

/// Letters of labels have at most this many pixels of the window per pixel of the font.
const MAX_LETTERS: f32 = 2.0;
/// How much larger they are with large text.
const MORE_LETTERS: f32 = 1.0;
/// What the menu requests from the game.
pub enum Request {
    /// Switch to this solver and these settings.
    Solver(SolverSetup),
    /// Read the map again.
    Reload,
    /// Play a scene.
    Scene(Box<Scene>),
    /// Compare two solvers on the same ground.
    Snag,
    /// Show a scene of many bodies.
    Crowd(Box<CrowdScene>),
    /// Save this text as a feel file.
    SaveFeel(String),
    /// Continue in this world of the same level: another moment of it.
    Travel(Box<World>),
    /// Export a file.
    Share(Share),
    /// Make a layer of the map solid, or no longer.
    SolidLayer(String, bool),
}

/// The state of the laboratory.
#[derive(Default)]
pub struct Debug {
    /// The menu is open on the screens that have it.
    pub open: bool,
    /// The current screen does not have it.
    pub hidden: bool,
    /// The menu was opened once, so egui listens to the keyboard and must run every frame from now on.
    pub started: bool,
    /// The past, and the recording that loops.
    pub session: Session,
    typing: bool,
    pointing: bool,
    /// Height of a tool's window along the lower edge, in logical pixels.
    strip: f32,
    /// Text is large.
    large: bool,
    /// All tools with their settings.
    pub tools: Tools,
    /// The page that is open.
    pub page: OpenPage,
    /// The corners and sizes of the tabs in the window, for tests.
    tabs: Vec<(Vec2, Vec2)>,
    /// The level that the tools last saw.
    level: Option<Arc<Level>>,
    /// Judges the ticks of that level; created on first use.
    judge: Option<Judge>,
    /// The last tick snagged.
    snagged: bool,
    /// The player was caught, and that has not been heard.
    pub caught: bool,
    /// When the current tick began, in seconds.
    tick_start: f64,
}

impl Debug {
    /// Opens or closes the menu.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.started = true;
    }

    /// Loops a recording by these rules. Returns the world to continue in.
    pub fn play(&mut self, take: Take, rules: &Rules) -> World {
        self.set_level(&take.start.level);
        self.session.play(take, rules)
    }

    /// Switches to another level, or to an edited one: everything known about the last one is dropped.
    fn set_level(&mut self, level: &Arc<Level>) {
        if !self.level.as_ref().is_some_and(|known| Arc::ptr_eq(known, level)) {
            self.level = Some(Arc::clone(level));
            self.session.move_to(level);
            self.judge = None;
            self.tools.all().into_iter().for_each(tools::Tool::forget);
        }
    }

    /// Whether the menu is seen.
    fn is_shown(&self) -> bool {
        self.open && !self.hidden
    }

    fn place(&self) -> MenuPlace {
        MenuPlace::new(window_size(), self.large)
    }

    /// How much of the window's right side and lower edge the menu covers, in logical pixels.
    pub fn size(&self) -> Vec2 {
        let MenuPlace { width, sheet, .. } = self.place();
        if self.is_shown() { Vec2::new(width, sheet.max(self.strip)) } else { Vec2::ZERO }
    }

    /// Whether it takes so much of the window that the picture shrinks to what is left, instead of lying below it.
    pub fn is_sheet(&self) -> bool {
        self.is_shown() && self.place().shrinks_picture
    }

    /// The corners and sizes of the tabs in the window, for tests.
    pub fn tabs(&self) -> &[(Vec2, Vec2)] {
        if self.is_shown() { &self.tabs } else { &[] }
    }

    /// Whether keys are typed into the menu.
    pub fn wants_keys(&self) -> bool {
        self.is_shown() && self.typing
    }

    /// Whether the mouse is over the menu.
    pub fn wants_mouse(&self) -> bool {
        self.is_shown() && self.pointing
    }

    /// Draws the overlays of the tools over the picture.
    pub fn overlays(&mut self, canvas: &mut Canvas, assets: &Assets, play: &Play, fit: Letterbox) {
        canvas.page(&assets.page);
        let large = assets.font.large;
        let mut pen = Pen::new(canvas, assets, fit.zoomed(play.camera.zoom), play.viewport().corner);
        pen.letters = fit.scale.floor().clamp(1.0, MAX_LETTERS) + if large { MORE_LETTERS } else { 0.0 };
        pen.keep_labels_apart(play, self.size().x);
        for (i, tool) in self.tools.all().into_iter().enumerate() {
            tool.draw(&mut pen, play, self.open && i == self.page.instrument as usize);
        }
        pen.place_labels();
        canvas.flush();
    }

    /// Runs and draws the menu, once it was opened for the first time. `play` is the current level and `map` its origin, if there is
    /// one; `mouse` is a point of the window.
    pub fn menu(
        &mut self,
        play: Option<&mut Play>,
        map: Option<MapSource>,
        (mouse, fit): (Vec2, Letterbox),
        assets: &Assets,
        requests: &mut Vec<Request>,
    ) {
        self.large = assets.font.large;
        let (is_shown, place) = (self.is_shown(), self.place());
        let Self { open, tools, page: shown, tabs, typing, pointing, strip, session, .. } = self;
        let touched = assets.prompts.device == Device::Touch;
        let running = play.as_ref().filter(|play| !play.clock.paused);
        if let Some(world) = running.and_then(|play| session.restart(&play.world)) {
            requests.push(Request::Travel(Box::new(world)));
        }
        let free = is_shown && !*pointing;
        let pointer = play.as_ref().filter(|_| free);
        let pointer = pointer.map(|play| play.viewport().corner + fit.zoomed(play.camera.zoom).to_view(mouse));
        let (held, pressed) = (is_mouse_button_down(MouseButton::Left), is_mouse_button_pressed(MouseButton::Left));
        let (held, pressed) = (free && held, free && pressed);
        let (film, buttons) = (None, Vec::new());
        let mut cx =
            ToolContext { play, map, requests, session, pointer, held, pressed, place, film, strip: 0.0, buttons };
        egui_macroquad::ui(|context| {
            // egui_macroquad ignores the density of high-DPI screens.
            context.set_pixels_per_point(density() * place.scale);
            style::apply(context, touched);
            if is_shown {
                let point = |at: egui_macroquad::egui::Pos2| Vec2::new(at.x, at.y) * place.scale;
                menu::show(context, tools, shown, &mut cx, open);
                *tabs = cx.buttons.iter().map(|rect| (point(rect.min), point(rect.max) - point(rect.min))).collect();
            }
            *typing = context.wants_keyboard_input();
            *pointing = context.wants_pointer_input();
        });
        *strip = cx.strip * place.scale;
        // While the player types, the web page must not swallow editing keys; some keys are the browser's unless this is open.
        page::laboratory(is_shown, is_shown && *typing);
        egui_macroquad::draw();
    }
}

impl TickObserver for Debug {
    fn input(&mut self, world: &World, own: Input) -> Input {
        self.set_level(&world.level);
        let input = self.session.input(world, own);
        if self.started {
            self.session.history.before(world, input);
        }
        self.tools.all().into_iter().for_each(|tool| tool.before(world, input));
        self.tick_start = get_time();
        input
    }

    fn after(&mut self, world: &World, events: &[Event]) {
        self.tools.graphs.cost = (get_time() - self.tick_start) as f32;
        let is_judged = self.open && Judge::fits(&world.level);
        let mut judge = is_judged.then(|| self.judge.get_or_insert_with(|| Judge::new(&world.level)));
        let snagged = judge.as_mut().is_some_and(|judge| judge.tick(world));
        self.caught |= snagged && !self.snagged;
        self.snagged = snagged;
        self.session.history.after(world, events, snagged);
        if let Some(judge) = judge {
            self.tools.compare.board.tick(world, judge, snagged, &get_time);
        }
        self.tools.all().into_iter().for_each(|tool| tool.after(world, events));
        self.tools.see.look(world, &self.tools.compare.ghosts.list);
    }
}
