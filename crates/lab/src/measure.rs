//! Measures a solver in a scene.

use std::collections::VecDeque;
use std::sync::Arc;

use glam::Vec2;
use serde::Serialize;

use super::drive::{Drive, DriveStep, Phase, SPEED_FACTORS, space};
use super::scene::{Goal, Motion, Scene, SceneRun};
use super::{Judge, Oracle};
use seamwalker_collide::{CollisionView, Mover, Solver, SolverSetup, Space};
use seamwalker_sim::{PlatformState, Player, TICK, World};

/// A mover is stuck if it stays in one place for this number of steps.
const STUCK_STEPS: usize = 30;

/// The maximum distance within that place, in pixels.
const STUCK_DISTANCE: f32 = 1.0;

/// The minimum progress of the judge in the step after, in pixels.
const STUCK_PROGRESS: f64 = 0.25;

/// The maximum depth of a free mover, in pixels: law 2.
const MAX_FREE_DEPTH: f64 = 0.01;

/// How far from the judge a mover may slide down a slope, in pixels: one step of the judge.
const SLIDING_SLACK: f32 = 0.125;

/// How much longer along x a move may be that keeps its x, in pixels: rounding.
const X_ROUNDING: f32 = 1e-3;

/// The steepest slope that a walker climbs with constant x speed (rise over run): 63.4 degrees, and a little for rounding.
const STEEPEST: f32 = 2.05;

/// The number of ticks in which a rider settles.
const SETTLING_TICKS: u64 = 5;

/// The measurements of one solver in one scene. A figure that does not apply to the scene is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SceneResult {
    /// The number of runs.
    pub runs: u32,
    /// The number of steps of all runs.
    pub steps: u64,
    /// Steps with less than half of the judge's progress, and at least a quarter of a pixel less.
    pub snags: Option<u64>,
    /// The same for wanted moves of less than half a pixel, and at least 0.02 px less progress.
    pub slow_snags: Option<u64>,
    /// Runs that stayed within one pixel for 30 steps although the judge could move on. Such a run ends there.
    pub stuck: Option<u32>,
    /// The deepest overlap after a step, in pixels.
    pub overlap: Option<f64>,
    /// The worst lurch of a mover that was free before, in pixels: by how much a move was longer than wanted, or went against the
    /// wanted move.
    pub lurch: Option<f64>,
    /// The most by which a move on a slope was longer than wanted although its part along x was not, in pixels: constant x
    /// speed on slopes, which many games choose. Not a fault.
    pub stretch: Option<f64>,
    /// The distance that the judge moved in all judged steps, and how much of it the solver made along the judge's way, in pixels.
    /// A difference is not a fault by itself: it adds up what is too small for a snag.
    pub surface: Option<[f64; 2]>,
    /// The largest move in 120 steps at rest, in pixels.
    pub jitter: Option<f64>,
    /// How far a mover on a slope, pressed by gravity for ten seconds, went beyond resting or sliding as the judge; on a platform,
    /// its slip; in pixels.
    pub drift: Option<f64>,
    /// The largest multiple of the speed without tunnelling, 0 to 100.
    pub speed: Option<u16>,
    /// Runs that did not end as expected.
    pub missed: u32,
}

impl SceneResult {
    /// Whether there is no fault: no snag, nothing stuck, missed or tunnelled, and no other figure above 0.01 px.
    pub fn is_clean(&self) -> bool {
        let distances = [self.overlap, self.lurch, self.jitter, self.drift];
        distances.into_iter().flatten().all(|px| px <= MAX_FREE_DEPTH)
            && self.snags.unwrap_or(0) + self.slow_snags.unwrap_or(0) == 0
            && self.stuck.unwrap_or(0) + self.missed == 0
            && self.speed.is_none_or(|speed| Some(&speed) == SPEED_FACTORS.last())
    }
}

/// Sets a figure to the maximum of itself and a new value.
fn raise(figure: &mut Option<f64>, value: f64) {
    *figure = Some(figure.unwrap_or(0.0).max(value));
}

/// Judges every step of a solver in all runs of a scene. The result is the same on every machine.
pub fn measure(scene: &Scene, setup: &SolverSetup) -> SceneResult {
    let mut figures = measure_solver(scene, setup);
    for run in scene.runs.iter().filter(|run| run.motion == Motion::Game) {
        figures.runs += 1;
        figures.missed += u32::from(!play(scene, run, setup, &mut figures));
    }
    figures
}

/// The same for any solver, such as another library: `benches/peers` compares some. Runs of the whole game are left out, because
/// they need a [`SolverSetup`].
pub fn measure_solver(scene: &Scene, solver: &dyn Solver) -> SceneResult {
    let (oracle, space, mut figures) = (Oracle::new(&scene.union), space(scene), SceneResult::default());
    for run in scene.runs.iter().filter(|run| run.motion != Motion::Game) {
        figures.runs += 1;
        figures.missed += u32::from(!drive(scene, run, (solver, &space), &oracle, &mut figures));
    }
    figures
}

