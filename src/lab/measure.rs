//! Figures of a solver in a scene.

use std::collections::VecDeque;
use std::sync::Arc;

use glam::Vec2;
use serde::Serialize;

use super::drive::{Drive, DriveStep, FACTORS, Phase, drive, space};
use super::scene::{Goal, Motion, Scene, SceneRun};
use super::{Judge, Oracle};
use crate::collide::{Mover, Solver, SolverSetup, Space};
use crate::sim::{InputCursor, Player, TICK, World};

/// How long somebody must have stayed in one place to be stuck, in steps.
const STUCK_STEPS: usize = 30;

/// How large such a place is, in pixels.
const STUCK_PLACE: f32 = 1.0;

/// What the judge must be able to make in one step where a solver is stuck, in pixels.
const STUCK_PROGRESS: f64 = 0.25;

/// How deep somebody may be in something and still count as free, in pixels: law 2.
const FREE: f64 = 0.01;

/// How many ticks a rider has to settle.
const SETTLED: u64 = 5;

/// What one solver did in one scene. What makes no sense in a scene is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SceneResult {
    /// How many runs there were.
    pub runs: u32,
    /// How many steps they made together.
    pub steps: u64,
    /// Steps that were snags: less than half of the progress that the judge makes, and a quarter of a pixel less.
    pub snags: Option<u64>,
    /// Runs that stayed within one pixel for 30 steps although the judge could go on. Such a run ends there.
    pub stuck: Option<u32>,
    /// The deepest overlap left by any step, in pixels.
    pub overlap: Option<f64>,
    /// The worst lurch, in pixels: how much longer than its wanted move a move was, or how far it went against it; of
    /// movers that were free before.
    pub lurch: Option<f64>,
    /// The largest move in 120 steps at rest, in pixels.
    pub jitter: Option<f64>,
    /// How far somebody went who stood on a slope for ten seconds, or on a platform, in pixels.
    pub drift: Option<f64>,
    /// Up to which multiple of the usual speed nothing was passed through, 0 to 100.
    pub speed: Option<u16>,
    /// Runs that did not end as the scene wants.
    pub missed: u32,
    /// Nanoseconds per step, where somebody brought a clock.
    pub ns_per_step: Option<f64>,
}

impl SceneResult {
    /// Whether there is nothing to complain about: no snag, nobody stuck, nothing missed or passed through, and no other
    /// figure above 0.01 px.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        let small = [self.overlap, self.lurch, self.jitter, self.drift].into_iter().flatten().all(|px| px <= FREE);
        let none = self.snags.is_none_or(|n| n == 0) && self.stuck.is_none_or(|n| n == 0) && self.missed == 0;
        small && none && self.speed.is_none_or(|speed| speed == FACTORS[FACTORS.len() - 1])
    }
}

/// The greater of a figure and a new value.
fn raise(figure: &mut Option<f64>, value: f64) {
    *figure = Some(figure.unwrap_or(0.0).max(value));
}

/// Lets one solver make all runs of a scene, and judges every step. The same input gives the same figures everywhere.
///
/// ```
/// use seamwalker::collide::SolverSetup;
/// use seamwalker::lab::{measure, scenes};
///
/// let scene = &scenes()[0];
/// let figures = measure(scene, &SolverSetup::default());
/// assert!(figures.is_clean(), "thick-sat in {}: {figures:?}", scene.name);
/// ```
#[must_use]
pub fn measure(scene: &Scene, setup: &SolverSetup) -> SceneResult {
    let mut measure = Measure::new(scene, setup);
    while measure.step() {}
    measure.figures
}

/// One solver in one scene, measured step by step.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    scene: Scene,
    setup: SolverSetup,
    oracle: Oracle,
    space: Space,
    /// Which run is next, and the one that is being made.
    next: usize,
    stage: Option<RunStage>,
    /// What was measured so far.
    pub figures: SceneResult,
}

