//! The tools of the laboratory: each is a file, a page of the menu, and what it draws over the picture. A tool that thinks keeps
//! its thoughts in `lab`, where they can be tested without a window.

mod axes;
mod bench;
mod feel;
mod film;
mod ghosts;
mod graphs;
mod inputs;
mod scenes;
mod see;
mod share;
mod solver;
mod strip;
mod time;

use egui_macroquad::egui::{Context, Ui};
use glam::Vec2;
use seamwalker::sim::{Event, Input, World};
use serde_json::Value;

use super::session::Session;
use super::{Costs, Pen, Request};
use crate::app::play::Play;

/// The name of the tool with all scenes.
pub const SCENES: &str = "Scenes";

/// What a tool may look at and change in a frame.
pub struct ToolContext<'a> {
    /// The level that is being played, if there is one.
    pub play: Option<&'a mut Play>,
    /// What the game is asked to do after the frame.
    pub requests: &'a mut Vec<Request>,
    /// The past, and what is played again and again.
    pub session: &'a mut Session,
    /// What frames cost.
    pub costs: Costs,
    /// Where the mouse is in the level, if it is not over the menu.
    pub pointer: Option<Vec2>,
    /// The mouse's button is down there; and went down in this frame.
    pub held: bool,
    pub pressed: bool,
    /// How high a window of the tool's own is along the window's lower edge, in points.
    pub strip: f32,
}

/// One tool.
pub trait Tool {
    /// The word on its tab.
    fn name(&self) -> &'static str;

    /// What it is for, in a line.
    fn hint(&self) -> &'static str;

    /// What is held in the next tick, instead of `own`.
    fn input(&mut self, _world: &World, own: Input) -> Input {
        own
    }

    /// A tick is about to run.
    fn before(&mut self, _world: &World, _input: Input) {}

    /// A tick has run.
    fn after(&mut self, _world: &World, _events: &[Event]) {}

    /// Another level is played from now on, or an edited one.
    fn forget(&mut self) {}

    /// What it is set to, for a file that shows somebody else the same.
    fn settings(&self) -> Option<Value> {
        None
    }

    /// Sets it to what came in a file; what is not understood is left as it is.
    fn restore(&mut self, _settings: &Value) {}

    /// Its page in the menu.
    fn page(&mut self, ui: &mut Ui, bench: &mut ToolContext);

    /// Windows of its own beside the menu, while its page is open.
    fn beside(&mut self, _context: &Context, _bench: &mut ToolContext) {}

    /// Draws over the picture; `chosen` while its page is open.
    fn draw(&self, _pen: &mut Pen, _play: &Play, _chosen: bool) {}
}

/// All tools.
#[derive(Default)]
pub struct Tools {
    pub solver: solver::Solver,
    pub see: see::See,
    pub axes: axes::Axes,
    pub ghosts: ghosts::Ghosts,
    pub time: time::Time,
    pub inputs: inputs::Inputs,
    pub share: share::Sharing,
    pub film: film::Film,
    pub graphs: graphs::Graphs,
    pub feel: feel::Feel,
    pub bench: bench::BenchPage,
    pub scenes: scenes::Scenes,
}

impl Tools {
    /// Every tool, in the order of the tabs.
    pub fn each(&mut self) -> [&mut dyn Tool; 12] {
        let Self { solver, see, axes, ghosts, time, inputs, film, graphs, feel, bench, scenes, share } = self;
        [solver, see, axes, ghosts, time, inputs, film, graphs, feel, bench, scenes, share]
    }

    /// What one tool knows and another shows, after all were told of a tick.
    pub fn share(&mut self, world: &World) {
        self.see.look(world, &mut self.ghosts.model);
    }

    /// Every tool, for drawing.
    pub fn all(&self) -> [&dyn Tool; 12] {
        let Self { solver, see, axes, ghosts, time, inputs, film, graphs, feel, bench, scenes, share } = self;
        [solver, see, axes, ghosts, time, inputs, film, graphs, feel, bench, scenes, share]
    }
}

/// The level that is played, or a line that there is none.
fn need_play<'a>(ui: &mut Ui, play: Option<&'a mut Play>) -> Option<&'a mut Play> {
    if play.is_none() {
        ui.label("Start a level or a scene to see what its solver does.");
    }
    play
}
