//! Measurements of slides: what they cost, and a log that can repeat them.

use std::cell::RefCell;
use std::ops::Range;

use glam::Vec2;

use super::{Rules, State};
use seamwalker_collide::controller::Ground;
use seamwalker_collide::{Bodies, CollisionView, Hit, Mover, Slide, Solver, Space, Touches};

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
    /// The deepest overlap ever left after a tick, in pixels. With `None` no tick looks for overlaps: they are nothing to the game, and
    /// with many crates that takes up to a fifth of a tick. Set it to zero to begin.
    pub worst_depth: Option<f32>,
}

/// The longest slide of a tick.
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

/// The solver of a world, which counts what slides cost, and logs them.
pub(super) struct Meter<'a> {
    rules: &'a Rules,
    /// The bodies of crates.
    crates: Range<usize>,
    figures: RefCell<Figures<'a>>,
    /// Whether these are slides of the player.
    of_player: bool,
}

struct Figures<'a> {
    stats: &'a mut Stats,
    log: &'a mut Option<Vec<SlideRecord>>,
}

impl<'a> Meter<'a> {
    pub fn new(rules: &'a Rules, state: &State, stats: &'a mut Stats, log: &'a mut Option<Vec<SlideRecord>>) -> Self {
        let crates = state.platforms.len()..state.platforms.len() + state.crates.len();
        Self { rules, crates, figures: RefCell::new(Figures { stats, log }), of_player: false }
    }

    /// The same for slides of the player.
    pub fn of_player(self) -> Self {
        Self { of_player: true, ..self }
    }

    /// The ground at most `reach` pixels below a mover.
    pub fn ground_below(&self, space: &Space, mover: &Mover, reach: f32) -> Option<Ground> {
        self.rules.feel.ground().find(self, space, mover, reach)
    }

    #[cold]
    fn record(&self, space: &Space, mover: &Mover, delta: Vec2, slide: Slide) -> SlideRecord {
        let index =
            space.bodies.iter().take(self.crates.end).skip(self.crates.start).position(|body| body.aabb == mover.aabb);
        SlideRecord { index, mover: *mover, delta, slide, bodies: space.bodies.clone() }
    }
}

impl Solver for Meter<'_> {
    fn slide(&self, space: &Space, mover: &Mover, delta: Vec2) -> Slide {
        let slide = self.rules.solver.slide(space, mover, delta);
        let Figures { stats, log } = &mut *self.figures.borrow_mut();
        stats.candidates += slide.candidates;
        stats.rounds += slide.rounds;
        stats.steps += slide.steps;
        if self.of_player {
            stats.add_players(mover, delta, &slide);
        }
        if let Some(log) = log {
            log.push(self.record(space, mover, delta, slide));
        }
        slide
    }

    fn view(&self) -> CollisionView {
        self.rules.solver.view()
    }

    fn cast(&self, space: &Space, mover: &Mover, delta: Vec2) -> Option<Hit> {
        self.rules.solver.cast(space, mover, delta)
    }
}

impl Stats {
    /// Counts a slide of the player. What it touched, and the longest one of a tick, are what the overlay draws.
    fn add_players(&mut self, mover: &Mover, delta: Vec2, slide: &Slide) {
        slide.touches.iter().for_each(|touch| self.touches.add(*touch));
        if self.longest.is_none_or(|known| known.delta.length_squared() < delta.length_squared()) {
            self.longest = Some(LongestSlide { mover: *mover, delta, moved: slide.moved });
        }
    }
}