/// Judges a run of a solver alone. Returns whether it ended as expected.
fn drive(
    scene: &Scene,
    run: &SceneRun,
    (solver, space): (&dyn Solver, &Space),
    oracle: &Oracle,
    figures: &mut SceneResult,
) -> bool {
    let (mut watch, judging) = (Watch::new(run), (oracle, solver.view()));
    let _ = Drive::new(scene, run).steps(space, solver).all(|step| watch.step(&step, run, judging, figures));
    watch.kept(run, figures)
}

/// Judges a run of the whole game. Returns whether it ended as expected.
fn play(scene: &Scene, run: &SceneRun, setup: &SolverSetup, figures: &mut SceneResult) -> bool {
    let (mut judge, mut watch) = (Judge::of(&scene.union), PlayWatch::default());
    let mut world = World::new(Arc::clone(&scene.level), *setup);
    for input in &run.inputs() {
        world.step(input);
        if !watch.tick(&world, run.goal, &mut judge, figures) {
            break;
        }
    }
    watch.kept(run.goal, figures)
}

/// An oracle, and the view of the solver that it judges.
type Judging<'a> = (&'a Oracle, CollisionView);

/// Judges one run of a solver alone.
#[derive(Default)]
struct Watch {
    /// The positions of the last steps.
    places: VecDeque<Vec2>,
    /// Where it stood at first, and a mover that slides from there as the judge does.
    stood: Option<(Vec2, Mover)>,
    at: Vec2,
    /// The smallest and the largest coordinates so far.
    low: Vec2,
    high: Vec2,
    /// The smallest and the largest y since the first landing.
    heights: Option<(f32, f32)>,
    /// The largest multiple of the speed without tunnelling, if it was thrown.
    speed: Option<u16>,
}

impl Watch {
    fn new(run: &SceneRun) -> Self {
        Self { at: run.start, low: run.start, high: run.start, ..Self::default() }
    }

    /// Judges a step. Returns false if the run may end.
    fn step(&mut self, step: &DriveStep, run: &SceneRun, judging: Judging, figures: &mut SceneResult) -> bool {
        let (oracle, view) = judging;
        let after = step.after();
        self.at = after.aabb.center;
        self.low = self.low.min(self.at);
        self.high = self.high.max(self.at);
        // Heights count from the first step that ended on ground.
        if self.heights.is_some() || step.landed() {
            let (low, high) = self.heights.unwrap_or((self.at.y, self.at.y));
            self.heights = Some((low.min(self.at.y), high.max(self.at.y)));
        }
        figures.steps += 1;
        raise(&mut figures.overlap, oracle.buried(view, &after));
        if oracle.distance(view, &step.mover, 1.0) > -MAX_FREE_DEPTH {
            let (lurch, stretch) = lurch(step.delta, step.moved);
            raise(&mut figures.lurch, lurch);
            raise(&mut figures.stretch, stretch);
        }
        match step.phase {
            Phase::Move => return self.judge(step, run.motion, judging, figures),
            Phase::Rest => raise(&mut figures.jitter, f64::from(step.moved.length())),
            Phase::Land => {}
            Phase::Stand => {
                let (stood, sliding) = self.stood.get_or_insert((step.mover.aabb.center, step.mover));
                *sliding = sliding.moved(oracle.slide(view, sliding, step.delta).as_vec2());
                // At a bend the judge is as exact as one of its steps, but only a judge that slides is off at all.
                let slack = SLIDING_SLACK.min(stood.distance(sliding.aabb.center));
                let off = self.at.distance(*stood).min(self.at.distance(sliding.aabb.center) - slack).max(0.0);
                raise(&mut figures.drift, f64::from(off));
            }
            Phase::Throw(factor) => return self.throw(factor, run.goal),
        }
        true
    }

    /// Counts snags and stuck runs.
    fn judge(&mut self, step: &DriveStep, motion: Motion, (oracle, view): Judging, figures: &mut SceneResult) -> bool {
        let snagged = oracle.snags(view, &step.mover, step.delta, step.moved);
        *figures.snags.get_or_insert(0) += u64::from(snagged);
        let snagged_slowly = oracle.snags_slowly(view, &step.mover, step.delta, step.moved);
        *figures.slow_snags.get_or_insert(0) += u64::from(snagged_slowly);
        let possible = oracle.slide(view, &step.mover, step.delta);
        let way = possible.length();
        if way > 0.0 {
            let [all, made] = figures.surface.get_or_insert_default();
            *all += way;
            *made += (step.moved.as_dvec2().dot(possible) / way).clamp(0.0, way);
        }
        let stuck = figures.stuck.get_or_insert(0);
        self.places.push_back(self.at);
        if self.places.len() <= STUCK_STEPS {
            return true;
        }
        let earlier = self.places.pop_front().unwrap_or(self.at);
        if earlier.distance(self.at) > STUCK_DISTANCE {
            return true;
        }
        let is_stuck = oracle.progress(view, &step.after(), step.delta) > STUCK_PROGRESS;
        *stuck += u32::from(is_stuck);
        !is_stuck && matches!(motion, Motion::Rest(_))
    }

