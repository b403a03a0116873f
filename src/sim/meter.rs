//! Measurements of slides: what they cost, and a log that can repeat them.

use glam::Vec2;

use super::State;
use super::probe::Probe;
use crate::collide::{Bodies, Mover, Slide, Solver, Touches};

/// Figures of the last tick and of the whole run, for the debug menu and `run`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stats {
    /// Solver candidates in the last tick.
    pub candidates: u32,
    /// Solver rounds in the last tick.
    pub rounds: u32,
    /// Solver steps in the last tick.
    pub steps: u32,
    /// What the player touched in the last tick.
    pub touches: Touches,
    /// The longest of the player's slides in the last tick.
    pub longest: Option<LongestSlide>,
    /// The deepest overlap ever left after a tick, in pixels.
    pub worst_depth: f32,
}

/// The longest slide of a tick.
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::SolverSetup;
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::{LongestSlide, Buttons, Input, World};
///
/// let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
/// let mut world = World::new(level, SolverSetup::default());
/// world.step(Input { buttons: Buttons::RIGHT });
/// let LongestSlide { delta, moved, .. } = world.stats.longest.expect("the player moved");
/// assert!(moved.length() <= delta.length() + 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongestSlide {
    /// The mover before the slide.
    pub mover: Mover,
    /// The requested move, px.
    pub delta: Vec2,
    /// The move that was made, px.
    pub moved: Vec2,
}

/// A slide of the last tick with everything that it depended on, so that it can be repeated. See
/// [`World::slide_log`](super::World::slide_log).
///
/// ```
/// use std::sync::Arc;
///
/// use seamwalker::collide::{Solver, SolverSetup, Space};
/// use seamwalker::level::{shipped, read};
/// use seamwalker::sim::{Buttons, Input, World};
///
/// let level = Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap());
/// let mut world = World::new(level, SolverSetup::default());
/// world.slide_log = Some(Vec::new());
/// world.step(Input { buttons: Buttons::RIGHT });
/// for record in world.slide_log.iter().flatten() {
///     let space = Space { terrain: Arc::clone(&world.state.space.terrain), bodies: record.bodies.clone() };
///     assert_eq!(world.rules.solver.slide(&space, &record.mover, record.delta), record.slide);
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SlideRecord {
    /// The crate that moved, by its index; `None` for the player.
    pub index: Option<usize>,
    /// The mover before the slide.
    pub mover: Mover,
    /// The requested move, px.
    pub delta: Vec2,
    /// The result.
    pub slide: Slide,
    /// The bodies at the time of the slide.
    pub bodies: Bodies,
}

/// Makes slides, counts what they cost and logs them.
pub(super) struct Meter<'a> {
    pub probe: Probe<'a>,
    pub stats: &'a mut Stats,
    pub log: &'a mut Option<Vec<SlideRecord>>,
}

impl Meter<'_> {
    /// A slide in the world of the probe.
    pub fn slide(&mut self, mover: &Mover, delta: Vec2) -> Slide {
        let Probe { rules, state } = self.probe;
        let slide = rules.solver.slide(&state.space, mover, delta);
        self.stats.candidates += slide.candidates;
        self.stats.rounds += slide.rounds;
        self.stats.steps += slide.steps;
        if let Some(log) = self.log {
            add_record(log, state, mover, delta, slide);
        }
        slide
    }
}

#[cold]
fn add_record(log: &mut Vec<SlideRecord>, state: &State, mover: &Mover, delta: Vec2, slide: Slide) {
    let index = state.crates.iter().position(|item| state.body(item.body).aabb == mover.aabb);
    log.push(SlideRecord { index, mover: *mover, delta, slide, bodies: state.space.bodies.clone() });
}
