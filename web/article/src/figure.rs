//! What all figures have in common, and the list of them.

use seamwalker_collide::Aabb;
use glam::Vec2;
use seamwalker_lab::Mark;
use seamwalker_lab::story::{Hands, Knob, Page, Stage, StoryNumber};

use crate::downhill::Downhill;
use crate::internal_edges::InternalEdges;
use crate::minkowski::Minkowski;
use crate::platform::Platform;
use crate::{random_ground, vertices};

/// A small simulation with one thing to drag or one slider.
pub trait Figure {
    /// The visible area, in pixels.
    fn view(&self) -> Aabb;
    /// The range of the slider; without a name, there is none.
    fn knob(&self) -> Knob {
        Knob { name: None, from: 0.0, to: 0.0, step: 1.0, start: 0.0 }
    }
    /// The position of the slider.
    fn value(&self) -> f32 {
        0.0
    }
    /// Sets the slider, within its range, and starts the figure again.
    fn set(&mut self, _value: f32) {}
    /// What can be dragged, if anything.
    fn handle(&self) -> Option<Aabb> {
        None
    }
    /// Advances by a tick, while a finger is at this place of the scene.
    fn step(&mut self, finger: Option<Vec2>);
    /// Whether it moves without input.
    fn moves(&self) -> bool;
    /// The picture.
    fn marks(&self) -> Vec<Mark>;
    /// What it measures.
    fn numbers(&self) -> Vec<StoryNumber>;
}

/// A figure of the article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// A page of the game's story.
    Story(Page),
    /// Speculative contacts, and vertices that do not count.
    Vertices,
    /// The nearest edge, with and without internal ones.
    InternalEdges,
    /// A box and a segment become a point and a hexagon.
    Minkowski,
    /// Falling over a hill, and following its ground.
    Downhill,
    /// A lift below a ceiling.
    Platform,
    /// Random ground, judged step by step.
    RandomGround,
}

impl FigureKind {
    /// All of them, in the order of [`figure_open`](crate::figure_open).
    pub const ALL: [Self; 16] = [
        Self::Story(Page::Ranges),
        Self::Story(Page::Shadows),
        Self::Story(Page::Winner),
        Self::Story(Page::Bricks),
        Self::Story(Page::PerAxis),
        Self::Story(Page::Mandatory),
        Self::Story(Page::Sweep),
        Self::Story(Page::Thick),
        Self::Story(Page::Centre),
        Self::Story(Page::Exact),
        Self::Vertices,
        Self::InternalEdges,
        Self::Minkowski,
        Self::Downhill,
        Self::Platform,
        Self::RandomGround,
    ];

    /// The figure at its start.
    #[must_use]
    pub fn open(self) -> Box<dyn Figure> {
        match self {
            Self::Story(page) => Box::new(Stage::new(page)),
            Self::Vertices => Box::new(vertices::walk()),
            Self::InternalEdges => Box::new(InternalEdges::default()),
            Self::Minkowski => Box::new(Minkowski::default()),
            Self::Downhill => Box::new(Downhill::default()),
            Self::Platform => Box::new(Platform::default()),
            Self::RandomGround => Box::new(random_ground::walk()),
        }
    }
}

impl Figure for Stage {
    fn view(&self) -> Aabb {
        Self::view(self)
    }

    fn knob(&self) -> Knob {
        self.page.knob()
    }

    fn value(&self) -> f32 {
        self.knob
    }

    fn set(&mut self, value: f32) {
        self.set_knob(value);
    }

    fn handle(&self) -> Option<Aabb> {
        Some(Self::handle(self))
    }

    fn step(&mut self, finger: Option<Vec2>) {
        Self::step(self, &Hands { turn: 0, holds: finger });
    }

    fn moves(&self) -> bool {
        self.has_walkers()
    }

    fn marks(&self) -> Vec<Mark> {
        Self::marks(self)
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        self.figures()
    }
}