/// A run that is being made.
#[derive(Clone, Debug)]
enum RunStage {
    /// By a bare solver.
    Bare(Box<(Drive, Watch)>),
    /// By the whole game, with these inputs.
    Game(Box<(World, InputCursor, PlayWatch)>),
}

impl Measure {
    pub fn new(scene: &Scene, setup: &SolverSetup) -> Self {
        Self {
            oracle: Oracle::new(&scene.union),
            space: space(scene),
            scene: scene.clone(),
            setup: *setup,
            next: 0,
            stage: None,
            figures: SceneResult { runs: scene.runs.len() as u32, ..SceneResult::default() },
        }
    }

    /// Makes a step; false when all was measured.
    pub fn step(&mut self) -> bool {
        let Self { scene, setup, oracle, space, next, stage, figures } = self;
        let Some(run) = scene.runs.get(*next) else { return false };
        match stage.get_or_insert_with(|| RunStage::new(scene, run, setup)) {
            RunStage::Bare(bare) => {
                let (drive, watch) = &mut **bare;
                if drive.next(space, setup).is_some_and(|step| watch.step(&step, oracle, figures)) {
                    return true;
                }
                figures.missed += u32::from(!watch.kept(figures));
            }
            RunStage::Game(game) => {
                let (world, inputs, watch) = &mut **game;
                if let Some(input) = inputs.next() {
                    world.step(input);
                    if watch.tick(world, oracle, figures) {
                        return true;
                    }
                }
                figures.missed += u32::from(!watch.kept());
            }
        }
        *stage = None;
        *next += 1;
        true
    }
}

impl RunStage {
    fn new(scene: &Scene, run: &SceneRun, setup: &SolverSetup) -> Self {
        if matches!(run.motion, Motion::Game(_)) {
            let world = World::new(Arc::clone(&scene.level), *setup);
            let mut inputs = run.inputs();
            inputs.resize(run.steps);
            return Self::Game(Box::new((world, InputCursor::new(inputs), PlayWatch::new(scene, run))));
        }
        Self::Bare(Box::new((Drive::new(scene, run), Watch::new(run, setup))))
    }
}

/// Watches one run of a bare solver.
#[derive(Clone, Debug)]
struct Watch {
    run: SceneRun,
    setup: SolverSetup,
    /// The places of the last steps.
    places: VecDeque<Vec2>,
    /// Where standing began.
    stood: Option<Vec2>,
    at: Vec2,
    /// The smallest and the largest coordinates so far.
    low: Vec2,
    high: Vec2,
    /// Heights since the first landing: lowest, highest.
    heights: Option<(f32, f32)>,
    /// The largest multiple of the speed that held, and whether one failed.
    held: u16,
    broke: bool,
    thrown: bool,
}

impl Watch {
    fn new(run: &SceneRun, setup: &SolverSetup) -> Self {
        Self {
            run: *run,
            setup: *setup,
            places: VecDeque::new(),
            stood: None,
            at: run.start,
            low: run.start,
            high: run.start,
            heights: None,
            held: 0,
            broke: false,
            thrown: false,
        }
    }

    /// Judges a step; false when the run may end.
    fn step(&mut self, step: &DriveStep, oracle: &Oracle, figures: &mut SceneResult) -> bool {
        let view = self.setup.view();
        let after = step.after();
        self.at = after.aabb.center;
        self.low = self.low.min(self.at);
        self.high = self.high.max(self.at);
        self.note_height(step);
        figures.steps += 1;
        raise(&mut figures.overlap, oracle.buried(view, &after));
        if oracle.distance(view, &step.mover, 1.0) > -FREE {
            raise(&mut figures.lurch, lurch(step));
        }
        match step.phase {
            Phase::Move => return self.judge(step, &after, oracle, figures),
            Phase::Rest => raise(&mut figures.jitter, f64::from(step.moved.length())),
            Phase::Land => {}
            Phase::Stand => {
                let stood = *self.stood.get_or_insert(step.mover.aabb.center);
                raise(&mut figures.drift, f64::from(self.at.distance(stood)));
            }
            Phase::Throw(factor) => return self.throw(factor),
        }
        true
    }

