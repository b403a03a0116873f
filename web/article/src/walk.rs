//! Two movers walk over the same ground again and again, and a judge counts the snags of both.

use glam::Vec2;
use seamwalker_collide::{Mover, SolverSetup};
use seamwalker_lab::story::{Course, Knob, StoryNumber, Walker};
use seamwalker_lab::{Mark, MarkShape, Tone};

use crate::figure::{Figure, FigureSpec, number};

/// How many ticks a walk takes.
const WALK_TICKS: u32 = 150;

/// What the two walk over, for a position of the slider.
pub(crate) struct Ground {
    pub course: Course,
    /// The ground as convex polygons, for drawing.
    pub parts: Vec<Vec<Vec2>>,
}

/// The figure.
pub(crate) struct Walk {
    knob: Knob,
    ground: fn(f32) -> Ground,
    /// The solvers: the one that snags, and the one that does not.
    setups: [SolverSetup; 2],
    /// Where both begin.
    start: Mover,
    /// Whether the number of steps is shown.
    shows_steps: bool,
    value: f32,
    now: Ground,
    walkers: [Walker; 2],
    tick: u32,
}

impl Walk {
    pub fn new(
        knob: Knob,
        ground: fn(f32) -> Ground,
        setups: [SolverSetup; 2],
        start: Mover,
        shows_steps: bool,
    ) -> Self {
        let walkers = setups.map(|setup| Walker::new(setup, start));
        Self { knob, ground, setups, start, shows_steps, value: knob.start, now: ground(knob.start), walkers, tick: 0 }
    }

    fn restart(&mut self) {
        self.walkers = self.setups.map(|setup| Walker::new(setup, self.start));
        self.tick = 0;
    }
}

impl Figure for Walk {
    fn spec(&self) -> FigureSpec {
        FigureSpec { view: self.now.course.view, slider: Some((self.knob, self.value)), handle: None, moves: true }
    }

    fn set(&mut self, value: f32) {
        self.value = self.knob.limit(value);
        self.now = (self.ground)(self.value);
        self.restart();
    }

    fn step(&mut self, _: Option<Vec2>) {
        self.tick += 1;
        if self.tick > WALK_TICKS {
            self.restart();
        }
        self.walkers.iter_mut().for_each(|walker| walker.step(&self.now.course));
    }

    fn marks(&self) -> Vec<Mark> {
        let area = |part: &Vec<Vec2>| Mark::new(Tone::Ground, MarkShape::Area(part.clone()));
        let [one, other] = &self.walkers;
        let walkers = one.marks(Tone::Bad, None).into_iter().chain(other.marks(Tone::End, None));
        self.now.parts.iter().map(area).chain(walkers).collect()
    }

    fn numbers(&self) -> Vec<StoryNumber> {
        let [one, other] = &self.walkers;
        let knob = self.knob.name.map(|name| number(name, self.value, Tone::Winner));
        let steps = self.shows_steps.then(|| number("steps", other.steps() as f32, Tone::Other));
        let snags = [number("snags", one.snags as f32, Tone::Bad), number("snags", other.snags as f32, Tone::End)];
        knob.into_iter().chain(steps).chain(snags).collect()
    }
}