    /// Returns whether the room held a throw. A speed at which one of the throws left it does not count.
    fn throw(&mut self, factor: u16, goal: Goal) -> bool {
        let held = matches!(goal, Goal::Inside(room) if room.contains(self.at));
        let slower = SPEED_FACTORS.into_iter().rev().find(|other| *other < factor);
        self.speed = Some(if held { factor } else { slower.unwrap_or(0) });
        held
    }

    /// Whether the run ended as expected.
    fn kept(&self, run: &SceneRun, figures: &mut SceneResult) -> bool {
        if let Some(speed) = self.speed {
            figures.speed = Some(figures.speed.map_or(speed, |known| known.min(speed)));
            return true;
        }
        let start = run.start;
        match run.goal {
            Goal::Across(way) => (self.at.x - start.x) * way.signum() >= way.abs(),
            Goal::Column(px) => self.high.x - start.x <= px && start.x - self.low.x <= px,
            Goal::NoClimb(px) => start.y - self.low.y <= px,
            Goal::Level(px) => self.heights.is_some_and(|(low, high)| high - low <= px),
            Goal::Inside(room) => room.contains(self.low) && room.contains(self.high),
            Goal::Any | Goal::Rides(_) | Goal::Lives | Goal::Dies => true,
        }
    }
}

/// By how much a move is longer than wanted, or goes against the wanted move, in pixels; and the same for a move along a slope whose
/// part along x is no longer than wanted.
pub(super) fn lurch(delta: Vec2, moved: Vec2) -> (f64, f64) {
    let (length, way) = (f64::from(delta.length()), f64::from(moved.length()));
    let against = if length > 0.0 { -f64::from(moved.dot(delta)) / length } else { 0.0 };
    let (x, y) = (delta.x.abs(), delta.y.abs());
    let keeps_x = moved.x.abs() <= x + X_ROUNDING && moved.y.abs() <= y + x * STEEPEST;
    let longer = (way - length).max(0.0);
    if keeps_x { (against.max(0.0), longer) } else { (longer.max(against), 0.0) }
}

/// Judges one run of the whole game.
#[derive(Default)]
struct PlayWatch {
    /// The player's position on the first platform: when it had settled, and in the last tick.
    settled: Option<Vec2>,
    last: Option<Vec2>,
    before: Option<Player>,
    deaths: u32,
}

impl PlayWatch {
    fn tick(&mut self, world: &World, goal: Goal, judge: &mut Judge, figures: &mut SceneResult) -> bool {
        figures.steps += 1;
        *figures.snags.get_or_insert(0) += u64::from(judge.tick(world));
        self.deaths = world.state.deaths + u32::from(world.state.player.is_dead());
        if world.state.player.is_dead() {
            return false;
        }
        let (view, mover) = (world.rules.solver.view(), world.player_mover());
        let overlap = f64::from(world.state.space.overlap(view, &mover)).max(judge.oracle.buried(view, &mover));
        raise(&mut figures.overlap, overlap);
        self.lurch(world, figures);
        if let Goal::Rides(_) = goal {
            self.ride(world, figures);
        }
        self.before = Some(world.state.player.clone());
        true
    }

    /// A player moves no farther than its own speed and that of the fastest platform allow.
    fn lurch(&self, world: &World, figures: &mut SceneResult) {
        let Some(before) = &self.before else { return };
        let player = &world.state.player;
        let own = before.motion.velocity.length().max(player.motion.velocity.length());
        let speed = |(index, platform): (usize, &PlatformState)| {
            let turning = world.platform(index).turning.as_ref();
            platform.velocity.length() * turning.map_or(1.0, |turning| turning.reach().to_radians())
        };
        let carried = world.state.platforms.iter().enumerate().map(speed).fold(0.0, f32::max);
        let moved = player.aabb().center.distance(before.aabb().center);
        let ducked = player.ducked != before.ducked;
        let beyond = f64::from(moved - (own + carried) * TICK);
        raise(&mut figures.lurch, if ducked || beyond < 1e-3 { 0.0 } else { beyond });
    }

    fn ride(&mut self, world: &World, figures: &mut SceneResult) {
        let Some(platform) = world.state.platforms.first() else { return };
        let center = world.state.space.bodies[platform.body].aabb.center;
        let place = world.state.player.feet() - center;
        if world.state.ticks < SETTLING_TICKS {
            return;
        }
        let settled = *self.settled.get_or_insert(place);
        let last = self.last.replace(place).unwrap_or(place);
        raise(&mut figures.jitter, f64::from(place.distance(last)));
        raise(&mut figures.drift, f64::from(place.distance(settled)));
    }

    fn kept(&self, goal: Goal, figures: &SceneResult) -> bool {
        let slipped = matches!(goal, Goal::Rides(px) if figures.drift.is_some_and(|drift| drift > f64::from(px)));
        (self.deaths > 0) == (goal == Goal::Dies) && !slipped
    }
}
