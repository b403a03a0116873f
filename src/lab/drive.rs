//! Drives a mover through a scene, step by step, and shows every step to whoever wants to know.

use std::sync::Arc;

use glam::Vec2;

use super::scene::{Motion, Scene, SceneRun};
use crate::collide::{Aabb, Mover, Solver, SolverSetup, Space};

/// How much a fall grows per step, in pixels: 1800 px/s^2.
const GRAVITY: f32 = 0.5;

/// The fastest fall, in pixels per step: 320 px/s.
const FASTEST: f32 = 320.0 / 60.0;

/// The upward speed of a hop, in pixels per step.
const HOP: f32 = -6.0;

/// How many steps a hopper stays on the ground.
const HOP_PAUSE: u32 = 6;

/// For how many steps rest is measured: two seconds.
pub(super) const REST: u32 = 120;

/// For how many steps somebody stands: ten seconds.
pub(super) const STANDING: u32 = 600;

/// How many steps somebody may fall until there is ground to stand on.
const LANDING: u32 = 200;

/// How many steps the last part of a landing takes, against the ground's normal: what is nearer than [`NEAR`] is no drift.
const TOUCHDOWN: u32 = 4;

/// How near the ground must be to be stood on, in pixels.
const NEAR: f32 = 0.25;

/// How hard somebody who stands presses against the ground, in pixels per step.
const PRESS: f32 = 0.5;

/// The multiples of the usual speed that are tried.
pub(super) const FACTORS: [u16; 9] = [1, 2, 3, 5, 10, 20, 30, 50, 100];

/// How often a throw is repeated from where it ended.
const THROWS: u32 = 3;

/// How far beyond a scene's bounds a run goes on, in pixels.
const OUTSIDE: f32 = 64.0;

/// What a step is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// On the way.
    Move,
    /// At rest: nothing may move any more.
    Rest,
    /// Falling on ground to stand on.
    Land,
    /// Standing: nothing may drift.
    Stand,
    /// Thrown, at this multiple of the usual speed.
    Throw(u16),
}

/// One step of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct DriveStep {
    /// Who, before the step.
    pub mover: Mover,
    /// The wanted move.
    pub delta: Vec2,
    /// What became of it.
    pub moved: Vec2,
    /// What it is part of.
    pub phase: Phase,
}

impl DriveStep {
    /// Who, after the step.
    pub fn after(&self) -> Mover {
        self.mover.moved(self.moved)
    }

    /// Whether a fall was stopped.
    fn landed(&self) -> bool {
        self.delta.y > 0.0 && self.moved.y < self.delta.y * 0.5
    }

    /// Whether a rise was stopped.
    fn bumped(&self) -> bool {
        self.delta.y < 0.0 && self.moved.y > self.delta.y * 0.5
    }
}

/// How fast somebody falls, in pixels per step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fall(f32);

impl Fall {
    /// The fall of the next step.
    pub fn next(&mut self) -> f32 {
        self.0 = (self.0 + GRAVITY).min(FASTEST);
        self.0
    }

    /// A step was made: standing ends a fall, and the next step presses lightly, as in the game.
    pub fn made(&mut self, step: &DriveStep) {
        if step.landed() || step.bumped() {
            self.0 = self.0.clamp(-GRAVITY, 0.0);
        }
    }
}

/// A mover on its way through a run, one step at a time.
#[derive(Clone, Debug)]
pub(super) struct Drive {
    run: SceneRun,
    /// Nobody goes on outside of these.
    bounds: Aabb,
    at: Mover,
    /// How many steps were made.
    made: u32,
    /// The fall of a walker, and for how many steps it was on the ground.
    fall: Fall,
    ground: u32,
    /// How somebody who stands presses, and from which step on.
    press: Option<(Vec2, u32)>,
    is_over: bool,
}

/// The space that a scene's solvers move in.
pub(super) fn space(scene: &Scene) -> Space {
    Space { terrain: Arc::clone(&scene.level.terrain), ..Space::default() }
}

/// Makes a run and shows every step to `each`, until that says false.
pub(super) fn drive(
    scene: &Scene,
    space: &Space,
    run: &SceneRun,
    setup: &SolverSetup,
    mut each: impl FnMut(&DriveStep) -> bool,
) {
    let mut drive = Drive::new(scene, run);
    while drive.next(space, setup).is_some_and(|step| each(&step)) {}
}

impl Drive {
    pub fn new(scene: &Scene, run: &SceneRun) -> Self {
        let beyond = if matches!(run.motion, Motion::Throw(_)) { f32::INFINITY } else { OUTSIDE };
        Self {
            run: *run,
            bounds: scene.level.bounds.grown(beyond),
            at: Mover::new(Aabb::new(run.start, run.half)),
            made: 0,
            fall: Fall::default(),
            ground: 0,
            press: None,
            is_over: false,
        }
    }

    /// The next step; `None` when the run is over.
    pub fn next(&mut self, space: &Space, setup: &SolverSetup) -> Option<DriveStep> {
        if self.is_over {
            return None;
        }
        let (delta, phase) = self.wish(space, setup)?;
        let slide = setup.slide(space, &self.at, delta);
        let step = DriveStep { mover: self.at, delta, moved: slide.moved, phase };
        self.at = step.after();
        self.made += 1;
        self.is_over = !self.bounds.contains(self.at.aabb.center);
        self.meet_ground(&step);
        Some(step)
    }

    /// What is wanted next.
    fn wish(&mut self, space: &Space, setup: &SolverSetup) -> Option<(Vec2, Phase)> {
        let (made, steps) = (self.made, self.run.steps);
        match self.run.motion {
            Motion::Push(delta) => (made < steps).then_some((delta, Phase::Move)),
            Motion::Walk(speed) | Motion::Hop(speed) => {
                (made < steps).then(|| (Vec2::new(speed, self.fall.next()), Phase::Move))
            }
            Motion::Rest(delta) => {
                let phase = if made < steps { Phase::Move } else { Phase::Rest };
                (made < steps + REST).then_some((delta, phase))
            }
            Motion::Stand => {
                if self.press.is_none() && made < LANDING {
                    let hit = setup.cast(space, &self.at, Vec2::new(0.0, NEAR));
                    self.press = hit.map(|hit| (hit.normal * -PRESS, made));
                }
                match self.press {
                    Some((press, since)) if made < since + TOUCHDOWN => Some((press, Phase::Land)),
                    Some((press, since)) => (made < since + TOUCHDOWN + STANDING).then_some((press, Phase::Stand)),
                    None => (made < LANDING).then_some((Vec2::new(0.0, PRESS), Phase::Land)),
                }
            }
            Motion::Throw(delta) => {
                let factor = *FACTORS.get((made / THROWS) as usize)?;
                if made.is_multiple_of(THROWS) {
                    self.at = Mover::new(Aabb::new(self.run.start, self.run.half));
                }
                Some((delta * f32::from(factor), Phase::Throw(factor)))
            }
            Motion::Game(_) => None,
        }
    }

    /// Standing ends a fall. A hopper hops after a while.
    fn meet_ground(&mut self, step: &DriveStep) {
        self.fall.made(step);
        self.ground += u32::from(step.landed());
        if matches!(self.run.motion, Motion::Hop(_)) && self.ground > HOP_PAUSE {
            (self.fall, self.ground) = (Fall(HOP), 0);
        }
    }
}
