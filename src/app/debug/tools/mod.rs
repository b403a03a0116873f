//! The tools of the laboratory: each is a file, a page of the menu, and what it draws over the picture. A tool that thinks keeps
//! its thoughts in `lab`, where they can be tested without a window.

mod feel;
mod film;
mod ghosts;
mod scenes;
mod see;
mod solver;
mod time;

use egui_macroquad::egui::{Context, Ui};
use glam::Vec2;
use seamwalker::sim::{Event, Input, World};

use super::super::play::Play;
use super::{Costs, Pen, Request};

/// What a tool may look at and change in a frame.
#[allow(dead_code)]
pub struct Bench<'a> {
    /// The level that is being played, if there is one.
    pub play: Option<&'a mut Play>,
    /// What the game is asked to do after the frame.
    pub requests: &'a mut Vec<Request>,
    /// What frames cost.
    pub costs: Costs,
    /// Where the mouse is in the level, if it is not over the menu.
    pub pointer: Option<Vec2>,
    /// The mouse's button is down there; and went down in this frame.
    pub held: bool,
    pub pressed: bool,
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

    /// Its page in the menu.
    fn page(&mut self, ui: &mut Ui, bench: &mut Bench);

    /// Windows of its own beside the menu, while its page is open.
    fn beside(&mut self, _context: &Context, _bench: &mut Bench) {}

    /// Draws over the picture; `chosen` while its page is open.
    fn draw(&self, _pen: &mut Pen, _play: &Play, _chosen: bool) {}
}

/// All tools.
#[derive(Default)]
pub struct Tools {
    pub solver: solver::Solver,
    pub see: see::See,
    pub ghosts: ghosts::Ghosts,
    pub time: time::Time,
    pub film: film::Film,
    pub feel: feel::Feel,
    pub scenes: scenes::Scenes,
}

impl Tools {
    /// Every tool, in the order of the tabs.
    pub fn each(&mut self) -> [&mut dyn Tool; 7] {
        let Self { solver, see, ghosts, time, film, feel, scenes } = self;
        [solver, see, ghosts, time, film, feel, scenes]
    }

    /// The tick took so many seconds.
    pub fn took(&mut self, seconds: f32) {
        self.ghosts.took = seconds;
    }

    /// What one tool knows and another shows, after all were told of a tick.
    pub fn share(&mut self, world: &World) {
        self.see.look(world, &mut self.ghosts.model);
    }

    /// Every tool, for drawing.
    pub fn all(&self) -> [&dyn Tool; 7] {
        let Self { solver, see, ghosts, time, film, feel, scenes } = self;
        [solver, see, ghosts, time, film, feel, scenes]
    }
}

/// The level that is played, or a line that there is none.
fn need_play<'a>(ui: &mut Ui, play: Option<&'a mut Play>) -> Option<&'a mut Play> {
    if play.is_none() {
        ui.label("Begin a level or a scene: this shows what its solver does.");
    }
    play
}