    /// Snags, and whether somebody is stuck.
    fn judge(&mut self, step: &DriveStep, after: &Mover, oracle: &Oracle, figures: &mut SceneResult) -> bool {
        let view = self.setup.view();
        let snagged = oracle.snags(view, &step.mover, step.delta, step.moved);
        *figures.snags.get_or_insert(0) += u64::from(snagged);
        let stuck = figures.stuck.get_or_insert(0);
        self.places.push_back(self.at);
        if self.places.len() <= STUCK_STEPS {
            return true;
        }
        let then = self.places.pop_front().unwrap_or(self.at);
        if then.distance(self.at) > STUCK_PLACE {
            return true;
        }
        // At rest: rightly, or stuck?
        let could = oracle.progress(view, after, step.delta) > STUCK_PROGRESS;
        *stuck += u32::from(could);
        !could && matches!(self.run.motion, Motion::Rest(_))
    }

    fn throw(&mut self, factor: u16) -> bool {
        self.thrown = true;
        let Goal::Inside(room) = self.run.goal else { return false };
        self.broke |= !room.contains(self.at);
        if !self.broke {
            self.held = factor;
        } else if self.held == factor {
            // An earlier throw at this speed held, this one did not.
            self.held = FACTORS.into_iter().rev().find(|f| *f < factor).unwrap_or(0);
        }
        !self.broke
    }

    /// Heights count from the first step that ended on ground.
    fn note_height(&mut self, step: &DriveStep) {
        let landed = step.delta.y > 0.0 && step.moved.y < step.delta.y * 0.5;
        if self.heights.is_some() || landed {
            let (low, high) = self.heights.unwrap_or((self.at.y, self.at.y));
            self.heights = Some((low.min(self.at.y), high.max(self.at.y)));
        }
    }

    /// Whether the run came to what the scene wants.
    fn kept(&self, figures: &mut SceneResult) -> bool {
        if self.thrown {
            figures.speed = Some(figures.speed.map_or(self.held, |known| known.min(self.held)));
            return true;
        }
        let start = self.run.start;
        match self.run.goal {
            Goal::Across(way) => (self.at.x - start.x) * way.signum() >= way.abs(),
            Goal::Column(px) => self.high.x - start.x <= px && start.x - self.low.x <= px,
            Goal::NoClimb(px) => start.y - self.low.y <= px,
            Goal::Level(px) => self.heights.is_some_and(|(low, high)| high - low <= px),
            Goal::Inside(room) => room.contains(self.low) && room.contains(self.high),
            Goal::Any | Goal::Rides(_) | Goal::Lives | Goal::Dies => true,
        }
    }
}

/// How much longer than the wanted move a move is, or how far it goes against it, in pixels.
fn lurch(step: &DriveStep) -> f64 {
    let (length, moved) = (f64::from(step.delta.length()), f64::from(step.moved.length()));
    let against = if length > 0.0 { -f64::from(step.moved.dot(step.delta)) / length } else { 0.0 };
    (moved - length).max(against).max(0.0)
}

/// Watches one run of the whole game.
#[derive(Clone, Debug)]
struct PlayWatch {
    run: SceneRun,
    judge: Judge,
    /// The player's place on the first platform: when it had settled, and in the last tick.
    settled: Option<Vec2>,
    last: Option<Vec2>,
    before: Option<Player>,
    deaths: u32,
    slipped: f32,
}

impl PlayWatch {
    fn new(scene: &Scene, run: &SceneRun) -> Self {
        let judge = Judge::new(&scene.level);
        Self { run: *run, judge, settled: None, last: None, before: None, deaths: 0, slipped: 0.0 }
    }

