//! The laboratory on F1: a menu that changes the world between two ticks, and overlays that show what the solver sees.
//!
//! Both are drawn at the window's own resolution, over the enlarged picture.

mod menu;
mod pen;
mod session;
mod share;
mod style;
mod tools;

use std::sync::Arc;

use glam::Vec2;
use macroquad::input::{MouseButton, is_mouse_button_down, is_mouse_button_pressed};
use macroquad::time::get_time;
use seamwalker::collide::SolverSetup;
use seamwalker::lab::{Bookmark, CrowdScene, Judge, Loop, Scene, SharedSession, Take};
use seamwalker::level::Level;
use seamwalker::sim::{Event, Input, World};

use super::play::{Play, TickObserver};
use super::render::assets::Assets;
use super::render::canvas::Canvas;
use super::render::view::{Letterbox, density};
use super::window::page;
pub use pen::Pen;
use session::Session;
pub use share::Share;
use tools::{ToolContext, Tools};

/// The menu's width in points.
const WIDTH: f32 = 346.0;
/// How far it stays from the window's border, in points.
const MARGIN: f32 = 12.0;

/// Whoever moved farther in a tick was put there, in pixels: a trail has a gap.
const LEAP: f32 = 32.0;

/// How quickly shown costs follow the real ones, as a share per frame.
const SMOOTH: f32 = 0.05;

/// What the menu asks the game to do.
pub enum Request {
    /// Take this solver with these settings.
    Solver(SolverSetup),
    /// Read the map again.
    Reload,
    /// Play a scene.
    Scene(Box<Scene>),
    /// Show a scene for many bodies.
    Crowd(Box<CrowdScene>),
    /// Keep this text as a feel file.
    SaveFeel(String),
    /// Go on in this world of the same level: another moment of it.
    Travel(Box<World>),
    /// Give something to the player as a file.
    Share(Share),
}

/// The state of the laboratory.
#[derive(Default)]
pub struct Debug {
    open: bool,
    /// The menu was opened once, so that its library listens to keys and must be fed from now on.
    started: bool,
    typing: bool,
    pointing: bool,
    /// How high a tool's window is along the lower edge, in logical pixels.
    strip: f32,
    tools: Tools,
    /// The tool whose page is open.
    tab: usize,
    costs: Costs,
    /// The level that the tools know.
    level: Option<Arc<Level>>,
    session: Session,
    /// Judges the ticks of that level, since the first who wanted it.
    judge: Option<Judge>,
    /// Whether the last tick snagged, if that was asked.
    verdict: Option<bool>,
    /// When the present tick began, in seconds.
    began: f64,
}

/// What a frame costs, averaged.
#[derive(Clone, Copy, Default)]
pub struct Costs {
    /// Seconds from frame to frame.
    frame: f32,
    /// Seconds of building and handing over the picture.
    draw: f32,
    /// Draw calls of our own.
    calls: u32,
    /// Seconds of the tools per tick.
    tools: f32,
}

impl Debug {
    /// What a frame costs, in words of a line of state.
    pub fn costs(&self) -> String {
        let Costs { frame, draw, calls, tools } = self.costs;
        let (draw, tools) = (draw * 1e6, tools * 1e6);
        format!("draw_us={draw:.0} fps={:.1} calls={calls} tools_us={tools:.0}", 1.0 / frame.max(1e-4))
    }

