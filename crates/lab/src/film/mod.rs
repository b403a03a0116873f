//! The film of a tick: every slide in it as a list of frames, each with text and drawings.
//!
//! Slides are pure. So the tick is run again in a clone of its world, and each of its slides again with a tracer. The game itself
//! pays nothing for it.

use super::Mark;
use glam::Vec2;
use seamwalker_collide::{Mover, Obstacle, Outcome, Slide, Solver, SolverSetup, Space, TraceEvent};
use seamwalker_sim::{Input, SlideRecord, World};

mod cutting;

/// The maximum number of frames per slide.
const MAX_FILM_FRAMES: usize = 400;

/// The maximum number of slides per tick.
const MAX_SLIDES: usize = 64;

/// The film of a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Film {
    /// The tick, counted from 0.
    pub tick: u64,
    /// Its slides, in order.
    pub slides: Vec<Story>,
    /// The hash of the world after the tick.
    pub hash: u64,
}

/// The film of one slide.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// The name of the moving object.
    pub who: String,
    /// The index of a crate; `None` for the player.
    pub index: Option<usize>,
    /// The solver and its settings.
    pub setup: SolverSetup,
    /// The mover before the move.
    pub mover: Mover,
    /// The wanted move, px.
    pub delta: Vec2,
    /// The result in the tick.
    pub slide: Slide,
    /// Whether the traced slide has the same result; anything else is a bug of the solver.
    pub same: bool,
    /// The frames, in order.
    pub frames: Vec<Frame>,
}

/// One step of a slide.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// What happens, in a sentence.
    pub headline: String,
    /// The details, line by line.
    pub lines: Vec<String>,
    /// The drawings, from back to front.
    pub marks: Vec<Mark>,
}

impl Film {
    /// Films the tick of a world with this input. The world itself does not change.
    pub fn of(before: &World, input: Input) -> Self {
        let mut world = before.clone();
        world.slide_log = Some(Vec::new());
        let _ = world.step(input);
        let slides = world.slide_log.take().unwrap_or_default();
        let story = |slide: &SlideRecord| {
            let space = Space { terrain: before.state.space.terrain.clone(), bodies: slide.bodies.clone() };
            Story::of(before.rules.solver, &space, slide)
        };
        Self {
            tick: before.state.ticks,
            slides: slides.iter().take(MAX_SLIDES).map(story).collect(),
            hash: world.hash(),
        }
    }

    /// The index of the slide to show first: of the player's, or of all if there is none, the one with the most contacts. 0 if there
    /// is none.
    pub fn interesting(&self) -> usize {
        let rank = |(_, story): &(usize, &Story)| (story.index.is_none(), story.slide.touches.len());
        // Of equal ones, the first.
        self.slides.iter().enumerate().rev().max_by_key(rank).map_or(0, |(i, _)| i)
    }
}

impl Story {
    /// Repeats one slide with a tracer.
    pub fn of(setup: SolverSetup, space: &Space, record: &SlideRecord) -> Self {
        let SlideRecord { index, mover, delta, slide, .. } = record;
        let who = index.map_or_else(|| "the player".to_owned(), |index| format!("crate {index}"));
        let mut trace: Vec<TraceEvent> = Vec::new();
        let traced = setup.trace(space, mover, *delta, &mut trace);
        // The fast path counts steps and evaluations in its own way.
        let result = |slide: &Slide| (slide.moved, slide.touches, slide.outcome, slide.overlap);
        let same = result(&traced) == result(slide);
        let mut frames = cutting::cut(&setup, space, mover, &trace);
        if frames.len() > MAX_FILM_FRAMES {
            frames.drain(MAX_FILM_FRAMES - 1..frames.len() - 1);
        }
        Self { who, index: *index, setup, mover: *mover, delta: *delta, slide: *slide, same, frames }
    }
}

/// An obstacle in words.
fn name(obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::Edge(i) => format!("edge {i}"),
        Obstacle::Piece(i) => format!("tile {i}"),
        Obstacle::Body(id) | Obstacle::Part(id, _) => format!("body {}", id.0),
    }
}

/// An outcome in words.
const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Free => "nothing was in the way",
        Outcome::Slid => "obstacles turned the move or stopped it",
        Outcome::TakenBack => "there was no room: undone",
        Outcome::Stuck => "it is stuck inside something",
        Outcome::Incomplete => "it ended early: one slide has at most 65,536 steps",
    }
}
