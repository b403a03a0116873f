//! Drives a mover through a scene, step by step, and shows every step to whoever wants to know.

use std::sync::Arc;

use glam::Vec2;

use super::scene::{Motion, Run, Scene};
use crate::collide::{Aabb, Mover, Solver, SolverSetup, Space};
use crate::sim::{Input, World, parse_inputs, unfold_inputs};

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
pub(super) struct Step {
    /// Who, before the step.
    pub mover: Mover,
    /// The wanted move.
    pub delta: Vec2,
    /// What became of it.
    pub moved: Vec2,
    /// What it is part of.
    pub phase: Phase,
}

impl Step {
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
    pub fn made(&mut self, step: &Step) {
        if step.landed() || step.bumped() {
            self.0 = self.0.clamp(-GRAVITY, 0.0);
        }
    }
}

/// A mover on its way.
struct Drive<'a> {
    space: &'a Space,
    setup: &'a SolverSetup,
    bounds: Aabb,
    at: Mover,
}

/// The space that a scene's solvers move in.
pub(super) fn space(scene: &Scene) -> Space {
    Space { terrain: Arc::clone(&scene.level.terrain), bodies: Vec::new() }
}

/// Makes a run and shows every step to `each`, until that says false.
pub(super) fn drive(scene: &Scene, space: &Space, run: &Run, setup: &SolverSetup, mut each: impl FnMut(&Step) -> bool) {
    let mover = Mover::new(Aabb::new(run.start, run.half));
    let mut drive = Drive { space, setup, bounds: scene.level.bounds.grown(OUTSIDE), at: mover };
    match run.motion {
        Motion::Push(delta) => {
            drive.push(delta, run.steps, Phase::Move, &mut each);
        }
        Motion::Walk(speed) => drive.walk(speed, None, run.steps, &mut each),
        Motion::Hop(speed) => drive.walk(speed, Some(HOP_PAUSE), run.steps, &mut each),
        Motion::Rest(delta) => {
            let _ =
                drive.push(delta, run.steps, Phase::Move, &mut each) && drive.push(delta, REST, Phase::Rest, &mut each);
        }
        Motion::Stand => drive.stand(&mut each),
        Motion::Throw(delta) => {
            for factor in FACTORS {
                drive.at = mover;
                drive.bounds = scene.level.bounds.grown(f32::INFINITY);
                let go = drive.push(delta * f32::from(factor), THROWS, Phase::Throw(factor), &mut each);
                if !go {
                    break;
                }
            }
        }
        Motion::Game(_) => {}
    }
}

/// Plays a run of the whole game and shows the world after every tick to `each`, until that says false.
pub(super) fn play(scene: &Scene, run: &Run, setup: &SolverSetup, mut each: impl FnMut(&World) -> bool) {
    let Motion::Game(inputs) = run.motion else { return };
    let inputs = parse_inputs(inputs).unwrap_or_default();
    let held = unfold_inputs(&inputs).chain(std::iter::repeat(Input::default()));
    let mut world = World::new(Arc::clone(&scene.level), *setup);
    for input in held.take(run.steps as usize) {
        world.step(input);
        if !each(&world) {
            break;
        }
    }
}

impl Drive<'_> {
    /// One step; false when the run is over.
    fn step(&mut self, delta: Vec2, phase: Phase, each: &mut dyn FnMut(&Step) -> bool) -> (Step, bool) {
        let slide = self.setup.slide(self.space, &self.at, delta);
        let step = Step { mover: self.at, delta, moved: slide.moved, phase };
        self.at = step.after();
        let inside = self.bounds.contains(self.at.aabb.center);
        (step, each(&step) && inside)
    }

    fn push(&mut self, delta: Vec2, steps: u32, phase: Phase, each: &mut dyn FnMut(&Step) -> bool) -> bool {
        (0..steps).all(|_| self.step(delta, phase, each).1)
    }

    fn walk(&mut self, speed: f32, hop: Option<u32>, steps: u32, each: &mut dyn FnMut(&Step) -> bool) {
        let (mut fall, mut ground) = (Fall::default(), 0);
        for _ in 0..steps {
            let (step, go) = self.step(Vec2::new(speed, fall.next()), Phase::Move, each);
            if !go {
                return;
            }
            fall.made(&step);
            ground += u32::from(step.landed());
            if hop.is_some_and(|pause| ground > pause) {
                (fall, ground) = (Fall(HOP), 0);
            }
        }
    }

    fn stand(&mut self, each: &mut dyn FnMut(&Step) -> bool) {
        for _ in 0..LANDING {
            if let Some(hit) = self.setup.cast(self.space, &self.at, Vec2::new(0.0, NEAR)) {
                let press = hit.normal * -PRESS;
                let _ =
                    self.push(press, TOUCHDOWN, Phase::Land, each) && self.push(press, STANDING, Phase::Stand, each);
                return;
            }
            if !self.step(Vec2::new(0.0, PRESS), Phase::Land, each).1 {
                return;
            }
        }
    }
}