    /// Opens or closes the menu.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.started = true;
    }

    /// Opens the menu; at the list of scenes, or where it was.
    pub fn open(&mut self, at_scenes: bool) {
        (self.open, self.started) = (true, true);
        if at_scenes {
            self.tab = self.tools.all().into_iter().position(|tool| tool.name() == tools::SCENES).unwrap_or(self.tab);
        }
    }

    /// Closes the menu.
    pub fn close(&mut self) {
        self.open = false;
    }

    /// A scene begins: shows what its solver does.
    pub fn show_scene(&mut self) {
        self.tools.see.show_solver();
    }

    /// Whether a take is played again and again: an exit is no end.
    pub fn plays(&self) -> bool {
        self.session.plays
    }

    /// A picture as it is chosen among the tools.
    pub fn picture(&self) -> Share {
        self.tools.share.picture()
    }

    /// The same of a clip.
    pub fn clip(&self) -> Share {
        self.tools.share.clip()
    }

    /// The tick before this one again, as far as the past is kept.
    pub fn back(&self, world: &World) -> Option<World> {
        self.session.back(world)
    }

    /// Plays a take again and again; where the game should go on for that.
    pub fn play_take(&mut self, take: Take) -> World {
        let rules = take.start.rules;
        self.follow(&take.start.level);
        self.session.play(Loop::new(take), &rules)
    }

    /// Shows what came in a parcel, whose take begins in this level; where the game should go on for that.
    pub fn open_parcel(&mut self, parcel: &SharedSession, mut looped: Loop) -> World {
        self.follow(&looped.take().start.level);
        (self.open, self.started) = (true, true);
        for tool in self.tools.each() {
            if let Some(settings) = parcel.settings.get(tool.name()) {
                tool.restore(settings);
            }
        }
        for Bookmark { name, tick } in &parcel.bookmarks {
            let world = looped.at(*tick, &parcel.rules);
            self.session.bookmark(name.clone(), world);
        }
        self.session.play(looped, &parcel.rules)
    }

    /// What would be shared: the take, or else the past as one.
    pub fn take(&self) -> Option<Loop> {
        self.session.take()
    }

    /// Adds bookmarks and settings to a parcel of this take.
    pub fn fill(&self, parcel: &mut SharedSession, take: &Take) {
        parcel.bookmarks = self.session.bookmarks_of(take);
        let settings = self.tools.all().into_iter();
        parcel.settings = settings.filter_map(|tool| Some((tool.name().to_owned(), tool.settings()?))).collect();
    }

    /// Where the player was, as far as the past is kept.
    pub fn trail(&self) -> impl Iterator<Item = Vec2> + '_ {
        self.session.history.trail()
    }

    /// Another level, or an edited one: nothing that was known of the last one holds.
    fn follow(&mut self, level: &Arc<Level>) {
        if !self.level.as_ref().is_some_and(|known| Arc::ptr_eq(known, level)) {
            self.level = Some(Arc::clone(level));
            self.session.move_to(level);
            self.judge = None;
            self.tools.each().into_iter().for_each(tools::Tool::forget);
        }
    }

    /// Whether the past is kept just now.
    fn remembers(&self) -> bool {
        self.open || self.started && self.session.keeps
    }

    /// How much of the window's right side and of its lower edge the menu covers, in logical pixels.
    pub fn size(&self) -> Vec2 {
        if self.open { Vec2::new(WIDTH + 2.0 * MARGIN, self.strip) } else { Vec2::ZERO }
    }

    /// Whether the menu is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Whether the menu was opened at least once.
    pub fn has_started(&self) -> bool {
        self.started
    }

    /// Whether keys are typed into the menu.
    pub fn wants_keys(&self) -> bool {
        self.open && self.typing
    }

    /// Whether the mouse is over the menu.
    pub fn wants_mouse(&self) -> bool {
        self.open && self.pointing
    }

    /// Notes what the frame cost.
    pub fn cost(&mut self, calls: u32, draw: f32, frame: f32) {
        let follow = |value: &mut f32, now: f32| *value += (now - *value) * SMOOTH;
        follow(&mut self.costs.frame, frame);
        follow(&mut self.costs.draw, draw);
        self.costs.calls = calls;
    }

    /// Draws what the tools show over the picture.
    pub fn overlays(&self, canvas: &mut Canvas, assets: &Assets, play: &Play, fit: Letterbox) {
        canvas.page(&assets.page);
        let mut pen = Pen::new(canvas, assets, fit, play.window().corner);
        if self.open {
            self.session.draw(&mut pen);
        }
        for (i, tool) in self.tools.all().into_iter().enumerate() {
            tool.draw(&mut pen, play, self.open && i == self.tab);
        }
        canvas.flush();
    }

    /// Runs and draws the menu. `play` is the level that is being played, if there is one; `mouse` a point of the window.
    pub fn menu(&mut self, play: Option<&mut Play>, (mouse, fit): (Vec2, Letterbox), requests: &mut Vec<Request>) {
        if !self.started {
            return;
        }
        let Self { open, tools, tab, costs, typing, pointing, strip, session, .. } = self;
        let running = play.as_ref().filter(|play| !play.clock.paused);
        if let Some(world) = running.and_then(|play| session.due(&play.world)) {
            requests.push(Request::Travel(Box::new(world)));
        }
        let free = *open && !*pointing;
        let pointer = play.as_ref().filter(|_| free).map(|play| play.window().corner + fit.to_view(mouse));
        let (held, pressed) = (is_mouse_button_down(MouseButton::Left), is_mouse_button_pressed(MouseButton::Left));
        let (held, pressed) = (free && held, free && pressed);
        let mut bench = ToolContext { play, requests, session, costs: *costs, pointer, held, pressed, strip: 0.0 };
        egui_macroquad::ui(|context| {
            // The library between does not know of screens whose pixels are smaller than a page's.
            context.set_pixels_per_point(density());
            style::apply(context);
            if *open {
                menu::show(context, tools, tab, &mut bench, open);
            }
            *typing = context.wants_keyboard_input();
            *pointing = context.wants_pointer_input();
        });
        *strip = bench.strip;
        // The page lets what is typed there have the keys of editing, too.
        page::ask(&["types", if *open && *typing { "1" } else { "" }]);
        egui_macroquad::draw();
    }
}

impl TickObserver for Debug {
    fn input(&mut self, world: &World, own: Input) -> Input {
        self.follow(&world.level);
        let before = get_time();
        let own = self.session.input(world, own);
        let input = self.tools.each().into_iter().fold(own, |input, tool| tool.input(world, input));
        if self.remembers() {
            self.session.before(world, input);
        }
        if self.tools.ghosts.model.is_on() {
            self.tools.ghosts.model.before(world, input, judge(&mut self.judge, world), &get_time);
        }
        self.tools.each().into_iter().for_each(|tool| tool.before(world, input));
        self.verdict = None;
        self.began = get_time();
        self.costs.tools += ((self.began - before) as f32 - self.costs.tools) * SMOOTH;
        input
    }

    fn after(&mut self, world: &World, events: &[Event]) {
        let before = get_time();
        let (seconds, judged) = ((before - self.began) as f32, self.open || self.tools.ghosts.model.is_on());
        let snagged = judged && self.snagged(world);
        self.session.after(world, events, snagged);
        self.tools.ghosts.model.after(world, events, snagged, seconds);
        self.tools.graphs.cost = seconds;
        self.tools.each().into_iter().for_each(|tool| tool.after(world, events));
        self.tools.share(world);
        self.costs.tools += (get_time() - before) as f32 * SMOOTH;
    }

    fn snagged(&mut self, world: &World) -> bool {
        let judged = || judge(&mut self.judge, world).is_some_and(|judge| judge.snagged(world));
        *self.verdict.get_or_insert_with(judged)
    }
}

/// Who judges this world, as it was `known` or made now; nobody where the level is too large.
fn judge<'a>(known: &'a mut Option<Judge>, world: &World) -> Option<&'a Judge> {
    if known.is_none() && Judge::fits(&world.level) {
        *known = Some(Judge::new(&world.level));
    }
    known.as_ref()
}
