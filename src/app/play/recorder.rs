//! Records the current run: its inputs, and the times at the checkpoints.

use std::sync::Arc;

use seamwalker_collide::{DEFAULT_SKIN, SolverSetup};
use seamwalker_lab::Recorded;
use seamwalker_level::{Files, Level};
use seamwalker_sim::{
    Assist, Event, Feel, Input, InputTimeline, MAX_TICKS, Replay, Rules, RunResult, TICK_RATE, World,
};

use crate::app::save::{ReplayFile, Split};

/// Whether the rules are the game's own. Any solver is allowed, and so is more coyote time.
fn are_fair(rules: &Rules) -> bool {
    let Assist { endless_dashes, no_hazards, .. } = rules.assist;
    rules.feel == Feel::default() && !endless_dashes && !no_hazards && fit_a_file(rules)
}

/// Whether a replay file can store the rules.
fn fit_a_file(rules: &Rules) -> bool {
    rules.skin == DEFAULT_SKIN && rules.ground_assist && !rules.noclip
}

/// A run so far.
#[derive(Debug, Default)]
pub struct Recorder {
    /// The rules at the start. A replay is possible only while they stay the same.
    rules: Option<Rules>,
    inputs: InputTimeline,
    hashes: Vec<u64>,
    /// The times at the checkpoints, in order.
    pub splits: Vec<Split>,
    /// The run's time counts: neither the level nor the rules were changed, except for the solver.
    pub fair: bool,
    /// A replay is possible: neither the level nor the rules were changed.
    pub whole: bool,
    /// How it ended, once it has.
    outcome: Option<RunResult>,
}

impl Recorder {
    /// A recorder for a world at its beginning; `from_the_start` if it is at its level's start.
    pub fn new(from_the_start: bool) -> Self {
        Self { fair: from_the_start, whole: from_the_start, ..Self::default() }
    }

    /// The level was edited during the run.
    pub fn level_was_edited(&mut self) {
        (self.fair, self.whole) = (false, false);
    }

    /// Adds a tick.
    pub fn tick(&mut self, input: Input, world: &World, events: &[Event]) {
        if self.outcome.is_some() {
            return;
        }
        self.outcome = world.state.finished.then(|| RunResult::of(world));
        let rules = world.rules;
        self.fair &= are_fair(&rules);
        self.whole &= *self.rules.get_or_insert(rules) == rules && self.inputs.len() < MAX_TICKS;
        for event in events {
            if let Event::Checkpoint { object } = event
                && let Some(object) = world.level.objects.get(*object as usize)
            {
                self.splits.push(Split { checkpoint: object.id, ticks: world.state.ticks });
            }
        }
        if self.whole {
            self.inputs.push(input);
            // As in a replay: the outcome covers the last second.
            if world.state.ticks.is_multiple_of(u64::from(TICK_RATE)) && !world.state.finished {
                self.hashes.push(world.hash());
            }
        }
    }

    /// The finished run; `None` if it could not be replayed.
    pub fn replay_file(&self, world: &World, map: &str) -> Option<ReplayFile> {
        let replay = Replay {
            level_hash: world.level.hash(),
            rules: self.rules.filter(|rules| self.whole && fit_a_file(rules))?,
            inputs: self.inputs.clone(),
            hashes: self.hashes.clone(),
            outcome: self.outcome?,
        };
        Some(ReplayFile::new(map.to_owned(), self.splits.clone(), replay))
    }
}

/// The recorded run that proves that a shipped map can be finished with the default solver, with its splits.
pub fn proof(files: &dyn Files, map: &str, level: &Arc<Level>) -> Option<ReplayFile> {
    let solver = SolverSetup::default();
    let run = Recorded::list(files).ok()?.into_iter().find(|run| run.map == map && run.solver == solver.kind)?;
    let inputs = run.inputs(files).ok()?;
    let (mut world, mut recorder) = (World::new(Arc::clone(level), solver), Recorder::new(true));
    for input in &inputs {
        let events = world.step(input);
        recorder.tick(input, &world, &events);
        if world.state.finished {
            break;
        }
    }
    recorder.replay_file(&world, map).filter(|file| file.replay.outcome.hash == run.hash)
}

#[cfg(test)]
mod tests {
    use seamwalker_assets::shipped;
    use seamwalker_collide::SolverKind;
    use seamwalker_level::read;
    use seamwalker_sim::Buttons;

    use super::*;

    fn level() -> Arc<Level> {
        Arc::new(read(&shipped(), "maps/first_stitch.tmx").unwrap())
    }

    /// The recorded run of the first level, with a change after half a second.
    fn run(change: impl Fn(&mut World, &mut Recorder)) -> (World, Recorder) {
        let inputs = proof(&shipped(), "first_stitch", &level()).unwrap().replay.inputs;
        let (mut world, mut recorder) = (World::new(level(), SolverSetup::default()), Recorder::new(true));
        for (i, input) in inputs.iter().enumerate() {
            if i == 30 {
                change(&mut world, &mut recorder);
            }
            let events = world.step(input);
            recorder.tick(input, &world, &events);
        }
        (world, recorder)
    }

    #[test]
    fn a_recorded_run_can_be_replayed_and_ends_at_the_exit() {
        let (mut world, mut recorder) = run(|_, _| {});
        let file = recorder.replay_file(&world, "first_stitch").unwrap();
        assert_eq!(file.verify(level()), Ok(file.replay.outcome));
        assert!(recorder.fair && world.state.finished);
        assert!(!file.splits.is_empty() && file.splits.is_sorted_by_key(|split| split.ticks));
        for _ in 0..100 {
            let events = world.step(Input { buttons: Buttons::JUMP });
            recorder.tick(Input { buttons: Buttons::JUMP }, &world, &events);
        }
        assert_eq!(recorder.replay_file(&world, "first_stitch"), Some(file));
    }

    #[test]
    fn a_run_that_was_tampered_with_is_not_kept() {
        let (world, recorder) = run(|world, _| world.switch_solver(SolverSetup::new(SolverKind::VertexDiscard)));
        assert!(recorder.fair && recorder.replay_file(&world, "a").is_none(), "swapping solvers is the game");
        let (world, recorder) = run(|_, recorder| recorder.whole = false);
        assert!(recorder.fair && recorder.replay_file(&world, "a").is_none());
        let changes: [fn(&mut World, &mut Recorder); 5] = [
            |world, _| world.rules.assist.no_hazards = true,
            |world, _| world.rules.noclip = true,
            |world, _| world.change_feel(Feel { run: 190.0, ..Feel::default() }),
            |world, _| world.rules.skin += 1.0,
            |_, recorder| recorder.level_was_edited(),
        ];
        for change in changes {
            let (world, recorder) = run(change);
            assert!(!recorder.fair && recorder.replay_file(&world, "a").is_none());
        }
        assert!(!Recorder::new(false).fair);
    }
}
