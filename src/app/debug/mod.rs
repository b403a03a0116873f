//! The laboratory on F1: a menu that changes the world between two ticks, and overlays that show what the solver sees.
//!
//! Both are drawn at the window's own resolution, over the enlarged picture.

mod menu;
mod pen;
mod style;
mod tools;

use std::sync::Arc;

use glam::Vec2;
use macroquad::input::{MouseButton, is_mouse_button_down, is_mouse_button_pressed};
use macroquad::time::get_time;
use seamwalker::collide::SolverSetup;
use seamwalker::lab::{CrowdScene, Scene};
use seamwalker::level::Level;
use seamwalker::sim::{Event, Input, World};

use super::assets::Assets;
use super::canvas::Canvas;
use super::play::{Companion, Play};
use super::view::Fit;
pub use pen::Pen;
use tools::{Bench, Tools};

/// The menu's width in points.
const WIDTH: f32 = 346.0;

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
    /// Go on in this world of the same level: another moment of it.
    #[allow(dead_code)]
    Travel(Box<World>),
}

/// The state of the laboratory.
#[derive(Default)]
pub struct Debug {
    open: bool,
    /// The menu was opened once, so that its library listens to keys and must be fed from now on.
    started: bool,
    typing: bool,
    pointing: bool,
    tools: Tools,
    /// The tool whose page is open.
    tab: usize,
    costs: Costs,
    /// The level that the tools know.
    level: Option<Arc<Level>>,
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

    /// A scene begins: shows what its solver does.
    pub fn show_scene(&mut self) {
        self.tools.see.show_solver();
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
    pub fn overlays(&self, canvas: &mut Canvas, assets: &Assets, play: &Play, fit: Fit) {
        canvas.page(&assets.page);
        let mut pen = Pen { canvas, assets, fit, corner: play.window().corner };
        for (i, tool) in self.tools.all().into_iter().enumerate() {
            tool.draw(&mut pen, play, self.open && i == self.tab);
        }
        canvas.flush();
    }

    /// Runs and draws the menu. `play` is the level that is being played, if there is one; `mouse` a point of the window.
    pub fn menu(&mut self, play: Option<&mut Play>, (mouse, fit): (Vec2, Fit), requests: &mut Vec<Request>) {
        if !self.started {
            return;
        }
        let Self { open, tools, tab, costs, typing, pointing, .. } = self;
        let free = *open && !*pointing;
        let pointer = play.as_ref().filter(|_| free).map(|play| play.window().corner + fit.to_view(mouse));
        let (held, pressed) = (is_mouse_button_down(MouseButton::Left), is_mouse_button_pressed(MouseButton::Left));
        let mut bench = Bench { play, requests, costs: *costs, pointer, held: free && held, pressed: free && pressed };
        egui_macroquad::ui(|context| {
            style::apply(context);
            if *open {
                menu::show(context, tools, tab, &mut bench, open);
            }
            *typing = context.wants_keyboard_input();
            *pointing = context.wants_pointer_input();
        });
        egui_macroquad::draw();
    }
}

impl Companion for Debug {
    fn input(&mut self, world: &World, own: Input) -> Input {
        if !self.level.as_ref().is_some_and(|level| Arc::ptr_eq(level, &world.level)) {
            self.level = Some(Arc::clone(&world.level));
            self.tools.each().into_iter().for_each(tools::Tool::forget);
        }
        let before = get_time();
        let input = self.tools.each().into_iter().fold(own, |input, tool| tool.input(world, input));
        self.tools.each().into_iter().for_each(|tool| tool.before(world, input));
        self.began = get_time();
        self.costs.tools += ((self.began - before) as f32 - self.costs.tools) * SMOOTH;
        input
    }

    fn after(&mut self, world: &World, events: &[Event]) {
        let before = get_time();
        self.tools.took((before - self.began) as f32);
        self.tools.each().into_iter().for_each(|tool| tool.after(world, events));
        self.tools.share(world);
        self.costs.tools += (get_time() - before) as f32 * SMOOTH;
    }
}
