//! The laboratory on F1: a menu that changes the world between two ticks, and overlays that show what the solver sees.
//!
//! Both are drawn at the window's own resolution, over the enlarged picture.

mod menu;
mod overlay;
mod style;
mod trail;

use seamwalker::collide::SolverSetup;
use seamwalker::lab::{self, CrowdScene, Scene};

use super::assets::Assets;
use super::canvas::Canvas;
use super::play::Play;
use super::view::Fit;
use overlay::Overlays;
use trail::Trail;

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
}

/// The state of the laboratory.
#[derive(Default)]
pub struct Debug {
    open: bool,
    /// The menu was opened once, so that its library listens to keys and must be fed from now on.
    started: bool,
    typing: bool,
    pointing: bool,
    overlays: Overlays,
    trail: Trail,
    costs: Costs,
    /// All scenes, once the menu was opened.
    scenes: Vec<Scene>,
    crowds: Vec<CrowdScene>,
}

/// What a frame costs, averaged.
#[derive(Clone, Copy, Default)]
struct Costs {
    /// Seconds from frame to frame.
    frame: f32,
    /// Seconds of building and handing over the picture.
    draw: f32,
    /// Draw calls of our own.
    calls: u32,
}

impl Debug {
    /// What a frame costs, in words of a line of state.
    pub fn costs(&self) -> String {
        let Costs { frame, draw, calls } = self.costs;
        format!("draw_us={:.0} fps={:.1} calls={calls}", draw * 1e6, 1.0 / frame.max(1e-4))
    }

    /// Opens or closes the menu.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.started = true;
        if self.scenes.is_empty() {
            self.scenes = lab::scenes();
            self.crowds = lab::crowds();
        }
    }

    /// A scene begins: shows what its solver does.
    pub fn show_scene(&mut self) {
        self.overlays.show_solver();
        self.trail = Trail::default();
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

    /// Notes where the player went.
    pub fn remember(&mut self, play: &Play) {
        self.trail.remember(&play.world);
    }

    /// Notes what the frame cost.
    pub fn cost(&mut self, calls: u32, draw: f32, frame: f32) {
        let follow = |value: &mut f32, now: f32| *value += (now - *value) * SMOOTH;
        follow(&mut self.costs.frame, frame);
        follow(&mut self.costs.draw, draw);
        self.costs.calls = calls;
    }

    /// Draws the overlays that are switched on.
    pub fn overlays(&self, canvas: &mut Canvas, assets: &Assets, play: &Play, fit: Fit) {
        if self.overlays.any() {
            canvas.page(&assets.page);
            self.overlays.draw(canvas, assets, play, fit, &self.trail);
            canvas.flush();
        }
    }

    /// Runs and draws the menu. `play` is the level that is being played, if there is one.
    pub fn menu(&mut self, mut play: Option<&mut Play>, requests: &mut Vec<Request>) {
        if !self.started {
            return;
        }
        let Self { open, overlays, costs, typing, pointing, scenes, crowds, .. } = self;
        egui_macroquad::ui(|context| {
            style::apply(context);
            if *open {
                menu::show(context, play.as_deref_mut(), overlays, *costs, (scenes, crowds), requests, open);
            }
            *typing = context.wants_keyboard_input();
            *pointing = context.wants_pointer_input();
        });
        egui_macroquad::draw();
    }
}
