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

/// A small simulation with one thing to drag or one slider.
pub trait Figure {
    /// The visible area, in pixels.
    fn view(&self) -> Aabb;
    /// The range and the position of the slider. One without a name is not shown.
    fn slider(&self) -> Option<(Knob, f32)> {
        None
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
    fn moves(&self) -> bool {
        true
    }
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
        page => Box::new(Stage::new(Page::named(page).unwrap_or(Page::ALL[0]))),
    }
}

/// A number of a figure.
pub(crate) fn number(name: &'static str, value: f32, tone: Tone) -> StoryNumber {
    StoryNumber { name, value, tone }
}

impl Figure for Stage {
    fn view(&self) -> Aabb {
        Self::view(self)
    }

    fn slider(&self) -> Option<(Knob, f32)> {
        Some((self.page.knob(), self.knob))
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
