//! Runs without a window, and runs that are stored and checked.

use std::sync::Arc;

use glam::Vec2;
use serde::{Deserialize, Serialize};

use super::{Input, InputTimeline, OutOfRange, Rules, TICK_RATE, World};
use seamwalker_collide::SolverSetup;
use seamwalker_level::Level;

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Ending {
    /// The inputs ran out before the exit.
    #[default]
    Running,
    /// The exit was reached.
    Finished,
    /// The inputs ran out while the player was dead.
    Died,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// Ticks until the exit was reached, or until the inputs ran out.
    pub ticks: u64,
    /// How it ended.
    pub outcome: Ending,
    /// Where the player's feet were then, px.
    pub position: Vec2,
    /// The player's velocity then, px/s.
    pub velocity: Vec2,
    /// The hash of the world then.
    pub hash: u64,
    /// The deepest overlap that any tick left, px, if the world measured it.
    pub worst_depth: Option<f32>,
    /// How often the player died.
    pub deaths: u32,
}

impl RunResult {
    /// The state of a world as a result.
    #[must_use]
    pub fn of(world: &World) -> Self {
        let outcome = if world.state.finished {
            Ending::Finished
        } else if world.state.player.is_dead() {
            Ending::Died
        } else {
            Ending::Running
        };
        Self {
            ticks: world.state.ticks,
            outcome,
            position: world.state.player.feet(),
            velocity: world.state.player.motion.velocity,
            hash: world.hash(),
            worst_depth: world.stats.worst_depth,
            deaths: world.state.deaths,
        }
    }
}

/// Plays inputs from the start of a level until the exit is reached or the inputs end.
#[must_use]
pub fn run(level: Arc<Level>, solver: SolverSetup, inputs: &InputTimeline) -> RunResult {
    RunResult::of(&play(World::new(level, solver), inputs, |_| true))
}

/// Steps a world until `keep_on` returns false, the exit is reached, or the inputs end (they are bounded).
pub fn play(mut world: World, inputs: &InputTimeline, mut keep_on: impl FnMut(&World) -> bool) -> World {
    for input in inputs {
        world.step(input);
        if world.state.finished || !keep_on(&world) {
            break;
        }
    }
    world
}

/// A stored run: its inputs, and hashes that prove its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// The hash of the level that was played.
    pub level_hash: u64,
    /// The rules of the run.
    pub rules: Rules,
    /// What was held.
    pub inputs: InputTimeline,
    /// The world's hash after every second.
    pub hashes: Vec<u64>,
    /// How it ended.
    pub outcome: RunResult,
}

/// Why a replay cannot be repeated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Diverged {
    /// It is of another level.
    #[error("the replay is of level {wanted:016x}, this one is {found:016x}: open the map it was made in, unchanged")]
    OtherLevel {
        /// The level it was made in.
        wanted: u64,
        /// The level that was given.
        found: u64,
    },
    /// Its rules hold a number that has no meaning in the game.
    #[error("the replay is damaged: {0}")]
    OutOfRange(#[from] OutOfRange),
    /// The hashes differ for the first time after this many seconds.
    #[error(
        "the run differs from the replay within second {second}: the rules have changed since it was made; record it \
         again if that is intended"
    )]
    Hash {
        /// Counted from 1.
        second: u64,
    },
    /// All seconds agree, but the end does not.
    #[error(
        "the run ends differently from the replay: the rules have changed since it was made; record it again if that is intended"
    )]
    Outcome,
}

impl Replay {
    /// Plays inputs in a new world, and stores them with its rules and the result.
    #[must_use]
    pub fn record(world: World, inputs: impl IntoIterator<Item = Input>) -> Self {
        let (level_hash, rules) = (world.level.hash(), world.rules);
        let inputs = inputs.into_iter().collect();
        let mut hashes = Vec::new();
        let world = play_by_seconds(world, &inputs, |_, hash| {
            hashes.push(hash);
            true
        });
        Self { level_hash, rules, inputs, hashes, outcome: RunResult::of(&world) }
    }

    /// A world at its beginning, with the rules of the run.
    ///
    /// # Errors
    /// [`Diverged`] when it is of another level, or its rules cannot be used.
    pub fn begin(&self, level: Arc<Level>) -> Result<World, Diverged> {
        if self.level_hash != level.hash() {
            return Err(Diverged::OtherLevel { wanted: self.level_hash, found: level.hash() });
        }
        self.rules.check()?;
        let mut world = World::new(level, self.rules.solver);
        world.rules = self.rules;
        Ok(world)
    }

    /// Plays it again and compares every second.
    ///
    /// # Errors
    /// [`Diverged`] at the first difference.
    pub fn verify(&self, level: Arc<Level>) -> Result<RunResult, Diverged> {
        let mut differs = None;
        let world = play_by_seconds(self.begin(level)?, &self.inputs, |second, hash| {
            let same = self.hashes.get(second as usize - 1) == Some(&hash);
            if !same {
                differs = Some(second);
            }
            same
        });
        let result = RunResult::of(&world);
        match differs {
            Some(second) => Err(Diverged::Hash { second }),
            None if result == self.outcome => Ok(result),
            None => Err(Diverged::Outcome),
        }
    }
}

/// Plays inputs. Calls `each` with the hash after every whole second, counted from 1; it returns whether to go on.
fn play_by_seconds(world: World, inputs: &InputTimeline, mut each: impl FnMut(u64, u64) -> bool) -> World {
    play(world, inputs, |world| {
        let rate = u64::from(TICK_RATE);
        world.state.ticks % rate != 0 || each(world.state.ticks / rate, world.hash())
    })
}
