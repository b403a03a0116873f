//! The film of a tick: every slide that was asked for in it, told moment by moment, with what there is to be drawn.
//!
//! Slides are pure: the tick is run once more with a clone of its world, and each of its slides is asked again, aloud. So a film
//! costs nothing until somebody wants one, and the game does not know of it.

use glam::Vec2;
use serde::Serialize;

use super::axes::AxisRow;
use crate::collide::{Aabb, Mover, Obstacle, Outcome, Slide, Solver, SolverSetup, Space, TraceEvent, Tracer, Verdict};
use crate::sim::{Input, SlideRecord, World};

mod axes;
mod cutting;

use axes::{axes, corners, grown};

/// How many moments of one slide are kept: more than any slide of a game has. Of longer ones the end is told and the rest is
/// counted.
const MAX_MOMENTS: usize = 4000;

/// How many frames one slide becomes at most.
const MAX_FRAMES: usize = 400;

/// How many slides of one tick are told.
const MAX_SLIDES: usize = 64;

/// A tick, told.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::SolverSetup;
/// use seamwalker::lab::Film;
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::{Buttons, Input, World};
///
/// let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
/// let world = World::new(level, SolverSetup::default());
/// let film = Film::of(&world, Input { buttons: Buttons::RIGHT });
/// assert_eq!(film.slides[0].who, "the player");
/// for frame in &film.slides[0].frames {
///     println!("{}", frame.headline);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Film {
    /// The tick, counted from 0.
    pub tick: u64,
    /// Its slides, in the order in which they were asked for.
    pub slides: Vec<Story>,
    /// How many more there were.
    pub left_out: usize,
    /// The hash of the world after it, as the simulation has it.
    pub hash: u64,
}

/// One slide, told.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Story {
    /// Who moves.
    pub who: String,
    /// The same as a crate's index; `None`: the player.
    pub index: Option<usize>,
    /// The solver and its settings.
    pub setup: SolverSetup,
    /// Who, before the move.
    pub mover: Mover,
    /// The wanted move, px.
    pub delta: Vec2,
    /// What became of it in the tick.
    pub slide: Slide,
    /// Whether the slide came out the same when it was told; anything else is a bug of the solver.
    pub same: bool,
    /// What there is to see, in order.
    pub frames: Vec<Frame>,
    /// How many more moments there were.
    pub left_out: usize,
}

/// What is to be seen at one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Frame {
    /// What happens, in a sentence.
    pub headline: String,
    /// The figures, line by line.
    pub lines: Vec<String>,
    /// What there is to be drawn, from the back to the front.
    pub marks: Vec<Drawn>,
    /// The axes of one obstacle, where this frame is about them.
    pub axes: Vec<AxisRow>,
    /// Which of them is the least deep. One-sided edges push along those that look outwards, so that another may win.
    pub least: usize,
}

/// Something to be drawn, in pixels of the level.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Drawn {
    /// A cell of the grid that was looked into.
    Cell(Aabb),
    /// An obstacle: its corners (two of an edge), how thick it is seen, and whether it counts.
    Obstacle {
        /// Its corners.
        corners: Vec<Vec2>,
        /// How far the mover's core must stay away, px.
        radius: f32,
        /// Whether it counts.
        verdict: Verdict,
        /// Whether this frame is about it.
        chosen: bool,
    },
    /// The mover's box, and its core.
    Mover {
        /// The whole box.
        aabb: Aabb,
        /// What must stay clear.
        core: Vec2,
        /// How far, px.
        radius: f32,
        /// Whether it is only where it began.
        began: bool,
    },
    /// A way: a wanted one, or a push.
    Arrow {
        /// From here.
        from: Vec2,
        /// To here.
        to: Vec2,
        /// Whether it is a push.
        push: bool,
    },
    /// A contact: where, its normal, and how deep it is, px.
    Contact {
        /// A point of the obstacle's border.
        at: Vec2,
        /// Towards the mover.
        normal: Vec2,
        /// Positive when overlapping.
        depth: f32,
    },
    /// A plane that the mover's middle must stay beyond.
    Plane {
        /// A point of it.
        at: Vec2,
        /// To the free side.
        normal: Vec2,
    },
    /// An obstacle grown by the mover, so that the mover is a point and its move a ray.
    Grown(Vec<Vec2>),
    /// A point that the mover's middle goes to.
    Point(Vec2),
}

/// Keeps the first moments, and the last one whatever happens.
#[derive(Default)]
struct Reel {
    moments: Vec<TraceEvent>,
    left_out: usize,
}

impl Tracer for Reel {
    fn emit(&mut self, event: TraceEvent) {
        if self.moments.len() < MAX_MOMENTS || matches!(event, TraceEvent::Ends { .. }) {
            self.moments.push(event);
        } else {
            self.left_out += 1;
        }
    }
}

impl Film {
    /// Tells the tick that this input makes of a world. The world itself stays as it is.
    #[must_use]
    pub fn of(before: &World, input: Input) -> Self {
        let mut world = before.clone();
        world.slide_log = Some(Vec::new());
        let _ = world.step(input);
        let noted = world.slide_log.take().unwrap_or_default();
        let story = |noted: &SlideRecord| {
            let space = Space { terrain: before.state.space.terrain.clone(), bodies: noted.bodies.clone() };
            Story::of(before.rules.solver, &space, noted)
        };
        Self {
            tick: before.state.ticks,
            slides: noted.iter().take(MAX_SLIDES).map(story).collect(),
            left_out: noted.len().saturating_sub(MAX_SLIDES),
            hash: world.hash(),
        }
    }
}

impl Story {
    /// Tells one slide again.
    #[must_use]
    pub fn of(setup: SolverSetup, space: &Space, noted: &SlideRecord) -> Self {
        let SlideRecord { index, mover, delta, slide, .. } = noted;
        let who = index.map_or_else(|| "the player".to_owned(), |index| format!("crate {index}"));
        let mut reel = Reel::default();
        let told = setup.trace(space, mover, *delta, &mut reel);
        // A glide counts steps and evaluations in its own way.
        let result = |slide: &Slide| (slide.moved, slide.touches, slide.outcome, slide.overlap);
        let same = result(&told) == result(slide);
        let mut frames = cutting::cut(&setup, space, mover, &reel.moments);
        let mut left_out = reel.left_out;
        if frames.len() > MAX_FRAMES {
            left_out += frames.len() - MAX_FRAMES;
            frames.drain(MAX_FRAMES - 1..frames.len() - 1);
        }
        Self { who, index: *index, setup, mover: *mover, delta: *delta, slide: *slide, same, frames, left_out }
    }
}

/// An obstacle in words.
fn name(obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::Edge(i) => format!("edge {i}"),
        Obstacle::Piece(i) => format!("tile {i}"),
        Obstacle::Body(id) => format!("body {}", id.0),
    }
}

/// An outcome in words.
const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Free => "nothing was in the way",
        Outcome::Slid => "obstacles turned the move or stopped it",
        Outcome::TakenBack => "there was no room: undone",
        Outcome::Stuck => "it is stuck inside something",
    }
}
