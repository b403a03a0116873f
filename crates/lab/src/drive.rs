//! Drives a mover through a scene, step by step.

use std::sync::Arc;

use glam::Vec2;

use super::scene::{FALL_STEP, Motion, Scene, SceneRun};
use seamwalker_collide::{Aabb, Mover, Solver, Space};

/// The growth of a fall per step, in pixels: 1800 px/s^2.
const FALL_GROWTH: f32 = 0.5;

/// The upward speed of a hop, in pixels per step.
const HOP_STEP: f32 = -6.0;

/// The number of steps on the ground between hops.
const HOP_PAUSE: u32 = 6;

/// The number of steps in which rest is measured: two seconds.
const REST_STEPS: u32 = 120;

/// The number of steps in which drift is measured: ten seconds.
const STANDING_STEPS: u32 = 600;

/// The maximum number of steps of a fall before standing.
const MAX_LANDING_STEPS: u32 = 200;

/// The number of steps that press the mover from [`STANDING_REACH`] to the ground before drift is measured.
const TOUCHDOWN_STEPS: u32 = 4;

/// The distance at which ground is found, in pixels.
const STANDING_REACH: f32 = 0.25;

/// The move of a standing mover along gravity, in pixels per step.
const STANDING_PRESS: f32 = 0.5;

/// The tested multiples of the speed.
pub(super) const SPEED_FACTORS: [u16; 9] = [1, 2, 3, 5, 10, 20, 30, 50, 100];

/// The number of throws per speed, each from the end of the previous one.
const THROWS_PER_SPEED: u32 = 3;

/// How far beyond the bounds of a scene a run continues, in pixels.
const RUN_MARGIN: f32 = 64.0;

/// The phase of a run.
pub(super) enum Phase {
    Move,
    /// The mover must not move any more.
    Rest,
    /// Falls to the ground, in order to stand.
    Land,
    /// Gravity presses: the mover must rest, or slide down as without friction.
    Stand,
    /// A throw at this multiple of the speed.
    Throw(u16),
}

/// One step of a run.
pub(super) struct DriveStep {
    /// The mover before the step.
    pub mover: Mover,
    /// The wanted move.
    pub delta: Vec2,
    /// The actual move.
    pub moved: Vec2,
    pub phase: Phase,
}

impl DriveStep {
    /// The mover after the step.
    pub fn after(&self) -> Mover {
        self.mover.moved(self.moved)
    }

    /// Whether a fall was stopped.
    pub fn landed(&self) -> bool {
        self.delta.y > 0.0 && self.moved.y < self.delta.y * 0.5
    }

    /// Whether a rise was stopped.
    fn bumped(&self) -> bool {
        self.delta.y < 0.0 && self.moved.y > self.delta.y * 0.5
    }
}

/// The speed of a fall, in pixels per step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fall(f32);

impl Fall {
    /// The fall of the next step.
    pub fn next(&mut self) -> f32 {
        self.0 = (self.0 + FALL_GROWTH).min(FALL_STEP);
        self.0
    }

    /// Ground and ceilings end a fall; the next step presses lightly against the ground, as in the game.
    pub fn update(&mut self, step: &DriveStep) {
        if step.landed() || step.bumped() {
            self.0 = self.0.clamp(-FALL_GROWTH, 0.0);
        }
    }
}

/// The run of a mover, one step at a time.
pub(super) struct Drive {
    run: SceneRun,
    /// The run ends outside of these.
    bounds: Aabb,
    mover: Mover,
    /// The number of steps so far.
    steps: u32,
    /// The fall of a walker, and its number of steps on the ground.
    fall: Fall,
    ground: u32,
    /// The step in which a standing mover reached the ground.
    standing_since: Option<u32>,
}

/// The space for the solvers in a scene.
pub(super) fn space(scene: &Scene) -> Space {
    Space { terrain: Arc::clone(&scene.level.terrain), ..Space::default() }
}

impl Drive {
    pub fn new(scene: &Scene, run: &SceneRun) -> Self {
        let margin = if matches!(run.motion, Motion::Throw(_)) { f32::INFINITY } else { RUN_MARGIN };
        let (bounds, fall) = (scene.level.bounds.grown(margin), Fall::default());
        let mover = Mover::new(Aabb::new(run.start, run.half));
        Self { run: *run, bounds, mover, steps: 0, fall, ground: 0, standing_since: None }
    }

    /// All steps.
    pub fn steps(mut self, space: &Space, solver: &dyn Solver) -> impl Iterator<Item = DriveStep> {
        std::iter::from_fn(move || self.next(space, solver))
    }

    /// The next step; `None` when the run is over.
    fn next(&mut self, space: &Space, solver: &dyn Solver) -> Option<DriveStep> {
        if !self.bounds.contains(self.mover.aabb.center) {
            return None;
        }
        let (delta, phase) = self.wanted(space, solver)?;
        let slide = solver.slide(space, &self.mover, delta);
        let step = DriveStep { mover: self.mover, delta, moved: slide.moved, phase };
        self.mover = step.after();
        self.steps += 1;
        self.fall.update(&step);
        self.ground += u32::from(step.landed());
        if matches!(self.run.motion, Motion::Hop(_)) && self.ground > HOP_PAUSE {
            (self.fall, self.ground) = (Fall(HOP_STEP), 0);
        }
        Some(step)
    }

    /// The next wanted move.
    fn wanted(&mut self, space: &Space, solver: &dyn Solver) -> Option<(Vec2, Phase)> {
        let (made, steps) = (self.steps, self.run.steps);
        match self.run.motion {
            Motion::Push(delta) => (made < steps).then_some((delta, Phase::Move)),
            Motion::Walk(speed) | Motion::Hop(speed) => {
                (made < steps).then(|| (Vec2::new(speed, self.fall.next()), Phase::Move))
            }
            Motion::Rest(delta) => {
                let phase = if made < steps { Phase::Move } else { Phase::Rest };
                (made < steps + REST_STEPS).then_some((delta, phase))
            }
            Motion::Stand => {
                if self.standing_since.is_none() && made < MAX_LANDING_STEPS {
                    let hit = solver.cast(space, &self.mover, Vec2::new(0.0, STANDING_REACH));
                    self.standing_since = hit.map(|_| made);
                }
                let press = Vec2::new(0.0, STANDING_PRESS);
                match self.standing_since {
                    Some(since) if made < since + TOUCHDOWN_STEPS => Some((press, Phase::Land)),
                    Some(since) => (made < since + TOUCHDOWN_STEPS + STANDING_STEPS).then_some((press, Phase::Stand)),
                    None => (made < MAX_LANDING_STEPS).then_some((press, Phase::Land)),
                }
            }
            Motion::Throw(delta) => {
                let factor = *SPEED_FACTORS.get((made / THROWS_PER_SPEED) as usize)?;
                if made.is_multiple_of(THROWS_PER_SPEED) {
                    self.mover = Mover::new(Aabb::new(self.run.start, self.run.half));
                }
                Some((delta * f32::from(factor), Phase::Throw(factor)))
            }
            Motion::Game => None,
        }
    }
}