    fn tick(&mut self, world: &World, oracle: &Oracle, figures: &mut SceneResult) -> bool {
        figures.steps += 1;
        let snagged = self.judge.tick(world);
        *figures.snags.get_or_insert(0) += u64::from(snagged);
        self.deaths = world.state.deaths + u32::from(world.state.player.is_dead());
        if world.state.player.is_dead() {
            return false;
        }
        let (view, mover) = (world.rules.solver.view(), world.player_mover());
        let overlap = f64::from(world.state.space.overlap(view, &mover)).max(oracle.buried(view, &mover));
        raise(&mut figures.overlap, overlap);
        self.lurch(world, figures);
        if let Goal::Rides(_) = self.run.goal {
            self.ride(world, figures);
        }
        self.before = Some(world.state.player.clone());
        true
    }

    /// Who is moved by nobody goes no farther than its speed says; who is moved, no farther than the fastest body more.
    fn lurch(&self, world: &World, figures: &mut SceneResult) {
        let Some(before) = &self.before else { return };
        let player = &world.state.player;
        let own = before.velocity.length().max(player.velocity.length());
        let carried = world.state.platforms.iter().map(|p| p.velocity.length()).fold(0.0, f32::max);
        let moved = player.aabb.center.distance(before.aabb.center);
        let ducked = player.ducked != before.ducked;
        let beyond = f64::from(moved - (own + carried) * TICK);
        raise(&mut figures.lurch, if ducked || beyond < 1e-3 { 0.0 } else { beyond });
    }

    fn ride(&mut self, world: &World, figures: &mut SceneResult) {
        let Some(platform) = world.state.platforms.first() else { return };
        let center = world.state.space.bodies[platform.body.0 as usize].aabb.center;
        let place = world.state.player.feet() - center;
        if world.state.ticks < SETTLED {
            return;
        }
        let settled = *self.settled.get_or_insert(place);
        let last = self.last.replace(place).unwrap_or(place);
        self.slipped = self.slipped.max(place.distance(settled));
        raise(&mut figures.jitter, f64::from(place.distance(last)));
        raise(&mut figures.drift, f64::from(place.distance(settled)));
    }

    fn kept(&self) -> bool {
        match self.run.goal {
            Goal::Rides(px) => self.deaths == 0 && self.slipped <= px,
            Goal::Dies => self.deaths > 0,
            _ => self.deaths == 0,
        }
    }
}

/// How many steps are timed, and how often; the fastest time counts.
const TIMED: usize = 512;
const REPEATS: u32 = 5;

/// How many nanoseconds a step of this solver takes in this scene, by a `clock` that counts them: the same moves that the
/// solver makes in the scene, without any judge; in scenes for the whole game, whole ticks.
#[must_use]
pub fn time(scene: &Scene, setup: &SolverSetup, clock: &dyn Fn() -> u64) -> f64 {
    if scene.is_played() {
        return time_game(scene, setup, clock);
    }
    let space = space(scene);
    let mut moves: Vec<(Mover, Vec2)> = Vec::new();
    for run in &scene.runs {
        drive(scene, &space, run, setup, |step| {
            moves.push((step.mover, step.delta));
            moves.len() < TIMED
        });
        if moves.len() >= TIMED {
            break;
        }
    }
    let mut act = || {
        let way = moves.iter().map(|(mover, delta)| setup.slide(&space, mover, *delta).moved).sum::<Vec2>();
        std::hint::black_box(way);
    };
    fastest(clock, &mut act) / moves.len().max(1) as f64
}

fn time_game(scene: &Scene, setup: &SolverSetup, clock: &dyn Fn() -> u64) -> f64 {
    let Some(run) = scene.runs.first().filter(|run| matches!(run.motion, Motion::Game(_))) else { return 0.0 };
    let held = run.inputs().slice(0..run.steps);
    let mut act = || {
        let mut world = World::new(Arc::clone(&scene.level), *setup);
        held.iter().for_each(|input| drop(std::hint::black_box(world.step(input))));
    };
    fastest(clock, &mut act) / f64::from(held.len().max(1))
}

/// The least time that `act` took.
fn fastest(clock: &dyn Fn() -> u64, act: &mut dyn FnMut()) -> f64 {
    let mut best = u64::MAX;
    for _ in 0..REPEATS {
        let start = clock();
        act();
        best = best.min(clock().saturating_sub(start));
    }
    best as f64
}
