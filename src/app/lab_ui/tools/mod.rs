//! The tools of the laboratory. Each is a file: a page of the menu, and what it draws over the picture. Computations live in
//! `lab`, where they can be tested without a window.

mod axes;
mod designer;
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
use seamwalker_sim::{Event, Input, World};

pub use share::Share;
use share::Sharing;

use super::session::Session;
use super::{Pen, Request};
use crate::app::library::MapSource;
use crate::app::play::Play;

/// Names and hints of all tools, in the order of the tabs and of [`Tools::all`].
pub const TOOL_TABS: [(&str, &str); 12] = [
    ("Solver", "The collision solver. The digit keys switch it, even in mid-jump."),
    ("Overlays", "Draws what the solver sees over the game."),
    ("Axes", "Click a segment, then drag the box, a copy of the player's."),
    ("Ghosts", "Runs other solvers beside yours on the same inputs."),
    ("Time", "Rewind up to a minute with the bar below. Slow motion runs fewer ticks, never shorter ones."),
    ("Inputs", "Loops a section of the past, or inputs as text, with any solver and any feel."),
    ("Step through", "One tick, step by step: what the solver queried, what it chose, and why."),
    ("Graphs", "The last five seconds, and why a jump did not happen."),
    ("Feel", "How the player moves. Changes apply at once."),
    ("Scenes", "Scenes in which solvers are known to fail. Esc goes back."),
    ("Designer", "For level designers: put the player anywhere, see what objects and tiles are, show and hide layers."),
    ("Share", "Export what you see. Drop a .lab file onto the window to open it."),
];

/// The tab with all scenes.
pub const SCENES_TAB: usize = 9;

/// What a tool may read and change in a frame.
pub struct ToolContext<'a> {
    /// The current level, if there is one.
    pub play: Option<&'a mut Play>,
    /// Where its map comes from; `None` for a scene.
    pub map: Option<MapSource>,
    /// Requests to the game, served after the frame.
    pub requests: &'a mut Vec<Request>,
    /// The past, and the recording that loops.
    pub session: &'a mut Session,
    /// Where the mouse is in the level, if it is not over the menu.
    pub pointer: Option<Vec2>,
    /// The mouse button is down there; it went down in this frame.
    pub held: bool,
    pub pressed: bool,
    /// Height of the tool's own window along the lower edge, in points.
    pub strip: f32,
}

/// One tool.
pub trait Tool {
    /// A tick is about to run.
    fn before(&mut self, _world: &World, _input: Input) {}

    /// A tick has run.
    fn after(&mut self, _world: &World, _events: &[Event]) {}

    /// The level was replaced by another or an edited one.
    fn forget(&mut self) {}

    /// The page in the menu.
    fn page(&mut self, ui: &mut Ui, cx: &mut ToolContext);

    /// Windows of its own beside the menu, while its page is open.
    fn beside(&mut self, _context: &Context, _cx: &mut ToolContext) {}

    /// Draws over the picture; `open` while its page is open.
    fn draw(&self, _pen: &mut Pen, _play: &Play, _open: bool) {}
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
    pub share: Sharing,
    pub film: film::Film,
    pub graphs: graphs::Graphs,
    pub feel: feel::Feel,
    pub scenes: scenes::Scenes,
    pub designer: designer::Designer,
}

impl Tools {
    /// Every tool, in the order of [`TOOL_TABS`].
    pub fn all(&mut self) -> [&mut dyn Tool; TOOL_TABS.len()] {
        let Self { solver, see, axes, ghosts, time, inputs, film, graphs, feel, scenes, designer, share } = self;
        [solver, see, axes, ghosts, time, inputs, film, graphs, feel, scenes, designer, share]
    }
}

/// The current level; without one, a line that says how to start one.
fn need_play<'a>(ui: &mut Ui, play: Option<&'a mut Play>) -> Option<&'a mut Play> {
    if play.is_none() {
        ui.label("Start a level or a scene first.");
    }
    play
}
