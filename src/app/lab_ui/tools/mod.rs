//! The tools of the laboratory. Each is a file: a page of the menu, and what it draws over the picture. Computations live in
//! `lab`, where they can be tested without a window.

mod axes;
mod compare;
mod designer;
mod feel;
mod film;
mod graphs;
mod inputs;
mod overlays;
mod scenes;
mod see;
mod share;
mod solver;
mod strip;
mod time;

use egui_macroquad::egui::{Context, Rect, Ui};
use glam::Vec2;
use seamwalker_lab::Film;
use seamwalker_sim::{Event, Input, World};

pub use share::Share;
use share::Sharing;

use super::place::MenuPlace;
use super::session::Session;
use super::{Pen, Request};
use crate::app::library::MapSource;
use crate::app::play::Play;

/// A page of the menu, in the order of [`Tools::all`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Instrument {
    #[default]
    Compare,
    Overlays,
    Axes,
    Rewind,
    StepThrough,
    Inputs,
    Graphs,
    Feel,
    Scenes,
    Designer,
    Share,
}

/// Instruments for one question, each with its name and hint.
pub type Group = (&'static str, &'static [(Instrument, &'static str, &'static str)]);

/// What *Expert* holds.
pub const GROUPS: [Group; 5] = [
    (
        "See",
        &[
            (Instrument::Overlays, "Overlays", "Draws what the solver sees over the game."),
            (Instrument::Axes, "Axes", "Click a segment, then drag the box, a copy of the player's."),
        ],
    ),
    (
        "Time",
        &[
            (Instrument::Rewind, "Rewind", "Up to a minute, with the bar below; slow motion."),
            (Instrument::StepThrough, "Step through", "One tick: what the solver queried, what it chose, and why."),
            (Instrument::Inputs, "Inputs", "Loops a section of the past, or inputs as text."),
            (Instrument::Graphs, "Jumps", "What became of every press of jump and dash."),
        ],
    ),
    (
        "Measure",
        &[
            (Instrument::Graphs, "Graphs", "The last five seconds."),
            (Instrument::Feel, "Feel", "How the player moves. Changes apply at once."),
            (Instrument::Scenes, "Scenes", "Places in which solvers fail, and how often. Esc goes back."),
        ],
    ),
    ("Designer", &[(Instrument::Designer, "Designer", "Put the player anywhere, see what objects and tiles are.")]),
    ("Share", &[(Instrument::Share, "Share", "Export what you see. Drop a .lab file onto the window to open it.")]),
];

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
    /// Where the menu is.
    pub place: MenuPlace,
    /// A film to step through, which the tool opens, and a sentence about it.
    pub film: Option<(Film, String)>,
    /// Height of the tool's own window along the lower edge, in points.
    pub strip: f32,
    /// Where tabs and other large buttons are, in points.
    pub buttons: Vec<Rect>,
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
    pub compare: compare::Compare,
    pub see: see::See,
    pub axes: axes::Axes,
    pub time: time::Time,
    pub film: film::Film,
    pub inputs: inputs::Inputs,
    pub graphs: graphs::Graphs,
    pub feel: feel::Feel,
    pub scenes: scenes::Scenes,
    pub designer: designer::Designer,
    pub share: Sharing,
}

impl Tools {
    /// Every tool, in the order of [`Instrument`].
    pub fn all(&mut self) -> [&mut dyn Tool; 11] {
        let Self { compare, see, axes, time, film, inputs, graphs, feel, scenes, designer, share } = self;
        [compare, see, axes, time, film, inputs, graphs, feel, scenes, designer, share]
    }
}

/// The current level; without one, a line that says how to start one.
fn need_play<'a>(ui: &mut Ui, play: Option<&'a mut Play>) -> Option<&'a mut Play> {
    if play.is_none() {
        ui.label("Start a level or a scene first.");
    }
    play
}
