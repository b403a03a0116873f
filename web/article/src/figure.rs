//! What all figures have in common, and the list of them.

use glam::Vec2;
use seamwalker_collide::Aabb;
use seamwalker_lab::story::{Hands, Knob, Page, Stage, StoryNumber};
use seamwalker_lab::{Mark, Tone};

use crate::downhill::{self, Downhill};
use crate::internal_edges::InternalEdges;
use crate::minkowski::Minkowski;
use crate::platform::{self, Platform};
use crate::{random_ground, vertices};

/// What a page must know of a figure as it is now.
#[derive(Clone, Debug)]
pub struct FigureSpec {
    /// The visible area, in pixels.
    pub view: Aabb,
    /// The range and the position of the slider. One without a name is not shown.
    pub slider: Option<(Knob, f32)>,
    /// What can be dragged, if anything.
    pub handle: Option<Aabb>,
    /// Whether it moves without input.
    pub moves: bool,
}

/// A small simulation with one thing to drag or one slider.
pub trait Figure {
    /// What the page must know of it.
    fn spec(&self) -> FigureSpec;

    /// Sets the slider, within its range, and starts the figure again.
    fn set(&mut self, _value: f32) {}
    /// Advances by a tick, while a finger is at this place of the scene.
    fn step(&mut self, finger: Option<Vec2>);
    /// The picture.
    fn marks(&self) -> Vec<Mark>;
    /// What it measures.
    fn numbers(&self) -> Vec<StoryNumber>;
}

/// The names of all figures: the pages of the game's story, and those of this crate.
pub fn names() -> impl Iterator<Item = &'static str> {
    let own = ["vertices", "internal-edges", "minkowski", "downhill", "platform", "random-ground"];
    Page::ALL.into_iter().map(Page::name).chain(own)
}

/// The figure with this name at its start; the first page of the story if there is none.
pub fn open(name: &str) -> Box<dyn Figure> {
    match name {
        "vertices" => Box::new(vertices::walk()),
        "internal-edges" => Box::new(InternalEdges::default()),
        "minkowski" => Box::new(Minkowski::default()),
        "downhill" => Box::new(Downhill::new(downhill::ANGLE.start)),
        "platform" => Box::new(Platform::new(platform::ROOM.start)),
        "random-ground" => Box::new(random_ground::walk()),
        page => Box::new(Stage::new(Page::from_name(page).unwrap_or(Page::ALL[0]))),
    }
}

/// The place, and where the finger was a tick ago.
pub(crate) struct Drag {
    pub at: Vec2,
    held: Option<Vec2>,
}

impl Drag {
    pub const fn new(at: Vec2) -> Self {
        Self { at, held: None }
    }

    /// Moves the place as far as the finger has moved, within a view.
    pub fn step(&mut self, finger: Option<Vec2>, view: &Aabb) {
        if let (Some(before), Some(now)) = (self.held, finger) {
            self.at = (self.at + now - before).clamp(view.min(), view.max());
        }
        self.held = finger;
    }
}

/// A number of a figure.
pub(crate) fn number(name: &'static str, value: f32, tone: Tone) -> StoryNumber {
    StoryNumber { name, value, tone }
}

impl Figure for Stage {
    fn spec(&self) -> FigureSpec {
        let slider = Some((self.page.knob(), self.knob));
        FigureSpec { view: self.view(), slider, handle: Some(self.handle()), moves: self.has_walkers() }
    }

    fn set(&mut self, value: f32) {
        self.set_knob(value);
    }

    fn step(&mut self, finger: Option<Vec2>) {
        Self::step(self, &Hands { turn: 0, holds: finger });
    }

    fn marks(&self) -> Vec<Mark> {
        Self::marks(self)
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        self.figures()
    }
}
